// How the page begins: with the file of the command line, this tab's game, a game in a
// link, the newest game, or a new one.

import { ask, refused } from './api.js';
import { brokenText, fromImport } from './document.js';
import { openGames, openPuzzle } from './files.js';
import { Game } from './game.js';
import { checkLink, remark } from './positions.js';
import { enter } from './program.js';
import { isPuzzleLink } from './puzzlefile.js';
import { startFEN } from './squares.js';
import { sides } from './state.js';
import {
  addressOf,
  fromAddress,
  gameToOpen,
  loadDoing,
  saveDoing,
  showAddress,
  shownBefore,
  tab,
  teacherToken,
  wasAnalysing,
} from './store.js';
import { language, t } from './texts.js';
import { toBoard } from './ui.js';

/** @typedef {import('./app.js').App} App */

/** @param {App} app */
export async function begin(app) {
  let fault = '';
  const tell = (/** @type {unknown} */ e) => {
    fault = app.explain(e);
  };
  const code = admitted();
  /** @type {import('./document.js').Found[] | null} */
  let file = null;
  let lost = false; // the answer about the file, which may come yet
  try {
    if (code !== null) file = await openedFile(app, code);
  } catch (e) {
    if (refused(e)) tell(e);
    else lost = true;
  }
  if (file) {
    if (file.length > 1) startGame(app, defaultGame(app)); // behind the question
    openGames(app, file);
    return;
  }
  const { hash } = location;
  const posed = isPuzzleLink(hash);
  if (posed) history.replaceState(null, '', location.pathname);
  if (hash && !posed && !fromAddress(hash)) fault = unknown(hash);
  await firstGame(app).catch(tell);
  if (posed) await openPuzzle(app, hash).catch(tell);
  if (fault) remark(app, fault);
  if (lost) openOnceMore(app, code ?? '');
}

/** What there is to say about an address that holds nothing. @param {string} link its # and what follows */
const unknown = (link) => t('linkFault', { text: link });

/** Opens a file for which the program may not have answered, or says so. @param {App} app @param {string} code as of openedFile */
async function openOnceMore(app, code) {
  const { state } = app;
  try {
    const file = await openedFile(app, code);
    if (file) await openGames(app, file);
  } catch (e) {
    const text = app.explain(e);
    if (!refused(e)) {
      state.unopened = () => {
        remark(app, '');
        openOnceMore(app, code);
      };
    }
    // A remark stays while the position on the board is asked about, but only a game shows it.
    if (state.mode === app.home) remark(app, text);
    else app.say(text);
  }
}

/** What the program puts into addresses: the code of a start, the token of the teacher, and that there is a file. */
const admissions = /^#(?:start=([0-9a-f]+)|teach=([0-9a-f]+)|opened)$/;

/**
 * Takes what an address of the program gives, which nobody need see, and returns the code with which to ask for its
 * file, null without one.
 */
function admitted() {
  const found = admissions.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, '', location.pathname);
  const [, code = '', teacher = ''] = found;
  if (teacher) teacherToken.value = teacher;
  return teacher ? null : code;
}

/** Opens the game that the page begins with. Throws why it is another one than that of the address. @param {App} app */
async function firstGame(app) {
  const found = gameToOpen();
  if (!found) {
    startGame(app, defaultGame(app));
    return;
  }
  const { game, own, broken, id } = found;
  if (own) await goOn(app, game);
  else if (broken !== undefined) {
    const { state } = app;
    state.game = game; // which can be looked at until it is known whether its position can be
    app.enter(app.home);
    app.render(true);
    try {
      await openShared(app, { game, broken });
    } catch (e) {
      if (state.game === game) {
        history.replaceState(null, '', location.pathname);
        await firstGame(app);
      }
      throw e;
    }
  } else if (await tab.take(id ?? '')) app.open(game);
}

/**
 * The games of the file that the command line names, or with which an icon has started the program, null without one.
 * @param {App} app @param {string} code as of admitted, '' for the file of the command line
 */
async function openedFile(app, code) {
  if (code && !(await enter(app, code))) return null;
  const opened = await ask('opened', { lang: language(), code });
  return opened && fromImport(opened);
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
  const held = await tab.hold();
  if (held) app.classroom.resume();
  if (held !== false) return;
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

/** Opens the game, the file or the puzzle of the address, unless the person keeps what is on the board. @param {App} app */
export const openAddress = (app) => openLink(app).catch((e) => app.report(e));

/** @param {App} app */
async function openLink(app) {
  const { hash: link } = location;
  if (admissions.test(link)) {
    const code = admitted();
    showAddress(addressOf(app.state.game));
    if (code !== null) await openOnceMore(app, code);
    return;
  }
  if (isPuzzleLink(link)) {
    showAddress(addressOf(app.state.game));
    await openPuzzle(app, link);
    return;
  }
  const found = shownBefore() ?? fromAddress(link);
  if (!found && !link) return;
  showAddress(addressOf(app.state.game));
  if (!found) {
    app.say(unknown(link));
    return;
  }
  if (!(await app.state.mode.yields())) return;
  app.keep();
  if ('broken' in found) await openShared(app, found, link);
  else if (await tab.take(found.id)) app.open(found.game);
}

/**
 * Opens the game of a link, unless its position cannot be, or the person has opened another game meanwhile.
 * @param {App} app @param {{ game: Game, broken: string }} shared @param {string} [link] takes the place of the address
 */
async function openShared(app, { game, broken }, link = '') {
  const before = app.state.game;
  try {
    if (game.start !== startFEN) await checkLink(game.start);
  } catch (e) {
    if (refused(e)) throw e; // another error is about the program, which is asked again
  }
  if (app.state.game !== before) return;
  if (link) showAddress(link);
  tab.fresh();
  app.open(game, { notice: brokenText(broken) });
}

/** Starts a new game. @param {App} app @param {Game} game */
export function startGame(app, game) {
  tab.fresh();
  app.open(game);
  toBoard();
}
