// The operations of the API as commands: the same grammar for contacts, forms, submissions, payments, invoices and webhooks.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../server/test/support/test-service.ts';
import { apiOperations } from '../src/cli/api-operations.ts';
import { runCommand } from './support/run-command.ts';

async function startSite(t: TestContext) {
  const service = await startTestService(t);
  const environment = { FRONTDESK_URL: await service.listen(), FRONTDESK_TOKEN: service.token };
  const run = (line: string, input?: string) =>
    runCommand(
      (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", '')),
      { environment, ...(input === undefined ? {} : { input }) },
    );
  /** What a command that must succeed prints, as lines of cells. */
  const succeed = async (line: string, input?: string): Promise<string[][]> => {
    const { code, stdout, stderr } = await run(line, input);
    assert.equal(code, 0, `${line}\n${stderr}`);
    return stdout
      .trimEnd()
      .split('\n')
      .map((each) => each.split('\t'));
  };
  /** One member of the record that a command prints. */
  const memberOf = async (line: string, member: string, input?: string): Promise<string | undefined> =>
    (await succeed(line, input)).find(([name]) => name === member)?.[1];
  return { service, run, succeed, memberOf };
}

test('each operation is a command of its own, and each list has something to show', () => {
  const names = apiOperations.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const [name, id] of [
    ['contacts list', 'listContacts'],
    ['invoices create', 'createInvoice'],
    ['submissions update', 'updateSubmission'],
    ['webhooks send-test', 'sendWebhookTest'],
    ['contacts get-by-external-id', 'getContactByExternalId'],
  ])
    assert.equal(apiOperations.find((operation) => operation.name === name)?.id, id);
  for (const { id, columns } of apiOperations.filter(({ id, isFile }) => id.startsWith('list') && !isFile))
    assert.ok((columns?.length ?? 0) > 0, id);
});

test('records are created, read, changed, listed and deleted by the same words', async (t) => {
  const { succeed, memberOf, run } = await startSite(t);
  const contact = await memberOf("contacts create --set email=ada@example.com --set 'name=Ada Lovelace'", 'id');
  const form = '{"slug": "contact", "name": "Contact", "public": true, "fields": [{"name": "phone", "type": "text"}]}';
  const formId = await memberOf('forms create --data - --set name=Callback', 'id', form);
  assert.equal(await memberOf('forms get contact', 'name'), 'Callback');
  const submission = await memberOf('forms create-submission contact --set phone=0151', 'submissionId');
  const webhook = await memberOf(
    `webhooks create --set url=https://example.com/hook --set 'events=["submitted"]' --set formId=contact`,
    'id',
  );
  const invoice = await memberOf(
    `invoices create --set contactId=${contact} --set number=2027-1 --set amount=2500 --set currency=eur`,
    'id',
  );

  assert.deepEqual(await succeed('invoices list --status open --columns number,amount,currency'), [
    ['number', 'amount', 'currency'],
    ['2027-1', '2500', 'eur'],
  ]);
  assert.deepEqual(await succeed(`submissions list --form-id ${formId} --unread --columns id,data.phone`), [
    ['id', 'data.phone'],
    [submission, '0151'],
  ]);
  assert.deepEqual(await succeed(`submissions list --no-unread --columns id`), [['id']]);
  assert.deepEqual(await succeed('payments list --all'), [['id', 'status', 'amount', 'currency', 'updatedAt']]);
  assert.equal((await succeed(`webhooks list --form-id ${formId}`))[1]?.[0], webhook);

  assert.equal(
    await memberOf(`submissions update ${submission} --set unread=false --set starred=true`, 'starred'),
    'true',
  );
  assert.equal(
    await memberOf(`contacts update ${contact} --set fields.vip=true --set name=null`, 'fields.vip'),
    'true',
  );
  assert.equal(await memberOf(`contacts get ${contact}`, 'name'), '');
  assert.equal(await memberOf(`webhooks update ${webhook} --set status=paused`, 'status'), 'paused');
  for (const [condition, count] of [
    ['createdAt[gte]=2000-01-01', 1],
    ['createdAt[lt]=2000-01-01', 0],
  ] as const)
    assert.equal((await succeed(`contacts list --filter '${condition}' --email ada@example.com`)).length, 1 + count);

  assert.deepEqual(await succeed(`webhooks delete ${webhook}`), [
    ['id', 'deleted'],
    [webhook, 'true'],
  ]);
  const some = await run(`contacts delete con_none ${contact} --json`);
  assert.equal(some.code, 1);
  assert.deepEqual(JSON.parse(some.stdout), { id: contact, deleted: true });
  assert.equal(some.stderr, 'frontdesk contacts delete: con_none: Contact not found\n');
  assert.equal((await run(`invoices get ${invoice} --json`)).code, 0);
});

test('what was deleted is shown: items in the trash as they are, others with their ID', async (t) => {
  const { succeed, memberOf } = await startSite(t);
  await succeed('post-types create --set name=story --set plural=stories --set fields=[]');
  const create = (title: string) => memberOf(`items create story --set title=${title}`, 'id');
  const [first, second] = [await create('First'), await create('Second')];
  assert.deepEqual(await succeed(`items delete story ${first} ${second}`), [
    ['id', 'slug', 'title', 'status'],
    [first, 'first', 'First', 'trash'],
    [second, 'second', 'Second', 'trash'],
  ]);
  assert.deepEqual(await succeed(`items delete story ${first} --force`), [
    ['id', 'deleted'],
    [first, 'true'],
  ]);
});

test('a file that is named without its @ is recognized', async (t) => {
  const { run } = await startSite(t);
  for (const name of ['contact.json', './new/contact.json', 'package.json']) {
    const { code, stdout, stderr } = await run(`contacts create --data ${name}`);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, new RegExp(`create: --data is not JSON: did you mean @${name}\\?`));
  }
  const broken = await run(`contacts create --data '{"email": ada.json'`);
  assert.match(broken.stderr, /--data is not JSON: (?!did you mean)/);
});

test('all pages of a list are read, and its faults are those of the service', async (t) => {
  const { service, succeed, run } = await startSite(t);
  for (let number = 1; number <= 103; number += 1) {
    const body = { email: `${number}@example.com`, name: `Contact ${number}` };
    assert.equal((await service.request('POST', '/contacts', { body })).status, 201);
  }
  assert.equal((await succeed('contacts list')).length, 21);
  assert.equal((await succeed('contacts list --limit 101 --sort=name')).length, 102);
  const all = await run('contacts list --all --json');
  const emails = new Set(
    all.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).email),
  );
  assert.deepEqual([emails.size, all.stderr], [103, '']);

  for (const [line, expected] of [
    ['contacts list --sort=nmae', /sort/],
    ['contacts list --filter phnoe=1', /phnoe/],
    ['contacts create --set email=ada', /^frontdesk contacts create: The request body is invalid: \/email must be/],
    ['contacts create --set emial=ada@example.com', /\/emial/],
    ['contacts get con_none', /Contact not found/],
  ] as const) {
    const { code, stdout, stderr } = await run(line);
    assert.deepEqual([code, stdout], [1, ''], line);
    assert.match(stderr, expected);
  }
});

test('files are written to standard output or to the named file', async (t) => {
  const { run, succeed } = await startSite(t);
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-commands-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'items.csv');
  await succeed('post-types create --set name=story --set plural=stories --set fields=[]');
  await succeed('items create story --set title=Grüße --set status=publish');
  const printed = await run('site export-items --type story');
  assert.match(printed.stdout, /id,slug,title,.*\r\n.*,Grüße,/);
  assert.deepEqual(await run(`site export-items --type story --out ${file}`), { code: 0, stdout: '', stderr: '' });
  assert.equal(await readFile(file, 'utf8'), printed.stdout);
  const nowhere = await run(`site export-items --type story --out ${path.join(folder, 'none', 'x.csv')}`);
  assert.deepEqual([nowhere.code, nowhere.stdout], [2, '']);
  assert.match(nowhere.stderr, /cannot be written: ENOENT/);
  assert.equal((await run('site export-items')).code, 1, 'the service says what is missing');
});
