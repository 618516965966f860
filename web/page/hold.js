// Which tab has which game, so that two tabs never write the same one.

/** What the names of locks begin with. */
const prefix = 'chuhe.game.';

/**
 * How long a tab that closes may take to let its game go, in ms: while another one waits
 * for it, and for a tab that loads again, which does not wait.
 */
export const letGo = { other: 500, same: 5000 };

/** How long other tabs may take to say that they have a game, and messages to come back, in ms. */
const silence = 200;
const longest = 2000;

/** Lets other tabs have the game that this one holds, or still waits for. */
let release = () => {};

/**
 * Holds a game for this tab alone, instead of the one before. It is false if another
 * tab holds the game, and null if this one has turned to another game meanwhile.
 * @param {string} id @param {number} [patience] in ms @param {number} [number] 0 for a game that this tab has
 *   just begun, which it gets whoever asks for it too @returns {Promise<boolean | null>}
 */
export function hold(id, patience = letGo.other, number = Math.random()) {
  release();
  return navigator.locks ? lock(id, patience) : claim(id, number);
}

/** Holds a game by a lock, which lasts as long as the page. @param {string} id @param {number} patience @returns {Promise<boolean | null>} */
async function lock(id, patience) {
  let wanted = true;
  // The lock lasts until this is settled, which may be before it is granted.
  const end = new Promise((done) => {
    release = () => {
      wanted = false;
      done(undefined);
    };
  });
  /** Asks for the lock, and returns whether it is granted. @param {LockOptions} options @returns {Promise<boolean>} */
  const request = (options) =>
    new Promise((answer) => {
      const granted = (/** @type {Lock | null} */ lock) => {
        answer(lock !== null);
        return lock && end;
      };
      // A browser that lets the page keep nothing refuses locks too: then no other tab has its games.
      navigator.locks.request(prefix + id, options, granted).catch(({ name }) => answer(name !== 'TimeoutError'));
    });
  // A page that is busy learns too late that it was granted a lock in time. So a lock is another
  // tab's only if it is held while no request waits for it.
  const now = () => request({ ifAvailable: true });
  const held = (await now()) || (await request({ signal: AbortSignal.timeout(patience) })) || (await now());
  return wanted ? held : null;
}

/** The game that this tab has, or has asked for with a number: the lowest one gets it. */
let mine = { id: '', held: false, number: 0 };

/** @type {BroadcastChannel | null} to the other tabs */
let channel = null;

/** Where there are no locks, as in a page from another machine by HTTP, tabs ask each other. @param {string} id @param {number} number @returns {Promise<boolean | null>} */
async function claim(id, number) {
  channel ??= listening();
  const own = { id, held: false, number };
  mine = own;
  release = () => {
    mine = { id: '', held: false, number: 0 };
  };
  let taken = false;
  const hear = (/** @type {MessageEvent} */ { data }) => {
    // One that has begun to listen later has not heard of our number.
    taken ||= (data.had === id && data.number === number) || (data.wanted === id && data.number < number);
  };
  if (channel) {
    channel.addEventListener('message', hear);
    channel.postMessage({ wanted: id, number });
    await pause(silence);
    // On a busy machine that is over before an answer comes. Once two messages of our own are back, it has come.
    for (let i = 0; i < 2; i++) await echo(channel);
    channel.removeEventListener('message', hear);
  }
  if (mine !== own) return null;
  own.held = !taken;
  if (taken) release();
  return own.held;
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Waits until a message has gone the way that those of other tabs go. @param {BroadcastChannel} channel */
async function echo(channel) {
  const other = new BroadcastChannel(channel.name);
  const number = Math.random();
  const back = new Promise((done) => {
    other.addEventListener('message', ({ data }) => data.echo === number && done(undefined));
  });
  channel.postMessage({ echo: number });
  await Promise.race([back, pause(longest)]);
  other.close();
}

/** A channel on which this tab says which game it has; null where there are none. */
function listening() {
  if (!globalThis.BroadcastChannel) return null;
  const all = new BroadcastChannel('chuhe.games');
  all.addEventListener('message', ({ data: { wanted, number } }) => {
    // The number says whom the answer is for: others may ask too.
    if (wanted && wanted === mine.id && (mine.held || mine.number < number)) all.postMessage({ had: wanted, number });
  });
  return all;
}
