// Dialogs above the page.

import { t } from './texts.js';
import { button, el, part, show } from './ui.js';

/** @typedef {import('./ui.js').Child} Child */

/** How many dialogs there have been. */
let opened = 0;

/**
 * What a dialog shows, asked for again whenever it is drawn.
 * @typedef {object} Content
 * @property {string} title
 * @property {() => Child[]} body
 * @property {() => Child[]} [actions] buttons below
 * @property {string} [class]
 * @property {string} [role]
 * @property {() => void} [closed] the dialog has gone
 * @property {boolean} [asks] whether what is chosen in it counts only once a button below is pressed
 */

/**
 * Opens a dialog.
 * @param {Content} content
 * @returns {{ element: HTMLDialogElement, draw: () => void, close: () => void }}
 */
export function showDialog(content) {
  const id = `title-${opened++}`;
  const element = document.createElement('dialog');
  const close = () => element.close();
  const draw = () => {
    const body = content.body();
    const actions = content.actions?.() ?? [];
    show(
      element,
      part(
        { 'aria-labelledby': id, class: content.class, role: content.role },
        el(
          'div',
          { class: 'head' },
          el('h2', { id }, content.title),
          el(
            'button',
            { type: 'button', class: 'close', 'aria-label': t('close'), title: t('close'), onclick: close },
            '✕',
          ),
        ),
        body.length ? el('div', { class: 'body', tabindex: '0', role: 'group', 'aria-labelledby': id }, ...body) : null,
        actions.length ? el('div', { class: 'actions' }, ...actions) : null,
      ),
    );
  };
  element.addEventListener('close', () => {
    element.remove();
    content.closed?.();
  });
  // A press beside it closes it, unless something that a person has typed or chosen would be lost. A text may be
  // selected to beyond its edge: that click began within.
  let beside = false;
  let changed = false;
  element.addEventListener('input', ({ target }) => {
    changed ||= content.asks || /** @type {Element} */ (target).matches('textarea, [type=text]');
  });
  element.addEventListener('pointerdown', (e) => {
    beside = e.target === element;
  });
  element.addEventListener('click', (e) => {
    if (beside && !changed && e.target === element) close();
  });
  draw();
  document.body.append(element);
  element.showModal();
  return { element, draw, close };
}

/** A button that closes a dialog. @param {() => void} close */
export const closeButton = (close) => button(t('close'), close, { class: 'main' });

/**
 * Asks yes or no.
 * @param {string} question @param {string} yes @returns {Promise<boolean>}
 */
export function confirmDialog(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const d = showDialog({
      title: question,
      role: 'alertdialog',
      body: () => [],
      closed: () => resolve(answer),
      actions: () => [
        button(t('cancel'), () => d.close()),
        button(
          yes,
          () => {
            answer = true;
            d.close();
          },
          { class: 'main', id: 'yes' },
        ),
      ],
    });
  });
}
