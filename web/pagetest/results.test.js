import assert from 'node:assert/strict';
import test from 'node:test';
import { deeper, Results, shallow } from '../page/results.js';

/** A state of an analysis: lines such as h2e2:7, which is a move and a depth. */
function state(lines, more = {}) {
  const all = lines.split(' ').map((text) => {
    const [move, depth] = text.split(':');
    return { depth: Number(depth), score: { cp: 0, red: 0, black: 0 }, moves: [{ move, names: {} }] };
  });
  return {
    depth: Math.max(...all.map((l) => l.depth)),
    nodes: 1,
    nps: 1,
    time: 1,
    threads: 1,
    hash: 1,
    lines: all,
    ...more,
  };
}

/** The lines of a state as above. */
const text = (s) => s.lines.map((l) => `${l.moves[0].move}:${l.depth}`).join(' ');

test('the deepest lines stay', () => {
  for (const [kept, fresh, wanted, want] of [
    ['a0a1:9 b0c2:9', 'b0c2:3 a0a1:3', 2, 'a0a1:9 b0c2:9'],
    ['a0a1:9 b0c2:9', 'b0c2:10 a0a1:9', 2, 'b0c2:10 a0a1:9'],
    ['a0a1:9 b0c2:9', 'b0c2:10 a0a1:8', 2, 'a0a1:9 b0c2:9'],
    ['a0a1:9 b0c2:9', 'c0e2:10', 2, 'a0a1:9 b0c2:9'], // its second line is still to come
    ['a0a1:9 b0c2:9', 'c0e2:9 b0c2:9', 2, 'c0e2:9 b0c2:9'],
    ['a0a1:9', 'b0c2:4 a0a1:4 c0e2:3', 3, 'a0a1:9 b0c2:4 c0e2:3'], // more lines are wanted
    ['a0a1:9 b0c2:9', 'a0a1:12', 1, 'a0a1:12 b0c2:9'], // fewer are wanted
    ['a0a1:9 b0c2:4', 'b0c2:9 a0a1:5', 2, 'b0c2:9 a0a1:5'],
  ])
    assert.equal(text(deeper(state(kept), state(fresh), wanted)), want, `${kept} then ${fresh}`);
});

test('a line that is not as deep as others says its depth', () => {
  const found = deeper(state('a0a1:9'), state('b0c2:4 a0a1:4'), 2);
  assert.deepEqual(
    found.lines.map((line) => shallow(found, line)),
    [0, 4],
  );
});

test('what is said of the search is about the one that runs', () => {
  const known = deeper(state('a0a1:9', { nodes: 900, threads: 1 }), state('a0a1:2', { nodes: 5, threads: 2 }), 1);
  assert.equal(known.nodes, 900);
  assert.equal(known.depth, 9);
  assert.equal(known.threads, 2);
});

test('each position keeps its result, the oldest go first', () => {
  const results = new Results(2);
  results.take('a', state('a0a1:9'), 1);
  results.take('b', state('a0a1:5'), 1);
  assert.equal(text(results.take('a', state('a0a1:2'), 1)), 'a0a1:9');
  results.take('c', state('a0a1:1'), 1);
  assert.equal(results.get('b'), null);
  assert.equal(text(results.get('a')), 'a0a1:9');
});
