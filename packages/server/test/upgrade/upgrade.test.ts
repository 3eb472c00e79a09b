// What an upgrade must keep, and that it can be taken back (decision 0106): the databases of earlier versions, kept as fixtures, come up
// with every value, and of two versions that follow each other, the earlier one runs on the schema of the later one. They are the version
// before and today's, and today's and a made-up next one.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/database/database.ts';
import { listMigrations, oldestSupported } from '../../src/database/migrations/migrate.ts';
import { owners } from '../../src/database/tables.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';
import { differences } from './compare-values.ts';
import { fillSite } from './fill-site.ts';
import { fixtures, nextVersion, previousCode, restoreFixture, startThere, valuesOf } from './fixtures.ts';
import { readValues, type Values } from './read-values.ts';

const all = fixtures();
const newest = all.at(-1);

/** Where a site is, as environment, and what its API said when it was filled. */
type Site = { place: Record<string, string>; filledAt: string; values: Values };
type Pair = {
  name: string;
  /** Today's version if there is no program. */
  earlier(t: TestContext): Promise<readonly string[] | undefined>;
  later?: readonly string[];
  /** Of the earlier version. */
  site(t: TestContext): Promise<Site>;
};

const pairs: Pair[] = [
  {
    name: 'today’s version and the next one',
    earlier: async () => undefined,
    later: nextVersion,
    async site(t) {
      const { environment, values } = await fillSite(t);
      await requireRowsEverywhere(environment);
      return { place: placeOf(environment), filledAt: new Date().toISOString(), values };
    },
  },
];
if (newest)
  pairs.push({
    name: `${newest.name} and today’s version`,
    earlier: async (t) => [await previousCode(t, newest)],
    site: async (t) => ({
      place: await restoreFixture(t, newest),
      filledAt: newest.about.filledAt,
      values: valuesOf(newest),
    }),
  });

function placeOf({ FRONTDESK_DATA = '', DATABASE_URL }: Record<string, string>): Record<string, string> {
  return { FRONTDESK_DATA, ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) };
}

/** Tables that a filled site may have no rows in, and why. */
const withoutRows: Record<string, string> = {
  backups: 'their files are not in a backup',
  editors: 'who is editing now',
  idempotencyKeys: 'kept for a day',
  importLinks: 'while an import runs',
  limitCounts: 'of several processes on one database',
  limitedLanes: 'while a receiver fails',
  passkeys: 'made for a host name, which the public URL of a fixture has not',
  searchStale: 'until the words of an item are stored',
  usedChallenges: 'kept for some minutes',
  usedSolutions: 'kept for half an hour',
  vatIdChecks: 'kept for a day',
};

async function requireRowsEverywhere(environment: Record<string, string>): Promise<void> {
  const database = await open(environment);
  const empty: string[] = [];
  for (const table of Object.keys(owners)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(database.reader);
    if (rows.length === 0) empty.push(table);
  }
  await database.close();
  assert.deepEqual(
    empty.filter((table) => !(table in withoutRows)),
    [],
    'A site is filled with rows of every table',
  );
}

function open({ FRONTDESK_DATA: dataFolder = '', DATABASE_URL: databaseUrl = null }: Record<string, string | null>) {
  return openDatabase({ dataFolder: dataFolder as string, databaseUrl });
}

for (const fixture of all)
  test(`the database of ${fixture.name} comes up with every value`, async (t) => {
    const place = await restoreFixture(t, fixture);
    const server = await startThere(t, fixture.about.filledAt, place);
    const { values } = await readValues({ server });
    const expected = valuesOf(fixture);
    assert.ok(Object.keys(expected).length > 250, 'the fixture has values');
    assert.deepEqual(differences(expected, values), []);
    assert.equal(await server.stop(), 0);
    assert.equal(server.errors(), '');
  });

test('a version supports the one before it, whose code is kept', () => {
  const withCode = all.filter(({ about }) => about.code !== undefined).map(({ name }) => name);
  assert.deepEqual(
    withCode,
    all.slice(-1).map(({ name }) => name),
  );
  assert.equal(
    oldestSupported,
    newest?.about.schema ?? listMigrations()[0],
    'database/migrations/migrate.ts names the schema of the version before',
  );
  assert.ok(listMigrations().includes(oldestSupported));
});

for (const pair of pairs)
  test(`${pair.name}: each goes on with the database that the other one leaves`, async (t) => {
    const { place, filledAt, values: expected } = await pair.site(t);
    const later = await startThere(t, filledAt, place, pair.later);
    assert.deepEqual(differences(expected, (await readValues({ server: later })).values), []);
    const made = await later.request('POST', '/content/page', { title: 'Of the later version' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.equal(await later.stop(), 0);

    const earlier = await startThere(t, filledAt, place, await pair.earlier(t));
    assert.match(earlier.output(), /migrated by a newer version of Frontdesk, for which this one is still new enough/);
    assert.deepEqual(differences(expected, (await readValues({ server: earlier })).values), []);
    assert.equal((await earlier.request('GET', `/content/page/${made.body.id}`)).body.title, 'Of the later version');
    const written = await writeSome(earlier);
    assert.equal(await earlier.stop(), 0);

    await later.start();
    for (const [path, expected] of Object.entries(written)) {
      const { status, body } = await later.request('GET', path);
      assert.equal(status, 200, path);
      assert.deepEqual(differences({ [path]: expected }, { [path]: body }), []);
    }
    assert.equal((await later.request('PATCH', `/content/page/${made.body.id}`, { title: 'Both' })).status, 200);
    assert.equal(await later.stop(), 0);
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

test('a version from before the one before refuses in one sentence', async (t) => {
  const server = await startServerProcess(t);
  assert.equal(await server.stop(), 0);
  const database = await open(server.environment);
  // As a version after the next would leave it.
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(
    database.writer,
  );
  await database.writer.updateTable('schemaSupport').set({ oldest: '9998-of-the-next' }).execute();
  await database.close();
  await assert.rejects(
    server.start(),
    /ended with 1:\n.*The database was migrated by a newer version of Frontdesk, for which/s,
  );
});
