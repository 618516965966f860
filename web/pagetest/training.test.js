import assert from 'node:assert/strict';
import test from 'node:test';
import { fromBackup, toBackup } from '../page/backup.js';
import { local, write } from '../page/storage.js';
import { chance, dayOf, fitting, measured, puzzleOf, Training } from '../page/training.js';

/** Puzzles of ratings, each with the place in the list as its id. */
const puzzlesOf = (...ratings) =>
  ratings.map((rating, i) => ({
    id: String(i),
    start: '',
    moves: ['a0a1'],
    theme: /** @type {const} */ (i % 2 ? 'material' : 'mate'),
    length: 1,
    rating,
    grade: 1 + [700, 1150, 1600, 2050].filter((from) => rating >= from).length,
  }));

/** The training of somebody who begins. */
function beginner(...ratings) {
  local.removeItem('chuhe.puzzles');
  const training = new Training();
  training.all = puzzlesOf(...ratings);
  return training;
}

test('a rating moves with success, and less the more is known', () => {
  let own = { rating: 600, deviation: 350 };
  const first = measured(own, 600, true);
  assert.equal(Math.round(first.rating), 775); // half of q / (1/350² + q²/4)
  assert.equal(Math.round(measured(own, 600, false).rating), 425);
  for (let i = 0; i < 400; i++) own = measured(own, 1200, i % 2 === 0);
  assert.ok(Math.abs(own.rating - 1200) < 30, 'who solves half of them is as strong as they are');
  assert.equal(own.deviation, 50);
  const before = own.rating;
  assert.ok(measured(own, own.rating, true).rating - before < 10);
  assert.ok(measured({ rating: 5, deviation: 350 }, 0, false).rating >= 0);
  assert.ok(Math.abs(chance(1000, 1400) - 1 / 11) < 1e-9);
});

test('a puzzle tells of the strength once', () => {
  const training = beginner(600, 600);
  const [one, two] = training.all;
  training.solved(one, true);
  const { rating } = training.progress.own;
  assert.equal(Math.round(rating), 775);
  training.solved(one, true);
  training.failed(one);
  assert.equal(training.progress.own.rating, rating);
  training.failed(two);
  training.failed(two);
  training.solved(two, false);
  training.solved(two, true);
  assert.ok(training.progress.own.rating < rating);
  assert.deepEqual(training.progress.done, { 0: 'alone', 1: 'alone' });
  training.solved(two, false);
  assert.equal(training.progress.done[1], 'alone', 'who has solved it once without help keeps that');
});

test('what was missed comes again after 1, 3, 7 and 21 days', () => {
  const training = beginner(600, 700);
  const [one] = training.all;
  const dueIn = () => (training.progress.missed[0]?.[1] ?? NaN) - dayOf();
  training.failed(one);
  training.solved(one, false);
  assert.equal(dueIn(), 1);
  training.solved(one, true);
  assert.equal(dueIn(), 1, 'on the same day it says nothing');
  const wait = () =>
    training.change((p) => {
      p.missed[0][1] = dayOf();
    });
  for (const days of [3, 7]) {
    wait();
    assert.equal(training.summary.due, 1);
    training.solved(one, true);
    assert.equal(dueIn(), days);
    assert.equal(training.summary.due, 0);
  }
  wait();
  training.failed(one);
  training.solved(one, false);
  assert.equal(dueIn(), 1, 'from the beginning');
  for (const days of [3, 7, 21, NaN]) {
    wait();
    training.solved(one, true);
    assert.equal(dueIn(), days);
  }
  training.failed(one);
  wait();
  training.change((p) => {
    p.kind = 'missed';
  });
  assert.deepEqual(training.summary.chosen, [one]);
  assert.equal(training.summary.counts.missed, '1/1');
  assert.equal(training.after(null), one);
  training.solved(one, true);
  assert.equal(training.after(one), undefined);
});

test('the next puzzle is as strong as the person, and new', () => {
  const ratings = Array.from({ length: 100 }, (_, i) => 30 * i);
  const training = beginner(...ratings);
  assert.equal(training.progress.grade, fitting);
  for (let i = 0; i < 40; i++) {
    const next = training.after(null);
    assert.ok(Math.abs(next.rating - 600) <= 120, `${next.rating}`);
  }
  training.change((p) => {
    p.own = { rating: 2000, deviation: 50 };
    p.kind = 'material';
  });
  const seen = new Set();
  for (let i = 0; i < 50; i++) {
    const next = training.after(null);
    assert.equal(next.theme, 'material');
    assert.ok(!seen.has(next), 'solved already');
    seen.add(next);
    training.solved(next, true);
  }
  assert.ok(training.after(null), 'all are solved: one of them comes again');
  training.change((p) => Object.assign(p, { kind: 'all', grade: 2 }));
  const [first, second] = training.summary.chosen;
  assert.equal(training.after(first)?.grade, 2);
  training.change((p) => {
    p.done = { [second.id]: 'helped' };
  });
  assert.notEqual(training.after(first), second);
});

test('a day has one puzzle, and days that follow have others', () => {
  const all = puzzlesOf(...Array.from({ length: 500 }, (_, i) => 6 * i));
  const medium = all.filter((p) => p.grade > 1 && p.grade < 5).length;
  const days = Array.from({ length: medium }, (_, i) => puzzleOf(all, 20_000 + i));
  assert.equal(new Set(days).size, medium);
  assert.ok(days.every((p) => p.grade > 1 && p.grade < 5));
  assert.equal(dayOf(new Date(2026, 10, 26, 0, 1)), dayOf(new Date(2026, 10, 26, 23, 59)));
  assert.equal(dayOf(new Date(2026, 10, 27, 0, 1)), dayOf(new Date(2026, 10, 26, 23, 59)) + 1);
});

test('days in a row are counted', () => {
  const training = beginner(...Array.from({ length: 50 }, (_, i) => 60 * i));
  const today = puzzleOf(training.all, dayOf());
  training.solved(today, true);
  training.solved(today, true);
  assert.deepEqual(training.progress.daily, { day: dayOf(), row: 1 });
  training.change((p) => {
    p.daily = { day: dayOf() - 1, row: 6 };
  });
  training.solved(today, false);
  assert.deepEqual(training.progress.daily, { day: dayOf(), row: 7 });
  training.change((p) => {
    p.daily = { day: dayOf() + 1, row: 8 }; // before a journey to the west
  });
  training.solved(today, true);
  assert.equal(training.progress.daily.row, 8);
  training.change((p) => {
    p.daily = { day: dayOf() - 2, row: 6 };
  });
  training.solved(today, true);
  assert.equal(training.progress.daily.row, 1);
});

test('tabs take over what others have learnt, and a backup has it all', () => {
  const one = beginner(600, 600, 600);
  const two = new Training();
  two.all = one.all;
  two.change((p) => {
    p.kind = 'material';
  });
  one.solved(one.all[0], true);
  two.failed(one.all[1]);
  two.solved(one.all[1], false);
  one.solved(one.all[2], true);
  assert.deepEqual(one.progress.done, { 0: 'alone', 1: 'helped', 2: 'alone' });
  assert.deepEqual(Object.keys(one.progress.missed), ['1']);
  assert.equal(one.progress.kind, 'all', 'each tab has its own choice');
  const items = fromBackup(toBackup(local, new Date()))?.items;
  assert.deepEqual(items?.puzzles, one.progress);
});

test('progress that is kept without a rating is taken over', () => {
  beginner();
  write(local, 'chuhe.puzzles', { kind: 'mate2', grade: 3, last: '1', done: { 1: 'helped' } });
  const training = new Training();
  training.all = puzzlesOf(600, 600);
  assert.equal(training.progress.grade, 3);
  training.failed(training.all[1]);
  assert.equal(training.progress.own.rating, 600, 'it was tried before');
});

test('without room the progress stays in the page', () => {
  const training = beginner(600, 600);
  const { setItem } = Object.getPrototypeOf(local);
  Object.getPrototypeOf(local).setItem = () => {
    throw new Error('full');
  };
  training.solved(training.all[0], true);
  training.failed(training.all[1]);
  Object.getPrototypeOf(local).setItem = setItem;
  assert.deepEqual(training.progress.done, { 0: 'alone' });
  training.solved(training.all[1], false);
  assert.deepEqual(new Training().progress.done, { 0: 'alone', 1: 'helped' });
});
