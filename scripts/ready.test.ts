import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { runtimeLimits } from '../packages/server/src/bundle.mjs';

const options = { skip: process.platform === 'win32' };

let root: string;
before(async () => {
  root = await makeProject();
});
after(() => rm(root, { recursive: true, force: true }));

/** Creates a project whose only dependency is a local replacement for the pinned Node, so that it installs offline. */
async function makeProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-ready-'));
  for (const name of ['scripts', 'packages/server/src', 'runtime/bin'])
    await mkdir(join(folder, name), { recursive: true });
  for (const name of ['scripts/ready.mjs', 'packages/server/src/bundle.mjs', 'packages/server/src/main.ts'])
    await copyFile(new URL(`../${name}`, import.meta.url), join(folder, name));
  // No link: npm sets the mode of what it installs, which would be that of the Node that runs these tests.
  await writeFile(join(folder, 'runtime/bin/node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  const dependencies = { node: 'file:./runtime' };
  const runtime = { name: 'node', version: '1.0.0', bin: { node: 'bin/node' } };
  const packages = {
    '': { name: 'project', dependencies },
    'node_modules/node': { resolved: 'runtime', link: true },
    runtime: { version: '1.0.0', bin: { node: 'bin/node' } },
  };
  await writeJson(join(folder, 'package.json'), { name: 'project', dependencies, allowScripts: {} });
  await writeJson(join(folder, 'runtime/package.json'), runtime);
  await writeJson(join(folder, 'package-lock.json'), { name: 'project', lockfileVersion: 3, requires: true, packages });
  await writeFile(
    join(folder, 'target.ts'),
    `const [what, ...rest]: string[] = process.argv.slice(2);
     if (what === 'wait') {
       process.on('SIGTERM', () => process.exit(12));
       setInterval(() => {}, 1000);
     } else process.exitCode = Number(what);
     console.log(JSON.stringify({ what, rest, cache: process.env.NODE_COMPILE_CACHE }));`,
  );
  return folder;
}

function writeJson(path: string, value: unknown): Promise<void> {
  return writeFile(path, JSON.stringify(value));
}

const startReady = (...args: string[]) => startNode(join(root, 'scripts/ready.mjs'), ...args);

function startNode(...args: string[]) {
  // This test may itself have been started by ready.mjs, which sets it for its children.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const seen = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    seen.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    seen.err += text;
  });
  return { child, seen, closed: once(child, 'close') };
}

const runReady = (...args: string[]) => ended(startReady(...args));

async function ended({ seen, closed }: ReturnType<typeof startNode>) {
  const [code, signal] = await closed;
  return { code, signal, ...seen };
}

test('the first start installs and says so; the second only runs', async () => {
  const first = await runReady('target.ts', '3', 'a b', '--flag');
  assert.match(first.err, /^Installing dependencies \(first run\) …\n[\s\S]*Installed in [\d.]+ s\.\n$/);
  assert.equal(first.code, 3);
  const cache = join(root, 'node_modules/.cache/frontdesk-compiled');
  assert.deepEqual(JSON.parse(first.out), { what: '3', rest: ['a b', '--flag'], cache });

  const second = await runReady('target.ts', '0');
  assert.deepEqual([second.code, second.err], [0, '']);
});

test('a changed lock file is installed again', async () => {
  await runReady('target.ts', '0');
  const lockFile = join(root, 'package-lock.json');
  await writeJson(lockFile, { ...JSON.parse(await readFile(lockFile, 'utf8')), version: '2.0.0' });
  const changed = await runReady('target.ts', '0');
  assert.match(changed.err, /^Installing dependencies \(package-lock.json has changed\) …\n/);
  assert.equal((await runReady('target.ts', '0')).err, '');
});

test('a manual installation is accepted as it is', async () => {
  await runReady('target.ts', '0');
  await rm(join(root, 'node_modules/.frontdesk-ready'));
  assert.equal((await runReady('target.ts', '0')).err, '');
  assert.match(await readFile(join(root, 'node_modules/.frontdesk-ready'), 'utf8'), /^[0-9a-f]{64}$/);
});

const service = 'packages/server/src/main.ts';
const config = 'packages/server/rolldown.config.ts';

async function save(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
}

/** What the service does once it runs. */
const saveService = (text: string): Promise<void> => save('packages/server/src/run.ts', text);

/** Gives the project a service, which can be bundled. The admin cannot be built, which does not stop the service. */
async function makeService(): Promise<void> {
  await saveService("console.log('first', process.argv[1], process.env.NODE_COMPILE_CACHE, ...process.execArgv);");
  await save(config, "export default { input: { main: 'packages/server/src/run.ts' } };");
  const files = ['admin/src/main.ts', 'admin/public/icon.svg', 'admin/index.html', 'admin/vite.config.ts'];
  for (const name of [...files, 'client/src/client.ts', 'payment-sandbox/src/server.ts'])
    await save(`packages/${name}`, '');
  await runReady('target.ts', '0');
  const rolldown = join(root, 'node_modules/rolldown');
  await rm(rolldown, { force: true });
  await symlink(new URL('../node_modules/rolldown', import.meta.url), rolldown);
}

test('the service runs from a bundle of its sources as they are now, and from the sources if there can be none', async () => {
  await makeService();
  const first = await runReady(service);
  assert.equal(first.code, 0, first.err);
  assert.match(first.err, /^Building the service …\nBuilt in [\d.]+ s\.$/m);
  const [, folder] =
    first.out.match(
      /^first (.*\/packages\/server\/dist\/[0-9a-f]{16})\/main\.js \1\/compiled --max-semi-space-size=8 --heap-growing-percent=35 --v8-pool-size=[1-4] --min-semi-space-size=4 --initial-heap-size=48$/m,
    ) ?? [];
  assert.ok(folder, first.out);
  const second = await runReady(service);
  assert.equal(second.out, first.out);
  assert.doesNotMatch(second.err, /Building the service/);

  const dist = dirname(folder);
  const hoursAgo = { '0000000000000001': 10, '0000000000000002': 11, '0000000000000003': 12, 'f-1': 0, 'f-2': 13 };
  for (const [name, hours] of Object.entries(hoursAgo)) {
    await mkdir(join(dist, name));
    const time = new Date(Date.now() - hours * 3_600_000);
    await utimes(join(dist, name), time, time);
  }
  for (const word of ['second', 'third']) {
    await saveService(`console.log('${word}, changed');`);
    assert.equal((await runReady(service)).out, `${word}, changed\n`);
  }
  const left = await readdir(dist);
  assert.equal(left.length, 6, 'this bundle, four earlier ones, and one that is being built');
  for (const name of ['0000000000000003', 'f-2']) assert.ok(!left.includes(name), name);

  for (const name of left) await writeFile(join(dist, name, 'main.js'), '');
  const repaired = await runReady(service);
  assert.equal(repaired.out, 'third, changed\n');
  assert.match(repaired.err, /Building the service/, 'a damaged bundle is built again');
  assert.doesNotMatch((await runReady(service)).err, /Building the service/);

  await save(config, 'throw new Error();');
  await saveService("console.log('from', process.argv[1]);");
  const unbuilt = await runReady(service);
  assert.equal(unbuilt.out, `from ${join(root, service)}\n`);
  assert.match(unbuilt.err, /WARNING: The service starts from its sources/);
});

test('the checks find a bundle of exactly these sources, which their tests start', async () => {
  await makeService();
  const program = 'scripts/check.ts';
  await save(
    program,
    `import { findBundle, listSources } from '../packages/server/src/bundle.mjs';
     console.log(findBundle(listSources()) !== null);`,
  );
  assert.equal((await runReady(program)).out, 'true\n');
  await saveService("console.log('changed');");
  assert.equal((await runReady(program)).out, 'true\n');
});

test(
  'the service that is started directly runs the bundle of exactly these sources, and builds none',
  options,
  async () => {
    const runService = (...nodeOptions: string[]) => ended(startNode(...nodeOptions, join(root, service)));
    const sources = `first ${join(root, service)} ${join(root, 'node_modules/.cache/frontdesk-compiled')}`;
    await makeService();
    const dist = join(root, 'packages/server/dist');
    await rm(dist, { recursive: true, force: true });
    assert.equal(
      (await runService()).out,
      `${sources} ${runtimeLimits.join(' ')} --min-semi-space-size=4 --initial-heap-size=48\n`,
    );
    assert.ok(!existsSync(dist));

    const { out } = await runReady(service);
    assert.match(out, /\/dist\/[0-9a-f]{16}\/main\.js /);
    assert.equal((await runService()).out, out);
    assert.equal((await runService('--stack-size=900')).out, `${sources} --stack-size=900\n`);

    const [name] = (await readdir(dist)) as [string];
    const bundle = join(dist, name, 'main.js');
    const text = await readFile(bundle, 'utf8');
    await writeFile(bundle, '');
    assert.match((await runService()).out, /\/src\/main\.ts /, 'a damaged bundle');
    await writeFile(bundle, text);
    assert.equal((await runService()).out, out);

    await save('packages/server/src/added.test.ts', '');
    assert.equal((await runService()).out, out, 'a test is no source');
    await save('packages/server/src/added.ts', '');
    assert.match((await runService()).out, /\/src\/main\.ts /, 'a stale bundle');
    await rm(join(root, 'packages/server/src/added.ts'));
    assert.equal((await runService()).out, out);
    assert.deepEqual(await readdir(dist), [name]);
  },
);

test('SIGTERM reaches the program, and its exit code is returned', async () => {
  const { child, seen, closed } = startReady('target.ts', 'wait');
  const deadline = Date.now() + 60_000;
  while (!seen.out) {
    assert.ok(Date.now() < deadline, `no output: ${seen.err}`);
    await setTimeout(10);
  }
  child.kill('SIGTERM');
  assert.deepEqual(await closed, [12, null]);
});

test('a failed installation ends with one clear message', async () => {
  const lockFile = join(root, 'package-lock.json');
  const lock = await readFile(lockFile, 'utf8');
  await writeFile(lockFile, '{"lockfileVersion": 3');
  const failed = await runReady('target.ts', '0');
  await writeFile(lockFile, lock);
  assert.equal(failed.code, 1);
  assert.match(failed.err, /Installing dependencies failed\. See the output of npm above\.\n$/);
  assert.equal(failed.out, '');
});

test('without a target it prints its usage', async () => {
  const { code, err } = await runReady();
  assert.deepEqual([code, err], [1, 'Usage: node scripts/ready.mjs TARGET [args…]\n']);
});
