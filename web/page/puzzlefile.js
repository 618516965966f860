// The file of puzzles, which the page loads when somebody wants to solve some.

import { sumOf } from './backup.js';

/**
 * A position to solve.
 * @typedef {object} Puzzle
 * @property {string} id of the position, by which the page keeps what was solved
 * @property {string} start
 * @property {string[]} moves the solution, with the answers of the defender
 * @property {'mate' | 'material' | 'defend'} theme
 * @property {number} length the moves of the solver
 * @property {number} rating how hard it is, on the Elo scale of the levels
 * @property {number} grade the same from 1 to 5
 */

/** The ratings from which the grades after the first begin, as in puzzle.go. */
const gradeFrom = [700, 1150, 1600, 2050];

/** The highest grade. */
export const hardest = gradeFrom.length + 1;

/** The puzzles of a file. Lines that are none, such as comments, are left out. @param {string} text @returns {Puzzle[]} */
export const parsePuzzles = (text) =>
  text
    .split('\n')
    .map((line) => line.split('; '))
    .filter((fields) => fields.length === 5 && !fields[0].startsWith('#'))
    .map(([placement, solution, theme, rated]) => {
      const start = `${placement} - - 0 1`;
      const moves = solution.split(' ');
      const rating = Number(rated);
      return {
        id: sumOf(start).toString(16).padStart(8, '0'),
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
