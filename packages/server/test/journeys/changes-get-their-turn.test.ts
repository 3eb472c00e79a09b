// Changes of what others use all the time: of a content type while its items are saved, of a form while it is submitted,
// of a tag while items get it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createItem } from '../../src/content/lifecycle/create-item.ts';
import { lockItem } from '../../src/content/model/find-item.ts';
import { lockTargets } from '../../src/content/references/check-references.ts';
import { findOrCreateTerms } from '../../src/content/terms/named-terms.ts';
import { lockPostType, shareType } from '../../src/content/types/post-types.ts';
import { checkUniqueFields } from '../../src/content/types/unique-fields.ts';
import { inTransaction, type WriteContext } from '../../src/context/context.ts';
import { shareForm } from '../../src/forms/form/form.ts';
import { startContentService } from '../support/content-service.ts';
import { countLockWaits } from '../support/lock-waits.ts';
import { testDialect } from '../support/test-dialect.ts';
import { waitFor } from '../support/wait-for.ts';

/** A test service, and how many of its transactions wait for a lock. */
async function startService(t: Parameters<typeof startContentService>[0]) {
  const service = await startContentService(t);
  const countWaiting = (): Promise<number> => inTransaction(service.context, ({ db }) => countLockWaits(db));
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  const form = await service.request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', fields } });
  const formId: string = form.body.id;
  const lockType = (ctx: WriteContext) => shareType(ctx, 'post');
  const lockForm = (ctx: WriteContext) => shareForm(ctx, formId);
  const lockTag = (ctx: WriteContext) => findOrCreateTerms(ctx, { tag: ['news'] });
  assert.equal((await service.request('POST', '/tags', { body: { name: 'News' } })).status, 201);
  return { ...service, countWaiting, lockType, lockForm, lockTag };
}

for (const [change, path, body, sharePath, share, lock] of [
  ['a content type', '/types/post', { label: 'Articles' }, '/content/post', { title: 'New' }, 'lockType'],
  [
    'a form',
    '/forms/contact',
    { name: 'Questions' },
    '/forms/contact/submit',
    { email: 'ada@example.com' },
    'lockForm',
  ],
  ['a tag', '/tags/news', { slug: 'events' }, '/content/post', { title: 'New', tags: ['news'] }, 'lockTag'],
] as const) {
  test(`a change of ${change} gets its turn before what is saved later`, async (t) => {
    if (testDialect === 'sqlite') return t.skip('has one writer at a time');
    const service = await startService(t);
    let answers = 0;
    const send = async (method: string, url: string, body: object): Promise<void> => {
      const answer = await service.request(method, url, { body });
      answers++;
      assert.ok(answer.status < 300, answer.text);
    };
    const sent = await inTransaction(service.context, async (ctx) => {
      await service[lock](ctx);
      const changed = send('PATCH', path, body);
      await waitFor('the change to wait', async () => (await service.countWaiting()) === 1);
      const saved = send('POST', sharePath, share);
      await waitFor('the other to wait or end', async () => answers > 0 || (await service.countWaiting()) === 2);
      assert.equal(answers, 0);
      return { all: [changed, saved] };
    });
    await Promise.all(sent.all);
  });

  test(`what belongs to ${change} is saved in parallel`, async (t) => {
    if (testDialect === 'sqlite') return t.skip('has one writer at a time');
    const service = await startService(t);
    await inTransaction(service.context, async (ctx) => {
      await service[lock](ctx);
      const answer = await service.request('POST', sharePath, { body: share });
      assert.ok(answer.status < 300, answer.text);
    });
  });
}

test('items that wait while a field becomes unique are all saved', async (t) => {
  if (testDialect === 'sqlite') return t.skip('has one writer at a time');
  const { context, request, lockType, countWaiting } = await startService(t);
  const code = { name: 'code', type: 'text' };
  assert.equal((await request('PATCH', '/types/post', { body: { fields: [code] } })).status, 200);
  const sent = await inTransaction(context, async (ctx) => {
    await lockType(ctx);
    const changed = request('PATCH', '/types/post', { body: { fields: [{ ...code, unique: true }] } });
    await waitFor('the change to wait', async () => (await countWaiting()) === 1);
    const saved = [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
      request('POST', '/content/post', { body: { title: 'New', fields: { code: `c${number}` } } }),
    );
    await waitFor('the items to wait', async () => (await countWaiting()) === 9);
    return { all: [changed, ...saved] };
  });
  for (const answer of await Promise.all(sent.all)) assert.ok(answer.status < 300, answer.text);
  assert.equal((await request('GET', '/content/post?limit=1')).status, 200);
});

test('items with other values of a unique field are saved in parallel, and those with the same one wait', async (t) => {
  if (testDialect === 'sqlite') return t.skip('has one writer at a time');
  const { context, request, countWaiting } = await startService(t);
  const fields = ['code', 'isbn'].map((name) => ({ name, type: 'text', unique: true }));
  assert.equal((await request('PATCH', '/types/post', { body: { fields } })).status, 200);
  const other = await request('POST', '/content/post', { body: { title: 'Other', fields: { code: 'c1' } } });
  const stored = await inTransaction(context, async (ctx) => {
    const { id } = await createItem(ctx, { type: 'post', title: 'First', fields: { code: 'c2', isbn: 'i2' } });
    const created = await request('POST', '/content/post', { body: { title: 'New', fields: { code: 'c3' } } });
    assert.equal(created.status, 201, created.text);
    const body = { fields: { code: 'c4', isbn: 'i4' } };
    assert.equal((await request('PATCH', `/content/post/${other.body.id}`, { body })).status, 200);
    const waiting = [
      request('POST', '/content/post', { body: { title: 'Same', fields: { isbn: 'i2', code: 'c5' } } }),
      request('PATCH', `/content/post/${other.body.id}`, { body: { fields: { code: 'c2' } } }),
      request('POST', '/content/post/bulk', {
        body: { operations: [{ action: 'create', title: 'Many', fields: { code: 'c2' } }] },
      }),
    ];
    await waitFor('those with the same value to wait', async () => (await countWaiting()) === waiting.length);
    return { id, waiting };
  });
  for (const answer of await Promise.all(stored.waiting)) {
    assert.equal(answer.status, 422, answer.text);
    assert.equal(answer.body.errors[0].code, 'not_unique');
    assert.match(answer.text, new RegExp(stored.id));
  }
});

test('unique values of one type, however many one transaction stores, do not make another type wait', async (t) => {
  if (testDialect === 'sqlite') return t.skip('has one writer at a time');
  const { context, request } = await startService(t);
  const fields = [{ name: 'code', type: 'text', unique: true }];
  for (const type of ['post', 'page'])
    assert.equal((await request('PATCH', `/types/${type}`, { body: { fields } })).status, 200);
  await inTransaction(context, async (ctx) => {
    const type = await lockPostType(ctx, 'post');
    for (let n = 0; n < 1000; n++) await checkUniqueFields(ctx, type, { code: `c${n}` }, 'item_new');
    const created = await request('POST', '/content/page', { body: { title: 'Other', fields: { code: 'c1' } } });
    assert.equal(created.status, 201, created.text);
  });
});

test('an item is deleted with all references to it, without a deadlock with those who save its referrers', async (t) => {
  if (testDialect === 'sqlite') return t.skip('has one writer at a time');
  const { context, request, countWaiting } = await startService(t);
  const fields = [{ name: 'about', type: 'reference' }];
  assert.equal((await request('PATCH', '/types/page', { body: { fields } })).status, 200);
  const target = (await request('POST', '/content/post', { body: { title: 'Target' } })).body.id;
  const referrer = (await request('POST', '/content/page', { body: { title: 'Referrer', fields: { about: target } } }))
    .body.id;
  const { deleted } = await inTransaction(context, async (ctx) => {
    await lockItem(ctx, 'page', referrer);
    const deleted = request('DELETE', `/content/post/${target}?force=true&references=clear`);
    await waitFor('the deletion to wait', async () => (await countWaiting()) === 1);
    const unlocked = sql`select 1 from "items" where "id" = ${target} for key share skip locked`;
    assert.equal((await unlocked.execute(ctx.db)).rows.length, 1);
    await lockTargets(ctx, [target]);
    return { deleted };
  });
  assert.equal((await deleted).status, 200);
  assert.deepEqual((await request('GET', `/content/page/${referrer}`)).body.fields, {});
});
