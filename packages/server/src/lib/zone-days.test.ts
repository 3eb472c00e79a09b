import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayAt, lastDays, startTimes } from './zone-days.ts';

test('days begin at midnight of their time zone, or at the first moment after it', () => {
  const starts = (now: string, zone: string) => lastDays(new Date(now), 3, zone).map(({ start }) => start.slice(5, 16));
  assert.deepEqual(starts('2027-03-29T10:00:00Z', 'Europe/London'), ['03-27T00:00', '03-28T00:00', '03-28T23:00']);
  // In Santiago, clocks go from 23:59 to 01:00 in September 2027.
  assert.deepEqual(starts('2027-09-06T10:00:00Z', 'America/Santiago'), ['09-04T04:00', '09-05T04:00', '09-06T03:00']);
  assert.deepEqual(startTimes(lastDays(new Date('2027-03-29T10:00:00Z'), 3, 'Europe/London')), ['23:00']);
  assert.deepEqual(startTimes(lastDays(new Date(), 366, 'UTC')), []);
});

test('a time belongs to one day, whatever the zone', () => {
  for (const zone of ['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia']) {
    const days = lastDays(new Date('2027-11-20T10:00:00Z'), 366, zone);
    for (const { day, start } of days) {
      assert.equal(dayAt(days, start), day);
      const before = new Date(Date.parse(start) - 1);
      const local = Temporal.Instant.fromEpochMilliseconds(before.getTime()).toZonedDateTimeISO(zone);
      assert.equal(dayAt(days, before.toISOString()) ?? local.toPlainDate().toString(), local.toPlainDate().toString());
    }
    assert.equal(dayAt(days, '2000-01-01T00:00:00.000Z'), null);
  }
});
