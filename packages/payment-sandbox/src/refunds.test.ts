import assert from 'node:assert/strict';
import { test } from 'node:test';
import type Stripe from 'stripe';
import { errorOf, startTestSandbox } from '../test/test-sandbox.ts';

function pay(stripe: Stripe, amount: number, method = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({ amount, currency: 'eur', payment_method: method, confirm: true });
}

test('refunds cannot exceed the charge', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const intent = await pay(stripe, 1000);
  const part = await stripe.refunds.create({
    payment_intent: intent.id,
    amount: 400,
    reason: 'requested_by_customer',
    metadata: { refund: 'r1' },
  });
  assert.deepEqual(
    [part.amount, part.status, part.reason, part.currency],
    [400, 'succeeded', 'requested_by_customer', 'eur'],
  );
  const tooMuch = await errorOf(stripe.refunds.create({ payment_intent: intent.id, amount: 601 }));
  assert.equal(tooMuch.param, 'amount');
  assert.match(tooMuch.message, /Refund amount \(€6\.01\) is greater than unrefunded amount on charge \(€6\.00\)/);
  const rest = await stripe.refunds.create({ charge: intent.latest_charge as string });
  assert.equal(rest.amount, 600);
  assert.equal((await errorOf(stripe.refunds.create({ payment_intent: intent.id }))).code, 'charge_already_refunded');
  const wrongReason = await errorOf(stripe.refunds.create({ payment_intent: intent.id, reason: 'because' as never }));
  assert.equal(wrongReason.param, 'reason');

  const charge = await stripe.charges.retrieve(intent.latest_charge as string, { expand: ['refunds'] });
  assert.deepEqual([charge.amount_refunded, charge.refunded, charge.refunds?.data.length], [1000, true, 2]);
  assert.equal((await stripe.refunds.list({ payment_intent: intent.id })).data.length, 2);
  const refunded = await receiver.awaitEvent('charge.refunded', 2);
  assert.equal(refunded.type, 'charge.refunded');
  await receiver.awaitEvent('refund.created', 2);
  await receiver.awaitEvent('refund.updated', 2);
});

test('an intent without a successful charge cannot be refunded', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const intent = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
  const error = await errorOf(stripe.refunds.create({ payment_intent: intent.id }));
  assert.match(error.message, /does not have a successful charge to refund/);
  assert.equal((await errorOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).code, 'resource_missing');
});

test('test cards with slow refunds settle them later, or fail them and restore the charge', async (t) => {
  let now = new Date();
  const { stripe, receiver } = await startTestSandbox(t, { now: () => now });
  const slow = await stripe.refunds.create({ payment_intent: (await pay(stripe, 500, 'pm_card_pendingRefund')).id });
  const failing = await stripe.refunds.create({ payment_intent: (await pay(stripe, 700, 'pm_card_refundFail')).id });
  assert.deepEqual([slow.status, failing.status], ['pending', 'succeeded']);
  now = new Date(now.getTime() + 5000);
  await receiver.awaitEvent('refund.failed');
  assert.equal((await stripe.refunds.retrieve(slow.id)).status, 'succeeded');
  const failed = await stripe.refunds.retrieve(failing.id);
  assert.equal(failed.status, 'failed');
  assert.equal((await stripe.charges.retrieve(failed.charge as string)).amount_refunded, 0);
});
