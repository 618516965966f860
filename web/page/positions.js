// What the server says about the positions of the game: legal moves, verdicts, and the
// names of the moves.

import { ask, refused, ServerError } from './api.js';
import { startFEN } from './squares.js';
import { language, t } from './texts.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./api.js').Position} Position */

/** How long after the moves were drawn new names wait until they are drawn again, in ms. */
const drawEvery = 1000;

/** The part of a request that says which position it is about. @param {Pick<State, 'game'>} state @param {Node} [node] */
export const requestFor = ({ game }, node = game.current) => ({
  start: game.start,
  moves: game.movesTo(node),
  rules: game.rules,
  limit: game.limit,
  lang: language(),
});

/** What the server says of a position, which it refuses if that cannot be. @param {string} fen @returns {Promise<Position>} */
export const positionOf = (fen) => ask('position', { start: fen, lang: language() });

/** Checks the position of a link, which the server refuses if it cannot be. @param {string} fen */
export async function checkLink(fen) {
  try {
    await positionOf(fen);
  } catch (e) {
    if (refused(e)) e.ofLink = true;
    throw e;
  }
}

/** How many of the moves to a node have names already. @param {Node} node */
function namedTo(node) {
  const { line } = node;
  const first = line.findIndex((n) => !n.text);
  return first < 0 ? line.length : first;
}

/** The part of a request that asks about a position as well, with the names that are missing. @param {Pick<State, 'game'>} state @param {Node} [node] */
const describing = (state, node = state.game.current) => ({ ...requestFor(state, node), from: namedTo(node) });

/** Takes what the server has said of a position. @param {Node} node @param {Position} info @param {number} from as it was asked */
function note(node, info, from) {
  const { line } = node;
  info.line.forEach((text, i) => {
    line[from + i].text = text;
  });
}

/**
 * Asks about the current position, after which play goes on. Where the engine is to move
 * it is asked for its move with the same request, unless alone says otherwise.
 * @param {App} app @param {{ alone?: boolean }} [how]
 */
export async function learn(app, { alone = false } = {}) {
  const { state } = app;
  const node = state.game.current;
  const number = ++state.asked;
  // A position from a link that is not checked yet must not be kept.
  const checked = state.game.start === startFEN || state.game.nodes.some((n) => n.info);
  if (checked) app.keep();
  if (node.info) {
    state.mode.arrived();
    return;
  }
  const request = describing(state, node);
  const take = (/** @type {Position} */ info) => {
    node.info = info;
    note(node, info, request.from);
    if (number !== state.asked) return false;
    state.info = info;
    state.message = '';
    if (!checked) app.keep();
    return true;
  };
  if (!alone && state.mode.asksEngine) {
    state.mode.askEngine(request, take);
    return;
  }
  try {
    if (take(await ask('position', request))) state.mode.arrived();
  } catch (e) {
    if (number !== state.asked) return;
    // Of a line that cannot be played the part is shown that can.
    if (!cut(app, node, e)) app.fail(e);
  }
}

/** Plays a move as a person writes it, or returns false and says why it cannot be played. @param {App} app @param {string} text */
export async function playTyped(app, text) {
  const { state } = app;
  const { refusal } = state.mode;
  if (refusal) {
    app.say(refusal);
    return false;
  }
  const node = state.game.current;
  try {
    const { typed } = await ask('position', { ...describing(state), typed: text });
    if (state.game.current !== node) return true;
    state.pointed = null; // no move counts while a line under the pointer is shown
    state.mode.move(typed);
    return true;
  } catch (e) {
    if (state.game.current === node) app.report(e);
    return false;
  }
}

/** Asks again about all positions: what was said of them does not hold any more. @param {App} app */
export function learnAgain(app) {
  for (const n of app.state.game.nodes) n.info = null;
  learn(app);
}

/** Asks for the names of all moves, line by line. @param {App} app */
export async function learnNames(app) {
  try {
    await askForNames(app);
  } catch (e) {
    app.fail(e);
  }
  app.update();
}

/** The ends of the lines whose moves have not all got their names. @param {import('./game.js').Game} game */
const nameless = (game) => game.nodes.filter((n) => n.parent && !n.children.length && n.line.some(({ text }) => !text));

/** Asks for the names of all moves of a game that need not be on the board. @param {import('./game.js').Game} game */
export async function namesOf(game) {
  for (const leaf of nameless(game)) {
    const request = describing({ game }, leaf);
    note(leaf, /** @type {Position} */ (await ask('position', request)), request.from);
  }
}

/** @param {App} app */
async function askForNames(app) {
  const { state } = app;
  const { game } = state;
  const leaves = nameless(game);
  let drawn = performance.now();
  for (const leaf of leaves) {
    try {
      const request = describing(state, leaf);
      const info = /** @type {Position} */ (await ask('position', request));
      if (game !== state.game) return;
      note(leaf, info, request.from);
      if (performance.now() - drawn > drawEvery) {
        app.update();
        drawn = performance.now();
      }
    } catch (e) {
      if (game !== state.game) return;
      const before = cut(app, leaf, e);
      if (!before) throw e;
      if (!before.children.length) leaves.push(before);
    }
  }
}

/**
 * Removes the move of a line that the server refuses, with all that follows it, and says so.
 * @param {App} app @param {Node} node the end of the line @param {unknown} e the answer
 * @returns {Node | null} the move before it, null if the answer is about something else
 */
export function cut(app, node, e) {
  const first = e instanceof ServerError && e.ply ? node.line[e.ply - 1] : null;
  if (!first?.parent) return null;
  const { parent } = first;
  if (!parent.children.includes(first)) return parent; // it has gone meanwhile
  const { state } = app;
  const here = state.game.current;
  state.game.remove(first);
  if (state.game.current !== here) app.goTo(state.game.current, true);
  else {
    app.keep();
    app.render(true);
  }
  remark(app, t('moveRefused', { text: /** @type {ServerError} */ (e).message }));
  return parent;
}

/**
 * Says something until another position is shown; a message would go once it is known what there is to know of this
 * one.
 * @param {App} app @param {string} text
 */
export function remark(app, text) {
  app.state.notice = text;
  app.update();
}
