// Kills imports by the command with SIGKILL, runs them again and counts what is there. Imports of uploads go on when the
// service starts again.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { childrenOf, isRunning } from '../support/child-processes.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';
import { exportItem, metaOf, typed, writeExport } from '../support/wordpress-export.ts';

const cli = path.resolve(import.meta.dirname, '../../src/commands/cli.ts');
/** So many that a fast machine does not store them all before it is asked to stop. */
const posts = 4000;
const pages = 20;
const pictureId = posts + pages + 1;
const tags = 100;

type Counts = Record<'post' | 'page' | 'media' | 'tag', number>;

/** An import leaves the processor to whatever else runs here. */
const withinMs = 240_000;
const image = metaOf('_thumbnail_id', String(pictureId));

/** Each page is the child of the next one, and all show the picture, which comes last: these links are set at the end. */
function channel(): string {
  const page = (id: number): string =>
    exportItem(
      id,
      typed('page', 'publish', `${image}<wp:post_parent>${id < posts + pages ? id + 1 : 0}</wp:post_parent>`),
    );
  const post = (id: number): string => {
    const tag = `tag-${id % tags}`;
    return exportItem(id, typed('post', 'publish', `<category domain="post_tag" nicename="${tag}">${tag}</category>`));
  };
  return [
    ...Array.from({ length: pages }, (_, n) => page(posts + n + 1)),
    ...Array.from({ length: posts }, (_, n) => post(n + 1)),
    exportItem(
      pictureId,
      typed('attachment', 'inherit', '<wp:attachment_url>https://s.test/a.jpg</wp:attachment_url>'),
    ),
  ].join('');
}

type Import = { child: ChildProcess; output(): string; ended: Promise<unknown[]> };

function startImport(t: TestContext, server: ServerProcess, file: string): Import {
  const child = spawn(process.execPath, [cli, 'import', 'wordpress', file], { env: server.environment });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { child, output: () => output, ended: once(child, 'close') };
}

const countOf = async (server: ServerProcess): Promise<Counts> => ({
  post: await countPosts(server),
  page: await total(server, '/content/page?'),
  media: await total(server, '/media?'),
  tag: await total(server, '/tags?'),
});

const countPosts = (server: ServerProcess): Promise<number> => total(server, '/content/post?');

async function total(server: ServerProcess, address: string): Promise<number> {
  return (await server.request('GET', `${address}limit=1`)).body.total;
}

test('an import that is killed several times and run again has stored everything once', async (t) => {
  const server = await startServerProcess(t);
  const file = await writeExport(t, channel());
  const before = await countOf(server);
  const expected: Counts = {
    post: before.post + posts,
    page: before.page + pages,
    media: before.media + 1,
    tag: before.tag + tags,
  };
  let killedInTheMiddle = 0;
  for (const stored of [1, posts / 4]) {
    const killed = startImport(t, server, file);
    await waitFor(`${stored} posts`, async () => (await countPosts(server)) >= before.post + stored, withinMs);
    killed.child.kill('SIGKILL');
    const [code, signal] = await killed.ended;
    assert.deepEqual([code, signal], [null, 'SIGKILL'], killed.output());
    if ((await countPosts(server)) < expected.post) killedInTheMiddle++;
  }
  // The second may have stored the others before its kill arrives.
  assert.ok(killedInTheMiddle > 0);
  // The third may be killed while it sets links, or a moment after its end.
  const third = startImport(t, server, file);
  await waitFor('all posts', async () => (await countPosts(server)) === expected.post, withinMs);
  third.child.kill('SIGKILL');
  await third.ended;

  const last = startImport(t, server, file);
  assert.equal((await last.ended)[0], 0, last.output());
  assert.match(last.output(), new RegExp(`^  unchanged .*\\b${posts} posts`, 'm'));
  assert.deepEqual(await countOf(server), expected);
  const [picture] = (await server.request('GET', '/media?limit=1')).body.items;
  for (let id = posts + 1; id <= posts + pages; id++) {
    const { body } = await server.request('GET', `/content/page/t${id}`);
    const parent = id < posts + pages ? (await server.request('GET', `/content/page/t${id + 1}`)).body.id : null;
    assert.deepEqual([body.parentId, body.fields.featuredImage], [parent, picture.id], body.title);
  }
  for (let n = 0; n < tags; n++) {
    assert.equal(await total(server, `/content/post?tag=tag-${n}&`), posts / tags, `tag-${n}`);
  }
});

test('every thread of an import leaves the processor to the service', async (t) => {
  const server = await startServerProcess(t);
  const before = await countPosts(server);
  const { child } = startImport(t, server, await writeExport(t, channel()));
  await waitFor('a post', async () => (await countPosts(server)) > before, withinMs);
  const low = constants.priority.PRIORITY_BELOW_NORMAL;
  const threads = process.platform === 'linux' ? await readdir(`/proc/${child.pid}/task`) : [String(child.pid)];
  assert.deepEqual(new Set(threads.map((thread) => getPriority(Number(thread)))), new Set([low]));
});

test('imports of uploads are continued after the service or their process was killed', async (t) => {
  const server = await startServerProcess(t);
  const before = await countOf(server);
  const form = new FormData();
  form.append('file', new Blob([await readFile(await writeExport(t, channel()))]), 'export.xml');
  const headers = { authorization: `Bearer ${server.token}` };
  const uploaded = await fetch(`${server.api}/imports`, { method: 'POST', headers, body: form });
  assert.equal(uploaded.status, 202);
  const { id } = (await uploaded.json()) as { id: string };
  const read = async () => (await server.request('GET', `/imports/${id}`)).body;
  const post = (count: number) =>
    waitFor(`${count} posts`, async () => (await countPosts(server)) >= before.post + count, withinMs);

  await post(1);
  const [child] = await childrenOf(server.pid());
  await server.kill();
  if (child !== undefined) await waitFor('the end of its process', () => !isRunning(child), withinMs);
  await server.start();
  await waitFor('the second run', async () => (await read()).runs === 2, withinMs);
  await post(posts / 4);
  assert.equal(await server.stop(), 0, 'it stops although an import is running');
  await server.start();
  if (process.platform === 'linux') {
    await waitFor('the third run', async () => (await read()).progress !== null && (await read()).runs === 3, withinMs);
    for (const pid of await childrenOf(server.pid())) process.kill(pid, 'SIGKILL');
  }
  await waitFor('the end', async () => !['checking', 'importing'].includes((await read()).status), withinMs);
  const { status, report, runs, error } = await read();
  assert.equal(status, 'completed', JSON.stringify(error));
  assert.ok(runs >= 3);
  assert.deepEqual(await countOf(server), {
    post: before.post + posts,
    page: before.page + pages,
    media: before.media + 1,
    tag: before.tag + tags,
  });
  assert.equal((report.created.post ?? 0) + report.existing.post, posts);
  assert.match(JSON.stringify(report.notes), /interruptions?: what had been stored before/);
});
