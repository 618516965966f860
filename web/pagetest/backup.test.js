import assert from 'node:assert/strict';
import test from 'node:test';

const { fromBackup, replaceAll, toBackup } = await import('../page/backup.js');
const { Game } = await import('../page/game.js');

/** A storage with room for some characters. */
function storage(items = {}, room = Infinity) {
  const s = Object.create({
    getItem: (key) => s[key] ?? null,
    removeItem: (key) => delete s[key],
    setItem(key, value) {
      const used = Object.keys(s).reduce((n, k) => n + (k === key ? 0 : s[k].length), 0);
      if (used + value.length > room) throw new Error('full');
      s[key] = value;
    },
  });
  for (const [key, value] of Object.entries(items)) s[key] = typeof value === 'string' ? value : JSON.stringify(value);
  return s;
}

function gameAfter(...moves) {
  const game = new Game();
  for (const move of moves) game.current = game.add(move, true);
  return game.save();
}

const played = gameAfter('h2e2', 'h9g7');

const full = () =>
  storage({
    'chuhe.settings': { level: 5 },
    'chuhe.course': { done: ['R1'], at: 'R2' },
    'chuhe.puzzles': { kind: 'all', done: { a: 'alone' } },
    'chuhe.game.one': played,
    'chuhe.review.one': { line: 'h2e2 h9g7', summary: {} },
    'chuhe.game.bad': '{"v":1',
    'chuhe.key': '"secret"',
    'other.page': '1',
  });

const when = new Date('2026-11-25T10:00:00Z');

test('all that is kept comes back, and the key of the program stays where it is', () => {
  const text = toBackup(full(), when);
  assert.ok(!text.includes('secret'));
  const found = fromBackup(text);
  assert.equal(found?.games, 1);
  assert.deepEqual(found?.when, when);
  const to = storage({ 'chuhe.game.old': gameAfter('b2e2'), 'chuhe.key': '"mine"', 'other.page': '2' });
  assert.ok(replaceAll(to, found?.items ?? {}));
  const want = full();
  delete want['chuhe.game.bad'];
  assert.deepEqual({ ...to }, { ...want, 'chuhe.key': '"mine"', 'other.page': '2' });
});

test('nothing kept is a file too', () => {
  assert.equal(fromBackup(toBackup(storage(), when))?.games, 0);
});

test('damaged and other files are refused', () => {
  const text = toBackup(full(), when);
  for (let i = 1; i < text.length - 1; i += 7) {
    assert.equal(fromBackup(text.slice(0, i)), null, `cut at ${i}`);
  }
  for (const [from, to] of [
    ['h2e2', 'h2d2'],
    ['"level":5', '"level":6'],
    ['"version":1', '"version":2'],
    ['2026-11', 'x'],
  ]) {
    assert.ok(text.includes(from));
    assert.equal(fromBackup(text.replace(from, to)), null, from);
  }
  for (const other of ['', 'null', '[]', '{}', '1. C2.5 *', '{"chuhe":"backup","version":1,"items":{}}']) {
    assert.equal(fromBackup(other), null, other);
  }
});

test('items that the page does not know are refused', () => {
  const sneak = (name, value) => {
    const s = storage({ 'chuhe.settings': {} });
    const text = toBackup(s, when);
    const items = JSON.stringify({ [name]: value });
    let sum = 0x811c9dc5;
    for (const c of items) sum = Math.imul(sum ^ c.charCodeAt(0), 0x01000193);
    return text.replace(/"sum":\d+/, `"sum":${sum >>> 0}`).replace('{"settings":{}}', items);
  };
  assert.ok(fromBackup(sneak('settings', { level: 1 })), 'the test makes a file with a true sum');
  assert.equal(fromBackup(sneak('key', 'secret')), null);
  assert.equal(fromBackup(sneak('settings', [])), null);
  assert.equal(fromBackup(sneak('game.x', { nodes: [] })), null);
  assert.equal(fromBackup(sneak('game.', gameAfter())), null);
  assert.equal(fromBackup(sneak('course', { done: 1 })), null);
});

test('without room everything stays', () => {
  const before = full();
  const length = Object.values(before).join('').length;
  const to = storage({ ...before }, length + 10);
  const items = { 'game.big': gameAfter(...Array(200).fill(['a0a1', 'a9a8', 'a1a0', 'a8a9']).flat()) };
  assert.equal(replaceAll(to, items), false);
  assert.deepEqual({ ...to }, { ...before });
});
