import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { startSandbox } from './server.ts';
import { secret, sdkFor, sendForm, sessionParams, startReceiver, startTestSandbox, until } from './test-sandbox.ts';

test('a failing receiver gets the same event again until it says 2xx', async (t) => {
  let refusals = 3;
  const { receiver, stripe } = await startTestSandbox(t, {}, (_event, res) => {
    if (refusals === 0) return false;
    refusals -= 1;
    res.writeHead(refusals === 1 ? 302 : 500, { location: '/elsewhere' }).end();
    return true;
  });
  await stripe.customers.create({});
  await receiver.awaitEvent('customer.created', 4);
  assert.equal(new Set(receiver.events.map((event) => event.id)).size, 1);
  await until(async () => (await stripe.events.list({ delivery_success: true })).data.length === 1, 'the delivery is recorded');
});

test('events nobody takes are listed as undelivered', async (t) => {
  const { sandbox, stripe, receiver } = await startTestSandbox(t);
  sandbox.faults.add({ kind: 'drop-events', event: 'customer.created', count: 1 });
  await stripe.customers.create({ name: 'dropped' });
  await stripe.customers.create({ name: 'sent' });
  await receiver.awaitEvent('customer.created');
  const missing = await stripe.events.list({ delivery_success: false });
  await until(async () => (await stripe.events.list({ delivery_success: false })).data.length === 1, 'one event is undelivered');
  assert.ok(missing.data.length >= 1);
});

test('endpoints made through the API get the events they want, signed with their own secret', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const other = await startReceiver(t);
  const endpoint = await stripe.webhookEndpoints.create({ url: other.url, enabled_events: ['customer.updated'] });
  assert.match(endpoint.secret ?? '', /^whsec_/);
  assert.equal((await stripe.webhookEndpoints.list()).data[0]?.secret, undefined);
  assert.equal((await stripe.webhookEndpoints.del(endpoint.id)).deleted, true);
});

test('no more than eight deliveries are under way at once', async (t) => {
  let [open, most] = [0, 0];
  const { sandbox, receiver } = await startTestSandbox(t, {}, (_event, res) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      res.writeHead(200).end();
    }, 20);
    return true;
  });
  for (let count = 0; count < 40; count += 1) sandbox.emit('customer.created', { id: `cus_${count}`, object: 'customer' });
  await receiver.awaitEvent('customer.created', 40);
  assert.ok(most > 1 && most <= 8, `most at once: ${most}`);
});

test('what is undelivered at the end is delivered after a restart', async (t) => {
  const dataFile = join(temporaryFolder(t), 'data.sqlite');
  const deaf = await startSandbox({ dataFile, webhook: { url: 'http://127.0.0.1:9/nobody', secret } });
  const customer = await sdkFor(deaf.apiBase).customers.create({ email: 'kept@example.com' });
  await deaf.close();
  const receiver = await startReceiver(t);
  const sandbox = await startSandbox({ dataFile, webhook: { url: receiver.url, secret } });
  t.after(() => sandbox.close());
  const event = await receiver.awaitEvent('customer.created');
  assert.equal((event.data.object as { id: string }).id, customer.id);
  assert.equal((await sdkFor(sandbox.apiBase).customers.retrieve(customer.id)).id, customer.id);
});

test('a process killed between payment and delivery loses nothing and doubles nothing', async (t) => {
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
  assert.deepEqual(receiver.events, []);
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
  await until(async () => (await again.events.list({ delivery_success: false })).data.length === 0, 'everything is delivered');
  assert.equal(new Set(receiver.events.map((event) => event.id)).size, 4);
});

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function startProgram(t: TestContext, dataFile: string, url: string): Promise<{ child: ChildProcess; apiBase: string }> {
  const main = new URL('./main.ts', import.meta.url).pathname;
  const args = [main, '--port', '0', '--data-file', dataFile, '--webhook-url', url, '--webhook-secret', secret];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const apiBase = /listening on (\S+)/.exec(line)?.[1];
    if (apiBase !== undefined) return { child, apiBase };
  }
  throw new Error('The sandbox program ended before it listened');
}
