// Pictures of positions beside the board: in a comparison, and on paper.

import { boardColours, boxOf, corners, drawBoard, drawGoal, drawMark, pointOf } from './boardart.js';
import { draw, drawPiece } from './pieces.js';
import { ends } from './squares.js';
import { el } from './ui.js';

/** @typedef {import('./boardart.js').Look} Look */
/** @typedef {{ board: string[], last?: string, drawn?: string[], goals?: number[] }} Shown a position, the move before it, what is drawn on it, and squares to reach or to take on */

/** A position as an SVG picture. @param {Shown} shown @param {Look} look */
function pictureOf({ board, last, drawn = [], goals = [] }, look) {
  const b = boxOf(look.coordinates);
  const colours = boardColours[look.theme];
  const point = (/** @type {number} */ square) => pointOf(square, look.flipped);
  const at = (/** @type {number} */ square) => point(square).join(' ');
  const svg = draw('svg', { viewBox: `${b.x} ${b.y} ${b.width} ${b.height}`, 'aria-hidden': 'true' }, [
    drawBoard(look),
  ]);
  board.forEach((piece, square) => {
    if (!piece) return;
    svg.append(draw('g', { transform: `translate(${at(square)})` }, drawPiece(piece, look.set, colours)));
  });
  if (last) for (const square of ends(last)) svg.append(corners(...point(square), colours.last));
  svg.append(...goals.map((square) => drawGoal(point(square), Boolean(board[square]))));
  svg.append(...drawn.map((mark) => drawMark(mark, point)));
  return svg;
}

/** Draws a piece into its element, once that is there. @param {string} piece @param {Pick<Look, 'set' | 'theme'>} look */
export const pieceHook = (piece, { set, theme }) => ({
  insert: (/** @type {import('./ui.js').VNode} */ { elm }) =>
    /** @type {Element} */ (elm).append(
      draw('svg', { viewBox: '-46 -46 92 96', 'aria-hidden': 'true' }, drawPiece(piece, set, boardColours[theme])),
    ),
});

/** A picture of a position in the page. @param {string} label @param {Shown} shown @param {Look} look */
export function diagram(label, shown, look) {
  const drawn = (/** @type {import('./ui.js').VNode} */ { elm }) =>
    /** @type {HTMLElement} */ (elm).replaceChildren(pictureOf(shown, look));
  // Another position is another element, as one is drawn only once.
  const key = JSON.stringify([shown, look]);
  return el('div', { class: 'diagram', role: 'img', 'aria-label': label, key, hook: { insert: drawn } });
}
