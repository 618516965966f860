// The elements of the page, as descriptions that snabbdom turns into elements and changes
// where they differ from what is shown. Texts become text nodes, never markup.

import { attributesModule, eventListenersModule, h, init, propsModule, vnode } from './vendor/snabbdom.js';

/** @typedef {import('./vendor/snabbdom.js').VNode} VNode */
/** @typedef {VNode | string | null | undefined | false} Child */
/** @typedef {{ attributes: Record<string, any>, children: Child[] }} Part what a place of the page shows */

/** Sets the properties of an element's style one by one: the page may not have any in attributes. */
const styleModule = {
  create: setStyle,
  update: setStyle,
};

/** @param {VNode} _ @param {VNode} next */
function setStyle(_, next) {
  if (next.data?.style) Object.assign(/** @type {HTMLElement} */ (next.elm).style, next.data.style);
}

const patch = init([attributesModule, propsModule, eventListenersModule, styleModule]);

/**
 * Describes an element. Attributes that begin with "on" are listeners; true and false set
 * and leave out an attribute. An id is the key by which an element stays the same while
 * others come and go around it; key says so for an element without one.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...Child} children
 * @returns {VNode}
 */
export function el(tag, attributes = {}, ...children) {
  return h(tag, dataOf(attributes, tag), contentOf(children));
}

/**
 * What snabbdom keeps of attributes. The value of an option is an attribute, since '' as a
 * property leaves the text of the option as its value.
 * @param {Record<string, any>} attributes @param {string} [tag] @returns {import('./vendor/snabbdom.js').VNodeData}
 */
function dataOf(attributes, tag) {
  /** @type {Record<string, string | boolean>} */
  const attrs = {};
  /** @type {Record<string, unknown>} */
  const props = {};
  /** @type {Record<string, (event: any) => void>} */
  const on = {};
  const { key = attributes.id, hook, style, ...rest } = attributes;
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on')) on[name.slice(2)] = value;
    else if (name === 'checked' || (name === 'value' && tag !== 'option')) props[name] = value;
    else attrs[name] = typeof value === 'boolean' ? value : String(value);
  }
  return { key, attrs, props, on, style, hook };
}

/** @param {Child[]} children @returns {(VNode | string)[] | string} */
function contentOf(children) {
  const all = children.filter((c) => c !== null && c !== undefined && c !== false && c !== '');
  return all.length === 1 && typeof all[0] === 'string' ? all[0] : /** @type {(VNode | string)[]} */ (all);
}

/** Describes what a place of the page shows. @param {Record<string, any>} attributes @param {...Child} children @returns {Part} */
export const part = (attributes, ...children) => ({ attributes, children });

/** What is shown in which element. @type {WeakMap<Element, VNode>} */
const shown = new WeakMap();

/** Shows a part in an element that stays. @param {Element} place @param {Part} content */
export function show(place, { attributes, children }) {
  const before = shown.get(place) ?? vnode('place', {}, [], undefined, place);
  shown.set(place, patch(before, h('place', dataOf(attributes), contentOf(children))));
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const e = document.getElementById(id);
  if (!e) throw new Error(`no element ${id}`);
  return e;
}

/** Brings the board back into sight, which a phone may have scrolled away. */
export const toBoard = () => byId('middle').scrollIntoView({ block: 'nearest' });

/**
 * Draws, and takes care of the focus: where what has it cannot be pressed any more, the
 * keyboard goes on with another step, or with the board, and where that has gone with the main
 * button of what is on the board now, or likewise.
 * @param {() => void} draw
 */
export function withFocus(draw) {
  const before = document.activeElement;
  const keyboard = before?.matches(':focus-visible');
  draw();
  if (!before?.id) return;
  let after = /** @type {HTMLElement | null} */ (document.getElementById(before.id));
  const step = '.steps button:enabled:not(#flip)';
  const board = '#board [tabindex="0"]';
  if (keyboard && !after) after = found('#controls .main:enabled') ?? found(step) ?? found(board);
  else if (keyboard && after?.matches(':disabled')) after = (after.closest('.steps') && found(step)) ?? found(board);
  if (after && after !== document.activeElement) after.focus({ preventScroll: true });
}

/** @param {string} selector @returns {HTMLElement | null} */
const found = (selector) => document.querySelector(selector);

/** As of useLetters. */
let letters = true;

/** Says whether single letters on the keyboard mean something. @param {boolean} on */
export function useLetters(on) {
  letters = on;
}

/** Whether a key means something: who dictates, or holds a key too long, can do without single letters. @param {string} key */
export const keyWorks = (key) => letters || !/^[!-~]$/.test(key);

/**
 * A button with a sign and a text, or a short word where there is no room for the text.
 * @param {string} text @param {() => void} action
 * @param {{ icon?: string, short?: string, key?: string, id?: string, class?: string, title?: string, disabled?: boolean, pressed?: boolean, about?: string }} [more]
 *   key is the one on the keyboard, about the id of what it is about, where several buttons have the same text
 */
export const button = (text, action, more = {}) =>
  el(
    'button',
    {
      type: 'button',
      onclick: action,
      id: more.id,
      class: more.class,
      disabled: Boolean(more.disabled),
      title: more.title ?? (more.key && keyWorks(more.key) ? `${text} (${more.key})` : more.short && text),
      'aria-label': more.icon && !more.short ? text : undefined,
      'aria-describedby': more.about,
      'aria-pressed': more.pressed === undefined ? undefined : String(more.pressed),
    },
    more.icon ? el('span', { class: 'icon', 'aria-hidden': 'true' }, more.icon) : null,
    el('span', { class: 'word' }, text),
    more.short ? el('span', { class: 'short' }, more.short) : null,
  );

/**
 * A labelled choice.
 * @param {string} label @param {string} id @param {[string, string][]} options values and texts
 * @param {string} value @param {(value: string) => void} [change] @param {{ hidden?: boolean, disabled?: boolean }} [more]
 */
export function choice(label, id, options, value, change, more = {}) {
  const known = options.some(([v]) => v === value); // else the first stays chosen
  // The options must be there before one of them is chosen.
  const choose = (/** @type {VNode} */ { elm }) => {
    const select = /** @type {HTMLSelectElement} */ (elm);
    if (known && select.value !== value) select.value = value;
  };
  return el(
    'div',
    { class: 'field', key: `field-${id}`, hidden: Boolean(more.hidden) },
    el('label', { for: id }, label),
    el(
      'select',
      {
        id,
        name: id,
        disabled: Boolean(more.disabled),
        onchange: (/** @type {any} */ e) => change?.(e.target.value),
        hook: { insert: choose, postpatch: (/** @type {VNode} */ _, /** @type {VNode} */ next) => choose(next) },
      },
      ...options.map(([v, text]) => el('option', { value: v, key: v }, text)),
    ),
  );
}

/**
 * A labelled line of text.
 * @param {string} label @param {string} id @param {string} value @param {(value: string) => void} input
 * @param {Record<string, any>} [more] attributes of the input
 */
export const field = (label, id, value, input, more = {}) =>
  el(
    'div',
    { class: 'field', key: `field-${id}` },
    el('label', { for: id }, label),
    el('input', { id, type: 'text', value, ...more, oninput: (/** @type {any} */ e) => input(e.target.value) }),
  );

/** @param {string} label @param {string} id @param {boolean} value @param {(value: boolean) => void} [change] */
export function check(label, id, value, change) {
  // What the person has pressed in vain goes back.
  const set = (/** @type {VNode} */ _, /** @type {VNode} */ { elm }) => {
    /** @type {HTMLInputElement} */ (elm).checked = value;
  };
  return el(
    'div',
    { class: 'field check', key: `field-${id}` },
    el('input', {
      type: 'checkbox',
      id,
      name: id,
      checked: value,
      onchange: (/** @type {any} */ e) => change?.(e.target.checked),
      hook: { postpatch: set },
    }),
    el('label', { for: id }, label),
  );
}
