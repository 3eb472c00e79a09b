// Kills the service while a change of a type converts its items.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const items = 1000;
const withinMs = 240_000;

test('a conversion that is killed goes on after the next start, converts each item once, and can be undone', async (t) => {
  const server = await startServerProcess(t, { FRONTDESK_EXAMPLE: '0' });
  const { request } = server;
  await request('POST', '/types', { name: 'tour', fields: [{ name: 'price', type: 'text' }] });
  const operations = Array.from({ length: items }, (_, n) => {
    return { action: 'create', title: `Tour ${n}`, fields: { price: `${n}` } };
  });
  assert.equal((await request('POST', '/content/tour/bulk', { operations })).status, 200);
  const lastChange = async () => (await request('GET', '/types/tour/changes?limit=1')).body.items[0];
  const readItems = (count: number) =>
    waitFor(`${count} items`, async () => ((await lastChange())?.progress.read ?? 0) >= count, withinMs);
  const ended = (status: string) => waitFor(status, async () => (await lastChange()).status === status, withinMs);

  // The request ends with its connection.
  const fields = [{ name: 'price', type: 'number' }];
  const change = request('PATCH', '/types/tour?convert=true', { fields }).catch(() => null);
  await readItems(100);
  await server.kill();
  await change;
  await server.start();
  // The rest is a job a few seconds later, which a slow start may not see waiting.
  assert.ok(['converting', 'completed'].includes((await lastChange()).status));
  await ended('completed');
  const positive = await request('GET', '/content/tour?status=any&limit=1&fields[price][gte]=0');
  assert.equal(positive.body.total, items);
  const { body } = await request('GET', '/content/tour?status=any&limit=1&orderBy=fields.price&order=desc');
  const { version, fields: values } = (await request('GET', `/content/tour/${body.items[0].id}`)).body;
  assert.deepEqual([values, version], [{ price: items - 1 }, 2]);

  const undo = request('POST', '/types/tour/undo').catch(() => null);
  await waitFor('the way back', async () => (await lastChange()).status === 'undoing', withinMs);
  await readItems(100);
  await server.kill();
  await undo;
  await server.start();
  await ended('undone');
  const found = new Set<unknown>();
  for (let offset = 0; offset < items; offset += 100) {
    const page = (await request('GET', `/content/tour?status=any&limit=100&offset=${offset}`)).body.items;
    for (const { fields } of page) found.add(fields.price);
  }
  assert.deepEqual(found, new Set(Array.from({ length: items }, (_, n) => `${n}`)));
});
