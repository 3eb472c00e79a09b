// Statements go through indexes, and their order comes from one, where an index can give it: those of every read of the API's
// document, and of the contract's writes with all that follows from them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureBuiltInTypes } from '../../src/content/types/post-types.ts';
import { inTransaction } from '../../src/context/context.ts';
import { addMedia, startContentService } from '../support/content-service.ts';
import { operationsOf } from '../support/document-checks.ts';
import { type PaymentService, startPaymentService } from '../support/payment-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { recordStatements } from '../support/record-statements.ts';
import { type Person, setUpOwner } from '../support/sign-in.ts';
import type { TestService } from '../support/test-service.ts';
import { waitFor } from '../support/wait-for.ts';
import { faultsOf, openExplain } from './explain.ts';

const fields = [
  { name: 'price', type: 'number', indexed: true },
  { name: 'color', type: 'select', options: ['red', 'blue'], indexed: true },
  { name: 'photo', type: 'media' },
  { name: 'maker', type: 'reference', to: ['lamp'] },
  { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text' }] },
  { name: 'about', type: 'richtext' },
];
const orders = ['title', 'menu_order', 'fields.price', 'fields.color'];
const lamps = '/content/lamps?limit=3';

/** The lists of items, of each of which there are more than a page. */
const lists = [
  `${lamps}&cursor=`,
  `${lamps}&offset=5`,
  `${lamps}&status=draft`,
  `${lamps}&status=scheduled`,
  `${lamps}&status=trash`,
  `${lamps}&status=any&cursor=`,
  `${lamps}&tag=new&cursor=`,
  `${lamps}&category=all&cursor=`,
  `${lamps}&tag=new&category=all&status=any`,
  `${lamps}&search=lamp`,
  `${lamps}&search=lamp&orderBy=relevance`,
  ...['asc', 'desc'].flatMap((order) =>
    orders.flatMap((by) => [
      `${lamps}&cursor=&orderBy=${by}&order=${order}`,
      `${lamps}&cursor=&orderBy=${by}&order=${order}&status=any`,
    ]),
  ),
  `${lamps}&cursor=&orderBy=fields.price&fields[price][gte]=5`,
  `${lamps}&orderBy=fields.color&fields[color]=red`,
  `${lamps}&cursor=&fields[color][startsWith]=r`,
  `${lamps}&cursor=&publishedAt[gte]=2020-01-01&publishedAt[lt]=2100-01-01`,
  `${lamps}&orderBy=title&publishedAt[gte]=2020-01-01`,
  `${lamps}&id[in]=item_a,item_b&orderBy=title`,
  `${lamps}&slug[in]=lamp-1,lamp-2`,
  `${lamps}&externalId[in]=erp-1,erp-2`,
  `${lamps}&externalId=erp-1&status=any&orderBy=title`,
  `${lamps}&parent=lamp-1&fields[price]=5`,
  `${lamps}&author=ann&cursor=`,
  `${lamps}&fields[other][exists]=true`,
  `${lamps}&tag[in]=new,old&category[under]=all&cursor=`,
  `${lamps}&tag[all]=new,old&category[nin]=none`,
  `${lamps}&terms[places][under]=here&cursor=`,
  `${lamps}&terms[places][exists]=false&select=title,terms`,
  `${lamps}&fields[maker.slug]=lamp-1&fields[seo.title][contains]=x`,
  `${lamps}&fields[maker.price][gte]=5&expand=fields.maker.maker,author`,
  `${lamps}&where={"or":[{"fields.price":{"gt":5}},{"not":{"tag":"new"}}]}`,
  ...[
    'fields[color][ne]=red',
    'fields[price][nin]=1,2',
    'fields[price][exists]=true',
    'fields[price][exists]=false',
  ].map((condition) => `${lamps}&${condition}`),
  ...[
    'author[ne]=ann',
    'author[exists]=false',
    'updatedAt[gte]=2020-01-01',
    'menuOrder=0',
    'title=x',
    'title[gte]=l',
  ].map((condition) => `${lamps}&${condition}&orderBy=title`),
  `${lamps}&title[startsWith]=lamp`,
  `${lamps}&slug[startsWith]=lamp`,
  `${lamps}&parent[in]=lamp-1,lamp-2`,
  `${lamps}&tag[nin]=new,old`,
  `${lamps}&search=lamp&termFacets=tag,terms.places`,
  `${lamps}&fields[color]=red&termFacets=category`,
  `${lamps}&fields[maker.slug][ne]=lamp-1`,
  `${lamps}&where={"not":{"fields.color":"red"}}`,
  `${lamps}&tag=new&fields[price][gte]=5`,
  ...[
    'tag=new',
    'tag=new&fields[price][gte]=5',
    'fields[maker.slug]=lamp-1',
    'fields[color]=red',
    'search=lamp',
    'search=lamp&orderBy=relevance',
  ].map((condition) => `${lamps}&${condition}&total=false`),
  ...['createdAt[gte]=2020-01-01', 'author[exists]=false', 'author[in]=ann,bob', 'language=de', 'tag[all]=new,old'].map(
    (condition) => `${lamps}&cursor=&${condition}&total=false`,
  ),
  ...[
    '{"fields.price":{"gt":5}}',
    '{"slug":"lamp-1","title":"x"}',
    '{"or":[{"author":"ann"},{"createdAt":{"lt":"2020-01-01"}}]}',
  ].map((part) => `${lamps}&where={"or":[{"tag":"new"},${part}]}`),
  `${lamps}&cursor=&sort=-createdAt`,
  `${lamps}&cursor=&sort=-updatedAt`,
  `${lamps}&cursor=&sort=-fields.price,title&status=any`,
  `${lamps}&cursor=&sort=-fields.price,title`,
  `${lamps}&cursor=&sort=-date,title&tag=new`,
  `${lamps}&cursor=&sort=updatedAt&status=any`,
  `${lamps}&expand=fields.photo,fields.about`,
  `${lamps}&cursor=&select=title,content,tags,author,fields.photo&expand=fields.photo,content`,
  `${lamps}&cursor=&select=title,categories&status=any`,
  '/content/lamps/lamp-1?expand=fields.photo,fields.about',
];

const year = new Date().getUTCFullYear();
const thisYear = `firstDay=${year}-01-01&lastDay=${year}-12-31`;

test('lists of items go through indexes', async (t) => {
  const statements = recordStatements(t);
  const service = await startContentService(t);
  const explain = await openExplain(service);
  await service.work();
  await fill(service);
  await waitFor('the indexes of the fields', async () => (await explain.countIndexes()) === 3);
  const faults: string[] = [];
  for (const url of lists) {
    statements.length = 0;
    await read(service, url);
    faults.push(...(await faultsOf(explain, [...statements])).map((fault) => `${url}: ${fault}`));
  }
  assert.deepEqual(faults, []);
});

test('writes of the contract with all that follows, and every read of the API, go through indexes', async (t) => {
  const statements = recordStatements(t);
  const service = await startPaymentService(t);
  await inTransaction(service.context, ensureBuiltInTypes);
  const receiver = await startReceiver(t);
  const explain = await openExplain(service);
  statements.length = 0;
  const { records, owner } = await writeAll(service, receiver.url);
  const faults = await faultsOf(explain, [...statements]);
  const document = (await service.request('GET', '/openapi.json', { token: null })).body;
  const urls = operationsOf(document)
    // Exports are everything, in the order of its keys, and what takes room is the sum of everything.
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/export') && path !== '/system/storage')
    .map(({ path }) => records[path] ?? path);
  for (const url of [...urls, ...filteredLists(records)]) {
    assert.doesNotMatch(url, /\{/, `${url}: name a record that is read`);
    statements.length = 0;
    await read(owner, url);
    faults.push(...(await faultsOf(explain, [...statements])).map((fault) => `${url}: ${fault}`));
  }
  assert.deepEqual(faults, []);
});

function filteredLists(records: Record<string, string>): string[] {
  const contact = records['/contacts/{id}']?.slice('/contacts/'.length);
  return [
    `/contacts?ids=${contact},con_nobody`,
    '/payments?amountRefunded[gt]=0',
    '/reports/money',
    '/reports/invoices?status=open',
    `/reports/invoices?contactId=${contact}`,
    '/mails',
    '/mails?recipient=ada@example.com',
    ...[
      'actor.id=usr_nobody',
      'thing.id=item_none',
      'operation=createItem',
      'outcome=denied',
      'createdAt[gte]=2020-01-01T00:00:00Z',
    ].map((query) => `/audit?${query}`),
    ...[
      'limit=1&cursor=',
      'sort=createdAt&limit=1&cursor=',
      'unread=true&cursor=',
      'starred=true&cursor=',
      'progress[ne]=done&cursor=',
      'progress=new&cursor=',
      'assigneeId=usr_nobody&cursor=',
      'formId=tickets&cursor=',
      'formId=tickets&answers[email]=ada@example.com',
    ].map((query) => `/submissions?${query}`),
  ];
}

/** Submits a form with a file, pays, refunds and waits for the deliveries. `records` has a URL for each path with parameters. */
async function writeAll(
  service: PaymentService,
  receiver: string,
): Promise<{ records: Record<string, string>; owner: Person }> {
  const { request } = service;
  await fill(service);
  const form = await create(service, '/forms', {
    name: 'Tickets',
    slug: 'tickets',
    public: true,
    fields: [
      { name: 'email', type: 'email' },
      { name: 'photo', type: 'file' },
      { name: 'fee', type: 'payment', amount: 2500, currency: 'usd' },
    ],
    settings: { mail: { notice: { to: ['tickets@example.com'] }, reply: { on: true, text: 'Thank you' } } },
  });
  const formWebhook = await create(service, `/forms/${form}/webhooks`, {
    url: receiver,
    events: ['submitted', 'paid'],
  });
  const webhook = await create(service, '/payments/webhooks', { url: receiver, events: ['payment.refunded'] });
  const answers = new FormData();
  answers.append('email', 'ada@example.com');
  answers.append('photo', new Blob(['photo'], { type: 'text/plain' }), 'photo.txt');
  const response = await fetch(`${service.origin}/api/v1/forms/tickets/submit`, { method: 'POST', body: answers });
  const submitted = (await response.json()) as { paymentUrl: string };
  assert.equal(response.status, 200, JSON.stringify(submitted));
  await service.pay(submitted.paymentUrl);
  await service.pay(await service.checkout());
  await service.waitForEvents('payment.succeeded', 2);
  const payment = (await request('GET', '/payments')).body.items[0];
  await create(service, '/payments/refund', { paymentIntentId: payment.paymentIntentId });
  await service.waitForEvents('payment.refunded');
  const deliveries = () => request('GET', '/deliveries?status=delivered');
  await waitFor('the deliveries', async () => (await deliveries()).body.total === 3);
  await service.settled();
  const owner = await setUpOwner(service);
  assert.equal((await owner.request('POST', '/content/lamps', { body: { title: 'By Olga' } })).status, 201);
  const another = { title: 'Lamp 17' };
  for (const status of [201, 200]) {
    const put = await request('PUT', '/content/lamps/by-external-id/lamp-17', { body: another });
    assert.equal(put.status, status);
  }
  const photo = await request('PATCH', `/media/${await addMedia(service)}`, { body: { externalId: 'dam-17' } });
  assert.equal(photo.status, 200);
  const named = await request('PATCH', '/content/lamps/lamp-3', { body: { title: 'Lamp three' } });
  assert.equal(named.status, 200);
  const moved = await request('PATCH', '/content/lamps/lamp-5', { body: { slug: 'lamp-five' } });
  assert.equal(moved.status, 200);
  await read(service, '/content/lamps/lamp-5');
  assert.equal((await request('PATCH', '/types/lamp', { body: { label: 'Lamps and lights' } })).status, 200);
  const first = async (path: string): Promise<string> => (await request('GET', path)).body.items[0].id;
  const submission = (await request('GET', `/forms/${form}/submissions`)).body.items[0];
  const contact = await first('/contacts');
  assert.equal((await request('PATCH', `/contacts/${contact}`, { body: { externalId: 'crm-1' } })).status, 200);
  const owed = { contactId: contact, amount: 100, currency: 'usd', externalId: 'order-1' };
  const invoice = await create(service, '/invoices', owed);
  const seller = { name: 'Lamps Ltd', address: { city: 'Graz', country: 'at' }, vatId: 'ATU12345678' };
  assert.equal((await request('PATCH', '/settings', { body: { invoicing: { seller } } })).status, 200);
  const rate = await create(service, '/tax-rates', { name: 'VAT', percent: '20', country: 'at', category: 'S' });
  const lines = [{ description: 'Lamp', unitAmount: 100, taxRateId: rate }];
  const buyer = { name: 'Ada', address: { country: 'at' } };
  const owedLines = { contactId: contact, currency: 'usd', status: 'open', lines, buyer };
  const issued = await create(service, '/invoices', owedLines);
  const note = await create(service, `/invoices/${issued}/credit-notes`, { amount: 50 });
  await create(service, `/invoices/${issued}/payments`, { amount: 20, method: 'cash' });
  const seat = { name: 'seat', type: 'item', amount: 100, stock: 5 };
  const fair = await create(service, '/forms', {
    name: 'Fair',
    slug: 'fair',
    fields: [{ name: 'seats', type: 'payment', currency: 'usd', lines: [seat] }],
  });
  const discount = await create(service, `/forms/${fair}/discounts`, { code: 'early', percentOff: 20 });
  const gone = { email: 'gone@example.com' };
  const { body: erasure } = await request('POST', '/privacy/erasures', { body: gone });
  const backup = await makeBackup(service);
  const records = {
    '/content/{type}': lamps,
    '/content/{type}/{id}': '/content/lamps/lamp-3',
    '/content/{type}/{id}/former-slugs': '/content/lamps/lamp-3/former-slugs',
    '/content/{type}/{id}/uses': '/content/lamps/lamp-3/uses',
    '/content/{type}/{id}/references': '/content/lamps/lamp-3/references',
    '/content/{type}/{id}/revisions': '/content/lamps/lamp-3/revisions',
    '/content/{type}/{id}/revisions/{number}': '/content/lamps/lamp-3/revisions/1',
    '/content/{type}/{id}/revisions/{number}/diff': '/content/lamps/lamp-3/revisions/1/diff',
    '/types/{name}': '/types/lamp',
    '/types/{name}/changes': '/types/lamp/changes',
    '/types/{name}/changes/{id}': `/types/lamp/changes/${await first('/types/lamp/changes')}`,
    '/tags/{term}': '/tags/new',
    '/categories/{term}': '/categories/all',
    '/taxonomies/{taxonomy}': '/taxonomies/places',
    '/taxonomies/{taxonomy}/terms': '/taxonomies/places/terms?children=true',
    '/taxonomies/{taxonomy}/tree': '/taxonomies/places/tree?children=true',
    '/taxonomies/{taxonomy}/terms/{term}': '/taxonomies/places/terms/here?children=true',
    '/authors/{author}': `/authors/${await first('/authors')}`,
    '/imports/{id}': `/imports/${await addImport(service)}`,
    '/backups/{id}': `/backups/${backup}`,
    '/backups/{id}/file': `/backups/${backup}/file`,
    '/media/{id}': `/media/${await addMedia(service)}`,
    '/media/{id}/uses': `/media/${await addMedia(service)}/uses`,
    '/forms/{id}': '/forms/tickets',
    '/forms/{id}/code': '/forms/tickets/code',
    '/forms/{id}/versions/{version}': '/forms/tickets/versions/1',
    '/privacy/erasures/{id}': `/privacy/erasures/${erasure.id}`,
    '/forms/{id}/submissions': `/forms/${form}/submissions?limit=3`,
    '/forms/{id}/summary': `/forms/${form}/summary`,
    '/forms/{id}/submissions.csv': `/forms/${form}/submissions.csv`,
    '/forms/{id}/submissions.xlsx': `/forms/${form}/submissions.xlsx`,
    '/forms/{id}/submissions.ndjson': `/forms/${form}/submissions.ndjson`,
    '/forms/{id}/submissions/{submissionId}': `/forms/${form}/submissions/${submission.id}`,
    '/submissions': '/submissions',
    '/submissions/{id}': `/submissions/${submission.id}`,
    '/submissions/{id}/story': `/submissions/${submission.id}/story`,
    '/submissions/{id}/reply': `/submissions/${submission.id}/reply`,
    '/forms/{id}/availability': '/forms/fair/availability',
    '/forms/{id}/challenge': '/forms/fair/challenge',
    '/forms/{id}/stock': '/forms/fair/stock',
    '/forms/{id}/discounts': '/forms/fair/discounts',
    '/forms/{id}/discounts/{discountId}': `/forms/fair/discounts/${discount}`,
    '/files/{id}': `/files/${submission.files[0].id}`,
    '/payments/{id}': `/payments/${payment.id}`,
    '/contacts/{id}': `/contacts/${contact}`,
    '/content/{type}/by-external-id/{externalId}': '/content/lamps/by-external-id/lamp-17',
    '/media/by-external-id/{externalId}': '/media/by-external-id/dam-17',
    '/contacts/by-external-id/{externalId}': '/contacts/by-external-id/crm-1',
    '/invoices/by-external-id/{externalId}': '/invoices/by-external-id/order-1',
    '/contacts/{id}/credit': `/contacts/${contact}/credit`,
    '/contacts/{id}/timeline': `/contacts/${contact}/timeline`,
    '/invoices/{id}': `/invoices/${invoice}`,
    '/invoices/{id}/document': `/invoices/${issued}/document`,
    '/invoices/{id}/mail': `/invoices/${issued}/mail`,
    '/credit-notes/{id}': `/credit-notes/${note}`,
    '/credit-notes/{id}/document': `/credit-notes/${note}/document`,
    '/credit-notes/{id}/mail': `/credit-notes/${note}/mail`,
    '/tax-rates/{id}': `/tax-rates/${rate}`,
    ...Object.fromEntries(
      ['', '.csv', '.xlsx'].map((ending) => [`/reports/tax${ending}`, `/reports/tax${ending}?${thisYear}`]),
    ),
    '/forms/{id}/webhooks': `/forms/${form}/webhooks`,
    '/forms/{id}/webhooks/{webhookId}': `/forms/${form}/webhooks/${formWebhook}`,
    '/payments/webhooks/{id}': `/payments/webhooks/${webhook}`,
    '/webhooks/{id}': `/webhooks/${webhook}`,
    '/deliveries/{id}': `/deliveries/${await first('/deliveries')}`,
    '/mails': `/mails?status=waiting`,
    '/mails/{id}': `/mails/${await first('/mails')}`,
    '/mails/{id}/preview': `/mails/${await first(`/mails?about=${submission.id}`)}/preview`,
    '/mail-kinds/{kind}/texts/{language}': '/mail-kinds/receipt/texts/en',
    '/users/{id}': `/users/${owner.id}`,
    '/users/{id}/sessions': `/users/${owner.id}/sessions`,
    '/views': '/views?type=lamp',
    '/reports/money': `/reports/money?currency=usd&formId=${form}`,
    '/search': '/search?q=ada%40example.com',
  };
  return { records, owner };
}

async function addImport({ request }: TestService): Promise<string> {
  const body = new FormData();
  const xmlns = 'xmlns:wp="http://wordpress.org/export/1.2/"';
  const xml = `<rss ${xmlns}><channel><wp:wxr_version>1.2</wp:wxr_version></channel></rss>`;
  body.append('file', new Blob([xml]), 'export.xml');
  const response = await request('POST', '/imports', { body });
  assert.equal(response.status, 202, response.text);
  return response.body.id;
}

async function makeBackup({ request }: TestService): Promise<string> {
  const { body } = await request('POST', '/backups');
  await waitFor('the backup', async () => (await request('GET', `/backups/${body.id}`)).body.endedAt !== null);
  return body.id;
}

async function create({ request }: TestService, path: string, body: object): Promise<string> {
  const response = await request('POST', path, { body });
  assert.ok(response.status < 300, `${path}: ${response.text}`);
  return response.body.id;
}

/** Reads the page, and the next one if there is a cursor. */
async function read({ request }: Pick<TestService, 'request'>, url: string): Promise<void> {
  const first = await request('GET', url);
  assert.equal(first.status, 200, `${url}: ${first.text}`);
  if (first.body?.nextCursor) await request('GET', url.replace('cursor=', `cursor=${first.body.nextCursor}`));
}

async function fill(service: TestService): Promise<void> {
  await create(service, '/types', { name: 'lamp', plural: 'lamps', fields });
  await create(service, '/taxonomies', { name: 'places', nested: true, types: ['lamp'] });
  const photo = await addMedia(service);
  const linked = await create(service, '/content/lamps', { title: 'First lamp', status: 'publish' });
  const about = `<img src="/media/${photo}/a.png"><a data-item="${linked}">lamp</a>`;
  for (let number = 0; number < 12; number++) {
    const terms = { tags: ['new'], categories: ['all'], terms: { places: ['here'] } };
    const item = { title: `Lamp ${number}`, slug: `lamp-${number}`, status: number % 4 === 3 ? 'draft' : 'publish' };
    await create(service, '/content/lamps', {
      ...item,
      ...terms,
      fields: { price: number, color: 'red', photo, about },
    });
  }
}
