import assert from 'node:assert/strict';
import test from 'node:test';
import { after, boardOf, startFEN } from '../page/squares.js';
import { moveWords } from '../page/words.js';
import { useLanguage } from './fixtures.js';

const start = boardOf(startFEN);

test('a move in words names the piece from its owner’s side', () => {
  assert.equal(moveWords(start, 'h0g2', 'wxf'), 'the right horse jumps to file 3, rank 3');
  assert.equal(moveWords(start, 'b0c2', 'wxf'), 'the left horse jumps to file 7, rank 3');
  assert.equal(moveWords(start, 'h9g7', 'wxf'), 'the left horse jumps to file 7, rank 3');
  assert.equal(moveWords(start, 'h2h9', 'wxf'), 'the right cannon takes the horse on file 2, rank 10');
  assert.equal(moveWords(start, 'e0e1', 'iccs'), 'the general goes to e1');
  assert.equal(moveWords(start, 'c3c4', 'wxf'), 'the soldier on file 7, rank 4 goes to file 7, rank 5');
});

test('pieces on one file are front and rear', () => {
  const board = after(start, 'h2b5');
  assert.equal(moveWords(board, 'b5b6', 'wxf'), 'the front cannon goes to file 8, rank 7');
  assert.equal(moveWords(board, 'b2b3', 'wxf'), 'the rear cannon goes to file 8, rank 4');
  const black = after(start, 'h7b4');
  assert.equal(moveWords(black, 'b4b5', 'wxf'), 'the front cannon goes to file 2, rank 5');
});

test('each language says it in its own way', () => {
  useLanguage('zh-Hans');
  assert.equal(moveWords(start, 'h0g2', 'chinese'), '右马跳到三路第 3 行');
  useLanguage('en');
});
