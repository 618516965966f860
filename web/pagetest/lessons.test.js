import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { byBoard, reached, remaining, sideToLearn } from '../page/lessons.js';
import { after, boardOf } from '../page/squares.js';
import { quietInfo } from './fixtures.js';

const steps = JSON.parse(readFileSync(new URL('../page/lessons.json', import.meta.url), 'utf8'));
const step = (goal, more = {}) => ({ id: 'x', lesson: 'R', fen: '3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1', goal, ...more });
const board = boardOf('3k5/9/9/9/9/9/9/9/9/R4K3');

test('on the board alone the solutions reach their goals with the last move', () => {
  for (const s of steps.filter(byBoard)) {
    let at = boardOf(s.fen);
    assert.ok(remaining(s, at).length, s.id);
    s.solution.forEach((move, i) => {
      at = after(at, move);
      assert.equal(reached(s, move, at, null, null), i === s.solution.length - 1, `${s.id} ${move}`);
    });
  }
});

test('a piece reaches a square only itself, and pieces are taken only from the other side', () => {
  const s = step('reach', { piece: 'R', squares: ['f0'] });
  assert.deepEqual(remaining(s, board), [5], 'the general stands there');
  assert.ok(reached(s, 'a0f0', after(board, 'a0f0'), null, null));
  const take = step('take', { squares: ['d9', 'a0'] });
  assert.deepEqual(remaining(take, board), [84], 'the chariot is one’s own');
});

test('other goals are as the server says', () => {
  const before = quietInfo({ legal: ['a0a9', 'a0a1'], marks: { a0a1: { winner: 'black' } } });
  const ends = (kind) => quietInfo({ end: { winner: 'red', kind, text: '', ply: 1 } });
  const of = (goal, then, move = 'a0a9') => reached(step(goal), move, after(board, move), before, then);
  assert.ok(of('check', quietInfo({ check: 'd9' })));
  assert.equal(of('check', quietInfo()), false);
  assert.ok(of('mate', ends('checkmate')));
  assert.equal(of('mate', ends('stalemate')), false);
  assert.ok(of('stalemate', ends('stalemate')));
  assert.equal(of('stalemate', quietInfo()), false);
  assert.ok(of('vary', quietInfo()));
  assert.equal(of('vary', quietInfo(), 'a0a1'), false, 'it loses by the rules');
  assert.ok(of('answer', quietInfo()));
  assert.equal(of('answer', quietInfo(), 'a0b0'), false, 'it is not legal');
});

test('who learns moves after what has been played', () => {
  assert.equal(sideToLearn(step('check')), 'red');
  assert.equal(sideToLearn(step('vary', { before: 'a0a1' })), 'black');
  for (const s of steps) assert.equal(sideToLearn(s), 'red', `${s.id}: Red is below`);
});
