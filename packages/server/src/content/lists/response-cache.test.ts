import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startContentService } from '../../../test/support/content-service.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { createResponseCache } from './response-cache.ts';

/** A cached list of the titles of all posts. */
function titlesOf(service: TestService) {
  const cache = createResponseCache(service.config.cacheBytes);
  let reads = 0;
  return {
    reads: () => reads,
    /** `meanwhile` runs after the database was read, before the response exists. */
    async get(meanwhile: () => Promise<unknown> = async () => {}): Promise<string[]> {
      const { body } = await cache.get(service.context, '/titles', async () => {
        reads++;
        const rows = await service.context.db.selectFrom('items').select('title').orderBy('title').execute();
        await meanwhile();
        return { json: [JSON.stringify(rows.map(({ title }) => title))], shared: { keys: [] } };
      });
      return JSON.parse(body.toString());
    },
  };
}

const addPost = (service: TestService, title: string) =>
  service.request('POST', '/content/posts', { body: { title, status: 'publish' } });

test('a response is kept until content changes, whatever else is written', async (t) => {
  const service = await startContentService(t);
  const titles = titlesOf(service);
  assert.deepEqual(await titles.get(), []);
  const form = await service.request('POST', '/forms', { body: { name: 'F', fields: [{ name: 'a', type: 'text' }] } });
  assert.equal(form.status, 201);
  assert.deepEqual([await titles.get(), titles.reads()], [[], 1]);
  await addPost(service, 'one');
  assert.deepEqual([await titles.get(), titles.reads()], [['one'], 2]);
});

test('a response from before a change is never sent after it, even if it was read during the change', async (t) => {
  const service = await startContentService(t);
  const titles = titlesOf(service);
  assert.deepEqual(await titles.get(() => addPost(service, 'one')), []);
  assert.deepEqual([await titles.get(), await titles.get(), titles.reads()], [['one'], ['one'], 2]);

  await addPost(service, 'two');
  const finished = Promise.withResolvers<void>();
  const early = titles.get(() => finished.promise);
  await addPost(service, 'three');
  assert.deepEqual(await titles.get(), ['one', 'three', 'two']);
  finished.resolve();
  await early;
  assert.deepEqual(await titles.get(), ['one', 'three', 'two']);
});

test('requests that arrive together after a change share one reading, of what they share too', async (t) => {
  const service = await startContentService(t);
  const titles = titlesOf(service);
  await titles.get();
  await addPost(service, 'one');
  assert.deepEqual(await Promise.all([titles.get(), titles.get(), titles.get()]), [['one'], ['one'], ['one']]);
  assert.equal(titles.reads(), 2);

  const cache = createResponseCache(service.config.cacheBytes);
  let counts = 0;
  const page = (url: string) =>
    cache.get(service.context, url, async (known) => {
      const total = await known.value('total', async () => {
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
  const cache = createResponseCache(service.config.cacheBytes);
  const count = async (): Promise<string> => {
    const { body } = await cache.get(service.context, '/count', async () => {
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
