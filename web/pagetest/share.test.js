import assert from 'node:assert/strict';
import test from 'node:test';
import { linkTo, lossText } from '../page/share.js';
import { useLanguage } from './fixtures.js';

test('a link that is copied on this machine is good on others', () => {
  const lan = 'http://192.168.1.20:8080/';
  for (const here of ['http://127.0.0.1:8080/#x', 'http://localhost:8080/', 'http://[::1]:8080/'])
    assert.equal(linkTo('#moves=h2e2', here, lan), `${lan}#moves=h2e2`);
  assert.equal(linkTo('#moves=h2e2', 'http://127.0.0.1:8080/', undefined), 'http://127.0.0.1:8080/#moves=h2e2');
  assert.equal(linkTo('#moves=h2e2', 'http://10.0.0.2:8080/', lan), 'http://10.0.0.2:8080/#moves=h2e2');
});

test('a loss names the tags in the language of the page', () => {
  const tags = { what: 'tags', detail: 'Red, Black, Date, ECCO', count: 4 };
  assert.equal(lossText(tags), 'tags (Red, Black, Date, ECCO)');
  useLanguage('zh-Hans');
  assert.equal(lossText(tags), '标签（红方、黑方、日期、ECCO）');
  assert.equal(lossText({ what: 'comments', detail: '', count: 2 }), '注释（2）');
  useLanguage('en');
});
