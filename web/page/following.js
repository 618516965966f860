// To follow the teacher's board; the teacher follows the game of two pupils in the same way.

import { aborted, refused, stream } from './api.js';
import { startGame } from './begin.js';
import { Game } from './game.js';
import { Mode } from './mode.js';
import { sideName, strip, strips } from './players.js';
import { other, squareOf } from './squares.js';
import { pupilName, teacherToken } from './store.js';
import { sentences, t } from './texts.js';
import { button, el, part } from './ui.js';
import { saidMove } from './words.js';

/** @typedef {import('./game.js').Side} Side */
/** A room: its number, its players, its moves, and its result as PGN writes it. @typedef {{ code: string, red: string, black: string, full: boolean, moves: number, result: string }} RoomRow */
/**
 * A board that is followed; room is whose it is, null for the teacher's own.
 * @typedef {{ on: boolean, start: string, moves: string, flipped: boolean, check: string, last: import('./api.js').MoveText, marks: string[],
 *   room: RoomRow | null }} Shown
 */

/** How long to wait before the program is asked again, in ms. */
const againAfter = 2000;

/** The game after some moves. @param {string} start @param {string} moves */
export function gameAfter(start, moves) {
  const game = new Game(start);
  for (const move of moves.split(' ').filter(Boolean)) game.current = game.add(move, true);
  return game;
}

/**
 * Listens to a stream of the classroom, again when it has broken off, until control is aborted.
 * @param {string} path @param {object} request @param {AbortController} control @param {(line: any) => void} take
 * @param {(e: import('./api.js').ServerError) => void} end takes an error after which nothing more comes
 * @param {(e: unknown) => void} later takes an error after which it was asked again in vain
 */
export async function listenTo(path, request, control, take, end, later) {
  let failed = false;
  while (!control.signal.aborted) {
    try {
      await stream(path, request, control.signal, (line) => {
        failed = false;
        if (!control.signal.aborted) take(line);
      });
    } catch (e) {
      if (aborted(e)) return;
      if (refused(e)) {
        end(e);
        return;
      }
      if (failed) later(e);
      failed = true;
    }
    await new Promise((r) => setTimeout(r, againAfter));
  }
}

/** Says whose game a room has, and how far it is. @param {RoomRow} room */
export function roomText({ code, red, black, full, moves, result }) {
  const named = (/** @type {string} */ name) => name || t('pupilNameless');
  const players = `${named(red)} – ${full ? named(black) : '…'}`;
  return `${t('pupilsRoom', { code, players, moves })} ${result === '*' ? '' : result}`.trim();
}

export class Following extends Mode {
  /** the number of the room that the teacher watches, '' for the teacher's own board */
  code = '';
  /** @type {Shown | null} */
  shown = null;
  game = new Game();
  fault = '';
  /** @type {AbortController | null} */
  control = null;

  /** @param {string} [code] */
  start(code = '') {
    const { app } = this;
    this.control?.abort();
    this.code = code;
    this.game = new Game();
    if (!this.on) this.replaceGame();
    this.shown = null;
    this.fault = '';
    app.board.clear();
    app.remember();
    app.render(true);
    this.control = new AbortController();
    const tell = (/** @type {unknown} */ e) => this.say(app.explain(e));
    listenTo(
      code ? 'watch' : 'follow',
      code ? { code, token: teacherToken.value } : { name: pupilName.value },
      this.control,
      (line) => this.take(line),
      tell,
      tell,
    );
  }

  /** @param {Shown} line */
  take(line) {
    const before = this.shown;
    const { app } = this;
    this.shown = line;
    this.fault = '';
    if (line.on && (!before || before.start !== line.start || before.moves !== line.moves)) {
      const known = this.game.movesTo();
      this.game = gameAfter(line.start, line.moves);
      if (before && line.moves.startsWith(known) && line.moves !== known)
        app.sound(line.last.capture ? 'capture' : 'move');
    }
    // A pupil may turn the board round until the teacher does.
    if (line.on && !(before?.on && before.flipped === line.flipped)) app.turnBoard(line.flipped);
    app.render();
  }

  left() {
    this.control?.abort();
    this.app.turnBoard(this.wasFlipped);
  }

  get doing() {
    return this.code ? { watch: this.code } : { follow: true };
  }

  say(/** @type {string} */ text) {
    this.fault = text;
    this.app.update();
  }

  get keys() {
    return { Escape: () => this.app.toGame(), f: () => this.app.flip() };
  }

  get turn() {
    return this.game.turn();
  }

  get view() {
    const { game, shown } = this;
    return {
      board: game.boardAt(),
      last: game.current.move || undefined,
      check: shown?.check ? squareOf(shown.check) : undefined,
      drawn: shown?.on ? shown.marks : [],
    };
  }

  get status() {
    const { shown, turn, fault } = this;
    if (fault) return fault;
    if (!shown?.on) return this.code ? '' : t('followWait');
    const { parent } = this.game.current;
    const move = parent && saidMove(this.app.state, this.game.boardAt(parent), shown.last);
    const last = move ? t('lastMove', { side: t(other(turn)), move }) : '';
    const whose = shown.room ? roomText(shown.room) + t('join.stop') : t('followOn');
    const over = shown.room && shown.room.result !== '*';
    return sentences(whose, last, over ? '' : t(shown.check ? 'inCheck' : 'toMove', { side: t(turn) }));
  }

  /** The teacher's game up to the position on the board. */
  get sharedGame() {
    const { shown } = this;
    if (!shown?.on) return super.sharedGame;
    const game = gameAfter(shown.start, shown.moves);
    game.current.marks = [...shown.marks];
    game.mode = 'study';
    return game;
  }

  /** Goes on alone from the teacher's position, with the board as it is turned. */
  takeOver() {
    if (this.shown?.on) startGame(this.app, Object.assign(this.sharedGame, { flipped: this.app.state.flipped }));
  }

  get parts() {
    const { turn, app, shown } = this;
    const who = (/** @type {Side} */ side) => el('span', { class: 'who', key: 'who' }, shown?.room?.[side] ?? '');
    return {
      ...strips(app.state.flipped ? 'black' : 'red', (s) => strip(s === turn, ...sideName(s), who(s))),
      status: part({}, this.status, app.drawing.inWords(this.shown?.marks ?? [])),
      controls: part(
        {},
        el(
          'div',
          { class: 'row', key: 'row' },
          button(t('followCopy'), () => this.takeOver(), { id: 'follow-copy', disabled: !this.shown?.on }),
          button(t('followStop'), () => app.toGame(), { id: 'follow-stop', key: 'Esc' }),
        ),
      ),
    };
  }
}
