// The search for better moves by the person: each mistake of a review once more.

import { arrow } from './analysis.js';
import { aborted, stream } from './api.js';
import { GameMode } from './gamemode.js';
import { percent } from './judged.js';
import { requestFor } from './positions.js';
import { line } from './reviewpanel.js';
import { after, fenOf, nameOf, other, sideOf, squareOf } from './squares.js';
import { sidePiece, squareText, t } from './texts.js';
import { button, byId, el, part } from './ui.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./api.js').Judged} Judged */
/** @typedef {import('./api.js').Attempt} Attempt */

/**
 * How far the person is.
 * @typedef {object} Trial
 * @property {Judged[]} faults
 * @property {number} at place in faults, beyond them at the end
 * @property {'ask' | 'judging' | 'wrong' | 'near' | 'right' | 'shown'} state
 * @property {boolean} helped by a hint
 * @property {Attempt | null} answer to the newest attempt
 * @property {('once' | 'later' | 'shown' | 'skipped')[]} results
 * @property {number} tries at this fault
 */

/** How long an attempt that failed stays on the board, in ms. */
const lookAt = 900;

export class Retry extends GameMode {
  analyses = false;
  /** @type {Trial | null} */
  trial = null;
  /** @type {{ board: string[], last: string } | null} an attempt on the board */
  tried = null;
  /** @type {AbortController | null} of the attempt that is judged */
  control = null;
  wait = 0; // place in the queue of the engine
  timer = 0;

  /** A change does not end the trial. */
  turnBack() {}

  get review() {
    return this.app.review;
  }

  /** Whether a person may try a move now. */
  get asking() {
    return Boolean(this.trying?.better) && ['ask', 'wrong', 'near'].includes(this.trial?.state ?? '');
  }

  get mayMove() {
    return this.asking && Boolean(this.info) && !this.previewed;
  }

  get previewed() {
    return this.tried ?? super.previewed;
  }

  get boardFEN() {
    return this.tried ? fenOf(this.tried.board, other(this.app.state.turn)) : super.boardFEN;
  }

  /** The mistake that is tried again, null at the end. @returns {Judged | null} */
  get trying() {
    return this.trial?.faults[this.trial.at] ?? null;
  }

  /** @param {number} [ply] of the mistake to begin with */
  start(ply) {
    const { app, review } = this;
    const { faults } = review;
    if (review.running || !faults.length) return;
    const at = Math.max(
      0,
      faults.findIndex((m) => m.ply === ply),
    );
    this.trial = { faults, at, state: 'ask', helped: false, answer: null, results: [], tries: 0 };
    app.enter(this);
    app.analysis.stop();
    this.ask();
  }

  /** Shows the position before the mistake. */
  ask() {
    const { trial, trying, app, review } = this;
    if (!trial) return;
    Object.assign(trial, { state: 'ask', helped: false, answer: null, tries: 0 });
    this.takeBack();
    if (!trying) {
      app.render();
      document.getElementById('retry-again')?.focus();
      return;
    }
    review.selected = trying.ply;
    app.remember();
    app.goTo(review.before(trying));
    byId('table').scrollIntoView({ block: 'nearest' });
  }

  /** Takes an attempt from the board. */
  takeBack() {
    clearTimeout(this.timer);
    this.tried = null;
  }

  /** Back to the review. */
  stop() {
    this.app.enter(this.review);
    this.app.render();
  }

  left(/** @type {import('./mode.js').Mode} */ next) {
    this.takeBack();
    this.control?.abort();
    this.control = null;
    this.wait = 0;
    this.trial = null;
    if (next !== this.review) this.review.left(next);
  }

  moved(/** @type {Node} */ node) {
    if (this.trying && node !== this.review.before(this.trying)) this.app.enter(this.review);
  }

  get doing() {
    return this.review.doing;
  }

  /** Tries a legal move. @param {string} move */
  async attempt(move) {
    const { app, trial, trying } = this;
    if (!trial || !trying?.better) return;
    this.takeBack();
    const { state } = app;
    const node = state.game.current;
    const board = state.game.boardAt(node);
    app.sound(board[squareOf(move.slice(2))] ? 'capture' : 'move');
    this.tried = { board: after(board, move), last: move };
    state.message = '';
    trial.state = 'judging';
    app.render();
    const control = new AbortController();
    this.control = control;
    const request = {
      ...requestFor(state, node),
      best: trying.better[0].move,
      played: trying.line?.[0].move,
      tried: move,
      nodes: state.settings.reviewNodes,
    };
    /** @type {Attempt | null} */
    let answer = null;
    try {
      await stream('attempt', request, control.signal, (line) => {
        if (this.control !== control) return;
        this.wait = line.wait ?? 0;
        if (line.grade) answer = line;
        else app.update();
      });
      if (!answer) throw new TypeError('no answer');
    } catch (e) {
      if (aborted(e) || this.control !== control) return;
      this.wait = 0;
      this.tried = null;
      trial.state = 'ask';
      app.report(e);
      app.render();
      return;
    }
    if (this.control === control) this.answered(answer);
  }

  /** @param {Attempt | null} answer */
  answered(answer) {
    const { trial, app } = this;
    if (!trial || !answer) return;
    trial.answer = answer;
    trial.tries++;
    trial.state = answer.grade;
    if (answer.grade === 'right') {
      trial.results[trial.at] = trial.tries === 1 && !trial.helped ? 'once' : 'later';
      app.render();
      this.focusNext();
      return;
    }
    app.sound('wrong');
    app.render();
    this.timer = window.setTimeout(() => {
      this.tried = null;
      app.render();
    }, lookAt);
  }

  /** Names the piece to move, and marks it. */
  help() {
    const { trial, app } = this;
    if (!trial || !this.asking) return;
    trial.helped = true;
    trial.state = 'ask';
    app.state.message = '';
    app.render();
  }

  /** Shows the better move. */
  solve() {
    const { trial, app } = this;
    if (!trial || !this.asking) return;
    this.takeBack();
    app.state.message = '';
    trial.state = 'shown';
    trial.results[trial.at] = 'shown';
    app.render();
    this.focusNext();
  }

  /** Puts the focus on the button that goes on after a right answer or a solution. */
  focusNext() {
    document.getElementById('retry-next')?.focus({ preventScroll: true });
  }

  next() {
    const { trial } = this;
    if (!trial || trial.state === 'judging') return;
    trial.results[trial.at] ??= 'skipped';
    trial.at++;
    this.ask();
  }

  move(/** @type {string} */ move) {
    if (this.mayMove && this.info?.legal.includes(move)) this.attempt(move);
  }

  /** @returns {Record<string, () => void>} */
  get keys() {
    const { n, f, o, p, '?': help } = super.keys;
    const next = () => {
      if (this.trying) this.next();
    };
    return {
      n,
      f,
      o,
      p,
      '?': help,
      h: () => this.help(),
      s: () => this.solve(),
      m: next,
      Escape: () => this.stop(),
      ...still,
    };
  }

  // Showing

  get lines() {
    const { trial, trying } = this;
    const moves = trial?.state === 'shown' ? trying?.better : trial?.state === 'right' ? trial.answer?.line : undefined;
    /** @type {Record<string, import('./lines.js').Line>} */
    const lines = {};
    if (trying && moves) lines.better = { from: this.review.before(trying), moves };
    return lines;
  }

  playLine(/** @type {import('./lines.js').Line} */ line) {
    this.review.playLine(line);
  }

  get ownArrows() {
    const m = this.trying;
    if (!m?.line || this.app.state.game.current !== this.review.before(m)) return null;
    const played = arrow(m.line[0].move, 'bad');
    return this.trial?.state === 'shown' && m.better ? [played, arrow(m.better[0].move, 'best')] : [played];
  }

  /** The square of the piece that a hint names, -1 for no hint. */
  get hinted() {
    const better = this.trial?.helped && this.asking ? this.trying?.better : null;
    return better ? squareOf(better[0].move) : -1;
  }

  get situation() {
    const { trial, trying, review, app } = this;
    if (!trial || !trying) return t('retryEnd', { n: trial?.results.length ?? 0 });
    if (this.wait) return t('waiting', { place: this.wait });
    const { answer } = trial;
    const board = app.state.game.boardAt(review.before(trying));
    const played = review.name(trying.line?.[0], board);
    const first = answer?.line[0];
    const values = {
      move: review.name(first, board),
      points: percent(answer?.points ?? 0),
      best: percent(answer?.best ?? 0),
      reply: first ? review.name(answer?.line[1], after(board, first.move)) : '',
    };
    switch (trial.state) {
      case 'judging':
        return t('judging');
      case 'right':
        return t(first?.move === trying.better?.[0].move ? 'retryBest' : 'retryRight', values);
      case 'near':
        return t('retryNear', values);
      case 'wrong':
        if (first?.move === trying.line?.[0].move) return t('retrySame', values);
        return t(values.reply ? 'retryWrong' : 'retryWorse', values);
      case 'shown':
        return t('retryShown', { move: review.name(trying.better?.[0], board), played });
    }
    if (this.hinted < 0) {
      return t('retryAsk', {
        side: t(review.mover(trying)),
        move: played,
        best: percent(trying.best),
        played: percent(trying.played),
      });
    }
    const piece = app.state.game.boardAt()[this.hinted];
    return t('retryHint', {
      piece: sidePiece(piece),
      square: squareText(nameOf(this.hinted), sideOf(piece), app.state.notation),
    });
  }

  /** @returns {import('./mode.js').Parts} */
  get parts() {
    // No analysis: the answer would stand there.
    return {
      ...super.parts,
      controls: part({}, ...(this.trying ? this.controls() : this.summary())),
      analysis: part({ hidden: true }),
    };
  }

  /** The buttons while there is something to try. @returns {import('./ui.js').Child[]} */
  controls() {
    const trial = /** @type {Trial} */ (this.trial);
    const { state } = trial;
    const done = state === 'right' || state === 'shown';
    const last = trial.at === trial.faults.length - 1;
    return [
      el('p', { class: 'state', key: 'place' }, t('retryAt', { n: trial.at + 1, of: trial.faults.length })),
      el(
        'div',
        { class: 'row', key: 'row-retry' },
        this.againButton(),
        button(t('hint'), () => this.help(), { id: 'retry-hint', key: 'H', disabled: !this.asking || trial.helped }),
        button(t('solution'), () => this.solve(), { id: 'retry-solve', key: 'S', disabled: !this.asking }),
        button(t(last ? 'finish' : done ? 'next' : 'skip'), () => this.next(), {
          id: 'retry-next',
          key: 'M',
          class: done ? 'main' : undefined,
          disabled: state === 'judging',
        }),
        button(t('stop'), () => this.stop(), { id: 'retry-stop', key: 'Esc' }),
      ),
      line(this, 'better', t(state === 'shown' ? 'better' : 'followed')),
    ];
  }

  /** How it went. @returns {import('./ui.js').Child[]} */
  summary() {
    const results = this.trial?.results ?? [];
    const count = (/** @type {string} */ r) => results.filter((x) => x === r).length;
    return [
      el(
        'dl',
        { class: 'results', key: 'results' },
        ...['once', 'later', 'shown', 'skipped']
          .filter(count)
          .flatMap((r) => [el('dt', {}, t(`result-${r}`)), el('dd', {}, String(count(r)))]),
      ),
      el(
        'div',
        { class: 'row', key: 'row-end' },
        button(t('retryAgain'), () => this.start(), { id: 'retry-again', class: 'main' }),
        button(t('close'), () => this.stop(), { id: 'retry-stop', key: 'Esc' }),
      ),
    ];
  }
}

/** Keys that would lead away from the mistake, or show the answer. */
const still = Object.fromEntries(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a', 'u'].map((key) => [key, () => {}]));
