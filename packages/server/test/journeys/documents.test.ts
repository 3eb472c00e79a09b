// The commands in the documents work as they are printed, in their order.

import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { freePort, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { testDialect } from '../support/test-service.ts';
import { waitFor } from '../support/wait-for.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const skip = process.platform === 'win32' && 'the commands are for a POSIX shell';

/** The examples of a document in a language, or those of one part of it. */
async function examplesIn(file: string, language = 'sh', heading = ''): Promise<string[]> {
  const text = await readFile(path.join(root, file), 'utf8');
  const part = text
    .slice(text.indexOf(heading))
    .split(/\n## /)
    .slice(0, heading ? 1 : undefined)
    .join('\n## ');
  return [...part.matchAll(new RegExp(`^\`{3}${language}\\n([\\s\\S]*?)^\`{3}`, 'gm'))].map(
    ([, code]) => code as string,
  );
}

/** Runs commands beside the sources, with the variables that the README sets. */
async function shellOf(
  server: ServerProcess,
  more: Record<string, string> = {},
): Promise<(command: string) => Promise<string>> {
  for (const name of ['packages', 'examples', 'node_modules'])
    await symlink(path.join(root, name), path.join(server.folder, name));
  const env = { ...process.env, ...server.environment, KEY: server.token, API: server.api, ...more };
  return async (command) => {
    const { stdout } = await promisify(execFile)('bash', ['-ec', command], { cwd: server.folder, env });
    assert.doesNotMatch(stdout, /urn:frontdesk:problem/, command);
    return stdout;
  };
}

/** Starts the README's receiver. Returns its URL and what it has printed. */
async function startReceiver(t: TestContext, folder: string): Promise<{ url: string; output(): string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'examples/receiver.mjs'), String(port)], { cwd: folder });
  t.after(() => child.kill());
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await waitFor('the receiver', () => output.includes('Listening'));
  return { url: `http://127.0.0.1:${port}/`, output: () => output };
}

test('the tour of the README', { skip }, async (t) => {
  const server = await startServerProcess(t);
  const run = await shellOf(server);
  const receiver = await startReceiver(t, server.folder);
  const commands = await examplesIn('README.md', 'sh', '## A tour with curl');
  const isStart = /^(FRONTDESK_|node examples|export )/;
  assert.equal(commands.filter((command) => isStart.test(command)).length, 3);
  const [importSite, subscribe, submit, pay, verify, refund, ...more] = commands.filter(
    (command) => !isStart.test(command),
  ) as [string, string, string, string, string, string];
  assert.deepEqual(more, []);

  assert.match(await run(importSite), /"title":"Front Page"/);
  await run(subscribe.replaceAll('http://127.0.0.1:4000/', receiver.url));
  const { paymentUrl } = JSON.parse(await run(submit));
  assert.match(await run(pay.replace('PASTE-paymentUrl-HERE', paymentUrl)), /^303 /);
  await waitFor('the payment', () => receiver.output().includes('saved as  received/payment.succeeded.json'));
  const [signature = ''] = /[0-9a-f]{64}/.exec(await run(verify)) ?? [];
  assert.match(receiver.output(), new RegExp(`payment.succeeded .*\\n +signature ${signature}\\n`));
  const event = JSON.parse(await readFile(path.join(server.folder, 'received/payment.succeeded.json'), 'utf8'));
  await run(refund.replace('PASTE-pi_…-HERE', event.data.paymentIntentId));
  await waitFor('the refund', () => receiver.output().includes('payment.refunded'));
});

test('the filters of lists, and the examples of fields', { skip }, async (t) => {
  const server = await startServerProcess(t);
  const run = await shellOf(server);
  const [filter = '', ...more] = await examplesIn('docs/lists.md', 'sh', '## Filters');
  assert.deepEqual(more, []);
  assert.match(await run(filter), /"total":1/);
  const [type = '', item = '', form = '', submit = ''] = await examplesIn('docs/fields.md');
  for (const command of [type, item, form]) assert.match(await run(command), /"version":1|"builtIn":false/);
  const [plan = '', change = '', undo = ''] = await examplesIn('docs/types.md');
  assert.match(await run(plan), /"field":"price".*"values":1,"converted":1,"unfit":0.*"value":12.5,"result":"12.5"/);
  assert.match(await run(change), /"status":"completed"/);
  assert.match(await run(undo), /"status":"completed".*"status":"undone"/s);
  assert.match(await run(submit), /"status":"ok","paymentUrl"/);
});

test('the examples of lists, history and many changes', { skip }, async (t) => {
  const server = await startServerProcess(t);
  const run = await shellOf(server);
  const [lists = '', select = '', , search = '', ...more] = await examplesIn('docs/lists.md');
  assert.deepEqual(more, []);
  assert.match(await run(lists), /"slug":"welcome-to-frontdesk"[\s\S]*"slug":"walking-tour"/);
  assert.match(await run(select), /"title":"Welcome to Frontdesk"[^}]*"excerpt"/);
  assert.match(await run(search), /"kind":"item".*"title":"Walking tour"/);
  const [draft = '', revisions = ''] = await examplesIn('docs/history.md');
  assert.match(await run(draft), /"changed":\["title","fields\.price"\][\s\S]*"title":"Night tour".*"version":2/);
  assert.match(await run(revisions), /"before":25,"after":30[\s\S]*"name":"As printed"[\s\S]*"title":"Walking tour"/);
  const [bulk = ''] = await examplesIn('docs/bulk.md');
  assert.match(await run(bulk), /"dryRun":true,"results":\[.*"action":"create".*"action":"trash"/);
  const [urls = ''] = await examplesIn('docs/urls.md');
  assert.match(await run(urls), /"previewUrl":"https:/);
  const [authors = '', merge = ''] = await examplesIn('docs/authors.md');
  assert.match(await run(authors), /"slug":"ann-lee"[\s\S]*"slug":"ann"[\s\S]*"total":1/);
  assert.match(await run(merge), /"slug":"ann-l"[\s\S]*"deleted":true/);
  const [key = ''] = await examplesIn('docs/keys.md');
  assert.match(await run(key), /"token":"fd_/);
  const [taxonomy = '', terms = '', dryRun = '', under = ''] = await examplesIn('docs/taxonomies.md');
  assert.match(await run(taxonomy), /"types":\["post","product"\]/);
  assert.match(await run(terms), /"slug":"tokyo".*"depth":1/);
  assert.match(await run(dryRun), /"children":0,"dryRun":true/);
  assert.match(await run(under), /"total":0/);
});

test('the examples of exports write an archive that becomes a site again, and lists', { skip }, async (t) => {
  const server = await startServerProcess(t);
  const run = await shellOf(server, { FRONTDESK_URL: new URL(server.api).origin, FRONTDESK_TOKEN: server.token });
  const [exported = '', imported = '', unpacked = '', ...others] = await examplesIn('docs/export.md');
  await run(exported);
  // On PostgreSQL, the other folder would have the same database.
  if (testDialect === 'sqlite') assert.match(await run(imported), /^Imported the archive of a site/);
  assert.match(await run(unpacked), /^\d+\n$/);
  for (const other of others) await run(other);
});

test('the examples of backups make one, and restore it', { skip }, async (t) => {
  const server = await startServerProcess(t);
  const run = await shellOf(server);
  const [folder = '', sealed = '', planned = '', restored = '', drill = ''] = await examplesIn('docs/backup.md');
  assert.match(await run(folder), /^Backed up to backups\/frontdesk-.*\.tar .*checked/);
  assert.match(await run(sealed), /key {7}sealed/);
  assert.match(await run(planned), /"status":"pending"[\s\S]*"total":1[\s\S]*"enabled":true/);
  const passphrase = /^export .*$/m.exec(sealed)?.[0] ?? '';
  // On PostgreSQL, the other folder would have the same database; the drill has one for all tests.
  if (testDialect === 'postgres') return;
  assert.match(await run(`${passphrase}\n${restored.trimEnd()} --yes`), /^Restored into .*restored\./);
  assert.match(await run(`${passphrase}\n${drill}`), /^Restored into .*drill\./);
});

/** Something to upload. */
async function drawHarbor(folder: string): Promise<void> {
  const create = { width: 400, height: 300, channels: 3, background: '#369' } as const;
  await sharp({ create }).jpeg().toFile(path.join(folder, 'harbor.jpg'));
}

test('the site of the documents shows items with pictures, redirects, and previews', { skip }, async (t) => {
  const server = await startServerProcess(t);
  await drawHarbor(server.folder);
  const run = await shellOf(server);
  const port = await freePort();
  const commands = (await examplesIn('docs/site.md')).map((command) => command.replaceAll(':4300', `:${port}`));
  const [type = '', item = '', start = '', draft = '', publish = '', ...more] = commands;
  assert.deepEqual([start, more], ['npm run prepare --prefix packages/client\nnode examples/site.mjs\n', []]);
  for (const command of [type, item]) await run(command);
  const site = spawn(
    process.execPath,
    ['--conditions=frontdesk-source', path.join(root, 'examples/site.mjs'), String(port)],
    { env: { ...process.env, FRONTDESK_URL: server.origin } },
  );
  t.after(() => site.kill());
  await once(site.stdout, 'data');

  const read = async (url: string) => {
    const response = await fetch(new URL(url, `http://127.0.0.1:${port}`), { redirect: 'manual' });
    return `${response.status} ${response.headers.get('location') ?? (await response.text())}`;
  };
  assert.match(await read('/'), /^200 <a href="\/events\/open-day"><img src="http.*harbor-.*srcset="http.* Open day/);
  assert.match(await read('/events/open-day'), /^200 <h1>Open day<\/h1><img .*alt="The harbor"><p>Come and see us/);
  assert.match(await read('/events/nothing'), /^404 Item not found/);
  const { url } = JSON.parse((await run(draft)).replace(/^\{.*?\}(?=\{"url")/s, ''));
  assert.match(await read('/events/open-day'), /^200 <h1>Open day</);
  assert.match(await read(url), /^200 <h1>Open weekend<\/h1><img/);
  await run(publish);
  assert.equal(await read('/events/open-day'), '301 /events/open-weekend');
  assert.match(await read('/events/open-weekend'), /^200 <h1>Open weekend</);

  const [upload = '', expand = ''] = await examplesIn('docs/media.md');
  assert.match(await run(upload), /"tags":\["night","sea"\][\s\S]*"total":1/);
  assert.match(await run(expand), /"photo":\{"id":"med_.*[\s\S]*"photo":\{"id":"med_.*"redirect"/);
});

test('the examples of forms on other sites', async (t) => {
  const server = await startServerProcess(t);
  const [page = ''] = await examplesIn('docs/forms.md', 'html', '## An HTML form');
  const [action = ''] = /(?<=action=")[^"]+/.exec(page) ?? [];
  const names = [...page.matchAll(/ name="(\w+)"/g)].map(([, name]) => name as string);
  const submitted = await fetch(new URL(new URL(action).pathname, server.origin), {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(names.map((name) => [name, `${name}@example.com`])),
    redirect: 'manual',
  });
  assert.deepEqual([submitted.status, submitted.headers.get('location')], [303, `${server.origin}/f/contact/thanks`]);
  assert.equal((await fetch(`${server.origin}/f/contact/thanks`)).status, 200);

  const [program = ''] = await examplesIn('docs/forms.md', 'js', '## A program in the browser');
  const run = (text: string) =>
    promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      text.replace('http://127.0.0.1:3000', server.origin),
    ]);
  assert.match((await run(program)).stdout, /^Submitted: sub_/);
  assert.match((await run(program.replace('ada@example.com', 'ada'))).stdout, /^\/email must be an email address/);
});

test('the command line', { skip }, async (t) => {
  const server = await startServerProcess(t);
  await drawHarbor(server.folder);
  const PATH = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
  // One of them writes into the home folder.
  const run = await shellOf(server, { PATH, FRONTDESK_URL: server.origin, HOME: server.folder });
  const commands = await examplesIn('docs/command-line.md');
  const outputs: string[] = [];
  for (const command of commands.filter((command) => !command.startsWith('export '))) outputs.push(await run(command));
  assert.equal(outputs.length, 9);
  const [read = '', draft = '', bulk = '', media = '', found = '', , scripts = '', , folder = ''] = outputs;
  assert.match(read, /^welcome-to-frontdesk\t.*\nwalking-tour\t.*\nID\titem_/);
  assert.match(draft, /\/preview\/[\s\S]*\ntitle\tWalking tour\tNight tour\n/);
  assert.equal(bulk.match(/^update\twalking-tour\tpublish\ttrue\t.*\ncreate\tharbor-tour\tdraft\ttrue\t/gm)?.length, 2);
  assert.match(media, /^(med_\w+)\tharbor\.jpg\timage\/jpeg\t[\s\S]*\?link=[\s\S]*\n\1\n$/);
  assert.match(found, /^product\tNight tour\t/);
  const events = (await readFile(path.join(server.folder, 'events.ndjson'), 'utf8')).trimEnd().split('\n');
  assert.ok(
    events.some((line) => JSON.parse(line).type === 'item.updated'),
    events.join('\n'),
  );
  assert.match(scripts, /^harbor-tour\tpublish\t/);
  assert.match(
    await readFile(path.join(server.folder, 'posts.ndjson'), 'utf8'),
    /^\{.*"slug":"welcome-to-frontdesk".*\}\n$/,
  );
  assert.match(folder, /up to date\.\nfd_/);
});

test('the shape of a site as a file', { skip }, async (t) => {
  const server = await startServerProcess(t);
  const PATH = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
  const run = await shellOf(server, { PATH, FRONTDESK_URL: server.origin });
  const [pull = '', push = '', ...more] = await examplesIn('docs/schema.md');
  assert.deepEqual(more, []);
  assert.equal(await run(pull), 'site.yaml was written.\n');
  const [shape = ''] = await examplesIn('docs/schema.md', 'yaml');
  await writeFile(path.join(server.folder, 'site.yaml'), shape);
  assert.match(
    await run(push),
    /^~ settings\n[\s\S]*\+ type tour\n[\s\S]*\+ category islands\n[\s\S]*\+ webhook form booking /,
  );
  assert.equal(await run('frontdesk schema diff site.yaml'), '');
});

const skipBackup =
  testDialect !== 'sqlite' || spawnSync('sqlite3', ['--version']).error ? 'requires SQLite and its sqlite3' : skip;

test('a backup of a running service is complete when it is restored', { skip: skipBackup }, async (t) => {
  const server = await startServerProcess(t);
  const run = await shellOf(server);
  const form = { name: 'Jobs', slug: 'jobs', fields: [{ name: 'cv', type: 'file', label: 'CV' }] };
  assert.equal((await server.request('POST', '/forms', form)).status, 201);
  const answers = new FormData();
  answers.set('cv', new File(['My CV'], 'cv.txt', { type: 'text/plain' }));
  const submitted = await fetch(`${server.api}/forms/jobs/submit`, { method: 'POST', body: answers });
  assert.equal(submitted.status, 200);

  const [backup = ''] = await examplesIn('docs/backup.md', 'sh', '## SQLite');
  await run(backup);
  assert.equal(await server.stop(), 0);
  const data = path.join(server.folder, 'data');
  await rm(data, { recursive: true });
  await cp(path.join(server.folder, 'backup'), data, { recursive: true });
  await server.start();

  const { body } = await server.request('GET', '/forms/jobs/submissions');
  const file = await server.request('GET', `/files/${body.items[0].files[0].id}`);
  assert.deepEqual([file.status, file.body], [200, 'My CV']);
});
