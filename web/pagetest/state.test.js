import assert from 'node:assert/strict';
import test from 'node:test';
import { quietInfo, stateAfter } from './fixtures.js';

test('the game goes on at its end, and where moves were taken back', () => {
  const state = stateAfter('h2e2 h9g7');
  const { game } = state;
  assert.ok(state.live);
  game.current = game.root;
  assert.equal(state.live, false);
  game.played = game.root;
  assert.ok(state.live);
});

test('moves are taken back to where a person had to move', () => {
  const state = stateAfter('h2e2 h9g7 h0g2');
  assert.equal(state.before?.ply, 2, 'the engine plays Black');
  state.game.current = state.game.root.tip.parent;
  assert.equal(state.before?.ply, 0);
  state.game.players.red.kind = 'engine';
  assert.equal(state.before, null);
  state.game.mode = 'study';
  assert.equal(state.before?.ply, 1, 'in a study each move is a person’s');
});

test('nothing is foretold after the end', () => {
  const state = stateAfter('h2e2');
  assert.equal(state.foretold, null);
  state.info = quietInfo();
  assert.equal(state.foretold, state.info);
  state.game.result = { winner: 'red', reason: 'resign', text: '' };
  assert.equal(state.foretold, null);
  state.game.mode = 'study';
  assert.equal(state.foretold, state.info, 'who studies the game may look on');
  state.info = quietInfo({ end: { winner: 'red', kind: 'mate', text: 'mate', ply: 1 } });
  assert.equal(state.foretold, null);
});

test('the notation is that of the settings, else of the language', () => {
  const state = stateAfter('');
  assert.equal(state.notation, 'wxf');
  state.settings = { ...state.settings, notation: 'iccs' };
  assert.equal(state.notation, 'iccs');
});

test('what the engine is asked can be given up', () => {
  const control = new AbortController();
  const state = stateAfter('', { thinking: control, waiting: 3 });
  state.stopThinking();
  assert.ok(control.signal.aborted);
  assert.equal(state.thinking, null);
  assert.equal(state.waiting, 0);
  state.stopThinking();
});
