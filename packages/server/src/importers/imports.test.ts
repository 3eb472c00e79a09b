// Imports of uploaded exports over HTTP, in processes of their own.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startContentService } from '../../test/support/content-service.ts';
import type { Answer, TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { exportItem, typed } from '../../test/support/wordpress-export.ts';
import type { Config } from '../config/config.ts';
import { sweepFiles } from '../files/files.ts';

const themeData = path.resolve(import.meta.dirname, '../../test/data/themeunittestdata.wordpress.xml');
const withinMs = 120_000;

async function startWorking(t: TestContext, overrides: Partial<Config> = {}): Promise<TestService> {
  const service = await startContentService(t, overrides);
  await service.work();
  return service;
}

function upload(
  { request }: TestService,
  file: string | Uint8Array,
  texts: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  form.append('file', new Blob([file as string]), 'export.xml');
  return request('POST', '/imports', { body: form, headers });
}

async function ended({ request }: TestService, id: string): Promise<Answer['body']> {
  let body: Answer['body'];
  await waitFor(
    'the end of the import',
    async () => {
      ({ body } = await request('GET', `/imports/${id}`));
      return !['pending', 'checking', 'importing'].includes(body.status);
    },
    withinMs,
  );
  return body;
}

async function storedFiles({ context }: TestService): Promise<number> {
  let count = 0;
  for await (const _ of context.files.list()) count++;
  return count;
}

const channel = (items: string): string =>
  `<?xml version="1.0"?>\n<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>S</title><link>https://s.test</link><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`;

test('an upload is checked, started, imported beside other requests, and updated by the next one', async (t) => {
  const service = await startWorking(t);
  const bytes = await readFile(themeData);
  const first = await upload(service, bytes, { checkOnly: 'true' });
  assert.equal(first.status, 202, first.text);
  assert.equal(first.headers.location, `/api/v1/imports/${first.body.id}`);
  assert.deepEqual([first.body.fileName, first.body.size], ['export.xml', bytes.length]);
  assert.equal((await upload(service, bytes)).body.importId, first.body.id, 'one at a time');
  const checked = await ended(service, first.body.id);
  assert.equal(checked.status, 'checked');
  assert.deepEqual([checked.summary.items.post, checked.summary.items.page], [58, 21]);
  assert.deepEqual(
    checked.summary.skipped.map(({ what }: { what: string }) => what),
    ['nav_menu_item', 'terms of nav_menu', 'comments'],
  );
  assert.equal((await service.request('GET', '/content/post')).body.total, 0);
  await sweepFiles(service.context, -1000);

  const { id } = checked;
  const started = await service.request('POST', `/imports/${id}/start`, { body: { timeZone: 'Europe/Vienna' } });
  assert.equal(started.status, 202, started.text);
  const done = await ended(service, id);
  assert.equal(done.status, 'completed', JSON.stringify(done.error));
  const { report } = done;
  assert.deepEqual([report.created.post, report.created.page, done.runs], [58, 21, 1]);
  for (const skipped of checked.summary.skipped)
    assert.ok(
      report.skipped.some((one: object) => isDeepStrictEqual(one, skipped)),
      JSON.stringify(report.skipped),
    );
  assert.deepEqual(report.timeZone, { name: 'Europe/Vienna', from: 'option' });
  assert.ok(done.progress.created >= 79);
  assert.equal((await service.request('GET', '/content/post?status=any')).body.total, 58);
  assert.equal(await storedFiles(service), 0);
  const [noted] = report.notes.flatMap(({ examples }: { examples: { id?: string }[] }) =>
    examples.filter(({ id }) => id),
  );
  assert.equal((await service.request('GET', `/content/${noted.type}/${noted.id}`)).status, 200);

  const again = await upload(service, bytes.toString().replaceAll('Hello', 'Good day'), { update: 'true' });
  const { report: second } = await ended(service, again.body.id);
  assert.deepEqual(second.created, {});
  assert.ok(second.updated.length > 0);
  const list = (await service.request('GET', '/imports')).body;
  assert.deepEqual([list.total, list.items[0].id, list.items[0].report], [2, again.body.id, null]);
});

test('files that are no exports get one sentence, and nothing stays on disk', async (t) => {
  const service = await startWorking(t, { maxImportBytes: 300_000 });
  const item = exportItem(1, typed('post'));
  const long = channel(Array.from({ length: 100 }, (_, n) => exportItem(n, typed('post'))).join(''));
  const doctype = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'ab'.charAt(n % 2)}${n} "&a;&a;">`).join('')}]>`;
  const atOnce: [string, string | Uint8Array, RegExp][] = [
    ['empty', '', /must not be empty/],
    ['text', 'Dear all', /not XML: it does not start with "<"/],
    ['an archive', gzipSync(long), /gzip archive; unpack it first/],
    ['a page', '<!doctype html><p>Sign in', /HTML page, not a WordPress export/],
    ['other XML', `<feed>${'<entry/>'.repeat(2000)}</feed>`, /outermost element is <feed>/],
    ['cut off', channel(item).slice(0, -20), /ends in the middle of/],
  ];
  for (const [what, file, expected] of atOnce) {
    const { status, body } = await upload(service, file);
    assert.equal(status, 422, what);
    assert.equal(body.errors[0].pointer, '/file');
    assert.match(body.errors[0].detail, expected);
  }
  const large = await upload(service, long.repeat(100));
  assert.deepEqual([large.status, large.body.code, large.body.maxSize], [413, 'file_too_large', 300_000]);
  const nothing = await service.request('POST', '/imports', { body: new FormData() });
  assert.match(nothing.text, /\/file: is required/);
  const faults = await upload(service, channel(item), { update: 'perhaps', timeZone: 'Mars', other: '1' });
  assert.deepEqual(faults.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), ['/other', '/update']);
  const zone = await upload(service, channel(item), { timeZone: 'Mars' });
  assert.match(zone.text, /Europe\/Vienna/);
  for (const [file, expected] of [
    [long.slice(0, -30), /^The file cannot be imported: the file ends in the middle of .* \(cut off\?\)$/],
    [`${long}${'<rss/>'}`, /^The file cannot be imported: not XML: documents may contain only one root at line/],
  ] as const) {
    const { body } = await upload(service, file);
    const failed = await ended(service, body.id);
    assert.equal(failed.status, 'failed');
    assert.match(failed.error.detail, expected);
    assert.ok(failed.error.line > 1);
  }
  assert.equal((await service.request('GET', '/content/post')).body.total, 0);
  const bomb = await upload(service, long.replace('<rss', `${doctype}<rss`).replace('T1<', 'T&a8;<'));
  assert.equal((await ended(service, bomb.body.id)).status, 'completed');
  assert.ok((await service.request('GET', '/content/post?search=a8')).body.total >= 1, 'entities stay as written');
  assert.equal(await storedFiles(service), 0);
});

test('an import is canceled, and the same request makes one import', async (t) => {
  const service = await startWorking(t);
  // So many that the import goes on long after the first of them are stored.
  const count = 15_000;
  const many = channel(Array.from({ length: count }, (_, n) => exportItem(n + 1, typed('post'))).join(''));
  const key = { 'idempotency-key': 'one' };
  const { body: created } = await upload(service, many, {}, key);
  assert.equal((await upload(service, many, {}, key)).body.id, created.id);
  assert.equal((await service.request('POST', `/imports/${created.id}/start`)).body.code, 'import_in_progress');
  const posts = async (): Promise<number> => (await service.request('GET', '/content/post?limit=1')).body.total;
  await waitFor('posts', async () => (await posts()) > 0, withinMs);
  const cancel = () => service.request('PATCH', `/imports/${created.id}`, { body: { status: 'canceled' } });
  const canceled = await cancel();
  assert.deepEqual([canceled.status, canceled.body.status], [200, 'canceled']);
  assert.equal((await cancel()).body.code, 'conflict');
  // Its job ends after its process.
  const jobs = service.context.db.selectFrom('jobs').select('id').where('task', '=', 'imports.run');
  await waitFor('the end of the process', async () => (await jobs.execute()).length === 0, withinMs);
  const stored = await posts();
  assert.ok(stored < count, `${stored} of ${count}`);
  assert.equal(await storedFiles(service), 0);
});

test('only keys that may write content import', async (t) => {
  const service = await startContentService(t);
  const token = await service.tokenWith('content:read', 'forms:write');
  for (const [method, url] of [
    ['GET', '/imports'],
    ['POST', '/imports'],
    ['GET', '/imports/imp_1'],
    ['POST', '/imports/imp_1/start'],
    ['PATCH', '/imports/imp_1'],
  ] as const)
    assert.equal((await service.request(method, url, { token })).body.code, 'insufficient_scope', url);
  assert.equal((await service.request('GET', '/imports/imp_1')).body.code, 'import_not_found');
});
