// Positions side by side, each with what the engine finds in it.

import { chancesText, depthOf, depthText } from './analysis.js';
import { aborted, stream } from './api.js';
import { closeButton, showDialog } from './dialog.js';
import { diagram } from './diagram.js';
import { scoreText } from './graph.js';
import { moveName } from './moves.js';
import { requestFor } from './positions.js';
import { notationText, t } from './texts.js';
import { button, el } from './ui.js';

/** @typedef {import('./game.js').Node} Node */

/** How many positions stand side by side at most. */
const most = 4;
/** How many lines of a position are shown, and how many moves of each. */
const shown = { lines: 2, moves: 8 };

export class Comparison {
  /** @type {string[]} the positions that were compared last, by the moves that lead to them */
  places = [];
  /** Closes what shows them, if that is open. */
  close = () => {};

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
  }

  /** Another game comes to the board. */
  reset() {
    this.places = [];
    this.close();
  }

  button() {
    return button(t('compare'), () => this.open(), { id: 'compare', title: t('compareHow'), key: 'C' });
  }

  /** Shows the positions, with the one on the board, while the engine searches all of them. */
  open() {
    const { app } = this;
    const { game, settings, notation } = app.state;
    /** What was found wrong with a search, and what ends it. @type {Map<Node, { control: AbortController, fault: string }>} */
    const searches = new Map();
    const name = (/** @type {Node} */ node) => moveName(game, node, notation);
    const search = async (/** @type {Node} */ node) => {
      const state = { control: new AbortController(), fault: '' };
      searches.set(node, state);
      const request = { ...requestFor(app.state, node), lines: shown.lines, threads: 1, hash: settings.hash };
      try {
        await stream('analyse', request, state.control.signal, (line) => {
          if (line.lines) app.analysis.take(node, line, shown.lines);
          d.draw();
        });
      } catch (e) {
        if (aborted(e)) return;
        state.fault = app.explain(e);
        d.draw();
      }
    };
    const add = (/** @type {Node} */ node) => {
      search(node);
      changed();
    };
    const remove = (/** @type {Node} */ node) => {
      searches.get(node)?.control.abort();
      searches.delete(node);
      changed();
    };
    const changed = () => {
      this.places = [...searches.keys()].map((n) => game.movesTo(n));
      d.draw();
    };
    const show = (/** @type {Node} */ node) => {
      d.close();
      app.goTo(node);
    };
    const card = (/** @type {Node} */ node, /** @type {string} */ fault) =>
      el(
        'section',
        { key: node.id, 'aria-label': name(node) },
        el(
          'div',
          { class: 'head row' },
          el('h3', {}, name(node)),
          button(t('compareGo'), () => show(node), { id: `compare-go-${node.id}` }),
          button(t('compareOut', { name: name(node) }), () => remove(node), {
            id: `compare-out-${node.id}`,
            icon: '✕',
            class: 'small',
          }),
        ),
        diagram(name(node), { board: game.boardAt(node), last: node.move, drawn: node.marks }, app.board.look),
        ...this.found(node, fault),
      );
    // What can be put beside them: what follows the position on the board, and what is in its place.
    const others = () => {
      const { current } = game;
      const near = new Set([current, ...current.children, ...(current.parent?.children ?? [])]);
      const more = searches.size < most ? [...near].filter((n) => !searches.has(n)) : [];
      return more.map((n) => button(t('compareAdd', { name: name(n) }), () => add(n), { id: `compare-add-${n.id}` }));
    };
    // A page that nobody sees does not keep the machine busy.
    const follow = () => {
      for (const [node, { control }] of searches) {
        control.abort();
        if (!document.hidden) search(node);
      }
    };
    document.addEventListener('visibilitychange', follow);
    app.analysis.hold(true);
    const d = showDialog({
      title: t('compare'),
      class: 'compare',
      body: () => [
        el('div', { class: 'cards', key: 'cards' }, ...[...searches].map(([node, { fault }]) => card(node, fault))),
        el('p', { key: 'how' }, t('compareHow')),
        el('div', { class: 'row', key: 'others' }, ...others()),
      ],
      actions: () => [closeButton(() => d.close())],
      closed: () => {
        document.removeEventListener('visibilitychange', follow);
        for (const { control } of searches.values()) control.abort();
        app.analysis.hold(false);
      },
    });
    this.close = d.close;
    const known = new Map(game.nodes.map((n) => [game.movesTo(n), n]));
    const before = this.places.flatMap((place) => known.get(place) ?? []);
    const all = new Set([...before.slice(1 - most), game.current]);
    for (const node of all) search(node);
    changed();
  }

  /** What the engine has found in a position. @param {Node} node @param {string} fault */
  found(node, fault) {
    const { analysis, state } = this.app;
    const known = analysis.results.get(analysis.position(node, []));
    if (!known) return [el('p', { class: 'state', key: 'state' }, fault || t('looking'))];
    const { score } = known.lines[0];
    return [
      el('p', { class: 'state', key: 'state' }, depthText(known)),
      el('p', { class: 'chances', key: 'chances' }, chancesText(score)),
      el(
        'ol',
        { class: 'lines', key: 'lines' },
        ...known.lines.slice(0, shown.lines).map((line) => {
          const moves = line.moves.slice(0, shown.moves).map((m) => notationText(m, state.notation));
          return el('li', {}, el('strong', { class: 'score' }, scoreText(line.score)), ` ${moves.join(' ')}`);
        }),
      ),
    ];
  }
}
