// Times in the inputs of the admin are those of the site's time zone, also where clocks are changed.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { formatSiteDay, setFormats, siteTimeZone } from '../src/ui/format.ts';
import { endOfDay, fromLocalInput, startOfDay, toLocalInput, toSiteDay } from '../src/ui/local-time.ts';

const setZone = (timeZone: string | null): void => setFormats({ locale: null, timeZone });

afterEach(() => setZone(null));

test('a time is shown and read in the time zone of the site', () => {
  const zones: [zone: string, input: string, time: string][] = [
    ['UTC', '2026-11-20T09:30', '2026-11-20T09:30:00.000Z'],
    ['Europe/Vienna', '2026-11-20T09:30', '2026-11-20T08:30:00.000Z'],
    ['Europe/Vienna', '2026-07-20T09:30', '2026-07-20T07:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-20T00:15', '2026-11-19T18:30:00.000Z'],
    ['America/St_Johns', '2026-12-31T22:00', '2027-01-01T01:30:00.000Z'],
    ['Pacific/Kiritimati', '2027-01-01T00:00', '2026-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-12-31T23:59', '2027-01-01T10:59:00.000Z'],
  ];
  for (const [zone, input, time] of zones) {
    setZone(zone);
    assert.equal(fromLocalInput(input), time, zone);
    assert.equal(toLocalInput(time), input, zone);
  }
});

test('around the nights when clocks are changed, every time that exists is read as it is shown', () => {
  const nights: [zone: string, from: string][] = [
    ['Europe/Vienna', '2026-03-28T20:00:00Z'],
    ['Europe/Vienna', '2026-10-24T20:00:00Z'],
    ['America/New_York', '2026-03-08T00:00:00Z'],
    ['America/New_York', '2026-11-01T00:00:00Z'],
    // Half an hour, in the southern hemisphere.
    ['Australia/Lord_Howe', '2026-04-04T10:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T10:00:00Z'],
  ];
  for (const [zone, from] of nights) {
    setZone(zone);
    for (let step = 0; step < 48; step++) {
      const time = new Date(Date.parse(from) + step * 15 * 60_000).toISOString();
      const shown = toLocalInput(time);
      // A time that clocks show twice can be read as either.
      assert.equal(toLocalInput(fromLocalInput(shown)), shown, `${zone}, ${time}`);
    }
  }
});

test('of a time that clocks show twice the first counts, and one that they skip counts on from before', () => {
  setZone('Europe/Vienna');
  assert.equal(fromLocalInput('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z');
  assert.equal(fromLocalInput('2026-03-29T02:30'), '2026-03-29T01:30:00.000Z');
  assert.equal(toLocalInput('2026-03-29T01:30:00.000Z'), '2026-03-29T03:30');
});

test('a day lasts from its first to its last moment, also when clocks are changed at midnight', () => {
  const days: [zone: string, day: string, start: string, hours: number][] = [
    ['Europe/Vienna', '2026-03-28', '2026-03-27T23:00:00.000Z', 24],
    ['Europe/Vienna', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Vienna', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    // It begins at 1:00; the other one ends with an hour that comes twice.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25],
  ];
  for (const [zone, day, start, hours] of days) {
    setZone(zone);
    const lasts = (Date.parse(endOfDay(day)) + 1 - Date.parse(startOfDay(day))) / 3_600_000;
    assert.deepEqual([startOfDay(day), lasts], [start, hours], `${zone}, ${day}`);
  }
});

test('what is not a time is nothing', () => {
  for (const text of ['', 'soon', '2026-11-20', '2026-13-40T09:30']) assert.equal(fromLocalInput(text), null, text);
  for (const time of ['', null, undefined, 'soon']) assert.equal(toLocalInput(time), '');
  assert.deepEqual([startOfDay('soon'), endOfDay('soon')], ['', '']);
});

test('the day on which an invoice is due is that of its document, wherever the reader is', () => {
  const before = process.env.TZ;
  try {
    const readers = { 'Europe/Berlin': 'de', 'America/New_York': 'en-US', 'Pacific/Kiritimati': 'en-AU' };
    for (const [zone, locale] of Object.entries(readers)) {
      process.env.TZ = zone;
      // The service counts in UTC, as the site has no time zone.
      setFormats({ locale, timeZone: null });
      assert.match(formatSiteDay('2026-12-14T23:59:59.999Z'), /14/, zone);
      assert.equal(toSiteDay('2026-12-14T23:59:59.999Z'), '2026-12-14', zone);
      assert.equal(endOfDay('2026-12-14', siteTimeZone()), '2026-12-14T23:59:59.999Z', zone);
    }
    setZone('America/New_York');
    assert.match(formatSiteDay('2026-12-15T04:59:59.999Z'), /14/);
    assert.equal(endOfDay('2026-12-14', siteTimeZone()), '2026-12-15T04:59:59.999Z');
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});
