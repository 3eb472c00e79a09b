// One sale through everything that shows an amount: the site, the form and its page, the quote, the checkout, the invoice, the
// refund with its credit note, the tax report and the exports. All say the same, to the smallest unit of each currency.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { decimalAmount } from '../../src/lib/money.ts';
import { csvAt, workbookAt } from '../support/downloaded-tables.ts';
import { createRate, seller } from '../support/invoicing.ts';
import { type PaymentService, startPaymentService } from '../support/payment-service.ts';

type Json = Awaited<ReturnType<PaymentService['request']>>['body'];

/** Sends a request that must succeed. */
async function send({ request }: PaymentService, method: string, path: string, body?: object): Promise<Json> {
  const answer = await request(method, path, { body });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

/** In the smallest unit, not round: Kuwaiti cards carry no single fils. */
const currencies = {
  eur: { workshop: 3333, book: 1999, back: 1777 },
  jpy: { workshop: 3333, book: 1999, back: 1777 },
  kwd: { workshop: 33_330, book: 19_990, back: 17_770 },
};
type Currency = keyof typeof currencies;

/** A site that sells workshops, and books with a tax rate of their own, in three currencies. */
async function startShop(t: TestContext, pricesIncludeTax: boolean) {
  const service = await startPaymentService(t);
  await send(service, 'PATCH', '/settings', { timeZone: 'Europe/Berlin', invoicing: { seller } });
  const [high, low] = [await createRate(service, '19'), await createRate(service, '7')];
  const declared = [
    { name: 'price', type: 'money' },
    { name: 'places', type: 'integer' },
    { name: 'tax', type: 'text' },
  ];
  await send(service, 'POST', '/types', { name: 'product', publicRead: true, fields: declared });
  const ids: Record<string, string> = {};
  for (const currency of Object.keys(currencies) as Currency[]) {
    const { workshop, book } = currencies[currency];
    for (const [title, amount, tax] of [
      ['Workshop', workshop, undefined],
      ['Book', book, low],
    ] as const) {
      const fields = { price: { amount, currency }, places: 10, ...(tax && { tax }) };
      const { id } = await send(service, 'POST', '/content/product', { title, status: 'publish', fields });
      ids[`${title} ${currency}`] = id;
    }
    const optionsFrom = { type: 'product', price: 'price', stock: 'places', taxRate: 'tax' };
    const line = { name: 'product', type: 'choice', multiple: true, maxQuantity: 5, optionsFrom };
    const order = {
      ...{ name: 'order', type: 'payment', currency, discountCodes: true },
      ...{ invoice: { taxRateId: high, pricesIncludeTax }, lines: [line] },
    };
    const fields = [{ name: 'email', type: 'email', required: true }, order];
    await send(service, 'POST', '/forms', { name: currency, slug: currency, fields });
    await send(service, 'POST', `/forms/${currency}/discounts`, { code: 'SPRING', percentOff: 15 });
  }
  return { service, ids, rates: { high, low } };
}

/** The amount in a text of a page, in the smallest unit: pages write all digits of a currency. */
function amountIn(text: string): number {
  return Number(text.replace(/\D/g, ''));
}

/** What a visitor sees of an item, on the site and on the page of the form. */
async function readShown({ request, origin }: PaymentService, form: string, id: string) {
  const { price, places } = (await request('GET', `/content/product/${id}`, { token: null })).body.fields;
  const { options } = (await request('GET', `/forms/${form}`, { token: null })).body.fields[1].lines[0];
  const page = await (await fetch(`${origin}/f/${form}`)).text();
  const [, written = '', counted = ''] =
    new RegExp(
      `for="field-order.product.${id}">[^<]*<span class="amount">([^<]*)</span>.*\\n.*data-amount="(\\d+)"`,
    ).exec(page) ?? [];
  const option = options.find(({ value }: Json) => value === id);
  return { places, prices: [price.amount, option.amount, amountIn(written), Number(counted)] };
}

type Amounts = { base: number; tax: number; gross: number };

/** Base and tax of each percentage, as documents have them. */
function byPercent(taxes: readonly Json[]): Record<string, Amounts> {
  return Object.fromEntries(
    taxes.map(({ percent, base, tax }) => [percent as string, { base, tax, gross: base + tax }]),
  );
}

/** What the tax report says of a currency. */
async function readReport(service: PaymentService, currency: Currency, part: 'invoiced' | 'credited', days: string) {
  const { rows, totals } = await send(service, 'GET', `/reports/tax?${days}`);
  const own = rows.filter((row: Json) => row.currency === currency);
  const file = (await csvAt(service, `/reports/tax.csv?${days}`)).filter((row) => row.currency === currency);
  assert.deepEqual(
    file.map((row) => ['Base', 'Tax', 'Gross'].map((name) => row[`${part}${name}`])),
    own.map((row: Json) => Object.values(row[part] as Amounts).map((amount) => decimalAmount(amount, currency))),
    'the report as a file',
  );
  const rates: Record<string, Amounts> = Object.fromEntries(own.map((row: Json) => [row.percent, row[part]]));
  return { rates, total: totals.find((total: Json) => total.currency === currency)?.[part] as Amounts };
}

/** The one row of a currency in both files of a list, in the smallest unit of the currency. */
async function readExport(service: PaymentService, path: string, currency: Currency, columns: Record<string, string>) {
  const asUnits = (text: unknown): number => Math.round(Number(text) * 10 ** { eur: 2, jpy: 0, kwd: 3 }[currency]);
  const [row, ...others] = (await csvAt(service, `${path}.csv`)).filter((one) => one.currency === currency);
  const cells = (await workbookAt(service, `${path}.xlsx`)).filter((one) => one.Currency?.value === currency);
  assert.deepEqual([others.length, cells.length], [0, 1]);
  return Object.entries(columns).map(([name, label]) => {
    const units = asUnits(row?.[name]);
    assert.equal(row?.[name], decimalAmount(units, currency), `${path} ${name}`);
    assert.equal(asUnits(cells[0]?.[label]?.value), units, `${path} ${label}`);
    return units;
  });
}

for (const pricesIncludeTax of [true, false])
  test(`a sale is the same amount everywhere, with prices ${pricesIncludeTax ? 'that include tax' : 'before tax'}`, async (t) => {
    const { service, ids, rates } = await startShop(t, pricesIncludeTax);
    for (const [currency, { workshop, book, back }] of Object.entries(currencies) as [
      Currency,
      (typeof currencies)[Currency],
    ][]) {
      const [workshopId, bookId] = [ids[`Workshop ${currency}`] as string, ids[`Book ${currency}`] as string];
      assert.deepEqual(await readShown(service, currency, workshopId), { places: 10, prices: Array(4).fill(workshop) });
      assert.deepEqual(await readShown(service, currency, bookId), { places: 10, prices: Array(4).fill(book) });

      const pick = (option: string, quantity: number) => ({ line: 'product', option, quantity });
      const order = { lines: [pick(workshopId, 1), pick(bookId, 3)], discountCode: 'spring' };
      const quote = await send(service, 'POST', `/forms/${currency}/quote`, { order });
      const { amount, taxes, discount } = quote;
      const tax = taxes.reduce((sum: number, one: Json) => sum + one.tax, 0);
      assert.ok(discount.amount > 0 && tax > 0);
      assert.equal(amount, workshop + 3 * book - discount.amount + (pricesIncludeTax ? 0 : tax));
      const typed = new URLSearchParams({
        [`order.product.${workshopId}`]: '1',
        [`order.product.${bookId}`]: '3',
        'order.discountCode': 'spring',
      });
      const onPage = await fetch(`${service.origin}/f/${currency}/quote`, {
        method: 'POST',
        headers: { origin: service.origin },
        body: typed,
      });
      assert.equal(amountIn(((await onPage.json()) as Json).total), amount, 'the total on the page');

      const answers = { email: 'ada@example.com', order: { ...order, amount } };
      const sent = await send(service, 'POST', `/forms/${currency}/submit`, answers);
      const { id: paymentId } = sent.payment;
      const { checkoutSessionId } = await send(service, 'GET', `/payments/${paymentId}`);
      const session = await service.dashboard.checkout.sessions.retrieve(checkoutSessionId);
      assert.deepEqual([session.amount_total, session.currency], [amount, currency]);
      const hosted = await (await fetch(sent.paymentUrl)).text();
      const written = [...hosted.matchAll(/[€¥]\s?[\d.,]+|KWD\s?[\d.,]+/g)].map(([text]) => amountIn(text));
      assert.ok(written.includes(amount), `the page of the checkout: ${written}`);
      assert.equal(await service.pay(sent.paymentUrl), 303);
      await service.settled();

      const payment = await send(service, 'GET', `/payments/${paymentId}`);
      assert.deepEqual([payment.amountReceived, payment.review], [amount, null]);
      const invoice = await send(service, 'GET', `/invoices/${payment.invoiceId}`);
      assert.deepEqual([invoice.amount, invoice.amountPaid, invoice.totals.gross], [amount, amount, amount]);
      assert.deepEqual([invoice.totals.taxes, invoice.totals.discount], [taxes, discount.amount]);
      assert.deepEqual(
        invoice.lines.map((line: Json) => [line.description, line.itemId, line.taxRateId, line.unitAmount]),
        [
          ['Workshop', workshopId, rates.high, workshop],
          ['Book', bookId, rates.low, book],
        ],
      );
      assert.equal((await readShown(service, currency, bookId)).places, 7);

      const refund = { paymentIntentId: paymentId, amount: back, creditNote: true };
      await send(service, 'POST', '/payments/refund', refund);
      await service.settled();
      const intents = await service.dashboard.refunds.list({ payment_intent: payment.paymentIntentId });
      assert.deepEqual(
        intents.data.map((one) => one.amount),
        [back],
      );
      const [note, ...others] = (await send(service, 'GET', `/credit-notes?invoiceId=${invoice.id}`)).items;
      assert.deepEqual([note.amount, note.totals.gross, others.length], [back, back, 0]);
      const { totals } = await send(service, 'GET', `/invoices/${invoice.id}`);
      assert.deepEqual([totals.gross, totals.refunded, totals.credited, totals.open], [amount, back, back, 0]);

      const days = `${new URLSearchParams({ firstDay: invoice.issueDay, lastDay: note.issueDay })}`;
      const { net } = invoice.totals;
      const invoiced = { rates: byPercent(taxes), total: { base: net, tax, gross: amount } };
      assert.deepEqual(await readReport(service, currency, 'invoiced', days), invoiced);
      const credited = { base: note.totals.net, tax: note.totals.tax, gross: back };
      assert.deepEqual(await readReport(service, currency, 'credited', days), {
        rates: byPercent(note.totals.taxes),
        total: credited,
      });

      const money = { net: 'Net', tax: 'Tax', gross: 'Gross' };
      const paid = { ...money, paid: 'Paid', credited: 'Credited', open: 'Open' };
      assert.deepEqual(await readExport(service, '/invoices', currency, paid), [net, tax, amount, amount, back, 0]);
      assert.deepEqual(await readExport(service, '/credit-notes', currency, money), Object.values(credited));
      const received = {
        amount: 'Amount',
        amountReceived: 'Received',
        amountRefunded: 'Refunded',
        discount: 'Discount',
      };
      assert.deepEqual(await readExport(service, '/payments', currency, received), [
        ...[amount, amount, back, discount.amount],
      ]);
    }
  });
