// The moves as a tree: the main line in two columns, variations and comments between.

import { notationText, t } from './texts.js';
import { button, byId, el } from './ui.js';

/** @typedef {import('./game.js').Node} Node */

/** What a move is called; its squares until the server has said. @param {Node} n @param {string} notation */
export const nodeText = (n, notation) => (n.text ? notationText(n.text, notation) : n.move);

const signs = ['', '!', '?', '!!', '??', '!?', '?!'];

/** @param {import('./app.js').App} app */
export function renderMoves(app) {
  const { game } = app;
  const list = el('div', { class: 'list' });
  const move = (/** @type {Node} */ n) => el('button', {
    type: 'button', class: 'move', 'aria-current': n === game.current ? 'true' : undefined, onclick: () => app.goTo(n),
  }, nodeText(n, app.notation) + n.glyphs.map((g) => signs[g] ?? '').join(''));
  const comment = (/** @type {Node} */ n) => (n.comment ? el('span', { class: 'comment' }, n.comment) : null);
  const isRed = (/** @type {Node} */ n) => game.turn(/** @type {Node} */ (n.parent)) === 'red';

  /** A variation in running text. @param {Node} first */
  const variation = (first) => {
    const out = el('span', {}, '(');
    for (let /** @type {Node | undefined} */ n = first; n; n = n.children[0]) {
      if (isRed(n) || n === first) out.append(el('span', { class: 'number' }, `${game.number(n)}${isRed(n) ? '.' : '…'}`));
      out.append(move(n));
      const c = comment(n);
      if (c) out.append(c);
      if (n !== first) for (const other of n.parent?.children.slice(1) ?? []) out.append(variation(other));
    }
    out.append(')');
    return out;
  };

  const rootComment = comment(game.root);
  if (rootComment) list.append(el('div', { class: 'between' }, rootComment));
  let row = null;
  for (const n of game.root.tip.line) {
    if (isRed(n) || !row) {
      row = el('div', { class: 'pair' }, el('span', { class: 'number' }, `${game.number(n)}.`), isRed(n) ? null : el('span', { class: 'gap' }, '…'));
      list.append(row);
    }
    row.append(move(n));
    const between = [comment(n), ...(n.parent?.children.slice(1).map(variation) ?? [])].filter((e) => e !== null);
    if (between.length) {
      list.append(el('div', { class: 'between' }, ...between));
      row = null;
    }
  }
  const at = game.current;
  const study = game.mode === 'study';
  const text = el('textarea', { id: 'comment', rows: 1, maxlength: 4000, value: at.comment, oninput: (/** @type {any} */ e) => {
    at.comment = e.target.value;
    game.changed = Date.now();
  }, onchange: () => renderMoves(app) });
  if (document.activeElement?.id === 'comment') return; // while somebody writes
  byId('moves').replaceChildren(el('h2', {}, t('moves')), list, ...(study ? [
    el('label', { for: 'comment' }, t('comment')), text,
    el('div', { class: 'row' },
      button(t('promote'), () => { game.promote(at); app.render(); }, { disabled: !at.parent || game.root.tip.line.includes(at) }),
      button(t('removeHere'), () => { game.remove(at); app.goTo(game.current); }, { disabled: !at.parent })),
  ] : []));
  const marked = list.querySelector('[aria-current]');
  if (marked) list.scrollTop = marked.offsetTop - list.clientHeight / 2;
  else list.scrollTop = 0;
}
