import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startContentService } from '../../../test/support/content-service.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { responseMaker } from './memo.ts';

const addPost = (service: TestService, title: string) =>
  service.request('POST', '/content/posts', { body: { title, status: 'publish' } });

/** Reads the number of posts, once for each version of the content. */
function counter(service: TestService) {
  const makeResponse = responseMaker();
  let reads = 0;
  return {
    reads: () => reads,
    /** `meanwhile` runs after the database was read, before the number is known. */
    async count(url: string, meanwhile: () => Promise<unknown> = async () => {}): Promise<number> {
      const { body } = await makeResponse(service.context, url, async (memo) => {
        const count = await memo.value('count', async () => {
          reads++;
          const rows = await service.context.db.selectFrom('items').select('id').execute();
          await meanwhile();
          return rows.length;
        });
        return { json: [String(count)], shared: { keys: [] } };
      });
      return Number(body);
    },
  };
}

test('what reads share is kept until content changes, whatever else is written', async (t) => {
  const service = await startContentService(t);
  const { count, reads } = counter(service);
  assert.equal(await count('/a'), 0);
  const form = await service.request('POST', '/forms', { body: { name: 'F', fields: [{ name: 'a', type: 'text' }] } });
  assert.equal(form.status, 201);
  assert.deepEqual([await count('/b'), reads()], [0, 1]);
  await addPost(service, 'one');
  assert.deepEqual([await count('/a'), reads()], [1, 2]);
});

test('what was read before a change is never shared after it, even if it was read during the change', async (t) => {
  const service = await startContentService(t);
  const { count, reads } = counter(service);
  assert.equal(await count('/a', () => addPost(service, 'one')), 0);
  assert.deepEqual([await count('/a'), await count('/b'), reads()], [1, 1, 2]);

  await addPost(service, 'two');
  const finished = Promise.withResolvers<void>();
  const early = count('/a', () => finished.promise);
  await addPost(service, 'three');
  assert.equal(await count('/a'), 3);
  finished.resolve();
  await early;
  assert.equal(await count('/a'), 3);
});

test('requests that arrive together share one reading, of what they share too', async (t) => {
  const service = await startContentService(t);
  let made = 0;
  const makeResponse = responseMaker();
  const same = () =>
    makeResponse(service.context, '/same', async () => {
      made++;
      await service.context.db.selectFrom('items').select('id').execute();
      return { json: ['{}'], shared: { keys: [] } };
    });
  await Promise.all([same(), same(), same()]);
  assert.equal(made, 1);

  let counts = 0;
  const page = (url: string) =>
    makeResponse(service.context, url, async (memo) => {
      const total = await memo.value('total', async () => {
        counts++;
        await setImmediate();
        if (counts === 1) throw new Error('The database is busy');
        return 20;
      });
      return { json: [`${url} of ${total}`], shared: { keys: [] } };
    });
  const failed = await Promise.allSettled([page('/1'), page('/2')]);
  assert.deepEqual([...failed.map(({ status }) => status), counts], ['rejected', 'rejected', 1]);
  const pages = await Promise.all([page('/1'), page('/2'), page('/3')]);
  assert.deepEqual([...pages.map(({ body }) => String(body)), counts], ['/1 of 20', '/2 of 20', '/3 of 20', 2]);
});

test('an item that is due appears though others wait for what was read just before', async (t) => {
  const service = await startContentService(t);
  const at = new Date(service.context.now().getTime() + 60_000).toISOString();
  await service.request('POST', '/content/posts', { body: { title: 'soon', status: 'publish', publishedAt: at } });
  const makeResponse = responseMaker();
  const count = async (): Promise<string> => {
    const { body } = await makeResponse(service.context, '/count', async () => {
      const now = service.context.now().toISOString();
      const due = service.context.db.selectFrom('items').select('id').where('sortDate', '<=', now);
      return { json: [String((await due.execute()).length)], shared: { keys: [] } };
    });
    return String(body);
  };
  assert.equal(await count(), '0');
  // Something else is written: whether content changed is looked up, for both.
  await service.request('POST', '/forms', { body: { name: 'F', fields: [{ name: 'a', type: 'text' }] } });
  const early = count();
  service.advance(60_000);
  assert.equal(await count(), '1');
  await early;
  assert.equal(await count(), '1');
});
