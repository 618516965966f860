// Small helpers for the page's elements. Texts become text nodes, never markup.

/**
 * Makes an element. Attributes that begin with "on" are listeners; true and false
 * set and leave out an attribute.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (key === 'value') /** @type {HTMLInputElement} */ (e).value = value;
    else e.setAttribute(key, value === true ? '' : String(value));
  }
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== false));
  return e;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const e = document.getElementById(id);
  if (!e) throw new Error(`no element ${id}`);
  return e;
}

/**
 * Replaces what a place shows. A head that is the same as before stays in the page, so that
 * a list of choices that somebody has open in it stays open.
 * @param {HTMLElement} place @param {HTMLElement} head @param {...(Node | string)} rest
 */
export function showBelow(place, head, ...rest) {
  const { firstChild } = place;
  if (!firstChild?.isEqualNode(head)) {
    place.replaceChildren(head, ...rest);
    return;
  }
  while (firstChild.nextSibling) firstChild.nextSibling.remove();
  place.append(...rest);
}

/** How long a press holds up drawing at most, in milliseconds. */
const longestPress = 1000;
/** How long after a finger has gone up the click may still come, in milliseconds. */
const latestTap = 300;

/** The timer that lets drawing go on, 0 while nothing holds it up. */
let hold = 0;
/** What to draw then, by the part that draws it. @type {Map<unknown, () => void>} */
const held = new Map();

/**
 * Whether a press outside the board is under way. Drawing then waits until it has ended:
 * the click on a button that is replaced between press and release would be lost.
 * @param {unknown} who the part that draws @param {() => void} draw takes the place of an earlier one by the same part
 */
export function heldByPress(who, draw) {
  if (hold) held.set(who, draw);
  else held.delete(who);
  return hold !== 0;
}

/** Holds up drawing from now on, 0 to end that without drawing. @param {number} milliseconds */
function holdFor(milliseconds) {
  clearTimeout(hold);
  hold = milliseconds && window.setTimeout(release, milliseconds);
}

function release() {
  holdFor(0);
  const all = [...held.values()];
  held.clear();
  for (const draw of all) {
    try {
      draw();
    } catch (e) {
      reportError(e); // the others draw all the same
    }
  }
}

addEventListener('pointerdown', (e) => {
  if (e.button !== 0) return;
  if (byId('board').contains(/** @type {Node} */ (e.target))) release();
  else holdFor(longestPress);
}, true);
// A mouse clicks in the same moment.
addEventListener('pointerup', (e) => { if (hold) holdFor(e.pointerType === 'mouse' ? 1 : latestTap); }, true);
addEventListener('pointercancel', release, true);
// The space bar clicks a button when it goes up.
addEventListener('keydown', (e) => {
  if (e.key === ' ' && !e.repeat && e.target instanceof Element && e.target.closest('button')) holdFor(longestPress);
}, true);
addEventListener('keyup', (e) => { if (hold && e.key === ' ') holdFor(1); }, true);
// Who answers a click finds the page as it was pressed, and draws at once.
addEventListener('click', () => holdFor(0), true);
addEventListener('click', release);

/**
 * A button with a sign and a text, or a short word where there is no room for the text.
 * @param {string} text @param {() => void} action @param {{ icon?: string, short?: string, key?: string, id?: string, class?: string, title?: string, disabled?: boolean, pressed?: boolean }} [more]
 */
export const button = (text, action, more = {}) => el('button', {
  type: 'button', onclick: action, id: more.id, class: more.class, disabled: more.disabled,
  title: more.title ?? (more.key ? `${text} (${more.key})` : undefined), 'aria-label': more.icon ? text : undefined,
  'aria-pressed': more.pressed === undefined ? undefined : String(more.pressed),
}, more.icon ? el('span', { class: 'icon', 'aria-hidden': 'true' }, more.icon) : null, el('span', { class: 'word' }, text),
more.short ? el('span', { class: 'short' }, more.short) : null);

/**
 * A labelled choice.
 * @param {string} label @param {string} id @param {[string, string][]} options values and texts
 * @param {string} value @param {(value: string) => void} [change]
 */
export function choice(label, id, options, value, change) {
  const select = el('select', { id, name: id, onchange: (/** @type {any} */ e) => change?.(e.target.value) },
    ...options.map(([v, text]) => el('option', { value: v, selected: v === value }, text)));
  return el('div', { class: 'field' }, el('label', { for: id }, label), select);
}

/** @param {string} label @param {string} id @param {boolean} value @param {(value: boolean) => void} [change] */
export function check(label, id, value, change) {
  const box = el('input', { type: 'checkbox', id, name: id, checked: value, onchange: (/** @type {any} */ e) => change?.(e.target.checked) });
  return el('div', { class: 'field check' }, box, el('label', { for: id }, label));
}

/**
 * Shows a dialog, and removes it when it closes.
 * @param {string} title @param {(Node | string)[]} content @param {HTMLElement[]} [actions] closing buttons among them
 * @param {string} [closeText]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, content, actions = [], closeText = '') {
  const id = `title-${Math.random().toString(36).slice(2)}`;
  const d = /** @type {HTMLDialogElement} */ (el('dialog', { 'aria-labelledby': id },
    el('div', { class: 'head' }, el('h2', { id }, title),
      el('button', { type: 'button', class: 'close', 'aria-label': closeText, title: closeText, onclick: () => d.close() }, '✕')),
    el('div', { class: 'body', tabindex: '0' }, ...content),
    actions.length ? el('div', { class: 'actions' }, ...actions) : null));
  d.addEventListener('close', () => d.remove());
  d.addEventListener('click', (e) => {
    if (e.target === d) d.close(); // beside it
  });
  document.body.append(d);
  d.showModal();
  return d;
}
