// What somebody has learnt from puzzles: which are solved, how strong that shows the person
// to be, and which come again since they were missed.

import { hardest } from './puzzlefile.js';
import { read, local, write } from './storage.js';

/** @typedef {import('./puzzlefile.js').Puzzle} Puzzle */
/** @typedef {{ rating: number, deviation: number }} Strength on the scale of the puzzles; the deviation is what it may be off */

/**
 * What the browser keeps: the kind and grade that are chosen (grade 0 for any), the puzzle
 * opened last, how each was solved, those that come again with how often they have and the
 * day when they do, and the day on which the newest puzzle of a day was solved, with how many
 * days in a row that was so.
 * @typedef {object} Progress
 * @property {string} kind
 * @property {number} grade
 * @property {string} last
 * @property {Record<string, 'alone' | 'helped'>} done
 * @property {Record<string, [number, number]>} missed
 * @property {Strength} own
 * @property {{ day: number, row: number }} daily
 */

/** The grade of puzzles that are as strong as the person. */
export const fitting = -1;

/** Where somebody begins of whom nothing is known. */
const unknown = { rating: 600, deviation: 350 };
const least = 50; // of a deviation: a rating never stops moving

/** Above which deviation a rating is but a first estimate, which each puzzle moves far: four puzzles or so. */
export const rough = 150;

/** How many puzzles are near enough to the person's rating. */
const near = 8;

/** After how many days a missed puzzle comes again, each time that it is solved. */
const again = [1, 3, 7, 21];

/** The kinds of puzzles, and which ones belong to them. @type {Record<string, (p: Puzzle) => boolean>} */
export const kinds = {
  all: () => true,
  mate1: (p) => p.theme === 'mate' && p.length === 1,
  mate2: (p) => p.theme === 'mate' && p.length === 2,
  mate3: (p) => p.theme === 'mate' && p.length === 3,
  mate4: (p) => p.theme === 'mate' && p.length > 3,
  material: (p) => p.theme === 'material',
  defend: (p) => p.theme === 'defend',
};

/** The day by its number, as the calendar of the person has it. */
export const dayOf = (now = new Date()) => Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;

/** The share of puzzles of a rating that somebody solves. @param {number} own @param {number} rating */
export const chance = (own, rating) => 1 / (1 + 10 ** ((rating - own) / 400));

/**
 * What one puzzle more says of somebody's strength: a step of Glicko against an opponent whose rating is certain.
 * @param {Strength} own @param {number} rating of the puzzle @param {boolean} solved @returns {Strength}
 */
export function measured({ rating: before, deviation }, rating, solved) {
  const q = Math.LN10 / 400;
  const expected = chance(before, rating);
  const variance = 1 / (1 / deviation ** 2 + q * q * expected * (1 - expected));
  return {
    rating: Math.max(0, before + q * variance * (Number(solved) - expected)),
    deviation: Math.max(least, Math.sqrt(variance)),
  };
}

/** The puzzle of a day, the same for everybody. Each of medium difficulty comes once in some years. @param {Puzzle[]} all @param {number} day */
export function puzzleOf(all, day) {
  const medium = all.filter(({ grade }) => grade > 1 && grade < hardest);
  return medium[(day * 1009) % medium.length] ?? all[0];
}

/** @returns {Progress} */
const load = () => ({
  kind: 'all',
  grade: fitting,
  last: '',
  done: {},
  missed: {},
  own: unknown,
  daily: { day: 0, row: 0 },
  ...read(local, 'chuhe.puzzles'),
});

export class Training {
  progress = load();
  kept = true; // there was room for it in the browser
  /** @type {Puzzle[]} */
  all = [];
  /** @type {{ day: number, daily: Puzzle, chosen: Puzzle[], counts: Record<string, string>, due: number } | null} as of summary */
  counted = null;

  /** Takes the puzzles that there are. @param {Puzzle[]} all */
  use(all) {
    this.all = all;
    this.counted = null;
  }

  /** Changes the progress, after what other tabs have changed meanwhile. @param {(progress: Progress) => void} how */
  change(how) {
    const { kind, grade, last } = this.progress;
    if (this.kept) this.progress = { ...load(), kind, grade, last };
    how(this.progress);
    this.kept = write(local, 'chuhe.puzzles', this.progress);
    this.counted = null;
  }

  /** A puzzle was not solved at the first try: it comes again. @param {Puzzle} puzzle */
  failed({ id, rating }) {
    this.change((p) => {
      if (this.isNew(id)) p.own = measured(p.own, rating, false);
      p.missed[id] = [0, dayOf() + again[0]];
    });
  }

  /** A puzzle is solved. @param {Puzzle} puzzle @param {boolean} alone without help */
  solved(puzzle, alone) {
    const { id, rating } = puzzle;
    const day = dayOf();
    this.change((p) => {
      if (alone && this.isNew(id)) p.own = measured(p.own, rating, true);
      // Whoever has solved it once without help keeps that.
      if (alone || p.done[id] !== 'alone') p.done[id] = alone ? 'alone' : 'helped';
      if (alone && this.isDue(id)) {
        const times = p.missed[id][0] + 1;
        if (times < again.length) p.missed[id] = [times, day + again[times]];
        else delete p.missed[id];
      }
      // Whoever travels west, or sets the clock right, comes to the same day once more.
      if (puzzle === puzzleOf(this.all, day) && ![day, day + 1].includes(p.daily.day))
        p.daily = { day, row: p.daily.day === day - 1 ? p.daily.row + 1 : 1 };
    });
  }

  /** Whether a puzzle has not been tried yet. @param {string} id */
  isNew(id) {
    return !this.progress.done[id] && !this.progress.missed[id];
  }

  /** Whether a missed puzzle comes again today. @param {string} id */
  isDue(id) {
    return (this.progress.missed[id]?.[1] ?? Infinity) <= dayOf();
  }

  /** The puzzle of the day, those of the chosen kind and grade, how many of the kinds and grades are solved, and how many come again today. */
  get summary() {
    const day = dayOf();
    if (this.counted?.day === day) return this.counted;
    const { all } = this;
    const { kind, grade, done, missed } = this.progress;
    const count = (/** @type {Puzzle[]} */ of) => `${of.filter((p) => done[p.id]).length}/${of.length}`;
    const ofKind = all.filter(kinds[kind] ?? kinds.all);
    const due = all.filter((p) => this.isDue(p.id));
    /** @type {Record<string, string>} */
    const counts = { missed: `${due.length}/${all.filter((p) => missed[p.id]).length}` };
    for (const [name, belongs] of Object.entries(kinds)) counts[name] = count(all.filter(belongs));
    for (let g = 1; g <= hardest; g++) counts[g] = count(ofKind.filter((p) => p.grade === g));
    let chosen = grade > 0 ? ofKind.filter((p) => p.grade === grade) : ofKind;
    if (kind === 'missed') chosen = due;
    this.counted = { day, daily: puzzleOf(all, day), chosen, counts, due: due.length };
    return this.counted;
  }

  /** The next puzzle of those chosen: one that was not tried yet if there is one, near to the person's strength if that is wanted. @param {Puzzle | null} puzzle that was on the board */
  after(puzzle) {
    const { chosen } = this.summary;
    const { kind, grade, own } = this.progress;
    const at = puzzle ? chosen.indexOf(puzzle) : -1;
    const rest = [...chosen.slice(at + 1), ...chosen.slice(0, at + 1)];
    const fresh = rest.filter((p) => this.isNew(p.id) && p !== puzzle);
    if (grade !== fitting || kind === 'missed') return fresh[0] ?? rest[0];
    const far = (/** @type {Puzzle} */ p) => Math.abs(p.rating - own.rating);
    const fit = (fresh.length ? fresh : rest).sort((a, b) => far(a) - far(b)).slice(0, near);
    return fit[Math.floor(Math.random() * fit.length)];
  }
}
