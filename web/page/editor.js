// The editor of positions: it says at once what is wrong with one.

import { ask } from './api.js';
import { drawPiece, draw } from './pieces.js';
import { boardColours } from './board.js';
import { Game } from './game.js';
import { boardOf, fenOf, startFEN, turnOf } from './squares.js';
import { saveDoing, tab } from './store.js';
import { setLanguage, sidePiece, t } from './texts.js';
import { button, byId, choice, el, keepFocus } from './ui.js';
import { confirmDialog } from './dialogs.js';

/** @typedef {import('./squares.js').Side} Side */

export class Editor {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.on = false;
    /** @type {string[]} */
    this.board = [];
    /** @type {Side} */
    this.side = 'red';
    this.tool = ''; // a piece to put down, x to remove, '' to move pieces
    this.lifted = -1;
    this.fault = ''; // of the position
    this.message = ''; // about something else, until the position changes
    this.checking = false; // the server has not answered yet
    this.asked = 0;
  }

  /** @param {string} [fen] the position to begin with, else that on the board */
  start(fen) {
    const { app } = this;
    if (app.puzzles.on) app.puzzles.stop();
    app.stopThinking();
    app.pauseClock();
    app.review.close();
    if (app.analysis.on) app.analysis.toggle();
    this.on = true;
    this.tool = '';
    app.board.editing = true;
    this.set(fen ?? this.found);
  }

  /** Leaves the editor; a position that was set up only if the person agrees. */
  async leave() {
    if (await this.yields() && this.on) this.stop();
  }

  /** Whether something else may take the board: a position that was set up only if the person agrees. */
  async yields() {
    return !this.on || this.fen === this.found || confirmDialog(t('leaveEditor'), t('discard'));
  }

  stop() {
    this.on = false;
    saveDoing({});
    this.app.board.editing = false;
    this.app.render(true);
    this.app.learn(); // play goes on
  }

  get fen() {
    return fenOf(this.board, this.side);
  }

  /** The position of the game. */
  get found() {
    return fenOf(this.app.game.boardAt(), this.app.turn);
  }

  /** Whether a key means something here. @param {string} key */
  key(key) {
    if (key !== 'Escape') return false;
    if (this.lifted < 0) this.leave();
    else {
      this.lifted = -1;
      this.render();
    }
    return true;
  }

  /** Changes the position. @param {number} square */
  pick(square) {
    const piece = this.board[square];
    if (this.tool === 'x') this.board[square] = '';
    else if (this.tool) this.board[square] = piece === this.tool ? '' : this.tool;
    else if (this.lifted < 0) {
      this.lifted = piece ? square : -1;
      this.render();
      return;
    } else {
      const moved = this.board[this.lifted];
      this.board[this.lifted] = '';
      this.board[square] = moved;
      this.lifted = -1;
    }
    this.check();
  }

  /** @param {string} fen */
  set(fen) {
    this.board = boardOf(fen);
    this.side = turnOf(fen);
    this.lifted = -1;
    this.check();
  }

  /** Asks whether the position can be. */
  async check() {
    const number = ++this.asked;
    this.checking = true;
    this.message = '';
    saveDoing({ editor: this.fen });
    this.render();
    let fault = '';
    try {
      await ask('position', { start: this.fen, lang: setLanguage() });
    } catch (e) {
      fault = this.app.explain(e);
    }
    if (number !== this.asked || !this.on) return;
    this.fault = fault;
    this.checking = false;
    this.judge();
  }

  done() {
    const g = new Game(this.fen);
    g.mode = 'study';
    tab.fresh();
    this.app.open(g, false);
    this.app.board.focus(this.app.board.cursor);
  }

  /** Says something that is not about the position. @param {string} text */
  say(text) {
    this.message = text;
    this.render();
  }

  /** Says what is wrong. The buttons stay, as one of them may be under a finger. */
  judge() {
    const wrong = this.message || this.fault;
    const text = wrong || (this.lifted < 0 ? t('editHow') : this.app.cellLabel(this.lifted, this.board[this.lifted]));
    if (byId('status').textContent !== text) byId('status').textContent = text;
    byId('status').classList.toggle('check', Boolean(wrong));
    /** @type {HTMLButtonElement} */ (byId('edit-done')).disabled = this.checking || Boolean(this.fault);
  }

  render() {
    const { app } = this;
    app.board.show({ board: [...this.board], still: true, check: this.lifted, lifted: this.lifted });
    app.renderPlayers(); // without a warning about the game
    const refocus = keepFocus();
    const tool = (/** @type {string} */ piece) => {
      const b = el('button', {
        type: 'button', id: `tool-${piece}`, class: 'tool', 'aria-pressed': String(this.tool === piece),
        'aria-label': sidePiece(piece), onclick: () => {
          this.tool = this.tool === piece ? '' : piece;
          this.lifted = -1;
          this.render();
        },
      });
      b.append(draw('svg', { viewBox: '-46 -46 92 96', 'aria-hidden': 'true' }, drawPiece(piece, app.board.set, boardColours[app.board.theme])));
      return b;
    };
    byId('notices').replaceChildren();
    byId('analysis').replaceChildren();
    byId('moves').replaceChildren();
    byId('controls').replaceChildren(
      el('div', { class: 'tools' }, ...[...'KABNRCP'].map(tool)),
      el('div', { class: 'tools' }, ...[...'kabnrcp'].map(tool)),
      el('div', { class: 'row' },
        button(t('moveTool'), () => { this.tool = ''; this.render(); }, { id: 'tool-move', pressed: this.tool === '' }),
        button(t('removeTool'), () => { this.tool = 'x'; this.lifted = -1; this.render(); }, { id: 'tool-x', pressed: this.tool === 'x' })),
      el('div', { class: 'row' },
        button(t('startPosition'), () => this.set(startFEN), { id: 'edit-start' }),
        button(t('emptyBoard'), () => this.set('3k5/9/9/9/9/9/9/9/9/4K4 w'), { id: 'edit-empty' })),
      choice(t('whoMoves'), 'edit-side', [['red', t('red')], ['black', t('black')]], this.side, (side) => {
        this.side = /** @type {Side} */ (side);
        this.check();
      }),
      el('div', { class: 'row' },
        button(t('cancel'), () => this.leave(), { id: 'edit-cancel', key: 'Esc' }),
        button(t('useIt'), () => this.done(), { id: 'edit-done', class: 'main' })),
    );
    this.judge();
    refocus();
  }
}
