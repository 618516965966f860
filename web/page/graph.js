// The course of a game as a curve: what Red can expect after each move.

import { el } from './ui.js';

/** @typedef {import('./game.js').Node} Node */

/** The points that Red can expect, 0 to 1. @param {{ red: number, black: number }} s */
export const expected = (s) => 0.5 + (s.red - s.black) / 2;

/** A score as people read it, from Red's side. @param {import('./api.js').Score | import('./game.js').Eval} s */
export function scoreText(s) {
  if (s.over) return s.red ? '1–0' : s.black ? '0–1' : '½–½';
  if (s.mate) return `${s.mate > 0 ? '+' : '−'}#${Math.ceil(Math.abs(s.mate) / 2)}`;
  if (s.rule) return `${s.rule > 0 ? '+' : '−'}§`;
  return `${s.cp < 0 ? '−' : '+'}${(Math.abs(s.cp) / 100).toFixed(2)}`;
}

/** How near to a mark in pixels a click means the mark. */
const reach = 14;

/**
 * Draws the curve over a line of nodes, with marks at some plies. Null if too little is
 * known.
 * @param {object} o
 * @param {Node[]} o.line from the root to the end
 * @param {number} o.now the ply on the board
 * @param {string} o.label
 * @param {{ ply: number, kind: string, title: string }[]} [o.marks]
 * @param {(ply: number, marked: boolean) => void} o.go
 */
export function graph({ line, now, label, marks = [], go }) {
  const known = line.filter((n) => n.eval);
  if (known.length < 2) return null;
  const last = Math.max(1, line.length - 1);
  const x = (/** @type {number} */ ply) => (100 * ply) / last;
  const y = (/** @type {Node} */ n) => 100 - 100 * expected(/** @type {any} */ (n.eval));
  const points = known.map((n) => `${x(n.ply).toFixed(2)},${y(n).toFixed(2)}`).join(' ');
  const [begin, end] = [known[0].ply, known[known.length - 1].ply].map(x);
  const click = (/** @type {MouseEvent} */ e) => {
    const r = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
    const at = ((e.clientX - r.left) / r.width) * last;
    const distance = (/** @type {number} */ ply) => Math.abs(ply - at);
    const near = marks.filter((m) => (distance(m.ply) * r.width) / last <= reach);
    near.sort((a, b) => distance(a.ply) - distance(b.ply));
    if (near.length) go(near[0].ply, true);
    else go(Math.min(Math.max(Math.round(at), 0), line.length - 1), false);
  };
  return el(
    'div',
    { class: 'graph', key: 'graph', role: 'img', 'aria-label': label, onclick: click },
    el(
      'svg',
      { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      el('polygon', { points: `${begin},100 ${points} ${end},100`, class: 'area' }),
      el('path', { d: 'M0 50H100', class: 'middle' }),
      el('polyline', { points, class: 'curve' }),
      el('path', { d: `M${x(now)} 0V100`, class: 'now' }),
    ),
    ...marks
      .filter((m) => line[m.ply]?.eval)
      .map((m) =>
        el('span', {
          class: `dot ${m.kind}`,
          key: m.ply,
          title: m.title,
          style: { left: `${x(m.ply)}%`, top: `${y(line[m.ply])}%` },
        }),
      ),
  );
}
