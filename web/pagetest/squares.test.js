import assert from 'node:assert/strict';
import test from 'node:test';
import { after, boardOf, ends, fenOf, nameOf, other, sideOf, squareOf, startFEN, turnOf } from '../page/squares.js';

test('squares have names', () => {
  assert.equal(nameOf(0), 'a0');
  assert.equal(nameOf(89), 'i9');
  for (let square = 0; square < 90; square++) assert.equal(squareOf(nameOf(square)), square);
  assert.deepEqual(ends('h2e2'), [25, 22]);
});

test('letters tell the side', () => {
  assert.equal(sideOf('K'), 'red');
  assert.equal(sideOf('p'), 'black');
  assert.equal(other('red'), 'black');
  assert.equal(turnOf('9/9/9/9/9/9/9/9/9/9 b'), 'black');
  assert.equal(turnOf(startFEN), 'red');
});

test('a board is read and written', () => {
  assert.equal(fenOf(boardOf(startFEN), 'red'), startFEN);
  const fen = '3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1';
  assert.equal(fenOf(boardOf(fen), 'black'), fen);
});

test('other letters for horses and elephants are read', () => {
  const board = boardOf('rhe6/9/9/9/9/9/9/9/9/RHE6 w');
  assert.deepEqual(board.slice(0, 3), ['R', 'N', 'B']);
  assert.deepEqual(board.slice(81, 84), ['r', 'n', 'b']);
});

test('what is no board has no pieces beside it', () => {
  for (const fen of ['', 'hello', 'KKKKKKKKKKKK/9', `${'9/'.repeat(12)}K`, '<img>/x']) {
    const board = boardOf(fen);
    assert.equal(board.length, 90, fen);
    assert.ok(
      board.every((piece) => piece === '' || 'rnbakcpRNBAKCP'.includes(piece)),
      fen,
    );
  }
});

test('a move changes a copy', () => {
  const before = boardOf(startFEN);
  const next = after(before, 'h2e2');
  assert.equal(next[squareOf('e2')], 'C');
  assert.equal(next[squareOf('h2')], '');
  assert.equal(before[squareOf('h2')], 'C');
});
