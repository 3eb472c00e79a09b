// Kills the service with SIGKILL while pictures are uploaded, replaced and deleted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { picture } from '../support/media.ts';
import { startServerProcess } from '../support/server-process.ts';

test('killed among uploads, the service has the whole file of each record afterwards', async (t) => {
  const server = await startServerProcess(t);
  const headers = { authorization: `Bearer ${server.token}` };
  const confirmed = new Set<string>();
  const deleted = new Set<string>();
  let isRunning = true;
  let seed = 0;
  const send = async (method: string, path: string, bytes?: Buffer<ArrayBuffer>): Promise<{ id: string } | null> => {
    const body = new FormData();
    if (bytes) body.append('file', new Blob([bytes]), 'a.png');
    const answer = await fetch(`${server.api}${path}`, { method, headers, ...(bytes ? { body } : {}) }).catch(
      () => null,
    );
    return answer?.ok ? ((await answer.json().catch(() => null)) as { id: string } | null) : null;
  };
  const work = async (): Promise<void> => {
    while (isRunning) {
      const made = await send('POST', '/media', await picture('png', { seed: seed++ % 150, width: 300, height: 300 }));
      if (!made) continue;
      confirmed.add(made.id);
      if (seed % 3 === 0) await send('PUT', `/media/${made.id}/file`, await picture('png', { seed: seed++ % 150 }));
      if (seed % 4 === 0) {
        deleted.add(made.id);
        await send('DELETE', `/media/${made.id}`);
      }
    }
  };
  for (let round = 0; round < 3; round++) {
    isRunning = true;
    const before = confirmed.size;
    const workers = Array.from({ length: 5 }, work);
    while (confirmed.size < before + 12) await sleep(5);
    await server.kill();
    isRunning = false;
    await Promise.all(workers);
    await server.start();
  }
  const found = new Map<string, { url: string; size: number }>();
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const { body } = await server.request('GET', `/media?limit=100&offset=${offset}`);
    total = body.total;
    for (const media of body.items) found.set(media.id, media);
  }
  for (const id of confirmed) assert.ok(found.has(id) || deleted.has(id), `${id} is gone`);
  for (const { url, size } of found.values()) {
    const answer = await fetch(`${server.origin}${new URL(url).pathname}`);
    assert.deepEqual([answer.status, (await answer.arrayBuffer()).byteLength], [200, size]);
  }
});
