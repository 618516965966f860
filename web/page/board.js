// The board: drawing, and input by pointer and keyboard. It knows how things look and
// where they are. Its caller says which moves are legal.

import {
  arrowColours,
  boardColours,
  boxOf,
  corners,
  drawArrow,
  drawBoard,
  drawGoal,
  drawMark,
  drawTarget,
  pointOf,
} from './boardart.js';
import { draw, drawPiece } from './pieces.js';
import { boardOf, ends, fileOf, nameOf, rankOf, squareOf, startFEN } from './squares.js';

/** @typedef {import('./pieces.js').PieceSet} PieceSet */
/** @typedef {'chinese' | 'digits' | 'letters' | 'none'} Coordinates */
/** @typedef {'wood' | 'dark'} Theme */
/** @typedef {{ from: number, to: number, kind: keyof typeof arrowColours }} Arrow */

/**
 * What the board shows.
 * @typedef {object} View
 * @property {string[]} board
 * @property {string} [last] the last move
 * @property {number} [check] the square of a king in check
 * @property {string[]} [legal] the moves that may be played
 * @property {Set<string>} [loses] the moves among them that lose by the rules
 * @property {Set<string>} [draws] the moves among them that draw by the rules
 * @property {Arrow[]} [arrows]
 * @property {string[]} [drawn] arrows and circles of a person, as PGN writes them
 * @property {number} [hinted] the square of a piece that should move
 * @property {number[]} [goals] squares to reach, or with pieces to take
 * @property {number} [lifted] the square of a piece that the editor moves, -1 for none
 * @property {boolean} [still] no animation
 */

/**
 * What the page does about the board: illegal is for a press that does nothing, with the square of the chosen piece or -1.
 * @typedef {{ move: (move: string) => void, label: (square: number, piece: string) => string,
 *   illegal?: (from: number, to: number) => void, chosen?: () => void, pick?: (square: number) => void }} Callbacks
 */

export class BoardView {
  /** @param {HTMLElement} container */
  constructor(container) {
    this.container = container;
    /** @type {Callbacks} nothing until the page is there */
    this.callbacks = { move() {}, label: () => '' };
    /** @type {PieceSet} */
    this.set = 'traditional';
    /** @type {Coordinates} */
    this.coordinates = 'chinese';
    /** @type {Theme} */
    this.theme = 'wood';
    this.flipped = false;
    /** clicks go to callbacks.pick */
    this.editing = false;
    /** @type {View} */
    this.view = { board: boardOf(startFEN), still: true };
    /** @type {Map<number, SVGElement>} */
    this.pieces = new Map();
    /** @type {number} the chosen piece, -1 for none */
    this.chosen = -1;
    this.cursor = squareOf('e0');
    /** @type {{ id: number, from: number, x: number, y: number, moved: boolean, again: boolean } | null} */
    this.drag = null;
    this.svg = draw('svg');
    this.under = draw('g');
    this.discs = draw('g');
    this.over = draw('g');
    this.grid = document.createElement('div');
    /** @type {HTMLElement[]} by square */
    this.cells = [];
    this.build();
    this.listen();
  }

  // Geometry

  /** @param {number} square */
  point(square) {
    return pointOf(square, this.flipped);
  }

  get box() {
    return boxOf(this.coordinates);
  }

  /**
   * The square at a point of the screen, -1 beside the board.
   * @param {number} clientX @param {number} clientY
   */
  squareAt(clientX, clientY) {
    const r = this.svg.getBoundingClientRect();
    const b = this.box;
    const x = Math.round((b.x + ((clientX - r.left) / r.width) * b.width) / 100);
    const y = Math.round((b.y + ((clientY - r.top) / r.height) * b.height) / 100);
    if (x < 0 || x > 8 || y < 0 || y > 9) return -1;
    return this.flipped ? y * 9 + (8 - x) : (9 - y) * 9 + x;
  }

  /** How the board looks. @returns {import('./boardart.js').Look} */
  get look() {
    const { theme, set, coordinates, flipped } = this;
    return { theme, set, coordinates, flipped };
  }

  // Drawing

  build() {
    const b = this.box;
    this.svg = draw('svg', { viewBox: `${b.x} ${b.y} ${b.width} ${b.height}`, 'aria-hidden': 'true' });
    this.under = draw('g');
    this.discs = draw('g');
    this.over = draw('g', { 'pointer-events': 'none' });
    this.svg.append(drawBoard(this), this.under, this.discs, this.over);
    this.pieces.clear();

    this.grid = document.createElement('div');
    this.grid.className = 'grid';
    this.grid.setAttribute('role', 'grid');
    this.cells = [];
    for (let y = 0; y < 10; y++) {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      for (let x = 0; x < 9; x++) {
        const square = this.flipped ? y * 9 + (8 - x) : (9 - y) * 9 + x;
        const cell = document.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.tabIndex = square === this.cursor ? 0 : -1;
        cell.dataset.square = nameOf(square);
        this.cells[square] = cell;
        row.append(cell);
      }
      this.grid.append(row);
    }
    const percent = (/** @type {number} */ n) => `${100 * n}%`;
    Object.assign(this.grid.style, {
      left: percent((-50 - b.x) / b.width),
      top: percent((-50 - b.y) / b.height),
      width: percent(900 / b.width),
      height: percent(1000 / b.height),
    });
    const hadFocus = this.container.contains(document.activeElement);
    this.container.replaceChildren(this.svg, this.grid);
    this.container.style.setProperty('--ratio', String(b.width / b.height));
    document.documentElement.style.setProperty('--board-ratio', String(b.width / b.height));
    if (hadFocus) this.cells[this.cursor].focus({ preventScroll: true });
  }

  /** Draws all again, as after a change of how the board looks. */
  restyle() {
    this.build();
    this.show({ ...this.view, still: true });
  }

  /** Forgets the position that is shown, so that no piece slides from there. */
  clear() {
    this.view.board = Array(90).fill('');
  }

  /** @param {string} label of the whole board */
  name(label) {
    this.grid.setAttribute('aria-label', label);
  }

  /** Shows a position. @param {View} view */
  show(view) {
    const before = this.view.board;
    this.view = view;
    const keep = this.chosen >= 0 && view.legal?.some((m) => squareOf(m) === this.chosen);
    if (!keep) this.chosen = -1;
    this.movePieces(before, view.board, view.still ?? false);
    this.mark();
    this.label();
  }

  /** @param {string[]} before @param {string[]} after @param {boolean} still */
  movePieces(before, after, still) {
    /** @type {Map<string, SVGElement[]>} */
    const lifted = new Map();
    for (const [square, e] of [...this.pieces]) {
      if (before[square] === after[square] && before[square]) continue;
      const kind = before[square];
      lifted.set(kind, [...(lifted.get(kind) ?? []), e]);
      this.pieces.delete(square);
    }
    for (let square = 0; square < 90; square++) {
      const kind = after[square];
      if (!kind || this.pieces.has(square)) continue;
      let e = lifted.get(kind)?.pop();
      if (!e) {
        e = draw('g', { class: 'piece' }, drawPiece(kind, this.set, boardColours[this.theme]));
        e.dataset.piece = kind;
        this.place(e, square, true);
      } else {
        this.discs.append(e); // above the others while it moves
        this.place(e, square, still);
      }
      if (!e.isConnected) this.discs.append(e);
      this.pieces.set(square, e);
    }
    for (const rest of lifted.values()) rest.forEach((e) => e.remove());
  }

  /** @param {SVGElement} e @param {number} square @param {boolean} still */
  place(e, square, still) {
    const [x, y] = this.point(square);
    e.classList.toggle('still', still);
    e.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Draws what lies under and over the pieces. */
  mark() {
    const c = boardColours[this.theme];
    const { view } = this;
    this.under.replaceChildren();
    this.over.replaceChildren();
    if (view.last) {
      const [from, to] = ends(view.last);
      const [fx, fy] = this.point(from);
      const [tx, ty] = this.point(to);
      this.under.append(corners(fx, fy, c.last), draw('circle', { cx: fx, cy: fy, r: 9, fill: c.last }));
      this.over.append(corners(tx, ty, c.last));
    }
    const ring = (/** @type {number} */ square, /** @type {Record<string, string | number>} */ look) => {
      if (square < 0) return;
      const [cx, cy] = this.point(square);
      this.over.append(draw('circle', { cx, cy, fill: 'none', ...look }));
    };
    ring(view.check ?? -1, { r: 48, stroke: c.check, 'stroke-width': 7, class: 'check' });
    ring(view.hinted ?? -1, { r: 49, stroke: arrowColours.hint, 'stroke-width': 8, class: 'hinted' });
    ring(this.chosen, { r: 46, stroke: c.target, 'stroke-width': 6 });
    for (const m of view.legal ?? []) {
      if (squareOf(m) === this.chosen) this.over.append(...drawTarget(view, m, this.point(ends(m)[1]), c));
    }
    for (const g of view.goals ?? []) this.over.append(drawGoal(this.point(g), Boolean(view.board[g])));
    for (const a of view.arrows ?? []) this.over.append(drawArrow(a, (square) => this.point(square)));
    for (const mark of view.drawn ?? []) this.over.append(drawMark(mark, (square) => this.point(square)));
  }

  /** Gives the cells their names. */
  label() {
    const targets = new Set(
      (this.view.legal ?? []).filter((m) => squareOf(m) === this.chosen).map((m) => squareOf(m.slice(2))),
    );
    this.cells.forEach((cell, square) => {
      const label = this.callbacks.label(square, this.view.board[square]);
      if (cell.getAttribute('aria-label') !== label) cell.setAttribute('aria-label', label);
      cell.setAttribute('aria-selected', String(square === this.chosen || square === this.view.lifted));
      cell.classList.toggle('target', targets.has(square));
      cell.classList.toggle('movable', Boolean(this.view.legal?.some((m) => squareOf(m) === square)));
    });
  }

  // Input

  /** @param {number} square */
  canChoose(square) {
    return Boolean(this.view.legal?.some((m) => squareOf(m) === square));
  }

  /** @param {number} square */
  choose(square) {
    this.chosen = square;
    this.mark();
    this.label();
    this.callbacks.chosen?.();
  }

  /**
   * Chooses a piece, or plays the chosen one.
   * @param {number} square
   */
  press(square) {
    if (this.editing) {
      this.callbacks.pick?.(square);
      return;
    }
    if (this.chosen >= 0 && square !== this.chosen) {
      const move = nameOf(this.chosen) + nameOf(square);
      if (this.view.legal?.includes(move)) {
        this.chosen = -1;
        this.callbacks.move(move);
        return;
      }
    }
    if (square === this.chosen) this.choose(-1);
    else if (this.canChoose(square)) this.choose(square);
    else {
      const { chosen } = this;
      this.choose(-1);
      this.callbacks.illegal?.(chosen, square);
    }
  }

  listen() {
    const c = this.container;
    c.addEventListener('pointerdown', (e) => {
      if (e.button !== 0 || this.drag) return;
      c.classList.add('by-pointer'); // which needs no ring around the focus
      const square = this.squareAt(e.clientX, e.clientY);
      if (square < 0) return;
      e.preventDefault();
      this.focus(square);
      const again = square === this.chosen;
      const takes = this.chosen >= 0 && this.view.legal?.includes(nameOf(this.chosen) + nameOf(square));
      if (!takes && this.canChoose(square) && !this.editing) {
        this.choose(square);
        this.drag = { id: e.pointerId, from: square, x: e.clientX, y: e.clientY, moved: false, again };
        c.setPointerCapture(e.pointerId);
        return;
      }
      this.press(square);
    });
    c.addEventListener('pointermove', (e) => {
      const d = this.drag;
      if (!d || e.pointerId !== d.id) return;
      const far = Math.hypot(e.clientX - d.x, e.clientY - d.y) > (e.pointerType === 'mouse' ? 3 : 8);
      if (!d.moved && !far) return;
      d.moved = true;
      const piece = this.pieces.get(d.from);
      if (!piece) return;
      const r = this.svg.getBoundingClientRect();
      const b = this.box;
      const x = b.x + ((e.clientX - r.left) / r.width) * b.width;
      const y = b.y + ((e.clientY - r.top) / r.height) * b.height;
      this.discs.append(piece);
      piece.classList.add('still', 'dragged');
      piece.style.transform = `translate(${x}px, ${y}px) scale(1.12)`;
    });
    const drop = (/** @type {PointerEvent} */ e) => {
      const d = this.drag;
      if (!d || e.pointerId !== d.id) return;
      this.drag = null;
      const piece = this.pieces.get(d.from);
      piece?.classList.remove('dragged');
      if (!d.moved) {
        if (d.again) this.choose(-1);
        return;
      }
      const to = e.type === 'pointerup' ? this.squareAt(e.clientX, e.clientY) : -1;
      const move = to >= 0 ? nameOf(d.from) + nameOf(to) : '';
      if (this.view.legal?.includes(move)) {
        if (piece) this.place(piece, to, true);
        this.chosen = -1;
        this.callbacks.move(move);
        return;
      }
      if (piece) this.place(piece, d.from, false);
      if (to >= 0 && to !== d.from) this.callbacks.illegal?.(d.from, to);
    };
    c.addEventListener('pointerup', drop);
    c.addEventListener('pointercancel', drop);
    c.addEventListener('keydown', (e) => this.key(e));
    c.addEventListener('focusin', (e) => {
      const name = e.target instanceof HTMLElement ? e.target.dataset.square : undefined;
      if (name) this.focus(squareOf(name), false);
    });
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    this.container.classList.remove('by-pointer');
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const turn = this.flipped ? -1 : 1;
    let f = fileOf(this.cursor);
    let r = rankOf(this.cursor);
    switch (e.key) {
      case 'ArrowLeft':
        f -= turn;
        break;
      case 'ArrowRight':
        f += turn;
        break;
      case 'ArrowUp':
        r += turn;
        break;
      case 'ArrowDown':
        r -= turn;
        break;
      case 'Home':
        f = turn > 0 ? 0 : 8;
        break;
      case 'End':
        f = turn > 0 ? 8 : 0;
        break;
      case 'PageUp':
        r = turn > 0 ? 9 : 0;
        break;
      case 'PageDown':
        r = turn > 0 ? 0 : 9;
        break;
      case 'Enter':
      case ' ':
        this.press(this.cursor);
        e.preventDefault();
        e.stopPropagation();
        return;
      case 'Escape':
        if (this.chosen >= 0) {
          this.choose(-1);
          e.stopPropagation();
        }
        return;
      default:
        return;
    }
    e.preventDefault();
    e.stopPropagation();
    if (f >= 0 && f < 9 && r >= 0 && r < 10) this.focus(r * 9 + f);
  }

  /** @param {number} square @param {boolean} [take] the focus too */
  focus(square, take = true) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = square;
    this.cells[square].tabIndex = 0;
    if (take) this.cells[square].focus({ preventScroll: true });
  }
}
