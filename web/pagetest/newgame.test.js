import assert from 'node:assert/strict';
import test from 'node:test';
import { gameOf, handicapFEN } from '../page/newgame.js';
import { startFEN } from '../page/squares.js';

const chosen = {
  opponent: 'engine',
  side: 'red',
  level: '3',
  level2: '5',
  handicap: 'none',
  giver: 'other',
  clock: 'none',
  rules: 'asian',
  limit: '',
};

test('a person plays the chosen side', () => {
  const red = gameOf(chosen);
  assert.deepEqual([red.players.red.kind, red.players.black], ['human', { kind: 'engine', level: 3 }]);
  assert.deepEqual([red.start, red.rules, red.limit, red.clock], [startFEN, 'asian', null, null]);
  assert.equal(gameOf({ ...chosen, side: 'black' }).players.black.kind, 'human');
});

test('two people, or two engines of their own levels', () => {
  const people = gameOf({ ...chosen, opponent: 'people' }).players;
  assert.deepEqual([people.red.kind, people.black.kind], ['human', 'human']);
  const { red, black } = gameOf({ ...chosen, opponent: 'engines', handicap: 'rooks' }).players;
  assert.deepEqual([red.level, black.level], [3, 5]);
  assert.equal(gameOf({ ...chosen, opponent: 'engines', handicap: 'rooks' }).start, startFEN, 'without a handicap');
});

test('the giver of a handicap plays without pieces', () => {
  assert.equal(handicapFEN('four', 'black').split('/')[0], '2bakab2');
  assert.equal(handicapFEN('knight', 'red').split(' ')[0].split('/')[9], 'R1BAKABNR');
  const start = (giver, side) =>
    gameOf({ ...chosen, handicap: 'rook', giver, side })
      .start.split(' ')[0]
      .split('/');
  assert.equal(start('other', 'red')[0], 'rnbakabn1', 'seen from its side');
  assert.equal(start('me', 'red')[9], '1NBAKABNR');
  assert.equal(start('me', 'black')[0], 'rnbakabn1');
});

test('clocks and limits', () => {
  const g = gameOf({ ...chosen, clock: '3+2', limit: '0' });
  assert.deepEqual(g.clock, { base: 180000, increment: 2000, red: 180000, black: 180000 });
  assert.equal(g.limit, 0);
});

test('a clock of one’s own keeps within bounds', () => {
  const clockOf = (minutes, seconds) => {
    const { base, increment } = gameOf({ ...chosen, clock: 'own', minutes, seconds }).clock;
    return [base / 60000, increment / 1000];
  };
  assert.deepEqual(clockOf('25', '0'), [25, 0]);
  assert.deepEqual(clockOf('0', '-1'), [1, 0]);
  assert.deepEqual(clockOf('1000', '1000'), [180, 60]);
  assert.deepEqual(clockOf('', 'x'), [1, 0]);
  assert.deepEqual(clockOf('2.6', '1.2'), [3, 1]);
});

test('a game goes on from a position', () => {
  const fen = '3k5/9/9/9/9/9/9/3R5/9/5K3 b - - 0 1';
  assert.equal(gameOf({ ...chosen, handicap: 'rooks' }, fen).start, fen);
});
