// The steps of the course: positions in which somebody who learns moves alone, and what
// has to be done there. lessons.json has the table.

import { other, sideOf, squareOf, turnOf } from './squares.js';

/** @typedef {import('./api.js').Position} Position */

/**
 * @typedef {object} Step
 * @property {string} id
 * @property {string} lesson the letter of the piece that it is about, or check, answer, mate, stalemate or repetition
 * @property {string} fen
 * @property {string} [before] moves that have been played
 * @property {'reach' | 'take' | 'check' | 'answer' | 'mate' | 'stalemate' | 'vary'} goal
 * @property {string} [piece] to reach a square with
 * @property {string[]} [squares] to reach, or with pieces to take
 * @property {string[]} solution moves that lead to the goal
 */

/** The side that learns. @param {Step} step */
export function sideToLearn({ fen, before }) {
  const plies = before ? before.split(' ').length : 0;
  const first = turnOf(fen);
  return plies % 2 ? other(first) : first;
}

/** Whether the goal is one of the board alone, for which several moves may be made in a row. @param {Step} step */
export const byBoard = ({ goal }) => goal === 'reach' || goal === 'take';

/** The squares that are still to be reached, or to be emptied of pieces. @param {Step} step @param {string[]} board */
export function remaining(step, board) {
  const squares = (step.squares ?? []).map(squareOf);
  if (step.goal === 'reach') return squares.filter((s) => board[s] !== step.piece);
  return squares.filter((s) => board[s] && sideOf(board[s]) !== sideToLearn(step));
}

/**
 * Whether a move reaches the goal.
 * @param {Step} step @param {string} move @param {string[]} board after it
 * @param {Position | null} before it, as the server says @param {Position | null} after it
 */
export function reached(step, move, board, before, after) {
  switch (step.goal) {
    case 'reach':
    case 'take':
      return !remaining(step, board).length;
    case 'check':
      return Boolean(after?.check);
    case 'answer':
      return Boolean(before?.legal.includes(move));
    case 'mate':
      return after?.end?.kind === 'checkmate';
    case 'stalemate':
      return after?.end?.kind === 'stalemate';
    case 'vary':
      return Boolean(before?.legal.includes(move)) && !before?.marks[move];
  }
}
