import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type Stripe from 'stripe';
import {
  sdkFor,
  sendForm,
  sessionParams,
  startProgram,
  startReceiver,
  temporaryFolder,
  until,
} from '../test/test-sandbox.ts';
import { openStore } from './store.ts';

test('a process killed between payment and delivery loses nothing and sends nothing twice', async (t) => {
  const receiver = await startReceiver(t);
  const dataFile = join(temporaryFolder(t), 'data.sqlite');
  const first = await startProgram(t, dataFile, receiver.url);
  await fetch(`${first.apiBase}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'hold-events', event: '*' }),
  });
  const stripe = sdkFor(first.apiBase);
  const session = await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: 'session' });
  assert.equal((await sendForm(session.url, { outcome: 'pay' })).status, 303);
  assert.equal(receiver.events.length, 0);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const second = await startProgram(t, dataFile, receiver.url);
  await receiver.awaitEvent('checkout.session.completed');
  await receiver.awaitEvent('payment_intent.succeeded');
  const again = sdkFor(second.apiBase);
  const retried = await again.checkout.sessions.create(sessionParams(), { idempotencyKey: 'session' });
  assert.equal(retried.id, session.id);
  assert.equal((await again.checkout.sessions.retrieve(session.id)).payment_status, 'paid');
  assert.equal((await again.charges.list()).data.length, 1);
  await until(
    async () => (await again.events.list({ delivery_success: false })).data.length === 0,
    'everything is delivered',
  );
  assert.equal(new Set(receiver.events.map((event) => event.id)).size, 4);
});

test('after repeated kills under load, every acknowledged payment and every event exists exactly once', async (t) => {
  const receiver = await startReceiver(t);
  const dataFile = join(temporaryFolder(t), 'data.sqlite');
  const acknowledged = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const { child, apiBase } = await startProgram(t, dataFile, receiver.url);
    const target = acknowledged.size + 12;
    const payers = Array.from({ length: 4 }, () => payUntilKilled(sdkFor(apiBase), acknowledged));
    await until(() => acknowledged.size >= target, 'twelve more payments');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await Promise.all(payers);
  }
  const { apiBase } = await startProgram(t, dataFile, receiver.url);
  const stripe = sdkFor(apiBase);
  await until(
    async () => (await stripe.events.list({ delivery_success: false })).data.length === 0,
    'everything is delivered',
  );
  const all = { limit: 10_000 };
  const complete = await stripe.checkout.sessions.list({ status: 'complete', limit: 100 }).autoPagingToArray(all);
  const charges = await stripe.charges.list({ limit: 100 }).autoPagingToArray(all);
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray(all);
  assert.deepEqual(
    [...acknowledged].filter((id) => !complete.some((session) => session.id === id)),
    [],
  );
  assert.equal(charges.length, complete.length);
  assert.equal(events.length, complete.length * 4);
  assert.deepEqual(new Set(receiver.events.map((event) => event.id)), new Set(events.map((event) => event.id)));
});

/** Pays one session after another until the sandbox is killed. */
async function payUntilKilled(stripe: Stripe, acknowledged: Set<string>): Promise<void> {
  try {
    for (;;) {
      const session = await stripe.checkout.sessions.create(sessionParams());
      const response = await sendForm(session.url, { outcome: 'pay' });
      if (response.status === 303) acknowledged.add(session.id);
    }
  } catch {
    // The sandbox was killed.
  }
}

test('a process that starts while another creates the file waits for it', async (t) => {
  const file = join(temporaryFolder(t), 'data.sqlite');
  const other = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    const connection = new (require('better-sqlite3'))(workerData);
    connection.exec('begin immediate; create table other (n)');
    parentPort.postMessage('locked');
    setTimeout(() => connection.exec('commit'), 300);`,
    { eval: true, workerData: file },
  );
  const ended = once(other, 'exit');
  await once(other, 'message');
  openStore(file).close();
  await ended;
});
