import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startReceiver } from '../../test/support/receiver.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { leaseMs } from '../jobs/leases.ts';

const body = { name: 'same', fields: [] };
const key = { 'idempotency-key': '"3f6c"' };

test('the same key and body return the first response again, and the work is done once', async (t) => {
  const service = await startTestService(t);
  const first = await service.request('POST', '/forms', { body, headers: key });
  const again = await service.request('POST', '/forms', { body, headers: { 'idempotency-key': '3f6c' } });
  assert.equal(first.status, 201);
  assert.equal(again.status, 201);
  assert.equal(again.text, first.text);
  assert.equal(again.headers.location, first.headers.location);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal(
    (await service.request('GET', '/forms')).body.items.filter((form: { name: string }) => form.name === 'same').length,
    1,
  );
});

test('the same key with a different body is rejected, and another caller may use the same key', async (t) => {
  const service = await startTestService(t);
  await service.request('POST', '/forms', { body, headers: key });
  const reused = await service.request('POST', '/forms', { body: { ...body, name: 'other' }, headers: key });
  assert.equal(reused.status, 422);
  assert.equal(reused.body.code, 'idempotency_key_reused');
  const other = await service.request('POST', '/forms', {
    body,
    headers: key,
    token: await service.tokenWith('forms:write'),
  });
  assert.equal(other.headers['idempotency-replayed'], undefined);
});

test('of many requests at once one runs, and the others get 409', async (t) => {
  const service = await startTestService(t);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.request('POST', '/forms', { body, headers: key })),
  );
  const made = answers.filter((answer) => answer.status === 201 && !answer.headers['idempotency-replayed']);
  assert.equal(made.length, 1);
  for (const answer of answers)
    assert.ok(
      answer.status === 201 || (answer.status === 409 && answer.body.code === 'request_in_progress'),
      answer.text,
    );
  assert.equal(
    (await service.request('GET', '/forms')).body.items.filter((form: { name: string }) => form.name === 'same').length,
    1,
  );
});

test('a rejected request leaves its key free for the corrected one', async (t) => {
  const service = await startTestService(t);
  assert.equal((await service.request('POST', '/forms', { body: { name: '' }, headers: key })).status, 422);
  assert.equal((await service.request('POST', '/forms', { body, headers: key })).status, 201);
  const bad = await service.request('POST', '/forms', { body, headers: { 'idempotency-key': 'with space' } });
  assert.equal(bad.body.code, 'invalid_header');
});

/** As if the process with this lease had died before it created the form. */
async function leaveUnfinished(service: TestService, formId: string, lockedBy: string): Promise<void> {
  await service.request('DELETE', `/forms/${formId}`);
  const lockedUntil = new Date(service.context.now().getTime() + leaseMs).toISOString();
  const { writer } = service.database;
  await writer.updateTable('idempotencyKeys').set({ status: null, body: null, lockedUntil, lockedBy }).execute();
}

test('the key of a process that died is free at once on its host, and within ten seconds on another', async (t) => {
  const service = await startTestService(t);
  const send = () => service.request('POST', '/forms', { body, headers: key });
  const first = await send();
  const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
  await leaveUnfinished(service, first.body.id, `${hostname()}:${deadPid}:x`);
  const sameHost = await send();
  assert.equal(sameHost.status, 201, sameHost.text);
  assert.equal(sameHost.body.id, first.body.id);

  await leaveUnfinished(service, first.body.id, 'another-host:1:x');
  const tooEarly = await send();
  assert.equal(tooEarly.body.code, 'request_in_progress');
  assert.equal(tooEarly.headers['retry-after'], '1');
  assert.ok(leaseMs < 10_000);
  service.advance(leaseMs);
  assert.equal((await send()).status, 201);
});

test('a key is held while its request runs, however long that takes', async (t) => {
  const processor = await startReceiver(t, { hang: true });
  const service = await startTestService(t, {
    stripe: {
      secretKey: 'sk_test_1',
      webhookSecrets: ['whsec_1'],
      apiBase: new URL(processor.url).origin,
      keysFrom: 'environment',
    },
  });
  const ticket = { name: 'ticket', type: 'payment', label: 'Ticket', amount: 2500, currency: 'eur' };
  const form = await service.request('POST', '/forms', { body: { name: 'Tickets', fields: [ticket] } });
  const submit = () => service.request('POST', `/forms/${form.body.id}/submit`, { body: {}, headers: key });
  const running = submit();
  await processor.received(1);
  const readLease = async () =>
    (await service.context.db.selectFrom('idempotencyKeys').select('lockedUntil').executeTakeFirstOrThrow())
      .lockedUntil;
  const lease = await readLease();
  await waitFor('a longer lease', async () => (await readLease()) > lease);
  assert.equal((await submit()).body.code, 'request_in_progress');
  await processor.close();
  assert.equal((await running).body.code, 'processor_unreachable');
  assert.equal((await submit()).body.code, 'processor_unreachable');
});

test('if the response cannot be stored, the caller gets a 503 problem, and a retry gets what was made', async (t) => {
  const service = await startTestService(t);
  const run = (...statements: string[]) =>
    inTransaction(service.context, async (ctx) => {
      for (const statement of statements) await sql.raw(statement).execute(ctx.db);
    });
  const onUpdate = 'create trigger "broken" before update on "idempotencyKeys"';
  await (testDialect === 'sqlite'
    ? run(`${onUpdate} begin select raise(abort, 'broken'); end`)
    : run(
        `create function broken() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`,
        `${onUpdate} for each row execute function broken()`,
      ));
  const failed = await service.request('POST', '/forms', { body, headers: key });
  assert.deepEqual([failed.status, failed.body.code], [503, 'store_unavailable']);
  assert.match(String(failed.headers['content-type']), /problem\+json/);
  assert.equal(failed.headers['retry-after'], '1');
  assert.equal(failed.headers.location, undefined);
  await run(`drop trigger "broken"${testDialect === 'sqlite' ? '' : ' on "idempotencyKeys"'}`);
  service.advance(leaseMs + 1000);
  const again = await service.request('POST', '/forms', { body, headers: key });
  assert.equal(again.status, 201);
  const { items } = (await service.request('GET', '/forms')).body;
  assert.deepEqual(
    items.filter((form: { name: string }) => form.name === 'same').map((form: { id: string }) => form.id),
    [again.body.id],
  );
});
