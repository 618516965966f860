import assert from 'node:assert/strict';
import test from 'node:test';
import { Game } from '../page/game.js';
import { squareOf } from '../page/squares.js';

/** A game after some moves, of which a move in parentheses stands in place of the one before. */
function played(moves) {
  const g = new Game();
  for (const word of moves.split(' ')) {
    if (word.startsWith('(')) g.addAfter(g.current.parent, word.slice(1, 5));
    else g.current = g.add(word, false);
  }
  return g;
}

test('a move is added once', () => {
  const g = played('h2e2 h9g7');
  g.current = g.root;
  assert.equal(g.add('h2e2', false), g.root.children[0]);
  assert.equal(g.root.children.length, 1);
  assert.equal(g.movesTo(g.root.tip), 'h2e2 h9g7');
});

test('the board and the side to move follow the moves', () => {
  const g = played('h2e2 h9g7');
  assert.equal(g.boardAt()[squareOf('g7')], 'n');
  assert.equal(g.boardAt(g.root)[squareOf('h2')], 'C');
  assert.equal(g.turn(), 'red');
  assert.equal(g.turn(g.root.children[0]), 'black');
  assert.equal(new Game('4k4/9/9/9/9/9/9/9/9/4K4 b').turn(), 'black');
});

test('moves are numbered as records do', () => {
  const g = played('h2e2 h9g7 h0g2');
  assert.deepEqual(
    g.root.tip.line.map((n) => g.number(n)),
    [1, 1, 2],
  );
  const black = new Game('4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 7');
  const first = black.add('e9e8', false);
  assert.equal(black.number(first), 7);
  assert.equal(black.number(black.addAfter(first, 'e0e1')), 8);
});

test('a variation becomes the main line, or goes', () => {
  const g = played('h2e2 h9g7 (b9c7 h0g2');
  const other = g.root.children[0].children[1];
  g.promote(other);
  assert.equal(g.movesTo(g.root.tip), 'h2e2 b9c7');
  g.remove(other);
  assert.equal(g.movesTo(g.root.tip), 'h2e2 h9g7 h0g2');
});

test('who removes the move on the board goes to the one before', () => {
  const g = played('h2e2 h9g7 h0g2');
  g.remove(g.root.children[0].children[0]);
  assert.equal(g.current, g.root.children[0]);
  g.remove(g.root);
  assert.equal(g.nodes.length, 2, 'the root stays');
});

test('the end is where the result was reached', () => {
  const g = played('h2e2 h9g7 h0g2');
  assert.equal(g.end, null);
  g.result = { winner: 'red', reason: '', text: '' };
  assert.equal(g.end, g.root.tip, 'without a ply it is the last');
  g.result.ply = 2;
  assert.equal(g.end?.ply, 2);
  g.result.ply = 9;
  assert.equal(g.end, null);
});

test('a saved game is the same game', () => {
  const g = played('h2e2 h9g7 (b9c7 h0g2');
  Object.assign(g.root.children[0], { comment: 'c', glyphs: [1], clock: [1, 2] });
  Object.assign(g, { rules: 'asian', limit: 0, own: 'red', played: g.current, title: 't', room: '123456' });
  const back = Game.load(JSON.parse(JSON.stringify(g.save())));
  assert.deepEqual(back.save(), g.save());
  assert.equal(back.movesTo(), g.movesTo());
  assert.equal(back.played, back.current);
  assert.equal(back.limit, 0);
  assert.equal(back.room, '123456');
});

test('what is not a saved game is refused', () => {
  for (const saved of [null, {}, { v: 2, nodes: [] }, { v: 1 }, 'x'])
    assert.throws(() => Game.load(saved), /not a saved game/);
});

test('a long game is saved without depth', () => {
  const g = new Game();
  for (let i = 0; i < 5000; i++) g.current = g.add(['a0a1', 'a9a8', 'a1a0', 'a8a9'][i % 4], false);
  assert.equal(Game.load(JSON.parse(JSON.stringify(g.save()))).root.tip.ply, 5000);
});

test('the only person may be Black', () => {
  const g = new Game();
  assert.equal(g.personIsBlack, false);
  g.players = { red: g.players.black, black: g.players.red };
  assert.equal(g.personIsBlack, true);
  g.mode = 'study';
  assert.equal(g.personIsBlack, false);
});

test('what a side has taken is what the other has lost since the start', () => {
  const game = new Game('4k4/9/4p4/9/2p1r1p2/9/4R4/9/9/3K5 w');
  assert.deepEqual(game.taken('red'), []);
  for (const move of ['e3e5', 'e7e6', 'e5c5', 'e6e5', 'c5e5']) game.current = game.add(move, true);
  assert.deepEqual(game.taken('red'), ['r', 'p', 'p']);
  assert.deepEqual(game.taken('black'), []);
  game.current = game.root.children[0];
  assert.deepEqual(game.taken('red'), ['r']);
});
