// The command `frontdesk`: which commands there are, their help, and what is wrong with a command line.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { serverCommands } from '../src/cli/server-commands.ts';
import { commands, runCommand as runInProcess } from '../src/commands/cli.ts';
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
  assert.equal((await runCommand(['token', 'create'], { nodeOptions })).code, 2, 'the exit code is passed on');
});

test('each command is in the help, with its options and examples', async (t) => {
  const { stdout: overview } = await runHere(t, []);
  const lines = overview.split('\n');
  for (const { name, summary, ...command } of [...commands, ...serverCommands]) {
    const [resource, verb = ''] = name.split(' ');
    const isShown =
      'operation' in command
        ? lines.some((line) => line.startsWith(`  ${resource} `) && line.split(/[ ,]+/).includes(verb))
        : lines.some((line) => line.startsWith(`  ${name} `) && line.endsWith(summary));
    assert.ok(isShown, name);
  }
  for (const { name, args, options } of commands) {
    const { code, stdout } = await runHere(t, [...name.split(' '), '--help']);
    assert.equal(code, 0);
    assert.ok(stdout.startsWith(`Usage: frontdesk ${name} ${args}`.trimEnd()), stdout);
    assert.match(stdout, /^Usage: .* \[options\]\n/);
    assert.doesNotMatch(stdout, /^ {2}--[\w-]+ [^\s<]+ {2}/m, 'values are <named>');
    for (const option of Object.keys(options)) assert.ok(stdout.includes(`\n  --${option} `), option);
    assert.match(stdout, /\nExamples:\n {2}/);
  }
});

/** The words of an example after `frontdesk`, as a shell splits them, up to a pipe or a redirection. */
function wordsOf(example: string): string[] {
  const [, call = ''] = /(?:^|\| )frontdesk (.*)/.exec(example) ?? [];
  const words = call.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const end = words.findIndex((word) => ['|', '>', '<'].includes(word));
  return words.slice(0, end === -1 ? undefined : end);
}

test('each example in the reference is of its command, and uses options that it has', async () => {
  const described = commands.filter((command) => !('operation' in command));
  const reference = await readFile(path.join(root, 'docs/commands.md'), 'utf8');
  const parts = reference.split('\n### ').slice(1);
  assert.equal(parts.length, described.length + serverCommands.length);
  for (const part of parts) {
    const [name = '', ...lines] = part.split('\n');
    const client = commands.find((command) => command.name === name);
    const server = serverCommands.find((command) => command.name === name);
    const known = [...Object.keys({ ...client?.options, ...server?.options }), 'url', 'token', 'json', 'help', 'data'];
    const examples = lines.filter((line) => /^(?:frontdesk|echo) /.test(line) && !line.endsWith(' [options]'));
    assert.ok(examples.length > 0, name);
    for (const example of examples) {
      const words = wordsOf(example);
      assert.equal(words.slice(0, name.split(' ').length).join(' '), name);
      for (const word of words.filter((word) => word.startsWith('--')))
        assert.ok(known.includes(word.slice(2).split('=')[0] as string), `${example}: ${word}`);
    }
  }
});

test('the version is printed, however it is asked for', async (t) => {
  for (const word of ['version', '--version', '-v', '-V'])
    assert.deepEqual(await runHere(t, [word]), { code: 0, stdout: 'unknown\n', stderr: '' });
});

test("faults of the server's commands are one line, with what was probably meant, and end with 2", async () => {
  for (const [args, expected] of [
    [['token', 'crate'], /^frontdesk token: unknown command 'crate'\. Did you mean create\?/],
    [['start', '--dta', 'x'], /^frontdesk start: unknown option '--dta'\. Did you mean --data\?/],
    [['token', 'create'], /^frontdesk token create: required option '--name <name>' not specified\./],
    [['user', 'create', 'ada'], /Use an email address\. \(frontdesk user create --help\)/],
    [['import', 'wordpress'], /^frontdesk import wordpress: missing required argument 'file'\./],
  ] as const) {
    const { code, stdout, stderr } = await runCommand(args);
    assert.deepEqual([code, stdout], [2, ''], stderr);
    assert.match(stderr, expected);
    assert.match(stderr, /^.* --help\)\n$/);
  }
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
    [['items', 'list'], /<type> is missing: frontdesk items list <type>/],
    [['items', 'get', 'post', ''], /<id> is missing/],
    [['items', 'get', 'post', 'a', 'b'], /unexpected argument "b"/],
    [['media', 'upload'], /<file> is missing/],
    [['items', 'list', 'post', '--limit', '0'], /--limit must be a whole number from 1, not "0"/],
    [['items', 'list', 'post', '--limit', '5', '--all'], /--limit and --all cannot be combined/],
    [['items', 'list', 'post', '--filter', 'price'], /--filter must be name=value/],
    [['items', 'list', 'post', '--limit'], /argument missing/],
    [['contacts', 'create'], /--data or --set is required/],
    [['contacts', 'create', '--set', 'email'], /--set must be name=value/],
    [['contacts', 'get', '..'], /"\.\." is not a valid name or ID/],
    [['contacts', 'list', '--mail', 'x'], /unknown option --mail\. Did you mean --email\?/],
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
  assert.match(stderr, /frontdesk media upload <file>…/);
  assert.match(stderr, /frontdesk media list /);
});
