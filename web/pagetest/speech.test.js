import assert from 'node:assert/strict';
import test from 'node:test';
import { regional } from '../page/speech.js';

test('a language is spoken by the voice of its region', () => {
  for (const [code, want] of Object.entries({ en: 'en-US', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', vi: 'vi-VN' }))
    assert.equal(regional(code), want);
});
