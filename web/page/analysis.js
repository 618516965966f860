// Live analysis: the engine's lines for the position on the board, the bar beside the
// board, and the graph of the game.

import { aborted, stream } from './api.js';
import { Ending } from './ending.js';
import { expected, graph, scoreText } from './graph.js';
import { lineButtons } from './lines.js';
import { requestFor } from './positions.js';
import { Results, shallow } from './results.js';
import { ends } from './squares.js';
import { saveAnalysing } from './store.js';
import { countText, language, notationText, sentences, t } from './texts.js';
import { button, choice, el, part } from './ui.js';
import { moveWords } from './words.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./api.js').Score} Score */
/** @typedef {import('./lines.js').Line} Line */

/** How long a position stays on the board before it is analysed, in ms. */
const settled = 120;
/** How many moves of a line are shown until it is unfolded. */
const shownMoves = 12;
/** How many lines can be asked for. */
const lineCounts = ['1', '2', '3', '4', '5'];

/** The depth that counts for a score without one, as a review gives it. */
const reviewedDepth = 12;

export class Analysis {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.on = false;
    /** @type {AbortController | null} */
    this.control = null;
    /** @type {Node | null} what is analysed */
    this.node = null;
    /** @type {Node | null} what was analysed last */
    this.last = null;
    this.results = new Results();
    this.ending = new Ending(app);
    this.depth = 0; // of the search that runs
    /** @type {Set<string>} the lines that are shown whole, by their ids */
    this.unfolded = new Set();
    /** @type {{ node: Node, moves: string[] } | null} the moves that are left out in a position */
    this.without = null;
    this.wait = 0;
    this.ended = '';
    this.timer = 0;
    /** whether something else searches meanwhile */
    this.held = false;
    /** whether the page was hidden meanwhile */
    this.paused = false;
    document.addEventListener('visibilitychange', () => {
      this.paused = this.on && (this.paused || document.hidden);
      this.follow();
      if (this.on) this.app.update();
    });
  }

  /** What is known of the position on the board, by the deepest search so far. @returns {import('./api.js').Analysis | null} */
  get data() {
    const { state } = this.app;
    if (!this.on || !state.mode.analyses) return null;
    const known = this.results.get(this.position(state.game.current));
    return known && { ...known, lines: known.lines.slice(0, state.settings.lines) };
  }

  /** What a position is called among the results. @param {Node} node @param {string[]} [without] the moves that are left out */
  position(node, without = this.withoutAt(node)) {
    const { lang: _, ...position } = requestFor(this.app.state, node);
    return JSON.stringify({ ...position, without });
  }

  /** Takes what a search says of a position. @param {Node} node @param {import('./api.js').Analysis} line @param {number} wanted number of lines @param {string[]} [without] as of position */
  take(node, line, wanted, without = []) {
    const { depth, lines } = this.results.take(this.position(node, without), line, wanted);
    if (!without.length && depth >= (node.eval?.depth ?? (node.eval ? reviewedDepth : 0)))
      node.eval = { ...lines[0].score, depth };
  }

  /** The moves that are left out in a position. @param {Node} node @returns {string[]} */
  withoutAt(node) {
    return this.without?.node === node ? this.without.moves : [];
  }

  /** Analyses again without some moves. @param {string[]} moves */
  leaveOut(moves) {
    this.without = { node: this.app.state.game.current, moves };
    this.again();
    this.app.update();
  }

  /** Starts what was not answered again. */
  restart = () => {
    if (!this.on) this.toggle();
  };

  toggle() {
    const { failed } = this.app.state;
    if (failed?.delete(this.restart) && !failed.size) this.app.forgetFailure();
    this.on = !this.on;
    this.paused = false;
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
    const possible = state.mode.analyses && !document.hidden && Boolean(state.info?.legal.length);
    const wanted = this.on && !this.held && possible;
    if (!wanted || node !== this.node) {
      this.app.rivals.follow(null);
      this.ending.follow(null);
      this.control?.abort();
      this.control = null;
      clearTimeout(this.timer);
      this.node = null;
    }
    if (wanted && node !== this.node) {
      if (node !== this.last) this.paused = false;
      this.last = this.node = node;
      this.timer = window.setTimeout(() => this.run(node), settled);
    }
  }

  /** Stops while something else searches, and goes on after it. @param {boolean} held */
  hold(held) {
    this.held = held;
    this.follow();
    this.app.update();
  }

  /** @param {Node} node */
  async run(node) {
    const { app } = this;
    const control = new AbortController();
    this.control = control;
    this.wait = this.depth = 0;
    this.ended = '';
    app.rivals.follow(node);
    this.ending.follow(node);
    const { lines, threads, hash } = app.state.settings;
    const without = this.withoutAt(node);
    try {
      await stream(
        'analyse',
        { ...requestFor(app.state, node), lines, threads, hash, without, ...app.rivals.own },
        control.signal,
        (line) => {
          if (this.control !== control) return;
          this.wait = line.wait ?? 0;
          if (line.end) this.ended = line.end;
          if (line.lines) {
            this.depth = line.depth;
            this.take(node, line, lines, without);
          }
          app.update();
        },
      );
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
    this.app.rivals.follow(null);
    this.control?.abort();
    this.node = null;
    this.follow();
  }

  /** The lines of the position on the board, by their ids. @returns {Record<string, Line>} */
  get lines() {
    const from = this.app.state.game.current;
    const own = (this.data?.lines ?? []).map(({ moves }, i) => {
      const id = `line-${i}`;
      return [id, { from, moves: this.unfolded.has(id) ? moves : moves.slice(0, shownMoves) }];
    });
    return { ...Object.fromEntries(own), ...this.ending.lines, ...this.app.rivals.lines, ...this.app.openings.lines };
  }

  /** The first moves of the two best lines. @returns {import('./board.js').Arrow[]} */
  get arrows() {
    const { data } = this;
    if (!data) return [];
    const first = [...new Set(data.lines.map((l) => l.moves[0].move))].slice(0, 2);
    return first.map((move, i) => arrow(move, i ? 'second' : 'best')).reverse();
  }

  /** The panel. @param {{ more?: import('./ui.js').Child[], curve?: boolean }} shown buttons beside the others, and whether the graph */
  panel({ more = [], curve = true } = {}) {
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
        this.app.openings.button(),
        ...more,
      ),
      ...(this.on ? [this.ending.row(), ...this.found(), ...this.app.rivals.panel()] : []),
      ...this.app.openings.rows,
      curve ? this.graph() : null,
    );
  }

  /** The only move that is not left out in the position on the board, '' if there are others. */
  get asked() {
    const { game, info } = this.app.state;
    const out = this.withoutAt(game.current);
    const rest = out.length ? (info?.legal ?? []).filter((move) => !out.includes(move)) : [];
    return rest.length === 1 ? rest[0] : '';
  }

  /** A choice of one move to ask about. */
  askChoice() {
    const { game, info, notation } = this.app.state;
    const legal = info?.legal ?? [];
    const board = game.boardAt();
    const options = legal.map((move) => /** @type {[string, string]} */ ([move, moveWords(board, move, notation)]));
    options.sort(([, a], [, b]) => a.localeCompare(b, language()));
    const ask = (/** @type {string} */ move) => this.leaveOut(move ? legal.filter((m) => m !== move) : []);
    return choice(t('askMove'), 'ask-move', [['', t('askAll')], ...options], this.asked, ask);
  }

  /** What the engine has found so far. @returns {import('./ui.js').Child[]} */
  found() {
    const { data, app } = this;
    const out = this.asked ? 0 : this.withoutAt(app.state.game.current).length;
    const all = out
      ? button(t('allMoves', { n: out }), () => this.leaveOut([]), { id: 'all-moves', class: 'small-link' })
      : null;
    const state = el('p', { class: 'state', key: 'state' }, this.progress(), all);
    const ask = app.state.info?.legal.length ? this.askChoice() : null;
    if (!data) return [state, ask];
    const { lines } = this;
    return [
      state,
      el('p', { class: 'chances', key: 'chances' }, chancesText(data.lines[0].score)),
      el(
        'ol',
        { class: 'lines', key: 'lines' },
        ...data.lines.map((line, i) =>
          el(
            'li',
            {},
            el('strong', { class: 'score' }, scoreText(line.score)),
            depthOf(data, line),
            ...lineButtons(this.app, `line-${i}`, lines[`line-${i}`]),
            line.moves.length > shownMoves && this.fold(`line-${i}`),
            this.outButton(i, line),
          ),
        ),
      ),
      ask,
    ];
  }

  /** A button that leaves the first move of a line out. @param {number} i @param {import('./api.js').AnalysedLine} line */
  outButton(i, line) {
    const { app } = this;
    const { game, info } = app.state;
    const out = this.withoutAt(game.current);
    if (out.length + 1 >= (info?.legal.length ?? 0)) return null;
    const name = t('leaveOut', { move: notationText(line.moves[0], app.state.notation) });
    const attributes = { type: 'button', class: 'pv', id: `out-${i}`, 'aria-label': name, title: name };
    return el('button', { ...attributes, onclick: () => this.leaveOut([...out, line.moves[0].move]) }, '✕');
  }

  /** A button that shows a line whole, or its beginning. @param {string} id of the line */
  fold(id) {
    const whole = this.unfolded.has(id);
    const toggle = () => {
      if (!this.unfolded.delete(id)) this.unfolded.add(id);
      this.app.update();
    };
    const name = t(whole ? 'foldLine' : 'unfoldLine');
    return el(
      'button',
      {
        type: 'button',
        class: 'pv fold',
        id: `fold-${id}`,
        'aria-expanded': String(whole),
        'aria-label': name,
        title: name,
        onclick: toggle,
      },
      whole ? '«' : '…',
    );
  }

  /** How far the engine is. */
  progress() {
    const { data: d, app } = this;
    if (this.wait) return t('waiting', { place: this.wait });
    if (!d) return t(app.state.info?.legal.length ? 'looking' : 'noMoves');
    const again = this.node && this.depth < d.depth ? t('searchAgain', { depth: this.depth }) : '';
    const paused = this.paused ? t('analysisPaused') : '';
    return sentences(depthText(d), this.ended ? t('analysisEnded') : again, paused);
  }

  /** The bar beside the board. */
  bar() {
    const { game, flipped } = this.app.state;
    const score = /** @type {Score | null} */ (this.on ? (this.data?.lines[0].score ?? game.current.eval) : null);
    if (!score) return part({ hidden: !this.on });
    const share = `${100 * expected(score)}%`;
    const n = scoreText(score);
    const label = t('counted', { what: t('analysis'), n });
    return part(
      { hidden: false, class: flipped ? 'flipped' : '', role: 'img', 'aria-label': label },
      el('div', { class: 'fill', style: { height: share, width: share } }),
      el('span', {}, n),
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

/** The depth of a line that is not as deep as others. @param {import('./api.js').Analysis} found @param {import('./api.js').AnalysedLine} line */
export function depthOf(found, line) {
  const depth = shallow(found, line);
  return depth ? el('span', { class: 'shallow' }, t('lineDepth', { depth })) : null;
}

/** How far a search has come. @param {import('./api.js').Analysis} found */
export const depthText = ({ depth, nodes, nps, threads, hash }) =>
  t('depth', { depth, nodes: countText(nodes), speed: countText(nps), threads, hash });

/** The chances of a score in words. @param {Score} score */
export function chancesText(score) {
  const red = Math.round(100 * score.red);
  const black = Math.min(Math.round(100 * score.black), 100 - red);
  return t('chances', { red, draw: 100 - red - black, black });
}

/** The arrow of a move. @param {string} move @param {import('./board.js').Arrow['kind']} kind */
export function arrow(move, kind) {
  const [from, to] = ends(move);
  return { from, to, kind };
}
