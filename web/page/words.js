// Moves in words, for who does not read a notation: "the right horse jumps to ...".

import { ends, fileOf, nameOf, rankOf, sideOf } from './squares.js';
import { notationText, pieceName, squareText, t } from './texts.js';

/**
 * A move in words.
 * @param {string[]} board before it @param {string} move @param {string} notation in which squares are named
 */
export function moveWords(board, move, notation) {
  const [from, to] = ends(move);
  const piece = board[from];
  if (!piece) return move;
  const values = {
    piece: which(board, from, notation),
    prey: board[to] && pieceName(board[to]),
    square: squareText(nameOf(to), sideOf(piece), notation),
  };
  if (board[to]) return t('sayTake', values);
  return t(piece.toUpperCase() === 'N' ? 'sayJump' : 'sayMove', values);
}

/**
 * What to say of a move: it in words where the settings want that, else in the notation.
 * @param {Pick<import('./state.js').State, 'settings' | 'notation'>} state @param {string[]} board before it
 * @param {import('./api.js').MoveText} text
 */
export const saidMove = ({ settings, notation }, board, text) =>
  settings.words ? moveWords(board, text.move, notation) : notationText(text, notation);

/**
 * A move in words and in the notation.
 * @param {Pick<import('./state.js').State, 'notation'>} state @param {string[]} board before it
 * @param {import('./api.js').MoveText} text
 */
export const wordsAndMove = ({ notation }, board, text) =>
  t('hintWords', { words: moveWords(board, text.move, notation), move: notationText(text, notation) });

/** A piece, and which one of its kind it is. @param {string[]} board @param {number} at @param {string} notation */
function which(board, at, notation) {
  const piece = pieceName(board[at]);
  const side = sideOf(board[at]);
  const twins = board.flatMap((p, square) => (p === board[at] && square !== at ? [square] : []));
  if (!twins.length) return piece;
  const [twin] = twins;
  if (twins.length > 1) return t('pieceAt', { piece, square: squareText(nameOf(at), side, notation) });
  const ahead = side === 'red' ? 1 : -1;
  if (fileOf(twin) === fileOf(at))
    return t((rankOf(at) - rankOf(twin)) * ahead > 0 ? 'frontPiece' : 'rearPiece', { piece });
  return t((fileOf(at) - fileOf(twin)) * ahead > 0 ? 'rightPiece' : 'leftPiece', { piece });
}
