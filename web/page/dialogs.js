// The dialogs that list games and help.

import { ask } from './api.js';
import { fromBackup } from './backup.js';
import { defaultGame, startGame } from './begin.js';
import { much } from './changes.js';
import { diagram } from './diagram.js';
import { closeButton, confirmDialog, showDialog } from './dialog.js';
import { piecesDialog } from './piecelist.js';
import { download } from './share.js';
import { boardOf } from './squares.js';
import { games, keptGames, loadGame, removeGame, restoreAll, saveAll, tab, worthListing } from './store.js';
import { language, playerName, t } from './texts.js';
import { button, el, keyWorks } from './ui.js';
import { ways } from './ways.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./game.js').Side} Side */
/** @typedef {import('./ui.js').Child} Child */

/** How many bytes of a file with everything are read: browsers store less. */
const largest = 64 << 20;

/** How many plies the main line of a saved game has. @param {[number][]} nodes each with the place of the one before */
function pliesOf(nodes) {
  let plies = 0;
  let at = 0;
  nodes.forEach(([parent], i) => {
    if (parent !== at) return;
    at = i; // the first that follows is the main line
    plies++;
  });
  return plies;
}

/** What a saved game is called. @param {any} saved */
function titleOf(saved) {
  const side = (/** @type {Side} */ s) =>
    saved.names[s] || (saved.mode === 'study' ? '' : playerName(saved.players[s]));
  const who = [side('red'), side('black')].filter(Boolean).join(' – ');
  return [saved.title, who].filter(Boolean).join(' · ') || t('analysis');
}

/** How a saved game ended, how long it is, and when it was played. @param {any} saved */
function lengthOf(saved) {
  const when = new Date(saved.changed).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
  const moves = Math.ceil(pliesOf(saved.nodes) / 2);
  const result = saved.result ? `${t(`won-${saved.result.winner}`)} · ` : '';
  return result + t('gameLength', { n: moves, when });
}

/** Saves all that is kept as a file. */
const saveEverything = () =>
  download(saveAll(), `chuhe-${new Date().toLocaleDateString('sv')}.json`, 'application/json');

/**
 * Puts what a file has in the place of all that is kept, once the person has agreed, and loads the page again.
 * @param {App} app @param {File} file @returns {Promise<string>} why nothing has changed, '' if the person said so
 */
async function restoreEverything(app, file) {
  const found = file.size <= largest ? fromBackup(await file.text().catch(() => '')) : null;
  if (!found) return t('restoreBad');
  const when = found.when.toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
  if (!(await confirmDialog(t('restoreSure', { n: found.games, when }), t('restore')))) return '';
  app.keep();
  if (!restoreAll(found.items)) return t('restoreNoRoom');
  // The page keeps the game on the board when it goes: that must not be one of those from before.
  const id = games()[0]?.id;
  const game = id ? loadGame(id) : null;
  if (!game) startGame(app, defaultGame(app));
  else if (await tab.take(id)) app.open(game);
  location.reload();
  return '';
}

/** Lists the games in storage. @param {App} app */
export function gamesDialog(app) {
  /** @type {ReturnType<typeof games>} */
  let listed;
  let removed = 0; // games that can come back
  let fault = '';
  const open = async (/** @type {string} */ id) => {
    if (!(await app.state.mode.yields())) return;
    const g = loadGame(id);
    d.close();
    if (!g) return;
    if (id === tab.id || (await tab.take(id))) app.open(g);
  };
  const list = () => {
    listed = games().filter((g) => worthListing(g.saved));
  };
  const remove = async (/** @type {string} */ id) => {
    const n = pliesOf(listed.find((g) => g.id === id)?.saved.nodes ?? []);
    if (n > much && !(await confirmDialog(t('forgetSure', { n: Math.ceil(n / 2) }), t('remove')))) return;
    const at = listed.findIndex((g) => g.id === id);
    const next = listed[at + 1] ?? listed[at - 1];
    app.keep();
    app.changes.noteForgotten(id);
    removeGame(id, app.state.game.changed);
    app.keep();
    list();
    removed++;
    d.draw();
    const focus = next ? `[data-game="${next.id}"] .small` : '.actions .main';
    /** @type {HTMLElement | null} */ (d.element.querySelector(focus))?.focus();
  };
  const row = (/** @type {{ id: string, saved: any }} */ { id, saved }) =>
    el(
      'li',
      { key: id, 'data-game': id },
      button(titleOf(saved), () => open(id), { class: 'link', id: `open-${id}` }),
      el('span', { class: 'when' }, lengthOf(saved)),
      button(t('remove'), () => remove(id), { icon: '✕', class: 'small', title: t('remove'), about: `open-${id}` }),
    );
  const fileRow = (
    /** @type {import('./filestore.js').Entry[]} */ games,
    /** @type {string} */ id,
    /** @type {string} */ name,
  ) =>
    el(
      'li',
      { key: id, 'data-file': id },
      button(name, () => openFile(id), { class: 'link', id: `open-${id}` }),
      el('span', { class: 'when' }, t('fileLength', { n: games.length })),
      button(t('remove'), () => removeFile(id, games.length), {
        icon: '✕',
        class: 'small',
        title: t('remove'),
        about: `open-${id}`,
      }),
    );
  const openFile = async (/** @type {string} */ id) => {
    d.close();
    await app.chapters.openFile(id);
  };
  const removeFile = async (/** @type {string} */ id, /** @type {number} */ n) => {
    if (!(await confirmDialog(t('fileForgetSure', { n }), t('remove')))) return;
    app.chapters.removeFile(id);
    removed++;
    d.draw();
    /** @type {HTMLElement | null} */ (d.element.querySelector('.actions .main'))?.focus();
  };
  const back = async () => {
    const done = await app.changes.turn('undo');
    fault = done ? '' : t('noRoom');
    if (done) removed--;
    list();
    d.draw();
    /** @type {HTMLElement | null} */ (d.element.querySelector('.games .link, .actions .main'))?.focus();
  };
  const offer = () =>
    removed > 0 &&
    el(
      'p',
      { class: 'notice done', key: 'change', role: 'status' },
      t('change-forget'),
      ' ',
      button(t('undo'), back, { id: 'undo-removal' }),
    );
  const restore = async (/** @type {any} */ e) => {
    const [file] = e.target.files;
    if (!file) return;
    fault = await restoreEverything(app, file);
    e.target.value = '';
    d.draw();
  };
  list();
  const d = showDialog({
    title: t('games'),
    body: () => {
      const all = app.chapters.files;
      return [
        offer(),
        ...(all.length
          ? [
              el('h3', { key: 'files' }, t('files')),
              el(
                'ul',
                { class: 'games', key: 'file-list' },
                ...all.map(({ id, record }) => fileRow(record.games, id, record.name)),
              ),
            ]
          : []),
        listed.length ? el('ul', { class: 'games', key: 'games' }, ...listed.map(row)) : el('p', {}, t('noGames')),
        el('h3', { key: 'everything' }, t('everything')),
        el('p', { key: 'everything-how' }, t('everythingHow', { n: keptGames })),
        el(
          'div',
          { class: 'row', key: 'everything-row' },
          button(t('saveAll'), saveEverything, { id: 'save-all' }),
          el('label', { for: 'restore' }, t('restoreFrom')),
          el('input', { type: 'file', id: 'restore', accept: '.json,application/json', onchange: restore }),
        ),
        el('p', { class: 'fault', role: 'alert', key: 'restore-fault' }, fault),
      ];
    },
    actions: () => [closeButton(() => d.close())],
  });
}

/** Keys and what they do. @returns {[string, string][]} */
const keysHelp = () => [
  ['← →', t('key-step')],
  ['Home End', t('key-ends')],
  ['Tab, ← ↑ → ↓', t('key-board')],
  ['Enter', t('key-enter')],
  ['Enter', t('key-draw')],
  ['Esc', t('key-escape')],
  ['H', t('hint')],
  ['A', t('analysis')],
  ['C', t('compare')],
  ['E', t('openings')],
  ['R', t('reviewGame')],
  ['M T', t('key-next')],
  ['H S', t('key-better')],
  ['P', t('puzzles')],
  ['N D H S R W', t('key-puzzles')],
  ['O', t('open')],
  ['U', t('takeBack')],
  ['Ctrl Z', t('undo')],
  ['Ctrl Y', t('redo')],
  ['F', t('flip')],
  ['L', t('pieceList')],
  ['N', t('newGame')],
  ['?', t('help')],
];

/** @param {App} app */
export function helpDialog(app) {
  const list = (/** @type {string} */ name, /** @type {[string, string, Child?, Child?][]} */ rows) =>
    el(
      'dl',
      { class: name },
      ...rows.flatMap(([term, text, more, picture]) => [el('dt', {}, term, picture), el('dd', {}, text, more)]),
    );
  const look = /** @type {import('./boardart.js').Look} */ ({ ...app.board.look, coordinates: 'none', flipped: false });
  const way = (/** @type {string} */ p) => {
    const [fen, , to] = ways[p];
    const drawn = to.split(' ').map((square) => `G${square}`);
    return el('div', { 'aria-hidden': 'true' }, diagram('', { board: boardOf(fen), drawn }, look)); // the text says it too
  };
  const tryIt = (/** @type {string} */ p) =>
    button(t('tryIt'), () => learn(p), {
      id: `try-${p}`,
      class: 'small-link',
      title: t('lessonOf', { piece: t(`name-${p}`) }),
    });
  const learn = (/** @type {string} */ lesson) => {
    d.close();
    app.course.choose(lesson);
  };
  const pieces = () => {
    d.close();
    piecesDialog(app);
  };
  let version = '';
  const d = showDialog({
    title: t('help'),
    body: () => [
      el('p', {}, t('help-goal')),
      list(
        'how',
        [...'KABNRCP'].map((p) => [t(`name-${p}`), t(`how-${p}`), tryIt(p), way(p)]),
      ),
      el('p', {}, t('help-end')),
      el(
        'div',
        { class: 'row' },
        button(t('courseBegin'), () => learn(''), { id: 'learn' }),
        button(t('pieceList'), pieces, { id: 'piece-list' }),
      ),
      el('h3', {}, t('keys')),
      list(
        'keys',
        keysHelp().filter(([keys]) => keyWorks(keys.split(' ')[0])),
      ),
      el('p', { class: 'credit' }, t('credit')),
      version && el('p', { class: 'credit', id: 'version' }, t('version', { version })),
    ],
    actions: () => [closeButton(() => d.close())],
  });
  const learnVersion = async () => {
    ({ version } = await ask('version', {}));
    d.draw();
  };
  learnVersion().catch(() => {}); // then the help is without it
}
