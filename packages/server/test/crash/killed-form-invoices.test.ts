// Kills a process with SIGKILL while the payments of a form are reported, each several times: every payment has one invoice with a
// number, and no number is missing or there twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '@frontdesk/payment-sandbox';
import Stripe from 'stripe';
import { createRate, seller } from '../support/invoicing.ts';
import { connect } from '../support/payment-service.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const secret = 'whsec_1';
const count = 30;

test('killed several times while payments are reported, each has one invoice, and the numbers have no gap', async (t) => {
  const sandbox = await startSandbox({ dataFile: ':memory:', webhook: null });
  t.after(() => sandbox.close());
  const server = await startServerProcess(t, {
    STRIPE_API_BASE: sandbox.apiBase,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: secret,
  });
  const request = async (method: string, path: string, { body }: { body?: unknown } = {}) => {
    const answer = await server.request(method, path, body);
    return { ...answer, text: JSON.stringify(answer.body) };
  };
  await request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const invoice = { taxRateId: await createRate({ request } as never, '19'), pricesIncludeTax: false };
  const fee = { name: 'fee', type: 'payment', label: 'Fee', amount: 1000, currency: 'eur', invoice };
  const made = await request('POST', '/forms', { body: { name: 'Fair', slug: 'fair', fields: [fee] } });
  assert.equal(made.status, 201, made.text);
  for (let n = 0; n < count; n++) {
    const { status, text, body } = await request('POST', '/forms/fair/submit', { body: {} });
    assert.equal(status, 200, text);
    const paid = new URLSearchParams({ outcome: 'pay', email: `p${n}@example.com` });
    assert.equal((await fetch(body.paymentUrl, { method: 'POST', redirect: 'manual', body: paid })).status, 303);
  }
  const events: Stripe.Event[] = [];
  for await (const event of connect(sandbox.apiBase).events.list({ limit: 100 })) events.push(event);

  const report = async (event: Stripe.Event): Promise<void> => {
    const body = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const url = `${server.origin}/api/public/payments/webhook`;
    await fetch(url, { method: 'POST', headers, body }).catch(() => null);
  };
  const issued = async () => (await request('GET', '/invoices?sort=number&limit=100')).body;
  const twice = [...events, ...events];
  for (const round of [1, 2, 3]) {
    const before = (await issued()).total;
    const part = twice.slice(0, Math.ceil((twice.length * round) / 4));
    const reporting = Promise.all(part.map(report));
    await waitFor('some invoices', async () => {
      const { total } = await issued();
      return total > before + 2 || total === count;
    });
    await server.kill();
    await reporting;
    await server.start();
  }
  await Promise.all(twice.map(report));
  const all = await waitFor('an invoice for each payment', async () => {
    const list = await issued();
    return (
      list.items.length >= count && list.items.every(({ number }: { number: string | null }) => number !== null) && list
    );
  });
  assert.equal(all.total, count);
  assert.deepEqual(
    all.items.map(({ number, amount, amountPaid, status }: Record<string, string>) => [
      ...[Number(number?.slice(-4)), amount, amountPaid, status],
    ]),
    Array.from({ length: count }, (_, n) => [n + 1, 1190, 1190, 'paid']),
  );
  const { items } = (await request('GET', '/payments?limit=100')).body;
  assert.deepEqual(
    items.map(({ invoiceId }: { invoiceId: string }) => invoiceId).sort(),
    all.items.map(({ id }: { id: string }) => id).sort(),
  );
});
