import assert from 'node:assert/strict';
import test from 'node:test';
import { History } from '../page/history.js';

/** A text that a history looks after. */
class Paper {
  constructor(most) {
    this.history = new History(most);
    this.text = '';
  }
  write(text, key) {
    this.history.note({ saved: this.text, key, text: `wrote ${text}` });
    this.text = text;
  }
  turn(way) {
    const change = this.history[way](() => ({ saved: this.text }));
    if (change) this.text = change.saved;
    return change?.text;
  }
}

test('changes are undone and redone in turn', () => {
  const p = new Paper();
  for (const text of ['a', 'b', 'c']) p.write(text);
  assert.equal(p.turn('undo'), 'wrote c');
  assert.equal(p.turn('undo'), 'wrote b');
  assert.equal(p.text, 'a');
  assert.equal(p.turn('redo'), 'wrote b');
  assert.equal(p.text, 'b');
  assert.equal(p.turn('redo'), 'wrote c');
  assert.equal(p.turn('redo'), undefined);
  assert.equal(p.text, 'c');
  for (let i = 0; i < 4; i++) p.turn('undo');
  assert.equal(p.text, '');
});

test('a change after an undo takes the place of what was undone', () => {
  const p = new Paper();
  for (const text of ['a', 'b']) p.write(text);
  p.turn('undo');
  p.write('c');
  assert.equal(p.turn('redo'), undefined);
  p.turn('undo');
  assert.equal(p.text, 'a');
});

test('letters of one comment are undone at once', () => {
  const p = new Paper();
  p.write('x');
  for (const text of ['xa', 'xab']) p.write(text, 'comment');
  p.history.seal();
  p.write('xabc', 'comment');
  p.turn('undo');
  assert.equal(p.text, 'xab');
  p.turn('undo');
  assert.equal(p.text, 'x');
  p.turn('redo');
  p.write('xy', 'comment');
  p.turn('undo');
  assert.equal(p.text, 'xab', 'a comment that was redone is finished');
});

test('the oldest changes are forgotten, the newest never', () => {
  const few = new Paper({ changes: 2, characters: 1000 });
  for (const text of ['a', 'b', 'c']) few.write(text);
  for (let i = 0; i < 3; i++) few.turn('undo');
  assert.equal(few.text, 'a');
  const small = new Paper({ changes: 100, characters: 50 });
  for (const n of [20, 30, 40, 90]) small.write('x'.repeat(n));
  small.write('end');
  assert.equal(small.history.past.length, 1);
  small.turn('undo');
  assert.equal(small.text.length, 90);
  small.turn('redo');
  assert.equal(small.text, 'end');
});

test('a history that was saved goes on, and a broken one does not count', () => {
  const p = new Paper();
  for (const text of ['a', 'b']) p.write(text);
  p.turn('undo');
  const next = new Paper();
  next.text = p.text;
  next.history.load(JSON.parse(JSON.stringify(p.history)));
  next.turn('redo');
  assert.equal(next.text, 'b');
  for (const broken of [null, 'x', {}, { past: 3, future: [] }, { past: [{}], future: [] }]) next.history.load(broken);
  next.turn('undo');
  assert.equal(next.text, 'a');
});
