// Starts several processes at once on one empty database.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createDatabase, dropDatabase } from '../support/postgres.ts';
import { startServerProcess } from '../support/server-process.ts';
import { testDialect } from '../support/test-dialect.ts';

/** The environment of processes that share one new database, data folder and token. */
async function sharedEnvironment(t: TestContext): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-shared-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const environment = { FRONTDESK_DATA: path.join(folder, 'data'), FRONTDESK_INITIAL_TOKEN: `token_${randomUUID()}` };
  if (testDialect === 'sqlite') return environment;
  const server = process.env.TEST_DATABASE_URL as string;
  const name = `frontdesk_${randomUUID().replaceAll('-', '')}`;
  t.after(() => dropDatabase(server, name));
  return { ...environment, DATABASE_URL: await createDatabase(server, name) };
}

for (const round of [1, 2, 3]) {
  test(`processes that start at once on an empty database all come up, and fill it once (${round})`, async (t) => {
    const environment = await sharedEnvironment(t);
    const servers = await Promise.all(Array.from({ length: 4 }, () => startServerProcess(t, environment)));
    for (const server of servers) {
      const types = await server.request('GET', '/types');
      assert.deepEqual(
        types.body.items.map((type: { name: string }) => type.name),
        ['page', 'post', 'product'],
      );
      assert.equal((await server.request('GET', '/forms')).body.total, 2);
      const form = { name: 'Contact', fields: [{ name: 'email', type: 'email', label: 'Email' }] };
      assert.equal((await server.request('POST', '/forms', form)).status, 201);
      const { id } = (await server.request('GET', '/forms?limit=1')).body.items[0];
      await server.request('DELETE', `/forms/${id}`);
    }
    for (const server of servers) assert.equal(await server.stop(), 0);
  });
}
