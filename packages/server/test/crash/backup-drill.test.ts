// The drill: a service that is written to all the time is backed up and killed, the backup is restored elsewhere and started, and
// everything that the service had acknowledged before the backup began is there, row by row and file by file.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { freePort } from '../support/free-port.ts';
import { dropDatabase } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { testDialect } from '../support/test-dialect.ts';
import { waitFor } from '../support/wait-for.ts';

const run = promisify(execFile);
const cli = path.resolve(import.meta.dirname, '../../src/commands/cli.ts');
const passphrase = 'a passphrase of a test';

/** What the service had confirmed. */
type Acknowledged = { items: string[]; submissions: string[]; paid: string[]; updates: number };

async function createForms(server: ServerProcess): Promise<void> {
  const email = { name: 'email', type: 'email' };
  const paper = { name: 'paper', type: 'file', accept: ['text/csv'] };
  const ticket = { name: 'ticket', type: 'payment', label: 'Ticket', amount: 2500, currency: 'eur' };
  for (const body of [
    { name: 'Apply', slug: 'apply', fields: [email, paper] },
    { name: 'Visit', slug: 'visit', fields: [email, ticket] },
  ]) {
    const answer = await server.request('POST', '/forms', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  }
  const hook = { url: `http://127.0.0.1:${await freePort()}/`, events: ['submitted'] };
  const hooked = await server.request('POST', '/forms/apply/webhooks', hook);
  assert.equal(hooked.status, 201, JSON.stringify(hooked.body));
}

/** Writes until the service is gone: items, submissions with files, payments, changes. */
function writeAllTheTime(server: ServerProcess): { acknowledged: Acknowledged; ended: Promise<unknown> } {
  const acknowledged: Acknowledged = { items: [], submissions: [], paid: [], updates: 0 };
  const forever = async (write: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; ; n++) {
      try {
        await write(n);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return;
      }
    }
  };
  const writers = [
    forever(async (n) => {
      const { status, body } = await server.request('POST', '/content/post', {
        title: `Post ${n}`,
        content: `<p>${n}</p>`,
      });
      assert.equal(status, 201, JSON.stringify(body));
      acknowledged.items.push(body.id);
    }),
    forever(async (n) => {
      const { status } = await server.request('PATCH', '/settings', { trashDays: 1 + (n % 90) });
      assert.equal(status, 200);
      acknowledged.updates++;
    }),
    forever(async (n) => {
      const body = new FormData();
      body.append('email', `a${n}@example.com`);
      body.append('paper', new Blob([`line ${n}\r\n`.repeat(2000)], { type: 'text/csv' }), `${n}.csv`);
      const answer = await fetch(`${server.api}/forms/apply/submit`, { method: 'POST', body });
      assert.equal(answer.status, 200);
      acknowledged.submissions.push(((await answer.json()) as { submissionId: string }).submissionId);
    }),
    forever(async (n) => {
      const { status, body } = await server.request('POST', '/forms/visit/submit', { email: `v${n}@example.com` });
      assert.equal(status, 200, JSON.stringify(body));
      acknowledged.submissions.push(body.submissionId);
      const form = new URLSearchParams({ outcome: 'pay' });
      const paid = await fetch(body.paymentUrl, { method: 'POST', body: form, redirect: 'manual' });
      assert.equal(paid.status, 303);
      acknowledged.paid.push(body.submissionId);
    }),
  ];
  return { acknowledged, ended: Promise.all(writers) };
}

type Place = { dataFolder: string; databaseUrl: string | null };

async function open(t: TestContext, place: Place): Promise<Database> {
  const database = await openDatabase(place);
  t.after(() => database.close());
  return database;
}

async function rowsOf(database: Database, table: 'items' | 'submissions' | 'files', ids: readonly string[]) {
  return database.reader
    .selectFrom(table as 'items')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

const bytesAt = (folder: string, id: string): Promise<Buffer> => readFile(path.join(folder, 'files', id.slice(-2), id));

test('backed up while it is written to, killed and restored elsewhere, a service has everything that it had acknowledged', async (t) => {
  const server = await startServerProcess(t, { FRONTDESK_EXAMPLE: '0' });
  await createForms(server);
  const { acknowledged, ended } = writeAllTheTime(server);
  await waitFor('enough of everything', () => {
    const { items, submissions, paid, updates } = acknowledged;
    return items.length > 40 && submissions.length > 40 && paid.length > 15 && updates > 20;
  });
  const paidOnes = (): Promise<{ body: { total: number } }> =>
    server.request('GET', '/payments?status=succeeded&limit=1');
  await waitFor('payments that are settled', async () => (await paidOnes()).body.total > 5);

  const before: Acknowledged = structuredClone(acknowledged);
  const settled = (await paidOnes()).body.total;
  const folder = path.join(server.folder, 'backups');
  await mkdir(folder);
  const env = { ...server.environment, FRONTDESK_BACKUP_PASSPHRASE: passphrase };
  const made = await run(process.execPath, [cli, 'backup', folder, '--keep', '7d,4w', '--json'], { env });
  const result = JSON.parse(made.stdout);
  assert.deepEqual([result.key, result.missing, made.stderr], ['sealed', [], '']);
  assert.ok(acknowledged.items.length > before.items.length, 'others wrote meanwhile');
  await server.kill();
  await ended;
  const [name = ''] = await readdir(folder);
  assert.deepEqual(await readdir(folder), [path.basename(result.file)], 'and nothing else');

  const beside = `drill${path.basename(server.folder).slice(-6).toLowerCase().replace(/\W/g, '')}`;
  const file = path.join(folder, name);
  const restored = await run(process.execPath, [cli, 'restore', file, '--beside', beside, '--yes', '--json'], { env });
  assert.equal(JSON.parse(restored.stdout).key, 'restored');
  const place: Place = { dataFolder: path.join(server.folder, beside), databaseUrl: null };
  if (testDialect === 'postgres') {
    const url = new URL(server.environment.DATABASE_URL as string);
    url.pathname = `/${beside}`;
    place.databaseUrl = url.href;
    t.after(() => dropDatabase(process.env.TEST_DATABASE_URL as string, beside));
  }

  await t.test('rows and files are those of the service', async (t) => {
    const original = await open(t, {
      dataFolder: server.environment.FRONTDESK_DATA as string,
      databaseUrl: server.environment.DATABASE_URL ?? null,
    });
    const copy = await open(t, place);
    for (const [table, ids] of [
      ['items', before.items],
      ['submissions', before.submissions],
    ] as const) {
      const found = await rowsOf(copy, table, ids);
      assert.equal(found.length, ids.length, table);
      assert.deepEqual(found, await rowsOf(original, table, ids));
    }
    const files = await copy.reader.selectFrom('files').selectAll().orderBy('id').execute();
    assert.ok(files.length > 0);
    assert.deepEqual(
      files,
      await rowsOf(
        original,
        'files',
        files.map(({ id }) => id),
      ),
    );
    for (const { id, sha256 } of files) {
      assert.equal(
        createHash('sha256')
          .update(await bytesAt(place.dataFolder, id))
          .digest('hex'),
        sha256,
      );
    }
    // Nothing half: what one transaction wrote together is there together.
    const submissions = await copy.reader.selectFrom('submissions').select(['id', 'formId', 'data']).execute();
    const withFile = submissions.filter(({ data }) => JSON.parse(data).paper !== undefined);
    assert.deepEqual(withFile.map(({ id }) => id).sort(), files.map(({ submissionId }) => submissionId).sort());
    const payments = await copy.reader.selectFrom('payments').select(['submissionId', 'status']).execute();
    const visits = submissions.filter(({ data }) => JSON.parse(data).paper === undefined);
    assert.deepEqual(visits.map(({ id }) => id).sort(), payments.map(({ submissionId }) => submissionId).sort());
    assert.ok(payments.filter(({ status }) => status === 'succeeded').length >= settled);
    assert.deepEqual(await copy.reader.selectFrom('sessions').select('id').execute(), []);
  });

  const again = await startServerProcess(t, {
    FRONTDESK_EXAMPLE: '0',
    FRONTDESK_DATA: place.dataFolder,
    FRONTDESK_INITIAL_TOKEN: server.token,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
  });
  for (const id of before.items.slice(-5)) {
    const item = await again.request('GET', `/content/post/${id}`);
    assert.equal(item.status, 200, JSON.stringify(item.body));
  }
  const created = await again.request('POST', '/content/post', { title: 'After the restore' });
  assert.equal(created.status, 201);
  const searched = await again.request('GET', '/content/post?search=restore&status=any');
  assert.equal(searched.body.total, 1, 'the search works');
  await waitFor('the payments that the processor knows', async () => {
    const { body } = await again.request('GET', '/payments?status=succeeded&limit=1');
    return body.total >= settled;
  });
});
