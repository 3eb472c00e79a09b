import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { openContactForm } from '../../test/support/contact-form.ts';
import { mailEnvironment, mailUser, startMailServer } from '../../test/support/mail-server.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { type ServerProcess, startServerProcess } from '../../test/support/server-process.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { loggedError } from '../http/observe-requests.ts';
import { withoutValues } from './statement-kind.ts';

type Line = Record<string, unknown> & { msg: string };

function linesOf(server: ServerProcess): Line[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

/** Field → types, as docs/observability.md names them. */
async function documentedFields(): Promise<Map<string, string[]>> {
  const text = await readFile(path.resolve(import.meta.dirname, '../../../../docs/observability.md'), 'utf8');
  const [page = ''] = text.split('## Metrics');
  const fields = new Map<string, string[]>();
  for (const [, names = '', types = ''] of page.matchAll(/^\| (`[^|]+`) \| ([\w ]+) \|/gm))
    for (const [, name = ''] of names.matchAll(/`(\w+)`/g)) fields.set(name, types.split(' or '));
  return fields;
}

const email = { name: 'email', type: 'email', label: 'Email' };

test('lines have the documented fields, follow a request to its deliveries and mails, and name no person or key', async (t) => {
  const mailServer = await startMailServer(t);
  mailServer.script({ recipient: 550, text: 'secret.person@team.example is unknown' });
  const receiver = await startReceiver(t, { status: 500 }, {});
  const server = await startServerProcess(t, {
    LOG_LEVEL: 'debug',
    ...mailEnvironment(mailServer),
    FRONTDESK_EXAMPLE: '0',
  });
  const [hookSecret] = await openContactForm(server, {
    fields: [email],
    notice: ['secret.person@team.example'],
    receivers: [`${receiver.url}?key=urlSecret`],
  });

  const requestId = 'follow-this-request';
  const answers = { name: 'Ada Lovelace', email: 'ada.lovelace@visitor.example' };
  const submitted = await server.request('POST', '/forms/contact/submit', answers, { 'x-request-id': requestId });
  assert.equal(submitted.status, 200);
  await receiver.received(1);
  const follows = (msg: string): Line | undefined =>
    linesOf(server).find((line) => line.reqId === requestId && line.msg === msg);
  await waitFor(
    'the lines of what follows',
    () => follows('webhook attempt') && follows('mail attempt') && follows('job done'),
  );
  assert.equal(follows('request')?.status, 200);
  assert.equal(follows('webhook attempt')?.task, 'webhooks.deliver');
  assert.equal(follows('mail attempt')?.task, 'mail.send');
  assert.match(String(follows('mail attempt')?.error), /…@team\.example is unknown/);

  // Requests with persons and secrets where they do not belong.
  const text = '{"name": "Ada Lovelace", "email": "ada.lovelace@visitor.example';
  for (const body of [text, '"Ada Lovelace"'])
    await fetch(`${server.api}/forms/contact/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  await server.request('GET', '/content/post?search=Lovelace');
  await server.request('GET', `${server.origin}/mails/unsubscribe/aSecretKeyOfALink`);
  await server.request('GET', `${server.origin}/mails/unsubscribe/aSecretKeyOfALink`);
  await fetch(`${server.api}/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada.lovelace@visitor.example', password: 'a wrong password' }),
  });
  assert.equal(await server.stop(), 0);

  const fields = await documentedFields();
  const lines = linesOf(server);
  assert.ok(lines.length > 15, `${lines.length} lines`);
  for (const line of lines) {
    for (const name of ['level', 'time', 'pid', 'hostname', 'msg'])
      assert.ok(name in line, `${name} in ${JSON.stringify(line)}`);
    for (const [name, value] of Object.entries(line)) {
      const type = value === null ? 'null' : typeof value;
      assert.ok(fields.get(name)?.includes(type), `${name} is ${type} in ${JSON.stringify(line)}`);
    }
  }
  const all = lines.map((line) => JSON.stringify(line)).join('\n');
  const secrets = [
    'Lovelace',
    'ada.',
    'secret.person',
    'urlSecret',
    'aSecretKeyOfALink',
    'wrong password',
    server.token,
  ];
  for (const secret of [...secrets, hookSecret, mailUser.password])
    assert.ok(secret && !all.includes(secret), `${secret} is in the log`);
});

test('a job keeps the request that it follows from through a restart', async (t) => {
  const receiver = await startReceiver(t, { hang: true }, {});
  const server = await startServerProcess(t, { LOG_LEVEL: 'info', FRONTDESK_EXAMPLE: '0' });
  await openContactForm(server, { receivers: [receiver.url] });
  const requestId = 'request-before-the-kill';
  await server.request('POST', '/forms/contact/submit', { name: 'Ada' }, { 'x-request-id': requestId });
  await receiver.received(1);
  await server.kill();
  assert.ok(!linesOf(server).some(({ msg }) => msg === 'webhook attempt'));
  await server.start();
  const line = await waitFor('the delivery', () => linesOf(server).find(({ msg }) => msg === 'webhook attempt'));
  assert.equal(line.reqId, requestId);
});

test('slow requests and statements are logged with what they are for, and without values', async (t) => {
  // Everything takes longer than that, even a statement that PostgreSQL answers together with the next one.
  const server = await startServerProcess(t, {
    LOG_LEVEL: 'warn',
    FRONTDESK_SLOW_MS: '0.000001',
    FRONTDESK_EXAMPLE: '0',
  });
  const headers = { 'x-request-id': 'a-slow-request' };
  await openContactForm(server, { slug: 'slow', fields: [email] });
  await server.request('POST', '/forms/slow/submit', { name: 'Ada Lovelace' }, headers);
  const own = () => linesOf(server).filter(({ reqId }) => reqId === headers['x-request-id']);
  const request = await waitFor('the slow request', () => own().find(({ msg }) => msg === 'slow request'));
  assert.equal(request.route, '/api/v1/forms/:id/submit');
  const statements = own().filter(({ msg, route }) => msg === 'slow statement' && route === request.route);
  assert.equal(statements.length, request.statements);
  assert.ok(statements.length >= 2);
  assert.ok(Number(request.databaseMs) > 0);
  const insert = statements.find(({ statement }) => String(statement).startsWith('insert into "submissions"'));
  assert.equal(insert?.kind, 'insert');
  await waitFor('statements of jobs', () =>
    linesOf(server).some(({ msg, task, job }) => msg === 'slow statement' && task !== undefined && job !== undefined),
  );
  assert.ok(!server.output().includes('Lovelace'));
  const fields = await documentedFields();
  for (const line of linesOf(server)) for (const name of Object.keys(line)) assert.ok(fields.has(name), name);
});

test('nothing is logged as slow with 0', async (t) => {
  const server = await startServerProcess(t, { LOG_LEVEL: 'warn', FRONTDESK_SLOW_MS: '0' });
  await server.request('GET', '/content/post');
  assert.equal(await server.stop(), 0);
  assert.deepEqual(linesOf(server), []);
});

test('texts and numbers in a statement are left out, names and placeholders are not', () => {
  assert.equal(
    withoutValues(`select  "a1", 'it''s Ada' from "t2"\n where b = 42 and c = $1 and d = ? limit 1.5`),
    'select "a1", ? from "t2" where b = ? and c = $1 and d = ? limit ?',
  );
  assert.ok(withoutValues(`select ${'"a", '.repeat(2000)}`).length < 2100);
});

test('an error is logged with its causes, and without what drivers add', () => {
  const cause = Object.assign(new Error('Key (email)=(ada@visitor.example) exists'), { code: '23505', detail: 'Ada' });
  const logged = loggedError(new TypeError('failed', { cause })) as { type: string; cause: Record<string, unknown> };
  assert.equal(logged.type, 'TypeError');
  assert.deepEqual(Object.keys(logged.cause).sort(), ['code', 'message', 'stack', 'type']);
  assert.equal(logged.cause.message, 'Key (email)=(…@visitor.example) exists');
});
