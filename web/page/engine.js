// The engine as a player: its moves, its advice, and its answers to offers.

import { aborted, ServerError, stream } from './api.js';
import { timeLeft } from './clock.js';
import { confirmDialog } from './dialog.js';
import { finish, playMove } from './play.js';
import { cut, remark, requestFor } from './positions.js';
import { other } from './squares.js';
import { t } from './texts.js';
import { wordsAndMove } from './words.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./api.js').Answer} Answer */
/** @typedef {import('./api.js').Position} Position */

/** How long the engine seems to look at the board, in ms: a strong one, others at least and in addition at most, and one against itself. */
const pauses = { strong: 250, least: 500, more: 600, itself: 500 };
/** From this level on the engine is strong. */
const strongLevel = 8;
/** How much shorter it looks after a capture, which it often has to answer. */
const afterCapture = 0.7;

/**
 * Lets the engine move for the side to move.
 * @param {App} app @param {object} [about] the part of the request that says which position it is about
 * @param {(info: Position) => void} [described] takes what there is to know of the position, if that is asked for too
 */
export async function engineMove(app, about = requestFor(app.state), described) {
  const { state } = app;
  const { game, turn } = state;
  const node = game.current;
  const { level, engine } = game.players[turn];
  const asking = engine ? app.rivals.asking(engine) : {};
  if (!asking) {
    takeOver(app, t('engineMissing', { name: engine ?? '' }));
    return;
  }
  const request = {
    ...about,
    purpose: 'move',
    level,
    seed: game.seed,
    clock: game.clock ? Math.max(1, Math.round(timeLeft(state, turn))) : 0,
    increment: game.clock?.increment ?? 0,
    ...asking,
  };
  const refused = (/** @type {unknown} */ e) => {
    const code = engine && e instanceof ServerError ? e.code : '';
    if (code === 'engine') takeOver(app, /** @type {ServerError} */ (e).message);
    else if (code === 'elsewhere') takeOver(app, t('engineMissing', { name: engine ?? '' }));
    else return Boolean(cut(app, node, e));
    return true;
  };
  const answer = await think(app, request, { described, refused, least: () => pauseFor(state, level) });
  if (!answer || game.result) return;
  if (answer.resigns) {
    finish(app, other(turn), 'resign', '');
    return;
  }
  playMove(app, answer.text.move, { text: answer.text, info: answer.after });
}

/** Lets our engine play on for one of others that has failed. @param {App} app @param {string} error */
function takeOver(app, error) {
  const { state } = app;
  const { game } = state;
  delete game.players[state.turn].engine;
  app.keep();
  engineMove(app).then(() => {
    if (game === state.game) remark(app, t('engineFailed', { error })); // else another one was opened meanwhile
  });
}

/** How long a person would look at the board, in ms. @param {State} state @param {number} level */
function pauseFor({ game, turn, settings }, level) {
  if (!settings.pause) return 0;
  if (game.players[turn].kind === game.players[other(turn)].kind) return pauses.itself;
  const quick = game.current.text?.capture ? afterCapture : 1;
  return quick * (level < strongLevel ? pauses.least + pauses.more * Math.random() : pauses.strong);
}

/**
 * Asks the engine, and shows that it thinks, until the caller shows what comes of it. Null if that was given up, play
 * has ended, or another position is on the board.
 * @param {App} app @param {{ purpose: string, [more: string]: unknown }} request
 * @param {{ again?: () => void, described?: (info: Position) => void, refused?: (e: unknown) => boolean, least?: () => number }} [how]
 *   again is as of App.fail, described as of engineMove, refused returns whether nothing more is to be said of an
 *   error, and least how long it seems to think at least, in ms
 * @returns {Promise<Answer | null>}
 */
async function think(app, request, { again, described, refused, least } = {}) {
  const { state } = app;
  const node = state.game.current;
  const begin = performance.now();
  state.stopThinking();
  app.forgetFailure();
  state.message = state.notice = '';
  const control = new AbortController();
  state.thinking = control;
  app.update();
  /** @type {Answer | null} */
  let answer = null;
  try {
    await stream('move', request, control.signal, (line) => {
      if (state.thinking !== control) return;
      if (line.position) described?.(line.position);
      else if (!line.wait) answer = line;
      else {
        state.waiting = line.wait;
        app.update();
      }
    });
    if (!answer && state.thinking === control) throw new TypeError('no answer');
  } catch (e) {
    if (aborted(e) || state.thinking !== control) return null;
    state.stopThinking();
    if (!refused?.(e)) app.fail(e, again);
    return null;
  }
  if (state.thinking !== control) return null;
  const wait = (least?.() ?? 0) - (performance.now() - begin);
  if (wait > 0) {
    if (state.waiting) {
      state.waiting = 0;
      app.update();
    }
    await new Promise((r) => setTimeout(r, wait));
    if (state.thinking !== control) return null;
  }
  state.stopThinking();
  if (state.game.current === node) return answer;
  app.update();
  return null;
}

/** Shows the engine's advice. @param {App} app */
export async function advise(app) {
  const { state } = app;
  if (!state.info?.legal.length || state.thinking) return;
  const answer = await think(app, { ...requestFor(state), purpose: 'hint' }, { again: () => advise(app) });
  if (!answer) return;
  state.hint = { move: answer.text.move, text: wordsAndMove(state, state.game.boardAt(), answer.text) };
  app.forgive(); // what was said meanwhile would hide it
  app.render();
}

/** Offers a draw to the other person, or to the engine. @param {App} app */
export async function offerDraw(app) {
  const { state } = app;
  const { game } = state;
  const opponent = other(state.turn);
  const goesOn = () => !game.result && game === state.game;
  if (game.players[opponent].kind === 'human') {
    const agreed = await confirmDialog(t('drawSure', { side: t(opponent) }), t('acceptDraw'));
    if (agreed && goesOn()) finish(app, 'draw', 'agreed', '');
    return;
  }
  const answer = await think(app, { ...requestFor(state), purpose: 'offer' }, { again: () => offerDraw(app) });
  if (!answer || !goesOn()) return;
  if (answer.accept) finish(app, 'draw', 'agreed', '');
  else app.say(t('drawDeclined'));
}
