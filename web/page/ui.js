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
 * The function that puts the focus back where it is now, when all around has been drawn
 * again: on the element with the same id, if that is in a place. Where that cannot be
 * pressed any more, the keyboard goes on with another step, or with the board.
 * @param {HTMLElement} [place]
 */
export function keepFocus(place = document.body) {
  const before = document.activeElement;
  const keyboard = before?.matches(':focus-visible');
  return () => {
    /** @type {HTMLElement | null} */
    let e = before?.id ? document.getElementById(before.id) : null;
    if (!e || !place.contains(e)) return;
    if (keyboard && e.matches(':disabled')) e = e.closest('.steps')?.querySelector('button:enabled') ?? document.querySelector('#board [tabindex="0"]');
    e?.focus({ preventScroll: true });
  };
}

/** Shows notices. The same ones stay in the page, so that they are read out once. @param {HTMLElement[]} all */
export function showNotices(all) {
  const place = byId('notices');
  if (place.textContent !== all.map((e) => e.textContent).join('')) place.replaceChildren(...all);
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
