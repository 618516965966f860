// The first picture: the board with the game that the page will most likely open, drawn from what the browser has,
// before the rest of the page and its texts have come.

import { BoardView } from './board.js';
import { languageFor } from './language.js';
import { dress } from './looks.js';
import { gameToOpen, loadSettings } from './store.js';

export const board = new BoardView(/** @type {HTMLElement} */ (document.getElementById('board')));

const settings = loadSettings();
dress(board, settings, languageFor(settings.lang));
const game = gameToOpen()?.game;
if (game) {
  board.flipped = game.blackBelow;
  board.view = { board: game.boardAt(), last: game.current.move || undefined };
}
board.restyle();

// The rest keeps the browser busy for a while, so it runs when the board has been painted. Out of sight nothing is.
const rest = () => void import('./app.js');
if (document.hidden) rest();
else requestAnimationFrame(() => requestAnimationFrame(rest));
