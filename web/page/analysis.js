// Live analysis: the engine's lines for the position on the board, the bar beside the
// board, and the graph of the game.

import { aborted, stream } from './api.js';
import { expected, graph } from './graph.js';
import { lineButtons } from './lines.js';
import { requestFor } from './positions.js';
import { ends } from './squares.js';
import { saveAnalysing } from './store.js';
import { countText, sentences, t } from './texts.js';
import { button, choice, el, part } from './ui.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./api.js').Score} Score */
/** @typedef {import('./lines.js').Line} Line */

/** How long a position stays on the board before it is analysed, in ms. */
const settled = 120;
/** How many moves of a line are shown. */
const shownMoves = 12;
/** How many lines can be asked for. */
const lineCounts = ['1', '2', '3', '4', '5'];

/** A score as people read it, from Red's side. @param {Score} s */
function scoreText(s) {
  if (s.over) return s.red ? '1–0' : s.black ? '0–1' : '½–½';
  if (s.mate) return `${s.mate > 0 ? '+' : '−'}#${Math.ceil(Math.abs(s.mate) / 2)}`;
  if (s.rule) return `${s.rule > 0 ? '+' : '−'}§`;
  return `${s.cp < 0 ? '−' : '+'}${(Math.abs(s.cp) / 100).toFixed(2)}`;
}

export class Analysis {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.on = false;
    /** @type {AbortController | null} */
    this.control = null;
    /** @type {Node | null} what is analysed */
    this.node = null;
    /** @type {import('./api.js').Analysis | null} */
    this.data = null;
    this.wait = 0;
    this.ended = '';
    this.timer = 0;
    document.addEventListener('visibilitychange', () => this.follow());
  }

  /** Starts what was not answered again. */
  restart = () => {
    if (!this.on) this.toggle();
  };

  toggle() {
    if (this.app.state.failed === this.restart) this.app.forgetFailure();
    this.on = !this.on;
    saveAnalysing(this.on);
    this.node = null;
    this.follow();
    this.app.update();
  }

  stop() {
    if (this.on) this.toggle();
  }

  /** Analyses the position on the board, if it does not already. */
  follow() {
    const { state } = this.app;
    const node = state.game.current;
    const wanted = this.on && state.mode.analyses && !document.hidden && Boolean(state.info?.legal.length);
    if (!wanted || node !== this.node) {
      this.control?.abort();
      this.control = null;
      clearTimeout(this.timer);
      if (node !== this.node) this.data = null;
      this.node = null;
    }
    if (wanted && node !== this.node) {
      this.node = node;
      this.timer = window.setTimeout(() => this.run(node), settled);
    }
  }

  /** @param {Node} node */
  async run(node) {
    const { app } = this;
    const control = new AbortController();
    this.control = control;
    this.wait = 0;
    this.ended = '';
    const { lines, threads, hash } = app.state.settings;
    try {
      await stream('analyse', { ...requestFor(app.state, node), lines, threads, hash }, control.signal, (line) => {
        if (this.control !== control) return;
        this.wait = line.wait ?? 0;
        if (line.end) this.ended = line.end;
        if (line.lines) {
          this.data = line;
          node.eval = line.lines[0].score;
        }
        app.update();
      });
      if (!this.ended) throw new TypeError('the answer broke off');
    } catch (e) {
      if (aborted(e)) return;
      if (this.control !== control) return;
      this.on = false; // what is remembered stays: a page that is left breaks off too
      app.fail(e, this.restart);
    }
  }

  /** Begins again, with other settings. */
  again() {
    this.control?.abort();
    this.node = null;
    this.follow();
  }

  /** The lines of the position on the board, by their ids. @returns {Record<string, Line>} */
  get lines() {
    if (!this.on || !this.data) return {};
    const from = this.node ?? this.app.state.game.current;
    return Object.fromEntries(
      this.data.lines.map((line, i) => [`line-${i}`, { from, moves: line.moves.slice(0, shownMoves) }]),
    );
  }

  /** The first moves of the two best lines. @returns {import('./board.js').Arrow[]} */
  get arrows() {
    const { on, data, node } = this;
    if (!on || !data || node !== this.app.state.game.current) return [];
    const first = [...new Set(data.lines.map((l) => l.moves[0].move))].slice(0, 2);
    return first.map((move, i) => arrow(move, i ? 'second' : 'best')).reverse();
  }

  /** The panel. @param {{ more?: import('./ui.js').Child, curve?: boolean }} shown a button beside the others, and whether the graph */
  panel({ more = null, curve = true } = {}) {
    const { settings } = this.app.state;
    return part(
      { hidden: false },
      el(
        'div',
        { class: 'row', key: 'head' },
        button(t('analysis'), () => this.toggle(), { id: 'analyse', key: 'A', pressed: this.on }),
        this.on
          ? choice(
              t('lines'),
              'lines',
              lineCounts.map((n) => [n, n]),
              String(settings.lines),
              (n) => {
                this.app.set({ lines: Number(n) });
                this.again();
              },
            )
          : null,
        more,
      ),
      ...(this.on ? this.found() : []),
      curve ? this.graph() : null,
    );
  }

  /** What the engine has found so far. @returns {import('./ui.js').Child[]} */
  found() {
    const { data } = this;
    const state = el('p', { class: 'state', key: 'state' }, this.progress());
    if (!data) return [state];
    const best = data.lines[0].score;
    const red = Math.round(100 * best.red);
    const black = Math.min(Math.round(100 * best.black), 100 - red);
    const { lines } = this;
    return [
      state,
      el('p', { class: 'chances', key: 'chances' }, t('chances', { red, draw: 100 - red - black, black })),
      el(
        'ol',
        { class: 'lines', key: 'lines' },
        ...data.lines.map((line, i) =>
          el(
            'li',
            {},
            el('strong', { class: 'score' }, scoreText(line.score)),
            ...lineButtons(this.app, `line-${i}`, lines[`line-${i}`]),
          ),
        ),
      ),
    ];
  }

  /** How far the engine is. */
  progress() {
    const { data: d, app } = this;
    if (this.wait) return t('waiting', { place: this.wait });
    if (!d) return t(app.state.info?.legal.length ? 'looking' : 'noMoves');
    const values = {
      depth: d.depth,
      nodes: countText(d.nodes),
      speed: countText(d.nps),
      threads: d.threads,
      hash: d.hash,
    };
    return sentences(t('depth', values), this.ended ? t('analysisEnded') : '');
  }

  /** The bar beside the board. */
  bar() {
    const { game, flipped } = this.app.state;
    const score = /** @type {Score | null} */ (this.on ? (this.data?.lines[0].score ?? game.current.eval) : null);
    if (!score) return part({ hidden: !this.on });
    return part(
      { hidden: false, class: flipped ? 'flipped' : '', role: 'img', 'aria-label': scoreText(score) },
      el('div', { class: 'fill', style: { height: `${100 * expected(score)}%` } }),
      el('span', {}, scoreText(score)),
    );
  }

  /** The course of the game, as far as it was analysed. */
  graph() {
    const { app } = this;
    const { game } = app.state;
    const line = [game.root, ...game.root.tip.line];
    return graph({ line, now: game.current.ply, label: t('graph'), go: (ply) => app.goTo(line[ply]) });
  }
}

/** The arrow of a move. @param {string} move @param {import('./board.js').Arrow['kind']} kind */
export function arrow(move, kind) {
  const [from, to] = ends(move);
  return { from, to, kind };
}
