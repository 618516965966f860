import assert from 'node:assert/strict';
import test from 'node:test';
import { fromImport, toDocument } from '../page/document.js';
import { colourOf, drawn, markOf } from '../page/drawing.js';
import { Game } from '../page/game.js';
import './fixtures.js';

const keys = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

test('a mark is written as PGN does', () => {
  assert.equal(markOf('G', 7, 22), 'Gh0e2');
  assert.equal(markOf('R', 89, 89), 'Ri9');
});

test('the same mark again goes, another colour takes its place', () => {
  assert.deepEqual(drawn(['Rh2'], 'Gh2e2'), ['Rh2', 'Gh2e2']);
  assert.deepEqual(drawn(['Rh2', 'Gh2e2'], 'Gh2e2'), ['Rh2']);
  assert.deepEqual(drawn(['Rh2', 'Gh2e2'], 'Bh2'), ['Gh2e2', 'Bh2']);
});

test('keys choose the colour', () => {
  assert.equal(colourOf(keys, 'Y'), 'Y');
  assert.equal(colourOf({ ...keys, ctrlKey: true }, 'G'), 'R');
  assert.equal(colourOf({ ...keys, metaKey: true }, 'G'), 'B');
  assert.equal(colourOf({ ...keys, shiftKey: true, altKey: true }, 'G'), 'Y');
});

test('marks are kept with their nodes, and in documents', () => {
  const g = new Game();
  g.mode = 'study';
  g.root.marks = ['Ye4'];
  const node = g.addAfter(g.root, 'h2e2');
  node.marks = ['Gh2e2', 'Re2'];
  g.addAfter(node, 'h9g7');
  const marks = (game) => game.nodes.map((n) => n.marks);
  const all = [['Ye4'], ['Gh2e2', 'Re2'], []];
  assert.deepEqual(marks(Game.load(JSON.parse(JSON.stringify(g.save())))), all);
  const [{ game }] = fromImport({ games: [toDocument(g)], faults: [] });
  assert.deepEqual(marks(game), all);
});
