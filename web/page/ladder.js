// What becomes of a person's games against the engine: how they went, and what to play
// next. After two equal results the next level is offered, or the one before, and below
// the first level a handicap.

import { Game } from './game.js';
import { handicapFEN, handicaps } from './newgame.js';
import { after, boardOf, other, sideOf, squareOf } from './squares.js';

/** @typedef {import('./game.js').Side} Side */
/** @typedef {'won' | 'lost' | 'drew'} Outcome for the person */
/** @typedef {{ level: number, handicap: string }} Rung how strong the engine is, and what it plays without */
/** @typedef {{ rung: string, outcome: string, times: number, seed: number }} Results equal ones in a row, and the seed of the newest game */
/** @typedef {{ ply: number, number: number, piece: string, by: string }} Moment a capture: the number of its move, and its pieces */

/** How many equal results make an offer. */
const enough = 2;

/** What pieces are worth, in soldiers. @type {Record<string, number>} */
const worth = { R: 9, C: 4.5, N: 4, A: 2, B: 2, P: 1, K: 100 };

/** The side of the only person in a game against the engine, which may be studied by now, '' in other games. @param {Game} game @returns {Side | ''} */
export function personOf({ mode, players, own }) {
  if (mode !== 'play') return own;
  if (players.red.kind === players.black.kind) return '';
  return players.red.kind === 'human' ? 'red' : 'black';
}

/** How an ended game went for the person who played the engine, '' for other games. @param {Game} game @returns {Outcome | ''} */
export function outcomeOf(game) {
  const person = personOf(game);
  if (!person || !game.result) return '';
  if (game.result.winner === 'draw') return 'drew';
  return game.result.winner === person ? 'won' : 'lost';
}

/** What a game says about the person's strength, null for one that began with a position of its own, or against an engine of others. @param {Game} game @returns {Rung | null} */
export function rungOf(game) {
  const person = personOf(game);
  if (!person) return null;
  const engine = other(person);
  if (game.players[engine].engine) return null; // one of others, without levels
  const handicap = Object.keys(handicaps).find((h) => handicapFEN(h, engine) === game.start);
  return handicap ? { level: game.players[engine].level, handicap } : null;
}

/** @param {Rung} rung */
const nameOf = ({ level, handicap }) => `${level} ${handicap}`;

/**
 * The results including a game that has just ended. A game counts once, even if its end is
 * taken back.
 * @param {Results} results @param {Game} game @returns {Results}
 */
export function counted(results, game) {
  const outcome = outcomeOf(game);
  const rung = rungOf(game);
  if (!outcome || !rung || results.seed === game.seed) return results;
  const same = results.rung === nameOf(rung) && results.outcome === outcome;
  return { rung: nameOf(rung), outcome, times: same ? results.times + 1 : 1, seed: game.seed };
}

/**
 * What to play after a game, null for the same again.
 * @param {Results} results including the game @param {Game} game @param {number} levels how many there are @returns {Rung | null}
 */
export function offerOf(results, game, levels) {
  const outcome = outcomeOf(game);
  const rung = rungOf(game);
  const fits = rung && results.seed === game.seed && results.outcome === outcome && results.rung === nameOf(rung);
  if (!fits || results.times < enough) return null;
  const { level, handicap } = rung;
  const all = Object.keys(handicaps);
  const at = all.indexOf(handicap);
  if (outcome === 'won') {
    if (at > 0) return { level, handicap: all[at - 1] };
    return level < levels ? { level: level + 1, handicap } : null;
  }
  if (outcome !== 'lost') return null;
  if (level > 1) return { level: level - 1, handicap };
  return at + 1 < all.length ? { level, handicap: all[at + 1] } : null;
}

/** A new game like another one, or on another rung. @param {Game} game @param {Rung | null} [rung] */
export function gameLike(game, rung = null) {
  const person = personOf(game);
  const next = new Game(rung && person ? handicapFEN(rung.handicap, other(person)) : game.start);
  const { red, black } = game.players;
  next.players = { red: { ...red }, black: { ...black } };
  if (rung) next.players.red.level = next.players.black.level = rung.level;
  next.rules = game.rules;
  next.limit = game.limit;
  if (game.clock) next.clock = { ...game.clock, red: game.clock.base, black: game.clock.base };
  return next;
}

/**
 * The capture by which a side gained most, less what it lost on that point in answer; null
 * without a gain.
 * @param {Game} game @param {Side} side @returns {Moment | null}
 */
export function bestCapture(game, side) {
  const { line } = game.end ?? game.root.tip;
  /** @type {Moment | null} */
  let best = null;
  let most = 0;
  let board = boardOf(game.start);
  line.forEach((node, i) => {
    const to = squareOf(node.move.slice(2));
    const piece = board[to];
    const by = board[squareOf(node.move)];
    board = after(board, node.move);
    if (!piece || sideOf(by) !== side) return;
    const answered = line[i + 1]?.move.slice(2) === node.move.slice(2);
    const gain = worth[piece.toUpperCase()] - (answered ? worth[by.toUpperCase()] : 0);
    if (gain <= most) return;
    most = gain;
    best = { ply: node.ply, number: game.number(node), piece, by };
  });
  return best;
}
