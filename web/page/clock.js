// The clocks of a game: which one runs, and how much time it leaves. Times are in
// milliseconds; now is the value of performance.now().

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./game.js').Side} Side */

/** Below this a clock is shown in red. */
const low = 20000;
/** Below this a clock shows tenths of a second. */
const tenths = 10000;

/**
 * The clock that should run, null for none: while the program does not answer, neither side can
 * move, and a person who moves first has time to look.
 * @param {State} state @returns {Side | null}
 */
export function runningSide(state) {
  const { game } = state;
  if (!game.clock || !state.mode.timed || game.result || !state.live || state.failed) return null;
  const untouched = game.current.ply === 0 && !game.root.children.length;
  return untouched && !state.engineToMove ? null : state.turn;
}

/** @param {State} state @param {Side} side @param {number} [now] */
export function timeLeft({ game, ticking }, side, now = performance.now()) {
  if (!game.clock) return Infinity;
  return game.clock[side] - (ticking?.side === side ? now - ticking.at : 0);
}

/** Starts the clock that should run. @param {State} state @param {number} [now] */
export function startClock(state, now = performance.now()) {
  const side = runningSide(state);
  if (side && state.ticking?.side === side) return;
  pauseClock(state, now);
  if (side) state.ticking = { side, at: now };
}

/** Stops the clock. The time that has run counts. @param {State} state @param {number} [now] */
export function pauseClock(state, now = performance.now()) {
  const { ticking } = state;
  const { clock } = state.game;
  if (clock && ticking) clock[ticking.side] = Math.max(0, timeLeft(state, ticking.side, now));
  state.ticking = null;
}

/** Ends the turn of a side, which gains its increment. @param {State} state @param {Side} side @param {number} [now] */
export function endTurn(state, side, now = performance.now()) {
  const { clock } = state.game;
  if (!clock) return;
  const ran = state.ticking?.side === side;
  pauseClock(state, now);
  if (ran) clock[side] += clock.increment;
}

/** The side whose time has run out, null if none has. @param {State} state @param {number} [now] */
export function flagged(state, now = performance.now()) {
  const side = runningSide(state);
  return side && timeLeft(state, side, now) <= 0 ? side : null;
}

/**
 * A clock as it is shown.
 * @param {State} state @param {Side} side @param {number} [now]
 */
export function clockFace(state, side, now = performance.now()) {
  const left = Math.max(0, timeLeft(state, side, now));
  const s = Math.ceil(left / 1000);
  const text = left < tenths ? (left / 1000).toFixed(1) : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
  return { text, low: left < low };
}
