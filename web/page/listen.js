// What happens anywhere on the page: keys, files dropped on it, and the passing of time.

import { openAddress } from './begin.js';
import { flagged, pauseClock, startClock } from './clock.js';
import { listenForFiles } from './files.js';
import { piecesDialog } from './piecelist.js';
import { finish } from './play.js';
import { players } from './players.js';
import { followSettings } from './settings.js';
import { listenForPrinting } from './sheet.js';
import { other } from './squares.js';
import { addressOf, settingsKey } from './store.js';
import { keyWorks } from './ui.js';

/** @typedef {import('./app.js').App} App */

/** How often a clock is drawn, in ms. */
const tickEvery = 100;

/** @param {App} app */
export function listen(app) {
  listenForFiles(app);
  listenForPrinting(app);
  document.addEventListener('keydown', (e) => key(app, e));
  document.querySelector('.skip')?.addEventListener('click', (e) => {
    e.preventDefault(); // the address has the game
    app.board.focus(app.board.cursor);
  });
  document.addEventListener('pointerover', (e) => leaveLine(app, e.target));
  window.addEventListener('hashchange', () => {
    if (location.hash !== addressOf(app.state.game)) openAddress(app);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) keepAll(app);
  });
  window.addEventListener('pagehide', () => keepAll(app));
  // Another tab has changed the settings, or the list of games.
  window.addEventListener('storage', ({ key }) => {
    if (key === settingsKey) followSettings(app);
    else if (app.chapters.refresh()) app.update();
  });
  setInterval(() => tick(app), tickEvery);
}

/** Gives a key to the mode of the page, unless it is for the browser or for what has the focus. @param {App} app @param {KeyboardEvent} e */
function key(app, e) {
  const target = /** @type {HTMLElement} */ (e.target);
  if (e.altKey || target.closest('input, textarea, select') || document.querySelector('dialog[open]')) return;
  if (e.ctrlKey || e.metaKey) {
    const letter = e.key.toLowerCase();
    if (letter !== 'z' && letter !== 'y') return;
    app.state.mode.turnBack(letter === 'y' || e.shiftKey ? 'redo' : 'undo');
    e.preventDefault();
    return;
  }
  const name = e.key.length > 1 ? e.key : e.key.toLowerCase();
  if (!keyWorks(name)) return;
  if (name === 'l') piecesDialog(app);
  else if (!app.state.mode.key(name)) return;
  e.preventDefault();
}

/** Ends what a line showed once the pointer is elsewhere. @param {App} app @param {EventTarget | null} to */
function leaveLine(app, to) {
  const stays = (/** @type {any} */ e) => e instanceof Element && Boolean(e.closest('.pv'));
  if (app.state.pointed && !stays(to) && !stays(document.activeElement)) app.point(null);
}

/** Keeps the game of a page that may not be seen again. @param {App} app */
function keepAll(app) {
  pauseClock(app.state);
  startClock(app.state);
  app.keep();
  app.changes.keep();
}

/** Draws the clocks, and ends a game whose time has run out. @param {App} app */
function tick(app) {
  const { state } = app;
  if (!state.game.clock) return;
  startClock(state);
  const lost = flagged(state);
  if (lost) finish(app, other(lost), 'time', '');
  else if (state.ticking) app.fill(players(app));
}
