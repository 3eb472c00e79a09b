// Payment fields with lines: what they declare, what is answered, and what becomes of the stock.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type PaymentService,
  type PaymentServiceOptions,
  startPaymentService,
} from '../../../test/support/payment-service.ts';
import { inTransaction, type WriteContext } from '../../context/context.ts';
import { minorDigits } from '../../lib/money.ts';
import { startCheckout } from '../../payments/checkout.ts';
import { takeStock } from '../../payments/reservations.ts';

const tickets = {
  name: 'tickets',
  type: 'payment',
  label: 'Tickets',
  currency: 'EUR',
  places: 10,
  showAvailable: true,
  discountCodes: true,
  lines: [
    {
      ...{ name: 'ticket', type: 'choice', label: 'Ticket', required: true, maxQuantity: 4, takesPlaces: true },
      options: [
        { value: 'early', label: 'Early bird', amount: 3000, stock: 3 },
        { value: 'full', label: 'Full price', amount: 5000 },
        { value: 'child', label: 'Child', amount: 0 },
      ],
    },
    { name: 'lunch', type: 'item', label: 'Lunch', amount: 1250, minQuantity: 0, maxQuantity: 4, stock: 5 },
    { name: 'tip', type: 'custom', label: 'Tip', minimum: 100, maximum: 100_000 },
  ],
};
const fields = [{ name: 'email', type: 'email', required: true }, tickets];
const email = 'ada@example.com';

async function startShop(
  t: TestContext,
  field: object = tickets,
  slug = 'fair',
  options: PaymentServiceOptions = {},
): Promise<PaymentService> {
  const service = await startPaymentService(t, options);
  const body = { name: 'Fair', slug, fields: [fields[0], field] };
  const made = await service.request('POST', '/forms', { body });
  assert.equal(made.status, 201, made.text);
  return service;
}

const submit = (service: PaymentService, order: unknown) =>
  service.request('POST', '/forms/fair/submit', { token: null, body: { email, tickets: order } });

const pick = (option: string, quantity = 1) => ({ line: 'ticket', option, quantity });

async function stockOf(service: PaymentService): Promise<Record<string, [number, number]>> {
  const { items } = (await service.request('GET', '/forms/fair/stock')).body;
  return Object.fromEntries(
    items.map(({ line, option, held, sold }: Record<string, unknown>) => [
      [line, option].filter(Boolean).join('/') || 'places',
      [held, sold],
    ]),
  );
}

async function expire(service: PaymentService, paymentId: string): Promise<void> {
  const { body } = await service.request('GET', `/payments/${paymentId}`);
  await service.dashboard.checkout.sessions.expire(body.checkoutSessionId);
  await service.settled();
}

test('an order is priced from the stored form, listed at the checkout, held, and sold once it is paid', async (t) => {
  const service = await startShop(t);
  const sent = await submit(service, {
    lines: [pick('early', 2), { line: 'lunch', quantity: 3 }, { line: 'tip', amount: 500 }],
    amount: 10_250,
  });
  assert.equal(sent.status, 200, sent.text);
  const { payment, paymentUrl } = sent.body;
  assert.deepEqual(
    [payment.amount, payment.currency, payment.discount, payment.lines.map(Object.values)],
    [
      10_250,
      'eur',
      null,
      [
        ['ticket', 'early', 'Ticket: Early bird', 2, 3000, 6000, 0],
        ['lunch', null, 'Lunch', 3, 1250, 3750, 0],
        ['tip', null, 'Tip', 1, 500, 500, 0],
      ],
    ],
  );
  const [session] = (await service.dashboard.checkout.sessions.list()).data;
  const listed = (await service.dashboard.checkout.sessions.listLineItems(session?.id ?? '')).data;
  assert.deepEqual(
    listed.map(({ description, quantity, amount_total }) => [description, quantity, amount_total]),
    [
      ['Ticket: Early bird', 2, 6000],
      ['Lunch', 3, 3750],
      ['Tip', 1, 500],
    ],
  );
  const minutes = ((session?.expires_at ?? 0) - (session?.created ?? 0)) / 60;
  assert.ok(minutes > 59 && minutes < 63, `the session ends after ${minutes} minutes`);
  assert.deepEqual(await stockOf(service), { places: [2, 0], 'ticket/early': [2, 0], lunch: [3, 0] });

  assert.equal(await service.pay(paymentUrl), 303);
  await service.settled();
  assert.deepEqual(await stockOf(service), { places: [0, 2], 'ticket/early': [0, 2], lunch: [0, 3] });
  const stored = (await service.request('GET', '/forms/fair/submissions')).body.items[0];
  assert.deepEqual([stored.status, stored.payment.lines, stored.payment.reservation], ['paid', payment.lines, 'sold']);
  const [invoice] = (await service.request('GET', '/invoices')).body.items;
  assert.equal(invoice.description, 'Fair – 2 × Ticket: Early bird, 3 × Lunch, Tip');
  assert.ok(invoice.createdAt <= invoice.paidAt, `${invoice.paidAt} is before ${invoice.createdAt}`);

  const visitor = await service.request('GET', '/forms/fair/availability', { token: null });
  assert.deepEqual(
    visitor.body.items.map(({ label, soldOut, available }: Record<string, unknown>) => [label, soldOut, available]),
    [
      ['Tickets', false, 8],
      ['Early bird', false, 1],
      ['Lunch', false, 2],
    ],
  );
  const known = await service.request('GET', '/forms/fair', { token: null });
  assert.doesNotMatch(known.text, /"stock"|"places"/);
});

test('what is not for sale is rejected beside the field, and nothing is stored or held', async (t) => {
  const service = await startShop(t);
  const cases: [order: unknown, pointer: string, detail: RegExp][] = [
    [{ lines: [] }, '/tickets', /choose an option for “Ticket”/],
    [undefined, '/tickets', /choose an option/],
    [{ lines: [pick('early', -1)] }, '/tickets/lines/0/quantity', /at least 1/],
    [{ lines: [pick('early', 1.5)] }, '/tickets/lines/0/quantity', /whole number/],
    [{ lines: [pick('early', 2 ** 53)] }, '/tickets/lines/0/quantity', /exact:/],
    [{ lines: [pick('early', 5)] }, '/tickets/lines/0/quantity', /at most 4/],
    [{ lines: [pick('gone')] }, '/tickets/lines/0/option', /“gone” is not offered/],
    [{ lines: [pick('early'), pick('full')] }, '/tickets/lines/1', /chosen twice/],
    [{ lines: [{ ...pick('early'), amount: 1 }] }, '/tickets/lines/0/amount', /must be absent/],
    [{ lines: [{ ...pick('early'), price: 1 }] }, '/tickets/lines/0/price', /not known/],
    [{ lines: [pick('early'), { line: 'tip', amount: 99 }] }, '/tickets/lines/1/amount', /€1\.00 or more/],
    [{ lines: [pick('early'), { line: 'tip', amount: -5 }] }, '/tickets/lines/1/amount', /€1\.00 or more/],
    [{ lines: [pick('early'), { line: 'tip', amount: 1e300 }] }, '/tickets/lines/1/amount', /enter an amount/],
    [{ lines: Array.from({ length: 2000 }, () => pick('early')) }, '/tickets/lines', /at most 100 entries/],
    [{ lines: [pick('early')], amount: 1 }, '/tickets/amount', /the price is €30\.00 now/],
    [{ lines: [pick('early')], currency: 'usd' }, '/tickets/currency', /must be eur/],
    [{ lines: [pick('early')], discountCode: 'NONE' }, '/tickets/discountCode', /not valid/],
    [1, '/tickets', /choose an option/],
    [{ lines: [{ line: { toString: 1 } }] }, '/tickets/lines/0/line', /is not offered/],
    [{ lines: [{ line: 'ticket', option: { toString: 1 } }] }, '/tickets/lines/0/option', /is not offered/],
    ...['early', [], true].map((order): [unknown, string, RegExp] => [order, '/tickets', /must be an object/]),
    [{ lines: [pick('early')], amount: { valueOf: 1 } }, '/tickets/amount', /must be a whole number/],
    [{ lines: [pick('early')], amount: 'x' }, '/tickets/amount', /must be a whole number/],
    [{ lines: [pick('early')], currency: { toString: 1 } }, '/tickets/currency', /must be eur/],
    [{ lines: [pick('early', 4)] }, '/tickets', /only 3 of “Early bird” are left/],
  ];
  for (const [order, pointer, detail] of cases) {
    const sent = await submit(service, order);
    const faults = sent.body.errors ?? [];
    assert.equal(sent.status, 422, `${JSON.stringify(order)}: ${sent.text}`);
    assert.deepEqual(
      faults.map((fault: { pointer: string }) => fault.pointer),
      [pointer],
      sent.text,
    );
    assert.match(faults[0].detail, detail);
  }
  assert.deepEqual(await stockOf(service), { places: [0, 0], 'ticket/early': [0, 0], lunch: [0, 0] });
  assert.equal((await service.request('GET', '/payments')).body.total, 0);
});

test('what is wrong with the lines of a form is named exactly', async (t) => {
  const service = await startPaymentService(t, { idle: true, silent: true });
  const faultsOf = async (field: object) => {
    const body = { name: 'x', fields: [{ name: 'p', type: 'payment', currency: 'kwd', ...field }] };
    const { errors = [] } = (await service.request('POST', '/forms', { body })).body;
    return errors.map(({ pointer, code }: Record<string, string>) => `${pointer?.slice(10)} ${code}`);
  };
  const item = { name: 'a', type: 'item', amount: 10 };
  assert.deepEqual(await faultsOf({ lines: [item], amount: 10 }), ['amount not_allowed']);
  assert.deepEqual(await faultsOf({}), ['amount required']);
  assert.deepEqual(await faultsOf({ lines: [item, { ...item, amount: 15, minimum: 1 }] }), [
    'lines/1/name not_unique',
    'lines/1/minimum not_allowed',
    'lines/1/amount not_allowed',
  ]);
  assert.deepEqual(
    await faultsOf({
      lines: [
        { name: 'a', type: 'item' },
        { name: 'b', type: 'choice' },
        { name: 'c', type: 'custom', minimum: 50, maximum: 20, preset: 100 },
        { ...item, name: 'discountCode', minQuantity: 3, maxQuantity: 2 },
        { name: 'e', type: 'choice', options: ['x', 'x'].map((value) => ({ value, label: value, amount: 10 })) },
      ],
    }),
    [
      'lines/0/amount required',
      'lines/1/options required',
      'lines/2/minimum maximum',
      'lines/2/preset not_allowed',
      'lines/3/name not_allowed',
      'lines/3/minQuantity maximum',
      'lines/4/options/1/value not_unique',
    ],
  );
  assert.deepEqual(await faultsOf({ type: 'text', currency: undefined, places: 3 }), ['places not_allowed']);
});

test('stock comes back when a checkout ends unpaid, and a later payment gets it again, unless others were faster', async (t) => {
  const service = await startShop(t);
  const first = await submit(service, { lines: [pick('early', 3)] });
  assert.equal((await submit(service, { lines: [pick('early')] })).body.errors[0].detail, '“Early bird” is sold out');
  await expire(service, first.body.payment.id);
  // Reported twice, and the declined attempt of it late: nothing comes back twice.
  const [expired] = (await service.dashboard.events.list({ type: 'checkout.session.expired' })).data;
  await service.deliver({ ...expired, id: 'evt_again' });
  await service.handled();
  assert.deepEqual((await stockOf(service))['ticket/early'], [0, 0]);

  const second = await submit(service, { lines: [pick('early', 2)] });
  assert.equal(second.status, 200, second.text);
  // The payer of the first comes back to the form page, which opens the payment again.
  await assert.rejects(startCheckout(service.context, first.body.payment.id), { code: 'sold_out' });
  await service.pay(second.body.paymentUrl);
  await service.settled();
  assert.deepEqual((await stockOf(service))['ticket/early'], [0, 2]);
});

test('payers who turn back at the checkout give back what it held, and can begin again', async (t) => {
  const service = await startShop(t);
  const sessionOf = async (id: string) => {
    const { checkoutSessionId } = (await service.request('GET', `/payments/${id}`)).body;
    return service.dashboard.checkout.sessions.retrieve(checkoutSessionId);
  };
  const cancel = async (id: string) => {
    const { pathname, search } = new URL((await sessionOf(id)).cancel_url as string);
    return service.request('GET', `/${pathname}${search}`, { token: null });
  };
  const { payment } = (await submit(service, { lines: [pick('early', 3)] })).body;
  const page = await cancel(payment.id);
  assert.deepEqual([page.status, /nothing was charged/.test(page.text)], [200, true], page.text);
  assert.equal((await sessionOf(payment.id)).status, 'expired');
  assert.deepEqual((await stockOf(service))['ticket/early'], [0, 0]);
  // From the page that was left, whose payment is opened again.
  const { url } = await startCheckout(service.context, payment.id);
  assert.deepEqual((await stockOf(service))['ticket/early'], [3, 0]);
  await service.pay(url);
  await service.settled();
  assert.match(String((await cancel(payment.id)).headers.location), /^\/payments\/thanks\?session=cs_test_/);
  await service.settled();
  assert.deepEqual((await stockOf(service))['ticket/early'], [0, 3], 'what is paid stays sold');

  const settings = { cancelUrl: 'https://shop.example/größe' };
  assert.equal((await service.request('PATCH', '/forms/fair', { body: { settings } })).status, 200);
  const lunch = (await submit(service, { lines: [pick('full'), { line: 'lunch', quantity: 4 }] })).body;
  const redirected = await cancel(lunch.payment.id);
  assert.deepEqual([redirected.status, redirected.headers.location], [303, 'https://shop.example/gr%C3%B6%C3%9Fe']);
  assert.deepEqual((await stockOf(service)).lunch, [0, 0]);
});

test('a payment that arrives after its stock was sold to others is not counted as paid, until a person decides', async (t) => {
  const service = await startShop(t);
  const first = await submit(service, { lines: [pick('early', 3)] });
  const { id } = first.body.payment;
  // The processor says that the session has ended, although it goes on: no real one does that.
  const { checkoutSessionId } = (await service.request('GET', `/payments/${id}`)).body;
  const session = { ...(await service.dashboard.checkout.sessions.retrieve(checkoutSessionId)), status: 'expired' };
  const type = 'checkout.session.expired';
  await service.deliver({ id: 'evt_early', object: 'event', type, created: 1, data: { object: session } });
  await service.handled();
  const second = await submit(service, { lines: [pick('early', 2)] });
  await service.pay(second.body.paymentUrl);
  await service.pay(first.body.paymentUrl);
  await service.settled();
  const late = (await service.request('GET', `/payments/${id}`)).body;
  assert.deepEqual([late.status, late.reservation], ['succeeded', 'unavailable']);
  assert.match(late.review, /sold out/);
  assert.deepEqual((await stockOf(service))['ticket/early'], [0, 2]);
  const statuses = async () =>
    (await service.request('GET', '/forms/fair/submissions?sort=createdAt')).body.items.map(
      ({ status }: { status: string }) => status,
    );
  assert.deepEqual(await statuses(), ['awaiting_payment', 'paid']);

  const accept = () => service.request('PUT', `/payments/${id}/reservation`, { body: { status: 'sold' } });
  assert.equal((await accept()).body.code, 'sold_out');
  const [, field] = (await service.request('GET', '/forms/fair')).body.fields;
  field.lines[0].options[0].stock = 5;
  assert.equal((await service.request('PATCH', '/forms/fair', { body: { fields: [fields[0], field] } })).status, 200);
  const accepted = await accept();
  assert.deepEqual([accepted.status, accepted.body.reservation, accepted.body.review], [200, 'sold', null]);
  assert.deepEqual(await statuses(), ['paid', 'paid']);
  assert.deepEqual((await stockOf(service))['ticket/early'], [0, 5]);

  // A refund brings back what was sold only if its owner says so, and only once.
  const paymentIntentId = late.paymentIntentId;
  const refund = (body: object) => service.request('POST', '/payments/refund', { body: { paymentIntentId, ...body } });
  assert.equal((await refund({ amount: 100 })).status, 200);
  await service.settled();
  assert.deepEqual((await stockOf(service))['ticket/early'], [0, 5]);
  for (const amount of [100, 200]) assert.equal((await refund({ amount, restock: true })).status, 200);
  await service.settled();
  assert.deepEqual((await stockOf(service))['ticket/early'], [0, 2]);
});

test('a form may change while checkouts are open: what they hold is sold at their price, or comes back', async (t) => {
  const service = await startShop(t);
  const kept = await submit(service, { lines: [pick('early', 2)] });
  const left = await submit(service, { lines: [pick('early', 1)] });
  const choice = tickets.lines[0] as { options: object[] };
  const without = { ...tickets, places: 2, lines: [{ ...choice, options: choice.options.slice(1) }, tickets.lines[2]] };
  const changed = await service.request('PATCH', '/forms/fair', { body: { fields: [fields[0], without] } });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(await stockOf(service), { places: [3, 0] });
  // A request that has read the form before finds nothing left of what is offered no longer.
  const late = (ctx: WriteContext) => takeStock(ctx, changed.body.id, { 'ticket/early': 1 });
  assert.deepEqual(await inTransaction(service.context, late), [{ key: 'ticket/early', left: 0 }]);
  assert.equal((await submit(service, { lines: [pick('full')] })).body.errors[0].detail, 'all places are taken');
  await service.pay(kept.body.paymentUrl);
  await expire(service, left.body.payment.id);
  assert.deepEqual(await stockOf(service), { places: [0, 2] });
  const restored = await service.request('PATCH', '/forms/fair', { body: { fields } });
  assert.equal(restored.status, 200);
  assert.deepEqual((await stockOf(service))['ticket/early'], [0, 2]);
  const corrected = await service.request('PATCH', '/forms/fair/stock', {
    body: { line: 'ticket', option: 'early', sold: 1 },
  });
  assert.equal(corrected.body.items[1].available, 2);
});

test('discount codes take off what they say, as often as they may, and come back with the checkout', async (t) => {
  const service = await startShop(t);
  const create = (body: object) => service.request('POST', '/forms/fair/discounts', { body });
  const made = await create({ code: 'Early 20', percentOff: 20, maxUses: 2, appliesTo: ['ticket/early', 'lunch'] });
  assert.deepEqual([made.status, made.body.code, made.body.used], [201, 'EARLY 20', 0], made.text);
  const faults = async (body: object) =>
    (await create(body)).body.errors.map(({ pointer }: { pointer: string }) => pointer);
  assert.deepEqual(await faults({ code: 'early 20', percentOff: 5 }), ['/code']);
  assert.deepEqual(await faults({ code: 'X' }), ['/percentOff']);
  assert.deepEqual(await faults({ code: 'X', percentOff: 5, amountOff: 5 }), ['/percentOff']);
  assert.deepEqual(await faults({ code: 'X', amountOff: 5, appliesTo: ['ticket', 'gone'] }), ['/appliesTo/1']);
  for (const code of ['LATER', 'OVER'])
    await create({ code, amountOff: 100, [code === 'OVER' ? 'validUntil' : 'validFrom']: new Date() });
  await create({ code: 'gift', amountOff: 1_000_000 });
  const gift = (await service.request('GET', '/forms/fair/discounts')).body.items.find(
    ({ code }: { code: string }) => code === 'GIFT',
  );

  const buy = (discountCode: string, ...lines: object[]) => submit(service, { lines, discountCode });
  assert.match((await buy('over', pick('early'))).text, /has expired/);
  assert.match((await buy('EARLY 20', pick('full'))).text, /not for what you have chosen/);
  const lunch = { line: 'lunch', quantity: 3 };
  const sent = await buy(' early 20 ', pick('early'), pick('early'));
  assert.equal(sent.status, 422);
  const first = await buy('eArLy 20', pick('early'), lunch);
  assert.deepEqual(
    [first.body.payment.amount, first.body.payment.discount],
    [5400, { code: 'EARLY 20', amount: 1350 }],
    first.text,
  );
  const [session] = (await service.dashboard.checkout.sessions.list()).data;
  assert.deepEqual([session?.amount_total, session?.metadata?.svc_discount], [5400, 'EARLY 20']);
  const page = await (await fetch(first.body.paymentUrl)).text();
  assert.match(page, /Total before the discount: €67\.50 · Discount \(EARLY 20\): -€13\.50 · Total: €54\.00/);
  assert.doesNotMatch(page, /Tickets:|Payment:/);
  const parallel = await Promise.all(
    Array.from({ length: 6 }, () => buy('EARLY 20', pick('child'), { ...lunch, quantity: 1 })),
  );
  assert.deepEqual(parallel.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422]);
  assert.match(parallel.find(({ status }) => status === 422)?.text ?? '', /used up/);
  await expire(service, first.body.payment.id);
  const other = await buy('EARLY 20', pick('early'));
  assert.equal(other.body.payment.amount, 2400, other.text);

  // More off than it costs: free, paid at once, without a checkout.
  const free = await buy('gift', pick('full'));
  assert.deepEqual([free.status, free.body.paymentUrl, free.body.payment.amount], [200, undefined, 0], free.text);
  assert.deepEqual(free.body.payment.discount, { code: 'GIFT', amount: 5000 });
  const child = await submit(service, { lines: [pick('child')] });
  assert.equal(child.body.paymentUrl, undefined, child.text);
  const paid = (await service.request('GET', '/forms/fair/submissions?status=paid')).body;
  assert.equal(paid.total, 2);
  assert.equal((await service.request('GET', `/forms/fair/discounts/${gift.id}`)).body.used, 1);
  // Taken off in euros: nothing in another currency.
  const dollars = await service.request('PATCH', '/forms/fair', {
    body: { fields: [fields[0], { ...tickets, currency: 'usd' }] },
  });
  assert.equal(dollars.status, 200);
  assert.match((await buy('GIFT', pick('full'))).text, /not valid/);
  const renamed = await service.request('PATCH', `/forms/fair/discounts/${gift.id}`, {
    body: { code: 'half', percentOff: 50 },
  });
  assert.deepEqual(
    [renamed.body.amountOff, renamed.body.percentOff, renamed.body.currency],
    [null, 50, null],
    renamed.text,
  );
  assert.equal((await buy('HALF', pick('full'))).body.payment.amount, 2500);
  const visible = await service.request('GET', '/forms/fair', { token: null });
  assert.doesNotMatch(visible.text, /HALF|EARLY 20/i);
  assert.equal((await service.request('DELETE', `/forms/fair/discounts/${gift.id}`)).status, 200);
  assert.match((await buy('HALF', pick('full'))).text, /not valid/);
});

test('a discount leaves what the processor can charge, in every kind of currency', async (t) => {
  const service = await startPaymentService(t);
  const orders: [currency: string, price: number, count: number, percentOff: number, listed: number[][]][] = [
    ['kwd', 990, 2, 33, [[1, 1330]]],
    ['isk', 99_000, 2, 33, [[1, 132_700]]],
    ['ugx', 123_400, 2, 25, [[1, 185_100]]],
    ['ugx', 123_400, 2, 50, [[2, 123_400]]],
    ['huf', 99_000, 2, 33, [[2, 132_660]]],
    ['twd', 99_000, 2, 33, [[2, 132_660]]],
    ['jpy', 333, 2, 33, [[2, 446]]],
    ['usd', 999, 2, 33, [[1, 1339]]],
  ];
  for (const [index, [currency, amount, quantity, percentOff, expected]] of orders.entries()) {
    const line = { name: 'seat', type: 'item', label: 'Seat', amount, maxQuantity: 4 };
    const field = { name: 'order', type: 'payment', currency, discountCodes: true, lines: [line] };
    const body = { name: 'Seats', slug: `seats-${index}`, fields: [field] };
    assert.equal((await service.request('POST', '/forms', { body })).status, 201, currency);
    const code = { code: 'LESS', percentOff };
    assert.equal((await service.request('POST', `/forms/seats-${index}/discounts`, { body: code })).status, 201);
    const order = { lines: [{ line: 'seat', quantity }], discountCode: 'LESS' };
    const send = (path: string) => service.request('POST', `/forms/seats-${index}/${path}`, { body: { order } });
    const shown = (await send('quote')).body.amount;
    // The running total is written like the prices, whatever the browser shows of a currency.
    const page = (await service.request('GET', `//f/seats-${index}`, { token: null })).text.replaceAll('&#34;', '"');
    const { shown: decimals } = JSON.parse(/data-order="(\{.*?\})"/.exec(page)?.[1] ?? '{}');
    assert.equal(decimals?.maximumFractionDigits, minorDigits(currency), currency);
    const sent = await send('submit');
    assert.equal(sent.status, 200, `${currency}: ${sent.text}`);
    const [session] = (await service.dashboard.checkout.sessions.list({ limit: 1 })).data;
    const { data } = await service.dashboard.checkout.sessions.listLineItems(session?.id ?? '');
    assert.deepEqual(
      [data.map((item) => [item.quantity, item.amount_total]), session?.amount_total, sent.body.payment.amount],
      [expected, shown, shown],
      currency,
    );
    assert.equal(await service.pay(sent.body.paymentUrl), 303, currency);
  }
  await service.settled();
  const { items } = (await service.request('GET', '/payments')).body;
  assert.deepEqual(new Set(items.map(({ status }: { status: string }) => status)), new Set(['succeeded']));
});

test('a total below what the processor charges is a fault of the order, and nothing is stored', async (t) => {
  const service = await startShop(t);
  const body = { code: 'ALMOST', percentOff: 99 };
  assert.equal((await service.request('POST', '/forms/fair/discounts', { body })).status, 201);
  const order = { lines: [pick('early')], discountCode: 'ALMOST' };
  for (const path of ['submit', 'quote']) {
    const sent = { email, tickets: order };
    const answer = await service.request('POST', `/forms/fair/${path}`, { token: null, body: sent });
    const fault = { pointer: '/tickets', code: 'minimum', detail: 'the total must be €0.50 or more' };
    assert.deepEqual([answer.status, answer.body.errors], [422, [fault]], path);
  }
  assert.equal((await service.request('GET', '/forms/fair/submissions')).body.total, 0);
  const enough = await submit(service, { lines: [pick('early', 2)], discountCode: 'ALMOST' });
  assert.equal(enough.body.payment?.amount, 60, enough.text);

  const fixed = { name: 'fee', type: 'payment', amount: 29, currency: 'gbp' };
  const form = await service.request('POST', '/forms', { body: { name: 'Fee', slug: 'fee', fields: [fixed] } });
  const fault = { pointer: '/fields/0/amount', code: 'minimum', detail: 'must be at least 30' };
  assert.deepEqual([form.status, form.body.errors], [422, [fault]]);
});

test('a discount code is one code in any case of any language, width of its letters and with any spaces', async (t) => {
  const service = await startShop(t);
  const create = (code: string) => service.request('POST', '/forms/fair/discounts', { body: { code, percentOff: 20 } });
  const changed = await create('other');
  for (const [code, shown, ...same] of [
    [
      'İstanbul 5',
      'İSTANBUL 5',
      'istanbul5',
      'ISTANBUL 5',
      'ıstanbul 5',
      'i\u0307STANBUL\u00a05',
      ' ＩＳＴＡＮＢＵＬ　５',
      'Istanbul ٥',
    ],
    ['Früh-10', 'FRÜH-10', 'FRU\u0308H-10', 'frühー１０', 'FRÜH‐\u200b10', 'fruh-10'],
    ['SPASS', 'SPASS', 'spaß', 'Spa ss'],
    ['ΣΟΦΟΣ', 'ΣΟΦΟΣ', 'σοφος', 'Σοφός'],
  ] as [code: string, shown: string, ...same: string[]][]) {
    const made = await create(code);
    assert.deepEqual([made.status, made.body.code], [201, shown], made.text);
    for (const one of [code, ...same]) {
      const body = { tickets: { lines: [pick('early')], discountCode: one } };
      const quote = await service.request('POST', '/forms/fair/quote', { token: null, body });
      assert.deepEqual([quote.status, quote.body.discount?.code], [200, shown], `${one} ${quote.text}`);
      const path = `/forms/fair/discounts/${changed.body.id}`;
      for (const again of [await create(one), await service.request('PATCH', path, { body: { code: one } })])
        assert.deepEqual([again.status, again.body.errors?.[0].code], [422, 'not_unique'], `${one} ${again.text}`);
    }
  }
  assert.equal((await create('Istanbul 6')).status, 201);
});

test('a quote says what an order would cost, without holding anything, and codes cannot be guessed', async (t) => {
  const service = await startShop(t, tickets, 'fair', { config: { rateLimits: true } });
  const create = (body: object) => service.request('POST', '/forms/fair/discounts', { body });
  assert.equal((await create({ code: 'early 20', percentOff: 20, appliesTo: ['ticket'], maxUses: 1 })).status, 201);
  const old = { code: 'old', percentOff: 5, validUntil: '2020-01-01T00:00:00.000Z' };
  assert.equal((await create(old)).status, 201);
  const quote = (discountCode: string | undefined, ...lines: unknown[]) =>
    service.request('POST', '/forms/fair/quote', { token: null, body: { tickets: { lines, discountCode } } });
  const lunch = { line: 'lunch', quantity: 1 };

  const plain = await quote(undefined, pick('early', 2), lunch);
  assert.deepEqual([plain.status, plain.body.amount, plain.body.currency], [200, 7250, 'eur'], plain.text);
  const off = (await quote('Early 20', pick('early', 2), lunch)).body;
  assert.deepEqual([off.amount, off.discount], [6050, { code: 'EARLY 20', amount: 1200 }]);
  assert.deepEqual(
    off.lines.map(({ label, discount }: Record<string, unknown>) => [label, discount]),
    [
      ['Ticket: Early bird', 1200],
      ['Lunch', 0],
    ],
  );
  assert.deepEqual(await stockOf(service), { places: [0, 0], 'ticket/early': [0, 0], lunch: [0, 0] });
  assert.equal((await service.request('GET', '/forms/fair/discounts')).body.items[0].held, 0);
  assert.equal((await service.request('GET', '/forms/fair/submissions')).body.total, 0);

  const cases: [code: string | undefined, lines: unknown[], pointer: string, fault: string, detail: RegExp][] = [
    ['old', [pick('full')], '/tickets/discountCode', 'invalid_code', /has expired/],
    ['EARLY 20', [pick('child'), lunch], '/tickets/discountCode', 'not_for_this', /not for what you have chosen/],
    [undefined, [lunch], '/tickets', 'required', /choose an option/],
    [undefined, [pick('early', 4)], '/tickets', 'sold_out', /only 3 of “Early bird” are left/],
  ];
  for (const [code, lines, pointer, fault, detail] of cases) {
    const [error] = (await quote(code, ...lines)).body.errors;
    assert.deepEqual([error.pointer, error.code], [pointer, fault]);
    assert.match(error.detail, detail);
  }
  const bought = await submit(service, { lines: [pick('full')], discountCode: 'EARLY 20' });
  assert.equal(bought.status, 200, bought.text);
  assert.match((await quote('EARLY 20', pick('full'))).text, /used_up/);

  // The page gets texts in its language, and only for what is its own.
  const asked = await service.request('POST', '//f/fair/quote?lang=de', {
    token: null,
    body: 'tickets.ticket=full&tickets.discountCode=none&email=none',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.deepEqual(asked.body, { fault: 'Dieser Rabattcode ist nicht gültig', isCode: true });

  // Ten wrong ones, with quotes and submissions together, one of them above.
  const wrong = await Promise.all(Array.from({ length: 20 }, (_, at) => quote(`GUESS${at}`, pick('full'))));
  const details = wrong.map(({ body }) => body.errors[0].detail);
  assert.equal(details.filter((detail) => /not valid$/.test(detail)).length, 9);
  assert.match((await quote('early 20', pick('full'))).text, /too many discount codes/);
  assert.match((await quote('EARLY 20', pick('full'))).text, /used_up/, 'who knows a code goes on with it');
  assert.match((await submit(service, { lines: [pick('full')], discountCode: 'x' })).text, /too many discount codes/);
  assert.equal((await quote(undefined, pick('full'))).status, 200);
  const trusted = await service.request('POST', '/forms/fair/quote', {
    body: { tickets: { lines: [pick('full')], discountCode: 'x' } },
  });
  assert.match(trusted.text, /this discount code is not valid/);
  await service.request('PATCH', '/forms/fair', { body: { open: false } });
  assert.equal((await quote(undefined, pick('full'))).body.code, 'form_closed');
});

test('a discount code that no one would read is rejected, in submissions, quotes and pages', async (t) => {
  const service = await startShop(t);
  const { discountCodes: _, ...withoutCodes } = tickets;
  const fee = { name: 'fee', type: 'payment', amount: 2500, currency: 'eur' };
  for (const [slug, ...others] of [
    ['none', withoutCodes],
    ['fixed', fee],
    ['named', fee, { name: 'discountCode', type: 'text' }],
    ['free'],
  ] as const) {
    const body = { name: slug, slug, fields: [fields[0], ...others] };
    assert.equal((await service.request('POST', '/forms', { body })).status, 201);
  }
  const order = { lines: [pick('early')] };
  const noCodes = /is not accepted: this form has no discount codes/;
  const beside = /must be in the answer to tickets: \{ "tickets": \{ "discountCode": "…" \} \}/;
  for (const [slug, answers, pointer, detail] of [
    ['fair', { tickets: order, discountCode: 'SUMMER' }, '/discountCode', beside],
    ['fair', { tickets: order, 'tickets.discountCode': 'SUMMER' }, '/tickets.discountCode', beside],
    ['none', { tickets: { ...order, discountCode: 'SUMMER' } }, '/tickets/discountCode', noCodes],
    ['none', { tickets: order, discountCode: 'SUMMER' }, '/discountCode', noCodes],
    ['fixed', { fee: { amount: 2500, discountCode: 'SUMMER' } }, '/fee/discountCode', noCodes],
    ['fixed', { fee: 2500, discountCode: 'SUMMER' }, '/discountCode', noCodes],
    ['fixed', { 'fee.discountCode': 'SUMMER' }, '/fee.discountCode', noCodes],
  ] as const)
    for (const action of ['submit', 'quote']) {
      const sent = await service.request('POST', `/forms/${slug}/${action}`, { body: { email, ...answers } });
      const faults = (sent.body.errors ?? []) as { pointer: string; detail: string }[];
      assert.deepEqual([sent.status, faults.map((fault) => fault.pointer)], [422, [pointer]], sent.text);
      assert.match(faults[0]?.detail ?? '', detail);
    }
  const posted = await service.request('POST', '/forms/fixed/submit', {
    ...{ token: null, body: 'email=ada%40example.com&fee.discountCode=SUMMER' },
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
  });
  assert.equal(posted.status, 422);
  assert.match(posted.text, /fee\.discountCode/);

  for (const [slug, answers] of [
    ['fixed', { discountCode: '', 'fee.discountCode': null }],
    ['named', { discountCode: 'SUMMER' }],
    ['free', { discountCode: 'SUMMER' }],
  ] as const) {
    const sent = await service.request('POST', `/forms/${slug}/submit`, { body: { email, ...answers } });
    assert.equal(sent.status, 200, sent.text);
  }
});

test('the checkout, the page after it, and what is left speak the language of the visitor', async (t) => {
  const service = await startShop(t);
  const texts = { tickets: { lines: { ticket: { label: 'Karte', options: { early: 'Frühbucher' } } } } };
  const translations = { de: { name: 'Jahrmarkt', thanks: 'Wir freuen uns auf Sie.', fields: texts } };
  const translated = await service.request('PATCH', '/forms/fair', { body: { language: 'en', translations } });
  assert.equal(translated.status, 200, translated.text);
  const left = async (language: string) => {
    const headers = { 'accept-language': language };
    const { items } = (await service.request('GET', '/forms/fair/availability', { token: null, headers })).body;
    return items.map(({ label }: { label: string }) => label);
  };
  assert.ok((await left('de')).includes('Frühbucher'), String(await left('de')));
  assert.ok((await left('en')).includes('Early bird'), String(await left('en')));

  const page = await service.request('GET', '//f/fair?lang=de', { token: null });
  const [, token = ''] = /name="_page" value="([^"]+)"/.exec(page.text) ?? [];
  service.advance(5000);
  const sent = await service.request('POST', '//f/fair?lang=de', {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: new URLSearchParams({ _page: token, email, 'tickets.ticket': 'early' }).toString(),
  });
  assert.equal(sent.status, 303, sent.text);
  const url = String(sent.headers.location);
  const { locale, id } = await service.dashboard.checkout.sessions.retrieve(url.split('/pay/')[1] as string);
  assert.equal(locale, 'de');
  assert.equal(await service.pay(url), 303);
  await service.settled();
  const visitor = { token: null, headers: { 'accept-language': 'en' } };
  const toForm = await service.request('GET', `//payments/thanks?session=${id}`, visitor);
  const paid = await service.request('GET', `/${toForm.headers.location}`, visitor);
  assert.match(paid.text, /<html lang="de"/);
  for (const text of ['Wir freuen uns auf Sie.', 'Jahrmarkt']) assert.ok(paid.text.includes(text), paid.text);

  // The processor has no page in Arabic.
  await service.request('PATCH', '/forms/fair', { body: { language: 'ar', translations: {} } });
  const open = await service.request('POST', '/forms/fair/submit', {
    token: null,
    body: { email, tickets: { lines: [pick('full')] } },
  });
  const session = await service.dashboard.checkout.sessions.retrieve(open.body.paymentUrl.split('/pay/')[1]);
  assert.equal(session.locale, null);
});

test('the form page works without JavaScript: it keeps what was chosen, and says what is sold out', async (t) => {
  const service = await startShop(t);
  const open = async () => (await service.request('GET', '//f/fair', { token: null })).text;
  const send = async (order: Record<string, string>) => {
    const [, token = ''] = /name="_page" value="([^"]+)"/.exec(await open()) ?? [];
    service.advance(60_000);
    const parts = Object.entries(order).map(([name, value]) => [`tickets.${name}`, value]);
    return service.request('POST', '//f/fair', {
      token: null,
      body: new URLSearchParams([['_page', token], ['email', email], ...parts]).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    });
  };
  const chosen = { ticket: 'early', 'ticket.quantity': '2', lunch: '1', tip: '7.5', discountCode: '' };
  const wrong = await send({ ...chosen, discountCode: 'none' });
  assert.equal(wrong.status, 422, wrong.text);
  assert.match(wrong.text, /<p class="error" id="error-tickets">this discount code is not valid<\/p>/);
  assert.match(wrong.text, /name="tickets.ticket" value="early"[^>]* checked/);
  assert.match(wrong.text, /name="tickets.ticket.quantity"[^>]* value="2"/);
  assert.match(wrong.text, /name="tickets.tip"[^>]* value="7.5"/);
  assert.match(
    (await open()).replace(/\s+/g, ' '),
    /Early bird <span class="amount">€30.00<\/span> <span class="left">3 left/,
  );
  const sent = await send(chosen);
  assert.equal(sent.status, 303, sent.text);
  const [payment] = (await service.request('GET', '/payments')).body.items;
  assert.equal(payment.amount, 8000);
  assert.equal((await send({ ticket: 'early' })).status, 303);
  assert.match(
    (await open()).replace(/\s+/g, ' '),
    /value="early"[^>]* disabled[^>]*> <span>Early bird .{0,60}Sold out/,
  );
  const stale = await send({ ticket: 'early' });
  assert.match(stale.text, /“Early bird” is sold out/);
});
