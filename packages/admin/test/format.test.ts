// The texts that the admin formats: amounts, sizes, dates, relative times and faults.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultText } from '../src/ui/fault-text.ts';
import {
  englishFor,
  formatBytes,
  formatCount,
  formatDuration,
  formatMoney,
  formatPrice,
  formatRelative,
  humanize,
  marksOf,
  moneyText,
} from '../src/ui/format.ts';
import { parseMoney } from '../src/ui/money-text.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const at = (time: string): string => formatRelative(time, now);

test('texts are in English, with the conventions of the reader’s region', () => {
  assert.equal(englishFor(['de-AT', 'en-US']), 'en-AT');
  assert.equal(englishFor(['de']), 'en-DE');
  assert.equal(englishFor(['en-US@posix', 'en-GB']), 'en-GB');
  assert.equal(englishFor([]), 'en');
  const day = new Intl.DateTimeFormat(englishFor(['de-DE']), { dateStyle: 'long', timeZone: 'UTC' });
  assert.equal(day.format(Date.parse('2027-02-19')), '19 February 2027');
});

test('times within 30 days are relative, and later or earlier ones are dates', () => {
  assert.equal(at('2026-11-21T11:59:57Z'), 'just now');
  assert.equal(at('2026-11-21T11:59:15Z'), '45 seconds ago');
  assert.equal(at('2026-11-21T11:52:00Z'), '8 minutes ago');
  assert.equal(at('2026-11-21T14:00:00Z'), 'in 2 hours');
  assert.equal(at('2026-12-20T12:00:00Z'), 'in 29 days');
  assert.match(at('2027-02-19T12:00:00Z'), /^on (19 February|February 19,) 2027$/);
  assert.match(at('2026-03-03T12:00:00Z'), /^on (3 March|March 3,) 2026$/);
});

test('sizes use the same megabyte as the limits of forms', () => {
  assert.equal(formatBytes(1), '1 byte');
  assert.equal(formatBytes(900), '900 bytes');
  assert.match(formatBytes(1536), /^1[.,]5 KB$/);
  assert.equal(formatBytes(10 * 1024 * 1024), '10 MB');
});

test('counts, durations, amounts and API names', () => {
  assert.equal(formatCount(1, 'delivery', 'deliveries'), '1 delivery');
  assert.match(formatCount(1204, 'delivery', 'deliveries'), /^1\D204 deliveries$/);
  assert.equal(formatDuration(850), '850 ms');
  assert.match(formatDuration(1240), /^1[.,]2 s$/);
  assert.match(formatMoney(1050, 'usd'), /10[.,]50/);
  assert.match(formatMoney(9800, 'jpy'), /9\D800$/);
  assert.match(formatPrice(24.5), /^24[.,]50$/);
  assert.equal(formatPrice(25), '25');
  assert.equal(humanize('requested_by_customer'), 'Requested by customer');
});

test('amounts have the decimals of the API, whatever the browser shows of a currency', () => {
  const amounts: [currency: string, typed: string, amount: number, shown: RegExp][] = [
    ['huf', '1750', 175_000, /1\D?750[.,]00/],
    ['idr', '15000.50', 1_500_050, /15\D000[.,]50/],
    ['cop', '10', 1000, /10[.,]00/],
    ['pkr', '10', 1000, /10[.,]00/],
    ['ugx', '1234', 123_400, /1\D234$/],
    ['isk', '5', 500, /\D5$/],
    ['kwd', '5.12', 5120, /5[.,]120/],
    ['jpy', '500', 500, /500$/],
    ['JPY', '500', 500, /500$/],
    ['mga', '500', 500, /500$/],
  ];
  for (const [currency, typed, amount, shown] of amounts) {
    assert.equal(parseMoney(typed, currency), amount, currency);
    assert.match(formatMoney(amount, currency), shown);
  }
});

test('faults read as sentences beside their input', () => {
  const textOf = (detail: string): string => faultText({ pointer: '/name', code: 'invalid', detail });
  assert.equal(textOf('is required'), 'This field is required');
  assert.equal(textOf('must be at least 1'), 'Must be at least 1');
  assert.equal(textOf('is not a valid email address'), 'This value is not a valid email address');
  assert.equal(textOf('Enter a whole number'), 'Enter a whole number');
});

test('amounts of money have the same marks as the numbers beside them', () => {
  const texts = ['en-US', 'en-DE', 'en-CH', 'en-FR'].map((region) => {
    const format = new Intl.NumberFormat(region, { style: 'currency', currency: 'EUR' });
    return moneyText('1250.5', format, marksOf(region)).replaceAll(/\s/g, ' ').replace('’', "'");
  });
  assert.deepEqual(texts, ['€1,250.50', '€1.250,50', "€1'250.50", '€1 250,50']);
});
