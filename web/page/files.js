// To open games: files, pasted texts and links.

import { ask, refused, ServerError } from './api.js';
import { showDialog } from './dialog.js';
import { brokenText, fromImport } from './document.js';
import { Game } from './game.js';
import { checkLink, positionOf, remark } from './positions.js';
import { isPuzzleLink, puzzleOf } from './puzzlefile.js';
import { fromAddress, tab } from './store.js';
import { language, listed, sentences, t } from './texts.js';
import { button, el } from './ui.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./document.js').Found} Found */

/** How many bytes of a file are looked at for a link or a FEN. */
const firstBytes = 20000;

/** How many bytes of a file the program takes, as maxFile in document.go. */
const largest = 4 << 20;

/** How many files are named that cannot be read. */
const named = 5;

/** How many bytes String.fromCharCode takes at once. */
const chunk = 8192;

/** A FEN, with or without its later fields. */
const fen = /^([a-zA-Z0-9]+\/){9}[a-zA-Z0-9]+([ \t]+\S+){0,5}$/;

/** A FEN in the address of a position at another site. */
const inAddress = /.*\b((\w+\/){9}\w+( [wbr]\b)?)/;

/** The FEN that a text is, or has if it is an address. @param {string} text */
const fenIn = (text) =>
  /^https?:/.test(text)
    ? inAddress.exec(text.replace(/%2f/gi, '/').replace(/%20|[_+]/g, ' '))?.[1]
    : fen.exec(text)?.[0];

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += chunk) text += String.fromCharCode(...bytes.subarray(i, i + chunk));
  return btoa(text);
}

/** Opens a game in this tab. @param {App} app @param {Found} found */
function openGame(app, { game, notice }) {
  tab.fresh();
  app.open(game, { notice });
}

/**
 * Opens a game, or several as a list, unless the person keeps what is on the board. Asks which of those that the
 * browser has no room for.
 * @param {App} app @param {Found[]} all @param {string} [name] of the file @returns {Promise<boolean>} false if the person keeps it
 */
export async function openGames(app, all, name = '') {
  if (!(await app.state.mode.yields())) return false;
  if (all.length === 1) {
    openGame(app, all[0]);
    return true;
  }
  if (await app.chapters.openAll(name || t('newFile'), all)) return true;
  const row = (/** @type {Found} */ found, /** @type {number} */ i) => {
    const { title, names } = found.game;
    const label = [`${i + 1}.`, title, [names.red, names.black].filter(Boolean).join(' – ')].filter(Boolean).join(' ');
    const open = () => {
      openGame(app, found);
      d.close();
    };
    return el('li', {}, button(label, open, { class: 'link' }));
  };
  const d = showDialog({
    title: t('whichGame'),
    body: () => [el('p', {}, t('whichGameHow', { n: all.length })), el('ul', { class: 'games' }, ...all.map(row))],
  });
  return true;
}

/** The games that some bytes hold. @param {Uint8Array} bytes @param {string} text their beginning @param {string} link as of linkIn @returns {Promise<Found[]>} */
async function gamesOf(bytes, text, link) {
  const shared = fromAddress(link);
  if (shared) {
    await checkLink(shared.game.start);
    return [{ game: shared.game, notice: brokenText(shared.broken) }];
  }
  const position = fenIn(text);
  if (!position) return fromImport(await ask('import', { data: toBase64(bytes), lang: language() }));
  const game = new Game((await positionOf(position)).fen);
  game.mode = 'study';
  return [{ game, notice: '' }];
}

/**
 * Opens what some bytes hold.
 * @param {App} app @param {Uint8Array} bytes @param {string} [name] of the file @param {() => boolean} [wanted] asked
 *   once it is known what they hold @returns {Promise<boolean>} as of openGames
 */
async function openBytes(app, bytes, name = '', wanted = () => true) {
  mustFit(bytes.length);
  const text = beginning(bytes);
  const link = linkIn(text);
  if (isPuzzleLink(link)) return openPuzzle(app, link);
  const games = await gamesOf(bytes, text, link);
  return wanted() && openGames(app, games, bare(name));
}

/** @param {Uint8Array} bytes */
const beginning = (bytes) => new TextDecoder().decode(bytes.subarray(0, firstBytes)).trim();

/** A link of the board from its # on, '' if a text is none. @param {string} text */
const linkIn = (text) => (/^https?:\S+#/.test(text) ? text.slice(text.indexOf('#')) : '');

/**
 * Opens the puzzle of a link, unless the person keeps what is on the board.
 * @param {App} app @param {string} link from its # on @returns {Promise<boolean>} as of openGames
 */
export async function openPuzzle(app, link) {
  const puzzle = puzzleOf(link);
  if (!puzzle) throw new ServerError({ error: link, code: 'puzzle' });
  if (!(await app.state.mode.yields())) return false;
  app.puzzles.pose(puzzle);
  return true;
}

/**
 * Opens files: one, or the games of several as one list, and says which of them are left out.
 * @param {App} app @param {readonly File[]} files @param {() => boolean} [wanted] as of openBytes @returns {Promise<boolean>} as of openGames
 */
async function openAll(app, files, wanted = () => true) {
  const [first] = files;
  if (files.length === 1) return openBytes(app, await contentOf(first), first.name, wanted);
  /** @type {Found[]} */
  const all = [];
  /** @type {string[]} */
  const left = [];
  let fault;
  for (const file of files) {
    try {
      const bytes = await contentOf(file);
      const text = beginning(bytes);
      const found = await gamesOf(bytes, text, linkIn(text));
      for (const { game } of found) game.title ||= bare(file.name);
      all.push(...found);
    } catch (e) {
      if (!refused(e)) throw e; // asked again, the program may read it
      fault = e;
      left.push(file.name);
    }
  }
  if (!all.length) throw fault;
  if (!wanted() || !(await openGames(app, all))) return false;
  const names = left.length > named ? [...left.slice(0, named), '…'] : left;
  if (left.length) remark(app, sentences(app.state.notice, t('filesLeft', { names: listed(names) })));
  return true;
}

/** A name of a file without its extension. @param {string} name */
const bare = (name) => name.replace(/\.\w{1,5}$/, '');

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);

/** Refuses what the program would refuse, before it is read and sent. @param {number} bytes */
function mustFit(bytes) {
  if (bytes > largest) throw new ServerError({ error: `${bytes} bytes`, code: 'large' });
}

/** @param {File} file */
async function contentOf(file) {
  mustFit(file.size);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (e) {
    throw new ServerError({ error: String(e), code: 'unread' }); // it has gone, or is a folder
  }
}

/** The dialog that opens files and texts. @param {App} app */
export function openFiles(app) {
  let fault = '';
  let reading = false; // a second press would open everything twice
  const read = async (/** @type {() => Promise<boolean>} */ open) => {
    if (reading) return;
    reading = true;
    try {
      if (await open()) d.close();
    } catch (e) {
      fault = app.explain(e);
      d.draw();
    } finally {
      reading = false;
    }
  };
  const wanted = () => d.element.open;
  const choose = (/** @type {any} */ e) => {
    const files = [...e.target.files];
    e.target.value = ''; // so that the same file can be chosen again
    if (files.length) read(() => openAll(app, files, wanted));
  };
  const paste = () => /** @type {HTMLTextAreaElement} */ (d.element.querySelector('#paste'));
  const d = showDialog({
    title: t('open'),
    body: () => [
      el('p', {}, t('openHow')),
      el('input', { type: 'file', id: 'file', multiple: true, 'aria-label': t('file'), onchange: choose }),
      el('textarea', { id: 'paste', rows: 7, 'aria-label': t('pasteHere'), placeholder: t('pasteHere') }),
      el('p', { class: 'fault', role: 'alert' }, fault),
    ],
    actions: () => [
      button(t('cancel'), () => d.close()),
      button(t('open'), () => read(() => openBytes(app, bytesOf(paste().value), '', wanted)), {
        class: 'main',
        id: 'open-text',
      }),
    ],
  });
  paste().focus();
  d.element.addEventListener('drop', (e) => {
    if (fieldTakes(e)) return;
    e.preventDefault();
    e.stopPropagation(); // the page would leave the dialog open, and say behind it what is wrong
    const open = dropped(app, e, wanted);
    if (open) read(open);
  });
}

/** Whether what is dragged is a text over a field, which takes it by itself. @param {DragEvent} e */
const fieldTakes = ({ target, dataTransfer }) =>
  Boolean(/** @type {HTMLElement} */ (target).closest?.(':read-write')) && !dataTransfer?.types.includes('Files');

/** What opens what is dropped, null for nothing. @param {App} app @param {DragEvent} e @param {() => boolean} [wanted] as of openBytes */
function dropped(app, { dataTransfer }, wanted) {
  const files = [...(dataTransfer?.files ?? [])];
  const text = dataTransfer?.getData('text/plain');
  if (files.length) return () => openAll(app, files, wanted);
  return text ? () => openBytes(app, bytesOf(text), '', wanted) : null;
}

/** Lets files be dropped and texts pasted anywhere. @param {App} app */
export function listenForFiles(app) {
  const tell = (/** @type {unknown} */ e) => app.report(e);
  const open = (/** @type {string} */ text) => openBytes(app, bytesOf(text)).catch(tell);
  document.addEventListener('dragover', (e) => {
    if (!fieldTakes(e)) e.preventDefault();
  });
  document.addEventListener('drop', (e) => {
    if (fieldTakes(e)) return;
    e.preventDefault();
    dropped(app, e)?.().catch(tell);
  });
  document.addEventListener('paste', (e) => {
    if (/** @type {HTMLElement} */ (e.target).closest?.('input, textarea, dialog')) return;
    const text = e.clipboardData?.getData('text/plain');
    if (text) open(text);
  });
}

/** Opens what the service worker of the page without a server keeps of a share. @param {(bytes: Uint8Array, name: string) => void} open */
async function openShared(open) {
  const response = await fetch('shared');
  if (!response.ok) return; // opened before
  open(new Uint8Array(await response.arrayBuffer()), decodeURIComponent(response.headers.get('X-Name') ?? ''));
}

/**
 * Opens what the system hands over: a shared text or link, and files by "open with".
 * @param {App} app @param {string} search of the address with which the page was opened
 */
export function openHandedOver(app, search) {
  const tell = (/** @type {unknown} */ e) => remark(app, app.explain(e));
  const open = (/** @type {Uint8Array} */ bytes, name = '') => openBytes(app, bytes, name).catch(tell);
  // Neither a reload nor a link that is copied should open it once more.
  if (search) history.replaceState(null, '', location.pathname + location.hash);
  const given = new URLSearchParams(search);
  const text = given.get('text') || given.get('url');
  if (text) open(bytesOf(text));
  else if (given.has('shared')) openShared(open).catch(tell);
  /** @type {any} */ (window).launchQueue?.setConsumer(async (/** @type {any} */ { files }) => {
    if (!files?.length) return;
    openAll(app, await Promise.all(files.map((/** @type {any} */ f) => f.getFile()))).catch(tell);
  });
}
