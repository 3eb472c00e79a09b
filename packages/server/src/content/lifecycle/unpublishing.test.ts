import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';
import { setUpOwner } from '../../../test/support/sign-in.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';

const hourMs = 3_600_000;

async function create({ request }: Pick<TestService, 'request'>, body: object = {}): Promise<string> {
  const created = await request('POST', '/content/post', { body: { title: 'Sale', status: 'publish', ...body } });
  assert.equal(created.status, 201, created.text);
  return `/content/post/${created.body.id}`;
}

function timeIn({ context }: TestService, hours: number): string {
  return new Date(context.now().getTime() + hours * hourMs).toISOString();
}

test('an item becomes a draft at its time, in the name of the user who set it', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const reader = await service.tokenWith('content:read');
  const path = await create(service);
  const at = timeIn(service, 2);
  await send(owner, 'PATCH', path, { unpublishAt: timeIn(service, 1) });
  const set = (await send(owner, 'PATCH', path, { unpublishAt: at })).body;
  assert.deepEqual([set.unpublishAt, set.status], [at, 'publish']);
  const listed = async (token?: string) =>
    (await service.request('GET', '/content/post', token ? { token } : {})).body.items[0];
  assert.equal((await listed()).unpublishAt, at);
  assert.ok(!Object.hasOwn(await listed(reader), 'unpublishAt'));
  const seen = await service.request('GET', path, { token: reader });
  assert.ok(!Object.hasOwn(seen.body, 'unpublishAt'));
  await service.work();
  service.advance(1.5 * hourMs);
  assert.equal((await send(service, 'GET', path)).body.status, 'publish');
  service.advance(hourMs);
  const read = async () => (await send(service, 'GET', path)).body;
  await waitFor('the draft', async () => (await read()).status === 'draft');
  assert.ok(!Object.hasOwn(await read(), 'unpublishAt'));
  assert.equal((await service.request('GET', path, { token: reader })).status, 404);
  assert.equal((await service.request('GET', '/content/post', { token: reader })).body.total, 0);
  const { items } = (await send(service, 'GET', `${path}/revisions`)).body;
  assert.deepEqual(
    [items[0].action, items[0].way, items[0].by.name, items[0].changed, items[1].changed],
    ['unpublish', 'schedule', 'Olga', ['status', 'unpublishAt'], ['unpublishAt']],
  );
  const { changes } = (await send(service, 'GET', `${path}/revisions/${items[1].number}/diff`)).body;
  assert.deepEqual(
    changes.map(({ member }: { member: string }) => member),
    ['status', 'unpublishAt'],
  );
  await waitFor('the end of both jobs', async () => {
    const jobs = await service.context.db.selectFrom('jobs').select('task').execute();
    return jobs.every(({ task }) => task !== 'content.unpublish');
  });
});

test('a time that was removed, or went with the item into the trash, does nothing', async (t) => {
  const service = await startContentService(t);
  const unpublishAt = timeIn(service, 1);
  const kept = await create(service, { unpublishAt });
  assert.equal((await send(service, 'PATCH', kept, { unpublishAt: null })).body.unpublishAt, undefined);
  const restored = await create(service, { unpublishAt });
  assert.equal((await send(service, 'DELETE', restored)).body.unpublishAt, undefined);
  await send(service, 'PATCH', restored, { status: 'publish' });
  const deleted = await create(service, { unpublishAt });
  await send(service, 'DELETE', `${deleted}?force=true`);
  const due = await create(service, { unpublishAt });
  await service.work();
  service.advance(2 * hourMs);
  const statusOf = async (path: string) => (await send(service, 'GET', path)).body.status;
  await waitFor('the draft', async () => (await statusOf(due)) === 'draft');
  assert.deepEqual([await statusOf(kept), await statusOf(restored)], ['publish', 'publish']);
});

test('an item is scheduled from one time to another', async (t) => {
  const service = await startContentService(t);
  const [publishedAt, unpublishAt] = [timeIn(service, 1), timeIn(service, 2)];
  const path = await create(service, { status: 'scheduled', publishedAt, unpublishAt });
  await service.work();
  const status = async () => (await send(service, 'GET', path)).body.status;
  assert.equal(await status(), 'scheduled');
  service.advance(1.5 * hourMs);
  assert.equal(await status(), 'publish');
  service.advance(hourMs);
  await waitFor('the draft', async () => (await status()) === 'draft');
});

test('a time that makes no sense is 422 by pointer', async (t) => {
  const service = await startContentService(t);
  const [soon, later] = [timeIn(service, 1), timeIn(service, 2)];
  const faultOf = async (method: string, path: string, body: object) => {
    const answer = await service.request(method, path, { body });
    assert.equal(answer.status, 422, answer.text);
    return [answer.body.errors[0].pointer, answer.body.errors[0].detail];
  };
  const published = await create(service);
  assert.deepEqual(await faultOf('PATCH', published, { unpublishAt: '2020-01-01T00:00:00Z' }), [
    '/unpublishAt',
    'must be in the future',
  ]);
  const draft = await create(service, { status: 'draft' });
  const isNotPublished = ['/unpublishAt', 'requires a published or scheduled item'];
  assert.deepEqual(await faultOf('PATCH', draft, { unpublishAt: soon }), isNotPublished);
  assert.deepEqual(await faultOf('POST', '/content/post', { title: 'A', unpublishAt: soon }), isNotPublished);
  const reversed = { status: 'scheduled', publishedAt: later, unpublishAt: soon };
  assert.deepEqual(await faultOf('PATCH', draft, reversed), ['/unpublishAt', `must be after publishedAt, ${later}`]);
  await send(service, 'PATCH', published, { unpublishAt: soon });
  assert.deepEqual(await faultOf('PATCH', published, { publishedAt: later }), [
    '/publishedAt',
    `must be before unpublishAt, ${soon}`,
  ]);
  assert.equal((await faultOf('PATCH', published, { unpublishAt: 'soon' }))[0], '/unpublishAt');
  assert.deepEqual(await faultOf('PATCH', `${published}/draft`, { unpublishAt: later }), [
    '/unpublishAt',
    'is read-only',
  ]);
  const whole = (await send(service, 'GET', published)).body;
  assert.equal((await send(service, 'PATCH', published, whole)).body.version, whole.version);
  await send(service, 'PATCH', `${published}/draft`, { ...whole, title: 'Second' });
  // Sent back as it was read, an item that is unpublished loses its time.
  const { unpublishAt, status } = (await send(service, 'PATCH', published, { ...whole, status: 'draft' })).body;
  assert.deepEqual([unpublishAt, status], [undefined, 'draft']);
});
