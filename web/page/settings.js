// Changes the settings and the rules of the game, and shows the dialog for both.

import { closeButton, showDialog } from './dialog.js';
import { languages, useLanguage } from './language.js';
import { applySettings } from './looks.js';
import { learnAgain } from './positions.js';
import { limitChoice, limitOf, rulesChoice } from './rulechoices.js';
import { canSpeak } from './speech.js';
import { loadSettings, saveSettings } from './store.js';
import { language, t, textOr } from './texts.js';
import { check, choice, el, useLetters } from './ui.js';

/** @typedef {import('./app.js').App} App */

/** The least memory for a search that is offered, in MiB. */
const leastHash = 16;

/**
 * Changes settings, and shows the change, at once unless a language has to be loaded.
 * @param {App} app @param {Partial<import('./store.js').Settings>} change
 * @returns {Promise<string>} why nothing has changed, '' if it has
 */
export async function changeSettings(app, change) {
  const fault = await takeUp(app, change);
  if (!fault) saveSettings(change);
  return fault;
}

/** Takes up what another tab has changed, apart from what is open there and how its games went. @param {App} app */
export function followSettings(app) {
  const { openings, ladder, ...change } = loadSettings();
  takeUp(app, change);
}

/** Changes settings in this tab, as of changeSettings. @param {App} app @param {Partial<import('./store.js').Settings>} change */
async function takeUp(app, change) {
  const { settings } = app.state;
  const before = language();
  if (change.lang !== undefined) {
    try {
      await useLanguage(change.lang);
    } catch (e) {
      app.report(e);
      return app.explain(e);
    }
  }
  Object.assign(settings, change);
  useLetters(settings.letters);
  applySettings(app);
  app.board.restyle();
  if (before !== language()) {
    learnAgain(app); // the server's texts are in the old language
    app.openings.follow();
  }
  app.render(true);
  return '';
}

/** Plays on by other rules. @param {App} app @param {{ rules?: string, limit?: number | null }} change */
export function changeRules(app, change) {
  Object.assign(app.state.game, change);
  learnAgain(app);
  app.analysis.again();
  app.render(true);
}

/** @param {App} app */
export function settingsDialog(app) {
  let fault = '';
  const d = showDialog({
    get title() {
      return t('settings'); // in the language that has just been chosen
    },
    class: 'form',
    body: () => [
      fault && el('p', { class: 'fault', key: 'fault', role: 'alert' }, fault),
      ...looks(app, change),
      ...searchChoices(app, change),
      ...gameRules(app),
      ...app.rivals.settings(() => d.draw()),
    ],
    actions: () => [closeButton(() => d.close())],
  });
  async function change(/** @type {Partial<import('./store.js').Settings>} */ settings) {
    fault = await changeSettings(app, settings);
    d.draw(); // a language that could not be loaded is not chosen
  }
}

/** @typedef {(settings: Partial<import('./store.js').Settings>) => void} Change */

/** How the page looks and sounds. @param {App} app @param {Change} change */
function looks(app, change) {
  const s = app.state.settings;
  const auto = /** @type {[string, string]} */ (['', t('automatic')]);
  const pieces = ['traditional', 'simplified', 'pictures'].map(
    (p) => /** @type {[string, string]} */ ([p, t(`pieces-${p}`)]),
  );
  return [
    choice(
      t('language'),
      'lang',
      [auto, ...languages.map(({ code, name }) => /** @type {[string, string]} */ ([code, name]))],
      s.lang,
      (lang) => change({ lang }),
    ),
    choice(t('theme'), 'theme', [auto, ['wood', t('theme-wood')], ['dark', t('theme-dark')]], s.theme, (theme) =>
      change({ theme }),
    ),
    choice(t('pieces'), 'pieces', [auto, ...pieces], s.pieces, (set) => change({ pieces: set })),
    choice(
      t('notation'),
      'notation',
      [auto, ...app.offers.notations.map((n) => /** @type {[string, string]} */ ([n, textOr(`notation-${n}`, n)]))],
      s.notation,
      (notation) => change({ notation }),
    ),
    choice(
      t('coordinates'),
      'coordinates',
      [auto, ['chinese', '一–九'], ['digits', '1–9'], ['letters', 'a–i, 0–9'], ['none', t('noCoordinates')]],
      s.coordinates,
      (coordinates) => change({ coordinates }),
    ),
    check(t('largeBoard'), 'large', s.large, (large) => change({ large })),
    check(t('words'), 'words', s.words, (words) => change({ words })),
    canSpeak && check(t('speech'), 'speech', s.speech, (speech) => change({ speech })),
    check(t('sound'), 'sound', s.sound, (sound) => change({ sound })),
    check(t('motion'), 'motion', s.motion, (motion) => change({ motion })),
    check(t('pause'), 'pause', s.pause, (pause) => change({ pause })),
    check(t('letters'), 'letters', s.letters, (letters) => change({ letters })),
  ];
}

/** Powers of two times a first number, up to a last one. @param {number} first @param {number} last */
function doubled(first, last) {
  const all = [];
  for (let n = first; n < last; n *= 2) all.push(n);
  return [...all, last];
}

/** What an analysis may use, up to what the server has. @param {App} app @param {Change} change */
function searchChoices(app, change) {
  const { offers } = app;
  const number = (
    /** @type {string} */ label,
    /** @type {'threads' | 'hash'} */ key,
    /** @type {number[]} */ values,
  ) => {
    const value = Math.min(app.state.settings[key], offers[key]);
    const all = [...new Set([...values, value])].sort((a, b) => a - b);
    return choice(
      label,
      key,
      all.map((n) => [String(n), String(n)]),
      String(value),
      (n) => {
        change({ [key]: Number(n) });
        app.analysis.again();
      },
    );
  };
  return [
    el('h3', { key: 'analysis' }, t('analysis')),
    number(t('threads'), 'threads', doubled(1, offers.threads)),
    offers.threads === 1 && el('p', { class: 'why', key: 'one-thread' }, t('oneThread')),
    number(t('memory'), 'hash', doubled(Math.min(leastHash, offers.hash), offers.hash)),
  ];
}

/** The rules of the game on the board. Nobody changes them while it is played, nor those of a room. @param {App} app */
function gameRules(app) {
  const { game } = app.state;
  const disabled = game.mode === 'play' && (game.root.children.length > 0 || game === app.room.game);
  return [
    el('h3', { key: 'this-game' }, t('thisGame')),
    rulesChoice(app.offers.rules, game.rules, (rules) => changeRules(app, { rules }), { disabled }),
    limitChoice(game.limit, (limit) => changeRules(app, { limit: limitOf(limit) }), { disabled }),
  ];
}
