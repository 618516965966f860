import assert from 'node:assert/strict';
import test from 'node:test';
import { piecesOf } from '../page/piecelist.js';
import { boardOf } from '../page/squares.js';
import './fixtures.js';

test('pieces are named by what their own side calls the squares', () => {
  const board = boardOf('3k4r/9/9/9/9/9/P8/9/9/R3K3R w');
  assert.deepEqual(piecesOf(board, 'red', 'wxf'), [
    ['K', ['file 5, rank 1']],
    ['R', ['file 9, rank 1', 'file 1, rank 1']],
    ['P', ['file 9, rank 4']],
  ]);
  assert.deepEqual(piecesOf(board, 'black', 'wxf'), [
    ['K', ['file 4, rank 1']],
    ['R', ['file 9, rank 1']],
  ]);
  assert.deepEqual(piecesOf(board, 'black', 'iccs')[0], ['K', ['d9']]);
});
