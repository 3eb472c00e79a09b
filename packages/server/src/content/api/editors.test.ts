import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';
import { setUpOwner } from '../../../test/support/sign-in.ts';
import { testDialect } from '../../../test/support/test-dialect.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

type Service = Pick<TestService, 'request'>;

async function create(service: Service, body: object = {}): Promise<string> {
  const created = await service.request('POST', '/content/post', { body: { title: 'Opening hours', ...body } });
  assert.equal(created.status, 201, created.text);
  return created.body.id;
}

const open = async (service: Service, itemId: string, window: string) =>
  (await send(service, 'POST', '/editors', { itemId, window })).body;
const names = ({ others }: { others: { by: { name: string } }[] }) => others.map(({ by }) => by.name);
const listed = async (service: Service, query = '') =>
  (await send(service, 'GET', `/editors${query}`)).body.items.map(({ itemId }: { itemId: string }) => itemId);

test('who has an item open sees the others, until they close it, go to another item or fall silent', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const [first, second] = [await create(service), await create(service)];
  assert.deepEqual((await open(owner, first, 'window-1')).others, []);
  const [other] = (await open(service, first, 'window-2')).others;
  assert.deepEqual([other.itemId, other.type, other.by], [first, 'post', { id: owner.id, name: 'Olga' }]);
  service.advance(20_000);
  assert.deepEqual(names(await open(owner, first, 'window-1')), ['test']);
  const [again] = (await open(service, first, 'window-2')).others;
  assert.equal(again.since, other.since);
  assert.ok(again.seenAt > other.seenAt);
  assert.deepEqual(names(await open(owner, first, 'window-3')), ['Olga', 'test']);
  assert.deepEqual(await listed(service, '?type=posts'), [first, first, first]);
  assert.deepEqual(await listed(service, '?type=page'), []);

  assert.deepEqual((await send(owner, 'DELETE', '/editors/window-3')).body, { id: 'window-3', deleted: true });
  // A window is known by its caller.
  await send(owner, 'DELETE', '/editors/window-2');
  const moved = await open(owner, second, 'window-1');
  assert.deepEqual(moved.others, []);
  assert.deepEqual(await listed(service, `?itemId=${first}`), [first]);
  assert.deepEqual(await listed(service, `?itemId=${second}`), [second]);
  service.advance(30_000);
  await open(owner, second, 'window-1');
  service.advance(16_000);
  assert.deepEqual(await listed(service), [second]);
  service.advance(46_000);
  assert.deepEqual(await listed(service), []);
});

test('an open editor learns who saved the item last, and its draft', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const id = await create(service, { status: 'publish' });
  const created = (await open(owner, id, 'window-1')).saved;
  assert.deepEqual([created.version, created.draftVersion, created.by.name], [1, null, 'test']);
  service.advance(1000);
  await send(owner, 'PATCH', `/content/post/${id}/draft`, { title: 'In winter' });
  const drafted = (await open(service, id, 'window-2')).saved;
  assert.deepEqual([drafted.version, drafted.draftVersion, drafted.by.name], [1, 1, 'Olga']);
  assert.ok(drafted.at > created.at);
  service.advance(1000);
  await send(service, 'PATCH', `/content/post/${id}`, { title: 'Opening times' });
  const changed = (await open(owner, id, 'window-1')).saved;
  assert.deepEqual([changed.version, changed.draftVersion, changed.by.name], [2, 1, 'test']);
});

test('it is for those who may write content; an unknown item and a bad window are named', async (t) => {
  const service = await startContentService(t);
  const itemId = await create(service);
  const reader = await service.tokenWith('content:read');
  const body = { itemId, window: 'window-1' };
  assert.equal((await service.request('POST', '/editors', { body, token: reader })).status, 403);
  assert.equal((await service.request('GET', '/editors', { token: reader })).status, 403);
  assert.equal((await service.request('GET', '/editors', { token: null })).status, 401);
  assert.equal((await service.request('GET', '/editors?type=boat')).body.code, 'type_not_found');
  const missing = await service.request('POST', '/editors', { body: { ...body, itemId: 'item_1' } });
  assert.deepEqual([missing.status, missing.body.detail], [404, 'No item has the ID "item_1"']);
  const bad = await service.request('POST', '/editors', { body: { itemId, window: 'short' } });
  assert.deepEqual([bad.status, bad.body.errors[0].pointer], [422, '/window']);
  assert.match(bad.body.detail, /8 to 64 letters, digits, hyphens or underscores$/);
});

test('open editors leave the kept responses of content alone', async (t) => {
  const service = await startContentService(t);
  const id = await create(service, { status: 'publish' });
  const version = async () => (await service.context.db.selectFrom('contentVersion').selectAll().execute())[0];
  const before = [await version(), testDialect === 'sqlite' && service.context.stamp()];
  await open(service, id, 'window-1');
  await open(service, id, 'window-1');
  await send(service, 'DELETE', '/editors/window-1');
  assert.deepEqual([await version(), testDialect === 'sqlite' && service.context.stamp()], before);
});

test('processes that share a database see the editors of each other', { skip: testDialect === 'sqlite' }, async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const { databaseUrl, dataFolder } = service.config;
  const other = await startTestService(t, { databaseUrl, dataFolder });
  const id = await create(service);
  await open(owner, id, 'window-1');
  const token = service.token;
  const answer = await other.request('POST', '/editors', { body: { itemId: id, window: 'window-2' }, token });
  assert.deepEqual(names(answer.body), ['Olga']);
});
