// Kills the service while it erases a person, and while it deletes what a form keeps no longer: both go on, nothing is
// counted twice, and what others have sent stays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../src/database/database.ts';
import type { Tables } from '../../src/database/tables.ts';
import { newId } from '../../src/lib/ids.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const [ofAda, ofBob] = [600, 600];
const withinMs = 240_000;

type Writable = Pick<import('kysely').Kysely<Tables>, 'selectFrom' | 'insertInto' | 'updateTable'>;

/** Changes the database while no service runs. */
async function change(server: ServerProcess, run: (db: Writable) => Promise<unknown>): Promise<void> {
  const { DATABASE_URL: databaseUrl = null, FRONTDESK_DATA } = server.environment;
  const database = await openDatabase({ databaseUrl, dataFolder: FRONTDESK_DATA as string });
  await database.transaction(async (transaction) => {
    await run(transaction as never);
  });
  await database.close();
}

/** Stores a submission again and again. */
async function copy(db: Writable, id: string, count: number): Promise<void> {
  const row = await db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (let n = 0; n < count; n++)
    await db
      .insertInto('submissions')
      .values({ ...row, id: newId('sub') })
      .execute();
}

test('killed while it erases a person or keeps to the days of a form, the service goes on and keeps what is of others', async (t) => {
  const server = await startServerProcess(t, { FRONTDESK_EXAMPLE: '0' });
  const { request } = server;
  const fields = [{ name: 'email', type: 'email', required: true }];
  const body = { name: 'Contact', slug: 'contact', fields };
  assert.equal((await request('POST', '/forms', body)).status, 201);
  const submit = async (email: string): Promise<string> =>
    (await request('POST', '/forms/contact/submit', { email })).body.submissionId;
  const [ada, bob] = [await submit('ada@winter.example'), await submit('bob@summer.example')];
  const total = async (search = ''): Promise<number> =>
    (await request('GET', `/forms/contact/submissions?limit=1&search=${search}`)).body.total;
  await server.kill();
  await change(server, async (db) => {
    await copy(db, ada, ofAda - 1);
    await copy(db, bob, ofBob - 1);
  });
  await server.start();
  assert.equal(await total(), ofAda + ofBob);

  const { body: erasure } = await request('POST', '/privacy/erasures', { email: 'ada@winter.example' });
  const read = async () => (await request('GET', `/privacy/erasures/${erasure.id}`)).body;
  await waitFor('some of them', async () => ((await read()).erased.submissions ?? 0) >= 50, withinMs);
  await server.kill();
  await server.start();
  await waitFor('the end', async () => (await read()).status === 'completed', withinMs);
  assert.deepEqual((await read()).erased, { contacts: 1, events: 2, submissions: ofAda });
  assert.deepEqual([await total(), await total('ada'), await total('bob')], [ofBob, 0, ofBob]);

  // What is old is deleted, and what is young stays.
  const settings = { retention: { days: 5 } };
  assert.equal((await request('PATCH', '/forms/contact', { settings })).status, 200);
  const young = await submit('bob@summer.example');
  await server.kill();
  await change(server, async (db) => {
    const old = { createdAt: new Date(Date.now() - 10 * 86_400_000).toISOString() };
    await db.updateTable('submissions').set(old).where('id', '!=', young).execute();
    const now = { runAt: new Date().toISOString(), lockedUntil: null, lockedBy: null };
    await db.updateTable('jobs').set(now).where('task', '=', 'forms.keepRetention').execute();
  });
  await server.start();
  await waitFor('some of them', async () => (await total()) < ofBob, withinMs);
  await server.kill();
  await server.start();
  await waitFor('all of them', async () => (await total()) === 1, withinMs);
  assert.equal((await request('GET', `/submissions/${young}`)).status, 200);
});
