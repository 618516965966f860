// What the page remembers: settings and games in the browser's storage, and the moves
// of this tab's game in the address too, so that they can be shared.

import { replaceAll, toBackup } from './backup.js';
import { Game } from './game.js';
import { hold, letGo } from './hold.js';
import { startFEN } from './squares.js';
import { local, read, session, write } from './storage.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {typeof defaults} Settings */

const defaults = {
  lang: '', // '' for the browser's language
  theme: '', // '' for the system's theme, or wood or dark
  pieces: '', // '' for the style that fits the language
  coordinates: '',
  notation: '',
  large: false, // the board as high as the page
  openings: false, // the opening explorer is open
  words: false, // moves are said in words
  speech: false, // moves are spoken
  sound: true,
  motion: true,
  pause: true, // the engine answers like a person, after a moment
  letters: true, // letters on the keyboard are shortcuts
  lines: 3,
  perPage: 4, // diagrams of a lesson on paper
  threads: 1,
  hash: 64,
  reviewNodes: 120000, // for each position
  level: 2,
  ladder: { rung: '', outcome: '', times: 0, seed: 0 }, // as of ladder.js
};

/** All that is kept, as the text of a file. */
export const saveAll = () => toBackup(local, new Date());

/** Puts the items of such a file in the place of all that is kept, as of replaceAll. @param {import('./backup.js').Items} items */
export const restoreAll = (items) => replaceAll(local, items);

/** Changes of this tab for which the browser had no room. @type {Partial<Settings>} */
let unsaved = {};

/** The name of the settings in storage. */
export const settingsKey = 'chuhe.settings';

/** @returns {Settings} */
export const loadSettings = () => ({ ...defaults, ...read(local, settingsKey), ...unsaved });

/** Keeps a change of settings, and what other tabs have changed meanwhile. @param {Partial<Settings>} change */
export function saveSettings(change) {
  unsaved = { ...unsaved, ...change };
  if (write(local, settingsKey, { ...read(local, settingsKey), ...unsaved })) unsaved = {};
}

/** A text that the browser keeps, '' without one. @param {string} key */
function keptText(key) {
  return {
    get value() {
      return String(read(local, key) ?? '');
    },
    set value(text) {
      write(local, key, text);
    },
  };
}

/** The key with which this browser may end the program, '' without one. */
export const programKey = keptText('chuhe.key');

/** The token of the teacher, '' without one. */
export const teacherToken = keptText('chuhe.teacher');

/** What the person is called in a classroom, '' without a name. */
export const pupilName = keptText('chuhe.pupil');

const keptRoomKey = keptText('chuhe.room');
let newRoomKey = ''; // which the browser may have no room for

/** The key by which the program knows this browser again, when an answer was lost or the page of a room was closed. */
export function roomKey() {
  const hex = (/** @type {number} */ byte) => byte.toString(16).padStart(2, '0');
  newRoomKey ||= [...crypto.getRandomValues(new Uint8Array(32))].map(hex).join('');
  keptRoomKey.value ||= newRoomKey;
  return keptRoomKey.value || newRoomKey;
}

/**
 * What somebody does in this tab instead of playing: the editor has the FEN of its
 * position, the course has its step, puzzles have the one that is open, as far as it is solved, a review has whose
 * mistakes it lists, the ply of the chosen one, and whether it has not ended; the teacher watches the room of a number.
 * @typedef {{ follow?: boolean, watch?: string, room?: import('./room.js').Seat, editor?: string, course?: string, puzzle?: { id: string, own?: import('./puzzlefile.js').Puzzle, moves: string[], helped: boolean, state: 'solve' | 'solved' | 'shown' },
 *   review?: { side: 'both' | import('./game.js').Side, selected: number, running: boolean } }} Doing
 */

/** @returns {Doing} */
export const loadDoing = () => read(session, 'chuhe.doing') ?? {};

/** @param {Doing} doing */
export const saveDoing = (doing) => write(session, 'chuhe.doing', doing);

/** Whether this tab was analysing, beside what else it did. @returns {boolean} */
export const wasAnalysing = () => read(session, 'chuhe.analysing') === true;

/** @param {boolean} on */
export const saveAnalysing = (on) => write(session, 'chuhe.analysing', on);

/** Whether this tab was showing its board to a class. */
export const wasTeaching = () => read(session, 'chuhe.teaching') === true;

/** @param {boolean} on */
export const saveTeaching = (on) => write(session, 'chuhe.teaching', on);

/** What can be undone in this tab, whatever has become of it. @returns {any} */
export const loadChanges = () => read(session, 'chuhe.changes');

/** @param {{ owner: string, past: import('./history.js').Change[], future: import('./history.js').Change[] }} changes */
export const saveChanges = (changes) => write(session, 'chuhe.changes', changes);

/** How far somebody is in the course: the steps that are done, and the newest one. @typedef {{ done: string[], at: string }} Learnt */

/** @returns {Learnt} */
export const loadCourse = () => ({ done: [], at: '', ...read(local, 'chuhe.course') });

/** Keeps how far somebody is, and what is done in other tabs. @param {Learnt} learnt */
export const saveCourse = ({ done, at }) =>
  write(local, 'chuhe.course', { done: [...new Set([...loadCourse().done, ...done])], at });

const prefix = 'chuhe.game.';
const reviewPrefix = 'chuhe.review.';
const longestReviews = 1_000_000; // characters of all reviews in storage
/** How many games are listed: those before are forgotten. With their analyses they take a megabyte or so. */
export const keptGames = 100;
const keptEmpty = 5;

/** The places of the games in storage. */
const keys = () => Object.keys(local).filter((key) => key.startsWith(prefix));

/** The ids of the games in storage. */
export const gameIds = () => keys().map((key) => key.slice(prefix.length));

/** The text of a game as it is stored, null without one. @param {string} id */
export const gameText = (id) => local.getItem(prefix + id);

/** The games in storage, the newest first. */
export function games() {
  return gameIds()
    .map((id) => ({ id, saved: read(local, prefix + id) }))
    .filter((g) => g.saved?.nodes)
    .sort((a, b) => b.saved.changed - a.saved.changed);
}

/** Whether a saved game has moves, or a position that somebody has set up, and is in no file. @param {any} saved */
export const worthListing = (saved) => !saved.file && (saved.nodes.length > 1 || saved.start !== startFEN);

/** @param {string} id @returns {Game | null} */
export function loadGame(id) {
  try {
    const game = Game.load(read(local, prefix + id));
    game.review = read(local, reviewPrefix + id);
    return game;
  } catch {
    return null;
  }
}

/**
 * The game that the page begins with, null for a new one: that of shownBefore, that of this tab, that of the address,
 * of which broken is as in fromAddress, or the newest one in storage unless it is over, of which id is the place.
 * @returns {{ game: Game, own?: boolean, broken?: string, id?: string } | null}
 */
export function gameToOpen() {
  const before = shownBefore();
  if (before) return before;
  const own = tab.id ? loadGame(tab.id) : null;
  const shared = fromAddress(location.hash);
  if (own && (!shared || (!shared.broken && addressOf(own) === location.hash))) return { game: own, own: true };
  if (shared) return shared;
  const [first] = games();
  const newest = first ? loadGame(first.id) : null;
  return newest && !newest.result ? { game: newest, id: first.id } : null;
}

/**
 * The other game that this tab showed at the address, with its place in storage: somebody has gone back to it.
 * Null without one, or if it has gone on since.
 */
export function shownBefore() {
  const id = history.state;
  const game = id && id !== tab.id && loadGame(id);
  return game && addressOf(game) === (location.hash || location.pathname) ? { game, id } : null;
}

/** A game in storage with its review, null without one. @param {string} id @returns {{ game: any, review: any } | null} */
export function savedGame(id) {
  const game = read(local, prefix + id);
  return game && { game, review: read(local, reviewPrefix + id) };
}

/** Stores a game, and returns whether there was room. @param {string} id @param {Game} game */
export const putGame = (id, game) => write(local, prefix + id, game.save());

/** Puts a game back that savedGame has returned, and returns whether there was room. @param {string} id @param {{ game: any, review: any }} saved */
export function restore(id, { game, review }) {
  if (!write(local, prefix + id, game)) return false;
  if (review) write(local, reviewPrefix + id, review);
  removed.delete(id);
  return true;
}

/** @param {string} id */
export function forget(id) {
  local.removeItem(prefix + id);
  local.removeItem(reviewPrefix + id);
}

/** When the games that were removed while they were on the board were last changed. @type {Map<string, number>} */
const removed = new Map();

/**
 * Removes a game that was kept. That of this tab stays on the board, and is kept again once somebody goes on with it.
 * @param {string} id @param {number} changed when the game on the board was
 */
export function removeGame(id, changed) {
  if (id === tab.id) removed.set(id, changed);
  if (keptReview.id === id) keptReview = { id: '', review: null };
  forget(id);
}

/** The name of this tab's game. Two tabs never write the same game. */
export const tab = {
  get id() {
    return session.getItem('chuhe.tab') ?? '';
  },
  /** Begins a game of its own. */
  fresh() {
    const id = Date.now().toString(36) + Math.random().toString(36).slice(2, 6);
    session.setItem('chuhe.tab', id);
    hold(id, letGo.other, 0);
    return id;
  },
  /**
   * Takes over a game, or begins a copy if another tab holds it. It is false if this tab has turned to another one
   * meanwhile, which is to stay.
   * @param {string} id
   */
  async take(id) {
    const held = await hold(id);
    if (held) session.setItem('chuhe.tab', id);
    else if (held === false) this.fresh();
    return held !== null;
  },
  /** Whether no other tab holds this tab's game, as of hold: a tab that is duplicated has its name. */
  hold() {
    return hold(this.id, letGo.same);
  },
};

/** How long the address waits after the browser has refused to change it, in ms. */
const addressWait = 1000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let addressTimer;

/**
 * Shows an address, which remembers the game of this tab. Safari and Firefox refuse that after some hundred times in
 * seconds, as while a key is held down: then it comes later.
 * @param {string} address
 */
export function showAddress(address) {
  clearTimeout(addressTimer);
  try {
    history.replaceState(tab.id, '', address);
  } catch {
    addressTimer = setTimeout(() => showAddress(address), addressWait);
  }
}

/**
 * Keeps the game of this tab, and forgets old ones when it is new.
 * @param {Game} game @returns {boolean} whether there was room
 */
export function keep(game) {
  const id = tab.id || tab.fresh();
  const fresh = local.getItem(prefix + id) === null;
  if (fresh && removed.get(id) === game.changed) {
    showAddress(location.pathname); // else it would come back from there
    return true;
  }
  showAddress(addressOf(game));
  const saved = game.save();
  const fits = () => write(local, prefix + id, saved);
  let room = fits();
  if (!room) {
    forgetReviews(0);
    room = fits() || makeRoom(id, fits);
  }
  if (fresh) forgetOld();
  keepReview(id, game);
  return room;
}

/**
 * Forgets the oldest games until one fits, or none if that is in vain.
 * @param {string} own the game that stays @param {() => boolean} fits
 */
function makeRoom(own, fits) {
  const others = games()
    .filter(({ id, saved }) => id !== own && !saved.file)
    .reverse();
  for (const { id } of others) {
    forget(id);
    if (fits()) return true;
  }
  for (const { id, saved } of others) write(local, prefix + id, saved);
  return false;
}

/** The review that this tab has kept, and the game it belongs to. @type {{ id: string, review: Game['review'] }} */
let keptReview = { id: '', review: null };

/** Keeps the review of a game if it is finished and about its main line, else none. @param {string} id @param {Game} game */
function keepReview(id, game) {
  const review = game.review?.summary && game.review.line === game.movesTo(game.root.tip) ? game.review : null;
  if (keptReview.id === id && keptReview.review === review) return;
  keptReview = { id, review };
  local.removeItem(reviewPrefix + id);
  const room = longestReviews - JSON.stringify(review).length;
  if (!review || room < 0) return;
  forgetReviews(room);
  write(local, reviewPrefix + id, review);
}

/** Forgets reviews, those of the oldest games, which do not fit into some characters. @param {number} room */
function forgetReviews(room) {
  for (const { id } of games()) {
    room -= local.getItem(reviewPrefix + id)?.length ?? 0;
    if (room < 0) local.removeItem(reviewPrefix + id);
  }
}

/**
 * Forgets the oldest games, but never this tab's. Games that are not listed, of which tabs
 * leave many, count apart, so that they do not push out the games that were played.
 */
function forgetOld() {
  const all = games().filter((g) => !g.saved.file);
  const listed = all.filter((g) => worthListing(g.saved));
  const empty = all.filter((g) => !worthListing(g.saved));
  for (const g of [...listed.slice(keptGames), ...empty.slice(keptEmpty)]) if (g.id !== tab.id) forget(g.id);
}

/** The most characters of moves with variations in an address: others cut longer links. */
const longest = 4000;

/**
 * The address of a game: its moves with all variations if they fit, else the line on the
 * board.
 * @param {Game} game
 * @param {boolean} [named] whether even the start position without moves is named, else its address is the page's own,
 * which opens the newest game of whoever follows it
 */
export function addressOf(game, named = false) {
  const parts = [];
  const fen = `fen=${game.start.replaceAll(' ', '_')}`;
  if (game.start !== startFEN) parts.push(fen);
  const tree = wholeTree(game);
  const moves = tree?.text ?? game.current.tip.line.map((n) => n.move).join('');
  if (moves) parts.push(`moves=${moves}`);
  if (tree && game.current !== game.root.tip) parts.push(`at=${tree.at}`);
  else if (!tree && game.current.children.length) parts.push(`ply=${game.current.ply}`);
  if (!parts.length && named) parts.push(fen);
  return parts.length ? `#${parts.join('&')}` : location.pathname;
}

/** Whether variations of a game are missing in its address. @param {Game} game */
export const cutShort = (game) => game.nodes.some((n) => n.children.length > 1) && !wholeTree(game);

/**
 * The moves of a game with variations: each in parentheses after the move in whose place
 * it stands. The number of the current move among them, 0 for the start, comes with it.
 * Null without variations, and if it does not fit.
 * @param {Game} game
 */
function wholeTree(game) {
  const { nodes } = game;
  if (nodes.length * 4 > longest || nodes.every((n) => n.children.length < 2)) return null;
  let text = '';
  let count = 0;
  let at = 0;
  /** @type {(Node | string)[]} what is still to be written, the next one last */
  const rest = [game.root.children[0]];
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (typeof next === 'string') {
      text += next;
      continue;
    }
    text += next.move;
    count++;
    if (next === game.current) at = count;
    if (next.children.length) rest.push(next.children[0]);
    const siblings = next.parent?.children ?? [];
    if (siblings[0] === next) for (const other of siblings.slice(1).reverse()) rest.push(')', other, '(');
  }
  return text.length <= longest ? { text, at } : null;
}

/** The most characters of moves that are read from an address. */
const longestRead = 12000;

/**
 * The game of an address, null if it has none. Its moves are not yet checked. Broken is
 * where its moves cease to be moves, '' for nowhere; the game has those before.
 * @param {string} hash @returns {{ game: Game, broken: string } | null}
 */
export function fromAddress(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const fen = parts.get('fen');
  const moves = parts.get('moves') ?? '';
  if (!fen && !moves) return null;
  const g = new Game(fen ? fen.replaceAll('_', ' ') : startFEN);
  g.mode = 'study';
  const nodes = [g.root];
  /** @type {Node[]} the moves after which variations began */
  const outer = [];
  let last = g.root;
  let at = 0;
  for (const [word] of moves.slice(0, longestRead).matchAll(/[a-i][0-9][a-i][0-9]|[()]/gy)) {
    if (word === '(' && last.parent) {
      outer.push(last);
      last = last.parent;
    } else if (word === ')' && outer.length) {
      last = /** @type {Node} */ (outer.pop());
    } else if (word.length === 4) {
      last = g.addAfter(last, word);
      nodes.push(last);
    } else break;
    at += word.length;
  }
  const { tip } = g.root;
  const ply = parts.has('ply') ? Number(parts.get('ply')) : Infinity;
  g.current =
    (parts.has('at') && nodes[Number(parts.get('at'))]) ||
    (ply === 0 ? g.root : tip.line.find((n) => n.ply === ply)) ||
    tip;
  return { game: g, broken: moves.slice(at) };
}
