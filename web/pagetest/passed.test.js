import assert from 'node:assert/strict';
import test from 'node:test';
import { addCounts, findIn, keyOf, mirrored, placesOf, sum } from '../page/passed.js';
import { after, boardOf, startFEN } from '../page/squares.js';

const game = (result, date, moves, start = startFEN) => ({
  entry: { result, date },
  places: placesOf(start, moves.split(' ').filter(Boolean)),
});

/** The board after some moves from the start, and the side to move. */
function position(moves) {
  const all = moves.split(' ').filter(Boolean);
  return [all.reduce(after, boardOf(startFEN)), all.length % 2 ? 'black' : 'red'];
}

test('a position and its mirror image have the same key', () => {
  assert.equal(mirrored('b2e2'), 'h2e2');
  const [left] = position('b2e2 h9g7 b0c2');
  const [right] = position('h2e2 b9c7 h0g2');
  assert.notDeepEqual(left, right);
  assert.equal(keyOf(left, 'black').key, keyOf(right, 'black').key);
  assert.notEqual(keyOf(left, 'black').key, keyOf(left, 'red').key);
  assert.notEqual(keyOf(left, 'black').turned, keyOf(right, 'black').turned);
  assert.ok(keyOf(boardOf(startFEN), 'red').symmetric);
  assert.ok(!keyOf(left, 'black').symmetric);
});

test('mirror images count together, under the usual one', () => {
  const games = [
    game('1-0', '1980.01.01', 'h2e2 h9g7'),
    game('1/2-1/2', '', 'b2e2 b9c7'),
    game('0-1', '1990', 'h2e2 b9c7'),
    game('*', 'in 1985', 'c3c4'),
    game('1-0', '1999', ''),
    game('1-0', '1999', 'e0e1', '4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1'),
  ];
  const start = findIn(games, ...position(''));
  assert.deepEqual(start.counts, [2, 1, 1, 1]);
  assert.deepEqual(start.moves, [
    { move: 'h2e2', counts: [1, 1, 1, 0], year: 1990 },
    { move: 'c3c4', counts: [0, 0, 0, 1], year: 1985 },
  ]);
  assert.equal(start.found.length, 5);
  const other = findIn(games, ...position('b2e2'));
  assert.deepEqual(
    new Map(other.moves.map(({ move, counts }) => [move, sum(counts)])),
    new Map([
      ['b9c7', 2],
      ['h9g7', 1],
    ]),
  );
  assert.deepEqual(
    other.found.map(({ ply, mirrored: image }) => [ply, image]),
    [
      [1, true],
      [1, false],
      [1, true],
    ],
  );
  assert.deepEqual(findIn(games, ...position('a3a4')).counts, [0, 0, 0, 0]);
});

test('a game counts once, where it first passes a position, in any order of moves', () => {
  const games = [
    game('1-0', '', 'a0a1 a9a8 a1a0 a8a9 h2e2'),
    game('0-1', '', 'b0c2 h9g7 h2e2'),
    game('0-1', '', 'h2e2 h9g7 b0c2'),
  ];
  const start = findIn(games, ...position(''));
  assert.equal(sum(start.counts), 3);
  assert.equal(start.found[0].ply, 0);
  const transposed = findIn(games, ...position('h2e2 h9g7 b0c2'));
  assert.deepEqual(transposed.counts, [0, 0, 2, 0]);
  const total = [0, 0, 0, 0];
  for (const { counts } of start.moves) addCounts(total, counts);
  assert.deepEqual(total, start.counts);
});
