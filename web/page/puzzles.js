// Puzzles: positions to solve, with the answers of the defender.

import { arrow } from './analysis.js';
import { ask } from './api.js';
import { Exercise, wrongFor } from './exercise.js';
import { aboutPuzzle, puzzleControls, statusText, taskText } from './puzzlepanel.js';
import { sideName, strip, strips } from './players.js';
import { linkOf, loadPuzzles } from './puzzlefile.js';
import { Refutation } from './refutation.js';
import { after, boardOf, other, squareOf, turnOf } from './squares.js';
import { language, notationText, t } from './texts.js';
import { Training } from './training.js';
import { el, part, toBoard } from './ui.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./api.js').Position} Position */
/** @typedef {import('./puzzlefile.js').Puzzle} Puzzle */
/** @typedef {import('./store.js').Doing['puzzle']} Begun how far a puzzle was solved */

const answerAfter = 450; // ms in which a move of the person can be seen before its answer

export class Puzzles extends Exercise {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    super(app);
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {string[]} the moves on the board */
    this.moves = [];
    /** @type {Position | null} */
    this.known = null;
    /** @type {'solve' | 'wait' | 'wrong' | 'solved' | 'shown'} */
    this.state = 'wait';
    this.helped = false; // by a hint, the solution or a wrong move
    this.hints = 0; // 1 shows the piece, 2 the move
    this.mate = 0; // in how many moves another win than the solution mates, 0 for none
    this.training = new Training();
    this.refutation = new Refutation(this);
    /** what the person's rating was before the puzzle on the board changed it, 0 if it has not */
    this.ratedBefore = 0;
  }

  get all() {
    return this.training.all;
  }

  get progress() {
    return this.training.progress;
  }

  // Choosing

  /** Begins with puzzles, unless the person keeps a position that was set up. */
  async choosePuzzles() {
    if (await this.app.state.mode.yields()) this.start();
  }

  /** Shows a puzzle that somebody has made. @param {Puzzle} own */
  pose(own) {
    if (this.on) this.open(own);
    else this.start({ id: own.id, own, moves: [], helped: false, state: 'solve' });
  }

  /** @param {Begun} [begun] the puzzle to go on with */
  start(begun) {
    if (this.on) return;
    this.replaceGame();
    this.load(begun);
  }

  /** Fetches the puzzles and opens one. @param {Begun} [begun] as of start */
  async load(begun) {
    this.fault = '';
    this.failed = null;
    this.app.render();
    try {
      if (!this.all.length) this.training.use(await loadPuzzles());
    } catch (e) {
      if (this.on) this.fail(e, () => this.load(begun));
      return;
    }
    if (!this.on) return;
    const last = begun?.own ?? this.all.find((p) => p.id === (begun?.id ?? this.progress.last));
    if (last) this.open(last, begun);
    else this.next();
  }

  left() {
    this.refutation.stop();
    super.left();
  }

  /** The puzzles of the chosen kind and grade. */
  get chosen() {
    return this.training.summary.chosen;
  }

  /** Opens another puzzle of those chosen. */
  next() {
    const found = this.training.after(this.puzzle);
    if (found) this.open(found);
    else this.app.render();
  }

  /** Opens the puzzle of the day. */
  daily() {
    if (this.all.length) this.open(this.training.summary.daily);
  }

  /** Chooses other puzzles. @param {{ kind?: string, grade?: number }} change */
  choose(change) {
    this.training.change((p) => Object.assign(p, change));
    if (this.puzzle && this.chosen.includes(this.puzzle)) this.app.render();
    else this.next();
  }

  /** @param {Puzzle} puzzle @param {Begun} [begun] how far it was solved */
  open(puzzle, begun) {
    this.puzzle = puzzle;
    this.ratedBefore = 0;
    this.refutation.tried = null;
    if (puzzle.theme !== 'own')
      this.training.change((p) => {
        p.last = puzzle.id;
      });
    this.app.turnBoard(turnOf(puzzle.start) === 'black');
    const known = begun?.id === puzzle.id ? begun : null;
    this.helped = known?.helped ?? false;
    this.begin(known?.moves, known?.state);
    toBoard();
  }

  /** Begins the puzzle again, or goes on with it. @param {string[]} [moves] @param {Puzzles['state']} [state] after them */
  begin(moves = [], state = 'solve') {
    this.moves = moves;
    this.hints = 0;
    this.mate = 0;
    this.fault = '';
    this.refutation.stop();
    this.app.board.clear();
    this.learn(state);
  }

  /** @returns {import('./store.js').Doing} */
  get doing() {
    const { puzzle, helped, state, moves } = this;
    if (!puzzle) return {};
    const standing = state === 'wrong' ? moves.slice(0, -1) : moves;
    return {
      puzzle: {
        id: puzzle.id,
        own: puzzle.theme === 'own' ? puzzle : undefined,
        moves: standing,
        helped,
        state: state === 'solved' || state === 'shown' ? state : 'solve',
      },
    };
  }

  // Solving

  get info() {
    return this.known;
  }

  /** The side of the person. @returns {Side} */
  get side() {
    return this.puzzle ? turnOf(this.puzzle.start) : 'red';
  }

  get turn() {
    const plies = this.refutation.on ? this.refutation.plies : this.moves.length;
    return plies % 2 ? other(this.side) : this.side;
  }

  get mayMove() {
    return this.state === 'solve' && Boolean(this.known) && !this.refutation.on;
  }

  get ended() {
    return this.state === 'solved' || this.state === 'shown';
  }

  /**
   * Asks about the position on the board, and then takes a state.
   * @param {Puzzles['state']} state @returns {Promise<boolean>} whether it is still wanted
   */
  async learn(state) {
    const number = ++this.asked;
    this.state = 'wait';
    this.known = null;
    this.failed = null;
    this.app.render();
    const request = {
      start: this.puzzle?.start,
      moves: this.moves.join(' '),
      lang: language(),
      name: this.puzzle?.moves[this.moves.length],
    };
    try {
      const known = await ask('position', request);
      if (number !== this.asked || !this.on) return false;
      this.known = known;
    } catch (e) {
      if (number === this.asked) this.fail(e);
      return false;
    }
    this.state = state;
    if (state !== 'wait') this.app.remember();
    this.app.render();
    return true;
  }

  /** Goes on from the person's newest right move. */
  again() {
    this.begin(this.moves.slice(0, 2 * Math.floor(this.moves.length / 2)));
  }

  move(/** @type {string} */ move) {
    if (this.mayMove) this.attempt(move);
  }

  /** Takes a move of the person. @param {string} move */
  async attempt(move) {
    const { puzzle, app } = this;
    if (!puzzle || this.state !== 'solve' || !this.known?.legal.includes(move)) return;
    const at = this.moves.length;
    const capture = Boolean(this.board()[squareOf(move.slice(2))]);
    this.moves.push(move);
    this.fault = '';
    const right = move === puzzle.moves[at];
    const last = at === puzzle.moves.length - 1;
    app.sound(capture ? 'capture' : 'move');
    if (!(await this.learn('wait'))) return;
    // Any mate will do as the last move, and so will an earlier mate where no proof excludes it.
    const mayMate = puzzle.theme === 'own' || (last && puzzle.theme === 'mate');
    const mates = mayMate && this.known?.end?.winner === this.side;
    if (!right && !mates) {
      await this.tryOther();
      return;
    }
    this.hints = 0;
    if (last || mates) {
      this.solved();
      return;
    }
    if (!(await this.pause(answerAfter))) return;
    this.moves.push(puzzle.moves[at + 1]);
    app.sound('move');
    this.learn('solve');
  }

  /** Takes another move than the solution: it solves the puzzle if it is proved to mate too. */
  async tryOther() {
    const { puzzle, asked } = this;
    if (puzzle?.theme === 'own') {
      await this.wrong();
      return;
    }
    try {
      const { mate } = await ask('win', { start: puzzle?.start, moves: this.moves.join(' '), least: puzzle?.length });
      if (!this.on || asked !== this.asked) return;
      this.mate = mate;
    } catch (e) {
      if (asked === this.asked) this.fail(e);
      return;
    }
    if (this.mate) this.solved();
    else await this.wrong();
  }

  /** Takes a wrong move back. */
  async wrong() {
    const { app } = this;
    this.help();
    this.state = 'wrong';
    app.remember();
    app.sound('wrong');
    app.render();
    if (!(await this.pause(wrongFor))) return;
    const move = this.moves.pop() ?? '';
    this.refutation.tried = { moves: [...this.moves], better: this.solution, move };
    if (await this.learn('solve')) this.fault = t('puzzleWrong');
    app.render();
  }

  /** Notes that the person does not solve the puzzle alone. */
  help() {
    const { puzzle } = this;
    if (puzzle && !this.helped) this.rate(() => this.training.failed(puzzle));
    this.helped = true;
  }

  /** Notes how a puzzle goes, unless somebody has made it. @param {() => void} note */
  rate(note) {
    if (this.puzzle?.theme === 'own') return;
    const before = this.progress.own;
    note();
    if (this.progress.own.rating !== before.rating) this.ratedBefore = before.rating;
  }

  solved() {
    const { puzzle, helped, app } = this;
    if (!puzzle) return;
    this.state = 'solved';
    this.rate(() => this.training.solved(puzzle, !helped));
    app.remember();
    app.sound('end');
    app.render();
  }

  hint() {
    if (this.state !== 'solve') return;
    this.refutation.stop();
    this.help();
    this.app.remember();
    this.hints = Math.min(this.hints + 1, 2);
    Object.assign(this, { failed: null, fault: '' });
    this.app.render();
  }

  /** Plays the solution to its end. */
  async show() {
    const { puzzle } = this;
    if (!puzzle || this.ended || this.state === 'wrong') return;
    this.refutation.stop();
    this.help();
    this.hints = 0;
    this.fault = '';
    const wrong = this.moves.findIndex((m, i) => m !== puzzle.moves[i]);
    if (wrong >= 0) this.moves.length = wrong; // the newest, not yet taken back
    while (this.moves.length < puzzle.moves.length) {
      const last = this.moves.length === puzzle.moves.length - 1;
      this.moves.push(puzzle.moves[this.moves.length]);
      this.app.sound('move');
      if (!(await this.learn(last ? 'shown' : 'wait'))) return;
      if (!last && !(await this.pause(2 * answerAfter))) return;
    }
  }

  /** Begins the puzzle again, or goes back to it from the answer to a wrong move. */
  retry() {
    if (this.refutation.on) {
      this.refutation.stop();
      this.app.render();
    } else if (this.state !== 'wrong') this.begin();
  }

  /** @returns {Record<string, () => void>} */
  get keys() {
    const { refutation } = this;
    return {
      w: () => refutation.ask(),
      ArrowLeft: () => refutation.go(refutation.at - 1),
      ArrowRight: () => refutation.go(refutation.at + 1),
      n: () => this.next(),
      d: () => this.daily(),
      h: () => this.hint(),
      s: () => this.show(),
      r: () => this.retry(),
      Escape: () => this.app.toGame(),
    };
  }

  // Showing

  /** @param {string[]} moves from the start of the puzzle */
  boardAfter(moves) {
    return moves.reduce(after, boardOf(this.puzzle?.start ?? '9/9/9/9/9/9/9/9/9/9 w'));
  }

  board() {
    return this.boardAfter(this.moves);
  }

  /** The next move of the solution, '' after the last. */
  get solution() {
    return this.puzzle?.moves[this.moves.length] ?? '';
  }

  get view() {
    const { known, solution, hints, refutation } = this;
    if (refutation.on) return { board: refutation.board, last: refutation.last };
    const solving = this.state === 'solve';
    return {
      board: this.board(),
      last: this.moves.at(-1),
      legal: solving ? known?.legal : undefined,
      check: known?.check ? squareOf(known.check) : undefined,
      hinted: solving && hints === 1 ? squareOf(solution) : undefined,
      arrows: solving && hints === 2 ? [arrow(solution, 'hint')] : [],
    };
  }

  get puzzleLink() {
    return this.puzzle ? linkOf(this.puzzle) : '';
  }

  get task() {
    return this.puzzle && !this.moves.length ? taskText(this) : '';
  }

  get status() {
    return statusText(this);
  }

  get parts() {
    const { state, status, side, refutation } = this;
    const line = (this.known?.line ?? []).map((m) => notationText(m, this.app.state.notation)).join('  ');
    const solution = refutation.on ? refutation.buttons : [line];
    return {
      ...strips(side, (s) => strip(state === 'solve' && s === side, ...sideName(s))),
      status: part({ class: state === 'solved' ? 'ended' : state === 'wrong' ? 'check' : '' }, status),
      notices: part({}, ...aboutPuzzle(this)),
      controls: part({}, ...puzzleControls(this)),
      moves: part({}, (refutation.on || line) && el('p', { class: 'solution' }, ...solution)),
    };
  }
}
