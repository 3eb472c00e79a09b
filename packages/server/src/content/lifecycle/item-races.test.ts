// Requests that arrive at the same time, many times over, because each pair may happen to run in order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMedia, startContentService } from '../../../test/support/content-service.ts';
import { countLockWaits } from '../../../test/support/lock-waits.ts';
import { testDialect } from '../../../test/support/test-dialect.ts';
import type { Answer } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { inTransaction } from '../../context/context.ts';
import { addTermsTo } from '../terms/item-terms.ts';
import { findOrCreateTerms } from '../terms/named-terms.ts';

const rounds = 20;

test('two pages made parent of each other at once form no circle', async (t) => {
  const { request } = await startContentService(t);
  for (let round = 0; round < rounds; round++) {
    const [first, second] = (await Promise.all(
      ['First', 'Second'].map(async (title) => (await request('POST', '/content/page', { body: { title } })).body.id),
    )) as [string, string];
    const answers = await Promise.all([
      request('PATCH', `/content/page/${first}`, { body: { parentId: second } }),
      request('PATCH', `/content/page/${second}`, { body: { parentId: first } }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    assert.equal(refused?.body.errors[0].code, 'circular');
  }
});

test('a page made while its parent is deleted has no dead parent', async (t) => {
  const { request } = await startContentService(t);
  for (let round = 0; round < rounds; round++) {
    const parent = (await request('POST', '/content/page', { body: { title: 'Parent' } })).body.id;
    const grown = (await request('POST', '/content/page', { body: { title: 'Grown' } })).body.id;
    const [child, moved, deleted] = await Promise.all([
      request('POST', '/content/page', { body: { title: 'Child', parentId: parent } }),
      request('PATCH', `/content/page/${grown}`, { body: { parentId: parent } }),
      request('DELETE', `/content/page/${parent}?force=true`),
    ]);
    assert.equal(deleted.status, 200, deleted.text);
    for (const answer of [child, moved]) {
      if (answer.status === 422) {
        assert.equal(answer.body.errors[0].code, 'unknown');
        continue;
      }
      const stored = await request('GET', `/content/page/${answer.body.id}`);
      assert.equal(stored.body.parentId, null);
    }
  }
});

test('items that leave the trash while others get their slug all have a slug of their own', async (t) => {
  const { request } = await startContentService(t);
  const other = (await request('POST', '/content/page', { body: { title: 'Other' } })).body.id;
  for (let round = 0; round < rounds; round++) {
    const slug = `same-${round}`;
    const trashed: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { body } = await request('POST', '/content/page', { body: { title: 'Trashed', slug } });
      trashed.push(body.id);
      await request('DELETE', `/content/page/${body.id}`);
    }
    const [created, moved, ...restored] = (await Promise.all([
      request('POST', '/content/page', { body: { title: 'Created', slug } }),
      request('PATCH', `/content/page/${other}`, { body: { slug } }),
      ...trashed.map((id) => request('PATCH', `/content/page/${id}`, { body: { status: 'draft' } })),
      request('POST', '/content/page', { body: { title: `Same ${round}` } }),
    ])) as [Answer, Answer, ...Answer[]];
    for (const answer of restored) assert.ok(answer.status < 300, answer.text);
    for (const answer of [created, moved]) assert.ok(answer.status < 300 || answer.status === 409, answer.text);
    const stored = [created, moved, ...restored].filter(({ status }) => status < 300);
    const slugs = stored.map(({ body }) => body.slug);
    assert.equal(new Set(slugs).size, slugs.length, slugs.join());
    assert.ok(slugs.includes(slug));
  }
});

test('of items created at once with one slug one is stored, and those with one title all are', async (t) => {
  const { request, context } = await startContentService(t);
  for (let round = 0; round < rounds; round++) {
    const slug = `one-${round}`;
    const create = (body: object) => request('POST', '/content/page', { body: { status: 'publish', ...body } });
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => create({ title: 'Given', slug })),
      ...Array.from({ length: 4 }, () => create({ title: `Made ${round}` })),
    ]);
    const [given, made] = [answers.slice(0, 4), answers.slice(4)];
    assert.deepEqual(given.map(({ status, body }) => body.code ?? status).sort(), [
      201,
      ...Array(3).fill('slug_taken'),
    ]);
    const numbered = ['', '-2', '-3', '-4'].map((number) => `made-${round}${number}`);
    assert.deepEqual(made.map(({ body }) => body.slug).sort(), numbered);
  }
  const published = await context.db
    .selectFrom('events')
    .select('subject')
    .where('type', '=', 'item.published')
    .execute();
  const { items } = (await request('GET', '/content/page?limit=100&status=publish')).body;
  assert.deepEqual(published.map(({ subject }) => subject).sort(), items.map(({ id }: { id: string }) => id).sort());
});

test('an item is checked by its type as it is now, whatever it was for the one before', async (t) => {
  const { request } = await startContentService(t);
  const create = async (fields: object) => {
    const { status, body } = await request('POST', '/content/page', { body: { title: 'Page', fields } });
    return body.errors?.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`) ?? status;
  };
  const change = (fields: object[]) => request('PATCH', '/types/page', { body: { fields } });
  const code = { name: 'code', type: 'text' };
  assert.equal(await create({ code: 'A' }), 201);
  for (let round = 0; round < 3; round++) {
    await change([{ ...code, required: true, unique: true }]);
    assert.deepEqual(await create({}), ['/fields/code required']);
    assert.deepEqual(await create({ code: 'A' }), ['/fields/code not_unique']);
    await change([{ ...code, max: 2 }]);
    assert.deepEqual(await create({ code: 'ABC' }), ['/fields/code max_length']);
    assert.equal(await create({}), 201);
  }
});

test('a reference saved while its target is permanently deleted leaves no dead ID', async (t) => {
  const { request, context } = await startContentService(t);
  const fields = [
    { name: 'page', type: 'reference' },
    { name: 'cover', type: 'media' },
  ];
  await request('POST', '/types', { body: { name: 'card', fields } });
  for (let round = 0; round < rounds; round++) {
    const page = (await request('POST', '/content/page', { body: { title: 'Target' } })).body.id;
    const cover = await addMedia({ context });
    const card = (await request('POST', '/content/card', { body: { title: 'Card' } })).body.id;
    const clear = round % 2 === 0;
    const [made, changed, pageGone, coverGone] = await Promise.all([
      request('POST', '/content/card', { body: { title: 'Made', fields: { page, cover } } }),
      request('PATCH', `/content/card/${card}`, { body: { fields: { cover, page } } }),
      request('DELETE', `/content/page/${page}?force=true${clear ? '&references=clear' : ''}`),
      request('DELETE', `/media/${cover}${clear ? '?references=clear' : ''}`),
    ]);
    for (const deleted of [pageGone, coverGone]) {
      assert.ok(deleted.status === 200 || (deleted.status === 409 && !clear), deleted.text);
    }
    for (const saved of [made, changed]) {
      assert.ok(saved.status < 300 || (saved.status === 422 && saved.body.errors[0].code === 'unknown'), saved.text);
      if (saved.status === 422) continue;
      const stored = (await request('GET', `/content/card/${saved.body.id}`)).body.fields;
      assert.equal(stored.page !== undefined, pageGone.status === 409);
      assert.equal(stored.cover !== undefined, coverGone.status === 409);
    }
  }
});

test('a term deleted while items and categories take it leaves no dead ID', async (t) => {
  const { request, context } = await startContentService(t);
  for (let round = 0; round < rounds; round++) {
    const { id } = (await request('POST', '/categories', { body: { name: `Round ${round}` } })).body;
    const [, , deleted] = await Promise.all([
      request('POST', '/content/post', { body: { title: 'Post', categories: [`round-${round}`] } }),
      request('POST', '/categories', { body: { name: `Child ${round}`, parent: id } }),
      request('DELETE', `/categories/${id}`),
    ]);
    assert.equal(deleted.status, 200, deleted.text);
    const links = context.db.selectFrom('itemTerms').select('termId as id').where('termId', '=', id);
    const children = context.db.selectFrom('terms').select('id').where('parentId', '=', id);
    assert.deepEqual(await links.unionAll(children).execute(), []);
  }
});

test('an item that names a term as it was called before a merge keeps it while it is merged again', async (t) => {
  const { request, context, database } = await startContentService(t);
  for (const name of ['Old', 'New', 'Newest'])
    assert.equal((await request('POST', '/tags', { body: { name } })).status, 201);
  const merge = (from: string, into: string) =>
    request('POST', `/taxonomies/tags/terms/${from}/merge`, { body: { into } });
  assert.equal((await merge('old', 'new')).status, 200);
  const post = (await request('POST', '/content/post', { body: { title: 'Post' } })).body.id;
  let answer: Answer | null = null;
  let merging: Promise<Answer> | undefined;
  await inTransaction(context, async (ctx) => {
    const terms = await findOrCreateTerms(ctx, { tag: ['Old'] });
    merging = merge('new', 'newest').then((merged) => {
      answer = merged;
      return merged;
    });
    // SQLite has one writer: the merge begins after this.
    if (testDialect === 'postgres')
      await waitFor('the merge', async () => answer !== null || (await countLockWaits(database.writer)) > 0);
    await addTermsTo(ctx, post, terms);
  });
  assert.equal((await merging)?.status, 200);
  const dead = context.db
    .selectFrom('itemTerms')
    .selectAll()
    .where('termId', 'not in', (eb) => eb.selectFrom('terms').select('id'));
  assert.deepEqual(await dead.execute(), []);
  assert.deepEqual((await request('GET', `/content/post/${post}`)).body.tags, ['newest']);
});

for (const change of ['made', 'changed']) {
  test(`a field is not made unique while items are ${change} that share a value`, async (t) => {
    const { request } = await startContentService(t);
    for (let round = 0; round < rounds; round++) {
      const name = `sku${round}`;
      const unique = { name, type: 'text', label: 'SKU', unique: true };
      const first = await request('POST', '/content/page', { body: { title: 'First', fields: { [name]: 'A' } } });
      const second = await request('POST', '/content/page', { body: { title: 'Second', fields: { [name]: 'B' } } });
      const body = { title: 'Third', fields: { [name]: 'A' } };
      const write = () =>
        change === 'made'
          ? request('POST', '/content/page', { body })
          : request('PATCH', `/content/page/${second.body.id}`, { body });
      const grant = () => request('PATCH', '/types/page', { body: { fields: [unique] } });
      const [written, granted] =
        round % 2 === 0
          ? await Promise.all([write(), grant()])
          : ((await Promise.all([grant(), write()])).reverse() as [Answer, Answer]);
      assert.equal(first.status, 201);
      const both = [written.status < 300, granted.status === 200];
      assert.deepEqual([...both].sort(), [false, true], `${written.text}\n${granted.text}`);
    }
  });
}

test('of items written at once that share unique values, each value is stored once', async (t) => {
  const { request } = await startContentService(t);
  const fields = ['sku', 'code', 'isbn'].map((name) => ({ name, type: 'text', label: name, unique: true }));
  assert.equal((await request('PATCH', '/types/page', { body: { fields } })).status, 200);
  const { id } = (await request('POST', '/content/page', { body: { title: 'Known' } })).body;
  for (let round = 0; round < rounds; round++) {
    const [a, b, c] = ['a', 'b', 'c'].map((value) => `${value}${round}`);
    const create = (values: object) => request('POST', '/content/page', { body: { title: 'New', fields: values } });
    const answers = await Promise.all([
      create({ sku: a, code: b, isbn: c }),
      create({ isbn: c, sku: b }),
      create({ code: b, isbn: a }),
      request('PATCH', `/content/page/${id}`, { body: { fields: { sku: a } } }),
      request('POST', '/content/page/bulk', {
        body: { operations: [b, c].map((code) => ({ action: 'create', title: 'Many', fields: { code } })) },
      }),
    ]);
    for (const answer of answers) {
      if (answer.status < 300) continue;
      assert.equal(answer.status, 422, answer.text);
      for (const { code } of answer.body.errors) assert.equal(code, 'not_unique');
    }
    const { items } = (await request('GET', '/content/page?limit=100&status=any')).body;
    for (const { name } of fields) {
      const values = items.map((item: { fields: Record<string, string> }) => item.fields[name]).filter(Boolean);
      assert.equal(new Set(values).size, values.length, `${name}: ${values.join()}`);
    }
  }
});
