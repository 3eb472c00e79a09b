// Breaks a real PostgreSQL under a running service, which must answer 503 meanwhile and recover by itself.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { createDatabase, type OwnPostgres, runStatement, startOwnPostgres } from '../support/postgres.ts';
import { startReceiver } from '../support/receiver.ts';
import { startRelay } from '../support/relay.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const form = {
  name: 'Contact',
  slug: 'outage',
  public: true,
  fields: [{ name: 'email', type: 'email', label: 'Email', required: true }],
};

async function startPostgres(t: TestContext): Promise<OwnPostgres & { database: string }> {
  // A commit must survive a crash of the server, as it does by default.
  const postgres = await startOwnPostgres({ synchronous_commit: 'on', max_connections: '30' });
  t.after(() => postgres.stop());
  return { ...postgres, database: await createDatabase(postgres.url, 'outage') };
}

/** The service on this database, with a form whose submissions are sent to a receiver. */
async function startService(t: TestContext, database: string) {
  const server = await startServerProcess(t, { DATABASE_URL: database });
  const receiver = await startReceiver(t);
  assert.equal((await server.request('POST', '/forms', form)).status, 201);
  await server.request('POST', '/forms/outage/webhooks', { url: receiver.url, events: ['submitted'] });
  return { server, receiver };
}

/** The same, with a network between the service and the database that the test can break. */
async function startBehindRelay(t: TestContext) {
  const postgres = await startPostgres(t);
  const network = await startRelay(t, Number(new URL(postgres.url).port));
  const database = new URL(postgres.database);
  database.port = String(network.port);
  return { postgres, network, ...(await startService(t, database.href)) };
}

type Answer = Awaited<ReturnType<ServerProcess['request']>>;

let submitted = 0;
const submit = (server: ServerProcess): Promise<Answer> =>
  server.request('POST', '/forms/outage/submit', { email: `p${submitted++}@example.com` });

function assertUnavailable(answer: Answer): void {
  assert.equal(answer.status, 503, JSON.stringify(answer.body));
  assert.equal(answer.body.code, 'store_unavailable');
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
}

/** Submits again and again from four callers until stopped. Each answer is a success or a 503. */
function startSubmitters(server: ServerProcess) {
  const accepted = new Set<string>();
  let refused = 0;
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const answer = await submit(server);
      if (answer.status === 200) accepted.add(answer.body.submissionId);
      else {
        assertUnavailable(answer);
        refused++;
      }
    }
  };
  const running = Promise.all([run(), run(), run(), run()]);
  running.catch(() => {});
  return {
    accepted,
    refused: () => refused,
    async stop() {
      isStopped = true;
      await running;
    },
    /** Fails at once if a submitter has failed. */
    until: (what: string, condition: () => boolean) => Promise.race([waitFor(what, condition), running]),
  };
}

/** With a token, which cannot be looked up in the database now. */
const statusOf = async (server: ServerProcess, path: string): Promise<number> =>
  (await fetch(`${server.origin}/${path}`, { headers: { authorization: `Bearer ${server.token}` } })).status;

test('PostgreSQL crashes under four submitters: 503 meanwhile, nothing accepted is lost, and every event is delivered', async (t) => {
  const postgres = await startPostgres(t);
  const { server, receiver } = await startService(t, postgres.database);
  const submitters = startSubmitters(server);
  for (let round = 0; round < 3; round++) {
    const { accepted, refused, until } = submitters;
    const before = { accepted: accepted.size, refused: refused() };
    await until('some submissions', () => accepted.size > before.accepted + 20);
    await postgres.crash();
    await until('a 503', () => refused() > before.refused);
    await waitFor('/readyz to fail', async () => (await statusOf(server, 'readyz')) === 503);
    assert.equal(await statusOf(server, 'healthz'), 200);
    await postgres.restart();
    await waitFor('/readyz to succeed', async () => (await statusOf(server, 'readyz')) === 200);
    const during = accepted.size;
    await until('submissions after the restart', () => accepted.size > during + 20);
  }
  await submitters.stop();
  const sent = (): Set<string> =>
    new Set(receiver.requests.map(({ body }) => JSON.parse(String(body)).submission.id as string));
  await waitFor('a delivery for each submission', () => submitters.accepted.isSubsetOf(sent()));
  const { total } = (await server.request('GET', '/forms/outage/submissions?limit=1')).body;
  await waitFor('deliveries of submissions whose answer was lost', () => sent().size === total);
  await waitFor(
    'the deliveries to be recorded',
    async () => (await server.request('GET', '/deliveries?status=delivered&limit=1')).body.total === total,
  );
});

test('started before PostgreSQL, the service says that it waits, and starts when the database answers', async (t) => {
  const postgres = await startPostgres(t);
  const { server } = await startService(t, postgres.database);
  await server.stop();
  await postgres.crash();
  const starting = server.start();
  await Promise.race([waitFor('the message', () => /Waiting up to 60 seconds/.test(server.output())), starting]);
  await postgres.restart();
  await starting;
  assert.equal((await submit(server)).status, 200);

  await server.stop();
  await postgres.crash();
  server.environment.FRONTDESK_DATABASE_WAIT = '1';
  await assert.rejects(server.start(), /ended with 1:.*could not be reached within 1 seconds: .*check DATABASE_URL/s);
});

test('a PostgreSQL that goes away during the start is waited for, at whatever point that is', async (t) => {
  const { network, server } = await startBehindRelay(t);
  await server.stop();
  const before = network.messages();
  await server.start();
  const total = network.messages() - before;
  let waits = 0;
  for (const part of [0.1, 0.4, 0.7, 0.95]) {
    await server.stop();
    const { length } = server.output();
    const message = Math.ceil(total * part);
    network.cutAt(message);
    const starting = server.start();
    let isStarted = false;
    starting.then(
      () => {
        isStarted = true;
      },
      () => {},
    );
    const isWaiting = () => server.output().slice(length).includes('Waiting up to');
    const waiting = waitFor(
      `the wait after message ${message} of ${total}`,
      // The last messages can be those of the worker, which waits by itself.
      () => network.isCut() && (isWaiting() || isStarted),
    );
    await Promise.race([waiting, starting.then(() => waiting)]);
    if (isWaiting()) waits++;
    network.goOn();
    await starting;
    await waitFor('a submission', async () => (await submit(server)).status === 200);
  }
  assert.ok(waits >= 3, `${waits} waits`);
});

test('a database that refuses the connection is reported in one sentence, without a wait', async (t) => {
  const postgres = await startPostgres(t);
  await assert.rejects(
    startServerProcess(t, { DATABASE_URL: postgres.url.replace(/[^/]*$/, 'missing') }),
    (error: Error) => {
      assert.match(
        error.message,
        /refused the connection: database "missing" does not exist\. Check DATABASE_URL\.\n?$/,
      );
      return true;
    },
  );
});

test('while all connections of PostgreSQL are used up, requests get 503, and succeed once there are free ones', async (t) => {
  const postgres = await startPostgres(t);
  // The limit of a database does not apply to superusers.
  await runStatement(postgres.url, 'create role frontdesk login');
  await runStatement(postgres.url, 'alter database outage owner to frontdesk');
  const database = new URL(postgres.database);
  database.username = 'frontdesk';
  const { server, receiver } = await startService(t, database.href);
  await refuseConnections(postgres.url);
  for (const answer of await submitMany(server)) assertUnavailable(answer);
  await runStatement(postgres.url, 'alter database outage connection limit -1');
  for (const answer of await submitMany(server)) assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { total } = (await server.request('GET', '/forms/outage/submissions?limit=1')).body;
  assert.equal(total, 30);
  await waitFor('every delivery', () => receiver.requests.length >= total);
});

/** More submissions at once than the service opens connections. */
const submitMany = (server: ServerProcess): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 30 }, () => submit(server)));

/**
 * Refuses new connections to the service's database, and ends those that it has. Clients that take all connections would
 * not do here: PostgreSQL counts a closed connection until its process has ended.
 */
async function refuseConnections(url: string): Promise<void> {
  await runStatement(url, 'alter database outage connection limit 0');
  const connections = `from pg_stat_activity where datname = 'outage'`;
  await runStatement(url, `select pg_terminate_backend(pid) ${connections}`);
  await waitFor(
    'its connections to end',
    async () => (await runStatement(url, `select ${connections}`)).rowCount === 0,
  );
}

test('when PostgreSQL moves behind the same name, the service follows', async (t) => {
  const { postgres, network: name, server } = await startBehindRelay(t);
  const submitters = startSubmitters(server);
  const { accepted, refused, until } = submitters;
  await until('some submissions', () => accepted.size > 20);
  await postgres.crash();
  await until('a 503', () => refused() > 0);
  const port = await freePort();
  await postgres.restart(port);
  name.moveTo(port);
  const before = accepted.size;
  await until('submissions at the new place', () => accepted.size > before + 20);
  await submitters.stop();
  const { total } = (await server.request('GET', '/forms/outage/submissions?limit=1')).body;
  assert.ok(total >= accepted.size);
});

test('when PostgreSQL stops answering without closing its connections, requests get 503, and all goes on when it is back', async (t) => {
  const { network, server, receiver } = await startBehindRelay(t);
  const { accepted, refused, until, stop } = startSubmitters(server);
  await until('some submissions', () => accepted.size > 20);
  network.hold();
  await until('a 503', () => refused() > 0);
  assert.equal(await statusOf(server, 'healthz'), 200);
  assert.equal(await statusOf(server, 'readyz'), 503);
  network.goOn();
  const before = accepted.size;
  await until('submissions afterwards', () => accepted.size > before + 20);
  await stop();
  const sent = (): Set<string> =>
    new Set(receiver.requests.map(({ body }) => JSON.parse(String(body)).submission.id as string));
  await waitFor('a delivery for each submission', () => accepted.isSubsetOf(sent()));
});
