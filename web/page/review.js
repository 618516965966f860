// The review of a whole game: what each move was worth, the mistakes with the lines that
// were better, and the search for better moves by the person.

import { aborted, stream } from './api.js';
import { results } from './game.js';
import { graph } from './graph.js';
import { signs } from './moves.js';
import { after, nameOf, sideOf, squareOf } from './squares.js';
import { heldByPress } from './press.js';
import { saveDoing } from './store.js';
import { gap, notationText, setLanguage, sidePiece, squareText, t } from './texts.js';
import { button, byId, choice, el, keepFocus, showBelow } from './ui.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./api.js').Judged} Judged */
/** @typedef {import('./api.js').Attempt} Attempt */
/** @typedef {import('./api.js').MoveText} MoveText */

/**
 * The review of a main line, which it names so that a review of other moves is known.
 * @typedef {object} Data
 * @property {string} line
 * @property {Judged[]} moves by ply, from 1
 * @property {import('./api.js').Reviewed | null} summary null until it is done
 */

/**
 * Somebody looks for better moves.
 * @typedef {object} Retry
 * @property {Judged[]} faults
 * @property {number} at place in faults, beyond them at the end
 * @property {'ask' | 'judging' | 'wrong' | 'near' | 'right' | 'shown'} state
 * @property {boolean} helped by a hint
 * @property {Attempt | null} answer to the newest attempt
 * @property {('once' | 'later' | 'shown' | 'skipped')[]} results
 * @property {number} tries at this fault
 */

/** The signs of mistakes, with their classes. */
export const kinds = /** @type {Record<string, string>} */ ({ '?!': 'dubious', '?': 'mistake', '??': 'blunder', '!': 'good' });

/** What the table of the sides counts. */
const counted = /** @type {Record<string, string>} */ ({ '?!': 'inaccuracies', '?': 'mistakes', '??': 'blunders' });

const percent = (/** @type {number} */ points) => Math.round(100 * points);

/** How long an attempt that failed stays on the board, in ms. */
const lookAt = 900;

export class Review {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.on = false;
    /** @type {AbortController | null} of the review or attempt under way */
    this.control = null;
    this.running = false;
    this.wait = 0;
    this.fault = '';
    /** @type {'both' | Side} whose mistakes are listed */
    this.side = 'both';
    this.selected = 0; // ply of a mistake, 0 for no mistake
    this.written = false; // into the game
    /** @type {Retry | null} */
    this.retry = null;
    this.timer = 0;
  }

  /** The review of the main line as it is, null without one. @returns {Data | null} */
  get data() {
    const { game } = this.app;
    const d = game.review;
    return d && d.line === game.movesTo(game.root.tip) ? d : null;
  }

  /** Whether the game may be reviewed: not while it is played. */
  get possible() {
    const { game } = this.app;
    return game.root.children.length > 0 && (game.mode === 'study' || Boolean(game.result));
  }

  /** The node of a ply of the main line. @param {number} ply @returns {Node} */
  node(ply) {
    const { root } = this.app.game;
    return root.tip.line[ply - 1] ?? root;
  }

  /** The mistakes of the sides that are looked at, each with a better line. */
  get faults() {
    const all = (this.data?.moves ?? []).filter((m) => m && m.sign && m.sign !== '!');
    return all.filter((m) => m.better && (this.side === 'both' || this.mover(m) === this.side));
  }

  /** @param {Judged} m @returns {Side} */
  mover(m) {
    return this.app.game.turn(this.node(m.ply).parent ?? undefined);
  }

  // The review

  toggle() {
    if (this.on) this.close();
    else if (this.possible) this.start();
  }

  start() {
    const { app } = this;
    app.study();
    app.notice = '';
    this.side = app.game.own || 'both';
    this.show();
    byId('review').scrollIntoView({ block: 'nearest' });
  }

  /** Shows the review, and runs it if it is not finished. */
  show() {
    this.on = true;
    if (this.data?.summary) this.app.render();
    else this.run();
    this.remember();
  }

  close() {
    if (!this.on) return;
    this.on = false;
    this.remember();
    this.stopRetry();
    this.cancel();
    this.selected = 0;
    this.app.render();
  }

  /** Remembers for a reload what is shown. */
  remember() {
    saveDoing(this.on ? { review: { side: this.side, selected: this.selected, running: this.running } } : {});
  }

  /** Shows a finished review again, and begins one again that was running. @param {NonNullable<import('./store.js').Doing['review']>} shown */
  resume({ side, selected, running }) {
    if (!this.possible || !this.data?.summary && !running) return;
    Object.assign(this, { side, selected });
    this.show();
  }

  /** Forgets what belongs to another game. */
  reset() {
    this.cancel();
    this.on = false;
    this.retry = null;
    this.selected = 0;
    this.fault = '';
    this.written = false;
    clearTimeout(this.timer);
  }

  cancel() {
    this.control?.abort();
    this.control = null;
    this.running = false;
    this.wait = 0;
  }

  /** Reviews the game from its end to its start. */
  async run() {
    const { app } = this;
    const { game } = app;
    this.cancel();
    const control = new AbortController();
    this.control = control;
    this.running = true;
    this.fault = '';
    this.selected = 0;
    this.written = false;
    const tip = game.root.tip;
    /** @type {Data} */
    const data = { line: game.movesTo(tip), moves: [], summary: null };
    game.review = data;
    const line = [game.root, ...tip.line];
    app.render();
    try {
      await stream('review', {
        ...app.request(tip), nodes: app.settings.reviewNodes, result: game.result ? results[game.result.winner] : '*',
      }, control.signal, (answer) => {
        this.wait = answer.wait ?? 0;
        if (answer.ply) {
          data.moves[answer.ply] = answer;
          line[answer.ply].eval = answer.score;
        } else if (answer.sides) {
          data.summary = answer;
          game.root.eval = answer.start;
        }
        if (!answer.sides) this.render();
      });
    } catch (e) {
      if (aborted(e)) return;
      if (this.control === control) this.fault = app.explain(e);
    }
    if (this.control !== control) return;
    if (!data.summary) this.fault ||= t('noServer'); // the answer broke off
    this.cancel();
    if (data.summary) this.remember(); // what broke off begins again after a reload
    game.changed = Date.now();
    app.learnTexts();
    app.keep();
    app.render();
  }

  /** Shows the position before a mistake, with the move played and the better one. @param {number} ply */
  select(ply) {
    this.selected = ply;
    this.remember();
    this.app.goTo(this.node(ply).parent ?? this.app.game.root);
    const list = /** @type {HTMLElement | null} */ (document.querySelector('.faults'));
    const chosen = /** @type {HTMLElement | null} */ (list?.querySelector('[aria-current]') ?? null);
    if (list && chosen && (chosen.offsetTop < list.scrollTop || chosen.offsetTop > list.scrollTop + list.clientHeight - 80)) list.scrollTop = chosen.offsetTop;
    byId('middle').scrollIntoView({ block: 'nearest' }); // the board, which a phone may have scrolled away
  }

  /** Goes to the next mistake, or to the one before. @param {number} by 1 or -1 */
  step(by) {
    const faults = this.faults.map((m) => m.ply);
    if (!faults.length) return;
    const at = this.selected || this.app.game.current.ply + (by > 0 ? 0 : 1);
    const next = by > 0 ? faults.find((p) => p > at) : faults.findLast((p) => p < at);
    this.select(next ?? (by > 0 ? faults[0] : faults[faults.length - 1]));
  }

  /** Writes signs, reasons and better lines into the game. */
  write() {
    const { game } = this.app;
    for (const m of this.data?.moves ?? []) {
      if (!m?.sign) continue;
      const node = this.node(m.ply);
      if (!node.glyphs.some((g) => g < signs.length)) node.glyphs.push(signs.indexOf(m.sign));
      const why = this.why(m);
      if (why && !node.comment.includes(why)) node.comment = node.comment ? `${node.comment}\n${why}` : why;
      let at = /** @type {Node} */ (node.parent);
      for (const move of m.better ?? []) {
        at = game.addAfter(at, move.move);
        at.text ??= move;
      }
    }
    this.written = true;
    game.changed = Date.now();
    this.app.keep();
    this.app.render();
  }

  // Looking for better moves

  /** Whether a person may try a move now. */
  get asking() {
    return Boolean(this.trying?.better) && ['ask', 'wrong', 'near'].includes(this.retry?.state ?? '');
  }

  /** The mistake that is tried again, null at the end. @returns {Judged | null} */
  get trying() {
    return this.retry ? (this.retry.faults[this.retry.at] ?? null) : null;
  }

  /** @param {number} [ply] of the mistake to begin with */
  startRetry(ply) {
    const { app } = this;
    const { faults } = this;
    if (this.running || !faults.length) return;
    if (app.analysis.on) app.analysis.toggle();
    this.retry = { faults, at: Math.max(0, faults.findIndex((m) => m.ply === ply)), state: 'ask', helped: false, answer: null, results: [], tries: 0 };
    this.ask();
  }

  /** Shows the position before the mistake. */
  ask() {
    const { retry, trying, app } = this;
    if (!retry) return;
    Object.assign(retry, { state: 'ask', helped: false, answer: null, tries: 0 });
    clearTimeout(this.timer);
    app.preview = null;
    if (!trying) {
      app.render();
      document.getElementById('retry-again')?.focus();
      return;
    }
    this.selected = trying.ply;
    this.remember();
    app.goTo(/** @type {Node} */ (this.node(trying.ply).parent));
    byId('table').scrollIntoView({ block: 'nearest' });
  }

  stopRetry() {
    if (!this.retry) return;
    this.retry = null;
    clearTimeout(this.timer);
    this.cancel();
    this.app.preview = null;
    this.app.render();
  }

  /** Another position was chosen. @param {Node} node */
  moved(node) {
    if (this.retry && this.trying && node !== this.node(this.trying.ply).parent) {
      this.retry = null;
      clearTimeout(this.timer);
      this.cancel();
    }
  }

  /** Tries a legal move. @param {string} move */
  async attempt(move) {
    const { app, retry, trying } = this;
    if (!retry || !trying || !trying.better) return;
    clearTimeout(this.timer);
    const node = app.game.current;
    const board = app.game.boardAt(node);
    app.sound(board[squareOf(move.slice(2))] ? 'capture' : 'move');
    app.preview = { board: after(board, move), last: move };
    app.message = '';
    retry.state = 'judging';
    retry.tries++;
    app.render();
    const control = new AbortController();
    this.control = control;
    /** @type {Attempt | null} */
    let answer = null;
    try {
      await stream('attempt', {
        ...app.request(node), best: trying.better[0].move, played: trying.line?.[0].move, tried: move, nodes: app.settings.reviewNodes,
      }, control.signal, (line) => {
        this.wait = line.wait ?? 0;
        if (line.grade) answer = line;
        else app.renderStatus();
      });
      if (!answer) throw new TypeError('no answer');
    } catch (e) {
      if (aborted(e) || this.control !== control) return;
      this.wait = 0;
      app.preview = null;
      retry.state = 'ask';
      app.report(e);
      app.render();
      return;
    }
    if (this.control !== control) return;
    this.answered(answer);
  }

  /** @param {Attempt | null} answer */
  answered(answer) {
    const { retry, app } = this;
    if (!retry || !answer) return;
    retry.answer = answer;
    retry.state = answer.grade;
    if (answer.grade === 'right') {
      retry.results[retry.at] = retry.tries === 1 && !retry.helped ? 'once' : 'later';
      app.render();
      this.focusNext();
      return;
    }
    app.sound('wrong');
    app.render();
    this.timer = window.setTimeout(() => {
      app.preview = null;
      app.render();
    }, lookAt);
  }

  /** Names the piece to move, and marks it. */
  help() {
    if (!this.retry || !this.asking) return;
    this.retry.helped = true;
    this.retry.state = 'ask';
    this.app.message = '';
    this.app.render();
  }

  /** Shows the better move. */
  solve() {
    const { retry } = this;
    if (!retry || !this.asking) return;
    clearTimeout(this.timer);
    this.app.preview = null;
    this.app.message = '';
    retry.state = 'shown';
    retry.results[retry.at] = 'shown';
    this.app.render();
    this.focusNext();
  }

  /** Puts the focus on the button that goes on after a right answer or a solution. */
  focusNext() {
    if (heldByPress('next', () => this.focusNext()) || this.retry?.state !== 'right' && this.retry?.state !== 'shown') return;
    document.getElementById('retry-next')?.focus({ preventScroll: true });
  }

  next() {
    const { retry } = this;
    if (!retry || retry.state === 'judging') return;
    retry.results[retry.at] ??= 'skipped';
    retry.at++;
    this.ask();
  }

  /**
   * A key that means something here.
   * @param {string} key @returns {boolean}
   */
  key(key) {
    if (key === 'r' && !this.retry) {
      this.toggle();
      return true;
    }
    if (this.retry) {
      const actions = /** @type {Record<string, () => void>} */ ({
        h: () => this.help(), s: () => this.solve(), m: () => { if (this.trying) this.next(); }, Escape: () => this.stopRetry(),
        ArrowLeft: () => {}, ArrowRight: () => {}, Home: () => {}, End: () => {}, a: () => {}, u: () => {},
      });
      actions[key]?.();
      return Boolean(actions[key]);
    }
    if (!this.on) return false;
    if (key === 'm') this.step(1);
    else if (key === 't' && this.faults.length) this.startRetry(this.selected);
    else return false;
    return true;
  }

  // Showing

  /** @param {MoveText | undefined} m */
  name(m) {
    return m ? notationText(m, this.app.notation) : '';
  }

  /** @param {Judged} m */
  why(m) {
    return m.why?.[setLanguage()] ?? '';
  }

  /** The number and the name of a move. @param {Judged} m */
  title(m) {
    const { game } = this.app;
    return `${game.number(this.node(m.ply))}${this.mover(m) === 'red' ? '.' : '…'} ${this.name(m.line?.[0])}`;
  }

  /** The arrows of a mistake. @returns {import('./board.js').Arrow[] | null} null where other arrows may be */
  get arrows() {
    const m = this.retry ? this.trying : this.data?.moves[this.selected];
    if (!this.on || !m?.line || this.app.game.current !== this.node(m.ply).parent) return null;
    const arrow = (/** @type {string} */ move, /** @type {'bad' | 'best'} */ kind) => ({ from: squareOf(move), to: squareOf(move.slice(2)), kind });
    const played = arrow(m.line[0].move, 'bad');
    const better = m.better && arrow(m.better[0].move, 'best');
    if (this.retry?.state === 'shown' || !this.retry) return better ? [played, better] : [played];
    return this.app.preview ? [] : [played];
  }

  /** The square of the piece that a hint names, -1 for no hint. */
  get hinted() {
    const better = this.retry?.helped && this.asking ? this.trying?.better : null;
    return better ? squareOf(better[0].move) : -1;
  }

  /** What there is to say while somebody looks for better moves. */
  statusText() {
    const { retry, trying, app } = this;
    if (!retry) return '';
    if (!trying) return t('retryEnd', { n: retry.results.length });
    if (this.wait) return t('waiting', { place: this.wait });
    const played = this.name(trying.line?.[0]);
    const { answer } = retry;
    const tried = this.name(answer?.line[0]);
    const values = { move: tried, points: percent(answer?.points ?? 0), best: percent(answer?.best ?? 0), reply: this.name(answer?.line[1]) };
    switch (retry.state) {
      case 'judging': return t('judging');
      case 'right': return t(answer?.line[0].move === trying.better?.[0].move ? 'retryBest' : 'retryRight', values);
      case 'near': return t('retryNear', values);
      case 'wrong': return answer?.line[0].move === trying.line?.[0].move ? t('retrySame', values) : t(values.reply ? 'retryWrong' : 'retryWorse', values);
      case 'shown': return t('retryShown', { move: this.name(trying.better?.[0]), played });
    }
    const ask = t('retryAsk', { side: t(this.mover(trying)), move: played, best: percent(trying.best), played: percent(trying.played) });
    if (this.hinted < 0) return ask;
    const piece = app.game.boardAt()[this.hinted];
    return t('retryHint', { piece: sidePiece(piece), square: squareText(nameOf(this.hinted), sideOf(piece), app.notation) });
  }

  /** The mistake on the board in a sentence, '' for no mistake. */
  get about() {
    const m = this.data?.moves[this.selected];
    if (!this.on || !m || this.app.game.current !== this.node(m.ply).parent) return '';
    const why = this.why(m);
    const text = t('aboutMistake', { side: t(this.mover(m)), move: this.name(m.line?.[0]), sign: t(kinds[m.sign]), best: percent(m.best), played: percent(m.played) });
    return why ? `${text}${gap()}${this.app.sentence(why)}` : text;
  }

  /** The buttons under the board during a review. */
  controls() {
    const some = this.faults.length > 0;
    return el('div', { class: 'row' },
      this.app.againButton,
      button(t('previousMistake'), () => this.step(-1), { id: 'previous-mistake', disabled: !some }),
      button(t('tryAgain'), () => this.startRetry(this.selected), { id: 'try-again', key: 'T', disabled: !this.selected || this.running }),
      button(t('nextMistake'), () => this.step(1), { id: 'next-mistake', key: 'M', disabled: !some }));
  }

  /** The buttons while somebody looks for better moves. */
  renderControls() {
    const { retry, trying } = this;
    if (!retry) return;
    const done = retry.state === 'right' || retry.state === 'shown';
    const last = retry.at === retry.faults.length - 1;
    const parts = [];
    if (trying) {
      parts.push(el('p', { class: 'state' }, t('retryAt', { n: retry.at + 1, of: retry.faults.length })),
        el('div', { class: 'row' },
          button(t('hint'), () => this.help(), { id: 'retry-hint', key: 'H', disabled: !this.asking || retry.helped }),
          button(t('solution'), () => this.solve(), { id: 'retry-solve', key: 'S', disabled: !this.asking }),
          button(t(last ? 'finish' : done ? 'next' : 'skip'), () => this.next(), { id: 'retry-next', key: 'M', class: done ? 'main' : undefined, disabled: retry.state === 'judging' }),
          button(t('stop'), () => this.stopRetry(), { id: 'retry-stop', key: 'Esc' })));
      const lines = done ? this.line(t(retry.state === 'shown' ? 'better' : 'followed'), retry.state === 'shown' ? trying.better : retry.answer?.line, trying, 'better') : null;
      if (lines) parts.push(lines);
    } else {
      const count = (/** @type {string} */ r) => retry.results.filter((x) => x === r).length;
      parts.push(el('dl', { class: 'results' }, ...['once', 'later', 'shown', 'skipped'].filter(count).flatMap((r) => [
        el('dt', {}, t(`result-${r}`)), el('dd', {}, String(count(r)))])),
        el('div', { class: 'row' },
          button(t('retryAgain'), () => this.startRetry(), { id: 'retry-again', class: 'main' }),
          button(t('close'), () => this.stopRetry(), { id: 'retry-stop', key: 'Esc' })));
    }
    byId('controls').replaceChildren(...parts);
  }

  /**
   * A line that can be hovered and played through.
   * @param {string} label @param {MoveText[] | undefined} moves @param {Judged} m whose position it begins in
   * @param {string} id
   */
  line(label, moves, m, id) {
    const { app } = this;
    if (!moves?.length) return null;
    const from = /** @type {Node} */ (this.node(m.ply).parent);
    return el('p', { class: 'better' }, el('span', { class: 'label' }, `${label} `), ...app.analysis.moves(from, moves, id));
  }

  render() {
    if (heldByPress(this, () => this.render())) return;
    const { app, data } = this;
    const section = byId('review');
    section.hidden = !this.on || Boolean(this.retry) || app.editor.on;
    if (section.hidden) {
      section.replaceChildren();
      return;
    }
    const refocus = keepFocus(section);
    const scroll = section.querySelector('.faults')?.scrollTop ?? 0;
    const head = el('div', { class: 'row head' }, el('h2', {}, t('review')),
      choice(t('thorough'), 'review-nodes', [['30000', t('thorough-1')], ['120000', t('thorough-2')], ['500000', t('thorough-3')]], String(app.settings.reviewNodes), (n) => {
        app.set({ reviewNodes: Number(n) });
        this.run();
      }),
      button(t('close'), () => this.close(), { id: 'review-close', icon: '✕', class: 'small', title: t('close') }));
    const parts = [];
    if (this.running) parts.push(this.progress());
    else if (this.fault) parts.push(el('p', { class: 'fault', role: 'alert' }, this.fault));
    if (!this.running && !data?.summary) parts.push(el('div', { class: 'row' }, button(t('reviewAgain'), () => this.run(), { id: 'review-again', class: 'main' })));
    const curve = this.graph();
    if (curve) parts.push(curve);
    if (data?.summary) parts.push(this.sides(data.summary), ...this.mistakes(data.summary));
    showBelow(section, head, ...parts);
    const list = section.querySelector('.faults');
    if (list) list.scrollTop = scroll;
    refocus();
  }

  progress() {
    const total = this.app.game.root.tip.ply;
    const done = this.data?.moves.filter(Boolean).length ?? 0;
    return el('div', { class: 'row' },
      el('progress', { max: total, value: done, 'aria-label': t('reviewing') }),
      el('span', { class: 'state' }, this.wait ? t('waiting', { place: this.wait }) : t('reviewed', { done, total })),
      button(t('stop'), () => { this.cancel(); this.app.render(); }, { id: 'review-stop' }));
  }

  graph() {
    const { game } = this.app;
    return graph({
      line: [game.root, ...game.root.tip.line], now: game.current.ply, label: t('graph'),
      marks: this.faults.map((m) => ({ ply: m.ply, kind: kinds[m.sign], title: `${this.title(m)} ${m.sign}` })),
      go: (ply, marked) => (marked ? this.select(ply) : this.app.goTo(ply ? this.node(ply) : game.root)),
    });
  }

  /** @param {import('./api.js').Reviewed} summary */
  sides(summary) {
    const cell = (/** @type {number} */ n, /** @type {string} */ kind) => el('td', { class: n ? kind : '' }, String(n));
    return el('table', { class: 'sides' },
      el('thead', {}, el('tr', {}, el('td', {}), el('th', { scope: 'col' }, t('accuracy')),
        ...Object.entries(counted).map(([sign, k]) => el('th', { scope: 'col' }, el('span', { class: 'word' }, t(k)), ` ${sign}`)))),
      el('tbody', {}, ...['red', 'black'].map((side) => {
        const s = summary.sides[/** @type {Side} */ (side)];
        return el('tr', {}, el('th', { scope: 'row' }, el('span', { class: `disc ${side}` }), ` ${t(side)}`),
          el('td', { class: 'accuracy' }, s.moves ? `${s.accuracy.toFixed(1)} %` : '–'), cell(s.dubious, 'dubious'), cell(s.mistakes, 'mistake'), cell(s.blunders, 'blunder'));
      })));
  }

  /** @param {import('./api.js').Reviewed} summary */
  mistakes(summary) {
    const { faults } = this;
    const parts = [el('div', { class: 'row' },
      choice(t('mistakesOf'), 'review-side', [['both', t('bothSides')], ['red', t('red')], ['black', t('black')]], this.side, (side) => {
        this.side = /** @type {any} */ (side);
        this.selected = 0;
        this.remember();
        this.app.render();
      }))];
    if (!faults.length) return [...parts, el('p', { class: 'state' }, t('noFaults'))];
    parts.push(el('div', { class: 'row' },
      button(t('findBetter', { n: faults.length }), () => this.startRetry(this.selected), { id: 'retry', key: 'T', class: 'main' }),
      button(t('writeReview'), () => this.write(), { id: 'review-write', disabled: this.written })),
    el('ol', { class: 'faults', 'aria-label': t('mistakesList') }, ...faults.map((m) => this.mistake(m, m.ply === summary.turn))));
    return parts;
  }

  /** @param {Judged} m @param {boolean} turning whether it lost the game */
  mistake(m, turning) {
    const chosen = m.ply === this.selected;
    return el('li', {},
      el('button', { type: 'button', class: 'fault-move', id: `fault-${m.ply}`, 'aria-current': chosen ? 'true' : undefined, onclick: () => this.select(m.ply) },
        el('span', { class: `disc ${this.mover(m)}`, role: 'img', 'aria-label': t(this.mover(m)) }),
        el('strong', {}, this.title(m)),
        el('span', { class: `sign ${kinds[m.sign]}`, role: 'img', 'aria-label': t(kinds[m.sign]) }, m.sign),
        el('span', { class: 'loss' }, t('fromTo', { best: percent(m.best), played: percent(m.played) })),
        el('span', { class: 'why' }, [turning ? t('turning') : '', this.why(m)].filter(Boolean).join(setLanguage() === 'en' ? '; ' : '；'))),
      chosen ? el('div', { class: 'detail' },
        this.line(t('better'), m.better, m, 'better'), this.line(t('playedLine'), m.line, m, 'played')) : null);
  }
}
