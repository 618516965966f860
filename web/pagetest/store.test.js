import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.location = /** @type {any} */ ({ pathname: '/', hash: '' });
globalThis.history = /** @type {any} */ ({ replaceState: (_, __, address) => (location.hash = address) });
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true }); // without locks
globalThis.BroadcastChannel = /** @type {any} */ (undefined); // nor a way to other tabs
const { Game } = await import('../page/game.js');
const { local } = await import('../page/storage.js');
const {
  addressOf,
  cutShort,
  fromAddress,
  loadCourse,
  loadGame,
  loadSettings,
  keep,
  forget,
  gameToOpen,
  games,
  keptGames,
  removeGame,
  restore,
  saveCourse,
  savedGame,
  saveSettings,
  tab,
  worthListing,
} = await import('../page/store.js');

/** The game of an address. */
const read = (hash) => fromAddress(hash)?.game;

test('the address of a new game is bare', () => {
  assert.equal(addressOf(new Game()), '/');
  assert.equal(fromAddress(''), null);
  assert.equal(fromAddress('#opened'), null);
});

test('an address is read as it was written', () => {
  for (const hash of [
    '#moves=h2e2h9g7h0g2',
    '#moves=h2e2h9g7(b9c7)h0g2&at=3',
    '#moves=h2e2(b2e2h9g7(b9c7))h9g7&at=4',
    '#fen=3k5/9/9/9/9/9/9/3R5/9/5K3_b_-_-_0_1&moves=d9e9',
    '#moves=h2e2h9g7(b9c7)&at=0',
  ]) {
    const { game, broken } = fromAddress(hash);
    assert.equal(broken, '');
    assert.equal(addressOf(game), hash);
    assert.equal(game.mode, 'study');
  }
});

test('the move on the board is found again', () => {
  assert.equal(read('#moves=h2e2h9g7(b9c7)h0g2&at=3')?.movesTo(), 'h2e2 b9c7');
  assert.equal(read('#moves=h2e2h9g7h0g2&ply=1')?.current.ply, 1);
  assert.equal(read('#moves=h2e2h9g7h0g2&ply=0')?.current.ply, 0);
  assert.equal(read('#moves=h2e2h9g7h0g2&ply=99')?.current.ply, 3);
  assert.equal(read('#moves=h2e2h9g7h0g2&at=x')?.current.ply, 3);
});

test('what is no move breaks an address off', () => {
  for (const [hash, moves, broken] of [
    ['#moves=h2e2zzzz', 'h2e2', 'zzzz'],
    ['#moves=zzzz', '', 'zzzz'],
    ['#moves=h2e2h9g7)h0g2', 'h2e2 h9g7', ')h0g2'],
    ['#moves=(h2e2', '', '(h2e2'],
    ['#moves=h2e', '', 'h2e'],
  ]) {
    const found = fromAddress(hash);
    assert.equal(found?.game.movesTo(), moves, hash);
    assert.equal(found?.broken, broken, hash);
  }
});

test('variations that do not fit are left out, and that is known', () => {
  const g = new Game();
  let at = g.root;
  for (let i = 0; i < 1100; i++) at = g.addAfter(at, ['a0a1', 'a9a8', 'a1a0', 'a8a9'][i % 4]);
  assert.equal(cutShort(g), false, 'a single line is whole');
  g.current = g.addAfter(g.root, 'h2e2');
  assert.equal(addressOf(g), '#moves=h2e2');
  assert.equal(cutShort(g), true);
});

test('games are kept, listed and forgotten', () => {
  tab.fresh();
  const g = new Game();
  g.current = g.add('h2e2', true);
  assert.ok(keep(g));
  assert.equal(loadGame(tab.id)?.movesTo(), 'h2e2');
  const listed = games().find((x) => x.id === tab.id);
  assert.ok(worthListing(listed?.saved));
  assert.equal(worthListing(new Game().save()), false);
  forget(tab.id);
  assert.equal(loadGame(tab.id), null);
});

test('a hundred games stay, and of more the newest', () => {
  for (const id of games().map((x) => x.id)) forget(id);
  const ids = [];
  for (let i = 0; i < 101; i++) {
    const g = new Game();
    g.current = g.add('h2e2', true);
    g.changed = i;
    ids.push(tab.fresh());
    assert.ok(keep(g));
    if (i === 99) assert.equal(games().length, 100);
  }
  assert.equal(keptGames, 100);
  assert.deepEqual(
    games().map((x) => x.id),
    ids.slice(1).reverse(),
  );
  ids.forEach(forget);
});

test('a game is kept though the browser refuses to change the address, which comes later', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  tab.fresh();
  const g = new Game();
  keep(g);
  g.current = g.add('h2e2', true);
  const refuse = t.mock.method(history, 'replaceState', () => {
    throw new DOMException('too often', 'SecurityError');
  });
  assert.ok(keep(g));
  assert.equal(loadGame(tab.id)?.movesTo(), 'h2e2');
  assert.equal(location.hash, '/');
  g.current = g.add('h9g7', true);
  keep(g);
  refuse.mock.restore();
  t.mock.timers.tick(1000);
  assert.equal(location.hash, '#moves=h2e2h9g7');
  forget(tab.id);
});

test('a game that is removed while it is on the board comes back when somebody goes on with it', () => {
  const id = tab.fresh();
  const g = new Game();
  g.current = g.add('h2e2', true);
  g.changed = 1;
  keep(g);
  const saved = savedGame(id);
  removeGame(id, g.changed);
  g.current = g.root; // to look at it is not to go on with it
  assert.ok(keep(g));
  assert.equal(savedGame(id), null);
  assert.equal(location.hash, '/', 'nor is it in the address');
  const next = gameToOpen()?.game;
  assert.notEqual(next?.movesTo(next.root.tip), 'h2e2');
  restore(id, saved);
  keep(g);
  assert.equal(location.hash, '#moves=h2e2&ply=0');
  removeGame(id, g.changed);
  keep(g);
  assert.equal(savedGame(id), null);
  g.current = g.add('b2e2', true);
  g.changed = 2;
  keep(g);
  assert.equal(savedGame(id)?.game.nodes.length, 3);
  const other = tab.fresh();
  keep(new Game());
  removeGame(id, g.changed);
  keep(new Game());
  assert.ok(savedGame(other), 'the game of this tab is another one');
});

test('games that are removed one after the other stay away, but not one that was put back', async () => {
  const first = tab.fresh();
  const g = new Game();
  g.changed = 1;
  keep(g);
  const saved = savedGame(first);
  removeGame(first, 1);
  const second = tab.fresh();
  keep(g);
  removeGame(second, 1);
  assert.ok(await tab.take(first));
  keep(g);
  assert.equal(savedGame(first), null);
  restore(first, saved);
  forget(first); // as another tab does that needs the room
  keep(g);
  assert.ok(savedGame(first));
});

test('settings that are missing have their defaults', () => {
  assert.equal(loadSettings().lines, 3);
  saveSettings({ lines: 5 });
  assert.equal(loadSettings().lines, 5);
  assert.equal(loadSettings().sound, true);
});

/** Stores a value as another tab does. */
const elsewhere = (key, value) => local.setItem(key, JSON.stringify(value));

test('settings that another tab has changed stay', () => {
  elsewhere('chuhe.settings', { theme: 'dark', lines: 2 });
  saveSettings({ level: 7 });
  const { theme, lines, level } = loadSettings();
  assert.deepEqual([theme, lines, level], ['dark', 2, 7]);
});

test('a change of settings for which there was no room is kept with the next one', (t) => {
  const full = t.mock.method(Object.getPrototypeOf(local), 'setItem', () => {
    throw new Error('full');
  });
  saveSettings({ lines: 4 });
  full.mock.restore();
  assert.equal(loadSettings().lines, 4);
  saveSettings({ level: 6 });
  const { lines, level } = JSON.parse(local.getItem('chuhe.settings'));
  assert.deepEqual([lines, level], [4, 6]);
});

test('steps of the course that were done in another tab stay done', () => {
  elsewhere('chuhe.course', { done: ['R1', 'R2'], at: 'R2' });
  saveCourse({ done: ['R1', 'N1'], at: 'N1' });
  assert.deepEqual(loadCourse(), { done: ['R1', 'R2', 'N1'], at: 'N1' });
});

test('a game is free for a page that is too busy to hear so in time', async (t) => {
  let held = true;
  const request = async (_, { ifAvailable }, granted) => {
    if (!ifAvailable) throw new DOMException('too late', 'TimeoutError');
    granted(held ? null : {});
  };
  Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true });
  t.after(() => Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true }));
  assert.equal(await tab.take('one'), true);
  assert.notEqual(tab.id, 'one', 'a copy');
  const taken = tab.take('one');
  held = false; // the tab that had it is gone meanwhile
  assert.equal(await taken, true);
  assert.equal(tab.id, 'one');
});

test('a page that may keep nothing gets no locks, but its games', async (t) => {
  const request = () => Promise.reject(new DOMException('no storage', 'SecurityError'));
  Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true });
  t.after(() => Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true }));
  assert.equal(await tab.take('two'), true);
  assert.equal(tab.id, 'two');
});
