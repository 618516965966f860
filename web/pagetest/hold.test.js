import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

/** How long messages take, in ms. */
let delay = 0;

/** What tabs hear each other on, in place of the browser's. */
class Channel extends EventTarget {
  /** @type {Set<Channel>} */
  static all = new Set();

  /** @param {string} name */
  constructor(name) {
    super();
    this.name = name;
    Channel.all.add(this);
  }

  /** @param {unknown} data */
  postMessage(data) {
    const others = [...Channel.all].filter((other) => other !== this);
    for (const other of others)
      setTimeout(() => other.dispatchEvent(Object.assign(new Event('message'), { data })), delay);
  }

  close() {
    Channel.all.delete(this);
  }
}

let tabs = 0;

/** A tab of a browser without locks. @returns {Promise<typeof import('../page/hold.js')>} */
const newTab = () => import(`../page/hold.js?tab=${tabs++}`);

/** Gives the numbers that tabs draw, and then others. @param {number[]} numbers */
function draw(...numbers) {
  const { random } = Math;
  Math.random = () => numbers.shift() ?? random();
}

const later = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

describe('tabs of a browser without locks', () => {
  /** @type {Record<string, PropertyDescriptor | undefined>} */
  const own = {};

  before(() => {
    for (const [name, value] of Object.entries({ navigator: {}, BroadcastChannel: Channel })) {
      own[name] = Object.getOwnPropertyDescriptor(globalThis, name);
      Object.defineProperty(globalThis, name, { value, configurable: true });
    }
  });

  after(() => {
    for (const [name, was] of Object.entries(own)) {
      if (was) Object.defineProperty(globalThis, name, was);
      else Reflect.deleteProperty(globalThis, name);
    }
  });

  test('of two tabs that ask for a game one after the other one gets it', async () => {
    for (const numbers of [
      [0.9, 0.1],
      [0.1, 0.9],
    ]) {
      const [a, b] = [await newTab(), await newTab()];
      draw(...numbers);
      const first = a.hold(`game ${numbers[0]}`);
      await later(50);
      const second = b.hold(`game ${numbers[0]}`);
      assert.deepEqual([await first, await second], [numbers[0] < numbers[1], numbers[1] < numbers[0]]);
    }
  });

  test('of three tabs that ask for a game at once one gets it', async () => {
    const all = [await newTab(), await newTab(), await newTab()];
    draw(0.1, 0.5, 0.9);
    assert.deepEqual(await Promise.all(all.map((tab) => tab.hold('newest'))), [true, false, false]);
  });

  test('a tab that is slow to answer still has its game', async () => {
    const [a, b] = [await newTab(), await newTab()];
    assert.equal(await a.hold('slow'), true);
    delay = 300;
    assert.equal(await b.hold('slow'), false);
    assert.equal(await b.hold('other'), true);
  });

  test('a tab has a game that it begins whoever asks for it', async () => {
    const [a, b] = [await newTab(), await newTab()];
    delay = 0;
    const begun = a.hold('new', a.letGo.other, 0);
    assert.deepEqual([await b.hold('new', b.letGo.other, 0.5), await begun], [false, true]);
  });
});
