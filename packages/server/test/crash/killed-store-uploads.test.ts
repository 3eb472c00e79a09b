// Kills the service with SIGKILL while files and backups are on their way to an S3 store: nothing half is served, what is left is
// removed, and the same again succeeds.

import assert from 'node:assert/strict';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { WriteContext } from '../../src/context/context.ts';
import { openDatabase } from '../../src/database/database.ts';
import { emptyPlace, runCommand } from '../support/backups.ts';
import { childrenOf, isRunning } from '../support/child-processes.ts';
import { type Call, startS3, type TestS3 } from '../support/s3-store.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const megabyte = 2 ** 20;
const longAgo = () => new Date(Date.now() - 2 * 86_400_000);
/** The job of a killed process runs again when its lease ends. */
const withinMs = 120_000;

type Site = { s3: TestS3; server: ServerProcess };

async function startSite(t: TestContext): Promise<Site> {
  const s3 = await startS3(t);
  const places = { FRONTDESK_FILES: 's3://site-files/files', FRONTDESK_BACKUPS: 's3://site-files/backups' };
  return { s3, server: await startServerProcess(t, { ...s3.environment, ...places }) };
}

/** Sends a CSV file to the library, or with a form; null if no answer came. */
async function send({ server }: Site, url: string, bytes: Buffer<ArrayBuffer>): Promise<Response | null> {
  const body = new FormData();
  body.append(url === '/media' ? 'file' : 'cv', new Blob([bytes], { type: 'text/csv' }), 'list.csv');
  const headers = { authorization: `Bearer ${server.token}`, 'idempotency-key': url, accept: 'application/json' };
  return fetch(`${server.api}${url}`, { method: 'POST', headers, body }).catch(() => null);
}

/** What waits for the store no longer does, and nothing is held any more. */
async function release({ s3 }: Site): Promise<void> {
  s3.trouble = null;
  await s3.stop();
  await s3.start();
}

/** Lets the store be silent to such a request, and waits until there is one. */
async function hold({ s3 }: Site, matches: (call: Call) => boolean): Promise<void> {
  const before = s3.calls.length;
  s3.trouble = (call) => (matches(call) ? 'silence' : null);
  await waitFor('the request', () => s3.calls.slice(before).some(matches), withinMs);
}

const isSecondPart = ({ path }: Call): boolean => /partNumber=2&/.test(path);

const csv = (bytes: number): Buffer<ArrayBuffer> => Buffer.alloc(bytes, 'harbor,12\r\n');

test('killed in the middle of uploads to a store, nothing half is there, a retry is whole, and the sweep removes the rest', async (t) => {
  const site = await startSite(t);
  const { s3, server } = site;
  const fields = [{ name: 'cv', type: 'file', accept: ['text/csv'], maxSize: 50_000_000, required: true }];
  assert.equal((await server.request('POST', '/forms', { name: 'Apply', fields })).status, 201);
  const bytes = csv(12 * megabyte);
  const counts = async () => [
    (await server.request('GET', '/media')).body.total,
    (await server.request('GET', '/forms/apply/submissions')).body.total,
  ];

  // In the middle of the parts; then with the whole object stored, but no row of it.
  const moments = [isSecondPart, ({ method, path }: Call) => method === 'HEAD' && path.includes('files/')];
  for (const moment of moments)
    for (const url of ['/media', '/forms/apply/submit']) {
      const sending = send(site, url, bytes);
      await hold(site, moment);
      await server.kill();
      assert.equal(await sending, null);
      await release(site);
      await server.start();
      assert.deepEqual(await counts(), [0, 0]);
    }
  const left = { objects: await s3.objects(), uploads: await s3.uploads() };
  assert.deepEqual([left.objects.length, left.uploads.length], [2, 2]);

  for (const url of ['/media', '/forms/apply/submit']) {
    const answer = await waitFor('an answer', () => send(site, url, bytes));
    assert.ok(answer.ok, await answer.text());
  }
  assert.deepEqual(await counts(), [1, 1]);

  // Two days later, with everything older than a day.
  for (const name of [...(await s3.objects()), ...left.uploads]) await s3.age(name, longAgo());
  await server.kill();
  await makeSweepDue(server);
  await server.start();
  await waitFor('the sweep', async () => (await s3.objects()).length === 2 && (await s3.uploads()).length === 0);
  const [media] = (await server.request('GET', '/media')).body.items;
  const [submission] = (await server.request('GET', '/forms/apply/submissions')).body.items;
  for (const url of [new URL(media.url).pathname, `/api/v1/files/${submission.files[0].id}`]) {
    const answer = await fetch(server.origin + url, { headers: { authorization: `Bearer ${server.token}` } });
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes), url);
  }
});

async function makeSweepDue({ environment }: ServerProcess): Promise<void> {
  const { DATABASE_URL: databaseUrl = null, FRONTDESK_DATA } = environment;
  const database = await openDatabase({ databaseUrl, dataFolder: FRONTDESK_DATA as string });
  await database.transaction(async (transaction) => {
    const due = { runAt: new Date(0).toISOString(), lockedUntil: null, lockedBy: null };
    await (transaction as WriteContext['db']).updateTable('jobs').set(due).where('task', '=', 'files.sweep').execute();
  });
  await database.close();
}

test('killed in the middle of a backup to a store, alone or with its process, the next start makes it whole', async (t) => {
  const site = await startSite(t);
  const { s3, server } = site;
  const sent = await send(site, '/media', csv(40 * megabyte));
  assert.equal(sent?.status, 201);
  const backups = async () => (await s3.objects()).filter((name) => name.startsWith('backups/'));
  const { id } = (await server.request('POST', '/backups')).body;
  const read = async () => (await server.request('GET', `/backups/${id}`)).body;

  // The process sees that the service is gone, and takes back what it has begun.
  await hold(site, isSecondPart);
  const [child] = await childrenOf(server.pid());
  await server.kill();
  await release(site);
  if (child !== undefined) await waitFor('the end of its process', () => !isRunning(child), withinMs);
  assert.deepEqual([await backups(), child === undefined ? [] : await s3.uploads()], [[], []]);

  // As when the power fails.
  await server.start();
  await hold(site, isSecondPart);
  server.freeze();
  for (const pid of await childrenOf(server.pid())) process.kill(pid, 'SIGKILL');
  await server.kill();
  await release(site);
  assert.deepEqual([await backups(), child === undefined ? 1 : (await s3.uploads()).length], [[], 1]);

  await server.start();
  await waitFor('the backup', async () => (await read()).endedAt !== null, withinMs);
  const made = await read();
  assert.deepEqual([made.status, made.error, made.files], ['completed', null, 1]);
  assert.deepEqual(await backups(), [`backups/${made.fileName}`]);
  const place = await emptyPlace(t);
  const address = `s3://site-files/backups/${made.fileName}`;
  const restored = await runCommand(place, ['restore', address, '--yes'], s3.environment);
  assert.equal(restored.code, 0, restored.stderr);

  // What is left is removed by a backup a day later.
  const folder = path.join(server.environment.FRONTDESK_DATA as string, 'backups');
  for (const name of await s3.uploads()) await s3.age(name, longAgo());
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), longAgo(), longAgo());
  const next = (await server.request('POST', '/backups')).body.id;
  const ended = async () => (await server.request('GET', `/backups/${next}`)).body.endedAt;
  await waitFor('the next backup', async () => (await ended()) !== null, withinMs);
  assert.deepEqual([await s3.uploads(), await readdir(folder)], [[], []]);
});
