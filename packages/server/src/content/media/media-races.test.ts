import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { picture, storedFiles, upload } from '../../../test/support/media.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { dataPath } from '../../storage/data-folder.ts';

const rounds = 8;

/** What is stored is what the records have, and each of them can be read. */
async function checkFiles(service: TestService): Promise<void> {
  const { items } = (await service.request('GET', '/media?limit=100')).body;
  for (const { url, size } of items) {
    const { statusCode, rawPayload } = await service.app.inject({ url: new URL(url).pathname });
    assert.deepEqual([statusCode, rawPayload.length], [200, size]);
  }
  const ids = new Set<string>(items.map(({ fileId }: { fileId: string }) => fileId));
  assert.deepEqual((await storedFiles(service)).sort(), [...ids].sort());
  const folder = dataPath(service.config.dataFolder, 'sizes');
  const sizes = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const size of sizes.filter((entry) => entry.isFile()))
    assert.ok(ids.has(size.name.split('.').at(-1) as string), `${size.name} is of a file that is gone`);
}

test('a record is deleted while the same bytes are uploaded again', async (t) => {
  const service = await startContentService(t);
  for (let seed = 0; seed < rounds; seed++) {
    const bytes = await picture('png', { seed });
    const { body } = await upload(service, bytes, 'a.png');
    const [again, deleted, twice] = await Promise.all([
      upload(service, bytes, 'b.png'),
      service.request('DELETE', `/media/${body.id}`),
      upload(service, bytes, 'c.png'),
    ]);
    assert.deepEqual([again.status, deleted.status, twice.status], [201, 200, 201]);
    assert.equal(again.body.fileId, twice.body.fileId);
  }
  await checkFiles(service);
});

test('a file is replaced and deleted while sizes of it are made', async (t) => {
  const service = await startContentService(t);
  for (let seed = 0; seed < rounds; seed++) {
    const { body } = await upload(service, await picture('png', { width: 800, height: 600, seed }), 'a.png');
    const ask = async (width: number) =>
      (await service.app.inject({ url: `${new URL(body.url).pathname}?width=${width}` })).statusCode;
    const put = { method: 'PUT', path: `/media/${body.id}/file` } as const;
    const replace = async () => upload(service, await picture('png', { seed: 100 + seed, width: 500 }), 'b.png', put);
    const [replaced, ...sizes] = await Promise.all([replace(), ask(160), ask(320), ask(640)]);
    assert.equal(replaced.status, 200);
    assert.deepEqual(sizes, [200, 200, 200], 'the record has a file all the time');
    const [deleted, ...others] = await Promise.all([
      service.request('DELETE', `/media/${body.id}`),
      ask(160),
      ask(320),
      ask(960),
    ]);
    assert.equal(deleted.status, 200);
    for (const status of others) assert.ok([200, 404].includes(status), String(status));
  }
  await checkFiles(service);
});

test('the file of a record is replaced by the same bytes, by those of another one, and twice at once', async (t) => {
  const service = await startContentService(t);
  const [one, two] = [await picture('png', { seed: 1 }), await picture('png', { seed: 2 })];
  const { body } = await upload(service, one, 'a.png');
  await upload(service, two, 'b.png');
  const put = { method: 'PUT', path: `/media/${body.id}/file` } as const;
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all([
      upload(service, one, 'a.png', put),
      upload(service, two, 'a.png', put),
      upload(service, one, 'a.png', put),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
  }
  await checkFiles(service);
});
