// Moves, and the end of a game.

import { noteResult } from './closing.js';
import { endTurn, pauseClock } from './clock.js';
import { confirmDialog } from './dialog.js';
import { other, squareOf } from './squares.js';
import { canSpeak, speakText } from './speech.js';
import { sentence, sentences, t } from './texts.js';
import { moveWords } from './words.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./game.js').Side} Side */

/**
 * Plays a move that is legal.
 * @param {App} app @param {string} move @param {Partial<Pick<import('./game.js').Node, 'text' | 'info'>>} [known] what the
 *   server has said of it and of the position after it
 */
export function playMove(app, move, known = {}) {
  const { state } = app;
  const { game } = state;
  state.stopThinking();
  endTurn(state, state.turn);
  if (game.mode === 'study' && game.current.children.every((n) => n.move !== move)) app.changes.note();
  const capture = Boolean(game.boardAt()[squareOf(move.slice(2))]);
  const node = game.add(move, game.mode === 'play');
  node.text ??= known.text ?? null;
  node.info ??= known.info ?? null;
  if (game.clock) node.clock = [game.clock.red, game.clock.black];
  const before = game.boardAt(node.parent ?? game.root);
  app.sound(capture ? 'capture' : 'move');
  game.played = node;
  game.changed = Date.now();
  state.untold = moveWords(before, move, state.notation);
  app.goTo(node);
}

/** Tells of the move that has just been played, once it is known whether it gives check. @param {App} app */
export function tell(app) {
  const { untold, info, settings } = app.state;
  app.state.untold = '';
  if (!untold || !info) return;
  const check = info.check ? t('check') : '';
  if (check && !info.end) app.sound('check');
  if (settings.speech && canSpeak) speakText(sentences(sentence(untold), check));
}

/** Puts a line of moves into the game. @param {App} app @param {import('./lines.js').Line} line */
export function playLine(app, { from, moves }) {
  const { game } = app.state;
  /** @type {import('./game.js').Node | undefined} */
  let known = from;
  for (const m of moves) known = known?.children.find((n) => n.move === m.move);
  if (!known) app.changes.note();
  let node = from;
  for (const m of moves) {
    node = game.addAfter(node, m.move);
    node.text ??= m;
  }
  app.sound('move');
  game.changed = Date.now();
  app.goTo(node);
}

/** Takes back to where a person last had to move, with the time that was left then. @param {App} app */
export function takeBack(app) {
  const { state } = app;
  const { game, before } = state;
  if (!before) return;
  if (game.mode === 'play') {
    game.result = null;
    pauseClock(state);
    const { clock } = game;
    const left = before.parent ? before.clock : clock && [clock.base, clock.base];
    if (clock && left) [clock.red, clock.black] = left;
  }
  game.changed = Date.now();
  game.played = before; // the game goes on here, without the moves taken back
  app.goTo(before);
}

/** Ends the game. @param {App} app @param {Side | 'draw'} winner @param {string} reason @param {string} text the verdict of the server */
export function finish(app, winner, reason, text) {
  const { state } = app;
  const { game } = state;
  state.stopThinking();
  pauseClock(state);
  if (state.live) {
    // Moves that were taken back do not belong to the game that has ended.
    for (const back of [...game.current.children]) game.remove(back);
    game.promote(game.current);
  }
  game.result = { winner, reason, text, ply: game.root.tip.ply };
  state.hint = null;
  state.message = state.notice = ''; // such as the answer to an offer
  noteResult(app);
  game.changed = Date.now();
  app.keep();
  app.sound('end');
  if (game.current === game.root.tip) app.render();
  else app.goTo(game.root.tip); // somebody was looking at an earlier move
}

/** @param {App} app */
export async function resign(app) {
  const { game, turn, engineToMove } = app.state;
  const side = engineToMove ? other(turn) : turn;
  if (!(await confirmDialog(t('resignSure', { side: t(side) }), t('resign')))) return;
  if (!game.result && game === app.state.game) finish(app, other(side), 'resign', '');
}
