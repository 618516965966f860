import assert from 'node:assert/strict';
import test from 'node:test';
import { Game } from '../page/game.js';
import { bestCapture, counted, gameLike, offerOf, outcomeOf, rungOf } from '../page/ladder.js';
import { handicapFEN } from '../page/newgame.js';
import { startFEN } from '../page/squares.js';

const none = { rung: '', outcome: '', times: 0, seed: 0 };
const levels = 13;
let seeds = 1;

/** A game of a person against a level, with its result. */
function ended({ winner, level = 3, handicap = 'none', person = 'red' }) {
  const engine = person === 'red' ? 'black' : 'red';
  const g = new Game(handicapFEN(handicap, engine));
  g.players[person] = { kind: 'human', level };
  g.players[engine] = { kind: 'engine', level };
  g.result = { winner, reason: 'checkmate', text: '' };
  g.seed = seeds++;
  return g;
}

/** What is offered after games. */
function offerAfter(...games) {
  const results = games.reduce(counted, none);
  return offerOf(results, games.at(-1), levels);
}

test('a result is the person’s, and only of games against the engine', () => {
  assert.equal(outcomeOf(ended({ winner: 'red' })), 'won');
  assert.equal(outcomeOf(ended({ winner: 'red', person: 'black' })), 'lost');
  assert.equal(outcomeOf(ended({ winner: 'draw' })), 'drew');
  const people = ended({ winner: 'red' });
  people.players.black.kind = 'human';
  assert.equal(outcomeOf(people), '');
  const open = ended({ winner: 'red' });
  open.result = null;
  assert.equal(outcomeOf(open), '');
  const studied = Object.assign(ended({ winner: 'red' }), { mode: 'study', own: 'red' });
  assert.equal(outcomeOf(studied), 'won', 'it was played before it was studied');
  assert.equal(outcomeOf(Object.assign(studied, { own: '' })), '', 'a game of a file');
});

test('two wins lead up, two losses down', () => {
  const [won, lost] = [{ winner: 'red' }, { winner: 'black' }];
  assert.equal(offerAfter(ended(won)), null);
  assert.deepEqual(offerAfter(ended(won), ended(won)), { level: 4, handicap: 'none' });
  assert.deepEqual(offerAfter(ended(won), ended(won), ended(won)), { level: 4, handicap: 'none' }, 'still, if refused');
  assert.deepEqual(offerAfter(ended(lost), ended(lost)), { level: 2, handicap: 'none' });
  assert.equal(offerAfter(ended(lost), ended(won)), null);
  assert.equal(offerAfter(ended(won), ended(lost), ended(won)), null, 'not in a row');
  assert.equal(offerAfter(ended(won), ended({ ...won, level: 4 })), null, 'not at one level');
  const drawn = { winner: 'draw' };
  assert.equal(offerAfter(ended(drawn), ended(drawn)), null);
});

test('below the first level there are handicaps, above the last one nothing', () => {
  const twice = (game) => offerAfter(ended(game), ended(game));
  const first = { level: 1, winner: 'black' };
  assert.deepEqual(twice(first), { level: 1, handicap: 'knight' });
  assert.deepEqual(twice({ ...first, handicap: 'knight' }), { level: 1, handicap: 'knights' });
  assert.equal(twice({ ...first, handicap: 'four' }), null);
  assert.deepEqual(twice({ level: 1, handicap: 'knight', winner: 'red' }), { level: 1, handicap: 'none' });
  assert.equal(twice({ level: levels, winner: 'red' }), null);
});

test('a game counts once, and one from a position of its own never', () => {
  const game = ended({ winner: 'red' });
  assert.equal(offerAfter(game, game), null, 'its end was taken back');
  const own = ended({ winner: 'red' });
  own.start = '3k5/9/9/9/9/9/9/3R5/9/5K3 w - - 0 1';
  assert.equal(rungOf(own), null);
  assert.equal(counted(none, own), none);
});

test('the next game is like the one before, but for what changes', () => {
  const game = ended({ winner: 'black', person: 'black', level: 1 });
  Object.assign(game, { rules: 'asian', limit: 80, clock: { base: 60000, increment: 1000, red: 5, black: 7 } });
  const again = gameLike(game);
  assert.deepEqual(again.players, game.players);
  assert.deepEqual([again.start, again.rules, again.limit, again.result], [startFEN, 'asian', 80, null]);
  assert.deepEqual(again.clock, { base: 60000, increment: 1000, red: 60000, black: 60000 });
  const easier = gameLike(game, { level: 1, handicap: 'rook' });
  assert.equal(easier.start, handicapFEN('rook', 'red'), 'the engine plays Red here');
  assert.equal(gameLike(game, { level: 2, handicap: 'none' }).players.red.level, 2);
  assert.equal(game.players.red.level, 1, 'the old game stays as it was');
});

test('the best capture gains most, with what was lost in answer', () => {
  const g = ended({ winner: 'red' });
  assert.equal(bestCapture(g, 'red'), null);
  // The cannon takes a horse, and the chariot takes the cannon.
  for (const move of ['b2b9', 'a9b9', 'a3a4', 'a6a5', 'a4a5', 'c6c5']) g.current = g.add(move, true);
  assert.deepEqual(bestCapture(g, 'red'), { ply: 5, number: 3, piece: 'p', by: 'P' });
  assert.deepEqual(bestCapture(g, 'black'), { ply: 2, number: 1, piece: 'C', by: 'r' });
});
