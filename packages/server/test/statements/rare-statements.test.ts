// Statements that otherwise only long tests run, which `npm test` runs on SQLite alone.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startContentService } from '../support/content-service.ts';
import { testDialect } from '../support/test-dialect.ts';
import type { TestService } from '../support/test-service.ts';
import { waitFor } from '../support/wait-for.ts';
import { exportItem, typed, writeExport } from '../support/wordpress-export.ts';

const skip = testDialect === 'sqlite';
/** An import gives way to all else on the machine. */
const withinMs = 240_000;

function ended({ request }: TestService, path: string) {
  return waitFor(
    `the end of ${path}`,
    async () => {
      const { body } = await request('GET', path);
      return ['pending', 'checking', 'importing', 'running'].includes(body.status) ? null : body;
    },
    withinMs,
  );
}

test('an upload is imported, and another one canceled', { skip }, async (t) => {
  const service = await startContentService(t);
  const bytes = await readFile(await writeExport(t, exportItem(1, typed('post'))));
  const upload = async (checkOnly: boolean) => {
    const form = new FormData();
    if (checkOnly) form.append('checkOnly', 'true');
    form.append('file', new Blob([bytes]), 'export.xml');
    const { status, body, text } = await service.request('POST', '/imports', { body: form });
    assert.equal(status, 202, text);
    return `/imports/${body.id}`;
  };
  const canceled = await upload(false);
  assert.equal((await service.request('PATCH', canceled, { body: { status: 'canceled' } })).body.status, 'canceled');
  await service.work();
  const path = await upload(true);
  assert.equal((await ended(service, path)).status, 'checked');
  assert.equal((await service.request('POST', `${path}/start`)).status, 202);
  assert.equal((await ended(service, path)).status, 'completed');
  assert.equal((await service.request('GET', '/content/post')).body.total, 1);
});

test('a backup is made and deleted', { skip }, async (t) => {
  const service = await startContentService(t);
  await service.work();
  const { body } = await service.request('POST', '/backups');
  assert.equal((await ended(service, `/backups/${body.id}`)).status, 'completed');
  assert.equal((await service.request('DELETE', `/backups/${body.id}`)).status, 200);
});

test('many items are changed with a key for repeats', { skip }, async (t) => {
  const { request } = await startContentService(t);
  const changes = { operations: [{ action: 'create', title: 'One' }] };
  const send = () => request('POST', '/content/post/bulk', { body: changes, headers: { 'idempotency-key': 'one' } });
  const first = await send();
  assert.equal(first.status, 200, first.text);
  assert.equal((await send()).text, first.text);
});

test('an audit log of more than one page is exported', { skip }, async (t) => {
  const { database, request } = await startContentService(t);
  await sql`insert into "auditLog" ("id", "createdAt", "actorKind", "operation", "outcome", "details")
    select 'aud_' || lpad(i::text, 26, '0'), '2026-02-01T00:00:00.000Z', 'system', 'updateType', 'done',
      '{"changed":[],"values":{},"ids":[]}' from generate_series(1, 2500) as i`.execute(database.writer);
  const { text } = await request('GET', '/audit.ndjson');
  assert.ok(text.trim().split('\n').length >= 2500);
});
