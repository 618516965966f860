// Everything that the browser keeps of the page, as the text of one file.

import { Game } from './game.js';

/** @typedef {Record<string, any>} Items values by their names in storage, without the prefix */

/** What the names in storage begin with. */
const prefix = 'chuhe.';

/** How the file says what it is. */
const mark = { chuhe: 'backup', version: 1 };

const isRecord = (/** @type {unknown} */ x) => typeof x === 'object' && x !== null && !Array.isArray(x);

/** What must hold for an item, by its name up to the dot. Nothing else is saved. @type {Record<string, (value: any) => boolean>} */
const checks = {
  settings: isRecord,
  course: (c) => isRecord(c) && Array.isArray(c.done) && typeof c.at === 'string',
  puzzles: (p) => isRecord(p) && isRecord(p.done),
  game: (g) => Boolean(Game.load(g)),
  review: isRecord,
  file: (f) => isRecord(f) && typeof f.name === 'string' && Array.isArray(f.games),
};

/** What must hold for an item, null if it is not saved. @param {string} name */
function checkOf(name) {
  const kind = /^(settings|course|puzzles)$|^(game|review|file)(?=\..)/.exec(name);
  return kind && checks[kind[0]];
}

/** The names of the items of a storage that are saved. @param {Storage} from */
const namesIn = (from) =>
  Object.keys(from)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .filter(checkOf);

/** A number by which a text is known, and a damaged one: FNV-1a of 32 bits. @param {string} text */
export function sumOf(text) {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}

/** The text of a file with all of a storage. @param {Storage} from @param {Date} when */
export function toBackup(from, when) {
  /** @type {Items} */
  const items = {};
  for (const name of namesIn(from).sort()) {
    try {
      const value = JSON.parse(from.getItem(prefix + name) ?? '');
      if (checkOf(name)?.(value)) items[name] = value;
    } catch {
      // what is damaged here would make the file useless
    }
  }
  const text = JSON.stringify(items);
  return `${JSON.stringify({ ...mark, when: when.toISOString(), sum: sumOf(text) }).slice(0, -1)},"items":${text}}\n`;
}

/**
 * The content of such a file; null for another file and for a damaged one.
 * @param {string} text @returns {{ items: Items, when: Date, games: number } | null}
 */
export function fromBackup(text) {
  try {
    const file = JSON.parse(text);
    const { chuhe, version, when, sum, items } = file;
    if (chuhe !== mark.chuhe || version !== mark.version || sumOf(JSON.stringify(items)) !== sum) return null;
    const names = Object.keys(items);
    if (!names.every((name) => checkOf(name)?.(items[name]))) return null;
    const date = new Date(when);
    if (Number.isNaN(date.getTime())) return null;
    return { items, when: date, games: names.filter((name) => name.startsWith('game.')).length };
  } catch {
    return null;
  }
}

/**
 * Puts items in the place of all that are in a storage, and returns whether there was room.
 * Without room everything stays as it was.
 * @param {Storage} to @param {Items} items
 */
export function replaceAll(to, items) {
  const before = namesIn(to).map((name) => /** @type {const} */ ([prefix + name, to.getItem(prefix + name) ?? '']));
  const clear = () => namesIn(to).forEach((name) => to.removeItem(prefix + name));
  clear();
  try {
    for (const [name, value] of Object.entries(items)) to.setItem(prefix + name, JSON.stringify(value));
    return true;
  } catch {
    clear();
    for (const [key, value] of before) to.setItem(key, value);
    return false;
  }
}
