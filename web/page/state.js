// The state of the page: one value from which everything on the page is drawn.

import { Game } from './game.js';
import { t } from './texts.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./api.js').Position} Position */

/** The two sides, Red first. */
export const sides = /** @type {Side[]} */ (['red', 'black']);

export class State {
  /** @param {import('./store.js').Settings} settings */
  constructor(settings) {
    this.settings = settings;
    this.game = new Game();
    /** @type {import('./mode.js').Mode} what the person does at the board; App sets it at once */
    this.mode = /** @type {any} */ (null);
    /** @type {Position | null} what the server says of the current node */
    this.info = null;
    /** whether Black is at the bottom */
    this.flipped = false;
    /** @type {{ id: string, at: number } | null} the line of moves under the pointer, and which of its moves */
    this.pointed = null;
    /** @type {{ move: string, text: string } | null} the engine's advice */
    this.hint = null;
    /** what there is to say until another position is shown */
    this.message = '';
    /** what there is to say about the game as it was opened, until another position is shown */
    this.notice = '';
    /** the move that was just played, in words, until it is announced */
    this.untold = '';
    /** whether the message is about a move that is not possible */
    this.refused = false;
    /** @type {Set<() => void> | null} ask again what was not answered */
    this.failed = null;
    /** @type {(() => void) | null} asks again for the file that the page was to open, as long as the notice says so */
    this.unopened = null;
    /** @type {AbortController | null} of the engine's move or hint */
    this.thinking = null;
    /** place in the queue of the engine, 0 without one */
    this.waiting = 0;
    /** @type {Game | null} the game that the person has just won, until another position is shown */
    this.cheered = null;
    /** whether the browser had room for the game */
    this.stored = true;
    /** number of the newest question about a position */
    this.asked = 0;
    /** @type {{ side: Side, at: number } | null} whose clock runs, and since when */
    this.ticking = null;
  }

  /** The side to move. */
  get turn() {
    return this.game.turn();
  }

  /** Whether the game goes on here: at its end, where moves were taken back, or at one of those that was played again. */
  get live() {
    const { current, played } = this.game;
    return !current.children.length || current === played;
  }

  /** Whether the end of the game is on the board. */
  get ended() {
    return this.game.current === this.game.end;
  }

  /** Whether the game is played and not over. */
  get playing() {
    return this.game.mode === 'play' && !this.game.result;
  }

  /** Whether the engine plays the side to move. */
  get engineToMove() {
    return this.game.players[this.turn].kind === 'engine';
  }

  /** The notation in which moves are written. */
  get notation() {
    return this.settings.notation || t('language.notation');
  }

  /** What is known of the position while the rules have something to foretell, else null. */
  get foretold() {
    const { info, game } = this;
    return info && !info.end && !(game.mode === 'play' && game.result) ? info : null;
  }

  /** Gives up what the engine is asked. */
  stopThinking() {
    this.thinking?.abort();
    this.thinking = null;
    this.waiting = 0;
  }

  /** Where a person last had to move, null if nowhere. @returns {Node | null} */
  get before() {
    const { game } = this;
    let node = game.current.parent;
    while (node && game.mode === 'play' && game.players[game.turn(node)].kind === 'engine') node = node.parent;
    return node;
  }
}
