// What the person does at the board: play, study, review, look for better moves, solve
// puzzles, or set up a position. There is one mode at a time. It says what the page
// shows, and takes the moves and the keys.

import { Game } from './game.js';
import { puzzleLink } from './puzzlefile.js';
import { fenOf, sideOf } from './squares.js';
import { pieceName, t } from './texts.js';

/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./api.js').Position} Position */
/** @typedef {import('./board.js').View} View */
/** @typedef {import('./ui.js').Part} Part */
/** @typedef {import('./lines.js').Line} Line */

/** The places of the page, by their ids, that a mode fills. */
export const places = /** @type {const} */ ([
  'above',
  'cheer',
  'below',
  'bar',
  'status',
  'notices',
  'controls',
  'chapters',
  'review',
  'analysis',
  'moves',
]);

/** What the places show; one that is left out is empty. @typedef {Partial<Record<typeof places[number], Part>>} Parts */

export class Mode {
  /** whether the clocks of the game may run */
  timed = false;
  /** whether the engine may analyse the position beside it */
  analyses = false;
  /** whether arrows and circles can be drawn on the board */
  draws = false;
  /** whether a press on a square chooses no move, but goes to pick */
  picks = false;
  /** whether the board was turned round before the mode took the place of a game */
  wasFlipped = false;

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
  }

  /** Whether this is the mode of the page. */
  get on() {
    return this.app.state.mode === this;
  }

  /** Takes the place of a game, whose clock, engine and analysis stop. */
  replaceGame() {
    const { app } = this;
    app.interrupt();
    app.enter(this);
    app.analysis.stop();
    this.wasFlipped = app.state.flipped;
  }

  /** The side to move on the board. @returns {Side} */
  get turn() {
    return this.app.state.turn;
  }

  /** What the server says of the position on the board. @returns {Position | null} */
  get info() {
    return this.app.state.info;
  }

  /** Whether the person may move now. @returns {boolean} */
  get mayMove() {
    return false;
  }

  /** Why no move of the person counts, '' if one may. */
  get refusal() {
    return '';
  }

  /** What the board shows. @returns {View} */
  get view() {
    throw new Error('a mode has a board');
  }

  /** The FEN of the position on the board. */
  get boardFEN() {
    return fenOf(this.view.board, this.turn);
  }

  /** What is on the board as a game, which others can be given. */
  get sharedGame() {
    const game = new Game(this.boardFEN);
    game.mode = 'study';
    return game;
  }

  /** What is to be done on the board, '' where nothing is. @returns {string} */
  get task() {
    return '';
  }

  /** The link to what is on the board as a puzzle, '' without a solution. */
  get puzzleLink() {
    return puzzleLink(this.sharedGame);
  }

  /** What the places around the board show. @returns {Parts} */
  get parts() {
    return {};
  }

  /** The lines of moves that are shown as buttons, by their ids. @returns {Record<string, Line>} */
  get lines() {
    return {};
  }

  /** Takes a move of the person. @param {string} move */
  move(move) {
    void move;
  }

  /** Takes a press on a square, if the mode picks. @param {number} square */
  pick(square) {
    void square;
  }

  /** Plays a line that was shown. @param {Line} line */
  playLine(line) {
    void line;
  }

  /** What keys do. @returns {Record<string, () => void>} */
  get keys() {
    return {};
  }

  /** Takes a key, and returns whether it means something here. @param {string} key @returns {boolean} */
  key(key) {
    const action = this.keys[key];
    action?.();
    return Boolean(action);
  }

  /** Undoes or redoes a change. @param {import('./changes.js').Way} way */
  turnBack(way) {
    void way;
  }

  /** Says something until something else is on the board. @param {string} text */
  say(text) {
    void text;
  }

  /** Whether the engine is asked for its move together with what there is to know of the position. */
  get asksEngine() {
    return false;
  }

  /**
   * Asks the engine for its move and about the position.
   * @param {{ from: number }} request about the position @param {(info: Position) => boolean} take takes what is known of
   *   it, and returns whether it is still wanted
   */
  askEngine(request, take) {
    void request;
    void take;
  }

  /** All is known about the current position of the game. */
  arrived() {}

  /** Another node of the game becomes the current one. @param {Node} node */
  moved(node) {
    void node;
  }

  /** Another mode takes its place. @param {Mode} next */
  left(next) {
    void next;
  }

  /** What a reload should find again. @returns {import('./store.js').Doing} */
  get doing() {
    return {};
  }

  /** Whether something else may take the board, which the person may have to say. @returns {Promise<boolean>} */
  async yields() {
    return true;
  }

  /**
   * Says why a press on the board does nothing: the chosen piece does not go there, or,
   * without one, the piece there does not move.
   * @param {number} from the square of the chosen piece, -1 without one @param {number} to
   */
  refuse(from, to) {
    const { app, info, turn } = this;
    const { board, legal } = app.board.view;
    const piece = board[from >= 0 ? from : to];
    if (!info || !legal?.length || !piece) return;
    const name = pieceName(piece);
    let text = t('refuseMove', { piece: name, how: t(`how-${piece.toUpperCase()}`) });
    if (sideOf(piece) !== turn) text = t('refuseOther', { side: t(turn) });
    else if (info.check) text = t('inCheck', { side: t(turn) });
    else if (from < 0) text = t('refuseStuck', { piece: name });
    if (from >= 0) app.sound('wrong');
    app.state.refused = true;
    this.say(text);
  }
}
