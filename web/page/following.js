// To follow the teacher's board.

import { aborted, ServerError, stream } from './api.js';
import { startGame } from './begin.js';
import { Game } from './game.js';
import { Mode } from './mode.js';
import { sideName, strip, strips } from './players.js';
import { other, squareOf } from './squares.js';
import { pupilName } from './store.js';
import { notationText, sentences, t } from './texts.js';
import { button, el, part } from './ui.js';

/** @typedef {{ on: boolean, start: string, moves: string, flipped: boolean, check: string, last: import('./api.js').MoveText, marks: string[] }} Shown */

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
 * @param {(e: ServerError) => void} refused takes an error after which nothing more comes
 */
export async function listenTo(path, request, control, take, refused) {
  while (!control.signal.aborted) {
    try {
      await stream(path, request, control.signal, (line) => {
        if (!control.signal.aborted) take(line);
      });
    } catch (e) {
      if (aborted(e)) return;
      if (e instanceof ServerError && e.code !== 'busy') {
        refused(e);
        return;
      }
    }
    await new Promise((r) => setTimeout(r, againAfter));
  }
}

export class Following extends Mode {
  /** @type {Shown | null} */
  shown = null;
  game = new Game();
  fault = '';
  wasFlipped = false;
  /** @type {AbortController | null} */
  control = null;

  start() {
    const { app } = this;
    this.control?.abort();
    if (!this.on) {
      app.interrupt();
      app.enter(this);
      app.analysis.stop();
      this.wasFlipped = app.state.flipped;
    }
    this.shown = null;
    this.fault = '';
    app.board.clear();
    app.remember();
    app.render(true);
    this.control = new AbortController();
    listenTo(
      'follow',
      { name: pupilName.value },
      this.control,
      (line) => this.take(line),
      (e) => this.say(app.explain(e)),
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
      if (line.moves.startsWith(known) && line.moves !== known) app.sound(line.last.capture ? 'capture' : 'move');
    }
    if (line.on) app.turnBoard(line.flipped);
    app.render();
  }

  left() {
    this.control?.abort();
    this.app.turnBoard(this.wasFlipped);
  }

  get doing() {
    return { follow: true };
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
    if (!shown?.on) return t('followWait');
    const { notation } = this.app.state;
    const last = shown.moves ? t('lastMove', { side: t(other(turn)), move: notationText(shown.last, notation) }) : '';
    return sentences(t('followOn'), last, t(shown.check ? 'inCheck' : 'toMove', { side: t(turn) }));
  }

  /** Goes on alone from the teacher's position. */
  takeOver() {
    const { shown } = this;
    if (!shown?.on) return;
    const game = gameAfter(shown.start, shown.moves);
    game.current.marks = [...shown.marks];
    game.mode = 'study';
    startGame(this.app, game);
  }

  get parts() {
    const { turn, app } = this;
    return {
      ...strips(app.state.flipped ? 'black' : 'red', (s) => strip(s === turn, ...sideName(s))),
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
