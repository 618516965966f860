// The puzzles: those of the file, which the page loads when somebody wants to solve some, and
// those that people make and pass on as links.

import { sumOf } from './backup.js';
import { fenOf } from './squares.js';

/**
 * A position to solve.
 * @typedef {object} Puzzle
 * @property {string} id of the position, by which the page keeps what was solved
 * @property {string} start
 * @property {string[]} moves the solution, with the answers of the defender
 * @property {'mate' | 'material' | 'defend' | 'own'} theme own for one that somebody has made, which says nothing of its rating
 * @property {number} length the moves of the solver
 * @property {number} rating how hard it is, on the Elo scale of the levels
 * @property {number} grade the same from 1 to 5
 */

/** The ratings from which the grades after the first begin, as in puzzle.go. */
const gradeFrom = [700, 1150, 1600, 2050];

/** The highest grade. */
export const hardest = gradeFrom.length + 1;

/** The id of what a text says. @param {string} text */
const idOf = (text) => sumOf(text).toString(16).padStart(8, '0');

/** @param {string} start @param {string[]} moves @returns {Puzzle} */
const ownPuzzle = (start, moves) => ({
  id: idOf(`${start} ${moves}`),
  start,
  moves,
  theme: 'own',
  length: (moves.length + 1) / 2,
  rating: 0,
  grade: 0,
});

/** The solution ends with a move of the solver. @param {string[]} moves */
const solutionOf = (moves) => moves.slice(0, moves.length - 1 + (moves.length % 2));

/**
 * The link to the puzzle that the position on the board makes, of which the moves that follow are the solution; ''
 * where none follow.
 * @param {import('./game.js').Game} game
 */
export function puzzleLink(game) {
  const { current } = game;
  const moves = solutionOf(current.tip.line.slice(current.line.length).map((n) => n.move));
  return moves.length ? linkOf({ start: fenOf(game.boardAt(), game.turn()), moves }) : '';
}

/** The link to a puzzle. @param {Pick<Puzzle, 'start' | 'moves'>} puzzle */
export const linkOf = ({ start, moves }) => `#puzzle=${start.replaceAll(' ', '_')}&moves=${moves.join('')}`;

/** The puzzle of a link, null where it is damaged. @param {string} hash @returns {Puzzle | null} */
export function puzzleOf(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const start = parts.get('puzzle')?.replaceAll('_', ' ') ?? '';
  const moves = parts.get('moves') ?? '';
  if (!start || !/^([a-i]\d[a-i]\d)+$/.test(moves)) return null;
  return ownPuzzle(start, solutionOf(moves.match(/..../g) ?? []));
}

/** Whether a link is that of a puzzle. @param {string} hash */
export const isPuzzleLink = (hash) => hash.startsWith('#puzzle=');

/** The puzzles of a file. Lines that are none, such as comments, are left out. @param {string} text @returns {Puzzle[]} */
const parsePuzzles = (text) =>
  text
    .split('\n')
    .map((line) => line.split('; '))
    .filter((fields) => fields.length === 5 && !fields[0].startsWith('#'))
    .map(([placement, solution, theme, rated]) => {
      const start = `${placement} - - 0 1`;
      const moves = solution.split(' ');
      const rating = Number(rated);
      return {
        id: idOf(start),
        start,
        moves,
        theme: /** @type {Puzzle['theme']} */ (theme),
        length: (moves.length + 1) / 2,
        rating,
        grade: 1 + gradeFrom.filter((from) => rating >= from).length,
      };
    });

/** @returns {Promise<Puzzle[]>} */
export async function loadPuzzles() {
  const response = await fetch('puzzles.txt');
  if (!response.ok) throw new TypeError('no puzzles');
  return parsePuzzles(await response.text());
}
