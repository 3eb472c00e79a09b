// Numbers and amounts, as people type and paste them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marksOf } from '../src/ui/format.ts';
import { editableMoney, parseMoney } from '../src/ui/money-text.ts';
import { parseNumber, readDecimal, readingsOf, writeNumber } from '../src/ui/number-text.ts';

const regions = ['en-US', 'en-DE', 'en-CH', 'en-SE', 'en-IN', 'en-FR'];

test('a number that reads the same everywhere has one reading in every region', () => {
  const cases: [text: string, reading: string][] = [
    ['24.50', '24.50'],
    ['24,50', '24.50'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1’234.50', '1234.50'],
    ["1'234", '1234'],
    ['12,34,567.5', '1234567.5'],
    ['1,234,567', '1234567'],
    ['1.234.567,891', '1234567.891'],
    ['-1,234.5', '-1234.5'],
    ['−5', '-5'],
    ['$ 1,234.50', '1234.50'],
    ['-€24,50', '-24.50'],
    ['24,50 €', '24.50'],
    ['  7 ', '7'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['0,125', '0.125'],
    ['1.2340', '1.2340'],
    ['1234.567', '1234.567'],
    ['٢٤٫٥٠', '24.50'],
    ['۱۲۳', '123'],
    ['２４．５', '24.5'],
    ['\u200e−５\u200f', '-5'],
    ['‐5', '-5'],
  ];
  for (const region of regions) {
    for (const [text, reading] of cases) {
      assert.deepEqual(readingsOf(text, 20, marksOf(region)), [reading], `${text} in ${region}`);
    }
  }
});

test('one mark before three digits has two readings, and the fault names both', () => {
  for (const text of ['1.234', '1,234', '-12.500', '999,000']) assert.equal(readingsOf(text).length, 2, text);
  assert.throws(() => parseNumber('1.234'), /^SyntaxError: “1\.234” can mean two numbers\. Enter 1234 or 1[.,]2340$/);
  assert.equal(parseNumber('1234'), 1234);
  assert.equal(parseNumber('1.2340'), 1.234);
});

test('for whole numbers, only the separator of the region groups digits', () => {
  assert.deepEqual(readingsOf('1,234', 0, marksOf('en-US')), ['1234']);
  assert.deepEqual(readingsOf('1.234', 0, marksOf('en-DE')), ['1234']);
  assert.deepEqual(readingsOf('1.234', 0, marksOf('en-US')), []);
  assert.deepEqual(readingsOf('1,234', 0, marksOf('en-DE')), []);
});

test('what is not a number is never read as one', () => {
  for (const text of ['', '.', '-', 'abc', '1,23,4', '1.2.3', '1,2345.6', '12 34', '0x10', '1e5', '1-2', '12.50 kg']) {
    assert.deepEqual(readingsOf(text), [], text);
    assert.throws(() => parseNumber(text), SyntaxError);
  }
  assert.throws(() => parseNumber('2.5', { isWhole: true }), /Enter a whole number/);
  assert.throws(() => parseNumber('12345678901234567891'), /at most 15 digits/);
  assert.throws(() => parseNumber('0.12345678901234567891'), /at most 15 digits/);
});

test('a number in an input is read back as the same number', () => {
  for (const value of [0, 7, -7, 24.5, 0.1 + 0.2, 1.234, -1.234, 999.999, 1e-7, 1e21, 123456.789, 2 ** 53]) {
    assert.equal(parseNumber(writeNumber(value)), value, String(value));
    assert.equal(parseNumber(writeNumber(value, { hasCents: true })), value, String(value));
  }
  assert.match(writeNumber(24.5, { hasCents: true }), /^24[.,]50$/);
  assert.equal(writeNumber(25, { hasCents: true }), '25');
});

test('amounts keep their decimals, and are read in the ways of every region', () => {
  assert.match(editableMoney(2450, 'eur'), /^24[.,]50$/);
  for (const text of ['24.50', '24,50', '24.5', '24,5 €']) assert.equal(parseMoney(text, 'eur'), 2450, text);
  for (const text of ['1,234.50', '1.234,50', '1 234,50', '1234.5'])
    assert.equal(parseMoney(text, 'eur'), 123_450, text);
  for (const text of ['-5', '1.2.3', '', '24.505', 'x']) assert.equal(parseMoney(text, 'eur'), null, text);
  assert.equal(parseMoney('24.50', 'jpy'), null);
  for (const [amount, currency] of [
    [1234, 'kwd'],
    [999_999, 'kwd'],
    [2500, 'jpy'],
    [5, 'usd'],
  ] as const) {
    assert.equal(parseMoney(editableMoney(amount, currency), currency), amount);
  }
});

test('a quantity or percentage is read as text, with the decimals that it may have', () => {
  for (const [text, read] of [
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    [' 2 ', '2'],
    ['0.125', '0.125'],
    ['1.1234567', null],
    ['-1', null],
    ['', null],
    ['two', null],
  ] as const)
    assert.equal(readDecimal(text, 6), read, text);
});
