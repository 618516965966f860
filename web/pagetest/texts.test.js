import assert from 'node:assert/strict';
import test from 'node:test';
import {
  countText,
  hasText,
  language,
  languageOf,
  listed,
  notationText,
  pieceName,
  reasoned,
  sentence,
  sentences,
  squareText,
  t,
  textOr,
} from '../page/texts.js';
import { named, useLanguage } from './fixtures.js';

test('the language is the first one that the browser wants and the page has', () => {
  const codes = ['en', 'vi', 'zh-Hans', 'zh-Hant'];
  for (const [wanted, want] of [
    [['zh-TW', 'en'], 'zh-Hant'],
    [['zh-Hant-HK'], 'zh-Hant'],
    [['zh-MO'], 'zh-Hant'],
    [['zh-CN'], 'zh-Hans'],
    [['fr', 'zh'], 'zh-Hans'],
    [['vi-VN', 'en'], 'vi'],
    [['en-GB', 'vi'], 'en'],
    [['nonsense!', 'vi'], 'vi'],
    [['fr'], 'en'],
    [[], 'en'],
  ]) {
    assert.equal(languageOf(wanted, codes), want, wanted.join());
  }
});

test('a text has its values', () => {
  assert.equal(language(), 'en');
  assert.equal(t('wins', { side: 'Red' }), 'Red wins.');
  assert.throws(() => t('no such text'), /no such text/);
  assert.equal(textOr('rules-new', 'new'), 'new');
  assert.equal(hasText('toString'), false);
});

/** What a language says, by its code. */
function said(say) {
  const all = {};
  for (const code of ['en', 'vi', 'zh-Hans', 'zh-Hant']) {
    useLanguage(code);
    all[code] = say();
  }
  useLanguage('en');
  return all;
}

test('a number chooses the plural form', () => {
  assert.deepEqual(
    said(() => [0, 1, 2].map((n) => t('gameLength', { n, when: 'x' }))),
    {
      en: ['0 moves, x', '1 move, x', '2 moves, x'],
      vi: ['0 nước, x', '1 nước, x', '2 nước, x'],
      'zh-Hans': ['0 回合，x', '1 回合，x', '2 回合，x'],
      'zh-Hant': ['0 回合，x', '1 回合，x', '2 回合，x'],
    },
  );
});

test('sentences, lists and pieces are written as the language does', () => {
  const say = () => [
    sentences('A.', '', 'B.'),
    sentence('a'),
    listed(['a', 'b']),
    reasoned('', 'a', 'b'),
    pieceName('k'),
  ];
  assert.deepEqual(said(say), {
    en: ['A. B.', 'A.', 'a, b', 'a; b', 'general'],
    vi: ['A. B.', 'A.', 'a, b', 'a; b', 'Tướng'],
    'zh-Hans': ['A.B.', 'A。', 'a、b', 'a；b', '将'],
    'zh-Hant': ['A.B.', 'A。', 'a、b', 'a；b', '將'],
  });
  assert.equal(sentences('', ''), '');
});

test('large numbers are short', () => {
  assert.deepEqual(
    said(() => [999, 576e3, 1.4e6, 25e4, 12e8].map(countText).join(' ').replaceAll('\u00a0', ' ')),
    {
      en: '999 576K 1.4M 250K 1.2B',
      vi: '999 576 N 1,4 Tr 250 N 1,2 T',
      'zh-Hans': '999 57.6万 140万 25万 12亿',
      'zh-Hant': '999 57.6萬 140萬 25萬 12億',
    },
  );
});

test('a square is named by the notation', () => {
  assert.equal(squareText('h2', 'red', 'wxf'), 'file 2, rank 3');
  assert.equal(squareText('h9', 'black', 'wxf'), 'file 8, rank 1');
  assert.equal(squareText('h2', 'red', 'traditional'), 'file 二, rank 3');
  assert.equal(squareText('h9', 'black', 'chinese'), 'file 8, rank 1');
  assert.equal(squareText('h2', 'red', 'iccs'), 'h2');
});

test('a move has the name of the notation', () => {
  assert.equal(notationText(named('h2e2'), 'wxf'), 'wxf-h2e2');
  assert.equal(notationText(named('h2e2'), 'iccs'), 'H2-E2');
  assert.equal(notationText(named('h2e2'), 'an old setting'), 'H2-E2');
});
