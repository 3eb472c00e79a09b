import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runStatement } from '../../test/support/postgres.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { type Answer, startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { writeSetting } from '../settings/settings.ts';

/** Takes more than one page of the file. */
const form = {
  name: 'Survey',
  fields: Array.from({ length: 60 }, (_, n) => ({
    name: `answer${n}`,
    type: 'text',
    label: `Question ${n}`.repeat(9),
  })),
};

/** Asks again, not for the shared answer of the last second. */
function askReady(service: TestService): Promise<Answer> {
  service.advance(1000);
  return service.request('GET', '//readyz', { token: null });
}

async function assertNotReady(service: TestService): Promise<void> {
  const answer = await askReady(service);
  assert.equal(answer.status, 503, answer.text);
  assert.equal(answer.body.code, 'store_unavailable');
  assert.match(String(answer.headers['retry-after']), /^\d+$/);
  const write = await service.request('POST', '/forms', { body: form });
  assert.equal(write.status, 503, write.text);
  assert.equal(write.body.code, 'store_unavailable');
  assert.equal((await service.request('GET', '/forms')).status, 200);
  assert.equal((await service.request('GET', '//healthz', { token: null })).status, 200);
}

async function assertReady(service: TestService): Promise<void> {
  const answer = await askReady(service);
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await service.request('POST', '/forms', { body: form })).status, 201);
}

test('/readyz fails while the disk is full, and succeeds when there is room again', {
  skip: testDialect === 'postgres',
}, async (t) => {
  const service = await startTestService(t);
  const { writer } = service.database;
  const limitTo = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(writer);
  await assertReady(service);
  // Until no page is free, small writes still succeed.
  await limitTo(1);
  await waitFor('a full file', async () => (await service.request('POST', '/forms', { body: form })).status === 503);
  await assertNotReady(service);
  // Here SQLite itself rolls back.
  const large = inTransaction(service.context, (ctx) => writeSetting(ctx, 'large', 'x'.repeat(1_000_000)));
  await assert.rejects(large, (error) => service.context.dialect.isUnavailable(error));
  await limitTo(1_000_000);
  await assertReady(service);
});

/** Makes the database read-only for new connections, or undoes it, and ends the others. */
async function setReadOnly(service: TestService, value: 'on' | 'off'): Promise<void> {
  const server = process.env.TEST_DATABASE_URL as string;
  const name = new URL(service.config.databaseUrl as string).pathname.slice(1);
  await runStatement(server, `alter database ${name} set default_transaction_read_only = ${value}`);
  await runStatement(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await waitFor('a new connection', () =>
    service.context.db
      .selectFrom('settings')
      .selectAll()
      .execute()
      .catch(() => null),
  );
}

test('/readyz fails while PostgreSQL takes no writes, and succeeds when it takes them again', {
  skip: testDialect === 'sqlite',
}, async (t) => {
  const service = await startTestService(t);
  await assertReady(service);
  await setReadOnly(service, 'on');
  await assertNotReady(service);
  await setReadOnly(service, 'off');
  await assertReady(service);
});
