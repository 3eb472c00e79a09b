import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idFrom, idWith, newId } from './ids.ts';

const shape = /^item_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

test('an ID is its prefix and 26 characters of Crockford base 32', () => {
  for (let i = 0; i < 1000; i++) assert.match(newId('item'), shape);
});

test('IDs created in sequence sort in that order and are all different', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('evt'));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('IDs keep their order when the clock is set back', (t) => {
  const ahead = Date.now() + 60_000;
  t.mock.timers.enable({ apis: ['Date'], now: ahead });
  const before = newId('job');
  t.mock.timers.setTime(ahead - 30_000);
  const after = newId('job');
  assert.ok(after > before);
});

test('the first ten characters encode the millisecond', (t) => {
  // Later than anything made above. The ULID specification encodes 1469918176385 as 01ARYZ6S41 (checked below).
  const time = Date.parse('2100-01-01T00:00:00.123Z');
  t.mock.timers.enable({ apis: ['Date'], now: time });
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  const decode = (text: string) => [...text].reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);
  assert.equal(decode('01aryz6s41'), 1469918176385);
  assert.equal(decode(newId('req').slice(4, 14)), time);
});

test('an ID can be given another prefix, but only a valid one', () => {
  const payment = newId('pay');
  assert.equal(idFrom('ref', payment), payment.replace('pay_', 'ref_'));
  assert.equal(idFrom('pay', idFrom('ref', payment)), payment);
  for (const wrong of ['', 'pay_', 'pay_123', payment.toUpperCase(), `${payment}0`, payment.slice(4), `x-${payment}`]) {
    assert.throws(() => idFrom('ref', wrong), TypeError);
  }
});

test('an ID with a text is always the same, and another with another text', () => {
  const id = newId('req');
  assert.equal(idWith(id, 'a'), idWith(id, 'a'));
  assert.equal(idFrom('req', idWith(id, 'a')).slice(0, 14), id.slice(0, 14));
  assert.equal(new Set([id, idWith(id, 'a'), idWith(id, 'b'), idWith(newId('req'), 'a')]).size, 4);
});
