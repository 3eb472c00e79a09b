// What an upgrade must keep, and that it can be taken back: the databases of earlier versions, kept as fixtures, come up with every
// value, and the code of the version before runs on today's schema (decision 0106).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/database/database.ts';
import { listMigrations } from '../../src/database/migrate.ts';
import { oldestSupported } from '../../src/database/schema-support.ts';
import { owners } from '../../src/database/tables.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { testDialect } from '../support/test-dialect.ts';
import { waitFor } from '../support/wait-for.ts';
import { differences } from './compare-values.ts';
import { fixtures, previousCode, restoreFixture, startThere, valuesOf } from './fixtures.ts';
import { readValues } from './read-values.ts';

const all = fixtures();
const newest = all.at(-1) as (typeof all)[number];

/** Tables that the fixtures may have no rows in, and why. */
const withoutRows: Record<string, string> = {
  backups: 'their files are not in a backup',
  editors: 'who is editing now',
  idempotencyKeys: 'kept for a day',
  importLinks: 'while an import runs',
  limitedLanes: 'while a receiver fails',
  searchStale: 'until the words of an item are stored',
  usedSolutions: 'kept for half an hour',
};

for (const fixture of all)
  test(`the database of ${fixture.name} comes up with every value`, async (t) => {
    const place = await restoreFixture(t, fixture);
    const server = await startThere(t, fixture, place);
    const { values } = await readValues({ server });
    const expected = valuesOf(fixture);
    assert.ok(Object.keys(expected).length > 250, 'the fixture has values');
    assert.deepEqual(differences(expected, values), []);
    assert.equal(await server.stop(), 0);
    assert.equal(server.errors(), '');
  });

// The rows for PostgreSQL are restored into tables of today, of which some are newer than the fixture.
test('the newest fixture has rows in every table of its version', { skip: testDialect !== 'sqlite' }, async (t) => {
  const { FRONTDESK_DATA: dataFolder = '', DATABASE_URL: databaseUrl = null } = await restoreFixture(t, newest);
  const database = await openDatabase({ dataFolder, databaseUrl });
  t.after(() => database.close());
  const tables = (await database.reader.introspection.getTables()).map(({ name }) => name);
  const empty: string[] = [];
  for (const table of Object.keys(owners)) {
    if (!tables.includes(table)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(database.reader);
    if (rows.length === 0) empty.push(table);
  }
  assert.deepEqual(
    empty.filter((table) => !(table in withoutRows)),
    [],
  );
});

test('a version supports the one before it, whose code is kept', () => {
  const withCode = all.filter(({ about }) => about.code !== undefined).map(({ name }) => name);
  assert.deepEqual(withCode, [newest.name]);
  assert.equal(
    oldestSupported,
    newest.about.schema,
    'database/schema-support.ts names the schema of the version before',
  );
  assert.ok(listMigrations().includes(oldestSupported));
});

test('the version before goes on with the database of today, and today’s version with what it left', async (t) => {
  const place = await restoreFixture(t, newest);
  const today = await startThere(t, newest, place);
  const made = await today.request('POST', '/content/page', { title: 'Of the new version' });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal(await today.stop(), 0);

  const previous = await startThere(t, newest, place, [await previousCode(t, newest)]);
  const { values } = await readValues({ server: previous });
  assert.deepEqual(differences(valuesOf(newest), values), []);
  assert.equal((await previous.request('GET', `/content/page/${made.body.id}`)).body.title, 'Of the new version');
  const written = await writeSome(previous);
  assert.equal(await previous.stop(), 0);

  await today.start();
  for (const [path, expected] of Object.entries(written)) {
    const { status, body } = await today.request('GET', path);
    assert.equal(status, 200, path);
    assert.deepEqual(differences({ [path]: expected }, { [path]: body }), []);
  }
  assert.equal((await today.request('PATCH', `/content/page/${made.body.id}`, { title: 'Both' })).status, 200);
  assert.equal(await today.stop(), 0);
});

/** Content, a paid submission, a contact, a changed setting. Returns what can be read of them. */
async function writeSome(server: ServerProcess): Promise<Record<string, unknown>> {
  const write = async (method: string, path: string, body: object, status: number) => {
    const answer = await server.request(method, path, body);
    assert.equal(answer.status, status, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const item = await write(
    'POST',
    '/content/page',
    { title: 'Written before', content: '<p>x</p>', status: 'publish' },
    201,
  );
  await write('PATCH', `/content/page/${item.id}`, { title: 'Written again' }, 200);
  const tickets = { lines: [{ line: 'ticket', option: 'full' }] };
  const sent = await write('POST', '/forms/tickets/submit', { email: 'eve@example.com', tickets }, 200);
  // The page is at the public address, which is another one here.
  const { pathname } = new URL(sent.paymentUrl);
  const body = new URLSearchParams({ outcome: 'pay', email: 'eve@example.com' });
  const paid = await fetch(`${server.origin}${pathname}`, { method: 'POST', body, redirect: 'manual' });
  assert.equal(paid.status, 303);
  const submission = `/submissions/${sent.submissionId}`;
  await waitFor('the payment', async () => (await server.request('GET', submission)).body.status === 'paid');
  const contact = await write('POST', '/contacts', { email: 'fay@example.com', name: 'Fay' }, 201);
  await write('PATCH', '/settings', { siteName: 'Went back' }, 200);
  const paths = [`/content/page/${item.id}`, submission, `/contacts/${contact.id}`, '/settings'];
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await server.request('GET', path)).body])),
  );
}

test('a version from before the one before refuses in one sentence', {
  skip: testDialect === 'postgres',
}, async (t) => {
  const place = await restoreFixture(t, newest);
  const today = await startThere(t, newest, place);
  assert.equal(await today.stop(), 0);
  const database = await openDatabase({ dataFolder: place.FRONTDESK_DATA as string, databaseUrl: null });
  // As a version after the next would leave it.
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(
    database.writer,
  );
  await database.writer.updateTable('schemaSupport').set({ oldest: '9998-next' }).execute();
  await database.close();
  const previous = startThere(t, newest, place, [await previousCode(t, newest)]);
  await assert.rejects(previous, /ended with 1:\nThe database was migrated by a newer version of Frontdesk, for which/);
});
