// The deepest results of analyses, which stay with their positions while the page lasts.

/** @typedef {import('./api.js').Analysis} Analysis */

/** How many positions keep their results. */
const most = 300;

/**
 * What is known of a position after a search has said something new. Nothing shallower
 * takes the place of a deeper line; a search that is not as deep yet only adds lines for
 * moves that have none.
 * @param {Analysis | null} kept @param {Analysis} fresh @param {number} wanted number of lines @returns {Analysis}
 */
export function deeper(kept, fresh, wanted) {
  if (!kept) return fresh;
  const deep = fresh.lines.every((line, i) => line.depth >= (kept.lines[i]?.depth ?? 0));
  const whole = fresh.lines.length >= Math.min(kept.lines.length, wanted);
  const [first, second] = deep && whole ? [fresh, kept] : [kept, fresh];
  const known = new Set(first.lines.map((l) => l.moves[0]?.move));
  const more = second.lines.filter((l) => !known.has(l.moves[0]?.move));
  const count = Math.max(kept.lines.length, wanted);
  return {
    ...first,
    threads: fresh.threads,
    hash: fresh.hash,
    lines: [...first.lines, ...more].slice(0, count),
  };
}

/** The depth of a line that other lines exceed, 0 for the deepest ones. @param {Analysis} found @param {import('./api.js').AnalysedLine} line */
export const shallow = (found, line) => (line.depth < found.depth ? line.depth : 0);

export class Results {
  constructor(limit = most) {
    this.limit = limit;
    /** @type {Map<string, Analysis>} by position, the newest last */
    this.all = new Map();
  }

  /** @param {string} position */
  get(position) {
    return this.all.get(position) ?? null;
  }

  /** Takes what a search says of a position, and returns what is known of it now. @param {string} position @param {Analysis} fresh @param {number} wanted number of lines */
  take(position, fresh, wanted) {
    const known = deeper(this.get(position), fresh, wanted);
    this.all.delete(position);
    this.all.set(position, known);
    for (const [oldest] of this.all) {
      if (this.all.size <= this.limit) break;
      this.all.delete(oldest);
    }
    return known;
  }
}
