import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, sdkFor, sessionParams, startTestSandbox } from '../test/test-sandbox.ts';

test('only secret test keys are accepted', async (t) => {
  const { sandbox, stripe } = await startTestSandbox(t);
  assert.equal((await stripe.accounts.retrieveCurrent()).object, 'account');
  const live = await errorOf(sdkFor(sandbox.apiBase, 'sk_live_abcdefgh').accounts.retrieveCurrent());
  assert.equal(live.statusCode, 401);
  assert.equal(live.type, 'StripeAuthenticationError');
  const none = await fetch(`${sandbox.apiBase}/v1/account`);
  assert.equal(none.status, 401);
  assert.match(none.headers.get('request-id') ?? '', /^req_/);
});

test('invalid parameters are reported as by Stripe', async (t) => {
  const { stripe, sandbox } = await startTestSandbox(t);
  const unknown = await errorOf(stripe.customers.create({ emial: 'x' } as object));
  assert.deepEqual([unknown.statusCode, unknown.code, unknown.param], [400, 'parameter_unknown', 'emial']);
  const types = { ...sessionParams(), payment_method_types: ['card'] };
  const removed = await errorOf(stripe.checkout.sessions.create(types as object));
  assert.deepEqual([removed.statusCode, removed.code], [400, 'payment_method_types_no_longer_supported']);
  const { success_url: _removed, ...noUrl } = sessionParams();
  const missing = await errorOf(stripe.checkout.sessions.create(noUrl));
  assert.deepEqual([missing.code, missing.param], ['parameter_missing', 'success_url']);
  const nested = await errorOf(
    stripe.checkout.sessions.create({
      ...sessionParams(),
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 10, product_data: { title: 'x' } as never } },
      ],
    }),
  );
  assert.equal(nested.param, 'line_items[0][price_data][product_data][title]');
  const absent = await errorOf(stripe.paymentIntents.retrieve('pi_none'));
  assert.deepEqual([absent.statusCode, absent.code], [404, 'resource_missing']);
  const path = await fetch(`${sandbox.apiBase}/v1/payouts`, { headers: { authorization: 'Bearer sk_test_x' } });
  assert.equal(path.status, 404);
});

test('amounts are positive whole numbers in a known currency', async (t) => {
  const { stripe } = await startTestSandbox(t);
  for (const amount of [0, -5, 12.5, 1_000_000_000_000]) {
    assert.equal(
      (await errorOf(stripe.paymentIntents.create({ amount, currency: 'usd' }))).param,
      'amount',
      String(amount),
    );
    assert.equal((await errorOf(stripe.checkout.sessions.create(sessionParams(amount)))).statusCode, 400);
  }
  assert.equal((await errorOf(stripe.paymentIntents.create({ amount: 5, currency: 'xyz' }))).param, 'currency');
  assert.equal((await stripe.paymentIntents.create({ amount: 50, currency: 'JPY' })).currency, 'jpy');
});

test('amounts that Stripe cannot charge in a currency are refused, for intents, sessions and refunds alike', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const cases: [currency: string, amount: number, code: string | null][] = [
    ...['bhd', 'jod', 'kwd', 'omr', 'tnd'].flatMap((currency): [string, number, string | null][] => [
      [currency, 5124, 'invalid_charge_amount'],
      [currency, 5120, null],
    ]),
    ...['isk', 'ugx'].flatMap((currency): [string, number, string | null][] => [
      [currency, 50_050, 'invalid_charge_amount'],
      [currency, 50_000, null],
    ]),
    // Whole only when they are paid out.
    ['huf', 20_038, null],
    ['twd', 80_045, null],
    ['usd', 49, 'amount_too_small'],
    ['usd', 50, null],
    ['gbp', 29, 'amount_too_small'],
    ['huf', 17_499, 'amount_too_small'],
    ['jpy', 49, 'amount_too_small'],
    ['idr', 150_000_000, null],
  ];
  for (const [currency, amount, code] of cases) {
    const name = `${amount} ${currency}`;
    const intent = stripe.paymentIntents.create({ amount, currency });
    const session = stripe.checkout.sessions.create(sessionParams(amount, currency));
    if (code === null) await Promise.all([intent, session]);
    else assert.deepEqual([(await errorOf(intent)).code, (await errorOf(session)).code], [code, code], name);
  }
  const paid = { amount: 5120, currency: 'kwd', payment_method: 'pm_card_visa', confirm: true };
  const { id: payment_intent } = await stripe.paymentIntents.create(paid);
  const refund = await errorOf(stripe.refunds.create({ payment_intent, amount: 1001 }));
  assert.deepEqual([refund.param, refund.code], ['amount', 'invalid_charge_amount']);
});

test('metadata has limits, and empty values remove keys', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const customer = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
  assert.deepEqual((await stripe.customers.update(customer.id, { metadata: { a: '', c: '3' } })).metadata, {
    b: '2',
    c: '3',
  });
  const long = await errorOf(stripe.customers.create({ metadata: { a: 'x'.repeat(501) } }));
  assert.equal(long.param, 'metadata[a]');
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']));
  assert.equal((await errorOf(stripe.customers.create({ metadata: many }))).statusCode, 400);
});

test('lists are paged by cursor, newest first', async (t) => {
  const { stripe } = await startTestSandbox(t);
  for (let count = 1; count <= 5; count += 1) await stripe.customers.create({ email: `c${count}@example.com` });
  const first = await stripe.customers.list({ limit: 2 });
  assert.deepEqual(
    first.data.map((customer) => customer.email),
    ['c5@example.com', 'c4@example.com'],
  );
  assert.equal(first.has_more, true);
  const rest = await stripe.customers.list({ limit: 3, starting_after: first.data[1]!.id });
  assert.equal(rest.has_more, false);
  const back = await stripe.customers.list({ limit: 2, ending_before: rest.data[2]!.id });
  assert.deepEqual(
    back.data.map((customer) => customer.email),
    ['c3@example.com', 'c2@example.com'],
  );
  const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  assert.equal(all.length, 5);
  assert.equal((await errorOf(stripe.customers.list({ limit: 101 }))).param, 'limit');
  const types = await stripe.events.list({ types: ['customer.created', 'charge.succeeded'], limit: 100 });
  assert.equal(types.data.length, 5);
  assert.equal((await stripe.events.list({ created: { gt: Math.floor(Date.now() / 1000) + 60 } })).data.length, 0);
});

test('expand loads IDs, optional fields and lists, and rejects unknown paths', async (t) => {
  const { stripe } = await startTestSandbox(t);
  const customer = await stripe.customers.create({ email: 'e@example.com' });
  const intent = await stripe.paymentIntents.create({
    amount: 700,
    currency: 'usd',
    customer: customer.id,
    payment_method: 'pm_card_visa',
    confirm: true,
    expand: ['latest_charge.refunds', 'customer'],
  });
  assert.equal((intent.customer as { email: string }).email, 'e@example.com');
  assert.equal((intent.latest_charge as { refunds: { object: string } }).refunds.object, 'list');
  const list = await stripe.charges.list({ payment_intent: intent.id, expand: ['data.payment_intent'] });
  assert.equal((list.data[0]!.payment_intent as { id: string }).id, intent.id);
  assert.equal((await errorOf(stripe.paymentIntents.retrieve(intent.id, { expand: ['status'] }))).param, 'expand');
});

test('an intent is confirmed, declined with 402 and a stored attempt, or canceled', async (t) => {
  const { stripe, receiver } = await startTestSandbox(t);
  const intent = await stripe.paymentIntents.create({
    amount: 4000,
    currency: 'usd',
    automatic_payment_methods: { enabled: true },
  });
  assert.equal(intent.status, 'requires_payment_method');
  const declined = await errorOf(
    stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }),
  );
  assert.deepEqual(
    [declined.statusCode, declined.type, declined.code, declined.decline_code],
    [402, 'StripeCardError', 'card_declined', 'insufficient_funds'],
  );
  assert.equal(declined.payment_intent?.id, intent.id);
  assert.equal((await stripe.charges.list({ payment_intent: intent.id })).data[0]?.status, 'failed');
  assert.equal(
    (await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).status,
    'succeeded',
  );
  const again = await errorOf(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }));
  assert.equal(again.code, 'payment_intent_unexpected_state');

  const other = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
  assert.equal((await stripe.paymentIntents.cancel(other.id, { cancellation_reason: 'abandoned' })).status, 'canceled');
  await receiver.awaitEvent('payment_intent.canceled');
});
