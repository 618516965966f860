import assert from 'node:assert/strict';
import test from 'node:test';
import { countText, hasText, languageOf, setLanguage, squareText, t, textOr } from '../page/texts.js';

test('the language is the first one that the browser wants and the page has', () => {
  assert.equal(languageOf(['zh-TW', 'en']), 'zh-Hant');
  assert.equal(languageOf(['zh-Hant-HK']), 'zh-Hant');
  assert.equal(languageOf(['zh-CN']), 'zh-Hans');
  assert.equal(languageOf(['fr', 'zh']), 'zh-Hans');
  assert.equal(languageOf([]), 'en');
});

test('a text has its values', () => {
  setLanguage('en');
  assert.equal(t('wins', { side: 'Red' }), 'Red wins.');
  assert.equal(setLanguage('nonsense'), 'en');
  assert.throws(() => t('no such text'), /no such text/);
  assert.equal(textOr('rules-new', 'new'), 'new');
  assert.equal(hasText('toString'), false);
});

test('large numbers are short', () => {
  for (const [language, want] of [
    ['en', '999 576k 1.4M 250k 1200M'],
    ['zh-Hans', '999 57.6万 140万 25.0万 12.0亿'],
    ['zh-Hant', '999 57.6萬 140萬 25.0萬 12.0億'],
  ]) {
    setLanguage(language);
    assert.equal([999, 576e3, 1.4e6, 25e4, 12e8].map(countText).join(' '), want);
  }
  setLanguage('en');
});

test('a square is named by the notation', () => {
  setLanguage('en');
  assert.equal(squareText('h2', 'red', 'wxf'), 'file 2, rank 3');
  assert.equal(squareText('h9', 'black', 'wxf'), 'file 8, rank 1');
  assert.equal(squareText('h2', 'red', 'iccs'), 'h2');
});
