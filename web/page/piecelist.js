// The pieces on the board as a list, for who does not see the board.

import { closeButton, showDialog } from './dialog.js';
import { nameOf, sideOf } from './squares.js';
import { reasoned, squareText, t } from './texts.js';
import { el } from './ui.js';

/** @typedef {import('./squares.js').Side} Side */

/**
 * Where the pieces of a side stand, by their letters; those that are gone are left out.
 * @param {string[]} board @param {Side} side @param {string} notation @returns {[string, string[]][]}
 */
export function piecesOf(board, side, notation) {
  const placesOf = (/** @type {string} */ letter) =>
    board.flatMap((piece, at) =>
      piece.toUpperCase() === letter && sideOf(piece) === side ? [squareText(nameOf(at), side, notation)] : [],
    );
  return [...'KRNCPAB']
    .map((letter) => /** @type {[string, string[]]} */ ([letter, placesOf(letter)]))
    .filter(([, places]) => places.length);
}

/** Lists the pieces, those of the side to move first. @param {import('./app.js').App} app */
export function piecesDialog(app) {
  const { mode, notation } = app.state;
  const { board } = mode.view;
  const sides = /** @type {Side[]} */ (mode.turn === 'red' ? ['red', 'black'] : ['black', 'red']);
  const d = showDialog({
    title: t('pieceList'),
    body: () =>
      sides.flatMap((side) => [
        el('h3', {}, t(side)),
        el(
          'dl',
          { class: 'how' },
          ...piecesOf(board, side, notation).flatMap(([letter, places]) => [
            el('dt', {}, t(`name-${letter}`)),
            el('dd', {}, reasoned(...places)),
          ]),
        ),
      ]),
    actions: () => [closeButton(() => d.close())],
  });
}
