import assert from 'node:assert/strict';
import test from 'node:test';
import { isPuzzleLink, puzzleLink, puzzleOf } from '../page/puzzlefile.js';
import { stateAfter } from './fixtures.js';

/** A game after some moves, of which only some are on the board. */
function gameAt(moves, ply) {
  const { game } = stateAfter(moves);
  game.current = ply ? game.current.line[ply - 1] : game.root;
  return game;
}

test('the moves that follow on the board are the solution of a puzzle', () => {
  const link = puzzleLink(gameAt('h2e2 h9g7 h0g2 i9h9 i0h0', 2));
  assert.ok(isPuzzleLink(link));
  const puzzle = puzzleOf(link);
  assert.equal(puzzle.start, 'rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1');
  assert.deepEqual(puzzle.moves, ['h0g2', 'i9h9', 'i0h0']);
  assert.equal(puzzle.length, 2);
  assert.equal(puzzle.theme, 'own');
});

test('a solution ends with a move of the solver, and has one', () => {
  const puzzle = puzzleOf(puzzleLink(gameAt('h2e2 h9g7 h0g2', 1)));
  assert.deepEqual(puzzle.moves, ['h9g7'], 'Black solves it, and Red’s answer is left out');
  assert.match(puzzle.start, / b /);
  assert.equal(puzzleLink(gameAt('h2e2', 1)), '', 'nothing follows');
});

test('other positions and other solutions are other puzzles', () => {
  const ids = [gameAt('h2e2', 0), gameAt('b2e2', 0), gameAt('h2e2 h9g7', 1)].map((g) => puzzleOf(puzzleLink(g)).id);
  assert.equal(new Set(ids).size, 3);
});

test('a damaged link is no puzzle', () => {
  for (const hash of [
    '',
    '#moves=h2e2',
    '#puzzle=&moves=h2e2',
    '#puzzle=9/9',
    '#puzzle=9/9&moves=',
    '#puzzle=9/9&moves=h2e',
  ])
    assert.equal(puzzleOf(hash), null, hash);
});
