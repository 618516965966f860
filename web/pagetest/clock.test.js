import assert from 'node:assert/strict';
import test from 'node:test';
import { clockFace, endTurn, flagged, pauseClock, runningSide, startClock, timeLeft } from '../page/clock.js';
import { stateAfter } from './fixtures.js';

const timed = (moves, times = {}) => {
  const state = stateAfter(moves);
  state.game.clock = { base: 60000, increment: 5000, red: 60000, black: 60000, ...times };
  return state;
};

test('a person who moves first has time to look', () => {
  const state = timed('');
  assert.equal(runningSide(state), null);
  state.game.players.red.kind = 'engine';
  assert.equal(runningSide(state), 'red');
});

test('a clock runs while its side is to move', () => {
  const state = timed('h2e2');
  startClock(state, 1000);
  assert.deepEqual(state.ticking, { side: 'black', at: 1000 });
  assert.equal(timeLeft(state, 'black', 5000), 56000);
  assert.equal(timeLeft(state, 'red', 5000), 60000);
  startClock(state, 5000);
  assert.equal(state.ticking?.at, 1000, 'it runs on');
});

test('nothing runs without a clock, after the end, for who looks back, without an answer, in another mode', () => {
  for (const change of [
    (s) => (s.game.clock = null),
    (s) => (s.game.result = { winner: 'red', reason: 'resign', text: '' }),
    (s) => (s.game.current = s.game.root),
    (s) => (s.failed = new Set([() => {}])),
    (s) => (s.mode = { timed: false }),
  ]) {
    const state = timed('h2e2 h9g7');
    assert.equal(runningSide(state), 'red');
    change(state);
    assert.equal(runningSide(state), null, String(change));
  }
});

test('time that has run counts, and a move adds the increment', () => {
  const state = timed('h2e2');
  startClock(state, 0);
  pauseClock(state, 3000);
  assert.equal(state.game.clock?.black, 57000);
  startClock(state, 10000);
  endTurn(state, 'black', 12000);
  assert.equal(state.game.clock?.black, 60000);
  endTurn(state, 'black', 13000);
  assert.equal(state.game.clock?.black, 60000, 'only if it ran');
});

test('a flag falls when the time has run out, not before', () => {
  const state = timed('h2e2', { black: 1000 });
  startClock(state, 0);
  assert.equal(flagged(state, 999), null);
  assert.equal(flagged(state, 1000), 'black');
  pauseClock(state, 5000);
  assert.equal(state.game.clock?.black, 0);
});

test('a clock shows minutes, and tenths at the end', () => {
  const face = (red) => clockFace(timed('', { red }), 'red');
  assert.deepEqual(face(605000), { text: '10:05', low: false });
  assert.deepEqual(face(59001), { text: '1:00', low: false });
  assert.deepEqual(face(20000), { text: '0:20', low: false });
  assert.deepEqual(face(19999), { text: '0:20', low: true });
  assert.deepEqual(face(9940), { text: '9.9', low: true });
  assert.deepEqual(face(-5), { text: '0.0', low: true });
});
