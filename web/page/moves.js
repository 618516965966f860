// The moves as a tree: the main line in two columns, variations and comments between.

import { heldByPress } from './press.js';
import { notationText, t } from './texts.js';
import { button, byId, el, keepFocus } from './ui.js';

/** @typedef {import('./game.js').Node} Node */

/** What a move is called; its squares until the server has said. @param {Node} n @param {string} notation */
const nodeText = (n, notation) => (n.text ? notationText(n.text, notation) : n.move);

/** The signs of moves by their numeric annotation glyphs. */
export const signs = ['', '!', '?', '!!', '??', '!?', '?!'];

/** How deep variations in variations are shown. */
const deepest = 100;

/** @param {import('./app.js').App} app */
export function renderMoves(app) {
  if (heldByPress('moves', () => { if (app.holder === app) renderMoves(app); })) return;
  const { game } = app;
  const list = el('div', { class: 'list' });
  const reviewed = app.review.on && !app.review.retry ? app.review.data : null;
  const mainLine = new Set(reviewed ? game.root.tip.line : []);
  const signOf = (/** @type {Node} */ n) => n.glyphs.map((g) => signs[g] ?? '').join('') || ((mainLine.has(n) && reviewed?.moves[n.ply]?.sign) || '');
  const move = (/** @type {Node} */ n) => el('button', {
    type: 'button', class: 'move', id: n.id, 'aria-current': n === game.current ? 'true' : undefined, onclick: () => app.goTo(n),
  }, nodeText(n, app.notation) + signOf(n));
  const comment = (/** @type {Node} */ n) => (n.comment ? el('span', { class: 'comment' }, n.comment) : null);
  const isRed = (/** @type {Node} */ n) => game.turn(/** @type {Node} */ (n.parent)) === 'red';

  /** A variation in running text. @param {Node} first @param {number} [depth] of variations in variations */
  const variation = (first, depth = 0) => {
    const out = el('span', {}, '(');
    if (depth > deepest) {
      out.append('…)');
      return out;
    }
    for (let /** @type {Node | undefined} */ n = first; n; n = n.children[0]) {
      if (isRed(n) || n === first) out.append(el('span', { class: 'number' }, `${game.number(n)}${isRed(n) ? '.' : '…'}`));
      out.append(move(n));
      const c = comment(n);
      if (c) out.append(c);
      if (n !== first) for (const other of n.parent?.children.slice(1) ?? []) out.append(variation(other, depth + 1));
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
    const between = [comment(n), ...(n.parent?.children.slice(1).map((other) => variation(other)) ?? [])].filter((e) => e !== null);
    if (between.length) {
      list.append(el('div', { class: 'between' }, ...between));
      row = null;
    }
  }
  const at = game.current;
  const study = game.mode === 'study' && !app.review.retry;
  const text = el('textarea', { id: 'comment', rows: 1, maxlength: 4000, value: at.comment, oninput: (/** @type {any} */ e) => {
    at.comment = e.target.value;
    game.changed = Date.now();
  }, onchange: () => {
    app.keep();
    renderMoves(app);
  } });
  if (document.activeElement?.id === 'comment') return; // while somebody writes
  const refocus = keepFocus(byId('moves'));
  byId('moves').replaceChildren(el('h2', {}, t('moves')), list, ...(study ? [
    at.parent ? glyphButtons(app, at) : '',
    el('label', { for: 'comment' }, t('comment')), text,
    el('div', { class: 'row' },
      button(t('promote'), () => { game.promote(at); app.render(); }, { id: 'promote', disabled: !at.parent || game.root.tip.line.includes(at) }),
      button(t('removeHere'), () => { game.remove(at); game.changed = Date.now(); app.goTo(game.current); }, { id: 'remove-here', disabled: !at.parent })),
  ] : []));
  refocus();
  const marked = list.querySelector('[aria-current]');
  if (marked) list.scrollTop = marked.offsetTop - list.clientHeight / 2;
  else list.scrollTop = 0;
}

/** Buttons that say how good a move is. @param {import('./app.js').App} app @param {Node} at */
function glyphButtons(app, at) {
  return el('div', { class: 'row glyphs', role: 'group', 'aria-label': t('glyphs') }, ...signs.map((sign, glyph) => {
    if (!sign) return '';
    const on = at.glyphs.includes(glyph);
    return el('button', {
      type: 'button', id: `glyph-${glyph}`, title: t(`glyph-${glyph}`), 'aria-label': `${sign} ${t(`glyph-${glyph}`)}`, 'aria-pressed': String(on),
      onclick: () => {
        at.glyphs = [...(on ? [] : [glyph]), ...at.glyphs.filter((g) => !signs[g])];
        app.game.changed = Date.now();
        app.keep();
        renderMoves(app);
      },
    }, sign);
  }));
}
