import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { type Person, setUpOwner, signIn } from '../../../test/support/sign-in.ts';
import { inTransaction } from '../../context/context.ts';

const password = 'another long pass phrase';
const search = { status: 'draft', orderBy: 'title', columns: 'status,date' };

test('views are saved for oneself or for all, and only their owner and owners of the site change them', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const person = async (name: string): Promise<Person> => {
    const email = `${name}@example.com`;
    const body = { name, email, password, role: 'editor' };
    assert.equal((await owner.request('POST', '/users', { body })).status, 201);
    return signIn(service, email, password);
  };
  const ada = await person('ada');
  const ben = await person('ben');
  const save = async (by: Person, body: object) => {
    const answer = await by.request('POST', '/views', { body: { type: 'posts', search, ...body } });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const own = await save(ada, { name: 'Mine' });
  const shared = await save(ada, { name: 'All of us', shared: true });
  assert.deepEqual([own.type, own.shared, own.search, own.by.name, own.editable], ['post', false, search, 'ada', true]);
  const names = async (by: Person, type = 'post') =>
    (await by.request('GET', `/views?type=${type}`)).body.items.map(({ name, editable }: typeof own) => [
      name,
      editable,
    ]);
  assert.deepEqual(await names(ada), [
    ['All of us', true],
    ['Mine', true],
  ]);
  assert.deepEqual(await names(ben), [['All of us', false]]);
  assert.deepEqual(await names(owner), [['All of us', true]]);
  assert.deepEqual(await names(ada, 'page'), []);
  await save(ben, { type: 'forms.inbox', name: 'Unread', search: { unread: 'true' } });
  assert.deepEqual(await names(ben, 'forms.inbox'), [['Unread', true]]);

  const change = (by: Person, { id }: { id: string }, body: object) => by.request('PATCH', `/views/${id}`, { body });
  assert.equal((await change(ben, shared, { name: 'x' })).status, 403);
  assert.equal((await change(ben, own, { name: 'x' })).body.code, 'view_not_found');
  assert.equal((await change(owner, own, { name: 'x' })).status, 404);
  assert.equal((await change(owner, shared, { name: 'Ours' })).body.name, 'Ours');
  const filters = { tag: 'news', 'terms[brands]': 'acme', 'fields[price][gte]': '10' };
  const changed = await change(ada, own, { shared: true, search: { ...filters, orderBy: null } });
  const { orderBy: _, ...kept } = search;
  assert.deepEqual([changed.status, changed.body.shared, changed.body.search], [200, true, { ...kept, ...filters }]);
  const many = Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`fields[f${index}]`, 'x']));
  const tooMany = await change(ada, own, { search: many });
  assert.deepEqual([tooMany.status, tooMany.body.errors?.[0].pointer], [422, '/search'], tooMany.text);
  assert.equal((await ben.request('DELETE', `/views/${own.id}`)).status, 403);
  assert.deepEqual((await ada.request('DELETE', `/views/${own.id}`)).body, { id: own.id, deleted: true });
  assert.equal((await ada.request('DELETE', `/views/${own.id}`)).status, 404);

  // What a deleted user shared stays; what only they saw is forgotten.
  await save(ada, { name: 'Secret' });
  assert.equal((await owner.request('DELETE', `/users/${ada.id}`)).status, 200);
  await save(ben, { name: 'New' });
  assert.deepEqual(
    (await names(ben)).map(([name]: [string]) => name),
    ['New', 'Ours'],
  );
  const rows = await service.context.db.selectFrom('savedViews').select('name').execute();
  assert.deepEqual(rows.map(({ name }) => name).sort(), ['New', 'Ours', 'Unread']);
});

test('a view that is not one gets a clear fault, and a deleted type takes its views along', async (t) => {
  const service = await startContentService(t);
  const { request } = await setUpOwner(service);
  const post = (body: object) => request('POST', '/views', { body });
  for (const [body, pointer] of [
    [{ type: 'post', name: ' ', search }, '/name'],
    [{ type: 'post', name: 'x' }, '/search'],
    [{ type: 'post', name: 'x', search: { status: 1 } }, '/search/status'],
    [{ type: 'post', name: 'x', search: { 'a b': '1' } }, '/search/a b'],
    [{ type: 'post', name: 'x', search: { 'terms[a b]': '1' } }, '/search/terms[a b]'],
    [{ type: 'post', name: 'x', search, color: 'red' }, '/color'],
  ] as const) {
    const answer = await post(body);
    assert.deepEqual([answer.status, answer.body.errors?.[0].pointer], [422, pointer], answer.text);
  }
  assert.equal((await post({ type: 'nothing', name: 'x', search })).body.code, 'type_not_found');
  assert.equal((await service.request('GET', '/views?type=post')).body.code, 'user_needed');
  assert.equal((await request('GET', '/views')).status, 400);
  await request('POST', '/types', { body: { name: 'lamp' } });
  const headers = { 'idempotency-key': 'view-1' };
  const body = { type: 'lamp', name: 'Bright', search };
  const first = await request('POST', '/views', { body, headers });
  assert.equal((await request('POST', '/views', { body, headers })).body.id, first.body.id);
  assert.equal((await request('GET', '/views?type=lamp')).body.total, 1);
  assert.equal((await request('DELETE', '/types/lamp')).status, 200);
  assert.equal((await service.context.db.selectFrom('savedViews').selectAll().execute()).length, 0);
});

test('a type has at most 200 views', async (t) => {
  const service = await startContentService(t);
  const { request, id: userId } = await setUpOwner(service);
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const rows = Array.from({ length: 199 }, (_, index) => ({
    ...{
      id: `view_${index}`,
      type: 'post',
      userId,
      userName: 'Olga',
      name: 'View',
      shared: 0 as const,
      search: '{}',
      version: 1,
    },
    ...times,
  }));
  await inTransaction(service.context, (ctx) => ctx.db.insertInto('savedViews').values(rows).execute());
  const body = { type: 'post', name: 'View', search: {} };
  assert.equal((await request('POST', '/views', { body })).status, 201);
  assert.equal((await request('POST', '/views', { body })).body.code, 'conflict');
  assert.equal((await request('GET', '/views?type=post')).body.total, 200);
});
