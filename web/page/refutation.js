// Why a wrong move of a puzzle is wrong: the answer of the opponent and what follows, by
// the engine, on the board.

import { aborted, stream } from './api.js';
import { scoreText } from './graph.js';
import { after, other } from './squares.js';
import { language, notationText, sentences, t } from './texts.js';
import { el } from './ui.js';
import { saidMove } from './words.js';

/** How many moves of the line are played by themselves. */
const played = 4;
const each = 900; // ms that each of them stays
const nodes = 50_000; // for a position, as of a review

export class Refutation {
  /** @type {{ moves: string[], better: string, move: string } | null} the newest wrong move: the moves before it, and that of the solution */
  tried = null;
  /** @type {import('./api.js').Attempt | null} */
  answer = null;
  at = 0; // how many moves of the line are on the board
  led = false; // whether the person has chosen a position of the line
  wait = 0; // place in the queue of the engine
  /** @type {AbortController | null} of the newest question, until the person is done with the answer */
  control = null;

  /** @param {import('./puzzles.js').Puzzles} puzzles */
  constructor(puzzles) {
    this.puzzles = puzzles;
  }

  /** Whether it has the board. */
  get on() {
    return Boolean(this.control);
  }

  /** Whether there is a wrong move to ask about now. */
  get possible() {
    return Boolean(this.tried) && !this.on && !['wait', 'wrong'].includes(this.puzzles.state);
  }

  /** Gives the board back. */
  stop() {
    this.control?.abort();
    this.control = null;
    this.answer = null;
  }

  /** Asks the engine what is wrong with the move, and shows it. */
  async ask() {
    const { puzzles, tried } = this;
    const { puzzle, app } = puzzles;
    if (!tried || !puzzle || !this.possible) return;
    const control = new AbortController();
    Object.assign(this, { control, at: 1, led: false, wait: 0 });
    if (puzzles.failed) Object.assign(puzzles, { failed: null, fault: '' });
    app.board.clear();
    app.render();
    const { move } = tried;
    const request = { start: puzzle.start, moves: tried.moves.join(' '), lang: language(), nodes };
    try {
      await stream('attempt', { ...request, best: tried.better, played: move, tried: move }, control.signal, (line) => {
        if (this.control !== control) return;
        this.wait = line.wait ?? 0;
        if (line.grade) this.answer = line;
        app.update();
      });
      if (!this.answer) throw new TypeError('no answer');
    } catch (e) {
      if (aborted(e) || this.control !== control) return;
      this.stop();
      puzzles.fail(e, () => this.ask());
      return;
    }
    const playing = () => this.control === control && !this.led;
    if (playing()) app.render();
    while (playing() && this.at < Math.min(played, this.line.length)) {
      await new Promise((r) => setTimeout(r, app.state.settings.pause ? each : 0));
      if (!playing()) return;
      this.at++;
      app.render();
    }
  }

  /** The wrong move and what follows it. */
  get line() {
    return this.answer?.line ?? [];
  }

  /** Shows one of the positions of the line, which then plays no further. @param {number} at */
  go(at) {
    if (!this.answer || at < 0 || at > this.line.length) return;
    Object.assign(this, { at, led: true });
    this.puzzles.app.render();
  }

  get board() {
    const { puzzles, tried } = this;
    const moves = [tried?.move ?? '', ...this.line.slice(1).map((m) => m.move)].slice(0, this.at);
    return moves.reduce(after, puzzles.boardAfter(tried?.moves ?? []));
  }

  /** How many moves lead from the start of the puzzle to the board. */
  get plies() {
    return (this.tried?.moves.length ?? 0) + this.at;
  }

  get last() {
    return this.at > 1 ? this.line[this.at - 1].move : this.at ? this.tried?.move : this.tried?.moves.at(-1);
  }

  get status() {
    const { answer, line, puzzles } = this;
    if (this.wait) return t('waiting', { place: this.wait });
    if (!answer) return t('judging');
    const page = puzzles.app.state;
    const before = puzzles.boardAfter(this.tried?.moves ?? []);
    const [tried, answered] = line;
    const move = saidMove(page, before, tried);
    const reply = answered && saidMove(page, after(before, tried.move), answered);
    const side = t(other(puzzles.side));
    return sentences(
      t(`whyNot-${puzzles.puzzle?.theme}`, { move }),
      reply ? t('whyAnswer', { side, move: reply, score: scoreText(answer.score) }) : '',
    );
  }

  /** The line as buttons. */
  get buttons() {
    return this.line.map((m, i) =>
      el(
        'button',
        {
          type: 'button',
          class: 'pv',
          id: `why-${i}`,
          'aria-current': this.at === i + 1 ? 'true' : undefined,
          onclick: () => this.go(i + 1),
        },
        notationText(m, this.puzzles.app.state.notation),
      ),
    );
  }
}
