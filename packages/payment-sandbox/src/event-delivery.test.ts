import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sdkFor, secret, startReceiver, startTestSandbox, temporaryFolder, until } from '../test/test-sandbox.ts';
import { startSandbox } from './server.ts';

test('an event is retried until the receiver responds with 2xx', async (t) => {
  let failuresLeft = 3;
  const { receiver, stripe } = await startTestSandbox(t, {}, (_event, res) => {
    if (failuresLeft === 0) return false;
    failuresLeft -= 1;
    res.writeHead(failuresLeft === 1 ? 302 : 500, { location: '/elsewhere' }).end();
    return true;
  });
  await stripe.customers.create({});
  await receiver.awaitEvent('customer.created', 4);
  assert.equal(new Set(receiver.events.map((event) => event.id)).size, 1);
  await until(
    async () => (await stripe.events.list({ delivery_success: true })).data.length === 1,
    'the delivery is recorded',
  );
});

test('events that were not delivered are listed as such', async (t) => {
  const { sandbox, stripe, receiver } = await startTestSandbox(t);
  sandbox.faults.add({ kind: 'drop-events', event: 'customer.created', count: 1 });
  await stripe.customers.create({ name: 'dropped' });
  await stripe.customers.create({ name: 'sent' });
  await receiver.awaitEvent('customer.created');
  const missing = await until(async () => {
    const { data } = await stripe.events.list({ delivery_success: false });
    return data.length === 1 && data[0];
  }, 'one event stays undelivered');
  assert.equal((missing.data.object as { name: string }).name, 'dropped');
  assert.equal(missing.pending_webhooks, 1);
});

test('endpoints created through the API receive the events they enabled, signed with their own secret', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const keyring = { secret: '' };
  const other = await startReceiver(t, () => false, keyring);
  const endpoint = await stripe.webhookEndpoints.create({ url: other.url, enabled_events: ['customer.updated'] });
  keyring.secret = endpoint.secret ?? '';
  assert.match(keyring.secret, /^whsec_/);
  assert.equal((await stripe.webhookEndpoints.list()).data[0]?.secret, undefined);
  const customer = await stripe.customers.create({});
  await stripe.customers.update(customer.id, { name: 'Ada' });
  await other.awaitEvent('customer.updated');
  await receiver.awaitEvent('customer.updated');
  assert.deepEqual(other.types(), ['customer.updated']);
  assert.equal((await stripe.webhookEndpoints.del(endpoint.id)).deleted, true);
});

test('at most eight deliveries run at the same time', async (t) => {
  let [open, maxOpen] = [0, 0];
  const { sandbox, receiver } = await startTestSandbox(t, {}, (_event, res) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    setTimeout(() => {
      open -= 1;
      res.writeHead(200).end();
    }, 20);
    return true;
  });
  for (let count = 0; count < 40; count += 1)
    sandbox.emit('customer.created', { id: `cus_${count}`, object: 'customer' });
  await receiver.awaitEvent('customer.created', 40);
  assert.ok(maxOpen > 1 && maxOpen <= 8, `${maxOpen} at the same time`);
});

test('events that were not delivered are delivered after a restart', async (t) => {
  const dataFile = join(temporaryFolder(t), 'data.sqlite');
  const unreachable = await startSandbox({ dataFile, webhook: { url: 'http://127.0.0.1:9/closed', secret } });
  const customer = await sdkFor(unreachable.apiBase).customers.create({ email: 'kept@example.com' });
  await unreachable.close();
  const receiver = await startReceiver(t);
  const sandbox = await startSandbox({ dataFile, webhook: { url: receiver.url, secret } });
  t.after(() => sandbox.close());
  const event = await receiver.awaitEvent('customer.created');
  assert.equal((event.data.object as { id: string }).id, customer.id);
  assert.equal((await sdkFor(sandbox.apiBase).customers.list({ email: 'kept@example.com' })).data[0]?.id, customer.id);
});

test('a receiver of some types gets only those', async (t) => {
  const receiver = await startReceiver(t);
  const webhook = { url: receiver.url, secret, events: ['customer.updated'] };
  const sandbox = await startSandbox({ dataFile: ':memory:', webhook });
  t.after(() => sandbox.close());
  const { customers, events } = sdkFor(sandbox.apiBase);
  const { id } = await customers.create({});
  await customers.update(id, { name: 'Ada' });
  await receiver.awaitEvent('customer.updated');
  assert.deepEqual(receiver.types(), ['customer.updated']);
  const created = (await events.list({ type: 'customer.created' })).data;
  assert.deepEqual(
    created.map((event) => event.pending_webhooks),
    [0],
  );
});
