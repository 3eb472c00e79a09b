// The command `frontdesk`: which commands there are, their help, and what is wrong with a command line.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { serverCommands } from '../src/cli/server-commands.ts';
import { runCommand as runInProcess } from '../src/cli.ts';
import { type Outcome, runCommand } from './support/run-command.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Runs a command that needs no process of its own. */
async function runHere(t: TestContext, args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const [log, error] = (['log', 'error'] as const).map((method) => t.mock.method(console, method, () => {}).mock);
  const code = Number(await runInProcess(args, environment));
  const [stdout = '', stderr = ''] = [log, error].map((mock) => {
    mock?.restore();
    return (mock?.calls ?? []).map(({ arguments: [text] }) => `${text}\n`).join('');
  });
  return { code, stdout, stderr };
}

test('with a Node that cannot run TypeScript, as before Node 22, the pinned Node runs the commands', async () => {
  const nodeOptions = ['--no-strip-types'];
  for (const [args, expected] of [
    [['types', '--help'], /^Usage: frontdesk types/],
    [['token', 'create', '--help'], /^Usage: frontdesk token create/],
    [['help', 'token', 'create'], /^Usage: frontdesk token create/],
    [['--help'], /^Usage: frontdesk [\s\S]* media upload [\s\S]* migrate /],
  ] as const) {
    const { code, stdout, stderr } = await runCommand(args, { nodeOptions });
    assert.equal(code, 0, stderr);
    assert.match(stdout, expected);
  }
  assert.equal((await runCommand(['token', 'create'], { nodeOptions })).code, 1, 'the exit code is passed on');
});

test('each command is in the help, has examples that are its own, and is documented', async (t) => {
  const { stdout: overview } = await runHere(t, []);
  const [client = ''] = overview.split('In the folder of the service');
  const names = [...client.matchAll(/^ {2}(\S+(?: [a-z]+)?) {2,}/gm)].map(([, name]) => name as string);
  assert.ok(names.length > 15, overview);
  const document = await readFile(path.join(root, 'docs/command-line.md'), 'utf8');
  for (const name of names) {
    const { code, stdout } = await runHere(t, [...name.split(' '), '--help']);
    assert.equal(code, 0);
    const [, usage = ''] = /^Usage: frontdesk (.*)$/m.exec(stdout) ?? [];
    assert.ok(document.includes(`| \`${usage}\` |`), usage);
    const [, examples = ''] = stdout.split('Examples:\n');
    assert.match(examples, new RegExp(`^ {2}(?:echo .* \\| )?frontdesk ${name}(?: |$)`, 'm'));
    const row = document.split('\n').find((line) => line.startsWith(`| \`${usage}\` |`)) ?? '';
    const own = [...stdout.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, option]) => option as string);
    for (const option of own.filter((option) => !['url', 'token', 'json', 'help'].includes(option))) {
      assert.ok(row.includes(`--${option}`), `${name} --${option} is documented`);
    }
  }
});

test('the commands of the server are those that it has', async () => {
  const cli = path.join(root, 'packages/server/src/cli.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, '--help']);
  const [, list = ''] = stdout.split('Commands:\n');
  const names = [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name as string);
  assert.deepEqual(names.filter((name) => name !== 'help').sort(), Object.keys(serverCommands).sort());
});

test('a wrong command line is said in one line, with what was probably meant', async (t) => {
  const key = { FRONTDESK_URL: 'http://127.0.0.1:9', FRONTDESK_TOKEN: 'fd_key' };
  for (const [args, expected, environment = key] of [
    [['medai', 'list'], /unknown command "medai"\. Did you mean "media"\?/],
    [['upload', 'a.jpg'], /unknown command "upload"\. Did you mean "media upload"\?/],
    [['improt'], /Did you mean "import"\?/],
    [['frobnicate'], /unknown command "frobnicate"\. \(frontdesk --help\)/],
    [['media', 'lsit'], /^frontdesk media: unknown command "lsit"\. Did you mean "list"\?/],
    [['items', 'list', 'post', '--serch', 'x'], /unknown option --serch\. Did you mean --search\?/],
    [['items', 'list'], /TYPE is missing: frontdesk items list TYPE/],
    [['items', 'get', 'post', ''], /SLUG is missing/],
    [['items', 'get', 'post', 'a', 'b'], /unexpected argument "b"/],
    [['media', 'upload'], /FILE is missing/],
    [['items', 'list', 'post', '--limit', '0'], /--limit must be a whole number from 1, not "0"/],
    [['items', 'list', 'post', '--limit', '5', '--all'], /--limit and --all cannot be combined/],
    [['items', 'list', 'post', '--filter', 'price'], /--filter must be NAME=VALUE/],
    [['items', 'list', 'post', '--limit'], /argument missing/],
    [['items', 'diff', 'post', 'a', 'one'], /NUMBER must be a whole number/],
    [['items', 'restore', 'post', 'a', '1', '--to', 'trash'], /--to must be live or draft, not "trash"/],
    [['items', 'publish', 'post', 'a', '--at', 'x', '--cancel'], /--at and --cancel cannot be combined/],
    [['media', 'link', 'med_1', '--expires', 'soon'], /--expires must be a duration such as 30m/],
    [['search', 'x'], /--token is required: an API key with/, { FRONTDESK_URL: 'http://127.0.0.1:9' }],
    [['search', 'x'], /--token is not an API key/, { ...key, FRONTDESK_TOKEN: 'fd_…' }],
    [['search', 'x'], /--url is required/, { FRONTDESK_TOKEN: 'fd_key' }],
    [['search', 'x'], /--url must start with http/, { ...key, FRONTDESK_URL: 'frontdesk.example' }],
  ] as [string[], RegExp, Record<string, string>?][]) {
    const { code, stdout, stderr } = await runHere(t, args, environment);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, expected);
    assert.match(stderr, /^frontdesk.* --help\)\n$/, 'one line, with the help that says more');
  }
  const { code, stderr } = await runCommand(['media']);
  assert.equal(code, 2);
  assert.match(stderr, /frontdesk media upload FILE…/);
});
