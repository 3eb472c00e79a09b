// Kills real processes with SIGKILL, starts them again and counts their effects.

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { startReceiver } from '../support/receiver.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const contactForm = {
  name: 'Contact',
  slug: 'crash-contact',
  public: true,
  fields: [{ name: 'email', type: 'email', label: 'E-mail', required: true }],
};

type Arrived = { id: string; type: string; body: string };

/** Starts a receiver. Nothing can arrive before this is called. */
function startListening(port: number, arrived: Arrived[]): Server {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      arrived.push({ id: String(request.headers['webhook-id']), type: JSON.parse(body).type, body });
      response.end();
    });
  });
  server.listen(port, '127.0.0.1');
  return server;
}

test('killed between a submission and its delivery, the service delivers each event once after its next start', async (t) => {
  const server = await startServerProcess(t);
  const port = await freePort();
  const form = await server.request('POST', '/forms', contactForm);
  assert.equal(form.status, 201);
  await server.request('POST', '/forms/crash-contact/webhooks', {
    url: `http://127.0.0.1:${port}/`,
    events: ['submitted'],
  });

  const submissions = new Set<string>();
  for (let n = 0; n < 5; n++) {
    const answer = await server.request('POST', '/forms/crash-contact/submit', { email: `p${n}@example.com` });
    assert.equal(answer.status, 200);
    submissions.add(answer.body.submissionId);
  }
  await server.kill();

  const arrived: Arrived[] = [];
  const receiver = startListening(port, arrived);
  t.after(() => receiver.close());
  await server.start();
  await waitFor('all deliveries', () => new Set(arrived.map((one) => one.id)).size >= 5);
  await waitFor(
    'the deliveries to be recorded',
    async () => (await server.request('GET', '/deliveries?status=delivered')).body.total === 5,
  );
  assert.equal(arrived.length, 5, 'each event arrived once');
  assert.deepEqual(new Set(arrived.map((one) => JSON.parse(one.body).submission.id)), submissions);
});

test('killed several times during a stream of submissions, the service loses and duplicates no accepted submission', async (t) => {
  const server = await startServerProcess(t);
  const arrived: Arrived[] = [];
  const port = await freePort();
  const receiver = startListening(port, arrived);
  t.after(() => receiver.close());
  await server.request('POST', '/forms', contactForm);
  await server.request('POST', '/forms/crash-contact/webhooks', {
    url: `http://127.0.0.1:${port}/`,
    events: ['submitted'],
  });

  const accepted = new Set<string>();
  const keys = Array.from({ length: 60 }, (_, n) => `key-${n}`);
  const submit = async (key: string, n: number): Promise<void> => {
    const answer = await server
      .request('POST', '/forms/crash-contact/submit', { email: `p${n}@example.com` }, { 'idempotency-key': key })
      .catch(() => null);
    if (answer?.status === 200) accepted.add(answer.body.submissionId);
  };
  for (const round of [0, 1, 2]) {
    const before = accepted.size;
    const running = keys.slice(round * 20, round * 20 + 20).map((key, n) => submit(key, round * 20 + n));
    await waitFor('some responses', () => accepted.size > before + 3);
    await server.kill();
    await Promise.all(running);
    await server.start();
  }

  const listed = (await server.request('GET', '/forms/crash-contact/submissions?limit=100')).body;
  const stored = new Set<string>(listed.items.map((item: { id: string }) => item.id));
  for (const id of accepted) assert.ok(stored.has(id), `${id} was accepted but is missing`);
  await waitFor(
    'a delivery for each submission',
    () => new Set(arrived.map((one) => JSON.parse(one.body).submission.id)).size === stored.size,
    60_000,
  );
  const eventOf = new Map<string, string>();
  for (const one of arrived) {
    const submission = JSON.parse(one.body).submission.id;
    assert.equal(eventOf.get(submission) ?? one.id, one.id, 'a submission has one event');
    eventOf.set(submission, one.id);
  }
  const contacts = (await server.request('GET', '/contacts?limit=100')).body;
  assert.equal(contacts.total, stored.size, 'one contact for each address');
});

test('killed during a request, the service runs the repeated request right after its next start', async (t) => {
  const processor = await startReceiver(t, { hang: true });
  const server = await startServerProcess(t, {
    STRIPE_API_BASE: new URL(processor.url).origin,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  });
  const ticket = { name: 'ticket', type: 'payment', label: 'Ticket', amount: 2500, currency: 'eur' };
  await server.request('POST', '/forms', { name: 'Tickets', slug: 'crash-tickets', fields: [ticket] });
  const submit = () => server.request('POST', '/forms/crash-tickets/submit', {}, { 'idempotency-key': 'again' });
  const lost = submit().catch(() => null);
  await processor.received(1);
  await server.kill();
  assert.equal(await lost, null);
  processor.script({ status: 500 });
  await server.start();
  const again = await submit();
  assert.equal(again.body.code, 'processor_error');
});

const supervised = [
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGINT'],
  ['SIGINT', 'SIGTERM'],
] as const;

test('stopped by its supervisor and its shell at once, the service finishes its work and exits with 0', async (t) => {
  const server = await startServerProcess(t);
  const receiver = await startReceiver(t);
  await server.request('POST', '/forms', contactForm);
  const events = ['submitted'];
  await server.request('POST', '/forms/crash-contact/webhooks', { url: receiver.url, events });
  for (const [index, signals] of supervised.entries()) {
    receiver.script({ delayMs: 500 });
    for (let n = 0; n < 5; n++)
      await server.request('POST', '/forms/crash-contact/submit', { email: `${index}${n}@example.com` });
    await waitFor('deliveries on their way', () => receiver.open() > 0);
    for (const signal of signals) {
      process.kill(server.pid(), signal);
      await setTimeout(15);
    }
    assert.equal(await server.exited(), 0, signals.join());
    await server.start();
    const isDelivered = async () =>
      (await server.request('GET', '/deliveries?status=delivered')).body.total === 5 * (index + 1);
    await waitFor('the others', isDelivered);
    assert.equal(receiver.requests.length, 5 * (index + 1), `none was cut and sent again: ${signals}`);
  }
  assert.equal(await server.stop(), 0);
});

test('a second signal that comes later stops the service at once', async (t) => {
  const server = await startServerProcess(t);
  const receiver = await startReceiver(t, { hang: true });
  await server.request('POST', '/forms', contactForm);
  const events = ['submitted'];
  await server.request('POST', '/forms/crash-contact/webhooks', { url: receiver.url, events });
  await server.request('POST', '/forms/crash-contact/submit', { email: 'ada@example.com' });
  await receiver.received(1);
  let code: number | null = null;
  void server.exited().then((exit) => {
    code = exit;
  });
  await waitFor('the end', () => {
    if (code === null) process.kill(server.pid(), 'SIGTERM');
    return code !== null;
  });
  assert.equal(code, 1);
});
