// Lists of money and people as files: they have what the API has, to the last unit of each currency.

import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { cpuMs, longestTurn } from '../../test/support/busy-time.ts';
import { csvAt, workbookAt } from '../../test/support/downloaded-tables.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { decimalAmount } from '../lib/money.ts';

const seller = {
  ...{ name: 'Harbor Ltd', vatId: 'DE123456789' },
  address: { line1: 'Hafenstraße 1', postalCode: '20457', city: 'Hamburg', country: 'de' },
};

type Row = Record<string, unknown>;

/** Sends a request that must succeed. */
async function send({ request }: TestService, method: string, path: string, body?: object) {
  const answer = await request(method, path, { body });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

const formats: Record<string, string> = { eur: '#,##0.00', jpy: '#,##0', kwd: '#,##0.000' };

/** An invoice in each currency, a part of which is paid and another taken back. */
async function startShop(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  await send(service, 'PATCH', '/settings', { invoicing: { seller } });
  const rate = { name: 'VAT', percent: '19', country: 'de', category: 'S' };
  const { id: taxRateId } = await send(service, 'POST', '/tax-rates', rate);
  const ada = await send(service, 'POST', '/contacts', { name: '=1+1', email: 'ada@example.com', phone: '+1 23' });
  const bob = await send(service, 'POST', '/contacts', { name: 'Bob', fields: { vip: true, city: 'Graz' } });
  for (const [currency, contact] of [
    ['eur', ada],
    ['jpy', bob],
    ['kwd', ada],
  ] as const) {
    const lines = [{ description: 'Consulting', quantity: '1.5', unitAmount: 12_345, taxRateId }];
    const draft = { currency, contactId: contact.id, lines, description: `In ${currency}` };
    const { id } = await send(service, 'POST', '/invoices', draft);
    await send(service, 'POST', `/invoices/${id}/issue`);
    await send(service, 'POST', `/invoices/${id}/payments`, { amount: 1001, method: 'transfer', reference: '-A1' });
    await send(service, 'POST', `/invoices/${id}/credit-notes`, { amount: 2002, reason: 'Returned' });
    service.advance(1000);
  }
  await send(service, 'POST', '/invoices', { currency: 'eur', amount: 5, status: 'draft' });
  return { service, ada, bob };
}

type Amounts = Record<'amount' | 'amountPaid' | 'amountReceived' | 'amountRefunded', number> & {
  totals: Record<'net' | 'tax' | 'credited' | 'open', number>;
};

/** By the names of the columns in CSV and in workbooks: what the API has of the amounts of a record. */
const lists = {
  '/invoices': {
    net: ['Net', (record: Amounts) => record.totals.net],
    tax: ['Tax', (record: Amounts) => record.totals.tax],
    gross: ['Gross', (record: Amounts) => record.amount],
    paid: ['Paid', (record: Amounts) => record.amountPaid],
    credited: ['Credited', (record: Amounts) => record.totals.credited],
    open: ['Open', (record: Amounts) => record.totals.open],
  },
  '/credit-notes': {
    net: ['Net', (record: Amounts) => record.totals.net],
    tax: ['Tax', (record: Amounts) => record.totals.tax],
    gross: ['Gross', (record: Amounts) => record.amount],
  },
  '/payments': {
    amount: ['Amount', (record: Amounts) => record.amount],
    amountReceived: ['Received', (record: Amounts) => record.amountReceived],
    amountRefunded: ['Refunded', (record: Amounts) => record.amountRefunded],
  },
} as const;

test('exports of invoices, credit notes and payments have the amounts of the API, with the decimals of each currency', async (t) => {
  const { service, ada, bob } = await startShop(t);
  for (const [path, amounts] of Object.entries(lists)) {
    const { items } = await send(service, 'GET', path);
    const rows = await csvAt(service, `${path}.csv`);
    const cells = await workbookAt(service, `${path}.xlsx`);
    assert.ok(items.length >= 3);
    assert.deepEqual(
      rows.map(({ id }) => id),
      items.map(({ id }: Row) => id),
      'in the order of the list',
    );
    for (const [at, record] of items.entries())
      for (const [name, [label, amountIn]] of Object.entries(amounts)) {
        const amount = amountIn(record);
        const about = `${path} ${name} ${record.currency}`;
        assert.equal(rows[at]?.[name], decimalAmount(amount, record.currency), about);
        const cell = cells[at]?.[label];
        assert.equal(cell?.value, Number(decimalAmount(amount, record.currency)), about);
        assert.equal(cell?.format, formats[record.currency], about);
      }
  }

  const byCurrency = async (path: string, query = '') =>
    new Map((await csvAt(service, `${path}.csv?${query}`)).map((row) => [row.currency, row]));
  const invoices = await byCurrency('/invoices', 'status[ne]=draft');
  const kwd = invoices.get('kwd');
  assert.deepEqual(
    [kwd?.net, kwd?.tax, kwd?.gross, kwd?.paid, kwd?.credited, kwd?.open],
    ['18.518', '3.518', '22.036', '1.001', '2.002', '19.033'],
  );
  assert.equal(invoices.get('jpy')?.gross, '22036');
  assert.equal(invoices.get('eur')?.gross, '220.36');
  // A spreadsheet does not run what a contact is called, or what a payer wrote.
  assert.deepEqual([kwd?.contactName, kwd?.contactEmail, kwd?.contactId], ["'=1+1", 'ada@example.com', ada.id]);
  assert.deepEqual([invoices.get('jpy')?.contactName, invoices.get('jpy')?.contactEmail], ['Bob', '']);
  assert.equal((await byCurrency('/credit-notes')).get('jpy')?.contactName, bob.name);
  assert.equal((await byCurrency('/payments')).get('jpy')?.reference, "'-A1");
  const [newest] = await workbookAt(service, '/invoices.xlsx?status[ne]=draft');
  assert.deepEqual([newest?.Contact?.value, newest?.Number?.value], ['=1+1', kwd?.number]);
  assert.deepEqual(newest?.['Issue date']?.value, new Date(String(kwd?.issueDay)));
  assert.ok(newest?.['Created (UTC)']?.value instanceof Date);
});

test('exports have the filters, the order and the search of their lists, and belong to their scopes', async (t) => {
  const { service, ada, bob } = await startShop(t);
  const agrees = async (path: string, query: string, count: number) => {
    const { items } = await send(service, 'GET', `${path}?${query}`);
    const ids = items.map(({ id }: Row) => id);
    assert.equal(ids.length, count, `${path}?${query}`);
    const { text } = await service.request('GET', `${path}.csv?${query}`);
    const found = text.match(new RegExp(`\\b${ids[0]?.split('_')[0]}_\\w+`, 'g')) ?? [];
    assert.deepEqual(
      found.filter((id) => ids.includes(id)),
      ids,
      `${path}.csv?${query}`,
    );
    assert.equal(text.trimEnd().split('\r\n').length, count + 1);
    assert.equal((await workbookAt(service, `${path}.xlsx?${query}`)).length, count);
  };
  await agrees('/invoices', `contactId=${ada.id}&sort=createdAt`, 2);
  await agrees('/invoices', 'status=draft', 1);
  await agrees('/invoices', 'currency[in]=jpy,kwd&sort=-amount,number', 2);
  await agrees('/invoices', 'dueAt[exists]=true&sort=dueAt', 3);
  await agrees('/credit-notes', `contactId=${bob.id}`, 1);
  await agrees('/payments', 'amountReceived[gte]=1001&currency[nin]=eur', 2);
  await agrees('/contacts', 'search=bob', 1);
  await agrees('/contacts', `ids=${ada.id},con_none`, 1);
  await agrees('/contacts', 'sort=name', 2);
  const { text } = await service.request('GET', '/contacts.csv?search=bob');
  assert.match(text, /^\uFEFFname,email,phone,source,id,externalId,createdAt,updatedAt,fields\r\nBob,,,api,con_/);
  assert.match(text, /,"\{""\w+"":.*\}"\r\n$/);
  const [contact] = await workbookAt(service, '/contacts.xlsx?search=bob');
  assert.deepEqual(JSON.parse(String(contact?.Fields?.value)), { vip: true, city: 'Graz' });

  const crm = await service.tokenWith('crm:read');
  const payments = await service.tokenWith('payments:read');
  for (const path of ['/invoices', '/credit-notes', '/contacts', '/payments'])
    for (const format of ['csv', 'xlsx']) {
      const statusFor = async (token: string | null, query = '') =>
        (await service.request('GET', `${path}.${format}${query}`, { token })).status;
      const [allowed, denied] = path === '/payments' ? [payments, crm] : [crm, payments];
      assert.deepEqual([await statusFor(allowed), await statusFor(denied), await statusFor(null)], [200, 403, 401]);
      assert.equal(await statusFor(allowed, '?limit=1'), 400, 'an export has no pages');
      assert.equal(await statusFor(allowed, '?sort=nothing'), 400);
      assert.equal(await statusFor(allowed, '?createdAt[gte]=nothing'), 400);
    }
  const disposition = (await service.request('GET', '/credit-notes.csv')).headers['content-disposition'];
  assert.match(String(disposition), /^attachment; filename="credit-notes\.csv"/);
});

const many = 10_000;

test('10,000 invoices are exported without blocking the event loop', async (t) => {
  const service = await startTestService(t);
  const { id } = await send(service, 'POST', '/invoices', { currency: 'eur', amount: 1234, description: 'Boat' });
  const { db } = service.context;
  const row = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (let start = 1; start < many; start += 500) {
    const copies = Array.from({ length: Math.min(500, many - start) }, (_, at) => ({
      ...{ ...row, id: `inv_copy${start + at}`, amount: start + at },
    }));
    await service.database.writer.insertInto('invoices').values(copies).execute();
  }
  const origin = await service.listen();
  /** Reads a file chunk by chunk, without keeping the event loop busy itself. */
  const read = (path: string, take: (chunk: Buffer) => void) =>
    new Promise<void>((resolve, reject) => {
      get(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${service.token}` } }, (response) => {
        response.on('data', take).on('error', reject).on('end', resolve);
      }).on('error', reject);
    });
  for (const format of ['csv', 'xlsx']) {
    const path = `/invoices.${format}?sort=amount`;
    const chunks: Buffer[] = [];
    const wholeMs = await cpuMs(() => read(path, (chunk) => chunks.push(chunk)));
    const bytes = Buffer.concat(chunks);
    const rows =
      format === 'csv' ? bytes.toString().split('\r\n').length - 1 : (await readXlsx(bytes)).sheets[0]?.rows.length;
    assert.equal(rows, many + 1);
    const block = await longestTurn(50, () => read(path, () => {}));
    t.diagnostic(`${format}: ${wholeMs.toFixed(0)} ms in all, ${block.toFixed(0)} ms at most without a pause`);
    assert.ok(block < Math.max(50, wholeMs / 10), `${format} blocks for ${block} ms of ${wholeMs}`);
  }
});
