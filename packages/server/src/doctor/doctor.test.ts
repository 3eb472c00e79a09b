// What the doctor finds in installations that are broken in one way each.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSandbox } from '@frontdesk/payment-sandbox';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { freePort } from '../../test/support/free-port.ts';
import { mailUser, startMailServer } from '../../test/support/mail-server.ts';
import { programEnvironment, startServerProcess } from '../../test/support/server-process.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import type { Environment } from '../config/config.ts';
import { inTransaction } from '../context/context.ts';
import { enterKeys } from '../payments/processor-keys.ts';
import { dataPath } from '../storage/data-folder.ts';
import { examine } from './doctor.ts';
import type { Finding } from './findings.ts';

/** The environment of the service, which does not listen. */
function environmentOf({ config }: TestService): Environment {
  return {
    FRONTDESK_DATA: config.dataFolder,
    ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
    PORT: '1',
  };
}

async function examineAll(environment: Environment, createWebhook = false): Promise<Record<string, Finding>> {
  const found: Record<string, Finding> = {};
  for await (const finding of examine(() => environment, { createWebhook })) found[finding.check] ??= finding;
  return found;
}

function assertFault(finding: Finding | undefined, detail: RegExp, advice: RegExp, status = 'fault'): void {
  assert.equal(finding?.status, status, JSON.stringify(finding));
  assert.match(finding?.detail ?? '', detail);
  assert.match(finding?.advice ?? '', advice);
}

async function listen(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('a service that runs is found, and nothing of the examination is left', async (t) => {
  const server = await startServerProcess(t, { FRONTDESK_TRUST_PROXY: '127.0.0.1' });
  const { environment } = server;
  const cli = path.join(import.meta.dirname, '../commands/cli.ts');
  const ended = await new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const args = ['--conditions=frontdesk-source', cli, 'doctor', '--json'];
    const env = { ...programEnvironment, ...environment, FRONTDESK_PUBLIC_URL: server.origin };
    execFile(process.execPath, args, { env, cwd: server.folder }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
  assert.equal(ended.code, 0, ended.out + ended.err);
  const findings = ended.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Finding);
  const statuses = Object.fromEntries(findings.map(({ check, status }) => [check, status]));
  assert.deepEqual(statuses, {
    settings: 'ok',
    'data folder': 'ok',
    disk: statuses.disk,
    database: 'ok',
    'secret key': 'ok',
    writes: 'ok',
    clock: 'ok',
    files: 'ok',
    backups: 'skipped',
    passkeys: 'skipped',
    service: 'ok',
    'public address': 'ok',
    proxy: 'ok',
    jobs: 'ok',
    mail: 'warning',
    processor: 'warning',
    'file scan': 'skipped',
  });
  const { body } = await server.request('GET', '/tokens');
  assert.ok(!JSON.stringify(body).includes('doctor'), 'the key of the doctor is removed');
});

test('wrong settings are listed, and a folder without a database is left as it is', async (t) => {
  const wrong = { PORT: '99999', FRONTDESK_PUBLIC_ULR: 'x' };
  const findings: Finding[] = [];
  for await (const finding of examine(() => wrong, { createWebhook: false })) findings.push(finding);
  assert.deepEqual(
    findings.map(({ check, status }) => [check, status]),
    [
      ['settings', 'fault'],
      ['settings', 'fault'],
    ],
  );
  assert.match(findings.map(({ detail }) => detail).join(), /FRONTDESK_PUBLIC_URL.*PORT/s);

  const service = await startTestService(t);
  const nowhere = path.join(service.config.dataFolder, 'nowhere');
  const found = await examineAll({ FRONTDESK_DATA: nowhere });
  assertFault(found['data folder'], /nowhere does not exist/, /--data/, 'warning');
  assert.equal(found.database?.status, 'skipped');
  await assert.rejects(stat(nowhere), { code: 'ENOENT' });
});

test('a damaged database is a fault', { skip: testDialect !== 'sqlite' }, async (t) => {
  const service = await startTestService(t);
  const file = dataPath(service.config.dataFolder, 'database');
  const copy = path.join(service.config.dataFolder, 'copy');
  const environment = { FRONTDESK_DATA: copy };
  await inTransaction(service.context, async (ctx) => {
    const row = { value: JSON.stringify('x'.repeat(200_000)), updatedAt: new Date().toISOString() };
    await ctx.db
      .insertInto('settings')
      .values({ name: 'large', ...row })
      .execute();
  });
  await mkdir(copy);
  const source = new Sqlite(file, { readonly: true });
  await source.backup(path.join(copy, 'frontdesk.db'));
  source.close();
  assert.equal((await examineAll(environment)).database?.status, 'ok');

  const { size } = await stat(path.join(copy, 'frontdesk.db'));
  const handle = await open(path.join(copy, 'frontdesk.db'), 'r+');
  await handle.write(Buffer.alloc(size / 2, 0x55), 0, size / 2, size / 4);
  await handle.close();
  assertFault((await examineAll(environment)).database, /damaged|malformed/, /restore a backup/i);
  await truncate(path.join(copy, 'frontdesk.db'), 4096);
  assertFault((await examineAll(environment)).database, /damaged|malformed/, /restore a backup/i);
});

test('another key, missing files and an event from the future are found', async (t) => {
  const service = await startTestService(t);
  const environment = environmentOf(service);
  assert.equal((await examineAll(environment))['secret key']?.status, 'ok');

  const form = new FormData();
  form.append('file', new Blob(['the text of a file']), 'one.txt');
  const origin = await service.listen();
  const answer = await fetch(`${origin}/api/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}` },
    body: form,
  });
  assert.equal(answer.status, 201, await answer.text());
  assert.match((await examineAll(environment)).files?.detail ?? '', /^1 file: all are there/);
  const folder = dataPath(service.config.dataFolder, 'files');
  const [name] = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const stored = path.join(name?.parentPath as string, name?.name as string);
  await truncate(stored, 3);
  assertFault((await examineAll(environment)).files, /has 3 bytes instead of/, /backup/);
  await rm(stored);
  assertFault((await examineAll(environment)).files, /is missing/, /backup/);

  await writeFile(dataPath(service.config.dataFolder, 'secretKey'), Buffer.alloc(32, 7));
  const found = await examineAll(environment);
  assertFault(found['secret key'], /encrypted with another key/, /FRONTDESK_SECRET_KEY/);
  assert.equal(found.mail, undefined, 'what needs the key is not examined');
  const keyFile = dataPath(service.config.dataFolder, 'secretKey');
  await rm(keyFile);
  assertFault((await examineAll(environment))['secret key'], /a key that is not here/, /restore .*secret\.key/);
  assert.equal(existsSync(keyFile), false);

  service.advance(3_600_000);
  const type = await service.request('POST', '/types', { body: { name: 'note', label: 'Note', fields: [] } });
  assert.equal(type.status, 201, type.text);
  const item = await service.request('POST', '/content/note', { body: { title: 'Later', status: 'publish' } });
  assert.equal(item.status, 201, item.text);
  assertFault((await examineAll(environment)).clock, /in the future/, /NTP/);
});

test('another program at the port and another service are told apart', async (t) => {
  const service = await startTestService(t);
  const environment = environmentOf(service);
  assert.equal((await examineAll(environment)).service?.status, 'skipped');
  const port = await listen(
    t,
    createServer((_request, response) => response.end('Hello')),
  );
  const busy = await examineAll({ ...environment, PORT: String(port) });
  assertFault(busy.service, /Another program listens/, /Set PORT/);
  const other = await startTestService(t);
  const { port: otherPort } = new URL(await other.listen());
  const elsewhere = await examineAll({ ...environment, PORT: otherPort });
  assertFault(elsewhere.service, /does not know the keys of this database/, /another database/);

  // Before the first start, the port is examined too.
  const nowhere = { FRONTDESK_DATA: path.join(service.config.dataFolder, 'nowhere') };
  assertFault((await examineAll({ ...nowhere, PORT: String(port) })).service, /Another program listens/, /Set PORT/);
  const taken = await examineAll({ ...nowhere, PORT: otherPort });
  assertFault(taken.service, /whether with this database cannot be asked/, /free port/, 'warning');
});

test('a service whose database takes no writes is found all the same', {
  skip: testDialect !== 'sqlite',
}, async (t) => {
  const service = await startTestService(t);
  const { port } = new URL(await service.listen());
  const full = sql`create trigger full before insert on settings begin select raise(abort, 'no room'); end`;
  await full.execute(service.database.writer);
  const { writes, service: running, jobs } = await examineAll({ ...environmentOf(service), PORT: port });
  assertFault(writes, /takes no writes: .*no room/, /Free space/);
  assertFault(running, /A Frontdesk runs at/, /free port/, 'warning');
  assert.equal(jobs?.status, 'ok');
});

test('a public address that leads elsewhere, and a proxy that is not trusted, are faults', async (t) => {
  const service = await startTestService(t);
  const { port } = new URL(await service.listen());
  const environment = { ...environmentOf(service), PORT: port };
  const closed = `http://127.0.0.1:${await freePort()}`;
  const dead = await examineAll({ ...environment, FRONTDESK_PUBLIC_URL: closed });
  assertFault(dead['public address'], /refused/, /DNS/);
  const page = await listen(
    t,
    createServer((_request, response) => response.end('<h1>Welcome</h1>')),
  );
  const wrong = await examineAll({ ...environment, FRONTDESK_PUBLIC_URL: `http://127.0.0.1:${page}` });
  assertFault(wrong['public address'], /Not this service/, /proxy/);

  const proxy = createServer(({ url, headers }, response) => {
    const forwarded = { ...headers, 'x-forwarded-for': '203.0.113.7' };
    request({ port, path: url, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  });
  const behind = await examineAll({
    ...environment,
    FRONTDESK_PUBLIC_URL: `http://127.0.0.1:${await listen(t, proxy)}`,
  });
  assert.equal(behind['public address']?.status, 'ok');
  assertFault(behind.proxy, /127\.0\.0\.1 is not trusted/, /^Set FRONTDESK_TRUST_PROXY=127\.0\.0\.1$/);
});

test('the mail server is asked without sending a mail', async (t) => {
  const service = await startTestService(t);
  const mails = await startMailServer(t);
  const environment = { ...environmentOf(service), FRONTDESK_MAIL_FROM: 'shop@example.com' };
  const right = await examineAll({ ...environment, FRONTDESK_SMTP_URL: mails.url });
  assert.equal(right.mail?.status, 'ok', JSON.stringify(right.mail));
  const wrongUrl = mails.url.replace(encodeURIComponent(mailUser.user), 'stranger');
  const wrong = await examineAll({ ...environment, FRONTDESK_SMTP_URL: wrongUrl });
  assertFault(wrong.mail, /rejects the user or the password/, /FRONTDESK_SMTP_URL/);
  assert.equal(mails.mails.length, 0);
});

test('a missing webhook at the processor is found, and set up on request', async (t) => {
  const processor = await startSandbox({ dataFile: ':memory:', webhook: null });
  t.after(() => processor.close());
  const service = await startTestService(t, { stripeBase: processor.apiBase });
  const place = { stripeBase: processor.apiBase };
  await enterKeys(service.context, place, { secretKey: 'sk_test_entered_1234', webhookSecret: 'whsec_lost_secret' });
  const environment = {
    ...environmentOf(service),
    STRIPE_API_BASE: processor.apiBase,
    FRONTDESK_PUBLIC_URL: 'http://frontdesk.test',
  };
  const check = 'processor webhook';
  assertFault((await examineAll(environment))[check], /no webhook endpoint/, /--create-webhook/);
  const mended = await examineAll(environment, true);
  assert.equal(mended[check]?.status, 'ok', JSON.stringify(mended[check]));
  assert.match((await examineAll(environment))[check]?.detail ?? '', /sends its events to http:\/\/frontdesk\.test/);

  const endpoints = service.context.processor.endpoints();
  const [endpoint] = await endpoints.list();
  await endpoints.delete(endpoint?.id as string);
  await endpoints.create('http://frontdesk.test/api/public/payments/webhook', ['charge.refunded']);
  assertFault((await examineAll(environment))[check], /does not send .*payment_intent\.succeeded/, /--create-webhook/);
});

test('a database of a newer version is a fault, and one of an older version a warning', async (t) => {
  const service = await startTestService(t);
  const environment = environmentOf(service);
  const { writer } = service.database;
  await sql`delete from kysely_migration where name = '0001-baseline'`.execute(writer);
  assertFault((await examineAll(environment)).database, /0001-baseline/, /backup/, 'warning');
  await sql`insert into kysely_migration values ('9999-from-the-future', '2030-01-01')`.execute(writer);
  assertFault((await examineAll(environment)).database, /newer version.*too old/, /Start that version/);
});

test('a database of a build from before the first release is a fault that says how to keep its data', async (t) => {
  const service = await startTestService(t);
  const { writer } = service.database;
  await sql`delete from kysely_migration where name > '0001-baseline'`.execute(writer);
  await sql`update kysely_migration set name = '0001-initial'`.execute(writer);
  const { database } = await examineAll(environmentOf(service));
  assertFault(database, /before the first release/, /export the site with that build.*import/);
});

test('a database of the next version is a warning', async (t) => {
  const service = await startTestService(t);
  await sql`insert into kysely_migration values ('9999-from-the-future', '2030-01-01')`.execute(
    service.database.writer,
  );
  const findings = await examineAll(environmentOf(service));
  assertFault(findings.database, /newer version.*still new enough/, /Start that version again/, 'warning');
  assert.equal(findings.writes?.status, 'ok', 'the rest is examined');
});
