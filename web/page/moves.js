// The list of moves.

import { notationText, t } from './texts.js';
import { byId, el } from './ui.js';

/** @typedef {import('./game.js').Node} Node */

/** What a move is called; its squares until the server has said. @param {Node} n @param {string} notation */
export const nodeText = (n, notation) => (n.text ? notationText(n.text, notation) : n.move);

/** @param {import('./app.js').App} app */
export function renderMoves(app) {
  const { game } = app;
  const list = el('div', { class: 'list' });
  let row = null;
  for (const n of game.root.tip.line) {
    const red = game.turn(/** @type {Node} */ (n.parent)) === 'red';
    if (red || !row) {
      row = el('div', { class: 'pair' }, el('span', { class: 'number' }, `${game.number(n)}.`), red ? null : el('span', { class: 'gap' }, '…'));
      list.append(row);
    }
    const current = n === game.current;
    row.append(el('button', { type: 'button', class: 'move', 'aria-current': current ? 'true' : undefined, onclick: () => app.goTo(n) }, nodeText(n, app.notation)));
  }
  byId('moves').replaceChildren(el('h2', {}, t('moves')), list);
  const marked = list.querySelector('[aria-current]');
  if (marked) list.scrollTop = marked.offsetTop - list.offsetTop - list.clientHeight / 2;
  else list.scrollTop = 0;
}
