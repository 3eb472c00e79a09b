// The bundle that `npm start` runs, where it might differ from the sources.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { findBundle, listSources } from '../../src/bundle.mjs';
import { moduleOf, readsOfNextStart, reportReads } from '../support/compile-cache.ts';
import { main, startServerProcess } from '../support/server-process.ts';
import { testDialect } from '../support/test-dialect.ts';
import { waitFor } from '../support/wait-for.ts';

const ready = path.resolve(import.meta.dirname, '../../../../scripts/ready.mjs');
const options = { skip: process.platform === 'win32' };

test(
  'the bundle serves the files of packages, and uses threads, what it loads later and the sandbox',
  options,
  async (t) => {
    const server = await startServerProcess(t, {}, [ready, main]);
    for (const url of ['/admin', '/api/docs/contacts', '/f/tickets'])
      assert.equal((await server.request('GET', `${server.origin}${url}`)).status, 200, url);
    const document = await server.request('GET', '/openapi.json');
    assert.equal(document.body.openapi.slice(0, 2), '3.');

    const content = `<p>${'Long texts are read on a thread. '.repeat(1000)}</p>`;
    const item = await server.request('POST', '/content/product', {
      title: 'Long',
      content,
      status: 'publish',
      fields: { price: 1 },
    });
    assert.equal(item.status, 201, JSON.stringify(item.body));
    const found = await server.request('GET', '/content/product?search=thread');
    assert.equal(found.body.total, 1);

    if (testDialect !== 'sqlite') return;
    const fields = [{ name: 'price', type: 'number', indexed: true }];
    const type = await server.request('POST', '/types', { name: 'lamp', plural: 'lamps', fields });
    assert.equal(type.status, 201, JSON.stringify(type.body));
    const database = new Sqlite(path.join(server.folder, 'data/frontdesk.db'), { readonly: true });
    const indexes = database.prepare("select count(*) from sqlite_master where type = 'index' and sql like '%price%'");
    await waitFor('the index of the field', () => indexes.pluck().get());
    database.close();
  },
);

test('a second start of the bundle reads a few compiled files', options, async (t) => {
  const server = await startServerProcess(t, reportReads, [ready, main]);
  const reads = await readsOfNextStart(server);
  assert.ok(
    reads.some((line) => line.includes('/dist/')),
    'no bundle was read',
  );
  assert.ok(reads.length < 70, `${reads.length} files`);
});

test('V8 keeps the texts of the bundle in one byte for each character', options, async (t) => {
  await startServerProcess(t, {}, [ready, main]);
  const folder = findBundle(listSources()) ?? '';
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  assert.ok(names.includes('serve.js'), names.join());
  const others: string[] = [];
  for (const name of names) {
    const bytes = await readFile(path.join(folder, name));
    if (bytes.some((byte) => byte > 0x7f)) others.push(name);
  }
  assert.deepEqual(others, []);
});

test('the stack of an error names the sources', { skip: options.skip || testDialect !== 'sqlite' }, async (t) => {
  const server = await startServerProcess(t, {}, [ready, main]);
  const database = new Sqlite(path.join(server.folder, 'data/frontdesk.db'));
  database.exec('drop table "invoices"');
  database.close();
  assert.equal((await server.request('GET', '/invoices')).status, 500);
  await waitFor('the stack', () => /at .*\.ts:\d+/.test(server.output()));
  const [, file, line] = server.output().match(/\(file:\/\/(\S+?\/src\/[\w/.-]+\.ts):(\d+)\)/) ?? [];
  assert.ok(file && line, server.output());
  const source = (await readFile(file, 'utf8')).split('\n');
  // The bundler may move a value into the statement after it.
  assert.match(source.slice(Number(line) - 2, Number(line)).join('\n'), /\.prepare\(/, `${file}:${line}`);
  assert.doesNotMatch(server.output(), /\/dist\/\w+\/(app|serve|server)\.js/);
});

test('the service that is started directly runs the bundle, with the same settings', options, async (t) => {
  const first = await startServerProcess(t, reportReads, [ready, main]);
  const modules = modulesIn(await readsOfNextStart(first));
  assert.ok(
    modules.some((name) => /\/dist\/\w+\/main\.js$/.test(name)),
    modules.join(),
  );
  const second = await startServerProcess(t, reportReads, [main]);
  assert.deepEqual(modulesIn(await readsOfNextStart(second)), modules);
});

/** The modules of the service: what comes before it differs. */
function modulesIn(reads: readonly string[]): string[] {
  return (
    reads
      .map(moduleOf)
      .filter((name) => !/\/(ready\.mjs|bundle\.mjs|main\.ts)$/.test(name))
      // The first job that asks the processor loads its SDK, before the service says that it is ready or after.
      .filter((name) => !name.includes('stripe.'))
      .sort()
  );
}
