import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextNumber } from '../src/settings/next-number.ts';

test('the next number follows the highest of its series', () => {
  const known = ['INV-2027-0002', 'INV-2027-0012', 'INV-2026-0099', 'Order 7', ''];
  assert.equal(nextNumber('INV-{year}-{0000}', '2027-03-01', known), 'INV-2027-0013');
  assert.equal(nextNumber('INV-{year}-{0000}', '2028-01-01', known), 'INV-2028-0001');
  assert.equal(nextNumber('{year}/{month}/{000}', '2027-03-01', ['2027/03/999']), '2027/03/1000');
  assert.equal(nextNumber('R{00}', '2027-03-01', ['R7']), 'R01');
  assert.equal(nextNumber('INV-{year}', '2027-03-01', known), null);
});
