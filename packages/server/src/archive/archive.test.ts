// Archives of a site with something in every table: through both databases and back, while others write, over HTTP.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { archiveBytes, entriesIn, fileWith, withoutTime } from '../../test/support/archives.ts';
import { addMedia, startContentService } from '../../test/support/content-service.ts';
import { picture, storedFiles, upload } from '../../test/support/media.ts';
import { setUpOwner } from '../../test/support/sign-in.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { insertStoredRows, readStoredColumns } from '../database/stored-rows.ts';
import { importWordpress } from '../importers/wordpress-import.ts';
import { partNames, tablesOf } from './archived-tables.ts';
import { importArchive } from './import-archive.ts';
import { writeArchive } from './write-archive.ts';

const wordpress = path.resolve(import.meta.dirname, '../../test/data/themeunittestdata.wordpress.xml');

/** For a site on SQLite, whatever the tests run on. */
const sqlite = { databaseUrl: null };

async function startSite(t: Parameters<typeof startContentService>[0]): Promise<TestService & { item: string }> {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  await importWordpress(service.context, wordpress);
  const send = async (method: string, url: string, body: object) => {
    const answer = await owner.request(method, url, { body });
    assert.ok(answer.status < 300, `${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  await send('PATCH', '/settings', { trashDays: 7, locale: 'de-AT' });
  const fields = [
    { name: 'price', type: 'number', indexed: true },
    { name: 'sku', type: 'text', unique: true },
    { name: 'photo', type: 'media' },
  ];
  await send('POST', '/types', { name: 'product', fields });
  const photo = await upload(service, await picture('png'), 'Ünï.png', { texts: { tags: 'sea' } });
  assert.equal(photo.status, 201, photo.text);
  const product = { title: 'Größe Ä', slug: 'one', status: 'publish', tags: ['Neu'], categories: ['Shop'] };
  await send('POST', '/taxonomies', { name: 'brands', types: ['product'] });
  await send('POST', '/taxonomies/brands/terms', { name: 'Nike', description: 'Shoes', menuOrder: 3 });
  await send('POST', '/taxonomies/brands/terms', { name: 'Nyke' });
  await send('POST', '/taxonomies/brands/terms/nyke/merge', { into: 'nike' });
  const item = await send('POST', '/content/product', {
    ...product,
    terms: { brands: ['Nike'] },
    language: 'en',
    content: `<p>Zwei <em>Wörter</em> <img src="${photo.body.url}"></p>`,
    fields: { price: 12.5, sku: 'A-1', photo: photo.body.id },
  });
  await send('PATCH', `/content/product/${item.id}`, { slug: 'two', fields: { price: 13 } });
  await send('PATCH', `/content/product/${item.id}`, { unpublishAt: '2090-01-01T00:00:00Z' });
  await send('PATCH', `/content/product/${item.id}/draft`, { title: 'Soon' });
  await send('POST', `/content/product/${item.id}/publish`, { at: '2080-01-01T00:00:00Z' });
  await send('POST', '/views', { type: 'product', name: 'Cheap', shared: true, search: {} });
  await send('POST', '/views', { type: 'product', name: 'Mine', shared: false, search: {} });
  const form = await send('POST', '/forms', {
    name: 'Apply',
    fields: [
      { name: 'email', type: 'email' },
      { name: 'paper', type: 'file', accept: ['text/csv'] },
    ],
  });
  await send('POST', `/forms/${form.id}/webhooks`, { url: 'https://receiver.example/hook', events: ['submitted'] });
  const body = new FormData();
  body.append('email', 'ada@example.com');
  body.append('paper', new Blob(['a,b\r\n'], { type: 'text/csv' }), 'paper.csv');
  const submitted = await fetch(`${await service.listen()}/api/v1/forms/${form.slug}/submit`, { method: 'POST', body });
  assert.equal(submitted.status, 200, await submitted.text());
  const [contact] = (await owner.request('GET', '/contacts')).body.items;
  await send('POST', '/invoices', { contactId: contact.id, number: '2026-7', amount: 100, currency: 'eur' });
  await fillEmptyTables(service);
  return { ...service, item: item.id };
}

/** A row in each table that has none, so that none is left out of these tests. */
async function fillEmptyTables({ context }: TestService): Promise<void> {
  const columns = await readStoredColumns(context);
  await inTransaction(context, async (ctx) => {
    for (const [name, table] of tablesOf(partNames)) {
      if (
        await ctx.db
          .selectFrom(name as 'items')
          .select(String(table.key[0]) as 'id')
          .executeTakeFirst()
      )
        continue;
      const json = table.json as Record<string, string> | undefined;
      const values = (columns.get(name) ?? []).map(({ name, kind }) => {
        if (json?.[name]) return [name, json[name] === 'array' ? '[ 1 ]' : '{ "a":  "ü" }'];
        if (kind === 'bytes') return [name, Buffer.from([0, 255, 10])];
        return [name, kind === 'integer' ? 2 ** 31 - 1 : kind === 'number' ? 0.1 : `${name} „ü“\n"`];
      });
      await insertStoredRows(ctx, name, [Object.fromEntries(values)]);
    }
  });
}

test('a site goes through both databases and comes back as it was, and nothing waits there to be sent twice', async (t) => {
  const origin = await startSite(t);
  const first = await archiveBytes(origin.context);
  const entries = await entriesIn(first);
  for (const [name] of tablesOf(partNames)) assert.ok(entries.has(`tables/${name}/000001.ndjson`), name);
  const all = [...entries.values()].map(String).join('\n');
  const secrets = await origin.context.db.selectFrom('users').select('passwordHash').execute();
  for (const { passwordHash } of secrets) assert.ok(!all.includes(passwordHash));
  assert.ok(!/whsec_|secretKeyCheck|setupCode|"Mine"/.test(all));

  const other = await startContentService(t, sqlite);
  const plan = await importArchive(other.context, await fileWith(t, first), { dryRun: true });
  assert.deepEqual([plan.rows.revisions, plan.pending, await storedFiles(other)], [2, 1, []]);
  const report = await importArchive(other.context, await fileWith(t, first));
  assert.deepEqual(
    { pending: report.pending, paused: report.paused, missing: report.missing.length },
    { pending: 1, paused: 1, missing: plan.missing.length },
    'its secrets were encrypted with another key',
  );
  const deliveries = await other.context.db.selectFrom('deliveries').selectAll().execute();
  assert.deepEqual(
    deliveries.map(({ status, nextAttemptAt }) => [status, nextAttemptAt]),
    [['failed', null]],
  );
  const jobs = await other.context.db.selectFrom('jobs').select(['task', 'runAt']).orderBy('task').execute();
  assert.deepEqual(
    jobs.flatMap(({ task, runAt }) => (task === 'content.indexFields' ? [] : [{ task, runAt: runAt.slice(0, 19) }])),
    [
      { task: 'content.announceItem', runAt: '2030-01-01T19:00:18' },
      { task: 'content.publishDraft', runAt: '2080-01-01T00:00:00' },
      { task: 'content.unpublish', runAt: '2090-01-01T00:00:00' },
    ],
  );
  const again = await archiveBytes(other.context);
  const back = await startContentService(t);
  await importArchive(back.context, await fileWith(t, again));
  const last = await entriesIn(await archiveBytes(back.context));
  const expected = withoutTime(await entriesIn(again));
  assert.deepEqual(withoutTime(last), expected);
  // What differs from the origin is what must not be done again, and the event of the webhook that was paused therefore.
  const tables = ['events', 'subscribers', 'deliveries'];
  const known = [...tables.map((table) => `tables/${table}/000001.ndjson`), 'manifest.json', 'SHA256SUMS'];
  const differing = Object.entries(withoutTime(entries)).filter(([name, text]) => {
    return JSON.stringify(text) !== JSON.stringify(expected[name]);
  });
  assert.deepEqual(
    differing.map(([name]) => name),
    known,
  );

  for (const { request } of [other, back]) {
    const { body } = await request('GET', `/content/product/${origin.item}`);
    const before = (await origin.request('GET', `/content/product/${origin.item}`)).body;
    assert.deepEqual(body, before);
    const search = await request('GET', '/content/product?search=w%C3%B6rter&fields[price][gte]=13');
    assert.equal(search.body.total, 1, search.text);
    const counted = (await request('GET', '/content/post?status=publish')).body.total;
    assert.equal(counted, (await origin.request('GET', '/content/post?status=publish')).body.total);
    const photo = await request('GET', before.fields.photo ? `/media/${before.fields.photo}` : '/media');
    const file = await request('GET', `/${new URL(photo.body.url).pathname}`);
    assert.equal(file.status, 200);
    const taken = await request('POST', '/content/product', { body: { title: 'x', fields: { sku: 'A-1' } } });
    assert.equal(taken.status, 422, 'unique fields are indexed');
    const listed = await request('GET', `/content/product/${origin.item}/revisions`);
    assert.equal(listed.body.total, 3);
  }
  await assert.rejects(importArchive(back.context, await fileWith(t, first)), /The site is not empty: it has rows \(/);
});

test('an archive shows one moment: what is written or removed while it is read is not in it, or is named', async (t) => {
  const service = await startContentService(t);
  for (const seed of [1, 2]) {
    const answer = await upload(service, await picture('png', { seed }), `${seed}.png`);
    assert.equal(answer.status, 201);
  }
  for (let n = 0; n < 30; n++) await service.request('POST', '/content/post', { body: { title: `Before ${n}` } });
  const bytes = writeArchive(service.context);
  const chunks = [(await bytes.next()).value as Buffer];
  await service.request('POST', '/content/post', { body: { title: 'After' } });
  const [gone = ''] = await storedFiles(service);
  await service.context.files.remove(gone);
  let manifest = null;
  for (let next = await bytes.next(); ; next = await bytes.next()) {
    if (next.done) {
      manifest = next.value;
      break;
    }
    chunks.push(next.value);
  }
  assert.deepEqual([manifest.rows.items, manifest.files.count, manifest.missing], [30, 1, [{ id: gone, name: gone }]]);
  const entries = await entriesIn(Buffer.concat(chunks));
  assert.ok(!String(entries.get('tables/items/000001.ndjson')).includes('After'));
  const target = await startContentService(t);
  const report = await importArchive(target.context, await fileWith(t, Buffer.concat(chunks)));
  assert.deepEqual([report.missing, report.files.length], [[gone], 1]);
});

test('a part is imported where that part is empty, and the example site stays away from an imported one', async (t) => {
  const service = await startContentService(t);
  await service.request('POST', '/forms', { body: { name: 'Apply', fields: [{ name: 'a', type: 'text' }] } });
  await service.request('POST', '/content/post', { body: { title: 'One' } });
  await addMedia(service);
  const file = await fileWith(t, await archiveBytes(service.context, { parts: ['forms', 'content'] }));
  const target = await startContentService(t);
  await target.request('POST', '/content/post', { body: { title: 'Mine' } });
  await assert.rejects(importArchive(target.context, file), /--only forms\. Nothing was imported\.$/);
  await assert.rejects(importArchive(target.context, file, { only: ['media'] }), /does not contain the media library/);
  const { rows } = await importArchive(target.context, file, { only: ['forms'] });
  assert.deepEqual(rows, { forms: 1 });
  assert.equal((await target.request('GET', '/forms')).body.total, 1);
  assert.deepEqual((await target.request('GET', '/content/post?status=draft')).body.items.length, 1);
});

test('only owners download the archive, one at a time, and a broken download frees the place', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  assert.equal((await service.request('GET', '/export', { token: null })).status, 401);
  const token = await service.tokenWith('content:write', 'forms:write', 'crm:write', 'payments:write');
  assert.equal((await service.request('GET', '/export', { token })).status, 403);
  const wrong = await service.request('GET', '/export?only=content,meda');
  assert.equal(wrong.status, 400);
  assert.match(wrong.body.detail, /only: `meda` is not a part of a site: use settings, content, media/);
  const answer = await owner.request('GET', '/export?only=settings');
  assert.equal(answer.status, 200);
  assert.match(String(answer.headers['content-disposition']), /^attachment; filename="site-\d{4}-\d\d-\d\d\.tar"$/);
  assert.match(answer.text, /"siteName"/);

  for (let n = 0; n < 10; n++) {
    const large = Buffer.alloc(3_000_000, `${n} `);
    assert.equal((await upload(service, large, `${n}.txt`, { type: 'text/plain' })).status, 201);
  }
  const controller = new AbortController();
  const url = `${await service.listen()}/api/v1/export`;
  const headers = { authorization: `Bearer ${service.token}` };
  const running = await fetch(url, { headers, signal: controller.signal });
  assert.equal(running.status, 200);
  const second = await service.request('GET', '/export');
  assert.deepEqual([second.status, second.body.code], [409, 'conflict']);
  controller.abort();
  await waitFor('the place', async () => (await service.request('GET', '/export?only=settings')).status === 200);
});
