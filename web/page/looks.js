// How the page looks, as the settings say, and what it reads out.

import { layOut } from './layout.js';
import { character, draw } from './pieces.js';
import { nameOf, numbering, sideOf } from './squares.js';
import { language, pieceName, squareText, t } from './texts.js';

/** @typedef {import('./app.js').App} App */

/** Whether the system has a dark look. */
const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/**
 * Makes the page look as the settings say, as far as it takes no texts. The board must be drawn afterwards.
 * @param {import('./board.js').BoardView} board @param {import('./store.js').Settings} settings
 * @param {{ pieces: string, notation: string }} usual what the language has where the settings leave it open
 */
export function dress(board, settings, { pieces, notation }) {
  const dark = settings.theme ? settings.theme === 'dark' : darkSystem.matches;
  const { dataset, classList } = document.documentElement;
  dataset.theme = dark ? 'dark' : 'wood';
  classList.toggle('no-motion', !settings.motion);
  layOut(settings);
  board.theme = dark ? 'dark' : 'wood';
  board.set = /** @type {any} */ (settings.pieces || pieces);
  board.coordinates = /** @type {any} */ (settings.coordinates || numbering(settings.notation || notation));
}

/** Makes the page look as the settings say. @param {App} app */
export function applySettings(app) {
  dress(app.board, app.state.settings, { pieces: t('language.pieces'), notation: t('language.notation') });
  document.documentElement.lang = language();
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-t]'))) {
    e.textContent = t(e.dataset.t ?? '');
  }
  app.drawMenu();
}

/** Takes up another look of the system, as in the evening, where the settings leave it open. @param {App} app */
export function followSystem(app) {
  darkSystem.addEventListener('change', () => {
    if (!app.state.settings.theme) app.set({});
  });
}

/** Draws the name of the program as outlines, for machines without Chinese fonts. */
export function drawName() {
  const outline = (/** @type {string} */ c, /** @type {number} */ x) => character(c, x, 27, 50, 'currentColor');
  const name = draw('svg', { viewBox: '0 0 108 54', 'aria-hidden': 'true' }, [outline('楚', 27), outline('河', 81)]);
  document.getElementById('name')?.prepend(name);
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
