// The course: somebody who does not know the game learns how the pieces move, and what
// check, mate, stalemate and repetition are, by moves on the board.

import { arrow } from './analysis.js';
import { ask } from './api.js';
import { defaultGame, startGame } from './begin.js';
import { courseButtons, courseChoice } from './coursepanel.js';
import { Exercise, wrongFor } from './exercise.js';
import { byBoard, reached, remaining, sideToLearn } from './lessons.js';
import { sideName, strip, strips } from './players.js';
import { after, boardOf, fenOf, other, squareOf } from './squares.js';
import { loadCourse, saveCourse } from './store.js';
import { language, pieceName, sentences, t, textOr } from './texts.js';
import { el, part, toBoard } from './ui.js';
import { moveWords } from './words.js';

/** @typedef {import('./api.js').Position} Position */
/** @typedef {import('./lessons.js').Step} Step */

export class Course extends Exercise {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    super(app);
    /** @type {Step[]} */
    this.all = [];
    /** @type {Step | null} */
    this.step = null;
    /** the position from which the server counts, and the moves that lead from there to the board */
    this.fen = '';
    /** @type {string[]} */
    this.moves = [];
    /** @type {string[]} the moves of the person in this step */
    this.own = [];
    /** @type {Position | null} */
    this.known = null;
    /** @type {'try' | 'wait' | 'wrong' | 'done'} */
    this.state = 'wait';
    this.hinted = false;
    this.progress = loadCourse();
  }

  // Choosing

  /** Begins with the course, unless the person keeps a position that was set up. @param {string} [lesson] to begin with */
  async choose(lesson = '') {
    if (await this.app.state.mode.yields()) this.start({ lesson });
  }

  /** @param {{ id?: string, lesson?: string }} [from] the step or lesson to begin with, else the first that is not done */
  start({ id = '', lesson = '' } = {}) {
    const { app } = this;
    if (!this.on) {
      this.replaceGame();
      app.turnBoard(false);
    }
    this.load((s) => (id ? s.id === id : lesson ? s.lesson === lesson : !this.progress.done.includes(s.id)));
  }

  /** Fetches the table of the steps, and opens the first that fits. @param {(step: Step) => boolean} fits */
  async load(fits) {
    this.fault = '';
    this.failed = null;
    this.app.render();
    try {
      if (!this.all.length) this.all = await table();
    } catch (e) {
      if (this.on) this.fail(e, () => this.load(fits));
      return;
    }
    if (this.on) this.open(this.all.find(fits) ?? this.all[0]);
  }

  /** @param {Step} step */
  open(step) {
    this.step = step;
    this.progress.at = step.id;
    saveCourse(this.progress);
    this.app.remember();
    this.app.board.clear();
    this.again();
    toBoard();
  }

  /** Begins the step again. */
  again() {
    const { step } = this;
    if (!step) return;
    this.fen = step.fen;
    this.moves = step.before?.split(' ') ?? [];
    this.own = [];
    this.hinted = false;
    this.fault = '';
    this.learn();
  }

  /** Opens the next step, or after the last one plays. */
  next() {
    const { step, all, app } = this;
    if (!step) return;
    const next = all[all.indexOf(step) + 1];
    if (next) this.open(next);
    else startGame(app, defaultGame(app));
  }

  /** @returns {import('./store.js').Doing} */
  get doing() {
    return this.step ? { course: this.step.id } : {};
  }

  // Moving

  get info() {
    return this.known;
  }

  get turn() {
    return this.step ? sideToLearn(this.step) : 'red';
  }

  /** After a move the other side is to move, unless the person moves alone. */
  get boardFEN() {
    const { step, moves, turn } = this;
    const before = step?.before?.split(' ').length ?? 0;
    const answers = step && !byBoard(step) && (moves.length - before) % 2;
    return fenOf(this.board(), answers ? other(turn) : turn);
  }

  get mayMove() {
    return this.state === 'try';
  }

  /** Asks about the position on the board, and whether it may be there. */
  async learn() {
    const number = ++this.asked;
    this.state = 'wait';
    this.failed = null;
    this.app.render();
    try {
      const known = await this.about(this.moves);
      if (number !== this.asked || !this.on) return;
      this.known = known;
      this.state = 'try';
      this.app.render();
    } catch (e) {
      if (number === this.asked) this.fail(e);
    }
  }

  /** What the server says after moves. @param {string[]} moves @returns {Promise<Position>} */
  about(moves) {
    return ask('position', { start: this.fen, moves: moves.join(' '), lang: language() });
  }

  move(/** @type {string} */ move) {
    this.attempt(move);
  }

  /** Takes a move of the person. @param {string} move */
  async attempt(move) {
    const { step, app, known } = this;
    if (!step || this.state !== 'try' || !known?.legal.includes(move)) return;
    const before = this.board();
    const board = after(before, move);
    const number = ++this.asked;
    const { fen, moves } = this;
    this.fault = '';
    this.state = 'wait';
    app.sound(before[squareOf(move.slice(2))] ? 'capture' : 'move');
    this.moves = [...moves, move];
    app.render();
    /** @type {Position | null} */
    let then = null;
    let fault = '';
    try {
      const done = byBoard(step) && reached(step, move, board, known, null);
      if (!done) then = await this.about(this.moves);
      // Alone, the person moves again: the opponent must not stand in check then.
      if (byBoard(step) && then?.check) fault = t('lessonChecks');
      else if (byBoard(step) && !done && number === this.asked && this.on) {
        [this.fen, this.moves] = [fenOf(board, this.turn), []];
        then = await this.about([]);
      }
    } catch (e) {
      if (number !== this.asked || !this.on) return;
      [this.fen, this.moves] = [fen, moves];
      this.fail(e);
      return;
    }
    if (number !== this.asked || !this.on) return;
    const right = !fault && reached(step, move, board, known, then);
    if (fault || (!right && !byBoard(step))) {
      await this.wrong(fault || t('lessonWrong'), fen, moves);
      return;
    }
    this.own.push(move);
    if (right) {
      this.solved();
      return;
    }
    this.known = then;
    this.hinted = false;
    this.state = 'try';
    app.render();
  }

  /** Takes a wrong move back. @param {string} fault @param {string} fen @param {string[]} moves before it */
  async wrong(fault, fen, moves) {
    const { app } = this;
    this.state = 'wrong';
    this.fault = fault;
    app.sound('wrong');
    app.render();
    if (!(await this.pause(wrongFor))) return;
    [this.fen, this.moves] = [fen, moves];
    this.state = 'try';
    app.render();
  }

  solved() {
    const { step, progress, app } = this;
    if (!step) return;
    this.state = 'done';
    if (!progress.done.includes(step.id)) progress.done.push(step.id);
    saveCourse(progress);
    app.sound('end');
    app.render();
    document.getElementById('course-next')?.focus({ preventScroll: true });
  }

  /** Shows the next move of the solution, from the beginning if the person went another way. */
  hint() {
    const { step, own } = this;
    if (!step || this.state !== 'try') return;
    if (own.some((m, i) => m !== step.solution[i])) this.again();
    this.hinted = true;
    this.app.render();
  }

  /** @returns {Record<string, () => void>} */
  get keys() {
    return {
      n: () => this.next(),
      h: () => this.hint(),
      r: () => this.again(),
      Escape: () => this.app.toGame(),
    };
  }

  // Showing

  board() {
    return this.moves.reduce(after, boardOf(this.fen || '9/9/9/9/9/9/9/9/9/9 w'));
  }

  get view() {
    const { known, step, state } = this;
    const board = this.board();
    const trying = state === 'try';
    const next = step?.solution[this.own.length];
    return {
      board,
      last: this.moves.at(-1) ?? this.own.at(-1),
      legal: trying ? known?.legal : undefined,
      check: trying && known?.check ? squareOf(known.check) : undefined,
      loses: new Set(Object.keys(known?.marks ?? {})),
      goals: step && state !== 'done' ? remaining(step, board) : [],
      arrows: trying && this.hinted && next ? [arrow(next, 'hint')] : [],
    };
  }

  get task() {
    const { step, state } = this;
    if (!step || state === 'done') return '';
    const n = remaining(step, this.board()).length;
    return t(`task-${step.goal}`, { piece: step.piece ? pieceName(step.piece) : '', n });
  }

  /** The next move of the solution in words, which the arrow on the board does not say to who hears the page. */
  get hintText() {
    const next = this.state === 'try' && this.hinted && this.step?.solution[this.own.length];
    if (!next) return '';
    const words = moveWords(this.board(), next, this.app.state.notation);
    return t('hintIs', { move: words + t('join.stop') });
  }

  get status() {
    const { fault, failed, state, all, step, task } = this;
    if (state !== 'done') return sentences(fault, this.hintText, failed ? '' : task || t('looking'));
    const last = step === all.at(-1);
    return last ? t('courseDone') : t('lessonRight');
  }

  get parts() {
    const { state, status, step, turn } = this;
    return {
      ...strips('red', (s) => strip(state === 'try' && s === turn, ...sideName(s))),
      status: part({ class: state === 'done' ? 'ended' : state === 'wrong' ? 'check' : '' }, status),
      notices: part({}, ...(step ? [el('p', { class: 'notice lesson', key: step.id }, explanation(step))] : [])),
      controls: part({}, courseButtons(this)),
      analysis: part({}, courseChoice(this)),
    };
  }
}

/** What a step teaches. @param {Step} step */
const explanation = ({ id, lesson }) => sentences(t(`learn-${lesson}`), textOr(`tip-${id}`, ''));

/** The table of the steps. @returns {Promise<Step[]>} */
async function table() {
  const response = await fetch('lessons.json');
  if (!response.ok) throw new TypeError('no table of the course');
  return response.json();
}
