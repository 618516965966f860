import assert from 'node:assert/strict';
import test from 'node:test';
import { Changes } from '../page/changes.js';
import { finish } from '../page/play.js';
import { lineButtons } from '../page/lines.js';
import { Playing, Studying } from '../page/playing.js';
import { local } from '../page/storage.js';
import { named, quietInfo, stateAfter } from './fixtures.js';

/** A page without a browser: it notes what is asked of it. */
function pageAfter(moves, more = {}) {
  const state = stateAfter(moves, { info: quietInfo(), ...more });
  const app = {
    state,
    asked: /** @type {string[]} */ ([]),
    analysis: { lines: {}, arrows: [], stop() {}, follow() {} },
    review: { possible: false },
    offers: { levels: 13 },
    board: { view: { board: state.game.boardAt(), legal: ['h2e2'] } },
    goTo(node) {
      app.asked.push(`go to ply ${node.ply}`);
      state.game.current = node;
    },
    step: (node) => node && app.goTo(node),
    render: () => app.asked.push('render'),
    update: () => {},
    keep: () => true,
    sound: () => {},
    enter: (mode) => (state.mode = mode),
  };
  app.changes = new Changes(app);
  app.playing = new Playing(app);
  app.studying = new Studying(app);
  state.mode = state.game.mode === 'play' ? app.playing : app.studying;
  return app;
}

/** The ids of the buttons of a mode. */
const ids = (mode) =>
  mode
    .buttons()
    .filter(Boolean)
    .map((b) => b.key);

test('a person moves in turn, while the game lasts and the position is shown', () => {
  const app = pageAfter('');
  assert.ok(app.playing.mayMove);
  assert.equal(pageAfter('h2e2').playing.mayMove, false, 'it is the engine’s turn');
  assert.equal(pageAfter('', { info: null }).playing.mayMove, false);
  app.analysis.lines = { 'line-0': { from: app.state.game.root, moves: [named('h2e2')] } };
  app.state.pointed = { id: 'line-0', at: 0 };
  assert.equal(app.playing.mayMove, false);
  assert.equal(app.playing.view.last, 'h2e2');
  app.analysis.lines = {};
  assert.ok(app.playing.mayMove, 'the line has gone');
  app.state.game.result = { winner: 'red', reason: 'resign', text: '' };
  assert.equal(app.playing.mayMove, false);
  assert.ok(app.studying.mayMove);
});

test('only legal moves are played', () => {
  const app = pageAfter('');
  app.playing.move('a0a9');
  assert.deepEqual(app.asked, []);
  app.playing.move('h2e2');
  assert.deepEqual(app.asked, ['go to ply 1']);
  assert.equal(app.state.game.played?.move, 'h2e2');
});

test('a line of a position that is gone is not played', () => {
  const app = pageAfter('');
  const line = { from: app.state.game.root, moves: [named('h2e2'), named('h9g7')] };
  app.state.game.current = app.state.game.add('b2e2', true);
  app.playing.playLine(line);
  assert.deepEqual(app.asked, []);
  app.studying.playLine(line);
  assert.deepEqual(app.asked, ['go to ply 2']);
  assert.equal(app.state.game.root.children.length, 2);
});

test('what a person adds to a game that is studied can be undone, what is there already need not', () => {
  const app = pageAfter('');
  const { game } = app.state;
  const { past } = app.changes.history;
  const line = { from: game.root, moves: [named('h2e2'), named('h9g7')] };
  app.playing.move('h2e2');
  assert.equal(past.length, 0, 'a game that is played');
  game.mode = 'study';
  app.studying.playLine(line);
  assert.equal(past.length, 1);
  assert.equal(JSON.parse(past[0].saved).nodes.length, 2);
  app.studying.playLine(line);
  game.current = game.root;
  app.studying.move('h2e2');
  assert.equal(past.length, 1);
});

test('a hint goes with the end of the game', () => {
  const app = pageAfter('h2e2 h9g7');
  app.state.hint = { move: 'h0g2', text: 'H2+3' };
  finish(app, 'black', 'resign', '');
  local.removeItem('chuhe.settings'); // which other tests find
  assert.equal(app.state.hint, null);
  assert.equal(app.state.game.result.winner, 'black');
});

test('each mode has its buttons', () => {
  const app = pageAfter('h2e2 h9g7');
  assert.deepEqual(ids(app.playing), ['take-back', 'hint', 'draw', 'resign']);
  app.state.failed = new Set([() => {}]);
  assert.deepEqual(ids(app.studying), ['ask-again', 'hint', 'play-here']);
  app.state.failed = null;
  app.state.game.result = { winner: 'red', reason: 'resign', text: '' };
  app.review.possible = true;
  assert.deepEqual(ids(app.playing), ['take-back', 'hint', 'again', 'review-game', 'study']);
  assert.deepEqual(ids(app.studying), ['hint', 'again', 'play-here'], 'a game that was played here');
  app.state.game.room = '123456';
  assert.deepEqual(ids(app.studying), ['hint', 'play-here'], 'the other player has left');
  app.state.game.room = '';
  app.state.game.result.reason = '';
  assert.deepEqual(ids(app.studying), ['hint', 'play-here'], 'a game of a file');
});

test('who only looks back lets the engine move by a button', () => {
  const app = pageAfter('h2e2 h9g7');
  app.state.game.current = app.state.game.root.children[0];
  assert.ok(ids(app.playing).includes('engine-go'));
});

test('keys lead through the game, others mean nothing', () => {
  const app = pageAfter('h2e2 h9g7');
  for (const [key, want] of [
    ['ArrowLeft', 'go to ply 1'],
    ['Home', 'go to ply 0'],
    ['ArrowRight', 'go to ply 1'],
    ['End', 'go to ply 2'],
  ]) {
    assert.ok(app.playing.key(key));
    assert.equal(app.asked.at(-1), want);
  }
  assert.equal(app.playing.key('x'), false);
  assert.equal(app.playing.key('Escape'), false);
});

test('who studies a game keeps who played it', () => {
  const app = pageAfter('h2e2 h9g7');
  app.playing.study();
  const { game } = app.state;
  assert.equal(game.mode, 'study');
  assert.equal(game.own, 'red');
  assert.deepEqual(game.names, { red: 'Person', black: 'Chuhe, level 2' });
  assert.equal(app.state.mode, app.studying);
});

test('a click plays the line that was pressed, though another stands there now', () => {
  const app = pageAfter('');
  const played = /** @type {string[]} */ ([]);
  app.state.mode = { playLine: ({ moves }) => played.push(moves.map((m) => m.move).join(' ')) };
  const button = (move) => lineButtons(app, 'line-0', { from: app.state.game.root, moves: [named(move)] })[0].data.on;
  const [before, now] = [button('h2e2'), button('b2e2')];
  before.pointerdown();
  now.click({ detail: 1 });
  now.click({ detail: 1 });
  before.pointerdown();
  now.click({ detail: 0 }); // by the keyboard
  assert.deepEqual(played, ['h2e2', 'b2e2', 'b2e2']);
});
