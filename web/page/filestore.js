// Files of many games in the browser's storage: each game is stored like any other, with
// the id of its file, and the file has the list of them.

import { forget, putGame, restore, savedGame } from './store.js';
import { local, read, write } from './storage.js';

/** @typedef {import('./game.js').Game} Game */

/**
 * A game in the list: who played it, when, and how it ended, as records write it. The page
 * shows notice when the game is opened.
 * @typedef {{ id: string, title: string, red: string, black: string, date: string, result: string, notice: string }} Entry
 */

/** @typedef {{ name: string, changed: number, games: Entry[] }} Record a file */

/**
 * A file and some of its games as they are, null what is not there, with the id of the one on the board.
 * @typedef {{ record: Record | null, games: { [id: string]: { game: any, review: any } | null }, open: string }} Snapshot
 */

const prefix = 'chuhe.file.';

/** @param {string} id @returns {Record | null} */
export function loadFile(id) {
  const record = id ? read(local, prefix + id) : null;
  return Array.isArray(record?.games) ? record : null;
}

/** Keeps a file, and returns whether there was room. @param {string} id @param {Record} record */
export const saveFile = (id, record) => write(local, prefix + id, record);

/** The files in storage, the newest first. @returns {{ id: string, record: Record }[]} */
export const files = () =>
  Object.keys(local)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .flatMap((id) => {
      const record = loadFile(id);
      return record ? [{ id, record }] : [];
    })
    .sort((a, b) => b.record.changed - a.record.changed);

/** A new id. */
export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

/** What the list says of a game. @param {string} id @param {Game} game @param {string} [notice] @returns {Entry} */
export const entryOf = (id, game, notice = '') => ({
  id,
  title: game.title,
  red: game.names.red,
  black: game.names.black,
  date: game.tag('Date'),
  result: game.resultText,
  notice,
});

/**
 * Stores games as a file.
 * @param {string} name @param {import('./document.js').Found[]} found
 * @returns {string} its id, '' if there was no room: then nothing is stored
 */
export function storeFile(name, found) {
  const file = newId();
  /** @type {Entry[]} */
  const games = [];
  const fits = found.every(({ game, notice }) => {
    const id = newId();
    game.file = file;
    games.push(entryOf(id, game, notice));
    return putGame(id, game);
  });
  if (fits && saveFile(file, { name, changed: Date.now(), games })) return file;
  for (const { id } of games) forget(id);
  for (const { game } of found) game.file = '';
  return '';
}

/** @param {string} file @param {string[]} ids of games @param {string} open @returns {Snapshot} */
export const snapshot = (file, ids, open) => ({
  record: loadFile(file),
  games: Object.fromEntries(ids.map((id) => [id, savedGame(id)])),
  open,
});

/** Puts things back as they were, and returns whether there was room. @param {string} file @param {Snapshot} then */
export function putBack(file, { record, games }) {
  for (const [id, saved] of Object.entries(games)) {
    if (!saved) forget(id);
    else if (!restore(id, saved)) return false;
  }
  if (record) return saveFile(file, record);
  local.removeItem(prefix + file);
  return true;
}
