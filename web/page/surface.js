// window.chuhe, the page as tests see it, and only they: the parts of the page by name, the
// fields of the state, and shortcuts where clicks would be slow.

import { defaultGame, openAddress, startGame } from './begin.js';
import { runningSide } from './clock.js';
import { finish, playMove } from './play.js';
import { players } from './players.js';
import { learnNames } from './positions.js';
import { changeRules } from './settings.js';
import { verdict } from './status.js';

/** The fields of the state that tests read; notice is also written. */
const fields = /** @type {const} */ ([
  'game',
  'info',
  'settings',
  'message',
  'notice',
  'failed',
  'thinking',
  'ticking',
  'turn',
  'live',
  'ended',
]);

/** The parts of the page. */
const parts = /** @type {const} */ ([
  'board',
  'drawing',
  'chapters',
  'analysis',
  'openings',
  'rivals',
  'classroom',
  'following',
  'room',
  'review',
  'retry',
  'editor',
  'puzzles',
  'course',
]);

/** @param {import('./app.js').App} app */
export function surface(app) {
  const { state } = app;
  const all = {
    ...Object.fromEntries(parts.map((name) => [name, app[name]])),
    goTo: app.goTo.bind(app),
    render: app.render.bind(app),
    keep: app.keep.bind(app),
    set: app.set.bind(app),
    setRules: changeRules.bind(null, app),
    startGame: (/** @type {import('./game.js').Game} */ game) => startGame(app, game),
    defaultGame: () => defaultGame(app),
    openAddress: () => openAddress(app),
    playMove: (/** @type {string} */ move) => playMove(app, move),
    finish: (/** @type {[any, string, string]} */ ...how) => finish(app, ...how),
    renderPlayers: () => app.fill(players(app)),
    learnTexts: () => learnNames(app),
    statusText: () => /** @type {any} */ (state.mode).status,
    verdict,
    /** whether the person may move */
    get humanTurn() {
      return state.mode.mayMove;
    },
    /** the position that is shown instead of the current one */
    get preview() {
      return /** @type {any} */ (state.mode).previewed ?? null;
    },
    /** whose clock should run */
    get running() {
      return runningSide(state);
    },
  };
  for (const field of fields) {
    Object.defineProperty(all, field, {
      get: () => state[field],
      set: (value) => {
        Object.assign(state, { [field]: value });
      },
    });
  }
  return all;
}
