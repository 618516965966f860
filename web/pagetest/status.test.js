import assert from 'node:assert/strict';
import test from 'node:test';
import { ServerError } from '../page/api.js';
import { explain, notices, repetition, situation, verdict } from '../page/status.js';
import { named, quietInfo, stateAfter } from './fixtures.js';

const perpetual = { winner: 'black', kind: 'check', text: 'Red loses: perpetual check', why: 'a reason', ply: 9 };

test('whose turn it is, after which move', () => {
  const state = stateAfter('h2e2');
  assert.equal(situation(state), 'Black to move.');
  state.game.current.text = named('h2e2');
  assert.equal(situation(state), 'Red: wxf-h2e2. Black to move.');
  state.info = quietInfo({ check: 'e9' });
  assert.equal(situation(state), 'Red: wxf-h2e2. Check! Black must answer it.');
});

test('who waits is told so before all else', () => {
  const state = stateAfter('h2e2', { thinking: new AbortController() });
  assert.equal(situation(state), 'Black is thinking …');
  state.waiting = 2;
  assert.match(situation(state), /number 2 in the queue/);
});

test('a review speaks of a position before the engine’s advice does', () => {
  const state = stateAfter('h2e2', { hint: { move: 'h9g7', text: 'H8+7' } });
  assert.equal(situation(state), 'Hint: H8+7');
  assert.equal(situation(state, 'a mistake'), 'a mistake');
  state.thinking = new AbortController();
  assert.equal(situation(state), 'Black is thinking …', 'such as about an offer, with an older hint on the board');
});

test('a result is said where the game has ended, and only there', () => {
  const state = stateAfter('h2e2 h9g7');
  state.game.result = { winner: 'black', reason: 'resign', text: '' };
  assert.equal(situation(state), 'Black wins. Red resigned.');
  state.game.result.reason = '';
  assert.equal(situation(state), 'Black wins.', 'a file gives no reason');
  state.game.result.text = 'old words';
  assert.equal(situation(state), 'Black wins. Old words.');
  state.info = quietInfo({ end: perpetual });
  assert.equal(situation(state), 'Black wins. Red loses: perpetual check.', 'in the language of the page');
  state.info = null;
  state.game.current = state.game.root;
  assert.equal(situation(state), 'Red to move.');
});

test('the verdict on a draw begins with the word itself', () => {
  assert.equal(verdict('draw', 'draw: repetition'), 'Draw: repetition.');
  assert.equal(verdict('red', 'a'), 'Red wins. A.');
});

test('nothing special gives no notice', () => {
  const state = stateAfter('h2e2');
  assert.deepEqual(notices(state), []);
  state.info = quietInfo({ limit: 120, quiet: 99 });
  assert.deepEqual(notices(state), []);
});

test('a repetition, losing moves and the move limit are announced', () => {
  const state = stateAfter('');
  state.info = quietInfo({
    repeat: { count: 2, needed: 3, end: perpetual },
    marks: { h2e2: perpetual, b2e2: { ...perpetual, winner: 'draw' } },
    texts: { h2e2: named('h2e2') },
    limit: 120,
    quiet: 100,
  });
  const [repeat, losing, limit] = notices(state);
  assert.equal(repeat.kind, 'danger');
  assert.match(repeat.text, /^The position repeats \(2 of 3\)\. If it goes on: Red loses: perpetual check\.$/);
  assert.deepEqual([repeat.why, losing.why], ['a reason', ''], 'the reason is said once');
  assert.equal(losing.text, 'Now losing by the rules: wxf-h2e2. Red loses: perpetual check.');
  assert.match(limit.text, /a draw unless one of the next 20 moves takes one\.$/);
  assert.deepEqual(repetition(state), { text: '⚠ Repetition 2 of 3', kind: 'danger' });
  state.settings = { ...state.settings, words: true };
  assert.match(notices(state)[1].text, /^Now losing by the rules: the right cannon goes to file 5, rank 3\. /);
  state.mode = { mayMove: false };
  assert.equal(notices(state).length, 2, 'losing moves are for who may move');
});

test('a game that is not kept is said so always', () => {
  const [notice] = notices(stateAfter('', { stored: false }));
  assert.equal(notice.kind, 'danger');
});

test('errors are explained in the words of the page', () => {
  const say = (answer) => explain(new ServerError({ error: 'text', ...answer }), 'wxf');
  assert.match(say({ code: 'pawnPoint', square: 'a0', piece: 'P' }), /^Red soldier on file 9, rank 1: /);
  assert.match(say({ code: 'busy' }), /too many requests/);
  assert.match(say({ code: 'illegal' }), /text/);
  assert.match(explain(new TypeError('gone'), 'wxf'), /does not answer/);
  assert.match(explain(new SyntaxError('a page that asks to log in'), 'wxf'), /does not answer/);
  assert.throws(() => explain(new RangeError('a fault of the page'), 'wxf'), RangeError);
});
