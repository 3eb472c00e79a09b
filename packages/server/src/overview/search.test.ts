import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { picture, upload } from '../../test/support/media.ts';
import { inTransaction } from '../context/context.ts';
import { newId } from '../lib/ids.ts';
import { newPaymentRow } from '../payments/payments.ts';

type Result = { kind: string; id: string; title: string; detail: string; status: string | null; formId: string | null };

async function startSite(t: TestContext) {
  const service = await startContentService(t);
  const create = async (path: string, body: object) => {
    const response = await service.request('POST', path, { body });
    assert.ok(response.status < 300, response.text);
    return response.body;
  };
  await create('/types', { name: 'lamp', plural: 'lamps', label: 'Lamp' });
  const post = await create('/content/post', {
    title: 'Harbor at night',
    status: 'publish',
    content: '<p>Lanterns</p>',
  });
  const lamp = await create('/content/lamps', { title: 'Harbor lamp', status: 'draft' });
  const ada = await create('/contacts', { name: 'Ada Lovelace', email: 'ada@example.com' });
  const form = await create('/forms', {
    name: 'Harbor tour',
    public: true,
    fields: [
      { name: 'email', type: 'email' },
      { name: 'wish', type: 'text' },
    ],
  });
  const sent = await create(`/forms/${form.id}/submit`, { email: 'ada@example.com', wish: 'A seat by the window' });
  const invoice = await create('/invoices', { number: 'R-2027-004', contactId: ada.id, amount: 4200, currency: 'eur' });
  const payments = await inTransaction(service.context, async (ctx) => {
    const row = (given: object) => newPaymentRow(ctx, { id: newId('pay'), ...given });
    const rows = [
      row({ amount: 2550, currency: 'eur', contactId: ada.id, paymentIntentId: 'pi_harbor00001' }),
      row({ amount: 2550, currency: 'jpy', description: 'Boat' }),
      row({ amount: 99, currency: 'usd', email: 'grace@example.com' }),
    ];
    await ctx.db.insertInto('payments').values(rows).execute();
    return rows.map(({ id }) => id);
  });
  const find = async (q: string, options: { token?: string | null; limit?: number } = {}) => {
    const { token, limit = 5 } = options;
    const url = `/search?q=${encodeURIComponent(q)}&limit=${limit}`;
    const response = await service.request('GET', url, token === undefined ? {} : { token });
    assert.equal(response.status, 200, `${q}: ${response.text}`);
    assert.deepEqual(response.body.incomplete, []);
    return response.body.items as Result[];
  };
  const ids = async (q: string, options = {}) => (await find(q, options)).map(({ id }) => id).sort();
  return { ...service, create, find, ids, post, lamp, ada, form, invoice, payments, submission: sent.submissionId };
}

test('the search finds records of every kind by their words, names, amounts and IDs', async (t) => {
  const { find, ids, post, lamp, ada, form, invoice, payments, submission } = await startSite(t);
  const [byAda = '', yen = '', byGrace = ''] = payments;
  assert.deepEqual(await ids('harb'), [post.id, lamp.id, form.id].sort());
  assert.deepEqual(await ids('lantern'), [post.id]);
  assert.deepEqual(await ids('LOVELACE ada'), [ada.id, byAda, invoice.id, submission].sort());
  assert.deepEqual(await ids('ada@exa'), [ada.id, byAda, invoice.id, submission].sort());
  assert.deepEqual(await ids('by the window'), [submission]);
  for (const text of ['25.5', '25,50', '€25.50', '25.50 EUR']) assert.deepEqual(await ids(text), [byAda], text);
  assert.deepEqual(await ids('2550 jpy'), [yen]);
  assert.deepEqual(await ids('2,550'), [yen]);
  assert.deepEqual(await ids('42'), [invoice.id]);
  assert.deepEqual(await ids('r-2027'), [invoice.id]);
  assert.deepEqual(await ids('grace'), [byGrace]);
  assert.deepEqual(await ids('pi_harbor00001'), [byAda]);
  for (const id of [post.id, form.id, invoice.id, byAda, submission]) assert.deepEqual(await ids(id), [id]);
  assert.equal((await find(ada.id))[0]?.id, ada.id);
  const [item] = await find('harbor lamp');
  assert.deepEqual(
    [item?.kind, item?.title, item?.detail, item?.status],
    ['item', 'Harbor lamp', 'harbor-lamp', 'draft'],
  );
  const [payment] = await find('25.50 eur');
  assert.equal(payment?.title, 'Ada Lovelace');
  const [answer] = await find('window');
  assert.deepEqual([answer?.title, answer?.detail, answer?.formId], ['Ada Lovelace', 'Harbor tour', form.id]);
});

test('media are found by their texts, file name and ID, and only with content:read', async (t) => {
  const service = await startSite(t);
  const { find, ids, tokenWith } = service;
  const plan = (
    await upload(service, await picture('png'), 'quay-7.png', { texts: { title: 'Mooring plan', folder: 'Maps' } })
  ).body;
  for (const text of ['mooring', 'plan MOOR', 'quay-7.png', plan.id])
    assert.deepEqual(await ids(text), [plan.id], text);
  const [found] = await find('mooring');
  assert.deepEqual([found?.kind, found?.title, found?.detail], ['media', 'Mooring plan', 'quay-7.png · Maps']);
  assert.deepEqual(await ids('mooring', { token: await tokenWith('forms:read', 'crm:read') }), []);
});

test('the best match comes first, and each kind has at most as many results as asked for', async (t) => {
  const { create, find } = await startSite(t);
  await create('/content/post', { title: 'All about the boat', content: '<p>About</p>' });
  const about = await create('/content/post', { title: 'About' });
  await create('/content/post', { title: 'Nothing', content: '<p>about</p>' });
  const found = await find('about', { limit: 2 });
  assert.deepEqual(
    found.map(({ title }) => title),
    ['About', 'All about the boat'],
  );
  assert.equal(found[0]?.id, about.id);
});

test('a caller finds only what its scopes may read, and nothing by its contact without crm:read', async (t) => {
  const { ids, request, tokenWith, post, form, payments, submission } = await startSite(t);
  const [, yen = '', byGrace = ''] = payments;
  const reader = { token: await tokenWith('content:read') };
  assert.deepEqual(await ids('harbor', reader), [post.id]);
  const trashed = await request('DELETE', `/content/post/${post.id}`);
  assert.equal(trashed.status, 200);
  assert.deepEqual(await ids('harbor', reader), []);
  const cashier = { token: await tokenWith('payments:read') };
  assert.deepEqual(await ids('lovelace', cashier), []);
  assert.deepEqual(await ids('grace@example.com', cashier), []);
  assert.deepEqual(await ids('boat', cashier), [yen]);
  const { body } = await request('GET', '/search?q=0.99', cashier);
  assert.deepEqual([body.items[0].id, body.items[0].title], [byGrace, byGrace]);
  const clerk = { token: await tokenWith('forms:read') };
  assert.deepEqual(await ids('harbor', clerk), [form.id]);
  assert.deepEqual(await ids('lovelace', clerk), []);
  assert.deepEqual(await ids('window', clerk), [submission]);
  assert.equal((await request('GET', '/search?q=a', { token: null })).status, 401);
});

test('any text is valid', async (t) => {
  const { find, request } = await startSite(t);
  const texts = [
    '',
    ' ',
    '%',
    '_',
    '\\',
    '"',
    "'",
    '*',
    'a*',
    '(',
    ':',
    'title:a',
    'NEAR(',
    '-',
    '&|!',
    '日本語',
    'İ',
    '😀',
    '\u{10ffff}',
  ];
  for (const text of [
    ...texts,
    'x'.repeat(3000),
    `${'9'.repeat(40)}.999`,
    '1.234.567,89',
    'pay_',
    '\ud83d',
    'a\u0001b',
  ]) {
    await find(text.toWellFormed());
  }
  assert.deepEqual(await find('%'), []);
  assert.equal((await request('GET', '/search')).status, 400);
  assert.equal((await request('GET', '/search?q=a&limit=21')).status, 400);
});
