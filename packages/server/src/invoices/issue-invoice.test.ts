import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraft, createRate, credit, issue, seller, startSelling } from '../../test/support/invoicing.ts';
import { startPaymentService } from '../../test/support/payment-service.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { inTransaction, type WriteContext } from '../context/context.ts';

test('lines with tax make an invoice, which gets its number when it is issued', async (t) => {
  const service = await startSelling(t);
  const { body: contact } = await service.request('POST', '/contacts', {
    body: { name: 'Ada', email: 'ada@example.com' },
  });
  const draft = await createDraft(service, { contactId: contact.id });
  assert.deepEqual([draft.status, draft.number, draft.amount, draft.issuedAt], ['draft', null, 19_990, null]);
  assert.deepEqual(draft.totals, {
    ...{
      net: 17_000,
      tax: 2990,
      gross: 19_990,
      discount: 0,
      credited: 0,
      paid: 0,
      refunded: 0,
      open: 19_990,
      overpaid: 0,
    },
    taxes: [
      { percent: '19', category: 'S', reason: null, base: 15_000, tax: 2850 },
      { percent: '7', category: 'S', reason: null, base: 2000, tax: 140 },
    ],
  });
  const issued = await issue(service, draft.id);
  assert.equal(issued.status, 200, issued.text);
  const { number, status, issueDay, dueAt, totals } = issued.body;
  const year = issueDay.slice(0, 4);
  assert.deepEqual([number, status, totals], [`INV-${year}-0001`, 'open', draft.totals]);
  assert.deepEqual(issued.body.seller, seller);
  assert.deepEqual(issued.body.buyer, { name: 'Ada', email: 'ada@example.com' });
  assert.equal(Math.floor((Date.parse(dueAt) - Date.parse(issueDay)) / 86_400_000), 14);
  assert.deepEqual((await issue(service, draft.id)).body, issued.body, 'again it is the same');
  const second = await createDraft(service, { status: 'open' });
  assert.deepEqual([second.number, second.status], [`INV-${year}-0002`, 'open']);
});

test('the amount follows from the lines, with prices that include tax and a discount', async (t) => {
  const service = await startSelling(t);
  const taxRateId = await createRate(service, '19');
  const line = { description: 'Chair', quantity: '2', unitAmount: 25_000, taxRateId };
  const make = (body: object) => service.request('POST', '/invoices', { body: { currency: 'eur', ...body } });
  const { body: invoice } = await make({ lines: [line], pricesIncludeTax: true });
  assert.deepEqual([invoice.amount, invoice.totals.net, invoice.totals.tax], [50_000, 42_017, 7983]);
  const patch = (body: object) => service.request('PATCH', `/invoices/${invoice.id}`, { body });
  const { body: reduced } = await patch({ discountPercent: '10' });
  assert.deepEqual([reduced.amount, reduced.totals.discount, reduced.lines[0].discountAmount], [45_000, 5000, 5000]);
  const { body: other } = await patch({ discount: 100, buyer: { name: 'Ada', address: { city: 'Graz' } } });
  assert.deepEqual([other.amount, other.discountPercent], [49_900, null]);
  const { body: merged } = await patch({ buyer: { address: { country: 'at' } } });
  assert.deepEqual(merged.buyer, { name: 'Ada', address: { city: 'Graz', country: 'at' } });
  const faults = async (body: object) =>
    (await make(body)).body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`);
  assert.deepEqual(await faults({ lines: [line], amount: 500 }), ['/amount not_allowed']);
  assert.deepEqual(await faults({}), ['/amount required']);
  assert.deepEqual(await faults({ lines: [{ ...line, taxRateId: 'tax_none' }] }), ['/lines/0/taxRateId not_found']);
  assert.deepEqual(await faults({ lines: [{ ...line, discount: 1, discountPercent: '1' }] }), [
    '/lines/0/discountPercent not_allowed',
  ]);
  assert.deepEqual(await faults({ lines: [{ ...line, discount: 50_001 }] }), ['/lines/0/discount too_large']);
  assert.deepEqual(await faults({ amount: 5, number: 'INV-2027-0003' }), ['/number not_allowed']);
});

test('what was issued cannot be changed, neither by the API nor in the database', async (t) => {
  const service = await startSelling(t);
  const { id } = await createDraft(service, { status: 'open' });
  const patch = (body: object) => service.request('PATCH', `/invoices/${id}`, { body });
  for (const change of [
    { notes: 'Thanks' },
    { status: 'draft' },
    { buyer: { name: 'Eve' } },
    { dueAt: '2030-01-01T00:00:00Z' },
    { description: 'Other' },
    { currency: 'usd' },
  ])
    assert.deepEqual([(await patch(change)).body.code, change], ['invoice_issued', change]);
  assert.equal((await patch({ externalId: 'crm-1' })).status, 200);
  assert.equal((await service.request('DELETE', `/invoices/${id}`)).status, 409);
  const rejected = (write: (ctx: WriteContext) => { execute(): Promise<unknown> }) =>
    assert.rejects(
      inTransaction(service.context, (ctx) => write(ctx).execute()),
      /What was issued cannot be changed/,
    );
  for (const change of [{ amount: 1 }, { paper: '{}' }, { number: 'X' }, { issueDay: '2020-01-01' }])
    await rejected(({ db }) => db.updateTable('invoices').set(change).where('id', '=', id));
  await rejected(({ db }) => db.deleteFrom('invoices').where('id', '=', id));
  await credit(service, id, { amount: 100 });
  await rejected(({ db }) => db.updateTable('creditNotes').set({ amount: 1 }));
  await rejected(({ db }) => db.deleteFrom('creditNotes'));
});

test('without a seller, with a rate that is not valid, or with and without tax at once nothing is issued', async (t) => {
  const service = await startTestService(t);
  const draft = await createDraft(service);
  assert.deepEqual((await issue(service, draft.id)).body.missing, ['name', 'city', 'country']);
  await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const past = await createRate(service, '16', { validUntil: '2020-12-31' });
  const make = async (lines: object[]) =>
    (await service.request('POST', '/invoices', { body: { currency: 'eur', lines } })).body;
  const old = await make([{ description: 'Old', unitAmount: 100, taxRateId: past }]);
  assert.match((await issue(service, old.id)).body.detail, /VAT 16 %, is not valid on/);
  const mixed = await make([
    { description: 'Taxed', unitAmount: 100, taxRateId: await createRate(service, '19') },
    { description: 'Not', unitAmount: 100 },
  ]);
  assert.match((await issue(service, mixed.id)).body.detail, /^Line 2 has no tax rate/);
  // An e-invoice would have no name of what was supplied.
  for (const description of [' ', '\u200b', '\u0007']) {
    const unnamed = await make([{ description, unitAmount: 100 }]);
    assert.match((await issue(service, unnamed.id)).body.detail ?? '', /does not say what it is for/);
  }
  assert.match((await issue(service, draft.id)).body.number, /-0001$/, 'none of them has taken a number');
});

test('numbers go on after those from elsewhere, and patterns that cannot number are rejected', async (t) => {
  const year = new Date().getFullYear();
  const service = await startSelling(t, { invoiceNumbers: 'R{year}/{000}', lastInvoiceNumber: `R${year}/041` });
  assert.equal((await createDraft(service, { status: 'open' })).number, `R${year}/042`);
  const own = await createDraft(service, { status: 'open', number: 'OLD-7' });
  assert.deepEqual([own.number, own.status], ['OLD-7', 'open']);
  assert.equal((await createDraft(service, { status: 'open' })).number, `R${year}/043`);
  for (const invoiceNumbers of ['INV', '{0}-{0}', '{month}-{0}', '{day}{0}', '{year}-{0', '{year}-{0}}']) {
    const answer = await service.request('PATCH', '/settings', { body: { invoicing: { invoiceNumbers } } });
    assert.deepEqual([answer.status, answer.body.errors[0].pointer], [422, '/invoicing/invoiceNumbers']);
  }
});

test('many who issue at once get numbers without a gap, none twice, in the order of their times', async (t) => {
  const service = await startSelling(t);
  const drafts = await Promise.all(Array.from({ length: 30 }, () => createDraft(service)));
  const failing = drafts.map(async ({ id }, at) =>
    at % 5 === 0 ? service.request('PATCH', `/invoices/${id}`, { body: { status: 'open', notes: 5 } }) : null,
  );
  const issued = await Promise.all([...drafts.map(({ id }) => issue(service, id)), ...failing]);
  const invoices = issued.filter((one) => one?.status === 200).map((one) => one?.body);
  assert.equal(invoices.length, 30);
  invoices.sort((a, b) => (a.number < b.number ? -1 : 1));
  assert.deepEqual(
    invoices.map(({ number }) => Number(number.slice(-4))),
    Array.from({ length: 30 }, (_, at) => at + 1),
  );
  const times = invoices.map(({ issuedAt }) => issuedAt);
  assert.deepEqual(times, [...times].sort());
});

test('a clock that goes back issues no earlier day', async (t) => {
  const service = await startSelling(t);
  service.advance(3 * 86_400_000);
  const ahead = await createDraft(service, { status: 'open' });
  service.advance(-3 * 86_400_000);
  const next = await createDraft(service, { status: 'open' });
  assert.deepEqual([next.issueDay, next.issuedAt], [ahead.issueDay, ahead.issuedAt]);
});

test('an invoice is due at the end of the day where the site is, and its mail names that day', async (t) => {
  const service = await startSelling(t, { dueDays: 14 });
  await service.request('PATCH', '/settings', { body: { timeZone: 'America/New_York' } });
  const contact = { name: 'Ada', email: 'ada@example.com' };
  const { body: ada } = await service.request('POST', '/contacts', { body: contact });
  const { id, issueDay, dueAt } = await createDraft(service, { status: 'open', contactId: ada.id });
  const there = (format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'America/New_York' }).format(new Date(dueAt));
  const due = new Date(Date.parse(issueDay) + 14 * 86_400_000);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(due);
  assert.equal(there({ dateStyle: 'long' }), day);
  assert.match(there({ timeStyle: 'medium' }), /^11:59:59\sPM$/);
  const { body: mailed } = await service.request('POST', `/invoices/${id}/mail`);
  const { body: mail } = await service.request('GET', `/mails/${mailed.id}`);
  assert.match(mail.text, new RegExp(day));
});

test('credit notes take back lines, amounts and the rest in the cents of the invoice', async (t) => {
  const service = await startSelling(t);
  const { id } = await createDraft(service, { status: 'open' });
  const first = await credit(service, id, { lines: [{ position: 1, quantity: '0.5' }], reason: 'Half an hour less' });
  assert.equal(first.status, 201, first.text);
  assert.match(first.body.number, /^CN-\d{4}-0001$/);
  assert.equal(first.headers.location, `/api/v1/credit-notes/${first.body.id}`);
  assert.deepEqual([first.body.amount, first.body.totals.net, first.body.totals.tax], [5950, 5000, 950]);
  const second = await credit(service, id, { amount: 1000 });
  assert.equal(second.body.amount, 1000);
  const faults = async (body: object) => (await credit(service, id, body)).body.errors[0];
  assert.equal((await faults({ lines: [{ position: 1, quantity: '1.5' }] })).pointer, '/lines/0/quantity');
  assert.equal((await faults({ lines: [{ position: 3 }] })).pointer, '/lines/0/position');
  const nothing = await faults({ lines: [{ position: 2, quantity: '0.00001' }] });
  assert.deepEqual([nothing.pointer, nothing.code], ['/lines', 'minimum']);
  assert.deepEqual(await faults({ amount: 13_041 }), {
    ...{ pointer: '/amount', code: 'maximum', detail: 'must be at most 13040' },
  });
  const { body: open } = await service.request('GET', `/invoices/${id}`);
  assert.deepEqual([open.status, open.totals.credited, open.totals.open], ['open', 6950, 13_040]);
  const rest = await credit(service, id);
  assert.equal(rest.body.amount, 13_040);
  const { body: notes } = await service.request('GET', `/credit-notes?invoiceId=${id}&sort=number`);
  const sum = (name: string) => notes.items.reduce((sum: number, { totals }: never) => sum + totals[name], 0);
  assert.deepEqual([sum('net'), sum('tax'), sum('gross')], [17_000, 2990, 19_990]);
  const { body: gone } = await service.request('GET', `/invoices/${id}`);
  assert.deepEqual([gone.status, gone.totals.open], ['void', 0]);
  assert.equal((await credit(service, id)).status, 409);
});

test('voiding what was issued is a credit note; a draft is only withdrawn', async (t) => {
  const service = await startSelling(t);
  const { id } = await createDraft(service, { status: 'open' });
  const { body } = await service.request('PATCH', `/invoices/${id}`, { body: { status: 'void' } });
  assert.deepEqual([body.status, body.totals.credited, body.totals.open], ['void', 19_990, 0]);
  const draft = await createDraft(service);
  await service.request('PATCH', `/invoices/${draft.id}`, { body: { status: 'void' } });
  assert.equal((await service.request('GET', '/credit-notes')).body.total, 1);
  assert.equal((await credit(service, draft.id)).status, 409);
  const names = (await service.request('GET', '/events')).body.items.map(({ name }: { name: string }) => name);
  assert.equal(names.filter((name: string) => name === 'credit_note.created').length, 1);
});

test('money that arrives by transfer or cash is recorded until the invoice is paid', async (t) => {
  const service = await startSelling(t);
  const { id } = await createDraft(service, { status: 'open' });
  const pay = (body: object, headers = {}) => service.request('POST', `/invoices/${id}/payments`, { body, headers });
  const part = await pay({ amount: 10_000, method: 'transfer', paidAt: '2027-05-02T00:00:00Z', reference: 'x7' });
  assert.equal(part.status, 201, part.text);
  assert.deepEqual([part.body.status, part.body.method, part.body.reference], ['succeeded', 'transfer', 'x7']);
  const read = async () => (await service.request('GET', `/invoices/${id}`)).body;
  assert.deepEqual([(await read()).status, (await read()).totals.open], ['open', 9990]);
  const key = { 'idempotency-key': 'once' };
  await pay({ amount: 10_000, method: 'cash' }, key);
  await pay({ amount: 10_000, method: 'cash' }, key);
  const { status, totals } = await read();
  assert.deepEqual([status, totals.paid, totals.open, totals.overpaid], ['paid', 20_000, 0, 10]);
  assert.equal((await pay({ amount: 1, method: 'cash' })).body.code, 'invoice_not_payable');
  const { body: payments } = await service.request('GET', `/payments?invoiceId=${id}`);
  assert.equal(payments.total, 2);
  const refund = await service.request('POST', '/payments/refund', { body: { paymentIntentId: part.body.id } });
  assert.match(refund.body.detail, /return it the way it came/);
  const draft = await createDraft(service);
  const early = await service.request('POST', `/invoices/${draft.id}/payments`, {
    body: { amount: 5, method: 'cash' },
  });
  assert.equal(early.body.code, 'invoice_not_payable');
});

test('an open checkout holds what it asks for, and what is paid, void or a draft begins none', async (t) => {
  const service = await startPaymentService(t);
  await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const { id } = await createDraft(service, { status: 'open' });
  const checkout = (invoiceId: string, amount: number) =>
    service.request('POST', '/payments/checkout', { body: { amount, currency: 'eur', invoiceId } });
  const first = await checkout(id, 15_000);
  assert.equal(first.status, 200, first.text);
  assert.deepEqual((await checkout(id, 5000)).body.amountLeft, 4990);
  assert.equal((await checkout(id, 4990)).status, 200);
  assert.equal(await service.pay(first.body.url), 303);
  await service.waitForEvents('payment.succeeded');
  const { body } = await service.request('GET', `/invoices/${id}`);
  assert.deepEqual([body.totals.paid, body.totals.open], [15_000, 4990]);
  const draft = await createDraft(service);
  assert.equal((await checkout(draft.id, 100)).body.code, 'invoice_not_payable');
  await service.request('PATCH', `/invoices/${draft.id}`, { body: { status: 'void' } });
  assert.equal((await checkout(draft.id, 100)).body.code, 'invoice_not_payable');
});

test('a tax rate never changes its percentage, and needs a reason where no tax is due', async (t) => {
  const service = await startTestService(t);
  const id = await createRate(service, '19');
  const change = (body: object) => service.request('PATCH', `/tax-rates/${id}`, { body });
  assert.equal((await change({ percent: '20' })).status, 422);
  assert.equal((await change({ name: 'Standard', validUntil: '2030-12-31' })).body.version, 2);
  assert.equal((await change({ validFrom: '2031-01-01' })).body.errors[0].pointer, '/validUntil');
  const make = (body: object) =>
    service.request('POST', '/tax-rates', { body: { name: 'x', country: 'de', percent: '0', ...body } });
  assert.equal((await make({ category: 'AE' })).body.errors[0].pointer, '/reason');
  assert.equal((await make({ category: 'S' })).body.errors[0].pointer, '/percent');
  assert.equal((await make({ category: 'AE', reason: 'Reverse charge' })).status, 201);
  assert.equal((await service.request('GET', '/tax-rates?category=AE')).body.total, 1);
  assert.equal((await service.request('DELETE', `/tax-rates/${id}`)).status, 200);
  assert.equal((await service.request('GET', `/tax-rates/${id}`)).body.code, 'tax_rate_not_found');
});

test('patterns that would repeat, or count beyond what is stored, are rejected, as is a last number of another pattern', async (t) => {
  const service = await startSelling(t);
  const change = (invoicing: object) => service.request('PATCH', '/settings', { body: { invoicing } });
  const tooLong = `{${'0'.repeat(20)}}`;
  for (const invoiceNumbers of [
    '{year}-{year}-{0}',
    '{year}{month}{month}{0}',
    tooLong,
    'A{{0}',
    'A{x{00}',
    '{0}{0}',
  ]) {
    const { status, body, text } = await change({ invoiceNumbers });
    assert.equal(status, 422, text);
    assert.equal(body.errors[0].code, 'invalid_pattern', invoiceNumbers);
  }
  for (const last of ['R-7', 'INV-2027-', 'INV-2027-99999999999', 'INV-2027-0001\n', 'xINV-2027-0001']) {
    const { status, body, text } = await change({ lastInvoiceNumber: last });
    assert.equal(status, 422, text);
    assert.equal(body.errors[0].pointer, '/invoicing/lastInvoiceNumber', last);
  }
  const year = new Date().getFullYear();
  const strange = 'a.*(+)[^$|]\\ $& $1 {year}/{0}';
  const accepted = await change({
    invoiceNumbers: strange,
    lastInvoiceNumber: strange.replace('{year}/{0}', `${year}/999999998`),
  });
  assert.equal(accepted.status, 200, accepted.text);
  const next = await createDraft(service, { status: 'open' });
  assert.equal(next.number, strange.replace('{year}/{0}', `${year}/999999999`));
  assert.equal(
    (await createDraft(service, { status: 'open' })).number,
    strange.replace('{year}/{0}', `${year}/1000000000`),
  );
});

test('a pattern that is changed between two issues repeats no number, of ours or from elsewhere', async (t) => {
  const year = new Date().getFullYear();
  const service = await startSelling(t);
  const number = (invoiceNumbers: string) =>
    service.request('PATCH', '/settings', { body: { invoicing: { invoiceNumbers } } });
  const open = (rest: object = {}) => createDraft(service, { status: 'open', ...rest });
  assert.equal((await open()).number, `INV-${year}-0001`);
  await number(`INV-${year}-{000}`);
  const repeated = await createDraft(service);
  for (const position of [1, 2, 3]) assert.match((await open()).number, new RegExp(`-00${position}$`));
  await number(`INV-${year}-0{000}`);
  const rejected = await issue(service, repeated.id);
  assert.deepEqual([rejected.status, rejected.body.code], [409, 'conflict'], rejected.text);
  await number(`INV-{year}-{0000}`);
  assert.equal((await issue(service, repeated.id)).body.number, `INV-${year}-0002`, 'none was taken');

  const known = await createDraft(service, { number: 'OLD-1' });
  const again = await createDraft(service, { number: 'OLD-1' });
  assert.equal((await issue(service, known.id)).status, 200);
  const twice = await issue(service, again.id);
  assert.deepEqual([twice.status, twice.body.code], [409, 'conflict'], twice.text);
  await number('OLD-{0}');
  const drawn = await createDraft(service);
  assert.equal((await issue(service, drawn.id)).status, 409, 'that number is on a document already');
  const both = await Promise.all([createDraft(service, { number: 'X' }), createDraft(service, { number: 'X' })]);
  const answers = await Promise.all(both.map(({ id }) => issue(service, id)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});

test('the amount of what something was paid for does not change by its lines', async (t) => {
  const service = await startSelling(t);
  const { body: invoice } = await service.request('POST', '/invoices', { body: { currency: 'eur', amount: 1000 } });
  await service.request('POST', `/invoices/${invoice.id}/payments`, { body: { amount: 400, method: 'cash' } });
  const lines = [{ description: 'Less', unitAmount: 300 }];
  const changed = await service.request('PATCH', `/invoices/${invoice.id}`, { body: { lines } });
  assert.deepEqual([changed.status, changed.body.code], [409, 'conflict'], changed.text);
  await service.request('PATCH', `/invoices/${invoice.id}`, { body: { description: 'Sail' } });
  const put = await service.request('PATCH', `/invoices/${invoice.id}`, { body: { externalId: 'crm-7' } });
  assert.equal(put.status, 200, put.text);
  const { body: issued } = await issue(service, invoice.id);
  const same = { currency: 'eur', amount: 1000, description: 'Sail', number: issued.number };
  const again = await service.request('PUT', '/invoices/by-external-id/crm-7', { body: same });
  assert.deepEqual([again.status, again.body], [200, issued], again.text);
  const other = await service.request('PUT', '/invoices/by-external-id/crm-7', { body: { ...same, amount: 999 } });
  assert.equal(other.body.code, 'invoice_issued');
});

test('payments by hand add up to no more than an amount can be', async (t) => {
  const service = await startSelling(t);
  const { id } = await createDraft(service, { status: 'open' });
  const pay = (amount: number) =>
    service.request('POST', `/invoices/${id}/payments`, { body: { amount, method: 'cash' } });
  assert.equal((await pay(1)).status, 201);
  const { status, body } = await pay(Number.MAX_SAFE_INTEGER);
  assert.deepEqual([status, body.errors?.[0].pointer], [422, '/amount']);
});
