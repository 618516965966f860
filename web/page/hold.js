// Which tab has which game, so that two tabs never write the same one.

/** What the names of locks begin with. */
const prefix = 'chuhe.game.';

/**
 * How long a tab that closes may take to let its game go, in ms: while another one waits
 * for it, and for a tab that loads again, which does not wait.
 */
export const letGo = { other: 500, same: 5000 };

/** How long other tabs may take to say that they have a game, in ms. */
const silence = 200;

/** Lets other tabs have the game that this one holds, or still waits for. */
let release = () => {};

/**
 * Holds a game for this tab alone, instead of the one before. It is false if another
 * tab holds the game, or if this one has turned to another game meanwhile.
 * @param {string} id @param {number} [patience] in ms @returns {Promise<boolean>}
 */
export function hold(id, patience = letGo.other) {
  release();
  return navigator.locks ? lock(id, patience) : claim(id);
}

/** Holds a game by a lock, which lasts as long as the page. @param {string} id @param {number} patience @returns {Promise<boolean>} */
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
      navigator.locks.request(prefix + id, options, granted).catch(() => answer(false));
    });
  // A page that is busy learns too late that it was granted a lock in time. So a lock is another
  // tab's only if it is held while no request waits for it.
  const now = () => request({ ifAvailable: true });
  const held = (await now()) || (await request({ signal: AbortSignal.timeout(patience) })) || (await now());
  return held && wanted;
}

/** The game that this tab has, or has asked for with a number: the lowest one gets it. */
let mine = { id: '', held: false, number: 0 };

/** @type {BroadcastChannel | null} to the other tabs */
let channel = null;

/** Where there are no locks, as in a page from another machine by HTTP, tabs ask each other. @param {string} id @returns {Promise<boolean>} */
async function claim(id) {
  channel ??= listening();
  const own = { id, held: false, number: Math.random() };
  mine = own;
  release = () => {
    mine = { id: '', held: false, number: 0 };
  };
  let taken = false;
  const hear = (/** @type {MessageEvent} */ { data }) => {
    taken ||= data.had === id;
  };
  channel?.addEventListener('message', hear);
  channel?.postMessage({ wanted: id, number: own.number });
  await new Promise((done) => setTimeout(done, channel ? silence : 0));
  channel?.removeEventListener('message', hear);
  if (mine !== own) return false;
  own.held = !taken;
  if (taken) release();
  return own.held;
}

/** A channel on which this tab says which game it has; null where there are none. */
function listening() {
  if (!globalThis.BroadcastChannel) return null;
  const all = new BroadcastChannel('chuhe.games');
  all.addEventListener('message', ({ data: { wanted, number } }) => {
    if (wanted && wanted === mine.id && (mine.held || mine.number < number)) all.postMessage({ had: wanted });
  });
  return all;
}
