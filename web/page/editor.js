// To set up a position: it is said at once what is wrong with one.

import { refused } from './api.js';
import { pieceHook } from './diagram.js';
import { confirmDialog } from './dialog.js';
import { Game } from './game.js';
import { History } from './history.js';
import { cellLabel } from './looks.js';
import { Mode } from './mode.js';
import { players } from './players.js';
import { positionOf } from './positions.js';
import { boardOf, fenOf, startFEN, turnOf } from './squares.js';
import { tab } from './store.js';
import { sidePiece, t } from './texts.js';
import { button, choice, el, part } from './ui.js';

/** @typedef {import('./squares.js').Side} Side */

/** A position with the kings alone. */
const onlyKings = '3k5/9/9/9/9/9/9/9/9/4K4 w';

export class Editor extends Mode {
  picks = true;

  /** @param {import('./app.js').App} app */
  constructor(app) {
    super(app);
    /** @type {string[]} */
    this.board = [];
    /** @type {Side} */
    this.side = 'red';
    this.tool = ''; // a piece to put down, x to remove, '' to move pieces
    this.lifted = -1;
    this.fault = ''; // of the position
    this.message = ''; // about something else, until the position changes
    this.checking = false; // the server has not answered yet
    this.failed = false; // it has not answered the newest question
    this.asked = 0;
    this.history = new History();
  }

  /** Begins, unless the person stays in a room. */
  async choose() {
    if (!this.on && (await this.app.state.mode.yields())) this.start();
  }

  /** @param {string} [fen] the position to begin with, else that on the board */
  start(fen) {
    if (this.on) return;
    this.replaceGame();
    this.tool = '';
    this.history = new History();
    this.set(fen ?? this.found);
  }

  /** Back to the game; a position that was set up is discarded only if the person agrees. */
  async leave() {
    if ((await this.yields()) && this.on) this.app.toGame();
  }

  async yields() {
    return this.fen === this.found || confirmDialog(t('leaveEditor'), t('discard'));
  }

  get doing() {
    return { editor: this.fen };
  }

  get fen() {
    return fenOf(this.board, this.side);
  }

  get turn() {
    return this.side;
  }

  /** The position of the game. */
  get found() {
    const { state } = this.app;
    return fenOf(state.game.boardAt(), state.turn);
  }

  key(/** @type {string} */ key) {
    if (key !== 'Escape') return false;
    if (this.lifted < 0) this.leave();
    else {
      this.lifted = -1;
      this.app.render();
    }
    return true;
  }

  /** Changes the position. @param {number} square */
  pick(square) {
    const piece = this.board[square];
    if (!this.tool && this.lifted < 0) {
      this.lifted = piece ? square : -1;
      this.app.render();
      return;
    }
    this.change(() => {
      if (this.tool) this.board[square] = this.tool === 'x' || this.tool === piece ? '' : this.tool;
      else {
        const moved = this.board[this.lifted];
        this.board[this.lifted] = '';
        this.board[square] = moved;
      }
    });
  }

  /** Changes the position, remembers it as it was, and says what is wrong with it. @param {() => void} how */
  change(how) {
    const saved = this.fen;
    how();
    if (this.fen !== saved) this.history.note({ saved }); // else there is nothing to undo
    this.lifted = -1;
    this.check();
  }

  turnBack(/** @type {import('./changes.js').Way} */ way) {
    const change = this.history[way](() => ({ saved: this.fen }));
    if (change) this.set(change.saved);
  }

  /** Puts a position in place of the one on the board. @param {string} fen */
  replace(fen) {
    this.change(() => this.put(fen));
  }

  /** @param {string} fen */
  put(fen) {
    this.board = boardOf(fen);
    this.side = turnOf(fen);
  }

  /** Shows a position. @param {string} fen */
  set(fen) {
    this.put(fen);
    this.lifted = -1;
    this.check();
  }

  /** Asks whether the position can be. */
  async check() {
    const { app } = this;
    const number = ++this.asked;
    this.checking = true;
    this.message = '';
    app.remember();
    app.render();
    let fault = '';
    let failed = false;
    try {
      await positionOf(this.fen);
    } catch (e) {
      fault = app.explain(e);
      failed = !refused(e);
    }
    if (number !== this.asked || !this.on) return;
    Object.assign(this, { fault, failed });
    this.checking = false;
    app.render();
  }

  done() {
    const { app } = this;
    const g = new Game(this.fen);
    g.mode = 'study';
    tab.fresh();
    app.open(g, { flipped: app.state.flipped });
    app.board.focus(app.board.cursor);
  }

  say(/** @type {string} */ text) {
    this.message = text;
    this.app.update();
  }

  /** A press on the board is never in vain. */
  refuse() {}

  // Showing

  get view() {
    return { board: [...this.board], still: true, check: this.lifted, lifted: this.lifted };
  }

  /** Chooses what a press on the board does. @param {string} tool as of the field */
  take(tool) {
    this.tool = tool;
    if (tool) this.lifted = -1;
    this.app.render();
  }

  get parts() {
    const { app, lifted } = this;
    const wrong = this.message || this.fault;
    return {
      ...players(app, { plain: true }),
      status: part(
        { class: wrong ? 'check' : '' },
        wrong || (lifted < 0 ? t('editHow') : cellLabel(app.board, lifted, this.board[lifted], app.state.notation)),
      ),
      controls: part({}, ...this.controls()),
    };
  }

  controls() {
    const { app, tool, side, history } = this;
    const choose = (/** @type {string} */ s) =>
      this.change(() => {
        this.side = /** @type {Side} */ (s);
      });
    return [
      el('div', { class: 'tools', key: 'red-pieces' }, ...[...'KABNRCP'].map((piece) => this.toolButton(piece))),
      el('div', { class: 'tools', key: 'black-pieces' }, ...[...'kabnrcp'].map((piece) => this.toolButton(piece))),
      el(
        'div',
        { class: 'row', key: 'row-tools' },
        button(t('moveTool'), () => this.take(''), { id: 'tool-move', pressed: tool === '' }),
        button(t('removeTool'), () => this.take('x'), { id: 'tool-x', pressed: tool === 'x' }),
      ),
      el(
        'div',
        { class: 'row', key: 'row-positions' },
        button(t('startPosition'), () => this.replace(startFEN), { id: 'edit-start' }),
        button(t('emptyBoard'), () => this.replace(onlyKings), { id: 'edit-empty' }),
      ),
      el(
        'div',
        { class: 'row', key: 'row-changes' },
        button(t('undo'), () => this.turnBack('undo'), { id: 'undo', key: 'Ctrl Z', disabled: !history.past.length }),
        button(t('redo'), () => this.turnBack('redo'), { id: 'redo', key: 'Ctrl Y', disabled: !history.future.length }),
      ),
      choice(
        t('whoMoves'),
        'edit-side',
        [
          ['red', t('red')],
          ['black', t('black')],
        ],
        side,
        choose,
      ),
      el(
        'div',
        { class: 'row', key: 'row-edit' },
        this.failed && button(t('askAgain'), () => this.check(), { id: 'edit-ask-again', class: 'main' }),
        button(t('cancel'), () => this.leave(), { id: 'edit-cancel', key: 'Esc' }),
        button(t('useIt'), () => this.done(), {
          id: 'edit-done',
          class: 'main',
          disabled: this.checking || Boolean(this.fault),
        }),
      ),
    ];
  }

  /** A button with a piece to put down. @param {string} piece */
  toolButton(piece) {
    const { set, theme } = this.app.board;
    return el('button', {
      type: 'button',
      id: `tool-${piece}`,
      key: `tool-${piece}-${set}-${theme}`,
      class: 'tool',
      'aria-pressed': String(this.tool === piece),
      'aria-label': sidePiece(piece),
      onclick: () => this.take(this.tool === piece ? '' : piece),
      hook: pieceHook(piece, { set, theme }),
    });
  }
}
