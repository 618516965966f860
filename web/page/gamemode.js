// What all modes share that show the game: the board, the steps through the moves, and
// the keys.

import { openFiles } from './files.js';
import { helpDialog } from './dialogs.js';
import { advise } from './engine.js';
import { endOf } from './lines.js';
import { Mode } from './mode.js';
import { movesPart } from './moves.js';
import { newGameDialog } from './newgame.js';
import { playMove, takeBack, tell } from './play.js';
import { players } from './players.js';
import { fenOf, other, squareOf } from './squares.js';
import { notices, situation } from './status.js';
import { sentence, t } from './texts.js';
import { arrow } from './analysis.js';
import { button, el, part } from './ui.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./ui.js').Child} Child */

/** A notice, of which the reason unfolds. @param {import('./status.js').Notice} notice */
function notice({ text, kind, why }) {
  const reason = why && el('details', { key: 'why' }, el('summary', {}, t('why')), el('span', {}, sentence(why)));
  return el(reason ? 'div' : 'p', { class: `notice ${kind}` }, el('span', {}, text), reason);
}

export class GameMode extends Mode {
  analyses = true;
  draws = true;

  /** The position to which the line under the pointer leads, null for none. */
  get previewed() {
    const { pointed, game } = this.app.state;
    const line = pointed && this.lines[pointed.id];
    return line && pointed.at < line.moves.length ? endOf(game, line, pointed.at) : null;
  }

  get lines() {
    return this.app.analysis.lines;
  }

  get view() {
    const { state } = this.app;
    const { info, game } = state;
    const { previewed } = this;
    const marks = Object.entries(info?.marks ?? {});
    const marked = (/** @type {string} */ winner) =>
      new Set(marks.filter(([, e]) => e.winner === winner).map(([m]) => m));
    return {
      board: previewed?.board ?? game.boardAt(),
      last: previewed?.last ?? (game.current.move || undefined),
      check: info?.check && !previewed ? squareOf(info.check) : undefined,
      legal: this.mayMove ? info?.legal : undefined,
      loses: marked(other(state.turn)),
      draws: marked('draw'),
      arrows: this.arrows,
      drawn: previewed ? [] : this.app.drawing.marks,
      hinted: this.hinted,
    };
  }

  /** That of the game, with its counters once the server has said them. */
  get boardFEN() {
    const { info, game } = this.app.state;
    return info?.fen ?? fenOf(game.boardAt(), game.turn());
  }

  get sharedGame() {
    return this.app.state.game;
  }

  /** The arrows on the board. @returns {import('./board.js').Arrow[]} */
  get arrows() {
    const { hint } = this.app.state;
    if (this.previewed) return [];
    if (hint) return [arrow(hint.move, 'hint')];
    const { ownArrows } = this;
    if (ownArrows) return ownArrows;
    return [...this.loop, ...this.app.analysis.arrows];
  }

  /** The arrows of the moves that are repeated. */
  get loop() {
    const { info } = this;
    const moves = (info?.end ?? info?.repeat?.end)?.loop ?? [];
    return moves.map((move) => arrow(move, 'loop'));
  }

  /** The arrows of the mode, null where those of an analysis may be. @returns {import('./board.js').Arrow[] | null} */
  get ownArrows() {
    return null;
  }

  /** The square of a piece that should move, -1 for none. */
  get hinted() {
    return -1;
  }

  /** What there is to say. */
  get status() {
    const { message, notice } = this.app.state;
    return message || notice || this.situation;
  }

  /** What there is to say about the position. */
  get situation() {
    return situation(this.app.state);
  }

  /** @returns {import('./mode.js').Parts} */
  get parts() {
    const { state, analysis } = this.app;
    const { ended } = state;
    const classes = [ended && 'ended', state.info?.check && !ended && 'check'].filter(Boolean).join(' ');
    return {
      ...players(this.app),
      bar: analysis.bar(),
      status: part({ class: classes }, this.status),
      notices: part({}, ...notices(state).map(notice), this.app.changes.notice),
      controls: part({}, this.steps(), el('div', { class: 'row', key: 'row' }, ...this.buttons())),
      chapters: this.app.chapters.part(),
      analysis: analysis.panel(),
      moves: movesPart(this.app, { study: false }),
    };
  }

  /** The buttons that lead through the game. */
  steps() {
    const { app } = this;
    const { current: node, root } = app.state.game;
    const atTip = !node.children.length;
    return el(
      'div',
      { class: 'row steps', key: 'steps' },
      button(t('first'), () => app.goTo(root), { icon: '«', id: 'first', key: 'Home', disabled: !node.parent }),
      button(t('back'), () => app.step(node.parent), { icon: '◀', id: 'back', key: '←', disabled: !node.parent }),
      button(t('forward'), () => app.step(node.children[0]), { icon: '▶', id: 'forward', key: '→', disabled: atTip }),
      button(t('last'), () => app.goTo(node.tip), { icon: '»', id: 'last', key: 'End', disabled: atTip }),
      button(t('flip'), () => app.flip(), { icon: '⇅', id: 'flip', key: 'F' }),
      ...this.changeButtons(),
    );
  }

  /** The buttons that undo and redo. @returns {Child[]} */
  changeButtons() {
    return [];
  }

  /** The other buttons. @returns {Child[]} */
  buttons() {
    return [];
  }

  /** Offers to ask again what was not answered. */
  againButton() {
    const { app } = this;
    const { failed, unopened } = app.state;
    return failed || unopened ? button(t('askAgain'), () => app.tryAgain(), { id: 'ask-again', class: 'main' }) : null;
  }

  /** Asks the engine for advice. */
  hintButton() {
    const disabled = !this.info?.legal.length || !this.mayMove;
    return button(t('hint'), () => advise(this.app), { id: 'hint', key: 'H', disabled });
  }

  /** Opens the review of the game. */
  reviewButton() {
    const { review } = this.app;
    return review.possible ? button(t('reviewGame'), () => review.start(), { id: 'review-game', key: 'R' }) : null;
  }

  move(/** @type {string} */ move) {
    if (this.mayMove && this.info?.legal.includes(move)) playMove(this.app, move);
  }

  arrived() {
    tell(this.app);
    this.app.render();
    this.app.analysis.follow();
  }

  say(/** @type {string} */ text) {
    this.app.state.message = text;
    this.app.update();
  }

  turnBack(/** @type {import('./changes.js').Way} */ way) {
    this.app.changes.turn(way);
  }

  /** @returns {Record<string, () => void>} */
  get keys() {
    const { app } = this;
    const { current: node, root } = app.state.game;
    return {
      n: () => newGameDialog(app),
      f: () => app.flip(),
      h: () => advise(app),
      a: () => app.analysis.toggle(),
      e: () => app.openings.toggle(),
      o: () => openFiles(app),
      p: () => app.puzzles.choosePuzzles(),
      u: () => takeBack(app),
      '?': () => helpDialog(app),
      r: () => {
        if (app.review.possible) app.review.start();
      },
      ArrowLeft: () => app.step(node.parent),
      ArrowRight: () => app.step(node.children[0]),
      Home: () => app.goTo(root),
      End: () => app.goTo(node.tip),
    };
  }
}
