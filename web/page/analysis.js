// Live analysis: the engine's lines for the position on the board, the bar beside the
// board, and the graph of the game.

import { aborted, stream } from './api.js';
import { expected, graph } from './graph.js';
import { after } from './squares.js';
import { saveAnalysing } from './store.js';
import { heldByPress } from './press.js';
import { countText, gap, notationText, t } from './texts.js';
import { button, byId, choice, el, keepFocus, showBelow } from './ui.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./api.js').Score} Score */

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
    if (this.app.failed === this.restart) this.app.forgetFailure();
    this.on = !this.on;
    saveAnalysing(this.on);
    this.node = null;
    this.follow();
    this.render();
  }

  /** Analyses the position on the board, if it does not already. */
  follow() {
    const { app } = this;
    const node = app.game.current;
    const wanted = this.on && !app.editor.on && !document.hidden && Boolean(app.info?.legal.length);
    if (!wanted || node !== this.node) {
      this.control?.abort();
      this.control = null;
      clearTimeout(this.timer);
      if (node !== this.node) this.data = null;
      this.node = null;
    }
    if (wanted && node !== this.node) {
      this.node = node;
      this.timer = window.setTimeout(() => this.run(node), 120);
    }
  }

  /** @param {Node} node */
  async run(node) {
    const control = new AbortController();
    this.control = control;
    this.wait = 0;
    this.ended = '';
    const { lines, threads, hash } = this.app.settings;
    try {
      await stream('analyse', { ...this.app.request(node), lines, threads, hash }, control.signal, (line) => {
        if (this.control !== control) return;
        this.wait = line.wait ?? 0;
        if (line.end) this.ended = line.end;
        if (line.lines) {
          this.data = line;
          node.eval = line.lines[0].score;
        }
        this.render();
      });
      if (!this.ended) throw new TypeError('the answer broke off');
    } catch (e) {
      if (aborted(e)) return;
      if (this.control !== control) return;
      this.on = false; // what is remembered stays: a page that is left breaks off too
      this.app.fail(e, this.restart);
      this.render();
    }
  }

  /** Begins again, with other settings. */
  again() {
    this.control?.abort();
    this.node = null;
    this.follow();
  }

  render() {
    const { app } = this;
    if (app.holder !== app || heldByPress(this, () => this.render())) return;
    const section = byId('analysis');
    section.hidden = Boolean(app.review.retry); // the answer would stand there
    const refocus = keepFocus();
    const head = el('div', { class: 'row' },
      button(t('analysis'), () => this.toggle(), { id: 'analyse', key: 'A', pressed: this.on }),
      this.on ? choice(t('lines'), 'lines', ['1', '2', '3', '4', '5'].map((n) => [n, n]), String(app.settings.lines), (n) => {
        app.set({ lines: Number(n) });
        this.again();
      }) : '',
      app.game.mode === 'study' && app.review.possible && !app.review.on ? button(t('reviewGame'), () => app.review.start(), { id: 'review-game', key: 'R' }) : '');
    const parts = [];
    if (this.on) {
      const d = this.data;
      const state = this.wait ? t('waiting', { place: this.wait }) : d
        ? t('depth', { depth: d.depth, nodes: countText(d.nodes), speed: countText(d.nps), threads: d.threads, hash: d.hash }) + (this.ended ? gap() + t('analysisEnded') : '')
        : app.info?.legal.length ? t('looking') : t('noMoves');
      parts.push(el('p', { class: 'state' }, state));
      if (d) {
        const best = d.lines[0].score;
        const red = Math.round(100 * best.red);
        const black = Math.min(Math.round(100 * best.black), 100 - red);
        parts.push(el('p', { class: 'chances' }, t('chances', { red, draw: 100 - red - black, black })));
        parts.push(el('ol', { class: 'lines' }, ...d.lines.map((line, i) => this.line(line, `line-${i}`))));
      }
    }
    showBelow(section, head, ...parts, this.graph() ?? '');
    refocus();
    if (!document.querySelector('.pv')) app.leaveLine(null);
    this.bar();
    app.showArrows();
  }

  /** @param {import('./api.js').AnalysedLine} line @param {string} id */
  line(line, id) {
    const node = this.node ?? this.app.game.current;
    return el('li', {}, el('strong', { class: 'score' }, scoreText(line.score)), ...this.moves(node, line.moves.slice(0, 12), id));
  }

  /**
   * The moves of a line from a node as buttons, which show where they lead and play it.
   * @param {Node} from @param {import('./api.js').MoveText[]} moves @param {string} id of the line, by which a button keeps the focus
   */
  moves(from, moves, id) {
    const { app } = this;
    const board = app.game.boardAt(from);
    const show = (/** @type {number} */ i) => {
      app.preview = { board: moves.slice(0, i + 1).reduce((b, x) => after(b, x.move), board), last: moves[i].move, line: true };
      app.showPreview();
    };
    const hide = () => {
      app.preview = null;
      app.showPreview();
    };
    return moves.map((m, i) => el('button', {
      type: 'button', class: 'pv', id: `${id}-${i}`, onpointerenter: () => show(i), onpointerleave: hide, onfocus: () => show(i), onblur: hide,
      onclick: () => app.playLine(from, moves.slice(0, i + 1)),
    }, notationText(m, app.notation)));
  }

  bar() {
    const bar = byId('bar');
    const score = this.on ? (this.data?.lines[0].score ?? this.app.game.current.eval) : null;
    bar.hidden = !this.on;
    if (!score) {
      bar.replaceChildren();
      return;
    }
    const red = expected(/** @type {any} */ (score));
    const fill = el('div', { class: 'fill' });
    fill.style.height = `${100 * red}%`;
    bar.classList.toggle('flipped', this.app.flipped);
    bar.replaceChildren(fill, el('span', {}, scoreText(/** @type {any} */ (score))));
    bar.setAttribute('role', 'img');
    bar.setAttribute('aria-label', scoreText(/** @type {any} */ (score)));
  }

  /** The course of the game, as far as it was analysed. */
  graph() {
    const { app } = this;
    if (app.review.on) return null; // which has one of its own
    const line = [app.game.root, ...app.game.root.tip.line];
    return graph({ line, now: app.game.current.ply, label: t('graph'), go: (ply) => app.goTo(line[ply]) });
  }
}
