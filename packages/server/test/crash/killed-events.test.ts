// Kills a process with SIGKILL while it publishes items: each that was stored has its event once, and no other has one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

test('killed several times while items are published and changed, the feed has each committed change once', async (t) => {
  const server = await startServerProcess(t);
  let accepted = 0;
  const write = async (slug: string): Promise<void> => {
    const body = { title: slug, slug, status: 'publish' };
    const made = await server.request('POST', '/content/post', body).catch(() => null);
    if (made?.status === 201) accepted++;
    for (const title of ['Second', 'Third']) {
      await server.request('PATCH', `/content/post/${slug}`, { title: `${title} ${slug}` }).catch(() => null);
    }
  };
  const seen: { type: string; sequence: number; data: { slug: string; version: number } }[] = [];
  let after = '0';
  const read = async (): Promise<void> => {
    for (let more = true; more; ) {
      const answer = await server.request('GET', `/events?types=post&after=${after}`);
      assert.equal(answer.status, 200);
      seen.push(...answer.body.items);
      ({ after, more } = answer.body);
    }
  };
  for (let round = 0; round < 3; round++) {
    const before = accepted;
    const writing = Array.from({ length: 15 }, (_, n) => write(`p-${round}-${n}`));
    await waitFor('some items', () => accepted > before + 3);
    await read().catch(() => {});
    await server.kill();
    await Promise.all(writing);
    await server.start();
    await read();
  }
  const { items, total } = (await server.request('GET', '/content/post?limit=100')).body;
  // The example that a new site begins with is the other one.
  assert.ok(total > accepted && total <= 46, `${accepted} accepted, ${total} stored`);
  for (const { slug } of items) {
    const { version } = (await server.request('GET', `/content/post/${slug}`)).body;
    const own = seen.filter(({ data }) => data.slug === slug);
    const expected = Array.from({ length: version }, (_, n) => [n === 0 ? 'item.published' : 'item.updated', n + 1]);
    assert.deepEqual(
      own.map(({ type, sequence }) => [type, sequence]),
      expected,
      slug,
    );
  }
  assert.equal(new Set(seen.map(({ data }) => data.slug)).size, total);
});
