// The first payment of a subscription may be reported before its contact is known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PaymentService, startPaymentService } from '../../test/support/payment-service.ts';

/** A first payment of a subscription that the processor does not tie to an invoice (yet). */
async function payFirst(service: PaymentService): Promise<string> {
  const customer = await service.dashboard.customers.create({ name: 'No address' });
  const intent = await service.dashboard.paymentIntents.create({
    amount: 1200,
    currency: 'usd',
    customer: customer.id,
    description: 'Subscription creation',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  await service.settled();
  return intent.id;
}

test('its success is published after a minute at most, and counted at once', async (t) => {
  const service = await startPaymentService(t);
  const intent = await payFirst(service);
  assert.equal((await service.events()).length, 0);
  assert.equal((await service.request('GET', `/payments/${intent}`)).body.status, 'succeeded');
  service.advance(61_000);
  await service.waitForEvents('payment.succeeded');
});

test('it is published as soon as the link to the invoice is known', async (t) => {
  const service = await startPaymentService(t);
  const intent = await payFirst(service);
  const { dashboard } = service;
  const customer = await dashboard.customers.create({ email: 'cleo@example.com' });
  const invoice = await dashboard.invoices.create({ customer: customer.id });
  service.sandbox.emit('invoice_payment.paid', {
    id: 'inpay_1',
    object: 'invoice_payment',
    invoice: invoice.id,
    payment: { type: 'payment_intent', payment_intent: intent },
  });
  const [event] = await service.waitForEvents('payment.succeeded');
  const { body } = await service.request('GET', `/payments/${intent}`);
  assert.ok(body.invoiceId);
  assert.equal(event?.subject, body.id);
});
