// Which games of a list pass a position, or its mirror image, and how they go on. The
// program does the same for the games of a folder (package collection).

import { after, boardOf, turnOf } from './squares.js';

/** @typedef {[number, number, number, number]} Counts games won by Red, drawn, won by Black, without a result */
/** @typedef {{ move: string, counts: Counts, year: number }} Played year is that of the latest game, 0 if it is not known */
/** @typedef {{ ply: number, turned: boolean, move: string }} Place a position of a game; turned says that the key is that of its image, where the move is as it is on the image; '' at the end */

/** The results in the order of Counts. */
const results = ['1-0', '1/2-1/2', '0-1', '*'];

/** The mirror image of a move. @param {string} move */
export const mirrored = (move) => move.replace(/[a-i]/g, (file) => 'ihgfedcba'['abcdefghi'.indexOf(file)]);

/**
 * What a position shares with its mirror image.
 * @param {string[]} board @param {import('./squares.js').Side} side to move
 */
export function keyOf(board, side) {
  const own = side + board.map((piece) => piece || '.').join('');
  const image = side + board.map((_, at) => board[at + 8 - 2 * (at % 9)] || '.').join('');
  return own <= image
    ? { key: own, turned: false, symmetric: own === image }
    : { key: image, turned: true, symmetric: false };
}

/**
 * Where a game first passes each position, by the keys.
 * @param {string} start a FEN @param {string[]} moves @returns {Map<string, Place>}
 */
export function placesOf(start, moves) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  let board = boardOf(start);
  const first = turnOf(start);
  const second = first === 'red' ? 'black' : 'red';
  for (let ply = 0; ply <= moves.length; ply++) {
    const { key, turned } = keyOf(board, ply % 2 ? second : first);
    const move = moves[ply] ?? '';
    if (!places.has(key)) places.set(key, { ply, turned, move: turned ? mirrored(move) : move });
    if (move) board = after(board, move);
  }
  return places;
}

/** Adds counts to others. @param {Counts} to @param {Counts} more */
export const addCounts = (to, more) => more.forEach((n, i) => (to[i] += n));

/** How many games there are. @param {Counts} counts */
export const sum = (counts) => counts.reduce((n, more) => n + more, 0);

/**
 * What games know of a position: how they went on, the most frequent move first, and which they are.
 * A move of a position that is its own image stands for its image too.
 * @template {{ result: string, date: string }} Entry
 * @param {{ entry: Entry, places: Map<string, Place> }[]} games
 * @param {string[]} board @param {import('./squares.js').Side} side to move
 */
export function findIn(games, board, side) {
  const here = keyOf(board, side);
  /** @type {{ entry: Entry, ply: number, mirrored: boolean }[]} */
  const found = [];
  /** @type {Counts} */
  const counts = [0, 0, 0, 0];
  /** @type {Map<string, Played>} */
  const moves = new Map();
  for (const { entry, places } of games) {
    const place = places.get(here.key);
    if (!place) continue;
    found.push({ entry, ply: place.ply, mirrored: place.turned !== here.turned });
    const at = results.indexOf(entry.result);
    const result = at < 0 ? 3 : at;
    counts[result]++;
    if (!place.move) continue;
    const move = here.turned ? mirrored(place.move) : place.move;
    const played = moves.get(move) ?? { move, counts: /** @type {Counts} */ ([0, 0, 0, 0]), year: 0 };
    played.counts[result]++;
    played.year = Math.max(played.year, Number(/\d{4}/.exec(entry.date)?.[0] ?? 0));
    moves.set(move, played);
  }
  const all = [...moves.values()].sort((a, b) => sum(b.counts) - sum(a.counts));
  return { counts, moves: here.symmetric ? joined(all) : all, found };
}

/**
 * Moves of a position that is its own mirror image, each together with its image, under the one that comes first.
 * @param {Played[]} moves
 */
function joined(moves) {
  /** @type {Map<string, Played>} */
  const all = new Map();
  for (const played of moves) {
    const image = all.get(mirrored(played.move));
    if (!image) {
      all.set(played.move, played);
      continue;
    }
    addCounts(image.counts, played.counts);
    image.year = Math.max(image.year, played.year);
  }
  return [...all.values()].sort((a, b) => sum(b.counts) - sum(a.counts));
}
