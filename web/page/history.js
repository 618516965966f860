// Undo and redo: what was there before each change, as far back as memory allows.

/**
 * A change, with what was there on the other side of it: before it while it can be undone,
 * after it while it can be redone.
 * @typedef {object} Change
 * @property {string} [text] what has happened, '' if it need not be said
 * @property {string} saved what was there
 * @property {string} [key] changes in a row with the same key count as one, such as the letters of a comment
 * @property {string} [id] of the game that was there, where the change was to another one
 * @property {string} [file] the list of the games of this file was changed, and what was there is a snapshot of it
 * @property {boolean} [forgotten] the saved game was removed from the list of games
 */

/** The most that is kept: changes, and characters of all that was saved. */
const limits = { changes: 200, characters: 1_500_000 };

export class History {
  /** @param {{ changes: number, characters: number }} [most] */
  constructor(most = limits) {
    this.most = most;
    /** @type {Change[]} what can be undone, the newest last */
    this.past = [];
    /** @type {Change[]} what can be redone, the next last */
    this.future = [];
  }

  /** Whether the newest change has a key: another one with it needs no note. @param {string} key */
  has(key) {
    return Boolean(key) && this.past.at(-1)?.key === key;
  }

  /** Notes a change. What was undone cannot be redone any more. @param {Change} change */
  note(change) {
    this.future = [];
    if (this.has(change.key ?? '')) return;
    this.past.push(change);
    this.trim();
  }

  /** Lets the next change count by itself, whatever its key. */
  seal() {
    delete this.past.at(-1)?.key;
  }

  /**
   * Takes the newest change, which can be redone from then on. Null without one.
   * @param {(change: Change) => Partial<Change>} now says what is there now
   */
  undo(now) {
    return this.turn(this.past, this.future, now);
  }

  /** Takes the change that was undone last. Null without one. @param {(change: Change) => Partial<Change>} now as of undo */
  redo(now) {
    return this.turn(this.future, this.past, now);
  }

  /** @param {Change[]} from @param {Change[]} to @param {(change: Change) => Partial<Change>} now */
  turn(from, to, now) {
    const change = from.pop();
    if (!change) return null;
    this.seal();
    const { key: _, ...rest } = change;
    to.push({ ...rest, ...now(change) });
    this.trim();
    return change;
  }

  /** Forgets the oldest changes that are too many, the newest one never. */
  trim() {
    const size = () => [...this.past, ...this.future].reduce((sum, c) => sum + c.saved.length, 0);
    for (const side of [this.past, this.future]) {
      const surplus = side.length - this.most.changes;
      if (surplus > 0) side.splice(0, surplus);
      while (side.length > 1 && size() > this.most.characters) side.shift();
    }
  }

  /** Takes over what another history has saved, whatever has become of it. @param {any} saved */
  load(saved) {
    const sound = (/** @type {any} */ all) =>
      Array.isArray(all) && all.every((c) => typeof c?.saved === 'string') ? all : null;
    const past = sound(saved?.past);
    const future = sound(saved?.future);
    if (!past || !future) return;
    Object.assign(this, { past, future });
    this.trim();
  }
}
