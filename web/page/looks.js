// How the page looks, as the settings say, and what it reads out.

import { layOut } from './layout.js';
import { character, draw } from './pieces.js';
import { nameOf, numbering, sideOf } from './squares.js';
import { language, pieceName, squareText, t } from './texts.js';
import { byId } from './ui.js';

/** Makes the page look as the settings say. @param {import('./app.js').App} app */
export function applySettings(app) {
  const { state, board } = app;
  const { settings: s } = state;
  const dark = s.theme ? s.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const { documentElement: root } = document;
  root.lang = language();
  root.dataset.theme = dark ? 'dark' : 'wood';
  root.classList.toggle('no-motion', !s.motion);
  layOut(app);
  board.theme = dark ? 'dark' : 'wood';
  board.set = /** @type {any} */ (s.pieces || t('language.pieces'));
  board.coordinates = /** @type {any} */ (s.coordinates || numbering(state.notation));
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-t]'))) {
    e.textContent = t(e.dataset.t ?? '');
  }
  app.drawMenu();
}

/** Draws the name of the program as outlines, for machines without Chinese fonts. */
export function drawName() {
  const outline = (/** @type {string} */ c, /** @type {number} */ x) => character(c, x, 27, 50, 'currentColor');
  const name = draw('svg', { viewBox: '0 0 108 54', 'aria-hidden': 'true' }, [outline('楚', 27), outline('河', 81)]);
  byId('name').prepend(name);
}

/**
 * What a cell of the board is called.
 * @param {import('./board.js').BoardView} board @param {number} square @param {string} piece
 * @param {string} notation in which squares are named, an empty one from the lower side of the board
 */
export function cellLabel({ chosen, view, flipped }, square, piece, notation) {
  const side = piece ? sideOf(piece) : flipped ? 'black' : 'red';
  const name = squareText(nameOf(square), side, notation);
  const stands = piece
    ? t('pieceOn', { square: name, side: t(sideOf(piece)), piece: pieceName(piece) })
    : t('emptyOn', { square: name });
  const what = view.goals?.includes(square) ? t('markedOn', { what: stands }) : stands;
  if (square === chosen || square === view.lifted) return t('chosen', { what });
  if (chosen >= 0 && view.legal?.includes(nameOf(chosen) + nameOf(square)))
    return t(piece ? 'canTake' : 'canGo', { what });
  return what;
}
