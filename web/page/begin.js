// How the page begins: with the file of the command line, this tab's game, a game in a
// link, the newest game, or a new one.

import { ask } from './api.js';
import { brokenText, fromImport } from './document.js';
import { openGames, openPuzzle } from './files.js';
import { Game } from './game.js';
import { enter } from './program.js';
import { isPuzzleLink } from './puzzlefile.js';
import { sides } from './state.js';
import {
  addressOf,
  fromAddress,
  gameToOpen,
  keep,
  loadDoing,
  saveDoing,
  tab,
  teacherToken,
  wasAnalysing,
} from './store.js';
import { language } from './texts.js';

/** @typedef {import('./app.js').App} App */

/** @param {App} app */
export async function begin(app) {
  const invited = /^#start=([0-9a-f]+)$/.exec(location.hash);
  if (invited || location.hash === '#opened') {
    history.replaceState(null, '', location.pathname);
    const code = invited?.[1] ?? '';
    if ((!code || (await enter(app, code))) && (await openedFile(app, code))) return;
  }
  const teacher = /^#teach=([0-9a-f]+)$/.exec(location.hash);
  if (teacher) {
    history.replaceState(null, '', location.pathname);
    teacherToken.value = teacher[1];
  }
  const { hash } = location;
  const posed = isPuzzleLink(hash);
  if (posed) history.replaceState(null, '', location.pathname);
  await firstGame(app);
  if (posed) await openPuzzle(app, hash);
}

/** Opens the game that the page begins with. @param {App} app */
async function firstGame(app) {
  const found = gameToOpen();
  if (!found) {
    startGame(app, defaultGame(app));
    return;
  }
  const { game, own, broken, id } = found;
  if (own) await goOn(app, game);
  else if (broken !== undefined) openShared(app, { game, broken });
  else {
    if (!(await tab.take(id ?? ''))) tab.fresh(); // another tab has it: this one begins with a copy
    app.open(game);
  }
}

/**
 * Opens the file that the command line names, or with which an icon has started the
 * program, and returns whether there is one.
 * @param {App} app @param {string} code of the start by an icon, '' for none
 */
async function openedFile(app, code) {
  try {
    const opened = await ask('opened', { lang: language(), code });
    if (!opened) return false;
    const all = fromImport(opened);
    if (all.length > 1) startGame(app, defaultGame(app)); // behind the question
    openGames(app, all);
    return true;
  } catch (e) {
    app.report(e);
    return false;
  }
}

/** Goes on with the game of this tab, and what else the person did. @param {App} app @param {Game} own */
async function goOn(app, own) {
  const doing = loadDoing();
  app.open(own);
  saveDoing(doing);
  if (doing.editor) app.editor.start(doing.editor);
  else if (doing.room) app.room.resume(doing.room);
  else if (doing.follow) app.following.start();
  else if (doing.watch) app.following.start(doing.watch);
  else if (doing.course) app.course.start({ id: doing.course });
  else if (doing.puzzle) app.puzzles.start(doing.puzzle);
  else if (doing.review) app.review.resume(doing.review);
  if (wasAnalysing()) app.analysis.restart();
  const { id } = tab;
  const held = await tab.hold();
  if (held) app.classroom.resume();
  if (held || tab.id !== id) return;
  // A copy of this tab has the game: from here each plays its own.
  tab.fresh();
  app.changes.renamed();
  app.chapters.renamed();
  app.keep();
}

/** A game of the person against the level of the settings. @param {App} app */
export function defaultGame(app) {
  const g = new Game();
  for (const side of sides) g.players[side].level = app.state.settings.level;
  return g;
}

/** Opens the game or the puzzle of the address, unless the person keeps what is on the board. @param {App} app */
export async function openAddress(app) {
  const { hash: link } = location;
  if (isPuzzleLink(link)) {
    history.replaceState(null, '', addressOf(app.state.game));
    await openPuzzle(app, link);
    return;
  }
  const shared = fromAddress(location.hash);
  if (!shared) return;
  const { game } = app.state;
  if (!(await app.state.mode.yields())) {
    history.replaceState(null, '', addressOf(game));
    return;
  }
  const { hash } = location;
  keep(game);
  history.replaceState(null, '', hash); // which keep has changed
  openShared(app, shared);
}

/** Opens the game of a link. @param {App} app @param {{ game: Game, broken: string }} shared */
function openShared(app, { game, broken }) {
  tab.fresh();
  app.open(game, { notice: brokenText(broken) });
}

/** Starts a new game. @param {App} app @param {Game} game */
export function startGame(app, game) {
  tab.fresh();
  app.open(game);
}
