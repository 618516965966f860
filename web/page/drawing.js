// Arrows and circles that a person draws on the board: with the right button, or with a
// tool by touch and keyboard. They belong to the position, and are kept with its node.

import { nameOf } from './squares.js';
import { squareText, t } from './texts.js';
import { button, el } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {'G' | 'R' | 'B' | 'Y'} Colour */

/** The colours, as PGN calls them. */
export const colours = /** @type {Colour[]} */ (['G', 'R', 'B', 'Y']);

/** A mark as PGN writes it: its colour and one square, or two for an arrow. @param {Colour} colour @param {number} from @param {number} to */
export const markOf = (colour, from, to) => colour + nameOf(from) + (from === to ? '' : nameOf(to));

/**
 * The marks once one is drawn: the same one once more goes away, another colour takes its place.
 * @param {string[]} marks @param {string} mark
 */
export function drawn(marks, mark) {
  const others = marks.filter((m) => m.slice(1) !== mark.slice(1));
  return marks.includes(mark) ? others : [...others, mark];
}

/** The colour that the keys of a mouse event mean, as on lichess. @param {{ shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean }} e @param {Colour} plain without any @returns {Colour} */
export function colourOf({ shiftKey, ctrlKey, altKey, metaKey }, plain) {
  const first = shiftKey || ctrlKey;
  const second = altKey || metaKey;
  if (first && second) return 'Y';
  if (first) return 'R';
  return second ? 'B' : plain;
}

export class Drawing {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** whether presses on the board draw */
    this.on = false;
    /** @type {Colour} of the tool */
    this.colour = 'G';
    /** @type {{ id: number, colour: Colour, from: number, to: number } | null} what is being drawn; id is that of the pointer, -1 for the keyboard */
    this.now = null;
    const { container } = app.board;
    const take = (/** @type {Event} */ e) => {
      e.preventDefault();
      e.stopPropagation();
    };
    const listen = (/** @type {string} */ kind, /** @type {(e: any) => boolean} */ takes) =>
      container.addEventListener(kind, (e) => takes(e) && take(e), { capture: true }); // before the board
    listen('pointerdown', (e) => this.press(e));
    listen('pointermove', (e) => this.drag(e));
    listen('pointerup', (e) => this.drop(e));
    listen('pointercancel', (e) => this.leave(e));
    listen('contextmenu', () => this.possible);
    listen('keydown', (e) => this.key(e));
  }

  /** Whether the board is one to draw on. */
  get possible() {
    return this.app.state.mode.draws;
  }

  /** What is drawn on the board, with what is being drawn. @returns {string[]} */
  get marks() {
    const { marks } = this.app.state.game.current;
    const { now } = this;
    return now ? [...marks, markOf(now.colour, now.from, now.to)] : marks;
  }

  // By pointer

  /** @param {PointerEvent} e */
  press(e) {
    const { board } = this.app;
    const tool = this.on && e.button === 0;
    if (!this.possible || board.drag || (e.button !== 2 && !tool)) return false;
    const square = board.squareAt(e.clientX, e.clientY);
    if (square < 0) return false;
    board.container.classList.add('by-pointer');
    board.container.setPointerCapture(e.pointerId);
    const colour = colourOf(e, tool ? this.colour : 'G');
    this.now = { id: e.pointerId, colour, from: square, to: square };
    this.app.update();
    return true;
  }

  /** @param {PointerEvent} e */
  drag(e) {
    const { now } = this;
    if (now?.id !== e.pointerId) return false;
    const square = this.app.board.squareAt(e.clientX, e.clientY);
    if (square >= 0 && square !== now.to) {
      now.to = square;
      this.app.update();
    }
    return true;
  }

  /** @param {PointerEvent} e */
  drop(e) {
    if (this.now?.id !== e.pointerId) return false;
    this.finish();
    return true;
  }

  /** @param {PointerEvent} e */
  leave(e) {
    if (this.now?.id !== e.pointerId) return false;
    this.forget();
    return true;
  }

  // By keyboard

  /** With the tool, Enter takes the first square and then the second, and Escape goes back. @param {KeyboardEvent} e */
  key(e) {
    if (!this.on || !this.possible || e.ctrlKey || e.metaKey || e.altKey) return false;
    const { board } = this.app;
    const { now } = this;
    switch (e.key) {
      case 'Enter':
      case ' ':
        if (now) {
          now.to = board.cursor;
          this.app.say(this.sayMark(this.finish()));
        } else {
          this.now = { id: -1, colour: this.colour, from: board.cursor, to: board.cursor };
          this.app.say(t('drawTo', { square: this.square(nameOf(board.cursor)) }));
        }
        return true;
      case 'Escape':
        if (now) this.forget();
        else this.toggle();
        return true;
    }
    return false;
  }

  // Drawing

  /** Draws what is being drawn, or takes it away if it was there. */
  finish() {
    const { now, app } = this;
    const { game } = app.state;
    const { current } = game;
    if (!now) return '';
    this.now = null;
    const mark = markOf(now.colour, now.from, now.to);
    // While a game is played its moves are what can be taken back.
    if (game.mode === 'study') app.changes.note();
    this.keep(drawn(current.marks, mark));
    return mark;
  }

  /** @param {string[]} marks */
  keep(marks) {
    const { app } = this;
    const { game } = app.state;
    game.current.marks = marks;
    game.changed = Date.now();
    app.keep();
    app.classroom.shown();
    app.update();
  }

  /** Gives up what is being drawn. */
  forget() {
    this.now = null;
    this.app.update();
  }

  /** Removes all that is drawn on the position. */
  clear() {
    this.app.changes.note(t('change-clear'));
    this.keep([]);
  }

  /** Takes the tool, or puts it away. */
  toggle() {
    this.on = !this.on;
    this.forget();
  }

  /** Puts the tool away, as the next mode may have no button for that. */
  putAway() {
    this.on = false;
    this.now = null;
  }

  // Words

  /** @param {string} name */
  square(name) {
    const { state } = this.app;
    return squareText(name, state.flipped ? 'black' : 'red', state.notation);
  }

  /** @param {string} mark */
  markText(mark) {
    const colour = t(`colour-${mark[0]}`);
    const from = this.square(mark.slice(1, 3));
    return mark.length === 3
      ? t('circleOn', { colour, square: from })
      : t('arrowFrom', { colour, from, to: this.square(mark.slice(3)) });
  }

  /** Marks in words, for those who do not see them. @param {string[]} marks @returns {import('./ui.js').Child} */
  inWords(marks) {
    const said = marks.map((mark) => el('li', {}, this.markText(mark)));
    return said.length > 0 && el('ul', { class: 'unseen', 'aria-label': t('drawnHere') }, ...said);
  }

  /** Says what has become of a mark. @param {string} mark */
  sayMark(mark) {
    const what = this.markText(mark);
    return this.marks.includes(mark) ? t('drew', { what }) : t('undrew', { what });
  }

  /** The tool, its colours, and what is drawn in words. @returns {import('./ui.js').Child} */
  row() {
    const { marks } = this.app.state.game.current;
    const tool = button(t('draw'), () => this.toggle(), { id: 'draw-tool', pressed: this.on, title: t('drawHow') });
    const choices = colours.map((colour) =>
      el(
        'button',
        {
          type: 'button',
          id: `draw-${colour}`,
          class: 'colour',
          title: t(`colour-${colour}`),
          'aria-label': t(`colour-${colour}`),
          'aria-pressed': String(this.colour === colour),
          onclick: () => {
            this.colour = colour;
            this.app.update();
          },
        },
        el('span', { class: `mark ${colour}`, 'aria-hidden': 'true' }),
      ),
    );
    return el(
      'div',
      { class: 'row draw', key: 'draw', role: 'group', 'aria-label': t('draw') },
      tool,
      ...(this.on ? choices : []),
      marks.length > 0 && button(t('drawClear', { n: marks.length }), () => this.clear(), { id: 'draw-clear' }),
      this.inWords(marks),
    );
  }
}
