import assert from 'node:assert/strict';
import test from 'node:test';
import { linkTo } from '../page/share.js';

test('a link that is copied on this machine is good on others', () => {
  const lan = 'http://192.168.1.20:8080/';
  for (const here of ['http://127.0.0.1:8080/#x', 'http://localhost:8080/', 'http://[::1]:8080/'])
    assert.equal(linkTo('#moves=h2e2', here, lan), `${lan}#moves=h2e2`);
  assert.equal(linkTo('#moves=h2e2', 'http://127.0.0.1:8080/', undefined), 'http://127.0.0.1:8080/#moves=h2e2');
  assert.equal(linkTo('#moves=h2e2', 'http://10.0.0.2:8080/', lan), 'http://10.0.0.2:8080/#moves=h2e2');
});
