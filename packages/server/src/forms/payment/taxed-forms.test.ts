// Forms whose buyers are taxed by the rules of the site: the billing details decide, and quote, page, checkout, payment and invoice
// say the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRate, seller } from '../../../test/support/invoicing.ts';
import { type PaymentService, startPaymentService } from '../../../test/support/payment-service.ts';
import { buyers, courses, quote, startTaxedShop } from '../../../test/support/taxed-shop.ts';

const { german, french, company, swiss } = buyers;

/** Buys two courses, pays them, and checks that all say the same. Returns what the invoice says of the tax. */
async function buy(service: PaymentService, who: object) {
  const order = courses(2);
  const { amount, lines, taxes, taxedAs } = await quote(service, { order, who });
  const body = { email: 'ada@example.com', who, order: { ...order, amount } };
  const sent = await service.request('POST', '/forms/shop/submit', { token: null, body });
  assert.equal(sent.status, 200, sent.text);
  const { payment, paymentUrl } = sent.body;
  assert.deepEqual([payment.amount, payment.lines, payment.taxes, payment.taxedAs], [amount, lines, taxes, taxedAs]);
  const [session] = (await service.dashboard.checkout.sessions.list()).data;
  assert.equal(session?.amount_total, amount, 'the hosted page charges the same');
  await service.pay(paymentUrl);
  await service.settled();
  const { body: stored } = await service.request('GET', `/payments/${payment.id}`);
  assert.deepEqual([stored.review, stored.taxedAs], [null, taxedAs]);
  const { body: invoice } = await service.request('GET', `/invoices/${stored.invoiceId}`);
  assert.deepEqual([invoice.status, invoice.amount, invoice.totals.open], ['paid', amount, 0]);
  assert.ok(invoice.issuedAt);
  assert.deepEqual([invoice.totals.taxes, invoice.taxedAs], [taxes, taxedAs]);
  const [{ category, percent, base, tax }] = invoice.totals.taxes;
  return [taxedAs, amount, `${category} ${percent}`, base, tax];
}

const expected = {
  'eur, prices with tax': {
    shop: { currency: 'eur', price: 11_900, pricesIncludeTax: true },
    german: ['domestic', 23_800, 'S 19', 20_000, 3800],
    french: ['eu_consumer', 23_800, 'S 20', 19_833, 3967],
    company: ['eu_business', 20_000, 'AE 0', 20_000, 0],
    swiss: ['abroad', 20_000, 'G 0', 20_000, 0],
  },
  'eur, prices without tax': {
    shop: { currency: 'eur', price: 9999, pricesIncludeTax: false },
    german: ['domestic', 23_798, 'S 19', 19_998, 3800],
    french: ['eu_consumer', 23_998, 'S 20', 19_998, 4000],
    company: ['eu_business', 19_998, 'AE 0', 19_998, 0],
    swiss: ['abroad', 19_998, 'G 0', 19_998, 0],
  },
  'jpy, prices with tax': {
    shop: { currency: 'jpy', price: 1000, pricesIncludeTax: true },
    german: ['domestic', 2000, 'S 19', 1681, 319],
    french: ['eu_consumer', 2000, 'S 20', 1667, 333],
    // 840.34 for one.
    company: ['eu_business', 1680, 'AE 0', 1680, 0],
    swiss: ['abroad', 1680, 'G 0', 1680, 0],
  },
  'jpy, prices without tax': {
    shop: { currency: 'jpy', price: 1000, pricesIncludeTax: false },
    german: ['domestic', 2380, 'S 19', 2000, 380],
    french: ['eu_consumer', 2400, 'S 20', 2000, 400],
    company: ['eu_business', 2000, 'AE 0', 2000, 0],
    swiss: ['abroad', 2000, 'G 0', 2000, 0],
  },
};

for (const [name, { shop, ...sales }] of Object.entries(expected))
  test(`in ${name}: the billing details decide, and what was quoted is charged and on the invoice`, async (t) => {
    const service = await startTaxedShop(t, shop);
    assert.deepEqual(await buy(service, german), sales.german);
    assert.deepEqual(await buy(service, french), sales.french);
    assert.deepEqual(await buy(service, company), sales.company);
    assert.deepEqual(await buy(service, swiss), sales.swiss);
  });

test('a quote accepts billing details that are not complete, and what is given stays', async (t) => {
  const service = await startTaxedShop(t);
  const order = {
    lines: [
      { line: 'course', quantity: 1 },
      { line: 'gift', amount: 5000 },
    ],
  };
  const amountFor = async (who?: unknown) =>
    (await quote(service, { order, ...(who !== undefined && { who }) })).amount;
  assert.deepEqual(
    [await amountFor(), await amountFor({}), await amountFor({ country: 'CH' }), await amountFor({ country: 7 })],
    [16_900, 16_900, 15_000, 16_900],
  );
  assert.equal(await amountFor('nonsense'), 16_900);
});

test('an order of which the rules put only a part outside the scope of tax is rejected before it is paid', async (t) => {
  const service = await startPaymentService(t);
  const [high, low] = [await createRate(service, '19'), await createRate(service, '7')];
  const outside = await createRate(service, '0', { category: 'O', reason: 'Taxed where the buyer is' });
  const taxRules = [{ buyer: 'abroad', taxRateId: low, instead: outside }];
  await service.request('PATCH', '/settings', { body: { invoicing: { seller, taxRules } } });
  const lines = [
    { name: 'course', type: 'item', label: 'Course', amount: 11_900, minQuantity: 0 },
    { name: 'book', type: 'item', label: 'Book', amount: 1070, minQuantity: 0, taxRateId: low },
  ];
  const order = { name: 'order', type: 'payment', currency: 'eur', invoice: { taxRateId: high }, lines };
  const fields = [{ name: 'email', type: 'email' }, { name: 'who', type: 'billing' }, order];
  await service.request('POST', '/forms', { body: { name: 'Shop', slug: 'shop', fields } });
  const send = (path: string, who: object, ...names: string[]) => {
    const bought = { lines: names.map((line) => ({ line, quantity: 1 })) };
    const body = { email: 'ada@example.com', who, order: bought };
    return service.request('POST', `/forms/shop/${path}`, { token: null, body });
  };
  for (const path of ['quote', 'submit']) {
    const mixed = await send(path, swiss, 'course', 'book');
    assert.equal(mixed.status, 409, mixed.text);
    assert.match(
      mixed.body.detail,
      /^The tax rules of the site put only a part .* outside the scope of tax \(“Book”\)/,
    );
    for (const names of [['course'], ['book']]) assert.equal((await send(path, swiss, ...names)).status, 200);
    assert.equal((await send(path, german, 'course', 'book')).status, 200);
  }
  assert.equal((await service.request('GET', '/payments')).body.total, 3);
});

test('billing details are as long as an invoice can have them', async (t) => {
  const service = await startTaxedShop(t);
  const limits = { name: 200, street: 200, postalCode: 20, city: 100, region: 100 };
  const whoWith = (more: number) =>
    Object.fromEntries(Object.entries(limits).map(([name, length]) => [name, 'x'.repeat(length + more)]));
  const sent = await service.request('POST', '/forms/shop/submit', {
    token: null,
    body: { email: 'ada@example.com', who: { ...german, ...whoWith(1) }, order: courses(2) },
  });
  assert.equal(sent.status, 422, sent.text);
  assert.deepEqual(
    sent.body.errors.map(({ pointer }: { pointer: string }) => pointer.split('/').at(-1)).sort(),
    Object.keys(limits).sort(),
  );
  assert.deepEqual(await buy(service, { ...german, ...whoWith(0) }), expected['eur, prices with tax'].german);
});

test('a page that showed another price says the new one, and can be sent again', async (t) => {
  const service = await startTaxedShop(t);
  const page = await (await fetch(`${service.origin}/f/shop`)).text();
  const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
  const send = (html: string, who: Record<string, string>) => {
    const answers = Object.entries(who).map(([name, value]): [string, string] => [`who.${name}`, value]);
    const carried = ['_page', '\\.prices'].map((name): [string, string] => [
      name.replace('\\', ''),
      hidden(html, name),
    ]);
    const body = new URLSearchParams([...carried, ...answers, ['email', 'ada@example.com'], ['order.course', '1']]);
    return fetch(`${service.origin}/f/shop`, { method: 'POST', body, redirect: 'manual' });
  };
  const first = await send(page, swiss);
  const changed = await first.text();
  assert.equal(first.status, 422);
  assert.match(changed, /€100\.00/);
  // Another fault does not make it forget what it has said.
  const { city: _city, ...incomplete } = swiss;
  const second = await send(changed, incomplete);
  const again = await second.text();
  assert.equal(second.status, 422);
  const home = await send(again, german);
  assert.equal(home.status, 422);
  assert.match(await home.text(), /€119\.00/);
  assert.equal((await send(again, swiss)).status, 303);
  const { body } = await service.request('GET', '/payments');
  assert.deepEqual(
    body.items.map(({ amount }: { amount: number }) => amount),
    [10_000],
  );
});
