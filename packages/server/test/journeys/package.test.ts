// The package for npm: installed with an empty cache into an empty folder, it does all its work with the oldest Node of
// each version that its `engines` names, as it comes from npm.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import sharp from 'sharp';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { testDialect } from '../support/test-dialect.ts';
import { waitFor } from '../support/wait-for.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../../..');
const themeData = path.resolve(import.meta.dirname, '../data/themeunittestdata.wordpress.xml');
const [maxPackages, maxMegabytes] = [180, 180];
const isWindows = process.platform === 'win32';

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
const npm = (...words: string[]) => run('npm', [...words, '--no-audit', '--no-fund'], { shell: isWindows });

/** Installs the package as it is now into an empty folder. Returns the folder of the package. */
async function install(t: TestContext): Promise<string> {
  await run(process.execPath, [path.join(root, 'scripts', 'pack.ts')]);
  const { version } = await readJson(path.join(root, 'dist', 'package', 'package.json'));
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-package-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const tarball = path.join(folder, 'frontdesk.tgz');
  await copyFile(path.join(root, 'dist', `frontdesk-${version}.tgz`), tarball);
  await npm('install', tarball, '--prefix', path.join(folder, 'project'), '--cache', path.join(folder, 'cache'));
  return path.join(folder, 'project', 'node_modules', 'frontdesk');
}

/** Downloads a Node from npm once, and returns its path. */
async function nodeOf(version: string): Promise<string> {
  const { optionalDependencies } = await readJson(path.join(root, 'package.json'));
  const platform = `-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const name = Object.keys(optionalDependencies).find((each) => each.startsWith('node-') && each.endsWith(platform));
  assert.ok(name, `npm has no Node for ${platform}`);
  const folder = path.join(root, 'node_modules', '.cache', 'frontdesk-nodes', version);
  const node = path.join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  await stat(node).catch(() => npm('install', `${name}@${version}`, '--prefix', folder, '--ignore-scripts'));
  assert.equal((await run(node, ['--version'])).stdout.trim(), `v${version}`);
  return node;
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('the package for npm is small, well formed, and runs with every Node that it names', async (t) => {
  const folder = await install(t);
  const modules = path.dirname(folder);

  await t.test('it brings few packages and megabytes', async () => {
    const { packages } = await readJson(path.join(modules, '.package-lock.json'));
    const count = Object.keys(packages).length;
    assert.ok(count <= maxPackages, `${count} packages`);
    const megabytes = (await sizeOf(modules)) / 1e6;
    assert.ok(megabytes <= maxMegabytes, `${megabytes} MB`);
  });

  await t.test('it holds JavaScript with source maps, no TypeScript and no tests', async () => {
    const files = await readdir(folder, { recursive: true });
    assert.deepEqual(
      files.filter((file) => /(?<!\.d)\.ts$|\btest\b/.test(file)),
      [],
    );
    const serverFolder = path.join('packages', 'server', 'src');
    const own = files.filter((file) => file.startsWith(serverFolder) && file.endsWith('.js'));
    assert.ok(own.length > 100, `${own.length} files`);
    for (const file of own) {
      const map = /\/\/# sourceMappingURL=(.+)$/.exec(await readFile(path.join(folder, file), 'utf8'))?.[1];
      if (map) assert.ok(files.includes(path.join(path.dirname(file), map)), `the map of ${file}`);
    }
    const licenses = await readFile(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    assert.match(licenses, /^fastify .*\n\n.*\n*.*Permission is hereby granted/ms);
  });

  await t.test('the bill of materials beside it names all that is installed', async () => {
    const { version, dependencies } = await readJson(path.join(folder, 'package.json'));
    const bom = await readJson(path.join(root, 'dist', `frontdesk-${version}.cdx.json`));
    const named = bom.components.map((one: { name: string; version: string }) => `${one.name}@${one.version}`);
    const { packages } = await readJson(path.join(modules, '.package-lock.json'));
    const installed = Object.entries(packages as Record<string, { version: string }>)
      .map(([place, { version }]) => ({ name: place.slice(place.lastIndexOf('node_modules/') + 13), version }))
      .filter(({ name }) => name !== 'frontdesk');
    // What these need may have a newer version today, within the range that they ask for.
    const known = ({ name, version }: { name: string; version: string }): boolean =>
      named.some((one: string) =>
        name in dependencies ? one === `${name}@${version}` : one.startsWith(`${name}@${version.split('.')[0]}.`),
      );
    assert.ok(installed.length >= Object.keys(dependencies).length, `${installed.length} packages`);
    assert.deepEqual(
      installed.filter((one) => !known(one)),
      [],
    );
  });

  await t.test('publint and are-the-types-wrong find nothing', async () => {
    await run(process.execPath, [path.join(root, 'node_modules/publint/src/cli.js'), '--strict', folder]);
    const attw = path.join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    await run(process.execPath, [attw, '--profile', 'esm-only', path.join(modules, '../../frontdesk.tgz')]);
  });

  await t.test('programs import the client from it', async () => {
    const program = `import { createClient } from 'frontdesk/client';
      import { createAdminClient } from 'frontdesk/client/admin';
      console.log(typeof createClient, typeof createAdminClient({ baseUrl: '/api/v1' }).media.upload);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: modules });
    assert.equal(stdout, 'function function\n');
  });

  const { engines, bin } = await readJson(path.join(folder, 'package.json'));
  const versions = engines.node.match(/\d+\.\d+\.\d+/g);
  assert.deepEqual(
    versions.map((version: string) => version.split('.')[0]),
    ['22', '24', '26'],
  );
  await t.test('an older Node gets a sentence', async () => {
    const started = run(await nodeOf('22.14.0'), [path.join(folder, bin.frontdesk), 'start']);
    await assert.rejects(started, {
      stderr: /^frontdesk: the server needs Node 22 \(from 22\.15\), .* this is v22\.14\.0\.\n$/,
    });
  });
  for (const version of versions) {
    await t.test(`it does its work with Node ${version}`, async (t) => {
      const node = await nodeOf(version);
      const program = path.join(folder, bin.frontdesk);
      const server = await startServerProcess(t, {}, [program], node);
      const frontdesk = (words: string[], environment = {}) =>
        run(node, [program, ...words], {
          env: { ...server.environment, FRONTDESK_URL: server.api, FRONTDESK_TOKEN: server.token, ...environment },
        });
      await servesPages(server);
      await isPaid(server);
      await makesSizes(server);
      await usesThreads(server);
      await rendersDocuments(server);

      const { stdout } = await frontdesk(['imports', 'upload', themeData]);
      assert.match(stdout, /58/, 'posts');
      const archive = path.join(server.folder, 'site.tar');
      await frontdesk(['export', archive]);
      const inFolder = (name: string) => ({ FRONTDESK_DATA: path.join(server.folder, name), DATABASE_URL: '' });
      await frontdesk(['import', archive, '--create'], inFolder('imported'));
      const backup = path.join(server.folder, 'backup.tar');
      await frontdesk(['backup', backup]);
      if (testDialect === 'sqlite') await frontdesk(['restore', backup, '--yes'], inFolder('restored'));
      assert.match((await frontdesk(['version'])).stdout, /^\d+\.\d+\.\d+\n$/);
      assert.match((await frontdesk(['token', 'create', '--name', 'shop'])).stdout, /^fd_\w+\n$/);
      await t.test('it stops, and starts again', async () => {
        assert.equal(await server.stop(), 0);
        await server.start();
        assert.equal((await server.request('GET', '/forms/tickets')).status, 200);
        assert.equal(await server.stop(), 0);
        assert.equal(server.errors(), '');
        const compiled = await readdir(path.join(folder, 'node_modules/.cache/frontdesk-compiled'));
        assert.ok(
          compiled.some((name) => name.startsWith(`v${version}-`)),
          'what was compiled is kept',
        );
      });
    });
  }
});

/** Of the service, and the files of packages that it serves. */
async function servesPages({ origin, request }: ServerProcess): Promise<void> {
  for (const url of ['/admin', '/api/docs/contacts', '/f/tickets', '/signature/pad.js', '/altcha/worker.js'])
    assert.equal((await request('GET', `${origin}${url}`)).status, 200, url);
  const { body } = await request('GET', `${origin}/admin`);
  const [, script = assert.fail(body)] = /src="([^"]+\.js)"/.exec(body) ?? [];
  assert.equal((await request('GET', `${origin}${script}`)).status, 200);
  assert.match((await request('GET', '/openapi.json')).body.openapi, /^3\./);
}

async function isPaid({ request }: ServerProcess): Promise<void> {
  const submitted = await request('POST', '/forms/tickets/submit', { name: 'Ada', email: 'ada@example.com' });
  const { submissionId, paymentUrl } = submitted.body;
  const paid = await fetch(paymentUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'pay' }),
    redirect: 'manual',
  });
  assert.equal(paid.status, 303);
  await waitFor('the payment', async () => {
    const { body } = await request('GET', `/forms/tickets/submissions/${submissionId}`);
    return body.status === 'paid';
  });
}

/** In the process for pictures. */
async function makesSizes({ api, origin, token }: ServerProcess): Promise<void> {
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#1a6' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'green.png');
  const uploaded = await fetch(`${api}/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  assert.equal(uploaded.status, 201);
  const { url } = (await uploaded.json()) as { url: string };
  const size = await fetch(new URL(`${url}?width=320`, origin));
  assert.equal((await sharp(await size.arrayBuffer()).metadata()).width, 320);
}

/** In the process for documents, with the fonts of all scripts. */
async function rendersDocuments({ api, token, request }: ServerProcess): Promise<void> {
  const lines = [{ description: '請求 かな فاتورة חשבונית', unitAmount: 100 }];
  const { body } = await request('POST', '/invoices', { currency: 'eur', lines });
  const document = await fetch(`${api}/invoices/${body.id}/document`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(document.status, 200);
  assert.match(await document.text(), /^%PDF-1\.7/);
}

/** Long texts are read on a thread, pages with much text on another, and an index is created on a third. */
async function usesThreads({ folder, request }: ServerProcess): Promise<void> {
  const content = `<p>${'Long texts are read on a thread. '.repeat(25_000)}</p>`;
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const item = { title, content, status: 'publish', fields: { price: 1 } };
    const { status, body } = await request('POST', '/content/product', item);
    assert.equal(status, 201, JSON.stringify(body).slice(0, 500));
  }
  const found = await request('GET', '/content/product?search=thread&select=content');
  assert.equal(found.body.items.filter((item: { content: string }) => item.content.length > 800_000).length, 4);

  const fields = [{ name: 'price', type: 'number', indexed: true }];
  assert.equal((await request('POST', '/types', { name: 'lamp', plural: 'lamps', fields })).status, 201);
  if (testDialect !== 'sqlite') return;
  const database = new Sqlite(path.join(folder, 'data/frontdesk.db'), { readonly: true });
  const indexes = database.prepare("select count(*) from sqlite_master where type = 'index' and sql like '%price%'");
  await waitFor('the index of the field', () => indexes.pluck().get());
  database.close();
}
