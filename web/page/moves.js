// The moves as a tree: the main line in two columns, variations and comments between.

import { aboutDialog } from './about.js';
import { much } from './changes.js';
import { confirmDialog } from './dialog.js';
import { scoreText } from './graph.js';
import { playTyped } from './positions.js';
import { notationText, t } from './texts.js';
import { button, el, part } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./ui.js').VNode} VNode */
/** @typedef {import('./ui.js').Child} Child */

/** What a move is called; its squares until the server has said. @param {Node} n @param {string} notation */
export const nodeText = (n, notation) => (n.text ? notationText(n.text, notation) : n.move);

/** The number before a move: 3. for Red, 3… for Black. @param {import('./game.js').Game} game @param {Node} n */
export const numberText = (game, n) =>
  `${game.number(n)}${game.turn(/** @type {Node} */ (n.parent)) === 'red' ? '.' : '…'}`;

/** A position by the move before it. @param {import('./game.js').Game} game @param {Node} n @param {string} notation */
export const moveName = (game, n, notation) =>
  n.parent ? `${numberText(game, n)} ${nodeText(n, notation)}` : t('startPosition');

/** The signs of moves by their numeric annotation glyphs. */
export const signs = ['', '!', '?', '!!', '??', '!?', '?!'];

/** The glyph with which PGN marks a position to be printed as a diagram. */
export const diagramGlyph = 220;

/** How deep variations in variations are shown. */
export const deepest = 100;

/** The longest move that can be typed, in characters. */
const longestTyped = 20;

/** The longest comment, in characters. */
const longestComment = 4000;

/**
 * The moves of the game.
 * @param {App} app @param {{ study: boolean, signOf?: (n: Node) => string }} how whether moves can be
 *   commented, and what a review says of a move
 */
export function movesPart(app, { study, signOf = () => '' }) {
  const { game, notation } = app.state;
  const at = game.current;
  const writer = new Writer(game, (n) =>
    el(
      'button',
      {
        type: 'button',
        class: 'move',
        id: n.id,
        'aria-current': n === at ? 'true' : undefined,
        onclick: () => app.goTo(n),
      },
      nodeText(n, notation) + (n.glyphs.map((g) => signs[g] ?? '').join('') || signOf(n)),
      n.glyphs.includes(diagramGlyph) && el('span', { class: 'worth', 'aria-hidden': 'true' }, '▦'),
      n.eval && el('span', { class: 'worth' }, ` ${scoreText(n.eval)}`),
    ),
  );
  const list = el('div', { class: 'list', key: 'list', hook: centred(at.id) }, ...writer.mainLine());
  return part(
    {},
    el('div', { class: 'row head', key: 'head' }, el('h2', {}, t('moves')), typing(app)),
    openingName(at),
    list,
    ...(study ? commentary(app, at) : []),
  );
}

/** The name of the opening and its code, as far as the server has said it. @param {Node} at @returns {Child} */
function openingName(at) {
  let /** @type {Node | null} */ n = at;
  while (n && !n.info) n = n.parent;
  if (!n?.info?.opening) return null;
  const { opening, ecco } = n.info;
  return el('p', { class: 'opening', key: 'opening' }, ecco ? `${opening} · ECCO ${ecco}` : opening);
}

/** A field to type a move. @param {App} app */
function typing(app) {
  const play = async (/** @type {any} */ e) => {
    e.preventDefault();
    const [input] = e.target.elements;
    const { value } = input;
    if (!value.trim()) return;
    e.target.reset();
    if ((await playTyped(app, value)) || input.value) return;
    input.value = value; // to correct it, or to type over it
    input.select();
  };
  return el(
    'form',
    { key: 'typing', onsubmit: play },
    el('input', {
      type: 'text',
      id: 'typed',
      placeholder: t('typeMove'),
      'aria-label': t('typeMove'),
      autocomplete: 'off',
      maxLength: longestTyped,
    }),
  );
}

/** Which move a list was centred on, and how high the list was. @type {WeakMap<Element, { id: string, height: number }>} */
const centres = new WeakMap();

/**
 * Scrolls a list to its marked move when that has changed, or has gone out of sight because
 * the list has become lower. Where somebody has scrolled, the list stays otherwise.
 * @param {string} id of the marked move
 */
function centred(id) {
  const scroll = (/** @type {VNode} */ { elm }) => {
    const list = /** @type {HTMLElement} */ (elm);
    const { clientHeight: height, scrollTop: top } = list;
    const before = centres.get(list);
    if (before?.id === id && before.height === height) return;
    centres.set(list, { id, height });
    const marked = /** @type {HTMLElement | null} */ (list.querySelector('[aria-current]'));
    if (!marked) {
      if (before?.id !== id) list.scrollTop = 0;
      return;
    }
    const { offsetTop: at, offsetHeight: size } = marked;
    const seen = at >= top && at + size <= top + height;
    if (before?.id !== id || !seen) list.scrollTop = at - height / 2;
  };
  return { insert: scroll, postpatch: (/** @type {VNode} */ _, /** @type {VNode} */ next) => scroll(next) };
}

/** Describes the tree of a game. */
class Writer {
  /** @param {import('./game.js').Game} game @param {(n: Node) => VNode} button of a move */
  constructor(game, button) {
    this.game = game;
    this.button = button;
  }

  /** @param {Node} n */
  isRed(n) {
    return this.game.turn(/** @type {Node} */ (n.parent)) === 'red';
  }

  /** @param {Node} n */
  comment(n) {
    return n.comment ? el('span', { class: 'comment' }, n.comment) : null;
  }

  /** @param {string} text */
  number(text) {
    return el('span', { class: 'number' }, text);
  }

  /** The other moves in place of one. @param {Node} n */
  others(n) {
    return n.parent?.children.slice(1) ?? [];
  }

  /** A variation in running text. @param {Node} first @param {number} [depth] of variations in variations @returns {VNode} */
  variation(first, depth = 0) {
    /** @type {Child[]} */
    const out = ['('];
    for (let /** @type {Node | undefined} */ n = depth > deepest ? undefined : first; n; n = n.children[0]) {
      if (this.isRed(n) || n === first) out.push(this.number(numberText(this.game, n)));
      out.push(this.button(n), this.comment(n));
      if (n !== first) out.push(...this.others(n).map((other) => this.variation(other, depth + 1)));
    }
    out.push(depth > deepest ? '…)' : ')');
    return el('span', { key: `variation-${first.id}` }, ...out);
  }

  /** The main line in rows, with comments and variations between. @returns {VNode[]} */
  mainLine() {
    const { game } = this;
    /** @type {VNode[]} */
    const rows = [];
    const between = (/** @type {string} */ key, /** @type {Child[]} */ what) =>
      rows.push(el('div', { class: 'between', key }, ...what));
    if (game.root.comment) between('between-root', [this.comment(game.root)]);
    /** @type {Child[] | null} */
    let row = null;
    let key = '';
    const finish = () => {
      if (row) rows.push(el('div', { class: 'pair', key }, ...row));
      row = null;
    };
    for (const n of game.root.tip.line) {
      if (this.isRed(n)) finish();
      if (!row) {
        key = `pair-${n.id}`;
        row = [this.number(`${game.number(n)}.`), this.isRed(n) ? null : el('span', { class: 'gap' }, '…')];
      }
      row.push(this.button(n));
      const more = [this.comment(n), ...this.others(n).map((other) => this.variation(other))].filter((e) => e !== null);
      if (!more.length) continue;
      finish();
      between(`between-${n.id}`, more);
    }
    finish();
    return rows;
  }
}

/** What can be done with the move on the board. @param {App} app @param {Node} at @returns {Child[]} */
function commentary(app, at) {
  const { game } = app.state;
  const write = (/** @type {any} */ e) => {
    app.changes.note('', `comment ${at.id}`);
    at.comment = e.target.value;
    game.changed = Date.now();
  };
  const written = () => {
    app.changes.history.seal();
    app.keep();
    app.update();
  };
  return [
    at.parent ? glyphButtons(app, at) : null,
    app.drawing.row(),
    el('label', { for: 'comment' }, t('comment')),
    el('textarea', {
      id: 'comment',
      rows: 1,
      maxlength: longestComment,
      value: at.comment,
      oninput: write,
      onchange: written,
    }),
    el(
      'div',
      { class: 'row', key: 'row-tree' },
      button(
        t('promote'),
        () => {
          app.changes.note(t('change-promote'));
          game.promote(at);
          game.changed = Date.now();
          app.keep();
          app.render();
        },
        { id: 'promote', disabled: !at.parent || game.root.tip.line.includes(at) },
      ),
      button(t('removeHere'), () => removeFrom(app, at), { id: 'remove-here', disabled: !at.parent }),
    ),
    el(
      'div',
      { class: 'row', key: 'row-game' },
      button(t('aboutShort'), () => aboutDialog(app), { id: 'about', title: t('about') }),
      !game.file && button(t('fileBegin'), () => app.chapters.begin(), { id: 'file-begin' }),
    ),
  ];
}

/** Removes a move and all that follows, if the person agrees where that is much. @param {App} app @param {Node} at */
async function removeFrom(app, at) {
  const { game } = app.state;
  const n = at.count;
  if (n > much && !(await confirmDialog(t('removeSure', { n }), t('removeHere')))) return;
  if (game !== app.state.game || !at.parent?.children.includes(at)) return;
  app.changes.note(t('change-remove', { n }));
  game.remove(at);
  game.changed = Date.now();
  app.goTo(game.current);
}

/** Gives a move other glyphs. @param {App} app @param {Node} at @param {number[]} glyphs */
function changeGlyphs(app, at, glyphs) {
  app.changes.note();
  at.glyphs = glyphs;
  app.state.game.changed = Date.now();
  app.keep();
  app.update();
}

/** Marks a position to be printed, or takes the mark away. @param {App} app @param {Node} at */
function markDiagram(app, at) {
  const others = at.glyphs.filter((g) => g !== diagramGlyph);
  changeGlyphs(app, at, others.length < at.glyphs.length ? others : [...others, diagramGlyph]);
}

/** Buttons that say how good a move is. @param {App} app @param {Node} at */
function glyphButtons(app, at) {
  const toggle = (/** @type {number} */ glyph, /** @type {boolean} */ on) =>
    changeGlyphs(app, at, [...(on ? [] : [glyph]), ...at.glyphs.filter((g) => !signs[g])]);
  const buttons = signs.map((sign, glyph) => {
    const on = at.glyphs.includes(glyph);
    const name = t(`glyph-${glyph || 1}`);
    return (
      sign &&
      el(
        'button',
        {
          type: 'button',
          id: `glyph-${glyph}`,
          title: name,
          'aria-label': `${sign} ${name}`,
          'aria-pressed': String(on),
          onclick: () => toggle(glyph, on),
        },
        sign,
      )
    );
  });
  const diagram = button(t('diagram'), () => markDiagram(app, at), {
    id: 'diagram',
    icon: '▦',
    class: 'small',
    title: t('diagramHow'),
    pressed: at.glyphs.includes(diagramGlyph),
  });
  return el(
    'div',
    { class: 'row glyphs', key: 'glyphs', role: 'group', 'aria-label': t('glyphs') },
    ...buttons,
    diagram,
  );
}
