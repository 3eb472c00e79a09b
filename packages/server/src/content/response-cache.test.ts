import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import type { TestService } from '../../test/support/test-service.ts';
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
