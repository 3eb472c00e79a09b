import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import iso from 'currency-codes';
import { formatMoney, isCurrency, isPayableAmount, minorDigits } from './money.ts';

describe('currencies', () => {
  test('are known by their lower-case ISO 4217 code', () => {
    for (const code of ['usd', 'eur', 'jpy', 'gbp', 'chf', 'inr', 'ugx', 'xcg', 'xof'])
      assert.equal(isCurrency(code), true);
    for (const code of ['', 'USD', 'us', 'usdd', 'btc', 'abc', '__proto__', 'xxx', 'xts', 'xau', 'xdr', ' usd']) {
      assert.equal(isCurrency(code), false, code);
    }
  });

  test('that are unknown are an error', () => {
    assert.throws(() => minorDigits('abc'), RangeError);
    assert.throws(() => formatMoney(1, 'abc', 'en'), RangeError);
  });
});

describe('decimals of an amount', () => {
  // The processor's list of zero-decimal currencies, without ugx, which is one of its special cases.
  for (const code of 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')) {
    test(`${code} has none`, () => {
      assert.equal(minorDigits(code), 0);
      assert.equal(isPayableAmount(1, code), true);
    });
  }

  for (const code of ['isk', 'ugx']) {
    test(`${code} is written with two, which are always 00: 5 is 500`, () => {
      assert.equal(minorDigits(code), 2);
      assert.equal(isPayableAmount(500, code), true);
      assert.equal(isPayableAmount(550, code), false);
      assert.equal(isPayableAmount(5, code), false);
      assert.match(formatMoney(500, code, 'en'), /^\D+5$/);
    });
  }

  for (const code of ['bhd', 'jod', 'kwd', 'omr', 'tnd']) {
    test(`${code} has three, and the last one is 0`, () => {
      assert.equal(minorDigits(code), 3);
      assert.equal(isPayableAmount(5120, code), true);
      assert.equal(isPayableAmount(5124, code), false);
    });
  }

  // huf and twd are whole only when paid out, never when charged.
  for (const code of ['usd', 'eur', 'gbp', 'huf', 'twd', 'inr', 'xcg']) {
    test(`${code} has two`, () => {
      assert.equal(minorDigits(code), 2);
      assert.equal(isPayableAmount(1, code), true);
    });
  }
});

test('decimals are those of ISO 4217, but for what the processor has otherwise', () => {
  const others = iso.data
    .map(({ code, digits }) => ({ code: code.toLowerCase(), digits }))
    .filter(({ code, digits }) => isCurrency(code) && minorDigits(code) !== digits)
    .map(({ code }) => code);
  assert.deepEqual(others.sort(), ['isk', 'mga', 'ugx']);
});

test('an amount to pay is a positive integer', () => {
  for (const amount of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.equal(isPayableAmount(amount, 'usd'), false, String(amount));
  }
  assert.equal(isPayableAmount(2 ** 53 - 1, 'usd'), true);
  assert.equal(isPayableAmount(100, 'abc'), false);
});

describe('formatted for people', () => {
  const examples: [number, string, string, string][] = [
    [1050, 'usd', 'en', '$10.50'],
    [5, 'usd', 'en', '$0.05'],
    [-1050, 'usd', 'en', '-$10.50'],
    [0, 'eur', 'en', '€0.00'],
    [123456789, 'eur', 'de', '1.234.567,89 €'],
    [500, 'jpy', 'en', '¥500'],
    [500, 'mga', 'en', 'MGA 500'],
    [5120, 'kwd', 'en', 'KWD 5.120'],
    [9007199254740991, 'usd', 'en', '$90,071,992,547,409.91'],
  ];
  for (const [amount, currency, locale, text] of examples) {
    test(`${amount} ${currency} is ${text}`, () => {
      assert.equal(formatMoney(amount, currency, locale).replaceAll('\u00a0', ' '), text);
    });
  }
});
