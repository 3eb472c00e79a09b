// Native events arrive late, twice and in any order. A story is played at the processor once; then its native events are
// delivered to fresh services in many orders, with duplicates and several at a time. Every order must lead to the same
// state and to exactly one of each of our events, but none for a report that came too late to change anything. A failing
// order is reproduced by its seed.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type PaymentService, startPaymentService, type TestSandbox } from '../../../test/support/payment-service.ts';
import { seededRandom, shuffle } from '../../../test/support/seeded-random.ts';
import { inTransaction } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { handledTypes } from '../native-events.ts';
import { openPayment } from '../payments.ts';

const seeds = [1, 2, 3, 4];

type Story = { events: { id: string; type: string }[]; payments: Row<'payments'>[]; sandbox: TestSandbox };

/** Plays a story at a processor whose events go nowhere, and keeps them. */
async function record(t: TestContext, play: (service: PaymentService) => Promise<void>): Promise<Story> {
  const service = await startPaymentService(t, { silent: true, idle: true });
  await play(service);
  const events = await service.dashboard.events.list({ limit: 100 }).autoPagingToArray({ limit: 500 });
  const payments = await service.context.db.selectFrom('payments').selectAll().execute();
  return {
    events: events.filter((event) => handledTypes.includes(event.type)).reverse(),
    payments,
    sandbox: service.sandbox,
  };
}

type Outcome = { state: object; counts: Record<string, number>; order: string[] };

/** Delivers the events in the order of a seed (0: as they happened) to a service that has the story's payments, still open. */
async function replay(story: Story, seed: number, isAsked: boolean): Promise<Outcome> {
  const disposals: (() => unknown)[] = [];
  const scope = { after: (dispose: () => unknown) => void disposals.push(dispose) } as Pick<TestContext, 'after'>;
  const service = await startPaymentService(scope, isAsked ? { sandbox: story.sandbox } : { silent: true });
  try {
    for (const { status, paymentIntentId, ...payment } of story.payments) {
      await inTransaction(service.context, (ctx) => openPayment(ctx, payment));
    }
    const random = seededRandom(seed);
    const doubled = seed === 0 ? story.events : [...story.events, ...story.events.filter(() => random() < 0.5)];
    const order = seed === 0 ? doubled : shuffle(doubled, random);
    for (let at = 0; at < order.length; ) {
      const together = order.slice(at, at + (seed === 0 ? 1 : 1 + Math.floor(random() * 4)));
      await Promise.all(together.map((event) => service.deliver(event)));
      if (seed === 0 || random() < 0.5) await service.handled();
      at += together.length;
    }
    await service.handled();
    return await describeOutcome(service);
  } finally {
    for (const dispose of disposals) await dispose();
  }
}

async function describeOutcome({ context: { db }, events }: PaymentService): Promise<Outcome> {
  const payments = await db
    .selectFrom('payments')
    .leftJoin('contacts', 'contacts.id', 'payments.contactId')
    .select(['paymentIntentId', 'status', 'amount', 'amountReceived', 'amountRefunded', 'amountPending'])
    .select(['chargeId', 'customerId', 'contacts.emailKey', 'contacts.name'])
    .orderBy('paymentIntentId')
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['processorRefundId', 'status', 'amount'])
    .orderBy('processorRefundId')
    .execute();
  const subscriptions = await db
    .selectFrom('subscriptions')
    .leftJoin('contacts', 'contacts.id', 'subscriptions.contactId')
    .select(['subscriptions.id', 'status', 'snapshot', 'contacts.emailKey'])
    .execute();
  const invoices = await db
    .selectFrom('invoices')
    .leftJoin('contacts', 'contacts.id', 'invoices.contactId')
    .select(['processorInvoiceId', 'status', 'amount', 'amountPaid', 'subscriptionId', 'contacts.emailKey'])
    .select(['invoices.createdAt', 'paidAt'])
    .orderBy('processorInvoiceId')
    .execute();
  for (const { createdAt, paidAt } of invoices)
    assert.ok(paidAt === null || createdAt <= paidAt, `paid at ${paidAt}, before it was created at ${createdAt}`);
  const published = await events();
  const counts: Record<string, number> = {};
  for (const { type } of published) counts[type] = (counts[type] ?? 0) + 1;
  return { state: { payments, refunds, subscriptions, invoices }, counts, order: published.map((event) => event.type) };
}

/** Ours, which later ones may replace → the native event that it follows at most once each. */
const overtaken: Record<string, string> = {
  'subscription.updated': 'customer.subscription.updated',
  'payment.failed': 'payment_intent.payment_failed',
  'invoice.payment_failed': 'invoice.payment_failed',
};

/** What a payment or an invoice cannot go back to → what it has become. */
const settled: Record<string, string> = {
  'payment.failed': 'payment.succeeded',
  'invoice.payment_failed': 'invoice.paid',
};

function compare(name: string, story: Story, expected: Outcome, { state, counts, order }: Outcome): void {
  assert.deepEqual(state, expected.state, `${name}: state`);
  for (const type of new Set([...Object.keys(expected.counts), ...Object.keys(counts)])) {
    const [count, wanted] = [counts[type] ?? 0, expected.counts[type] ?? 0];
    const native = story.events.filter((event) => event.type === overtaken[type]);
    if (type in overtaken) assert.ok(count <= native.length, `${name}: ${count} × ${type}`);
    else assert.equal(count, wanted, `${name}: ${type}`);
  }
  for (const [failed, succeeded] of Object.entries(settled)) {
    assert.ok(
      !order.slice(order.indexOf(succeeded) + 1).includes(failed) || !order.includes(succeeded),
      `${name}: ${order}`,
    );
  }
}

const stories: Record<string, (service: PaymentService) => Promise<void>> = {
  async 'a checkout that is declined, paid and refunded in parts'(service) {
    const url = await service.checkout({ contactId: 'con_ada' });
    await service.pay(url, 'decline');
    await service.pay(url);
    const [intent] = (await service.dashboard.paymentIntents.list()).data;
    const payment_intent = intent?.id as string;
    await service.dashboard.refunds.create({ payment_intent, amount: 1000 });
    await service.dashboard.refunds.create({ payment_intent, amount: 1000 });
  },
  async 'a subscription bought on a hosted page, changed and ended'(service) {
    const price = await service.dashboard.prices.create({
      currency: 'usd',
      unit_amount: 1200,
      recurring: { interval: 'month' },
      product_data: { name: 'A plan' },
    });
    const session = await service.dashboard.checkout.sessions.create({
      mode: 'subscription',
      success_url: 'https://shop.example/thanks',
      line_items: [{ price: price.id, quantity: 1 }],
    });
    await service.pay(session.url as string);
    const [subscription] = (await service.dashboard.subscriptions.list()).data;
    const id = subscription?.id as string;
    await service.dashboard.subscriptions.update(id, { cancel_at_period_end: true });
    await service.dashboard.subscriptions.cancel(id);
  },
  async 'an invoice of the dashboard that is declined, then paid'(service) {
    const { dashboard } = service;
    const customer = (await dashboard.customers.create({ email: 'cleo@example.com', name: 'Cleo' })).id;
    const draft = await dashboard.invoices.create({ customer });
    await dashboard.invoiceItems.create({ customer, invoice: draft.id, amount: 5000, currency: 'usd' });
    await dashboard.invoices.finalizeInvoice(draft.id);
    await dashboard.invoices.pay(draft.id, { payment_method: 'pm_card_chargeDeclined' }).catch(() => {});
    await dashboard.invoices.pay(draft.id, { payment_method: 'pm_card_visa' });
  },
};

for (const [name, play] of Object.entries(stories)) {
  for (const isAsked of [true, false]) {
    test(`${name}, in any order, ${isAsked ? 'asking the processor' : 'from the events alone'}`, async (t) => {
      const story = await record(t, play);
      const expected = await replay(story, 0, isAsked);
      assert.ok(expected.order.length >= 2, expected.order.join());
      for (const seed of seeds) compare(`seed ${seed}`, story, expected, await replay(story, seed, isAsked));
    });
  }
}

type Reports = Record<'payment' | 'invoice' | 'subscription' | 'session', [type: string, object: object]>;

/** What is reported of one subscription, by objects that the processor's API does not know. */
function reportsOf(key: string, more: { [Name in keyof Reports]?: object }): Reports {
  const [customer, subscription] = [`cus_${key}`, `sub_${key}`];
  const paid = { status: 'complete', payment_status: 'paid', mode: 'subscription' };
  const intent = { id: `pi_${key}`, amount: 700, currency: 'usd', customer };
  const invoice = { id: `in_${key}`, amount_paid: 700, currency: 'usd', customer, subscription };
  return {
    payment: ['payment_intent.succeeded', { ...intent, ...more.payment }],
    invoice: ['invoice.paid', { ...invoice, ...more.invoice }],
    subscription: [
      'customer.subscription.created',
      { id: subscription, customer, status: 'active', ...more.subscription },
    ],
    session: [
      'checkout.session.completed',
      { id: `cs_${key}`, ...paid, customer, subscription, invoice: `in_${key}`, ...more.session },
    ],
  };
}

/** What each report says of the payer. */
const payers: Record<string, (key: string) => { [Name in keyof Reports]?: object }> = {
  'an address on the page only': (key) => ({ session: { customer_details: { email: `page${key}@example.com` } } }),
  'no customer on the invoice': (key) => ({
    payment: { receipt_email: `receipt${key}@example.com` },
    invoice: { customer: null, customer_email: `bill${key}@example.com` },
  }),
  'no customer on the page': (key) => ({
    payment: { receipt_email: `receipt${key}@example.com` },
    session: { customer: null, customer_details: { email: `page${key}@example.com` } },
  }),
  'a contact in the metadata of the subscription': (key) => ({
    payment: { receipt_email: `receipt${key}@example.com` },
    subscription: { metadata: { contactId: 'con_ada' } },
  }),
  'a contact in the metadata of the page': (key) => ({
    payment: { receipt_email: `receipt${key}@example.com` },
    session: { metadata: { contactId: 'con_ada' } },
  }),
};

for (const [name, payer] of Object.entries(payers)) {
  test(`payment, invoice and subscription name one contact in each of 24 orders: ${name}`, async (t) => {
    const service = await startPaymentService(t, { silent: true });
    await service.checkout({ contactId: 'con_ada', amount: 999 });
    const { db } = service.context;
    for (const [index, order] of permutations(['payment', 'invoice', 'subscription', 'session'] as const).entries()) {
      const key = String(index);
      const reports = reportsOf(key, payer(key));
      for (const name of order) {
        const [type, object] = reports[name];
        const event = { id: `evt_${key}_${name}`, object: 'event', type, created: 1_800_000_000, livemode: false };
        assert.equal((await service.deliver({ ...event, data: { object } })).status, 200);
        await service.handled();
      }
      const [payment, invoice, subscription] = await Promise.all([
        db.selectFrom('payments').select('contactId').where('paymentIntentId', '=', `pi_${key}`).executeTakeFirst(),
        db.selectFrom('invoices').select('contactId').where('processorInvoiceId', '=', `in_${key}`).executeTakeFirst(),
        db.selectFrom('subscriptions').select('contactId').where('id', '=', `sub_${key}`).executeTakeFirst(),
      ]);
      const contacts = [payment, invoice, subscription].map((row) => row?.contactId);
      assert.equal(new Set(contacts).size, 1, `${order}: ${contacts}`);
      assert.ok(contacts[0], `${order}: no contact`);
      if (name.includes('metadata')) assert.equal(contacts[0], 'con_ada', String(order));
    }
  });
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, at) => permutations(list.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}
