import assert from 'node:assert/strict';
import test from 'node:test';
import { gameAfter } from '../page/following.js';
import { goesOn } from '../page/room.js';
import { startFEN } from '../page/squares.js';

test('a game goes on with the moves of its room, and with no others', () => {
  const line = (moves) => ({ start: startFEN, moves });
  const game = gameAfter(startFEN, 'h2e2 h9g7');
  assert.ok(goesOn(game, line('h2e2 h9g7')));
  assert.ok(goesOn(game, line('h2e2 h9g7 h0g2')));
  assert.ok(goesOn(gameAfter(startFEN, ''), line('')));
  assert.ok(!goesOn(game, line('h2e2')), 'the room knows less than the page');
  assert.ok(!goesOn(game, line('h2e2 b9c7')));
  assert.ok(!goesOn(game, { start: '4k4/9/9/9/9/9/9/9/9/4K4 w', moves: 'h2e2 h9g7' }));
  assert.ok(!goesOn(null, line('')));
});
