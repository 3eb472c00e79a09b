// Signed events whose money cannot be true: accepted, so that the processor does not repeat them, but not applied.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startPaymentService } from '../../test/support/payment-service.ts';

const types = {
  intent: 'payment_intent.succeeded',
  session: 'checkout.session.completed',
  refund: 'refund.created',
  charge: 'charge.refunded',
  invoice: 'invoice.paid',
};

/** A service to which events are sent by hand; `paid` is a payment of 25.00 USD that it knows. */
async function startByHand(t: TestContext) {
  const service = await startPaymentService(t, { silent: true });
  let count = 0;
  const send = async (what: keyof typeof types, object: object): Promise<string> => {
    const event = { id: `evt_by_hand_${++count}`, object: 'event', type: types[what], created: 1_700_000_000 + count };
    const answer = await service.deliver({ ...event, livemode: false, data: { object } });
    assert.equal(answer.status, 200, answer.text);
    await service.handled();
    const stored = service.context.db.selectFrom('processorEvents').select('status').where('id', '=', event.id);
    return (await stored.executeTakeFirstOrThrow()).status;
  };
  const read = async (id: string) => (await service.request('GET', `/payments/${id}`)).body;
  const pay = async () => {
    assert.equal(await send('intent', { id: 'pi_paid', amount: 2500, currency: 'usd' }), 'processed');
    return read('pi_paid');
  };
  return { service, send, read, pay };
}

for (const [name, amount] of Object.entries({
  negative: -100,
  fractional: 10.5,
  'beyond 2^53': 1e300,
  'a text': '5000',
  'a list': [5],
})) {
  test(`an amount that is ${name} is flagged, and no sum changes`, async (t) => {
    const { service, send, read, pay } = await startByHand(t);
    const paid = await pay();
    const refund = { id: 're_1', amount, currency: 'usd', payment_intent: 'pi_paid' };
    assert.equal(await send('refund', refund), 'flagged');
    const { review, updatedAt, ...after } = await read(paid.id);
    const { review: noReview, updatedAt: _before, ...before } = paid;
    assert.deepEqual(after, before, 'nothing else changed');
    assert.equal(noReview, null);
    assert.match(review, /evt_by_hand_2 \(refund\.created\) was not applied: `amount` is not a valid amount/);
    assert.ok(updatedAt);

    assert.equal(await send('intent', { id: 'pi_new', amount, currency: 'usd' }), 'flagged');
    const unknown = await read('pi_new');
    assert.deepEqual([unknown.status, unknown.amount, unknown.amountReceived], ['open', 0, 0]);
    assert.match(unknown.review, /payment_intent\.succeeded/);

    assert.equal(await send('invoice', { id: 'in_1', amount_paid: amount, currency: 'usd' }), 'flagged');
    assert.equal((await service.request('GET', '/invoices')).body.total, 0);
    assert.deepEqual(
      (await service.events()).map((event) => event.type),
      ['payment.succeeded'],
    );
  });
}

test('a session with an invalid amount flags its checkout, which a valid one still pays', async (t) => {
  const { service, send, read } = await startByHand(t);
  await service.checkout({ invoiceId: 'inv_1' });
  const [{ id, checkoutSessionId }] = (await service.request('GET', '/payments')).body.items;
  const session = { id: checkoutSessionId, status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' };
  assert.equal(await send('session', { ...session, amount_total: -2500, currency: 'usd' }), 'flagged');
  const flagged = await read(id);
  assert.equal(flagged.status, 'open');
  assert.match(flagged.review, /`amount_total` is not a valid amount: -2500/);
  assert.equal(await send('session', { ...session, amount_total: 2500, currency: 'usd' }), 'processed');
  const paid = await read(id);
  assert.deepEqual([paid.status, paid.amountReceived, paid.review], ['succeeded', 2500, flagged.review]);
  assert.equal((await service.request('GET', '/payments')).body.total, 1);
});

test('a refund in another currency than its payment is flagged', async (t) => {
  const { service, send, read, pay } = await startByHand(t);
  await pay();
  const refund = { id: 're_1', amount: 100, payment_intent: 'pi_paid' };
  assert.equal(await send('refund', { ...refund, currency: 'jpy' }), 'flagged');
  const payment = await read('pi_paid');
  assert.deepEqual([payment.amountRefunded, payment.refunds], [0, []]);
  assert.match(payment.review, /a refund in jpy, but the payment is in usd/);
  assert.equal(await send('refund', { ...refund, currency: 'USD' }), 'processed');
  assert.equal(await send('refund', { ...refund, id: 're_2' }), 'processed');
  assert.equal((await read('pi_paid')).amountRefunded, 200);
  assert.equal((await service.events('payment.refunded')).length, 2);
});

test('refunds of more than was received are flagged', async (t) => {
  const { service, send, read, pay } = await startByHand(t);
  await pay();
  const refund = { id: 're_1', amount: 2000, currency: 'usd', payment_intent: 'pi_paid' };
  assert.equal(await send('refund', refund), 'processed');
  assert.equal(await send('refund', { ...refund, id: 're_2', amount: 501 }), 'flagged');
  assert.match((await read('pi_paid')).review, /brings the refunds to 2501, more than the payment of 2500/);
  const charge = { id: 'ch_1', payment_intent: 'pi_paid', amount: 2500, currency: 'usd' };
  assert.equal(await send('charge', { ...charge, amount_refunded: 2501 }), 'flagged');
  assert.equal(await send('charge', { ...charge, amount: 9000, amount_refunded: 9000 }), 'flagged');
  assert.equal((await read('pi_paid')).amountRefunded, 2000);
  assert.equal(await send('refund', { ...refund, id: 're_3', amount: 500 }), 'processed');
  assert.equal((await read('pi_paid')).amountRefunded, 2500);
  assert.equal((await service.events('payment.refunded')).length, 2);
});

test('a payment whose refunds were reported first and exceed it is flagged', async (t) => {
  const { send, read } = await startByHand(t);
  await send('refund', { id: 're_1', amount: 2501, currency: 'usd', payment_intent: 'pi_paid' });
  await send('intent', { id: 'pi_paid', amount: 2500, currency: 'usd' });
  const payment = await read('pi_paid');
  assert.deepEqual([payment.status, payment.review], ['succeeded', 'More was refunded than received']);
});
