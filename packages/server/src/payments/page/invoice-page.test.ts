// The page of an invoice: what it shows in each status, paying from it, and who can find it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRate, credit, issue, seller } from '../../../test/support/invoicing.ts';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { readDocument } from '../../invoices/documents.ts';
import { invoiceLink } from '../../invoices/invoice-link.ts';
import { languageCodes } from '../../languages/language.ts';

const dayMs = 24 * 3_600_000;
const iban = 'DE02120300000000202051';

async function startInvoicing(t: Parameters<typeof startPaymentService>[0]) {
  const service = await startPaymentService(t);
  const set = await service.request('PATCH', '/settings', {
    body: {
      timeZone: 'Europe/Berlin',
      siteName: 'Harbor',
      invoicing: { seller: { ...seller, iban, bic: 'BYLADEM1001' } },
    },
  });
  assert.equal(set.status, 200, set.text);
  return service;
}
type Service = Awaited<ReturnType<typeof startInvoicing>>;

async function createInvoice(service: Service, rest: object = {}) {
  const contact = await service.request('POST', '/contacts', { body: { name: 'Ada Lovelace' } });
  const lines = [
    {
      ...{ description: 'Consulting <in May>', quantity: '1.5', unit: 'hour', unitAmount: 10_000, discount: 1000 },
      taxRateId: await createRate(service, '19'),
    },
    { description: 'Book', unitAmount: 2000, taxRateId: await createRate(service, '7') },
  ];
  const buyer = { name: 'Ada Lovelace', address: { city: 'Graz', country: 'at' }, reference: 'PO 17' };
  const body = { currency: 'eur', lines, buyer, contactId: contact.body.id, deliveryFrom: '2026-05-01', ...rest };
  const created = await service.request('POST', '/invoices', { body });
  assert.equal(created.status, 201, created.text);
  const { pathname } = new URL(invoiceLink(service.context, created.body.id));
  return { id: created.body.id as string, path: pathname };
}

const open = (service: Service, path: string, headers: Record<string, string> = {}) =>
  service.request('GET', `/${path}`, { token: null, headers });
const press = (service: Service, path: string) =>
  service.request('POST', `/${path}`, {
    ...{ token: null, body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  });

/** Whether a page has all of these texts, in this order. */
function assertShows(page: string, ...texts: string[]): void {
  let from = 0;
  for (const text of texts) {
    const at = page.indexOf(text, from);
    assert.notEqual(at, -1, `${text} is missing after ${page.slice(Math.max(0, from - 40), from)}`);
    from = at + text.length;
  }
}

test('an issued invoice has a page that only its link leads to', async (t) => {
  const service = await startInvoicing(t);
  const { id, path } = await createInvoice(service);
  assert.equal((await open(service, path)).status, 404, 'a draft has no page');
  assert.equal((await press(service, path)).status, 404);
  assert.equal((await open(service, `${path}/document?format=ubl`)).status, 404);
  const pageUrlOf = async () => (await service.request('GET', `/invoices/${id}`)).body.pageUrl;
  assert.equal(await pageUrlOf(), null);
  const issued = await issue(service, id);
  assert.deepEqual([issued.status, issued.body.pageUrl], [200, `http://frontdesk.test${path}`]);
  assert.equal(await pageUrlOf(), issued.body.pageUrl, 'it is the same each time');
  const [listed] = (await service.request('GET', '/invoices')).body.items;
  assert.equal(listed.pageUrl, issued.body.pageUrl);
  // Events go to programs of others.
  const feed = await service.request('GET', '/events?types=invoice.updated');
  assert.doesNotMatch(feed.text, /pageUrl|\/i\/v1/);

  const page = await open(service, path);
  assert.equal(page.status, 200, page.text);
  assertShows(
    page.text,
    '<h1>Invoice INV-',
    'class="status open">Open',
    'Left to pay<strong>€188.00',
    '<button>Pay €188.00',
  );
  assertShows(
    page.text,
    'Harbor Ltd',
    '20457 Hamburg',
    'Germany',
    'VAT ID: DE123456789',
    'Ada Lovelace',
    'Graz',
    'Austria',
  );
  assertShows(
    page.text,
    'May 1, 2026',
    'PO 17',
    'Consulting &#60;in May&#62;',
    'Discount: -€10.00',
    '1.5 hours',
    '€100.00',
    '19%',
    '€140.00',
  );
  assertShows(
    page.text,
    'Subtotal',
    '€160.00',
    '19% tax on €140.00',
    '€26.60',
    '7% tax on €20.00',
    '€1.40',
    'Total',
    '€188.00',
  );
  assertShows(page.text, 'DE02 1203 0000 0000 2020 51', 'BYLADEM1001', 'INV-');
  const { headers } = page;
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action/,
  );
  assert.deepEqual(
    [headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']],
    ['no-store', 'no-referrer', 'noindex'],
  );
  const wrong = path.replace(/.{6}$/, 'AAAAAA');
  for (const one of [wrong, '/i/1', `/i/${id}`, `${wrong}/document?format=ubl`])
    assert.equal((await open(service, one)).status, 404, one);
});

test('its documents are those of the API', async (t) => {
  const service = await startInvoicing(t);
  const { id, path } = await createInvoice(service, { status: 'open' });
  const { text } = await open(service, path);
  const links = [...text.matchAll(/href="([^"]+\/document\?format=(\w+))"/g)];
  assert.deepEqual(
    links.map(([, , format]) => format),
    ['pdf', 'ubl', 'cii'],
  );
  for (const [, url = '', format = ''] of links) {
    const file = await open(service, url);
    assert.equal(file.text, (await service.request('GET', `/invoices/${id}/document?format=${format}`)).text);
    assert.deepEqual([file.status, file.headers['referrer-policy']], [200, 'no-referrer']);
  }
  // One that an e-invoice cannot be written of offers the PDF alone.
  const { path: other } = await createInvoice(service, { status: 'open', buyer: { name: 'Ada' } });
  const offered = (await open(service, other)).text.match(/\/document\?format=\w+/g);
  assert.deepEqual(offered, ['/document?format=pdf']);
});

test('a payer pays from the page, and comes back to it', async (t) => {
  const service = await startInvoicing(t);
  const { id, path } = await createInvoice(service, { status: 'open' });
  const [first, second] = [await press(service, path), await press(service, path)];
  assert.deepEqual([first.status, second.headers.location], [303, first.headers.location]);
  const { items } = (await service.request('GET', `/payments?invoiceId=${id}`)).body;
  assert.equal(items.length, 1);
  assertShows((await open(service, `${path}?canceled=1`)).text, 'role="status"', 'Nothing was charged', '<button>');
  await service.pay(String(first.headers.location));
  // The processor is asked again only after a while.
  service.advance(10_000);
  const row = await service.context.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
  const back = String(row.successUrl).replace('{CHECKOUT_SESSION_ID}', String(row.checkoutSessionId));
  assert.equal(new URL(back).pathname, path);
  const paid = (await open(service, back.replace('http://frontdesk.test', ''))).text;
  assertShows(
    paid,
    'class="status paid">Paid',
    'role="status"',
    'of €188.00 has been received',
    'Paid',
    '-€188.00',
    'Payments',
    'Online',
    '€188.00',
  );
  assert.doesNotMatch(paid, /<button>|IBAN|Left to pay/);
  // The session of another payment says nothing here.
  const other = await createInvoice(service, { status: 'open' });
  assert.doesNotMatch((await open(service, `${other.path}?session=${row.checkoutSessionId}`)).text, /received/);
  assert.equal((await press(service, path)).status, 200);
});

test('it shows what was paid, credited and withdrawn', async (t) => {
  const service = await startInvoicing(t);
  const { id, path } = await createInvoice(service, { status: 'open' });
  const record = { amount: 8800, method: 'transfer', paidAt: '2026-05-03T22:30:00Z' };
  assert.equal((await service.request('POST', `/invoices/${id}/payments`, { body: record })).status, 201);
  assert.equal((await credit(service, id, { amount: 5000, reason: 'Rain' })).status, 201);
  const partly = (await open(service, path)).text;
  assertShows(
    partly,
    'class="status partlyPaid">Partly paid',
    '€50.00',
    '<button>Pay €50.00',
    'Credited',
    '-€50.00',
    'Paid',
    '-€88.00',
    'Left to pay',
    '€50.00',
  );
  // On its day where the site is.
  assertShows(partly, 'Payments', 'May 4, 2026', 'Bank transfer', '€88.00', 'Credit notes', 'CN-', 'Rain', '-€50.00');
  service.advance(20 * dayMs);
  assertShows((await open(service, path)).text, 'class="status overdue">Overdue', '<button>');

  const credited = await createInvoice(service, { status: 'open' });
  assert.equal((await credit(service, credited.id)).status, 201);
  assertShows((await open(service, credited.path)).text, 'class="status credited">Credited', 'Credit notes');
  assert.doesNotMatch((await open(service, credited.path)).text, /<button>|IBAN/);

  const stub = { amount: 2500, currency: 'usd', description: 'Boat repairs', lines: undefined, buyer: undefined };
  const simple = await createInvoice(service, { ...stub, deliveryFrom: undefined });
  assertShows(
    (await open(service, simple.path)).text,
    '<h1>Invoice</h1>',
    'Pay $25.00',
    'Ada Lovelace',
    'Boat repairs',
    'Total',
    '$25.00',
  );
  assert.doesNotMatch((await open(service, simple.path)).text, /Subtotal|\/document/);
  await service.request('PATCH', `/invoices/${simple.id}`, { body: { status: 'void' } });
  assertShows((await open(service, simple.path)).text, 'class="status void">Withdrawn');
  assert.equal((await press(service, simple.path)).status, 200);
  assert.equal((await service.request('GET', '/payments?status=open')).body.total, 0);
});

test('it is written for its buyer, in every language', async (t) => {
  const service = await startInvoicing(t);
  const { path } = await createInvoice(service, { status: 'open' });
  for (const lang of languageCodes) {
    const { text, headers, status } = await open(service, `${path}?lang=${lang}`);
    assert.deepEqual([status, headers['content-language']], [200, lang]);
    assertShows(text, `<html lang="${lang}" dir="${['ar', 'he'].includes(lang) ? 'rtl' : 'ltr'}">`);
    assert.doesNotMatch(text, /\{\w+\}(?![^<]*<\/style>)/, lang);
  }
});

test('page, mail, reminder, receipt and document are in one language, which the issue settles', async (t) => {
  const service = await startInvoicing(t);
  const { request, context } = service;
  const email = 'grete@example.com';
  const submitIn = async (language: string) => {
    const fields = [{ name: 'email', type: 'email', required: true }];
    const form = await request('POST', '/forms', { body: { name: language, slug: language, fields, language } });
    assert.equal(form.status, 201, form.text);
    await request('POST', `/forms/${language}/submit`, { token: null, body: { email } });
  };
  const pageOf = async (path: string) => (await open(service, path, { 'accept-language': 'fr' })).headers;
  const languagesOf = async ({ id, path }: { id: string; path: string }) => {
    const pdf = await readDocument(context, { kind: 'invoice', id }, 'pdf');
    const [mail, reminder] = await Promise.all(
      ['', '?reminder=true'].map((query) => request('GET', `/invoices/${id}/mail${query}`)),
    );
    const onPdf = /\/Lang \((\w+)/.exec(pdf.body.toString('latin1'))?.[1];
    return [(await pageOf(path))['content-language'], mail?.body.language, reminder?.body.language, onPdf];
  };
  const all = (language: string) => Array(4).fill(language);

  await submitIn('de');
  await request('PATCH', '/settings', { body: { locale: 'nl-BE' } });
  const stranger = await createInvoice(service, { status: 'open' });
  assert.deepEqual(await languagesOf(stranger), all('nl'));
  const contactId = (await request('GET', `/contacts?email=${email}`)).body.items[0].id;
  const known = await createInvoice(service, { status: 'open', contactId });
  const own = await createInvoice(service, { status: 'open', contactId, buyer: { name: 'Grete', language: 'pl' } });
  // What was issued stays in its language, whatever the contact submits later.
  await submitIn('it');
  assert.deepEqual(await languagesOf(known), all('de'));
  assert.deepEqual(await languagesOf(own), all('pl'));
  assert.equal((await open(service, `${known.path}?lang=sv`)).headers['content-language'], 'sv');
  await service.pay(String((await press(service, known.path)).headers.location));
  await service.waitForEvents('payment.succeeded');
  const [receipt] = (await request('GET', '/mails?kind=receipt')).body.items;
  assert.equal(receipt?.language, 'de');
  const note = await credit(service, own.id);
  assert.equal(note.status, 201, note.text);
  const credited = await readDocument(context, { kind: 'creditNote', id: note.body.id }, 'pdf');
  assert.match(credited.body.toString('latin1'), /\/Lang \(pl\b/);
});

test('a payer who reads and pays it in a language comes back to that', async (t) => {
  const service = await startInvoicing(t);
  const { path } = await createInvoice(service, { status: 'open', description: 'Advice & a book' });
  const german = (await open(service, `${path}?lang=de`)).text;
  assertShows(german, '>Advice &#38; a book<', `action="${path}?lang=de"`, '1,5 Stunden');
  await press(service, `${path}?lang=de`);
  const row = await service.context.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
  for (const url of [row.successUrl, row.cancelUrl]) assert.equal(new URL(String(url)).searchParams.get('lang'), 'de');
  assert.match(String(row.successUrl), /session=\{CHECKOUT_SESSION_ID\}$/);
});

test('amounts of lines include tax if prices do, and what was refunded is shown', async (t) => {
  const service = await startInvoicing(t);
  const lines = [{ description: 'Book', quantity: '2', unitAmount: 1190, taxRateId: await createRate(service, '19') }];
  const { id, path } = await createInvoice(service, { status: 'open', pricesIncludeTax: true, lines });
  assertShows(
    (await open(service, path)).text,
    '<td class="number wide">€11.90</td>',
    '<td class="number">€23.80</td>',
  );
  await service.pay(String((await press(service, path)).headers.location));
  // The page asks the processor, which is asked again only after a while.
  service.advance(10_000);
  await open(service, path);
  const [payment] = (await service.request('GET', `/payments?invoiceId=${id}`)).body.items;
  const refund = { paymentIntentId: payment.paymentIntentId, amount: 1190, creditNote: true };
  const refunded = await service.request('POST', '/payments/refund', { body: refund });
  assert.equal(refunded.status, 200, refunded.text);
  const { text } = await open(service, path);
  assertShows(text, 'Credited', '-€11.90', 'Paid', '-€23.80', 'Refunded', '€11.90');
});

test('when the processor is out of reach, the page says so and stays', async (t) => {
  const service = await startInvoicing(t);
  const { path } = await createInvoice(service, { status: 'open' });
  service.sandbox.faults.add({ kind: 'respond', status: 500, path: '/v1/checkout/sessions' });
  const failed = await press(service, path);
  assert.ok(failed.status >= 500, failed.text);
  assertShows(failed.text, 'role="alert"', '<button>Pay €188.00');
  service.sandbox.faults.clear();
  assert.equal((await press(service, path)).status, 303);
});

test('after its buyer was erased, the page shows what the document says', async (t) => {
  const service = await startInvoicing(t);
  const { id, path } = await createInvoice(service, { status: 'open' });
  const { contactId } = (await service.request('GET', `/invoices/${id}`)).body;
  assert.equal((await service.request('DELETE', `/contacts/${contactId}`)).status, 200);
  assertShows((await open(service, path)).text, 'Ada Lovelace', 'Consulting');
});
