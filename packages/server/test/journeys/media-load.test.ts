// Many uploads at once with sizes requested meanwhile: `npm run bench:media` in short.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadMedia, makePictures, memoryOf } from '../support/media-load.ts';
import { startServerProcess } from '../support/server-process.ts';

test('sixty pictures at once and sizes of them are made without more memory than for twenty', async (t) => {
  const server = await startServerProcess(t);
  const pictures = await makePictures(1024);
  const load = async (count: number) => {
    const { urls, sizes, faults } = await loadMedia({ ...server, pid: server.pid() }, { count, pictures });
    assert.deepEqual(faults, []);
    assert.equal(urls.length, count);
    assert.ok(sizes > 0);
    return memoryOf(server.pid());
  };
  const before = await load(20);
  const after = await load(60);
  assert.ok(after.pictures > 0, 'there is a process for pictures');
  for (const process of ['service', 'pictures'] as const)
    assert.ok(after[process] < before[process] + 150, `${process}: from ${before[process]} to ${after[process]} MB`);
});
