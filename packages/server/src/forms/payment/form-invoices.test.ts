// Forms that issue an invoice when they are paid: quote, checkout, payment and invoice are one computation, and nothing that
// happens to the events or the settings loses a payment or a number.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createRate, issue, seller } from '../../../test/support/invoicing.ts';
import {
  type PaymentService,
  type PaymentServiceOptions,
  startPaymentService,
} from '../../../test/support/payment-service.ts';

async function startShop(t: TestContext, options: PaymentServiceOptions = {}): Promise<PaymentService> {
  const service = await startPaymentService(t, options);
  const { status, text } = await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  assert.equal(status, 200, text);
  return service;
}

/** A form that sells a course and a book, at two rates, and accepts a gift. */
async function createShop(service: PaymentService, { currency = 'eur', scale = 1, invoice = {}, slug = 'shop' } = {}) {
  const [high, low] = [await createRate(service, '19'), await createRate(service, '7')];
  const order = {
    ...{ name: 'order', type: 'payment', label: 'Order', currency, discountCodes: true },
    invoice: { taxRateId: high, ...invoice },
    lines: [
      { name: 'course', type: 'choice', options: [{ value: 'day', label: 'One day', amount: 3330 * scale }] },
      {
        name: 'book',
        type: 'item',
        label: 'Book',
        amount: 990 * scale,
        minQuantity: 0,
        maxQuantity: 9,
        taxRateId: low,
      },
      { name: 'gift', type: 'custom', label: 'Gift' },
    ],
  };
  const fields = [{ name: 'email', type: 'email', required: true }, order];
  const made = await service.request('POST', '/forms', { body: { name: 'Shop', slug, fields } });
  assert.equal(made.status, 201, made.text);
  const code = await service.request('POST', `/forms/${slug}/discounts`, { body: { code: 'TENTH', percentOff: 10 } });
  assert.equal(code.status, 201, code.text);
  return { high, low, fields };
}

const day = { line: 'course', option: 'day' };
const books = (quantity: number) => ({ line: 'book', quantity });

async function submit(service: PaymentService, order: object, slug = 'shop') {
  const body = { email: 'ada@example.com', order };
  const sent = await service.request('POST', `/forms/${slug}/submit`, { token: null, body });
  assert.equal(sent.status, 200, sent.text);
  return sent.body;
}

async function invoicesOf(service: PaymentService) {
  const { body } = await service.request('GET', '/invoices?sort=number');
  return body.items;
}

const currencies = [
  { currency: 'eur', scale: 1, gift: 501 },
  { currency: 'jpy', scale: 1, gift: 501 },
  { currency: 'kwd', scale: 10, gift: 5010 },
];

for (const { currency, scale, gift } of currencies)
  for (const pricesIncludeTax of [true, false])
    test(`in ${currency}, prices ${pricesIncludeTax ? 'with' : 'without'} tax: what was quoted is charged and on the invoice`, async (t) => {
      const service = await startShop(t);
      const { high, low } = await createShop(service, { currency, scale, invoice: { pricesIncludeTax } });
      const order = { lines: [day, books(3), { line: 'gift', amount: gift }], discountCode: 'tenth' };
      const quote = await service.request('POST', '/forms/shop/quote', { token: null, body: { order } });
      assert.equal(quote.status, 200, quote.text);
      const { amount, taxes, discount } = quote.body;
      assert.equal(quote.body.pricesIncludeTax, pricesIncludeTax);
      const before = 3330 * scale + 3 * 990 * scale + gift;
      const tax = taxes.reduce((sum: number, one: { tax: number }) => sum + one.tax, 0);
      assert.equal(amount, before - discount.amount + (pricesIncludeTax ? 0 : tax));
      assert.deepEqual(
        taxes.map(({ percent, category }: Record<string, string>) => [percent, category]),
        [
          ['19', 'S'],
          ['7', 'S'],
        ],
      );

      const { payment, paymentUrl } = await submit(service, { ...order, amount });
      assert.deepEqual([payment.amount, payment.taxes, payment.lines], [amount, taxes, quote.body.lines]);
      const [session] = (await service.dashboard.checkout.sessions.list()).data;
      assert.equal(session?.amount_total, amount, 'the hosted page charges the same');
      assert.equal(await service.pay(paymentUrl), 303);
      await service.settled();

      const [invoice, ...others] = await invoicesOf(service);
      assert.equal(others.length, 0);
      assert.match(invoice.number, /^INV-\d{4}-0001$/);
      assert.deepEqual(
        [invoice.status, invoice.amount, invoice.amountPaid, invoice.totals.gross, invoice.totals.open],
        ['paid', amount, amount, amount, 0],
      );
      assert.deepEqual([invoice.totals.taxes, invoice.totals.discount], [taxes, discount.amount]);
      assert.deepEqual(
        invoice.lines.map((line: Record<string, unknown>) => [line.description, line.quantity, line.taxRateId]),
        [
          ['One day', '1', high],
          ['Book', '3', low],
          ['Gift', '1', high],
        ],
      );
      assert.equal(invoice.seller.name, seller.name);
      assert.equal(invoice.buyer.email, 'ada@example.com');
      const stored = (await service.request('GET', `/payments/${payment.id}`)).body;
      assert.deepEqual([stored.invoiceId, stored.review], [invoice.id, null]);
    });

test('a fixed price gets one line, and a free order an invoice of nothing', async (t) => {
  const service = await startShop(t);
  const rate = await createRate(service, '19');
  const fee = {
    ...{ name: 'order', type: 'payment', label: 'Fee', description: 'Entrance fee', amount: 1190, currency: 'eur' },
    ...{ invoice: { taxRateId: rate }, discountCodes: true },
  };
  const fields = [{ name: 'email', type: 'email' }, fee];
  const made = await service.request('POST', '/forms', { body: { name: 'Fair', slug: 'fair', fields } });
  assert.equal(made.status, 201, made.text);
  await service.request('POST', '/forms/fair/discounts', { body: { code: 'FREE', percentOff: 100 } });
  const { paymentUrl } = await submit(service, {}, 'fair');
  await service.pay(paymentUrl);
  await service.settled();
  assert.equal((await submit(service, { discountCode: 'FREE' }, 'fair')).paymentUrl, undefined);
  const [paid, free] = await invoicesOf(service);
  assert.deepEqual(
    [paid.number.slice(-4), paid.lines.length, paid.lines[0].description, paid.totals.tax],
    ['0001', 1, 'Entrance fee', 190],
  );
  assert.deepEqual([free.number.slice(-4), free.status, free.totals.gross], ['0002', 'paid', 0]);
});

test('events that come late, twice and in another order issue one invoice', async (t) => {
  const service = await startShop(t, { silent: true });
  await createShop(service);
  const { payment, paymentUrl } = await submit(service, { lines: [day] });
  await service.pay(paymentUrl);
  const events = (await service.dashboard.events.list({ limit: 100 })).data;
  await Promise.all([...events, ...events].map((event) => service.deliver(event)));
  await service.handled();
  for (const event of events.toReversed()) await service.deliver(event);
  await service.handled();
  const invoices = await invoicesOf(service);
  assert.deepEqual(
    invoices.map(({ status, amountPaid }: Record<string, unknown>) => [status, amountPaid]),
    [['paid', payment.amount]],
  );
  assert.match(invoices[0].number, /-0001$/);
});

test('a form is taxed as it was when it was submitted, whatever became of its rates', async (t) => {
  const service = await startShop(t);
  const { high, low, fields } = await createShop(service);
  const { payment, paymentUrl } = await submit(service, { lines: [day, books(1)] });
  const [email, order] = fields;
  const plain = { ...order, invoice: {}, lines: [{ name: 'course', type: 'item', amount: 100 }] };
  assert.equal((await service.request('PATCH', '/forms/shop', { body: { fields: [email, plain] } })).status, 200);
  for (const id of [high, low]) assert.equal((await service.request('DELETE', `/tax-rates/${id}`)).status, 200);
  await service.pay(paymentUrl);
  await service.settled();
  const [invoice] = await invoicesOf(service);
  assert.deepEqual([invoice.totals.taxes, invoice.number.slice(-4)], [payment.taxes, '0001']);
});

test('a form whose tax rate is gone sells nothing', async (t) => {
  const service = await startShop(t);
  const { high } = await createShop(service);
  await service.database.writer.deleteFrom('taxRates').where('id', '=', high).execute();
  const body = { email: 'ada@example.com', order: { lines: [day] } };
  const sent = await service.request('POST', '/forms/shop/submit', { token: null, body });
  assert.deepEqual([sent.status, sent.body.code], [409, 'conflict'], sent.text);
  assert.equal((await service.request('GET', '/payments')).body.total, 0);
});

test('without a seller the payment stands, and its invoice waits for a person', async (t) => {
  const service = await startShop(t);
  await createShop(service);
  const { payment, paymentUrl } = await submit(service, { lines: [day] });
  const gone = await service.request('PATCH', '/settings', { body: { invoicing: { seller: null } } });
  assert.equal(gone.status, 200, gone.text);
  await service.pay(paymentUrl);
  await service.settled();
  const [waiting] = await invoicesOf(service);
  assert.deepEqual([waiting.number, waiting.issuedAt, waiting.status], [null, null, 'paid']);
  const stored = (await service.request('GET', `/payments/${payment.id}`)).body;
  assert.equal(stored.status, 'succeeded');
  assert.match(stored.review, new RegExp(`^Its invoice ${waiting.id} was not issued\\. `));
  const [submission] = (await service.request('GET', '/forms/shop/submissions')).body.items;
  assert.equal(submission.status, 'paid');

  await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const issued = await issue(service, waiting.id);
  assert.equal(issued.status, 200, issued.text);
  assert.match(issued.body.number, /-0001$/);
  assert.deepEqual([issued.body.status, issued.body.totals.taxes], ['paid', payment.taxes]);
});

test('a number that is in use keeps the invoice waiting, and leaves no gap', async (t) => {
  const service = await startShop(t);
  await createShop(service);
  const year = new Date(service.context.now()).getFullYear();
  const numbered = await service.request('PATCH', '/settings', { body: { invoicing: { invoiceNumbers: 'R-{0000}' } } });
  assert.equal(numbered.status, 200, numbered.text);
  const body = {
    currency: 'eur',
    number: `INV-${year}-0001`,
    lines: [{ description: 'x', unitAmount: 1 }],
    status: 'open',
  };
  assert.equal((await service.request('POST', '/invoices', { body })).status, 201);
  await service.request('PATCH', '/settings', { body: { invoicing: { invoiceNumbers: null } } });
  const { payment, paymentUrl } = await submit(service, { lines: [day] });
  await service.pay(paymentUrl);
  await service.settled();
  const stored = (await service.request('GET', `/payments/${payment.id}`)).body;
  assert.match(stored.review, /was not issued\. The number INV-\d+-0001 is in use/);
  await service.request('PATCH', '/settings', { body: { invoicing: { invoiceNumbers: 'S-{0000}' } } });
  assert.equal((await issue(service, stored.invoiceId)).body.number, 'S-0001');
});

test('a form cannot issue invoices without a seller, or with rates that are unknown or do not go together', async (t) => {
  const service = await startPaymentService(t, { idle: true, silent: true });
  const rate = await createRate(service, '19');
  const outside = await createRate(service, '0', { category: 'O', reason: 'A gift' });
  const item = { name: 'a', type: 'item', amount: 100 };
  const faultsOf = async (field: object) => {
    const fields = [{ name: 'p', type: 'payment', currency: 'eur', ...field }];
    const { status, body } = await service.request('POST', '/forms', { body: { name: 'x', fields } });
    return status === 201 ? [] : body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`);
  };
  const { body } = await service.request('POST', '/forms', {
    body: { name: 'x', fields: [{ name: 'p', type: 'payment', currency: 'eur', amount: 100, invoice: {} }] },
  });
  assert.match(body.errors[0].detail, /enter name, city, country in the settings/);
  await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  assert.deepEqual(await faultsOf({ amount: 100, invoice: { taxRateId: 'tax_x' } }), [
    '/fields/0/invoice/taxRateId not_found',
  ]);
  assert.deepEqual(await faultsOf({ invoice: {}, lines: [item, { ...item, name: 'b', taxRateId: rate }] }), [
    '/fields/0/lines/0/taxRateId required',
  ]);
  assert.deepEqual(
    await faultsOf({ invoice: { taxRateId: rate }, lines: [item, { ...item, name: 'b', taxRateId: outside }] }),
    ['/fields/0/lines/1/taxRateId required'],
  );
  assert.deepEqual(await faultsOf({ lines: [{ ...item, taxRateId: rate }] }), [
    '/fields/0/lines/0/taxRateId not_allowed',
  ]);
  assert.deepEqual(await faultsOf({ amount: 100, invoice: { taxRateId: outside } }), []);
  assert.deepEqual(await faultsOf({ invoice: {}, lines: [item] }), []);
});

test('a tax rate stays while a form uses it', async (t) => {
  const service = await startShop(t, { idle: true, silent: true });
  const { high, low, fields } = await createShop(service);
  for (const rate of [high, low]) {
    const { status, body } = await service.request('DELETE', `/tax-rates/${rate}`);
    assert.deepEqual([status, body.code], [409, 'conflict']);
    assert.match(body.detail, /“Shop”/);
    assert.equal((await service.request('GET', `/tax-rates/${rate}`)).status, 200);
  }
  const withoutOrder = { fields: fields.slice(0, 1) };
  assert.equal((await service.request('PATCH', '/forms/shop', { body: withoutOrder })).status, 200);
  assert.equal((await service.request('DELETE', `/tax-rates/${high}`)).status, 200);
});

test('the page of a form adds the tax that the service has worked out', async (t) => {
  const service = await startShop(t);
  await createShop(service, { invoice: { pricesIncludeTax: false } });
  const page = await (await fetch(`${service.origin}/f/shop`)).text();
  assert.match(page, /Tax is added to these prices\./);
  assert.match(page, /data-net="Total before tax"/);
  const answer = await fetch(`${service.origin}/f/shop/quote`, {
    method: 'POST',
    headers: { origin: service.origin },
    body: new URLSearchParams({ 'order.course': 'day', 'order.book': '1' }),
  });
  const { prices, ...quote } = (await answer.json()) as Record<string, unknown>;
  assert.match(String(prices), /\.5022$/);
  assert.deepEqual(quote, {
    total: '€50.22',
    taxes: [
      { label: 'Tax (19%)', amount: '€6.33' },
      { label: 'Tax (7%)', amount: '€0.69' },
    ],
  });
});

const details = {
  ...{ name: 'Lovelace Ltd', vatId: 'at u135.856-27', street: 'Hauptplatz 1', city: 'Graz', country: 'AT' },
  postalCode: '8010',
};

test('the billing details of a submission are the buyer of its invoice, also after the form has changed', async (t) => {
  const service = await startShop(t);
  const { fields } = await createShop(service);
  const asked = { name: 'bill', type: 'billing', label: 'Invoice to', required: true };
  const settings = { contactFields: { billing: 'bill' } };
  const change = await service.request('PATCH', '/forms/shop', { body: { fields: [...fields, asked], settings } });
  assert.equal(change.status, 200, change.text);
  const body = { email: 'ada@example.com', order: { lines: [day] }, bill: details };
  const send = (bill: object) =>
    service.request('POST', '/forms/shop/submit', { token: null, body: { ...body, bill: { ...details, ...bill } } });
  const faultsOf = async (bill: object) =>
    ((await send(bill)).body.errors ?? []).map((one: Record<string, string>) => `${one.pointer} ${one.code}`);
  assert.deepEqual(await faultsOf({ vatId: 'ATU13585628' }), ['/bill/vatId invalid_vat_id']);
  assert.deepEqual(await faultsOf({ vatId: '13585627' }), ['/bill/vatId invalid_vat_id']);
  assert.deepEqual(await faultsOf({ country: 'US', vatId: 'DE1' }), ['/bill/vatId invalid_vat_id']);
  assert.deepEqual(await faultsOf({ name: ' ' }), ['/bill/name required']);

  const sent = await send({});
  assert.equal(sent.status, 200, sent.text);
  await service.request('PATCH', '/forms/shop', { body: { fields, settings: { contactFields: null } } });
  await service.pay(sent.body.paymentUrl);
  await service.settled();
  const [invoice] = await invoicesOf(service);
  assert.deepEqual(invoice.buyer, {
    ...{ name: 'Lovelace Ltd', email: 'ada@example.com', vatId: 'ATU13585627' },
    address: { line1: 'Hauptplatz 1', postalCode: '8010', city: 'Graz', country: 'at' },
  });
  const [contact] = (await service.request('GET', '/contacts')).body.items;
  assert.deepEqual([contact.name, contact.fields.billing], ['Lovelace Ltd', details]);
  const ubl = await service.request('GET', `/invoices/${invoice.id}/document?format=ubl`);
  assert.equal(ubl.status, 200, ubl.text);
});

test('a business elsewhere has a number of its own, and a form without invoices names its buyer too', async (t) => {
  const service = await startPaymentService(t);
  const fields = [
    { name: 'bill', type: 'billing' },
    { name: 'fee', type: 'payment', amount: 100, currency: 'usd' },
  ];
  await service.request('POST', '/forms', { body: { name: 'Fee', slug: 'fee', fields } });
  const bill = { ...details, country: 'US', vatId: '12-3456789' };
  const sent = await service.request('POST', '/forms/fee/submit', { token: null, body: { bill } });
  assert.equal(sent.status, 200, sent.text);
  await service.pay(sent.body.paymentUrl);
  await service.settled();
  const [invoice] = await invoicesOf(service);
  assert.deepEqual([invoice.number, invoice.amount, invoice.lines.length], [null, 100, 1]);
  assert.deepEqual([invoice.buyer.vatId, invoice.buyer.address.country], ['123456789', 'us']);
});

test('a form that is deleted before it is paid leaves an invoice that a person is asked to issue', async (t) => {
  const service = await startShop(t);
  await createShop(service);
  const { payment, paymentUrl } = await submit(service, { lines: [day] });
  assert.equal((await service.request('DELETE', '/forms/shop?force=true')).status, 200);
  await service.pay(paymentUrl);
  await service.settled();
  const stored = (await service.request('GET', `/payments/${payment.id}`)).body;
  assert.deepEqual([stored.status, stored.amount], ['succeeded', 3330]);
  assert.match(stored.review, /was not issued\. Its submission was deleted before it was paid/);
  const issued = await issue(service, stored.invoiceId);
  assert.deepEqual([issued.status, issued.body.status, issued.body.totals.gross], [200, 'paid', 3330], issued.text);
});
