// Engines of others, which the person at the program's own machine may name: a list of
// them, and the analysis of one beside ours.

import { aborted, ask, stream } from './api.js';
import { scoreText } from './graph.js';
import { lineButtons } from './lines.js';
import { requestFor } from './positions.js';
import { programKey } from './store.js';
import { countText, language, t } from './texts.js';
import { button, choice, el, field } from './ui.js';

/** @typedef {{ id: string, name: string, analyses: boolean }} Rival */
/** @typedef {import('./game.js').Node} Node */

/** How many moves of a line are shown. */
const shownMoves = 12;

export class Rivals {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Rival[]} */
    this.list = [];
    /** whether this page may run engines */
    this.allowed = false;
    this.path = ''; // that somebody is typing
    this.adding = false;
    this.said = '';
    /** name of the engine that analyses beside ours, '' for none */
    this.beside = '';
    /** @type {AbortController | null} */
    this.control = null;
    /** @type {Node | null} what is analysed */
    this.node = null;
    /** @type {import('./api.js').Analysis | null} */
    this.data = null;
    this.fault = '';
  }

  /** Learns which engines there are, if this page may. */
  async begin() {
    this.allowed = false;
    if (!this.app.offers.engines || !programKey.value) return;
    try {
      await this.ask({});
      this.allowed = true;
    } catch {
      // the key is from an earlier run
    }
  }

  /** @param {object} more */
  async ask(more) {
    const { engines, threads, hash } = await ask('engines', { key: programKey.value, lang: language(), ...more });
    this.list = engines;
    Object.assign(this.app.offers, { threads, hash });
  }

  /** The part of a request that says that it comes from the user of the machine, who may let an analysis use more. */
  get own() {
    return this.allowed ? { key: programKey.value } : {};
  }

  /** The part of a request that asks an engine; null where it does not run. @param {string} name */
  asking(name) {
    const rival = this.list.find((r) => r.name === name);
    return rival ? { engine: rival.id, key: programKey.value } : null;
  }

  /** What the settings say of engines. @param {() => void} draw draws them again @returns {import('./ui.js').Child[]} */
  settings(draw) {
    const head = el('h3', { key: 'engines' }, t('engines'));
    if (!this.allowed) {
      const why = t(this.app.offers.engines ? 'error-elsewhere' : 'engineNever');
      return [head, el('p', { id: 'no-engines', key: 'no-engines' }, why)];
    }
    const none = /** @type {[string, string]} */ (['', t('engineNone')]);
    const able = this.list.filter((r) => r.analyses).map(({ name }) => /** @type {[string, string]} */ ([name, name]));
    const add = async () => {
      if (this.adding) return; // an engine takes seconds to start, and a second press would start another
      this.adding = true;
      this.said = t('engineStarts');
      draw();
      try {
        await this.ask({ add: this.path });
        this.path = this.said = '';
      } catch (e) {
        this.said = this.app.explain(e);
      }
      this.adding = false;
      draw();
    };
    return [
      head,
      choice(t('engineBeside'), 'beside', [none, ...able], this.beside, (name) => this.choose(name)),
      field(t('enginePath'), 'engine-path', this.path, (path) => {
        this.path = path;
      }),
      el(
        'div',
        { class: 'row', key: 'engine-add' },
        button(t('engineAdd'), add, { id: 'engine-add' }),
        el('span', { role: 'status', id: 'engine-said' }, this.said),
      ),
    ];
  }

  /** Takes an engine for the analysis. @param {string} name '' for none */
  choose(name) {
    this.beside = name;
    this.follow(null);
    this.app.analysis.again();
    this.app.update();
  }

  /** Analyses a node beside ours, null for nothing. @param {Node | null} node */
  follow(node) {
    if (node && node === this.node) return;
    this.control?.abort();
    this.control = null;
    this.data = null;
    this.node = node;
    if (node) this.run(node);
  }

  /** @param {Node} node */
  async run(node) {
    const { app, beside } = this;
    const asking = beside ? this.asking(beside) : null;
    if (!asking) return;
    const control = new AbortController();
    this.control = control;
    this.fault = '';
    try {
      const request = { ...requestFor(app.state, node), lines: app.state.settings.lines, ...asking };
      await stream('analyse', request, control.signal, (line) => {
        if (this.control !== control || !line.lines) return;
        this.data = line;
        app.update();
      });
    } catch (e) {
      if (aborted(e) || this.control !== control) return;
      this.fault = app.explain(e);
      app.update();
    }
  }

  /** The lines on the board, by their ids. @returns {Record<string, import('./lines.js').Line>} */
  get lines() {
    const { node, data } = this;
    if (!node || !data || node !== this.app.state.game.current) return {};
    return Object.fromEntries(
      data.lines.map(({ moves }, i) => [`rival-${i}`, { from: node, moves: moves.slice(0, shownMoves) }]),
    );
  }

  /** What the engine has found. @returns {import('./ui.js').Child[]} */
  panel() {
    const { data, lines, fault, beside } = this;
    if (!beside) return [];
    if (fault) return [el('p', { class: 'state', key: 'rival', role: 'status' }, fault)];
    if (!data || !lines['rival-0'])
      return [el('p', { class: 'state', key: 'rival' }, t('analysisBy', { name: beside, depth: 0, nodes: 0 }))];
    return [
      el(
        'p',
        { class: 'state', key: 'rival' },
        t('analysisBy', { name: beside, depth: data.depth, nodes: countText(data.nodes) }),
      ),
      el(
        'ol',
        { class: 'lines', key: 'rival-lines', id: 'rival-lines' },
        ...data.lines.map((line, i) =>
          el(
            'li',
            {},
            el('strong', { class: 'score' }, scoreText(line.score)),
            ...lineButtons(this.app, `rival-${i}`, lines[`rival-${i}`]),
          ),
        ),
      ),
    ];
  }
}
