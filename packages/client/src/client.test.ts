// The requests that each method sends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startScriptedServer } from '../test/support/scripted-server.ts';
import { createAdminClient } from './admin.ts';

const item = { id: 'item_1', slug: 'mug', title: 'Mug', fields: { price: 10 } };

test('filters on custom fields become the parameters of the API', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, { json: { items: [], total: 0 } });
  const products = createAdminClient({ baseUrl, token: 'x' }).content('product');
  await products.list({
    orderBy: 'fields.price',
    order: 'asc',
    tag: undefined,
    filter: { price: { gte: 10, lt: 20 }, colour: { in: ['red', 'blue'] }, sku: 'A-1', note: { exists: false } },
  });
  const url = new URL(asked[0]?.url ?? '', 'http://x');
  assert.equal(url.pathname, '/api/v1/content/product');
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    orderBy: 'fields.price',
    order: 'asc',
    'fields[price][gte]': '10',
    'fields[price][lt]': '20',
    'fields[colour][in]': 'red,blue',
    'fields[sku]': 'A-1',
    'fields[note][exists]': 'false',
  });
  await products.list({ filter: { colour: { in: ['red, dark', 'C:\\x'] } } });
  assert.equal(new URL(asked[1]?.url ?? '', 'http://x').searchParams.get('fields[colour][in]'), 'red\\, dark,C:\\\\x');
});

test('what is selected and sorted by is sent as a list with commas', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, { json: { items: [], total: 0 } });
  const products = createAdminClient({ baseUrl, token: 'x' }).content('product');
  await products.list({ select: ['title', 'fields.price'], sort: ['-fields.price', 'title'] });
  await products.get('mug', { select: ['author'] });
  const sent = asked.map(({ url }) => decodeURIComponent(url));
  assert.deepEqual(sent, [
    '/api/v1/content/product?select=title,fields.price&sort=-fields.price,title',
    '/api/v1/content/product/mug?select=author',
  ]);
});

test('conditions in groups are sent as JSON', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, { json: { items: [], total: 0 } });
  const where = { or: [{ 'fields.price': { gte: 10 } }, { tag: { in: ['a,b', 'c'] } }], not: { author: 'ann' } };
  await createAdminClient({ baseUrl, token: 'x' }).content('product').list({ where });
  const { searchParams } = new URL(asked[0]?.url ?? '', 'http://x');
  assert.deepEqual([...searchParams.keys()], ['where']);
  assert.deepEqual(JSON.parse(searchParams.get('where') ?? ''), where);
});

test('exports are downloads, of the whole site or of parts', async (t) => {
  const headers = { 'content-disposition': 'attachment; filename="site-2026-01-01.tar"' };
  const { baseUrl, asked } = await startScriptedServer(t, { headers, json: {} });
  const { exports, invoices } = createAdminClient({ baseUrl, token: 'x' });
  const { name, response } = await exports.archive({ only: ['content', 'media'] });
  assert.deepEqual([name, await response.text()], ['site-2026-01-01.tar', '{}']);
  await exports.archive();
  await exports.items('product');
  await exports.wordpress();
  await exports.table('invoices', 'xlsx', { status: 'open' });
  await exports.invoiceDocuments({ firstDay: '2026-01-01', lastDay: '2026-03-31' });
  await invoices.document('inv_1', { format: 'xrechnung' });
  assert.deepEqual(
    asked.map(({ url }) => url.replace('/api/v1', '')),
    [
      '/export?only=content%2Cmedia',
      '/export',
      '/export/items.csv?type=product',
      '/export/wordpress.xml',
      '/invoices.xlsx?status=open',
      '/export/invoices.zip?firstDay=2026-01-01&lastDay=2026-03-31',
      '/invoices/inv_1/document?format=xrechnung',
    ],
  );
});

test('the search is sent as it was typed', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, { json: { items: [], incomplete: [] } });
  const found = await createAdminClient({ baseUrl, token: 'x' }).search({ q: 'Ada & 25%', limit: 3 });
  assert.deepEqual(found, { items: [], incomplete: [] });
  assert.equal(asked[0]?.url, '/api/v1/search?q=Ada+%26+25%25&limit=3');
});

test('an item is read, created, updated with its ETag and deleted', async (t) => {
  const tagged = { headers: { etag: '"item_1.3"' }, json: item };
  const { baseUrl, asked } = await startScriptedServer(t, tagged);
  const products = createAdminClient({ baseUrl, token: 'x' }).content('product');
  const read = await products.get('a/b?');
  assert.deepEqual(read, { ...item, etag: '"item_1.3"' });
  await products.create({ title: 'Mug' });
  await products.update(read.id, { title: 'Cup' }, { ifMatch: 'W/"item_1.3"' });
  await products.delete(read.id);
  await products.delete(read.id, { force: true });
  assert.deepEqual(
    asked.map(({ method, url, body }) => `${method} ${url} ${body}`),
    [
      'GET /api/v1/content/product/a%2Fb%3F ',
      'POST /api/v1/content/product {"title":"Mug"}',
      'PATCH /api/v1/content/product/item_1 {"title":"Cup"}',
      'DELETE /api/v1/content/product/item_1 ',
      'DELETE /api/v1/content/product/item_1?force=true ',
    ],
  );
  assert.equal(asked[2]?.headers['if-match'], '"item_1.3"');
  assert.equal(asked[1]?.headers['content-type'], 'application/json');
  assert.ok(asked[1]?.headers['idempotency-key']);
});

test('an id cannot change the path', async () => {
  const client = createAdminClient({ baseUrl: 'http://127.0.0.1:1' });
  for (const id of ['', '.', '..']) assert.throws(() => client.contacts.get(id), TypeError);
});

test('all items are read page by page, each exactly once', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(
    t,
    { json: { items: [{ id: 'a' }, { id: 'b' }], total: 3, nextCursor: 'xyz' } },
    { json: { items: [{ id: 'c' }], total: 3, nextCursor: null } },
  );
  const ids: string[] = [];
  for await (const { id } of createAdminClient({ baseUrl }).content('post').all({ status: 'any', limit: 2 }))
    ids.push(id);
  assert.deepEqual(ids, ['a', 'b', 'c']);
  assert.deepEqual(
    asked.map(({ url }) => url),
    ['', 'xyz'].map((cursor) => `/api/v1/content/post?status=any&limit=2&cursor=${cursor}&total=false`),
  );
});

test('other records are read by offset, without empty requests', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(
    t,
    { json: { items: [{ id: 'a' }, { id: 'b' }], total: 3 } },
    { json: { items: [{ id: 'c' }], total: 3 } },
  );
  const ids: string[] = [];
  for await (const { id } of createAdminClient({ baseUrl }).contacts.all({ search: 'x' })) ids.push(id);
  assert.deepEqual(ids, ['a', 'b', 'c']);
  assert.deepEqual(
    asked.map(({ url }) => url),
    ['/api/v1/contacts?search=x&limit=100&offset=0', '/api/v1/contacts?search=x&limit=100&offset=2'],
  );
});

test('records are read by offset without a total, too', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(
    t,
    { json: { items: [{ id: 'a' }, { id: 'b' }], total: null } },
    { json: { items: [{ id: 'c' }], total: null } },
  );
  const ids: string[] = [];
  for await (const { id } of createAdminClient({ baseUrl }).contacts.all({ limit: 2, total: false })) ids.push(id);
  assert.deepEqual(ids, ['a', 'b', 'c']);
  assert.equal(asked.length, 2);
});

test('submissions without files are sent as JSON', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, { json: { submissionId: 'sub_1', status: 'ok' } });
  await createAdminClient({ baseUrl })
    .forms('contact')
    .submit({ name: 'Ada', age: 36, days: ['mon'] });
  assert.equal(asked[0]?.url, '/api/v1/forms/contact/submit');
  assert.equal(asked[0]?.headers['content-type'], 'application/json');
  assert.deepEqual(JSON.parse(String(asked[0]?.body)), { name: 'Ada', age: 36, days: ['mon'] });
});

test('submissions with files are sent as multipart, also when they are repeated', async (t) => {
  const busy = { status: 502, text: '' };
  const { baseUrl, asked } = await startScriptedServer(t, busy, { json: { submissionId: 'sub_1', status: 'ok' } });
  await createAdminClient({ baseUrl })
    .forms('job')
    .submit({
      name: 'Ada',
      age: 36,
      agree: true,
      days: ['mon', 'tue'],
      nothing: null,
      cv: new File(['%PDF'], 'résumé.pdf', { type: 'application/pdf' }),
      samples: [new Blob(['one'], { type: 'text/plain' }), new Blob(['two'])],
    });
  assert.equal(asked.length, 2);
  const [, { headers, body } = assert.fail()] = asked;
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': String(headers['content-type']) },
  }).formData();
  assert.deepEqual([form.get('name'), form.get('age'), form.get('agree')], ['Ada', '36', 'true']);
  assert.deepEqual(form.getAll('days'), ['mon', 'tue']);
  assert.equal(form.has('nothing'), false);
  const cv = form.get('cv') as File;
  assert.deepEqual([cv.name, cv.type, await cv.text()], ['résumé.pdf', 'application/pdf', '%PDF']);
  assert.deepEqual(await Promise.all(form.getAll('samples').map((part) => (part as File).text())), ['one', 'two']);
});

test('every method sends its request to the right path', async (t) => {
  const { baseUrl, asked } = await startScriptedServer(t, { json: { items: [], total: 0 } });
  const client = createAdminClient({ baseUrl, token: 'x' });
  const hook = { url: 'https://example.com', events: [] };
  await client.forms.list({ sort: 'createdAt' });
  await client.forms.update('contact', { open: false });
  await client.forms('contact').submissions({ 'createdAt[gte]': '2026-01-01' });
  await client.forms('contact').submission('sub_1');
  await client.forms('contact').deleteSubmission('sub_1');
  await client.forms('contact').sortSpam({ ids: ['sub_1'], spam: false });
  await client.forms('contact').planRetention({ days: 90 });
  await client.forms('contact').version(2);
  await client.forms('contact').emptySpam();
  await client.forms('contact').challenge();
  await client.forms('contact').webhooks.create(hook);
  await client.forms('contact').webhooks.delete('whk_1');
  await client.types.get('post');
  await client.types.update('post', { fields: [] }, { convert: true, dryRun: true });
  await client.types.changes('post', { limit: 1 });
  await client.types.change('post', 'chg_1');
  await client.types.undo('post');
  await client.content('post').bulk([{ action: 'trash', id: 'x' }], { dryRun: true });
  await client.payments.get('pay_1');
  await client.webhooks.create({ url: 'https://example.com/hook', events: ['item.published'], types: ['post'] });
  await client.webhooks.test('whk_1');
  await client.payments.webhooks.list();
  await client.webhooks.rotateSecret('whk_1');
  await client.contacts.timeline('con_1');
  await client.contacts.getByExternalId('crm/1');
  await client.invoices.replaceByExternalId('order-1', { amount: 100, currency: 'eur' });
  await client.content('post').replaceByExternalId('erp-1', { title: 'X' });
  await client.media.getByExternalId('dam-1');
  await client.invoices.delete('inv_1');
  await client.invoices.mail('inv_1');
  await client.invoices.remind('inv_1', { message: 'Hello' });
  await client.invoices.previewMail('inv_1');
  await client.invoices.issue('inv_1', { ifMatch: '"1"' });
  await client.invoices.recordPayment('inv_1', { amount: 100, method: 'cash' });
  await client.invoices.credit('inv_1');
  await client.creditNotes.list({ limit: 1 });
  await client.taxRates.create({ name: 'VAT', percent: '19', country: 'de', category: 'S' });
  await client.creditNotes.mail('crn_1');
  await client.creditNotes.previewMail('crn_1');
  await client.reports.invoices({ status: 'open' });
  await client.reports.money({ months: 1 });
  await client.reports.tax({ firstDay: '2026-01-01', lastDay: '2026-03-31' });
  await client.deliveries.list({ status: 'failed' });
  await client.deliveries.resend('dlv_1');
  await client.deliveries.resendFailed({ subscriberId: 'whk_1' });
  await client.events.list({ after: '7', events: ['item.deleted', 'submission.paid'], types: ['post'] });
  await client.tags.get('red');
  await client.categories.list({ search: 'x' });
  await client.authors.list();
  await client.authors.merge(['ann'], 'bob');
  await client.taxonomies.terms('tags').mergeAll(['a', 'b'], 'c', { dryRun: true });
  await client.inbox.list({ formId: 'contact', unread: true, answers: { guests: { gte: 2 }, name: 'Ada' } });
  await client.inbox.updateMany(['sub_1'], { starred: true });
  await client.inbox.deleteMany(['sub_1']);
  await client.inbox.sortSpam(['sub_1'], false);
  await client.inbox.addNote('sub_1', { text: 'Called' });
  await client.inbox.deleteNote('sub_1', 'note_1');
  await client.inbox.unread();
  await client.mails.list({ status: 'failed' });
  await client.mails.get('mail_1');
  await client.mails.resend('mail_1');
  await client.mails.server();
  await client.files.scan('file_1');
  await client.files.release('file_1');
  await client.files.scanState();
  await client.mails.test({ to: 'ada@example.com' });
  await client.mails.removeServer();
  await client.mails.kinds();
  await client.mails.switchKind('receipt', false);
  await client.mails.text('receipt', 'en');
  const text = { subject: 'Paid', text: '{{details}}' };
  await client.mails.setText('receipt', 'en', text);
  await client.mails.resetText('receipt', 'en');
  await client.mails.previewText('receipt', 'en', text);
  await client.mails.testText('receipt', 'en', text);
  await client.mails.refusals({ address: 'ada@example.com' });
  await client.mails.optOuts();
  await client.mails.removeOptOut('a@b.example:');
  await client.mails.reportBounce({ address: 'ada@example.com', reason: '550' });
  await client.mails.allowAddress('ada@example.com');
  await client.privacy.planErasure({ email: 'ada@example.com' });
  await client.privacy.erase({ contactId: 'con_1' });
  await client.privacy.erasures({ email: 'ada@example.com' });
  await client.privacy.erasure('era_1');
  await client.media.update('med_1', { alt: 'An x' });
  await client.tokens.update('tok_1', { name: 'Shop' });
  await client.tokens.delete('tok_1');
  await client.request('PUT', '/settings', { query: { a: 1 }, body: { name: 'Site' } });
  assert.deepEqual(
    asked.map(({ method, url }) => `${method} ${url.replace('/api/v1', '')}`),
    [
      'GET /forms?sort=createdAt',
      'PATCH /forms/contact',
      'GET /forms/contact/submissions?createdAt%5Bgte%5D=2026-01-01',
      'GET /forms/contact/submissions/sub_1',
      'DELETE /forms/contact/submissions/sub_1',
      'POST /forms/contact/spam',
      'POST /forms/contact/retention/plan',
      'GET /forms/contact/versions/2',
      'DELETE /forms/contact/spam',
      'GET /forms/contact/challenge',
      'POST /forms/contact/webhooks',
      'DELETE /forms/contact/webhooks/whk_1',
      'GET /types/post',
      'PATCH /types/post?convert=true&dryRun=true',
      'GET /types/post/changes?limit=1',
      'GET /types/post/changes/chg_1',
      'POST /types/post/undo',
      'POST /content/post/bulk?dryRun=true',
      'GET /payments/pay_1',
      'POST /webhooks',
      'POST /webhooks/whk_1/test',
      'GET /payments/webhooks',
      'POST /webhooks/whk_1/rotate-secret',
      'GET /contacts/con_1/timeline',
      'GET /contacts/by-external-id/crm%2F1',
      'PUT /invoices/by-external-id/order-1',
      'PUT /content/post/by-external-id/erp-1',
      'GET /media/by-external-id/dam-1',
      'DELETE /invoices/inv_1',
      'POST /invoices/inv_1/mail',
      'POST /invoices/inv_1/remind',
      'GET /invoices/inv_1/mail',
      'POST /invoices/inv_1/issue',
      'POST /invoices/inv_1/payments',
      'POST /invoices/inv_1/credit-notes',
      'GET /credit-notes?limit=1',
      'POST /tax-rates',
      'POST /credit-notes/crn_1/mail',
      'GET /credit-notes/crn_1/mail',
      'GET /reports/invoices?status=open',
      'GET /reports/money?months=1',
      'GET /reports/tax?firstDay=2026-01-01&lastDay=2026-03-31',
      'GET /deliveries?status=failed',
      'POST /deliveries/dlv_1/resend',
      'POST /deliveries/resend',
      'GET /events?after=7&events=item.deleted%2Csubmission.paid&types=post',
      'GET /tags/red',
      'GET /categories?search=x',
      'GET /authors',
      'POST /authors/merge',
      'POST /taxonomies/tags/merge?dryRun=true',
      'GET /submissions?formId=contact&unread=true&answers%5Bguests%5D%5Bgte%5D=2&answers%5Bname%5D=Ada',
      'POST /submissions/bulk',
      'POST /submissions/bulk',
      'POST /submissions/bulk',
      'POST /submissions/sub_1/notes',
      'DELETE /submissions/sub_1/notes/note_1',
      'GET /submissions/unread',
      'GET /mails?status=failed',
      'GET /mails/mail_1',
      'POST /mails/mail_1/resend',
      'GET /settings/mail',
      'POST /files/file_1/scan',
      'POST /files/file_1/release',
      'GET /settings/file-scan',
      'POST /settings/mail/test',
      'DELETE /settings/mail',
      'GET /mail-kinds',
      'PATCH /mail-kinds/receipt',
      'GET /mail-kinds/receipt/texts/en',
      'PUT /mail-kinds/receipt/texts/en',
      'DELETE /mail-kinds/receipt/texts/en',
      'POST /mail-kinds/receipt/texts/en/preview',
      'POST /mail-kinds/receipt/texts/en/test',
      'GET /mail-refusals?address=ada%40example.com',
      'GET /mail-opt-outs',
      'DELETE /mail-opt-outs/a%40b.example%3A',
      'POST /mail-refusals',
      'DELETE /mail-refusals/ada%40example.com',
      'POST /privacy/erasures/plan',
      'POST /privacy/erasures',
      'GET /privacy/erasures?email=ada%40example.com',
      'GET /privacy/erasures/era_1',
      'PATCH /media/med_1',
      'PATCH /tokens/tok_1',
      'DELETE /tokens/tok_1',
      'PUT /settings?a=1',
    ],
  );
});

test('a file has its name, type and size, and its bytes are a stream', async (t) => {
  const disposition = `attachment; filename="r_sum_.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf`;
  const headers = { 'content-type': 'application/pdf', 'content-length': '4', 'content-disposition': disposition };
  const { baseUrl, asked } = await startScriptedServer(t, { headers, text: '%PDF' });
  const { name, type, size, response } = await createAdminClient({ baseUrl, token: 'x' }).files.download('file_1');
  assert.deepEqual([name, type, size], ['résumé.pdf', 'application/pdf', 4]);
  assert.equal(await response.text(), '%PDF');
  assert.equal(asked[0]?.headers.accept, '*/*');
});
