// The commands for those who operate a service: its state, deliveries on one's own computer, completion, keys.

import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { testDialect } from '../../server/test/support/test-dialect.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { runCommand } from './support/run-command.ts';

const bin = path.resolve(import.meta.dirname, '../bin/frontdesk.mjs');

async function startService(t: TestContext): Promise<{ service: TestService; environment: Record<string, string> }> {
  const service = await startTestService(t);
  const environment = { FRONTDESK_URL: await service.listen(), FRONTDESK_TOKEN: service.token };
  const form = { slug: 'contact', name: 'Contact', fields: [{ name: 'name', type: 'text' }] };
  assert.equal((await service.request('POST', '/forms', { body: form })).status, 201);
  return { service, environment };
}

test('system shows what the service is and what waits in it', async (t) => {
  const { service, environment } = await startService(t);
  const { code, stdout, stderr } = await runCommand(['system', 'get'], { environment });
  assert.equal(code, 0, stderr);
  const shown = Object.fromEntries(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')),
  );
  assert.equal(shown.database, testDialect);
  assert.equal(shown.mailServerConfigured, 'false');
  assert.match(shown['jobs.due'], /^\d+$/);
  const json = await runCommand(['system', 'get', '--json'], { environment });
  const { jobs, request, version } = JSON.parse(json.stdout);
  assert.equal(jobs.failed, 0);
  assert.equal(request.address, '127.0.0.1');
  assert.equal((await runCommand(['version'])).stdout.trim(), version);
  const limited = { ...environment, FRONTDESK_TOKEN: await service.tokenWith('content:read') };
  assert.equal((await runCommand(['system', 'get'], { environment: limited })).code, 1);
});

/** Starts it and returns its lines of JSON, and how it ends. */
async function startListening(t: TestContext, args: string[], environment: Record<string, string>) {
  const { FRONTDESK_URL: _url, FRONTDESK_TOKEN: _token, ...rest } = process.env;
  const env = { ...rest, ...environment };
  const child = spawn(process.execPath, [bin, 'webhooks', 'listen', '--json', '--port', '0', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let notes = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      notes += chunk;
      const [, url] = /Listening at (\S+?)(?:,|\s)/.exec(notes) ?? [];
      if (url) resolve(url);
    });
    child.once('close', () => reject(new Error(notes)));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value as string);
  // As by a terminal and by the shell in it. It sees both at once: the second one could meet a process that has done all it had to.
  const stop = () => {
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) child.kill(signal);
  };
  return { origin, next, stop, closed, notes: () => notes };
}

test('webhooks listen subscribes, prints verified deliveries, and unsubscribes at the end', async (t) => {
  const { service, environment } = await startService(t);
  await service.work();
  const listening = await startListening(t, ['--form', 'contact'], environment);
  const subscribed = await service.request('GET', '/forms/contact/webhooks');
  assert.equal(subscribed.body.items[0]?.url, listening.origin);
  assert.deepEqual(subscribed.body.items[0]?.events, ['submitted', 'paid', 'scanned']);
  for (const area of ['--payments', '--content']) {
    const other = await startListening(
      t,
      [area, '--events', area === '--content' ? 'item.deleted' : 'payment.failed'],
      environment,
    );
    other.stop();
    assert.deepEqual(await other.closed, [0, null], other.notes());
    const all = await startListening(t, [area], environment);
    all.stop();
    assert.deepEqual(await all.closed, [0, null], all.notes());
  }
  const answer = await service.request('POST', '/forms/contact/submit', { body: { name: 'Ada' } });
  assert.equal(answer.status, 200, answer.text);
  const delivery = await listening.next();
  assert.deepEqual([delivery.verified, delivery.fault], [true, null]);
  assert.equal(delivery.event.submission.data.name, 'Ada');
  listening.stop();
  assert.deepEqual(await listening.closed, [0, null], listening.notes());
  assert.equal((await service.request('GET', '/forms/contact/webhooks')).body.total, 0);
});

test('webhooks listen rejects what was not signed with the secret, and responds as it is asked to', async (t) => {
  const listening = await startListening(t, ['--secret', 'open-sesame', '--status', '503', '--count', '2'], {});
  const post = (signature: string) =>
    fetch(listening.origin, { method: 'POST', body: '{"type":"x"}', headers: { 'x-service-signature': signature } });
  assert.equal((await post('0'.repeat(64))).status, 401);
  assert.match((await listening.next()).fault, /no signature matches/);
  assert.equal((await post(createHmac('sha256', 'open-sesame').update('{"type":"x"}').digest('hex'))).status, 503);
  assert.deepEqual((await listening.next()).event, { type: 'x' });
  assert.deepEqual(await listening.closed, [0, null]);
});

test('webhooks listen ends although the service is gone, and says what remains of it there', async (t) => {
  const { service, environment } = await startService(t);
  const listening = await startListening(t, ['--form', 'contact'], environment);
  await service.stop();
  listening.stop();
  const [code] = await listening.closed;
  assert.equal(code, 2, listening.notes());
  assert.match(listening.notes(), /the webhook whk_\w+ to \S+ is still there, delete it in the admin: .*reached/);
});

test('webhooks listen says what is wrong in one line', async (t) => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  t.after(() => busy.close());
  const port = String((busy.address() as AddressInfo).port);
  for (const [args, expected] of [
    [['--port', port], /port \d+ is in use: choose another with --port/],
    [['--port', 'x'], /--port must be a number from 0 to 65535/],
    [['--form', 'a', '--payments'], /use one of --form, --payments and --content/],
    [['--form', 'contact'], /--url is required/],
  ] as const) {
    const { code, stderr } = await runCommand(['webhooks', 'listen', ...args]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, expected);
    assert.equal(stderr.trimEnd().split('\n').length, 1);
  }
});

test('completion knows the commands and options, in bash', async () => {
  const { stdout: script } = await runCommand(['completion', 'bash']);
  const complete = (...words: string[]) => {
    const call = `${script}\nCOMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}; _frontdesk; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', call], { encoding: 'utf8' }).trim();
  };
  assert.equal(complete('frontdesk', 'sys'), 'system');
  assert.equal(complete('frontdesk', 'webhooks', 'l'), 'list listen');
  assert.equal(complete('frontdesk', 'items', 'list', '--sea'), '--search');
  assert.equal(complete('frontdesk', 'items', 'list', 'post', '--sea'), '--search');
  assert.equal(complete('frontdesk', 'system', 'get', '--j'), '--json');
  assert.equal(complete('frontdesk', 'token', 'r'), 'revoke');
  assert.equal(complete('frontdesk', 'token', 'create', '--sc'), '--scopes');
  assert.equal(complete('frontdesk', 'backup', 'site.tar', '--pass'), '--passphrase-file');
  assert.equal(complete('frontdesk', 'import', 'w'), 'wordpress');
});

test('completion is valid in every shell that is installed here', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-completion-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout: script } = await runCommand(['completion', shell]);
    assert.equal(code, 0);
    assert.match(script, /webhooks/);
    const file = path.join(folder, shell);
    await writeFile(file, script);
    const checked = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    if (checked.error) continue;
    assert.deepEqual([checked.status, checked.stderr], [0, ''], shell);
  }
  const unknown = await runCommand(['completion', 'tcsh']);
  assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
  assert.match(unknown.stderr, /<shell> must be bash, zsh or fish/);
});

test('keys are created, listed and revoked in any folder', { skip: testDialect !== 'sqlite' }, async (t) => {
  const service = await startTestService(t);
  const run = async (...args: string[]) => {
    const command = [bin, 'token', ...args, '--data', service.config.dataFolder];
    return (await promisify(execFile)(process.execPath, command, { cwd: path.parse(bin).root })).stdout;
  };
  const created = JSON.parse(await run('create', '--name', 'shop', '--scopes', 'content:read', '--json'));
  assert.match(created.token, /^fd_/);
  const [heading, ...listed] = (await run('list'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  assert.deepEqual(heading, ['id', 'name', 'lastFour', 'scopes', 'lastUsedAt', 'expiresAt']);
  assert.deepEqual(listed.find(([id]) => id === created.id)?.slice(1, 4), ['shop', created.lastFour, 'content:read']);
  const works = () => service.request('GET', '/types', { token: created.token });
  assert.equal((await works()).status, 200);
  assert.deepEqual(JSON.parse(await run('revoke', created.token, '--json')), { revoked: created.id });
  assert.equal((await works()).status, 401);
  await assert.rejects(run('revoke', created.id), /API key not found/);
});
