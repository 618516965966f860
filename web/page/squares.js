// Squares, pieces and boards as plain values. A square is a number, rank by rank
// from Red's left corner: a0 = 0, i0 = 8, i9 = 89. A piece is its letter in a FEN,
// upper case for Red; '' is an empty point.

/** @typedef {'red' | 'black'} Side */

export const startFEN = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';

/** @param {number} square */
export const fileOf = (square) => square % 9;

/** @param {number} square */
export const rankOf = (square) => Math.floor(square / 9);

/** The numbers of Red's files in Chinese. */
export const numerals = '一二三四五六七八九';

/** How a notation names files. @param {string} notation @returns {'letters' | 'chinese' | 'digits'} */
export function numbering(notation) {
  if (notation === 'iccs') return 'letters';
  return notation === 'chinese' || notation === 'traditional' ? 'chinese' : 'digits';
}

/** @param {number} square */
export const nameOf = (square) => 'abcdefghi'[fileOf(square)] + rankOf(square);

/** @param {string} name */
export const squareOf = (name) => 'abcdefghi'.indexOf(name[0]) + 9 * Number(name[1]);

/** The two squares of a move. @param {string} move */
export const ends = (move) => [squareOf(move.slice(0, 2)), squareOf(move.slice(2, 4))];

/** @param {string} piece @returns {Side} */
export const sideOf = (piece) => (piece === piece.toUpperCase() ? 'red' : 'black');

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === 'red' ? 'black' : 'red');

/** The side to move. @param {string} fen @returns {Side} */
export const turnOf = (fen) => (fen.split(' ')[1] === 'b' ? 'black' : 'red');

const pieceLetters = [...'rnbakcpRNBAKCP'];

/**
 * The pieces of a FEN by square.
 * @param {string} fen @returns {string[]}
 */
export function boardOf(fen) {
  const board = Array(90).fill('');
  const letters = /** @type {Record<string, string>} */ ({ h: 'n', e: 'b', H: 'N', E: 'B' });
  fen
    .split(' ')[0]
    .split('/')
    .forEach((row, i) => {
      let file = 0;
      for (const c of row) {
        if (c >= '1' && c <= '9') file += Number(c);
        else if (file < 9 && i < 10 && pieceLetters.includes(letters[c] ?? c))
          board[(9 - i) * 9 + file++] = letters[c] ?? c;
      }
    });
  return board;
}

/**
 * The first fields of a FEN.
 * @param {string[]} board @param {Side} side
 */
export function fenOf(board, side) {
  const rows = [];
  for (let rank = 9; rank >= 0; rank--) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < 9; file++) {
      const piece = board[rank * 9 + file];
      if (!piece) empty++;
      else {
        row += (empty || '') + piece;
        empty = 0;
      }
    }
    rows.push(row + (empty || ''));
  }
  return `${rows.join('/')} ${side === 'red' ? 'w' : 'b'} - - 0 1`;
}

/**
 * The board after a move.
 * @param {string[]} board @param {string} move
 */
export function after(board, move) {
  const [from, to] = ends(move);
  const next = board.slice();
  next[to] = next[from];
  next[from] = '';
  return next;
}
