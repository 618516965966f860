import assert from 'node:assert/strict';
import test from 'node:test';

const Channel = globalThis.BroadcastChannel;

/** A tab without locks, as a page of its own. @param {string} name */
const tab = (name) => import(`../page/hold.js?${name}`);

test('without locks, tabs ask each other whose a game is', async (t) => {
  const channels = /** @type {BroadcastChannel[]} */ ([]);
  const before = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name) {
      super(name);
      channels.push(this);
    }
  };
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
  t.after(() => {
    globalThis.BroadcastChannel = before;
    for (const channel of channels) channel.close();
  });
  const [one, two] = [await tab('one'), await tab('two')];
  assert.ok(await one.hold('a'));
  assert.equal(await two.hold('a'), false, 'the other one has it');
  assert.ok(await two.hold('b'));
  assert.ok(await one.hold('c'));
  assert.ok(await two.hold('a'), 'it has been let go');
  const both = await Promise.all([one.hold('d'), two.hold('d')]);
  assert.equal(both.filter(Boolean).length, 1, 'one of two that ask at once');
  const [first, second] = await Promise.all([one.hold('e'), one.hold('f')]);
  assert.deepEqual([first, second], [false, true], 'the tab has turned to another game');
});
