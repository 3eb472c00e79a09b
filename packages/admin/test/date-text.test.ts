// Days and times in inputs: written as the country does, and read as people type and paste them.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { regionOptions } from '../src/settings/region-options.ts';
import { datePattern, readDay, readDayAndTime, writeDay, writeDayAndTime } from '../src/ui/date-text.ts';
import { firstDayOfWeek, setFormats } from '../src/ui/format.ts';

const setLocale = (locale: string | null): void => setFormats({ locale, timeZone: null });
const withSpaces = (text: string): string => text.replaceAll(/\s/g, ' ');

afterEach(() => setLocale(null));

test('what is written is read back in every country that can be chosen, in its order', () => {
  const times = ['2026-11-20T09:30', '2026-02-03T00:05', '2031-12-31T23:59', '2028-02-29T12:00'];
  for (const { value: locale } of regionOptions(null)) {
    setLocale(locale);
    for (const time of times) {
      assert.equal(readDayAndTime(writeDayAndTime(time)), time, `${locale}: ${writeDayAndTime(time)}`);
      assert.equal(
        readDay(writeDay(time.slice(0, 10))),
        time.slice(0, 10),
        `${locale}: ${writeDay(time.slice(0, 10))}`,
      );
    }
  }
  const written = ['en-AT', 'en-US', 'en-SE'].map((locale) => {
    setLocale(locale);
    return [writeDay('2026-11-20'), withSpaces(writeDayAndTime('2026-11-20T21:30'))];
  });
  assert.deepEqual(written, [
    ['20/11/2026', '20/11/2026, 21:30'],
    ['11/20/2026', '11/20/2026, 09:30 PM'],
    ['2026-11-20', '2026-11-20, 21:30'],
  ]);
  setLocale('en-GB');
  assert.deepEqual([datePattern(false), datePattern(true)], ['dd/mm/yyyy', 'dd/mm/yyyy, hh:mm']);
  assert.deepEqual([writeDay(''), writeDayAndTime(''), writeDay('soon')], ['', '', '']);
});

test('other ways to write a day and a time are read as well', () => {
  const days = ['3/2/2026', '03.02.2026', '3. 2. 26', '2026-02-03', '2026/2/3', '3 Feb 2026', 'February 3, 2026'];
  setLocale('en-AT');
  for (const day of days) assert.equal(readDay(day), '2026-02-03', day);
  setLocale('en-US');
  for (const day of ['2/3/2026', '2-3-26', ...days.slice(3)]) assert.equal(readDay(day), '2026-02-03', day);
  for (const time of ['2/3/2026 2:05 pm', '2026-02-03T14:05', '2026-02-03 14:05:30', 'Feb 3, 2026, 2.05 p.m.']) {
    assert.equal(readDayAndTime(time), '2026-02-03T14:05', time);
  }
  assert.equal(readDayAndTime('2/3/2026 12 am'), '2026-02-03T00:00');
});

test('what is not a day or a time is nothing', () => {
  setLocale('en-GB');
  for (const day of ['', 'soon', '30/2/2026', '20/13/2026', '1/2', '1/2/3/4', '20 Foo 2026', '1/2/026']) {
    assert.equal(readDay(day), null, day);
  }
  for (const time of [
    '20/11/2026',
    '20/11/2026 9',
    '20/11/2026 24:00',
    '20/11/2026 9:60',
    '20/11/2026 13:00 pm',
    '9:30',
  ]) {
    assert.equal(readDayAndTime(time), null, time);
  }
});

test('weeks begin with the day of the settings, or of the country', () => {
  const days = ['en-AT', 'en-US', 'en-EG'].map((locale) => {
    setLocale(locale);
    return firstDayOfWeek();
  });
  assert.deepEqual(days, [1, 0, 6]);
  setFormats({ locale: 'en-AT', timeZone: null, firstDayOfWeek: 'sunday' });
  assert.equal(firstDayOfWeek(), 0);
});
