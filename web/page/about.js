// Who played a game, where and when, and how it ended: a dialog to change that, and the
// names of files that say so.

import { showDialog } from './dialog.js';
import { toDocument } from './document.js';
import { recorded, results } from './game.js';
import { t } from './texts.js';
import { button, choice, el } from './ui.js';

/** @typedef {import('./game.js').Game} Game */

/** The tags that can be changed, in the order of a file. */
const tagNames = /** @type {const} */ (['Event', 'Site', 'Date', 'Round', 'Red', 'Black', 'Annotator']);

/** @typedef {Partial<Record<typeof tagNames[number], string>>} Tags */

/** The longest value, in characters. */
const longest = 200;

/** What a date may look like. */
const dateLike = '2026-05-01';

/** @param {typeof tagNames[number]} name */
const labelOf = (name) => t(`tag-${name}`) + (name === 'Date' ? t('join.brackets', { text: dateLike }) : '');

/** A date as records write it: 2026-5-1 becomes 2026.05.01; what is no date stays. @param {string} text */
export function dateText(text) {
  const parts = /^(\d{4})(?:[-./年](\d{1,2}))?(?:[-./月](\d{1,2}))?[日月年]?$/.exec(text.trim());
  if (!parts) return text.trim();
  const two = (/** @type {string | undefined} */ n) => (n ? n.padStart(2, '0') : '??');
  return `${parts[1]}.${two(parts[2])}.${two(parts[3])}`;
}

/** Gives a game tags, of which empty ones go away, and a result. @param {Game} game @param {Tags} tags @param {string} result as records write it */
export function describe(game, tags, result) {
  /** @type {Map<string, string>} */
  const wanted = new Map(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]));
  const before = toDocument(game).tags;
  const kept = before.map((tag) => ({ ...tag, Value: wanted.get(tag.Name.toLowerCase()) ?? tag.Value }));
  const has = new Set(before.map((tag) => tag.Name.toLowerCase()));
  const more = tagNames
    .filter((name) => !has.has(name.toLowerCase()))
    .map((Name) => ({ Name, Value: tags[Name] ?? '' }));
  game.tags = [...kept, ...more].filter((tag) => tag.Value);
  game.names = { red: game.tag('Red'), black: game.tag('Black') };
  game.title = game.tag('Title') || game.tag('Event');
  if (game.mode === 'play' || result === game.resultText) return;
  game.result = recorded(game, result);
}

/** The name of a file of a game, without its extension: its players and its date. @param {Game} game */
export function fileNameOf(game) {
  const tag = (/** @type {string} */ name) => toDocument(game).tags.find((x) => x.Name === name)?.Value ?? '';
  const players = [game.names.red || tag('Red'), game.names.black || tag('Black')].filter(Boolean);
  const date = dateText(tag('Date')).replaceAll('.??', '').replaceAll('.', '-');
  return safeName([players.join('-') || game.title, /^\d/.test(date) ? date : ''].filter(Boolean).join(' '));
}

/** A text as the name of a file that every system takes. @param {string} text */
export function safeName(text) {
  const bare = text
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-')
    .replace(/\s+/g, ' ')
    .slice(0, 100)
    .replace(/^[ .-]+|[ .-]+$/g, '');
  return bare && !/^(con|prn|aux|nul|com\d|lpt\d)$/i.test(bare) ? bare : 'chuhe';
}

/** Changes what is known about the game. @param {import('./app.js').App} app */
export function aboutDialog(app) {
  const { game } = app.state;
  const tags = toDocument(game).tags;
  const valueOf = (/** @type {string} */ name) =>
    tags.find((x) => x.Name.toLowerCase() === name.toLowerCase())?.Value ?? '';
  let result = game.resultText;
  const field = (/** @type {typeof tagNames[number]} */ name) =>
    el(
      'div',
      { class: 'field', key: name },
      el('label', { for: `tag-${name}` }, labelOf(name)),
      el('input', { type: 'text', id: `tag-${name}`, value: valueOf(name), maxlength: longest, autocomplete: 'off' }),
    );
  const save = () => {
    const read = (/** @type {string} */ name) =>
      /** @type {HTMLInputElement} */ (d.element.querySelector(`#tag-${name}`)).value.trim();
    const values = /** @type {Tags} */ (Object.fromEntries(tagNames.map((name) => [name, read(name)])));
    values.Date = dateText(values.Date ?? '');
    d.close();
    if (app.state.game !== game) return;
    app.changes.note(t('change-about'));
    describe(game, values, result);
    game.changed = Date.now();
    app.keep();
    app.render();
  };
  const d = showDialog({
    title: t('about'),
    asks: true,
    body: () => [
      el(
        'form',
        {
          id: 'about-form',
          onsubmit: (/** @type {Event} */ e) => {
            e.preventDefault();
            save();
          },
        },
        .../** @type {const} */ (['Red', 'Black', 'Event', 'Site', 'Date', 'Round', 'Annotator']).map(field),
        choice(
          t('result'),
          'about-result',
          [['*', t('noResult')], ...resultTexts()],
          result,
          (value) => {
            result = value;
          },
          { disabled: game.mode === 'play' },
        ),
        el('input', { type: 'submit', hidden: true }), // without which Enter sends no form of several lines
      ),
    ],
    actions: () => [button(t('cancel'), () => d.close()), button(t('save'), save, { class: 'main', id: 'about-save' })],
  });
}

/** The results with their texts. @returns {[string, string][]} */
const resultTexts = () =>
  /** @type {('red' | 'black' | 'draw')[]} */ (['red', 'draw', 'black']).map((w) => [
    results[w],
    `${results[w]} · ${t(`won-${w}`)}`,
  ]);
