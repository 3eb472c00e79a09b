// A new project with the client, packed or installed from a clone, and the types of a running service compiles and runs.
// When a field it uses is renamed, it no longer compiles. The examples of the documents compile, too, and those of the client
// run against the service.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts';

const clientFolder = path.resolve(import.meta.dirname, '..');
const root = path.resolve(clientFolder, '../..');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const isWindows = process.platform === 'win32';

type Outcome = { code: number; output: string };

function run(folder: string, program: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd: folder, shell: isWindows && program === 'npm' };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    );
  });
}

async function succeed(folder: string, program: string, args: string[]): Promise<string> {
  const { code, output } = await run(folder, program, args);
  assert.equal(code, 0, `${program} ${args.join(' ')}\n${output}`);
  return output;
}

const tsconfig = {
  compilerOptions: { module: 'nodenext', target: 'esnext', strict: true, noEmit: true, types: [] },
  files: ['program.ts'],
};

const program = `import { createClient, FrontdeskError, verifyWebhook } from '@frontdesk/client';
import type { Site } from './site.d.ts';

const [baseUrl = '', token] = ARGUMENTS;
const client = createClient<Site>({ baseUrl, token });
const { items } = await client.content('product').list({ orderBy: 'fields.price', filter: { price: { gte: 1 } } });
const prices: number[] = items.map(({ fields }) => fields.price);
const answer = await client.forms('contact').submit({ name: 'Ada', email: 'ada@example.com', message: 'Hello' });
const refused = await client.content('product').get('nothing').catch((error: unknown) => error);
const code = refused instanceof FrontdeskError ? refused.code : null;
console.log(JSON.stringify({ prices, status: answer.status, code, verify: typeof verifyWebhook }));
`;

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-project-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder that contains only the packed client. */
async function makeProject(t: TestContext): Promise<string> {
  const folder = await makeFolder(t);
  const packed = path.join(folder, 'packed');
  await mkdir(packed);
  await succeed(clientFolder, 'npm', ['pack', '--pack-destination', packed]);
  const [tarball = assert.fail('npm pack made nothing')] = await readdir(packed);
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const install = ['install', `./packed/${tarball}`, '--no-audit', '--no-fund', '--offline'];
  await succeed(folder, 'npm', install);
  return folder;
}

/** An empty project beside a clone in which nothing has been built. */
async function makeProjectBesideClone(t: TestContext): Promise<string> {
  const folder = await makeFolder(t);
  const clone = path.join(folder, 'frontdesk');
  const isSource = (file: string): boolean => !file.startsWith(path.join(clientFolder, 'dist'));
  for (const part of [
    'package.json',
    'tsconfig.json',
    'LICENSE',
    'CHANGELOG.md',
    'docs/frontdesk.schema.json',
    'scripts',
    'packages/client',
  ])
    await cp(path.join(root, part), path.join(clone, part), { recursive: true, filter: isSource });
  await symlink(path.join(root, 'node_modules'), path.join(clone, 'node_modules'), 'junction');
  const project = path.join(folder, 'shop');
  await mkdir(project);
  return project;
}

/** The code blocks of a document in a language. */
async function examplesIn(file: string, language: string): Promise<string[]> {
  const text = await readFile(path.join(root, file), 'utf8');
  return [...text.matchAll(new RegExp(`^\`{3}${language}\\n([\\s\\S]*?)^\`{3}`, 'gm'))].map(
    ([, code]) => code as string,
  );
}

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What the examples take as given. */
const given = `import * as client from '@frontdesk/client/admin';
import type { Site } from './site.d.ts';
declare global {
  const FrontdeskError: typeof client.FrontdeskError;
  const frontdesk: ReturnType<typeof client.createClient<Site>>;
  const admin: ReturnType<typeof client.createAdminClient<Site>>;
  const fileInput: HTMLInputElement;
  function welcome(submission: object, contact: object | null): Promise<void>;
  function recordRefund(data: object): Promise<void>;
}
`;

/** The same, for running them. */
const givenValues = `import * as client from '@frontdesk/client/admin';
const [baseUrl, token] = ARGUMENTS;
const png = Buffer.from('${onePixel}', 'base64');
Object.assign(globalThis, {
  FrontdeskError: client.FrontdeskError,
  frontdesk: client.createClient({ baseUrl, token }),
  admin: client.createAdminClient({ baseUrl, token }),
  fileInput: { files: [new File([png], 'mug.png', { type: 'image/png' })] },
});
`;

/** Examples that go on for ever, or need an ID that only the reader has. */
const isOpenEnded = (code: string): boolean => /events\.stream|'\w+_…'/.test(code);

/** Runs examples one after another in one process. Returns what they print. */
async function runExamples(folder: string, { api, token }: ServerProcess, examples: string[]): Promise<string> {
  await writeFile(path.join(folder, 'given.ts'), givenValues.replace('ARGUMENTS', JSON.stringify([api, token])));
  for (const [index, code] of examples.entries()) {
    const here = code
      .replace('https://frontdesk.example/api/v1', api)
      .replace('process.env.FRONTDESK_TOKEN', `'${token}'`);
    await writeFile(path.join(folder, `run-${index}.ts`), `${here}\nexport {};\n`);
  }
  const imports = examples.map((_, index) => `await import('./run-${index}.ts');\n`);
  await writeFile(path.join(folder, 'run.ts'), `await import('./given.ts');\n${imports.join('')}`);
  return succeed(folder, process.execPath, ['run.ts']);
}

function frontdesk(folder: string, ...args: string[]): Promise<Outcome> {
  const bin = path.join(folder, 'node_modules', '@frontdesk', 'client', 'bin', 'frontdesk.mjs');
  return run(folder, process.execPath, [bin, ...args]);
}

function typesOf({ api, token }: ServerProcess): string[] {
  return ['types', '--url', api, '--token', token, '--out', 'site.d.ts'];
}

test('a new project has the types of the running service, and a renamed field does not compile', async (t) => {
  const server = await startServerProcess(t);
  const folder = await makeProject(t);

  await t.test('the package brings what it needs and nothing else', async () => {
    // Optional, and so not there if npm does not have it while it is offline.
    const installed = (await readdir(path.join(folder, 'node_modules'))).filter((name) => name !== 'yaml');
    assert.deepEqual(installed, ['.bin', '.package-lock.json', '@frontdesk']);
    const files = await readdir(path.join(folder, 'node_modules', '@frontdesk', 'client'), { recursive: true });
    const unwanted = files.filter((file) => /test|(?<!\.d)\.ts$|^src/.test(file));
    assert.deepEqual(unwanted, []);
    assert.ok(
      ['README.md', 'LICENSE', 'CHANGELOG.md', 'bin/frontdesk.mjs', 'dist/client.d.ts', 'dist/admin.d.ts'].every(
        (file) => files.includes(path.normalize(file)),
      ),
    );
    assert.ok((await readdir(path.join(folder, 'node_modules', '.bin'))).some((name) => name.startsWith('frontdesk')));
  });

  await t.test('publint and are-the-types-wrong find nothing', async () => {
    const [tarball = ''] = await readdir(path.join(folder, 'packed'));
    const installed = path.join(folder, 'node_modules', '@frontdesk', 'client');
    await succeed(root, process.execPath, [path.join(root, 'node_modules/publint/src/cli.js'), '--strict', installed]);
    const attw = path.join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    await succeed(root, process.execPath, [attw, '--profile', 'esm-only', path.join(folder, 'packed', tarball)]);
  });

  await t.test('the types are generated, and the program compiles and runs', async () => {
    const { code, output } = await frontdesk(folder, ...typesOf(server));
    assert.equal(code, 0, output);
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    const argumentsHere = JSON.stringify([server.api, server.token]);
    await writeFile(path.join(folder, 'program.ts'), program.replace('ARGUMENTS', argumentsHere));
    await succeed(folder, process.execPath, [tsc, '-p', '.']);
    const printed = JSON.parse(await succeed(folder, process.execPath, ['program.ts']));
    assert.deepEqual(printed, { prices: [25], status: 'ok', code: 'item_not_found', verify: 'function' });
  });

  await t.test('a field is renamed: --check fails, and with the new types the program does not compile', async () => {
    const before = await readFile(path.join(folder, 'site.d.ts'), 'utf8');
    assert.equal((await frontdesk(folder, ...typesOf(server), '--check')).code, 0);
    const fields = [{ name: 'cost', type: 'number', required: true }];
    assert.equal((await server.request('PATCH', '/types/product?allowDestructive=true', { fields })).status, 200);

    const check = await frontdesk(folder, ...typesOf(server), '--check');
    assert.equal(check.code, 1);
    assert.match(check.output, /^- +price: number;$/m);
    assert.match(check.output, /^\+ +cost: number;$/m);
    assert.equal(await readFile(path.join(folder, 'site.d.ts'), 'utf8'), before);
    await succeed(folder, process.execPath, [tsc, '-p', '.']);

    assert.equal((await frontdesk(folder, ...typesOf(server))).code, 0);
    const { code, output } = await run(folder, process.execPath, [tsc, '-p', '.']);
    assert.notEqual(code, 0);
    assert.match(output, /fields\.price/);
    assert.match(output, /'price' does not exist/);
  });

  await t.test('commands of the server are not here, which is said', async () => {
    const { code, output } = await frontdesk(folder, 'serve');
    assert.equal(code, 2);
    assert.match(output, /"serve" is a command of the server, which is not installed here/);
  });
});

test('the client is installed from a clone as documented, and the examples compile and run', async (t) => {
  const server = await startServerProcess(t);
  const fields = [
    { name: 'name', type: 'text', required: true },
    { name: 'cv', type: 'file' },
  ];
  assert.equal((await server.request('POST', '/forms', { name: 'Application', fields })).status, 201);
  const event = { name: 'event', fields: [{ name: 'photo', type: 'media' }] };
  assert.equal((await server.request('POST', '/types', event)).status, 201);
  const folder = await makeProjectBesideClone(t);
  const clone = path.join(folder, '../frontdesk');
  await succeed(clone, 'npm', ['run', 'prepare', '--prefix', 'packages/client']);
  const build = path.join(clone, 'packages/client/dist');
  assert.ok((await readdir(build)).includes('client.js'));
  await rm(build, { recursive: true });
  const [install = assert.fail('the README has no install lines')] = await examplesIn(
    'packages/client/README.md',
    'sh',
  );
  for (const line of install.trim().split('\n')) {
    const [program = '', ...args] = line.replace(/ +#.*/, '').split(' ');
    await succeed(folder, program, args);
  }

  const bin = path.join(folder, 'node_modules', '@frontdesk', 'client', 'bin', 'frontdesk.mjs');
  // As Node 20, which cannot run the sources of the clone.
  await succeed(folder, process.execPath, ['--no-strip-types', bin, ...typesOf(server)]);
  const compilerOptions = {
    ...tsconfig.compilerOptions,
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules', '@types')],
  };
  const documents = ['README.md', 'packages/client/README.md', 'docs/media.md', 'docs/lists.md', 'docs/crm.md'];
  const examples = (await Promise.all(documents.map((file) => examplesIn(file, 'ts')))).flat();
  assert.ok(examples.length >= 12, 'the examples were found');
  for (const [index, code] of examples.entries()) {
    await writeFile(path.join(folder, `example-${index}.ts`), `${code}\nexport {};\n`);
  }
  await writeFile(path.join(folder, 'given.d.ts'), given);
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await succeed(folder, process.execPath, [tsc, '-p', '.']);

  const mug = { title: 'Mug', slug: 'mug', status: 'publish', fields: { price: 12 } };
  assert.equal((await server.request('POST', '/content/product', mug)).status, 201);
  const ofClient = (await examplesIn('packages/client/README.md', 'ts')).filter((code) => !isOpenEnded(code));
  assert.ok(ofClient.length >= 8, `${ofClient.length} examples can be run`);
  const printed = await runExamples(folder, server, ofClient);
  assert.match(printed, /^\/email format must be an email address/m, 'the example of an error');
  const { body } = await server.request('GET', '/content/product?status=trash');
  assert.equal(body.total, 0, 'what the examples created is deleted again');
  assert.equal((await server.request('GET', '/forms/application/submissions')).body.total, 1);
});
