import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { type Invoice, invoiceList } from '../invoices/invoices.schemas.ts';
import { pageOf } from './record-list.ts';

const requests = [
  '',
  'limit=2&offset=1',
  'total=false',
  'sort=amount',
  'sort=-amount,number',
  'sort=dueAt',
  'sort=-dueAt,-createdAt',
  'status=draft',
  'status[ne]=draft',
  'status[in]=draft,open',
  'status[nin]=draft',
  'amount[gte]=200&amount[lt]=400',
  'dueAt[exists]=false',
  'dueAt[exists]=true',
  'dueAt[gte]=2027-02-01',
  'dueAt[lte]=2027-02-01T00:00:00Z&status=open',
  'number=B&amount[gt]=0',
  'number[ne]=B',
  'number[nin]=A,B',
  'currency[eq]=usd',
];

test('a list finds, sorts and counts in the database what the same request finds among all records', async (t) => {
  const { request } = await startTestService(t);
  const all: Invoice[] = [];
  for (const [index, number] of ['B', 'A', null, 'B', 'C', null, 'A'].entries()) {
    const body = {
      ...{ amount: 100 * ((index * 5) % 7), currency: index === 4 ? 'usd' : 'eur', number },
      status: index % 3 === 0 ? 'draft' : 'open',
      dueAt: index % 2 === 0 ? null : `2027-0${index}-01T00:00:00Z`,
    };
    const { status, body: invoice } = await request('POST', '/invoices', {
      body: { ...body, amount: body.amount + 100 },
    });
    assert.equal(status, 201);
    all.unshift(invoice);
  }
  const ids = all.slice(1, 3).map(({ id }) => id);
  for (const query of [...requests, `ids=${ids},inv_none`]) {
    const { body } = await request('GET', `/invoices?${query}`);
    const asked = Object.fromEntries(new URLSearchParams(query));
    const typed = Object.entries(asked).map(([name, value]) => {
      if (name === 'limit' || name === 'offset') return [name, Number(value)];
      return [name, value === 'true' ? true : value === 'false' ? false : value];
    });
    // In the order of creation, the newest first, as without `sort`.
    const expected = pageOf(all, invoiceList, Object.fromEntries(typed));
    const same = (sort = '') => !sort.includes(',') && sort !== '';
    const idsOf = (items: readonly Invoice[]) => items.map(({ id }) => id);
    if (same(asked.sort)) assert.deepEqual(idsOf(body.items).sort(), idsOf(expected.items).sort(), query);
    else assert.deepEqual(idsOf(body.items), idsOf(expected.items), query);
    assert.equal(body.total, expected.total, query);
  }
});

test('pages by cursor have every record once, in every order, with those that have no value at the end', async (t) => {
  const { request } = await startTestService(t);
  for (const [index, dueAt] of [null, '2027-01-01', '2027-01-01', null, '2027-03-01', null, '2027-02-01'].entries())
    await request('POST', '/invoices', {
      body: { amount: 100 + (index % 3), currency: 'eur', dueAt: dueAt && `${dueAt}T00:00:00Z` },
    });
  for (const sort of [
    'createdAt',
    '-createdAt',
    'dueAt',
    '-dueAt',
    'amount,dueAt',
    '-dueAt,amount',
    '-amount,-dueAt',
  ]) {
    const whole = (await request('GET', `/invoices?sort=${sort}`)).body;
    assert.equal(whole.nextCursor, null);
    const dues = whole.items.map((invoice: Invoice) => invoice.dueAt === null);
    if (/^-?dueAt/.test(sort)) assert.deepEqual(dues, [false, false, false, false, true, true, true], sort);
    const paged: Invoice[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: Invoice[]; total: number; nextCursor: string | null } = (
        await request('GET', `/invoices?sort=${sort}&limit=2&cursor=${cursor}`)
      ).body;
      assert.equal(page.total, 7);
      paged.push(...page.items);
      cursor = page.nextCursor;
    }
    assert.deepEqual(paged, whole.items, sort);
  }
});

test('what is wrong with a request for a list is named', async (t) => {
  const { request } = await startTestService(t);
  const { nextCursor } = (await request('GET', '/types?limit=1')).body;
  for (const [path, pointer, words] of [
    ['/invoices?sort=dueDate', 'sort', 'did you mean `dueAt`'],
    ['/invoices?sort=a,b,c,d,e', 'sort', 'at most 4'],
    ['/invoices?status=payed', 'status', 'paid'],
    ['/invoices?status[in]=open,payed', 'status[in]', 'did you mean `paid`'],
    ['/invoices?dueAt[gte]=soon', 'dueAt[gte]', '2027-02-19'],
    ['/invoices?dueAt[gte]=2027-02-30', 'dueAt[gte]', '2027-02-19'],
    ['/invoices?issueDay[lt]=2027-2-9', 'issueDay[lt]', '2027-02-19'],
    ['/invoices?issueDay[in]=2027-02-19,2027-02-30', 'issueDay[in]', '2027-02-19'],
    ['/invoices.csv?issueDay=2027-13-01', 'issueDay', '2027-02-19'],
    ['/reports/invoices?issueDay[gte]=2027-99-99', 'issueDay[gte]', '2027-02-19'],
    ['/credit-notes?issueDay[lte]=2027-02-29', 'issueDay[lte]', '2027-02-19'],
    ['/tax-rates?validFrom[gt]=2027-00-00', 'validFrom[gt]', '2027-02-19'],
    ['/invoices?amount[in]=1,x', 'amount[in]', 'number'],
    ['/invoices?contact=con_1', 'contact', 'did you mean `contactId`'],
    ['/invoices?status[like]=open', 'status[like]', 'did you mean'],
    ['/audit.csv?createdAt[gte]=soon', 'createdAt[gte]', '2027-02-19'],
    ['/audit.ndjson?sort=name', 'sort', 'createdAt'],
    ['/invoices?cursor=x', 'cursor', 'nextCursor'],
    [`/invoices?cursor=${nextCursor}`, 'cursor', 'nextCursor'],
    [`/types?offset=1&cursor=${nextCursor}`, 'cursor', 'offset'],
    [`/types?cursor=${encode('["name",-1]')}`, 'cursor', 'nextCursor'],
    [`/types?cursor=${encode('["name",-1,"page"]')}`, 'cursor', 'nextCursor'],
    [`/types?sort=-name&cursor=${nextCursor}`, 'cursor', 'nextCursor'],
    [`/tokens?cursor=${nextCursor}`, 'cursor', 'nextCursor'],
    [`/invoices?ids=${Array.from({ length: 101 }, (_, index) => index)}`, 'ids', 'at most 100'],
  ] as const) {
    const { status, body } = await request('GET', path);
    assert.deepEqual([status, body.errors?.[0].pointer], [400, pointer], path);
    assert.match(body.errors[0].detail, new RegExp(words), path);
  }
});

const numbers = ['99999999999999999999', '-99999999999999999999', '9007199254740992'];
const encode = (parts: string) => Buffer.from(parts).toString('base64url');

test('numbers that no column has and cursors that no list has given are answered, never with 500', async (t) => {
  const { request } = await startTestService(t);
  const wrong: string[] = [];
  for (const [path, names] of [
    ['/invoices', ['amount', 'amountPaid']],
    ['/payments', ['amount', 'amountReceived', 'amountRefunded']],
    ['/media', ['size', 'width', 'height']],
    ['/deliveries', ['attemptCount']],
    ['/mails', ['attemptCount']],
  ] as const)
    for (const name of names) {
      for (const operator of ['', '[ne]', '[gte]', '[in]', '[nin]'])
        for (const number of numbers) wrong.push(`${path}?${name}${operator}=${number}`);
      for (const operator of ['[in]', '[nin]'])
        wrong.push(`${path}?${name}${operator}=1.5`, `${path}?${name}${operator}=1e3`);
      for (const number of ['2147483648', '-2147483649', '9007199254740991']) {
        for (const operator of ['', '[in]', '[gt]']) {
          const { status, body } = await request('GET', `${path}?${name}${operator}=${number}`);
          if (operator !== '[gt]') assert.deepEqual([status, body.items], [200, []], `${path} ${name} ${number}`);
          assert.equal(status, 200);
        }
      }
    }
  for (const path of ['/invoices', '/payments'])
    for (const number of ['1.5', '1e308', '1e400', '99999999999999999999'])
      wrong.push(`${path}?sort=amount&cursor=${encode(`["amount",${number},"a"]`)}`);
  for (const path of [
    ...[
      '/contacts',
      '/invoices',
      '/payments',
      '/submissions',
      '/deliveries',
      '/audit',
      '/media',
      '/webhooks',
      '/forms',
    ],
    '/mails',
  ])
    for (const key of ['"\\u0000","a"', '"a","\\u0000"', '"\\ud800","a"'])
      wrong.push(`${path}?sort=createdAt&cursor=${encode(`["createdAt",${key}]`)}`);
  for (const path of wrong) {
    const { status, body } = await request('GET', path);
    assert.deepEqual([status, body.code], [400, 'invalid_query'], path);
  }
  const cursor = encode('["amount",9007199254740991,"a"]');
  assert.deepEqual((await request('GET', `/invoices?sort=amount&cursor=${cursor}`)).body.items, []);
});

test('pages of a list that is read whole lose and repeat nothing while records come and go', async (t) => {
  const { request } = await startTestService(t);
  const add = (name: string) => request('POST', '/types', { body: { name, plural: `${name}s` } });
  const remove = (name: string) => request('DELETE', `/types/${name}`);
  const page = async (query: string, cursor: string) => {
    const { status, body } = await request('GET', `/types?builtIn=false&limit=2&${query}&cursor=${cursor}`);
    assert.equal(status, 200);
    return { names: body.items.map(({ name }: { name: string }) => name), next: body.nextCursor as string };
  };
  for (const [query, names, added, rest] of [
    ['', ['bb', 'cc'], 'ba', ['dd', 'ee']],
    ['sort=name', ['bb', 'cc'], 'ba', ['dd', 'ee']],
    ['sort=-name', ['ff', 'ee'], 'fa', ['dd', 'cc']],
  ] as const) {
    for (const name of ['bb', 'cc', 'dd', 'ee', 'ff']) assert.equal((await add(name)).status, 201);
    const first = await page(query, '');
    assert.deepEqual(first.names, names, query);
    // One before the place of the cursor is new, and the record of the cursor is gone with the one before it.
    await add(added);
    for (const name of first.names) await remove(name);
    const second = await page(query, first.next);
    assert.deepEqual(second.names, rest, query);
    for (const name of ['ba', 'bb', 'cc', 'dd', 'ee', 'fa', 'ff']) await remove(name);
  }
});
