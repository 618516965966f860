// The exact result of an ending for which the server has tables, and the moves that keep it.

import { aborted, ask } from './api.js';
import { lineButtons } from './lines.js';
import { requestFor } from './positions.js';
import { sentences, t } from './texts.js';
import { el } from './ui.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {{ winner: '' | 'red' | 'black' | 'draw', moves: number, late: boolean, best: import('./api.js').MoveText[] }} Known winner is '' without tables; moves are the winner's; late: the move limit may come first */

/** What there is beside generals, advisors and elephants where there may be tables. */
const attackers = /^([RCNP]{1,2}|[rcnp]{1,2})$/;

export class Ending {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Node | null} what was asked about */
    this.node = null;
    /** @type {Known | null} */
    this.known = null;
    this.fault = '';
    /** @type {AbortController | null} */
    this.control = null;
  }

  /** Asks about a node, null for nothing. A game that is being played gets no such help. @param {Node | null} node */
  async follow(node) {
    if (node === this.node) return;
    this.control?.abort();
    Object.assign(this, { node, known: null, fault: '' });
    const { app } = this;
    const { game, playing } = app.state;
    if (!node || playing || !attackers.test(game.boardAt(node).join('').replace(/[kab]/gi, ''))) return;
    const control = new AbortController();
    this.control = control;
    try {
      this.known = await ask('ending', requestFor(app.state, node), control.signal);
    } catch (e) {
      if (aborted(e)) return;
      this.fault = app.explain(e);
    }
    app.update();
  }

  /** The best moves, as lines by their ids. @returns {Record<string, import('./lines.js').Line>} */
  get lines() {
    const { node: from, known } = this;
    if (!from || !known) return {};
    return Object.fromEntries(known.best.map((m, i) => [`ending-${i}`, { from, moves: [m] }]));
  }

  /** What is known. @returns {import('./ui.js').Child} */
  row() {
    const { app, known, fault, lines } = this;
    if (fault) return el('p', { class: 'fault', key: 'ending', role: 'alert' }, fault);
    if (!known?.winner) return null;
    const { winner, moves: n, late, best } = known;
    const text = sentences(
      winner !== 'draw' ? t('endingWin', { side: t(winner), n }) : t('endingDraw'),
      late ? t('endingLate') : '',
    );
    return el(
      'ul',
      { class: 'lines', key: 'ending', id: 'ending' },
      el(
        'li',
        {},
        el('strong', {}, text),
        best.length ? ` ${t('endingBest', { n: best.length })}` : null,
        ...Object.entries(lines).flatMap(([id, line]) => lineButtons(app, id, line)),
      ),
    );
  }
}
