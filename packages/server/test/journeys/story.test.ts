// The README's story with the real program: a site is imported, a form is paid, signed events arrive, and part of the
// payment is refunded.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startReceiver } from '../support/receiver.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const run = promisify(execFile);
const cli = path.resolve(import.meta.dirname, '../../src/commands/cli.ts');
const exportFile = path.resolve(import.meta.dirname, '../data/themeunittestdata.wordpress.xml');
const secret = 'open-sesame';

test('a site is imported, a form is paid and partly refunded, and its events arrive', async (t) => {
  const server = await startServerProcess(t);
  const receiver = await startReceiver(t);

  const report = await run(process.execPath, [cli, 'import', 'wordpress', exportFile], { env: server.environment });
  assert.match(report.stdout, /2 authors, 68 categories, 114 tags, 58 posts, 21 pages, 37 media/);
  const posts = await server.request('GET', '/content/posts?limit=3&orderBy=title&order=asc&status=any');
  assert.equal(posts.body.items.length, 3);
  assert.equal(posts.body.total, 58 + 1, 'the import and the example post');
  const found = await server.request('GET', '/content/pages?search=front+page');
  assert.ok(found.body.items.some((item: { title: string }) => item.title === 'Front Page'));

  const form = await server.request('POST', '/forms/tickets/webhooks', {
    url: receiver.url,
    events: ['submitted', 'paid'],
    secret,
  });
  const workspace = await server.request('POST', '/payments/webhooks', {
    url: receiver.url,
    events: ['payment.succeeded', 'payment.refunded'],
    secret,
  });
  assert.deepEqual([form.status, workspace.status], [201, 201]);

  const submitted = await server.request('POST', '/forms/tickets/submit', { name: 'Ada', email: 'ada@example.com' });
  assert.deepEqual(Object.keys(submitted.body), ['submissionId', 'status', 'paymentUrl']);
  const paid = await fetch(submitted.body.paymentUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'pay' }),
    redirect: 'manual',
  });
  assert.equal(paid.status, 303);

  type Arrived = {
    type: string;
    id: string;
    data: Record<string, unknown>;
    contact: { email: string };
    invoice: { status: string; amountPaid: number };
  };
  const arrived = (type: string): Promise<Arrived> =>
    waitFor(type, () => {
      for (const { body, headers } of receiver.requests) {
        const event = JSON.parse(body.toString()) as Arrived;
        if (event.type !== type) continue;
        assert.equal(headers['x-service-signature'], createHmac('sha256', secret).update(body).digest('hex'));
        assert.equal(headers['webhook-id'], event.id);
        return event;
      }
      return null;
    });
  await arrived('submitted');
  await arrived('paid');
  const success = await arrived('payment.succeeded');
  assert.equal(success.contact.email, 'ada@example.com');
  assert.deepEqual([success.invoice.status, success.invoice.amountPaid], ['paid', 2500]);

  const refund = await server.request('POST', '/payments/refund', {
    paymentIntentId: success.data.paymentIntentId,
    amount: 500,
    reason: 'requested_by_customer',
  });
  assert.deepEqual([refund.status, refund.body.status, refund.body.amount], [200, 'succeeded', 500]);
  await arrived('payment.refunded');

  const submissions = await server.request('GET', '/forms/tickets/submissions');
  assert.deepEqual([submissions.body.total, submissions.body.items[0].status], [1, 'paid']);
  assert.equal(submissions.body.items[0].payment.amountRefunded, 500);
  const delivered = await waitFor('every delivery recorded', async () => {
    const { body } = await server.request('GET', '/deliveries?status=delivered');
    return body.total === 4 && body;
  });
  assert.equal(delivered.items.length, 4);
});

test('after a declined card the form is still unpaid and can be paid', async (t) => {
  const server = await startServerProcess(t);
  const { body } = await server.request('POST', '/forms/tickets/submit', { name: 'Bob', email: 'bob@example.com' });
  const send = (outcome: string): Promise<Response> =>
    fetch(body.paymentUrl, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
  const declined = await send('decline');
  assert.ok(declined.status >= 200 && declined.status < 500, String(declined.status));
  await waitFor(
    'the failure',
    async () => (await server.request('GET', '/payments')).body.items[0]?.status === 'failed',
  );
  assert.equal((await server.request('GET', '/forms/tickets/submissions')).body.items[0].status, 'awaiting_payment');
  assert.equal((await send('pay')).status, 303);
  await waitFor(
    'the success',
    async () => (await server.request('GET', '/forms/tickets/submissions')).body.items[0].status === 'paid',
  );
});
