// The time zone of dates that an export does not give in UTC.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { exportItem, typed, writeExport } from '../../test/support/wordpress-export.ts';
import { importWordpress } from './wordpress-import.ts';
import { isTimeZone } from './wordpress-time-zone.ts';

const zero = '0000-00-00 00:00:00';
const dated = (id: number, status: string, local: string, gmt: string) =>
  exportItem(
    id,
    typed('post', status, `<wp:post_date>${local}</wp:post_date><wp:post_date_gmt>${gmt}</wp:post_date_gmt>`),
  );
const draft = dated(1, 'draft', '2025-07-01 10:00:00', zero);
const winter = dated(2, 'publish', '2025-01-10 13:00:00', '2025-01-10 12:00:00');
const summer = dated(3, 'publish', '2025-06-10 14:00:00', '2025-06-10 12:00:00');
const old = dated(4, 'private', '2024-12-01 09:30:00', zero);

for (const [what, channel, option, name, from, createdAt] of [
  ['the zone that published items show', draft + winter + summer, undefined, 'Europe/', 'export', '08:00'],
  ['the only offset of published items', draft + winter, undefined, '+01:00', 'export', '09:00'],
  ['the zone that is given', draft + winter + summer, 'America/New_York', 'America/New_York', 'option', '14:00'],
  ['UTC, if there is nothing published', draft, undefined, 'UTC', 'default', '10:00'],
  [
    'UTC, if published items do not agree',
    draft + winter + dated(5, 'publish', '2025-01-10 15:00:00', '2025-01-10 12:00:00'),
    undefined,
    'UTC',
    'default',
    '10:00',
  ],
] as const) {
  test(`a draft's date is read in ${what}`, async (t) => {
    const service = await startContentService(t);
    const { timeZone } = await importWordpress(service.context, await writeExport(t, channel), { timeZone: option });
    assert.ok(timeZone.name.startsWith(name), timeZone.name);
    assert.equal(timeZone.from, from);
    const item = (await service.request('GET', '/content/post/t1')).body;
    assert.equal(item.createdAt, `2025-07-01T${createdAt}:00.000Z`);
    assert.equal(item.publishedAt, null);
  });
}

test('a date of publication without UTC is read in the zone of the site', async (t) => {
  const service = await startContentService(t);
  await importWordpress(service.context, await writeExport(t, old + winter + summer));
  assert.equal((await service.request('GET', '/content/post/t4')).body.publishedAt, '2024-12-01T08:30:00.000Z');
  assert.equal((await service.request('GET', '/content/post/t3')).body.publishedAt, '2025-06-10T12:00:00.000Z');
});

test('names and offsets are time zones', () => {
  assert.deepEqual(['Europe/Vienna', '+05:30', 'UTC', 'Mars/Olympus', ''].map(isTimeZone), [
    true,
    true,
    true,
    false,
    false,
  ]);
});
