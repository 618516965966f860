import assert from 'node:assert/strict';
import test from 'node:test';
import { statusText } from '../page/puzzlepanel.js';
import { Refutation } from '../page/refutation.js';
import { after, boardOf, startFEN } from '../page/squares.js';
import { named, quietInfo, stateAfter } from './fixtures.js';

test('the moves of a puzzle are in words where the settings want that, and those of hints always', () => {
  const state = stateAfter('');
  const puzzles = {
    app: { state },
    puzzle: { theme: 'mate', length: 2, moves: ['h2e2', 'h9g7', 'h0g2'] },
    side: 'red',
    moves: ['h2e2', 'h9g7'],
    solution: 'h0g2',
    known: quietInfo({ line: [named('h2e2'), named('h9g7')], texts: { h0g2: named('h0g2') } }),
    state: 'solve',
    hints: 0,
    refutation: {},
    boardAfter: (moves) => moves.reduce(after, boardOf(startFEN)),
    board: () => puzzles.boardAfter(puzzles.moves),
  };
  assert.equal(statusText(puzzles), 'Right! Black: wxf-h9g7. What next?');
  puzzles.hints = 2;
  assert.equal(statusText(puzzles), 'Hint: the right horse jumps to file 3, rank 3 (wxf-h0g2)');
  state.settings = { ...state.settings, words: true };
  assert.equal(statusText(puzzles), 'Hint: the right horse jumps to file 3, rank 3');
  puzzles.hints = 0;
  assert.equal(statusText(puzzles), 'Right! Black: the left horse jumps to file 7, rank 3. What next?');
  const why = new Refutation(puzzles);
  why.tried = { moves: ['h2e2', 'h9g7'], better: 'h0g2', move: 'b0c2' };
  why.answer = { score: { cp: 0, red: 0, black: 0 }, line: [named('b0c2'), named('b9c7')] };
  assert.equal(
    why.status,
    'Your move (the left horse jumps to file 7, rank 3) does not mate in time. ' +
      'Black answers: the right horse jumps to file 3, rank 3. The engine then scores +0.00.',
  );
  state.settings = { ...state.settings, words: false };
  assert.match(why.status, /^Your move \(wxf-b0c2\) does not mate in time\. Black answers: wxf-b9c7\./);
});
