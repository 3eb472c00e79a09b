// Lists and exports that may take long run beside the event loop, and end when they take too long.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { SlowReadError } from '../../src/database/sqlite-slow-reads.ts';
import { pageSubmissions } from '../../src/forms/results/submission-list.ts';
import { cpuMs } from '../support/busy-time.ts';
import { testDialect } from '../support/test-dialect.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

async function createForm({ request }: TestService): Promise<string> {
  const fields = [{ name: 'text', type: 'textarea' }];
  const form = await request('POST', '/forms', { body: { name: 'Busy', slug: 'busy', fields } });
  assert.equal(form.status, 201, form.text);
  return form.body.id;
}

/** Stores this many submissions at once, each with a text of `length` characters. */
async function storeSubmissions({ database }: TestService, formId: string, count: number, length: number) {
  const data = JSON.stringify({ text: 'x'.repeat(length) });
  await sql`insert into "submissions" ("id", "formId", "status", "data", "extra", "searchText", "createdAt", "updatedAt",
      "unread", "starred", "progress")
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select printf('sub_%026d', i), ${formId}, 'submitted', ${data}, '{}', 'text ' || i, '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z', 0, 0, 'done' from n`.execute(database.writer);
}

test('a list that takes too long is a problem that says what to narrow', async (t) => {
  const service = await startTestService(t);
  const { context, request } = service;
  await createForm(service);
  const contact = (await request('POST', '/contacts', { body: { name: 'Ada' } })).body.id;
  const tooSlow = testDialect === 'sqlite' ? new SlowReadError('slow') : Object.assign(new Error(), { code: '57014' });
  const fail = (): never => {
    throw tooSlow;
  };
  Object.assign(context, { slowDb: context.slowDb.withPlugin({ transformQuery: fail, transformResult: fail }) });
  for (const [url, named] of [
    ['/contacts?search=ada', 'Combine search with'],
    ['/invoices?status=draft&limit=5', 'Combine status with'],
    ['/payments?createdAt[gte]=2026-01-01T00:00:00Z&status=succeeded', 'Combine createdAt[gte] and status with'],
    ['/deliveries', 'Use filters'],
    ['/forms/busy/submissions?search=x', 'Combine search with'],
    ['/forms/busy/submissions.csv?search=x', 'Combine search with'],
    ['/forms', 'Use filters'],
    [`/contacts/${contact}/timeline`, 'Use filters'],
    ['/media', 'Use filters'],
    ['/tags?search=x', 'Combine search with'],
    ['/summary', ''],
  ] as const) {
    const { status, body, headers } = await request('GET', url);
    assert.deepEqual([url, status, body.code, headers['retry-after']], [url, 503, 'query_too_slow', '10']);
    assert.ok(body.detail.startsWith(named), `${url}: ${body.detail}`);
  }
});

test('a search in many submissions leaves the event loop free', { skip: testDialect !== 'sqlite' }, async (t) => {
  const service = await startTestService(t);
  const formId = await createForm(service);
  const count = 120_000;
  await storeSubmissions(service, formId, count, 20);
  const search = async (text: string): Promise<void> => {
    const { body } = await service.request('GET', `/forms/busy/submissions?search=${text}`);
    assert.equal(body.total, 1, JSON.stringify(body));
  };
  await search(`text+${count}`);
  const counting = sql`select count(*) from "submissions" where "searchText" like ${`%text ${count}%`}`;
  const countHere = () => cpuMs(() => counting.execute(service.database.reader));
  const hereMs = Math.min(await countHere(), await countHere(), await countHere());
  let busyMs = Number.POSITIVE_INFINITY;
  for (let tries = 1; tries < 10 && busyMs >= hereMs; tries++)
    busyMs = Math.min(busyMs, await cpuMs(() => search(`text+${count - tries}`)));
  assert.ok(busyMs < hereMs, `it took ${busyMs} ms of the event loop; its count alone takes ${hereMs} ms`);
});

test('an export reads few long submissions at once', { skip: testDialect !== 'sqlite' }, async (t) => {
  const service = await startTestService(t);
  const formId = await createForm(service);
  await storeSubmissions(service, formId, 150, 200_000);
  const ids: string[] = [];
  for await (const page of pageSubmissions(service.context, formId, {})) {
    assert.ok(page.length <= 2, `${page.length} submissions of 200 KB at once`);
    ids.push(...page.map(({ id }) => id));
  }
  assert.deepEqual([new Set(ids).size, ids], [150, ids.toSorted().reverse()]);
});
