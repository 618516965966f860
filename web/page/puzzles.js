// Puzzles: positions to solve, with the answers of the defender, and what the person
// has solved so far.

import { ask } from './api.js';
import { after, boardOf, other, sideOf, squareOf, turnOf } from './squares.js';
import { heldByPress } from './press.js';
import { loadProgress, saveDoing, saveProgress } from './store.js';
import { gap, notationText, setLanguage, sidePiece, squareText, t } from './texts.js';
import { button, byId, choice, el, keepFocus, showNotices } from './ui.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./api.js').Position} Position */
/** @typedef {import('./api.js').Puzzle} Puzzle */

/** The kinds of puzzles, and which ones belong to them. @type {Record<string, (p: Puzzle) => boolean>} */
const kinds = {
  all: () => true,
  mate1: (p) => p.theme === 'mate' && p.length === 1,
  mate2: (p) => p.theme === 'mate' && p.length === 2,
  mate3: (p) => p.theme === 'mate' && p.length === 3,
  mate4: (p) => p.theme === 'mate' && p.length > 3,
  material: (p) => p.theme === 'material',
};

const grades = [1, 2, 3, 4, 5];
const answerAfter = 450; // ms in which a move of the person can be seen before its answer
const wrongFor = 700; // ms in which a wrong move stays on the board

export class Puzzles {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.on = false;
    /** @type {Puzzle[]} */
    this.all = [];
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {string[]} the moves on the board */
    this.moves = [];
    /** @type {Position | null} */
    this.info = null;
    /** @type {'solve' | 'wait' | 'wrong' | 'solved' | 'shown'} */
    this.state = 'wait';
    this.helped = false; // by a hint, the solution or a wrong move
    this.hints = 0; // 1 shows the piece, 2 the move
    this.fault = '';
    this.failed = false; // the newest question
    this.asked = 0; // number of the newest question
    this.progress = loadProgress();
  }

  // Choosing

  /** @param {import('./store.js').Doing['puzzle']} [begun] the puzzle to go on with */
  start(begun) {
    const { app } = this;
    if (this.on) return;
    this.on = true;
    app.stopThinking();
    app.pauseClock();
    if (app.analysis.on) app.analysis.toggle();
    this.wasFlipped = app.flipped;
    this.fault = '';
    this.failed = false;
    this.load(begun);
  }

  /** Fetches the puzzles and opens one. @param {import('./store.js').Doing['puzzle']} [begun] as of start */
  async load(begun) {
    this.render();
    try {
      if (!this.all.length) this.all = await ask('puzzles', {});
    } catch (e) {
      if (this.on) this.fail(e);
      return;
    }
    if (!this.on) return;
    this.open(this.all.find((p) => p.id === (begun?.id ?? this.progress.last)) ?? this.all[0], begun);
  }

  stop() {
    this.on = false;
    saveDoing({});
    this.asked++;
    this.app.turnBoard(this.wasFlipped ?? false);
    this.app.render(true);
    this.app.learn(); // play continues
  }

  /** The puzzles of the chosen kind and grade. */
  get chosen() {
    const { kind, grade } = this.progress;
    return this.all.filter((p) => (kinds[kind] ?? kinds.all)(p) && (!grade || p.grade === grade));
  }

  /** Opens the next puzzle that is not solved, or after the last the first one. */
  next() {
    const { chosen } = this;
    const at = this.puzzle ? chosen.indexOf(this.puzzle) : -1;
    const rest = [...chosen.slice(at + 1), ...chosen.slice(0, at + 1)];
    const found = rest.find((p) => !this.progress.done[p.id] && p !== this.puzzle) ?? rest[0];
    if (found) this.open(found);
  }

  /** Chooses other puzzles. @param {{ kind?: string, grade?: number }} change */
  choose(change) {
    Object.assign(this.progress, change);
    saveProgress(this.progress);
    if (this.puzzle && this.chosen.includes(this.puzzle)) this.render();
    else this.next();
  }

  /** @param {Puzzle} puzzle @param {import('./store.js').Doing['puzzle']} [begun] how far it was solved */
  open(puzzle, begun) {
    this.puzzle = puzzle;
    this.progress.last = puzzle.id;
    saveProgress(this.progress);
    this.app.turnBoard(turnOf(puzzle.start) === 'black');
    const known = begun?.id === puzzle.id ? begun : null;
    this.helped = known?.helped ?? false;
    this.begin(known?.moves, known?.state);
  }

  /** Begins the puzzle again, or goes on with it. @param {string[]} [moves] @param {Puzzles['state']} [state] after them */
  begin(moves = [], state = 'solve') {
    this.moves = moves;
    this.hints = 0;
    this.fault = '';
    this.app.board.view.board = Array(90).fill('');
    this.learn(state);
  }

  /** Remembers how far the puzzle is solved. @param {string[]} [moves] those that stand */
  keep(moves = this.moves) {
    const { puzzle, helped, state } = this;
    if (puzzle) saveDoing({ puzzle: { id: puzzle.id, moves, helped, state: state === 'solved' || state === 'shown' ? state : 'solve' } });
  }

  // Solving

  /** The side of the person. @returns {Side} */
  get side() {
    return this.puzzle ? turnOf(this.puzzle.start) : 'red';
  }

  /** The side to move on the board. @returns {Side} */
  get turn() {
    return this.moves.length % 2 ? other(this.side) : this.side;
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
    this.info = null;
    this.failed = false;
    this.render();
    try {
      const info = await ask('position', { start: this.puzzle?.start, moves: this.moves.join(' '), lang: setLanguage(), name: this.puzzle?.moves[this.moves.length] });
      if (number !== this.asked || !this.on) return false;
      this.info = info;
    } catch (e) {
      if (number === this.asked) this.fail(e);
      return false;
    }
    this.state = state;
    if (state !== 'wait') this.keep();
    this.render();
    return true;
  }

  /** @param {unknown} e */
  fail(e) {
    this.failed = true;
    this.say(this.app.explain(e));
  }

  /** Asks once more what was not answered, from the person's newest right move. */
  tryAgain() {
    this.failed = false;
    if (this.puzzle) this.begin(this.moves.slice(0, 2 * Math.floor(this.moves.length / 2)));
    else {
      this.fault = '';
      this.load();
    }
  }

  /** Says something until the next move. @param {string} text */
  say(text) {
    this.fault = text;
    this.render();
  }

  /** Takes a move of the person. @param {string} move */
  async attempt(move) {
    const { puzzle, app } = this;
    if (!puzzle || this.state !== 'solve' || !this.info?.legal.includes(move)) return;
    const at = this.moves.length;
    const capture = Boolean(this.board()[squareOf(move.slice(2))]);
    this.moves.push(move);
    this.fault = '';
    const right = move === puzzle.moves[at];
    const last = at === puzzle.moves.length - 1;
    app.sound(capture ? 'capture' : 'move');
    if (!(await this.learn('wait'))) return;
    // Any mate will do as the last move.
    const mates = last && puzzle.theme === 'mate' && this.info?.end?.winner === this.side;
    if (!right && !mates) {
      await this.wrong();
      return;
    }
    this.hints = 0;
    if (last) {
      this.solved();
      return;
    }
    if (!(await this.pause(answerAfter))) return;
    this.moves.push(puzzle.moves[at + 1]);
    app.sound('move');
    this.learn('solve');
  }

  /** Takes a wrong move back. */
  async wrong() {
    this.helped = true;
    this.state = 'wrong';
    this.keep(this.moves.slice(0, -1));
    this.app.sound('wrong');
    this.render();
    if (!(await this.pause(wrongFor))) return;
    this.moves.pop();
    if (await this.learn('solve')) this.fault = t('puzzleWrong');
    this.render();
  }

  /** Waits, and says whether the puzzle is still the same. @param {number} ms */
  async pause(ms) {
    const number = this.asked;
    await new Promise((r) => setTimeout(r, this.app.settings.pause ? ms : 0));
    return this.on && number === this.asked;
  }

  solved() {
    const { puzzle, progress } = this;
    if (!puzzle) return;
    this.state = 'solved';
    // Whoever has solved it once without help keeps that.
    progress.done[puzzle.id] = this.helped && progress.done[puzzle.id] !== 'alone' ? 'helped' : 'alone';
    saveProgress(progress);
    this.keep();
    this.app.sound('end');
    this.render();
  }

  hint() {
    if (this.state !== 'solve') return;
    this.helped = true;
    this.keep();
    this.hints = Math.min(this.hints + 1, 2);
    this.fault = '';
    this.render();
  }

  /** Plays the solution to its end. */
  async show() {
    const { puzzle } = this;
    if (!puzzle || this.ended || this.state === 'wrong') return;
    this.helped = true;
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

  retry() {
    if (this.state === 'wrong') return;
    this.begin();
  }

  // Showing

  board() {
    return this.moves.reduce(after, boardOf(this.puzzle?.start ?? '9/9/9/9/9/9/9/9/9/9 w'));
  }

  /** What is to be done. */
  task() {
    const { puzzle } = this;
    if (!puzzle) return t('looking');
    const side = t(this.side);
    return puzzle.theme === 'material' ? t('puzzleWin', { side }) : t(puzzle.length === 1 ? 'puzzleMate1' : 'puzzleMate', { side, moves: puzzle.length });
  }

  statusText() {
    if (this.fault) return this.fault;
    if (this.state === 'solved') return t(this.helped ? 'puzzleSolvedHelped' : 'puzzleSolved');
    if (this.state === 'shown') return t('puzzleShown');
    if (this.state === 'wrong') return t('puzzleWrong');
    const { notation } = this.app;
    const next = this.puzzle?.moves[this.moves.length];
    if (this.hints === 2 && next && this.info) return t('hintIs', { move: this.app.moveText(this.info, next) });
    if (this.hints === 1 && next) {
      const piece = this.board()[squareOf(next)];
      return t('puzzleHint', { piece: sidePiece(piece), square: squareText(next, sideOf(piece), notation) });
    }
    if (!this.moves.length) return this.task();
    const answer = this.state === 'solve' && this.info?.line.at(-1);
    return answer ? t('puzzleAnswered', { side: t(other(this.side)), move: notationText(answer, notation) }) : t('puzzleGoOn');
  }

  render() {
    if (heldByPress(this, () => this.app.render())) return;
    const { app, puzzle, info } = this;
    const next = puzzle?.moves[this.moves.length] ?? '';
    const solving = this.state === 'solve';
    app.board.name(t('board'));
    app.board.show({
      board: this.board(), still: document.hidden, last: this.moves.at(-1), legal: solving ? info?.legal : undefined,
      check: info?.check ? squareOf(info.check) : undefined,
      hinted: solving && this.hints === 1 ? squareOf(next) : undefined,
      arrows: solving && this.hints === 2 ? [{ from: squareOf(next), to: squareOf(next.slice(2)), kind: 'hint' }] : [],
    });
    for (const [place, side] of /** @type {[string, Side][]} */ ([['above', other(this.side)], ['below', this.side]])) {
      byId(place).replaceChildren(el('span', { class: `disc ${side}` }), el('strong', {}, t(side)));
      byId(place).classList.toggle('to-move', solving && side === this.side);
    }
    byId('bar').hidden = true;
    byId('review').hidden = true;
    byId('analysis').replaceChildren();
    const text = this.statusText();
    if (byId('status').textContent !== text) byId('status').textContent = text;
    byId('status').classList.toggle('ended', this.state === 'solved');
    byId('status').classList.toggle('check', this.state === 'wrong');
    this.renderPanel();
    this.renderMoves();
  }

  renderPanel() {
    const { puzzle, progress, chosen } = this;
    const refocus = keepFocus();
    const solved = (/** @type {Puzzle[]} */ of) => of.filter((p) => progress.done[p.id]).length;
    const count = (/** @type {Puzzle[]} */ of) => `${solved(of)}/${of.length}`;
    const kindsText = Object.entries(kinds).map(([kind, belongs]) => /** @type {[string, string]} */ (
      [kind, t('counted', { what: t(`puzzles-${kind}`), n: count(this.all.filter(belongs)) })]));
    const ofKind = this.all.filter(kinds[progress.kind] ?? kinds.all);
    const gradesText = [['0', t('anyGrade')], ...grades.map((g) => [String(g), t('counted', { what: stars(g), n: count(ofKind.filter((p) => p.grade === g)) })])];
    const about = puzzle
      ? el('p', { class: 'notice puzzle' }, [
        this.statusText() === this.task() ? '' : this.task(), // once is enough
        t('puzzleAt', { at: chosen.indexOf(puzzle) + 1, of: chosen.length, stars: stars(puzzle.grade) }),
        progress.done[puzzle.id] ? t(`puzzle-${progress.done[puzzle.id]}`) : '',
      ].filter(Boolean).join(gap()))
      : null;
    showNotices([about, chosen.length || !this.all.length ? null : el('p', { class: 'notice' }, t('noPuzzles'))].filter((e) => e !== null));
    byId('controls').replaceChildren(
      el('div', { class: 'row' },
        this.failed ? button(t('askAgain'), () => this.tryAgain(), { id: 'puzzle-ask-again', class: 'main' }) : null,
        button(t('nextPuzzle'), () => this.next(), { id: 'puzzle-next', key: 'N', class: this.ended ? 'main' : undefined, disabled: !chosen.length }),
        button(t('hint'), () => this.hint(), { id: 'puzzle-hint', key: 'H', disabled: this.state !== 'solve' }),
        button(t('solution'), () => this.show(), { id: 'puzzle-show', key: 'S', disabled: !puzzle || this.ended }),
        button(t('puzzleAgain'), () => this.retry(), { id: 'puzzle-retry', key: 'R', disabled: !this.moves.length })),
      choice(t('puzzleKind'), 'puzzle-kind', kindsText, progress.kind, (kind) => this.choose({ kind })),
      choice(t('puzzleGrade'), 'puzzle-grade', /** @type {[string, string][]} */ (gradesText), String(progress.grade), (grade) => this.choose({ grade: Number(grade) })),
      el('div', { class: 'row' }, button(t('leavePuzzles'), () => this.stop(), { id: 'puzzle-leave', key: 'Esc' })),
    );
    refocus();
  }

  /** Writes the moves on the board. */
  renderMoves() {
    const line = this.info?.line ?? [];
    byId('moves').replaceChildren(el('p', { class: 'solution' }, line.map((m) => notationText(m, this.app.notation)).join('  ')));
  }

  /** Whether a key means something here. @param {string} key */
  key(key) {
    /** @type {Record<string, () => void>} */
    const actions = { n: () => this.next(), h: () => this.hint(), s: () => this.show(), r: () => this.retry(), Escape: () => this.stop() };
    actions[key]?.();
    return key in actions;
  }
}

/** A grade as stars. @param {number} grade */
const stars = (grade) => '★'.repeat(grade) + '☆'.repeat(grades.length - grade);
