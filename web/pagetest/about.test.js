import assert from 'node:assert/strict';
import test from 'node:test';
import { dateText, describe, fileNameOf, safeName } from '../page/about.js';
import { Game } from '../page/game.js';
import { sumLosses } from '../page/share.js';
import './fixtures.js';

test('dates are written as records do', () => {
  for (const [text, want] of [
    ['2026-5-1', '2026.05.01'],
    ['2026/05', '2026.05.??'],
    ['2026', '2026.??.??'],
    ['2026年5月1日', '2026.05.01'],
    ['1990.12.31', '1990.12.31'],
    ['in May', 'in May'],
    ['', ''],
  ])
    assert.equal(dateText(text), want, text);
});

test('files are named after players and date', () => {
  const game = new Game();
  game.mode = 'study';
  assert.equal(fileNameOf(game), 'chuhe');
  describe(game, { Red: '胡荣华', Black: 'A/B: "x"', Date: '2026.05.??' }, '0-1');
  assert.equal(fileNameOf(game), '胡荣华-A-B- -x- 2026-05');
  assert.equal(game.result?.winner, 'black');
  assert.equal(safeName('con'), 'chuhe');
  assert.equal(safeName('..\u0000/'), 'chuhe');
});

test('tags that are changed keep their place, others stay, empty ones go', () => {
  const game = new Game();
  game.mode = 'study';
  game.tags = [
    { Name: 'red', Value: 'a' },
    { Name: 'ECCO', Value: 'B20' },
    { Name: 'Site', Value: 'x' },
  ];
  describe(game, { Red: 'b', Site: '', Event: 'Cup' }, '*');
  assert.deepEqual(
    game.tags.map((x) => `${x.Name}=${x.Value}`),
    ['red=b', 'ECCO=B20', 'Event=Cup'],
  );
  assert.deepEqual([game.names.red, game.title, game.result], ['b', 'Cup', null]);
});

test('losses of several games are counted together', () => {
  const sum = sumLosses([
    { what: 'tags', detail: 'Opening', count: 1 },
    { what: 'comments', detail: '', count: 3 },
    { what: 'tags', detail: 'ECCO, Opening', count: 2 },
  ]);
  assert.deepEqual(sum, [
    { what: 'tags', detail: 'Opening, ECCO', count: 3 },
    { what: 'comments', detail: '', count: 3 },
  ]);
});
