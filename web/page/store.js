// What the page remembers: settings and games in the browser's storage, and the
// game of this tab in the address too, so that it can be shared.

import { Game, Node } from './game.js';
import { startFEN } from './squares.js';

/** @typedef {typeof defaults} Settings */

const defaults = {
  lang: '', // '' for that of the browser
  theme: '', // '' for that of the system, or wood or dark
  pieces: '', // '' for that of the language
  coordinates: '',
  notation: '',
  sound: true,
  motion: true,
  pause: true, // the engine answers like a person, after a moment
  lines: 3,
  threads: 1,
  hash: 64,
  level: 2,
};

/** Reads a value, whatever has become of it. @param {Storage} from @param {string} key @returns {any} */
function read(from, key) {
  try {
    return JSON.parse(from.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {Storage} to @param {string} key @param {unknown} value */
function write(to, key, value) {
  try {
    to.setItem(key, JSON.stringify(value));
  } catch {
    // storage is full or forbidden: the address still has the game
  }
}

/** @returns {Settings} */
export const loadSettings = () => ({ ...defaults, ...read(localStorage, 'chuhe.settings') });

/** @param {Settings} settings */
export const saveSettings = (settings) => write(localStorage, 'chuhe.settings', settings);

const prefix = 'chuhe.game.';
const kept = 30; // games

/** The games in storage, the newest first. */
export function games() {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ id: key.slice(prefix.length), saved: read(localStorage, key) }))
    .filter((g) => g.saved?.nodes)
    .sort((a, b) => b.saved.changed - a.saved.changed);
}

/** @param {string} id @returns {Game | null} */
export function loadGame(id) {
  try {
    return Game.load(read(localStorage, prefix + id));
  } catch {
    return null;
  }
}

/** @param {string} id */
export const forget = (id) => localStorage.removeItem(prefix + id);

/** The name of this tab's game. A new tab starts with a copy of the newest. */
export const tab = {
  get id() {
    return sessionStorage.getItem('chuhe.tab') ?? '';
  },
  fresh() {
    const id = Date.now().toString(36) + Math.random().toString(36).slice(2, 6);
    sessionStorage.setItem('chuhe.tab', id);
    return id;
  },
  /** @param {string} id */
  take(id) {
    sessionStorage.setItem('chuhe.tab', id);
  },
};

/** Keeps the game of this tab. Games without a move are not worth it. @param {Game} game */
export function keep(game) {
  history.replaceState(null, '', addressOf(game));
  const id = tab.id || tab.fresh();
  write(localStorage, prefix + id, game.save());
  for (const g of games().slice(kept)) forget(g.id);
}

/** The address that has a game's line. @param {Game} game */
export function addressOf(game) {
  const parts = [];
  if (game.start !== startFEN) parts.push(`fen=${game.start.replaceAll(' ', '_')}`);
  const moves = game.current.tip.line.map((n) => n.move).join('');
  if (moves) parts.push(`moves=${moves}`);
  if (game.current.children.length) parts.push(`ply=${game.current.ply}`);
  return parts.length ? `#${parts.join('&')}` : location.pathname;
}

/**
 * The game of an address, null if it has none. Its moves are not yet checked.
 * @param {string} hash
 */
export function fromAddress(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const fen = parts.get('fen');
  const moves = parts.get('moves') ?? '';
  if (!fen && !moves) return null;
  if (!/^([a-i][0-9][a-i][0-9])*$/.test(moves) || moves.length > 12000) return null;
  const g = new Game(fen ? fen.replaceAll('_', ' ') : startFEN);
  g.mode = 'study';
  let at = g.root;
  for (const move of moves.match(/..../g) ?? []) {
    const n = new Node(at, move);
    at.children.push(n);
    at = n;
  }
  const ply = parts.has('ply') ? Number(parts.get('ply')) : Infinity;
  g.current = at.line.find((n) => n.ply === ply) ?? (ply === 0 ? g.root : at);
  return g;
}
