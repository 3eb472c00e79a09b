import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { operationsOf } from '../../../test/support/document-checks.ts';
import { ownerPassword, setUpOwner, signIn } from '../../../test/support/sign-in.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { inTransaction } from '../../context/context.ts';
import { prepareFirstRun } from '../../first-run.ts';
import { createToken } from '../tokens.ts';
import type { AuditEntry } from './audit.schemas.ts';
import { addEntry, pruneEntries } from './audit-log.ts';
import { entryWithoutRequest, recordCommand } from './record-change.ts';

const entriesOf = async (service: TestService, query = ''): Promise<AuditEntry[]> => {
  const answer = await service.request('GET', `/audit?limit=100&${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.items;
};
const latest = async (service: TestService): Promise<AuditEntry> => (await entriesOf(service))[0] as AuditEntry;

test('a change by a user is recorded with who, what, when and from where, without secrets', async (t) => {
  const service = await startTestService(t, { trustProxy: ['127.0.0.1'] });
  const owner = await setUpOwner(service);
  const headers = {
    'x-forwarded-for': '203.0.113.7:50001',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'x-request-id': 'request-1234',
  };
  const body = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'editors like to edit' };
  const created = await owner.request('POST', '/users', { body, headers });
  assert.equal(created.status, 201, created.text);
  const { id, createdAt, ...entry } = await latest(service);
  assert.match(id, /^aud_/);
  assert.ok(Math.abs(Date.parse(createdAt) - service.context.now().getTime()) < 60_000);
  assert.deepEqual(entry, {
    actor: { kind: 'user', id: owner.id, name: 'Olga' },
    operation: 'createUser',
    thing: { kind: 'user', id: created.body.id, name: 'Ed' },
    outcome: 'done',
    summary: 'Create user “Ed”: role (editor), name, email, password',
    changed: ['name', 'email', 'role', 'password'],
    values: { role: 'editor' },
    ids: [],
    ip: '203.0.113.7',
    browser: 'Firefox · Linux',
    requestId: 'request-1234',
  });
  const text = JSON.stringify(await entriesOf(service));
  for (const secret of [body.password, body.email, ownerPassword]) assert.ok(!text.includes(secret), secret);
});

test('an entry names its record, also one that the change has deleted, but no contact and no secret of a URL', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const named = async (): Promise<(string | null)[]> => {
    const { operation, thing } = await latest(service);
    return [operation, thing?.name ?? null];
  };
  const user = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'editors like to edit' };
  const { id } = (await owner.request('POST', '/users', { body: user })).body;
  await owner.request('PATCH', `/users/${id}`, { body: { name: 'Edda' } });
  assert.deepEqual(await named(), ['updateUser', 'Edda']);
  assert.equal((await owner.request('DELETE', `/users/${id}`)).status, 200);
  assert.deepEqual(await named(), ['deleteUser', 'Edda']);

  const url = 'https://hooks.example.com/services/T0/secret';
  const webhook = await owner.request('POST', '/webhooks', { body: { url, events: ['item.published'] } });
  assert.equal(webhook.status, 201, webhook.text);
  assert.deepEqual(await named(), ['createWebhook', 'hooks.example.com']);
  await owner.request('DELETE', `/webhooks/${webhook.body.id}`);
  assert.deepEqual(await named(), ['deleteWebhook', 'hooks.example.com']);

  const contact = { email: 'ada@example.com', name: 'Ada Lovelace' };
  assert.equal((await owner.request('POST', '/contacts', { body: contact })).status, 201);
  assert.deepEqual(await named(), ['createContact', null]);

  const wrong = { email: 'OWNER@example.com', password: 'not the pass phrase' };
  const { email } = (await owner.request('GET', '/me')).body.user;
  assert.equal((await service.request('POST', '/sessions', { token: null, body: { ...wrong, email } })).status, 401);
  assert.deepEqual(await named(), ['createSession', 'Olga']);
});

test('one change of several records says what was changed, and of how many', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const form = { name: 'Contact', slug: 'contact', fields: [{ name: 'message', type: 'text' }] };
  assert.equal((await service.request('POST', '/forms', { body: form })).status, 201);
  const ids: string[] = [];
  for (const message of ['One', 'Two']) {
    const sent = await service.request('POST', '/forms/contact/submit', { token: null, body: { message } });
    ids.push(sent.body.submissionId);
  }
  const body = { ids, action: 'update', change: { progress: 'done', starred: true } };
  const changed = await owner.request('POST', '/submissions/bulk', { body });
  assert.equal(changed.status, 200, changed.text);
  const entry = await latest(service);
  assert.deepEqual(entry.values, { action: 'update', progress: 'done', starred: true });
  assert.deepEqual(entry.ids, ids);
  assert.match(entry.summary, /: action \(update\), progress \(done\), starred \(true\), .*2 records$/);
});

test('changes by API keys are recorded, reads and what fails are not', async (t) => {
  const service = await startContentService(t);
  const token = await service.tokenWith('content:write');
  const before = await entriesOf(service);
  const send = (method: string, path: string, body?: object) => service.request(method, path, { token, body });
  const item = (await send('POST', '/content/post', { title: 'Hello', slug: 'hello' })).body;
  assert.equal((await send('GET', '/content/post/hello')).status, 200);
  assert.equal((await send('POST', '/content/post', { title: 7 })).status, 422);
  assert.equal((await send('PATCH', '/content/post/none', { title: 'x' })).status, 404);
  assert.equal((await send('POST', '/users', {})).status, 403, 'what a key may not do is in the log of the service');
  assert.equal(
    (await send('PATCH', '/content/post/hello', { status: 'publish', content: '<p>Private</p>' })).status,
    200,
  );
  assert.equal((await send('DELETE', '/content/post/hello?force=true')).status, 200);
  const entries = (await entriesOf(service)).slice(0, -before.length || undefined).reverse();
  assert.deepEqual(
    entries.map(({ operation, actor, thing, summary }) => [operation, actor.name, thing?.id, thing?.name, summary]),
    [
      ['createItem', 'test', item.id, 'Hello', 'Create item “Hello”: type (post), slug (hello), status (draft), title'],
      ['updateItem', 'test', item.id, 'Hello', 'Update item “Hello”: type (post), status (publish), content'],
      ['deleteItem', 'test', item.id, 'Hello', 'Delete item “Hello”: type (post), force (true)'],
    ],
  );
});

test('the entry is part of the transaction: neither is there without the other', async (t) => {
  const service = await startTestService(t);
  const { context } = service;
  const body = { name: 'Once', scopes: ['content:read'] };
  const before = (await entriesOf(service)).length;
  // The same request with its key again changes nothing.
  const form = { name: 'Contact', slug: 'contact', fields: [] };
  const headers = { 'idempotency-key': 'form-1' };
  assert.equal((await service.request('POST', '/forms', { body: form, headers })).status, 201);
  assert.equal(
    (await service.request('POST', '/forms', { body: form, headers })).headers['idempotency-replayed'],
    'true',
  );
  assert.equal((await service.request('POST', '/tokens', { body })).status, 201);
  assert.equal((await entriesOf(service)).length, before + 2);
  // A change whose entry cannot be stored is rolled back.
  const failing = {
    ...context,
    record: async (ctx: Parameters<typeof addEntry>[0]) => {
      await addEntry(
        ctx,
        entryWithoutRequest('system', { operation: 'fails', thing: { kind: 'site', id: null, name: null } }),
      );
      throw new Error('the entry cannot be stored');
    },
  };
  const count = async () => (await context.db.selectFrom('tokens').select('id').execute()).length;
  const tokens = await count();
  const change = inTransaction(failing, (ctx) => ctx.db.deleteFrom('tokens').execute());
  await assert.rejects(change, /cannot be stored/);
  assert.equal(await count(), tokens);
  assert.deepEqual(await entriesOf(service, 'operation=fails'), []);
});

test('sign-ins and those that failed are recorded, with the user if there is one and never with what was typed', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const send = (email: string, password: string) =>
    service.request('POST', '/sessions', { token: null, body: { email, password } });
  assert.equal((await send('olga@example.com', 'wrong wrong')).status, 401);
  assert.equal((await send('my-pass@phrase.example', 'olga')).status, 401);
  const person = await signIn(service, 'olga@example.com', ownerPassword);
  await person.request('POST', '/me/password', {
    body: { currentPassword: 'not that one', newPassword: 'another long one' },
  });
  const entries = (await entriesOf(service)).slice(0, 4).reverse();
  assert.deepEqual(
    entries.map(({ operation, outcome, actor, thing, values }) => [operation, outcome, actor.id, thing?.id, values]),
    [
      ['createSession', 'denied', null, owner.id, { code: 'invalid_credentials' }],
      ['createSession', 'denied', null, null, { code: 'invalid_credentials' }],
      ['createSession', 'done', owner.id, owner.id, {}],
      ['updatePassword', 'denied', owner.id, owner.id, { code: 'wrong' }],
    ],
  );
  assert.ok(!JSON.stringify(entries).includes('phrase'));
  assert.equal((await person.request('DELETE', '/sessions/current')).status, 200);
  assert.deepEqual(
    [(await latest(service)).operation, (await latest(service)).actor.name],
    ['deleteCurrentSession', 'Olga'],
  );
});

test('what a user may not do is recorded, and visitors leave nothing', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const editor = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'editors like to edit' };
  await owner.request('POST', '/users', { body: editor });
  const person = await signIn(service, editor.email, editor.password);
  assert.equal((await person.request('POST', '/tokens', { body: { name: 'x', scopes: ['admin'] } })).status, 403);
  const entry = await latest(service);
  assert.deepEqual([entry.operation, entry.outcome, entry.actor.id], ['createToken', 'denied', person.id]);
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  await service.request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', public: true, fields } });
  const before = (await entriesOf(service)).length;
  const submit = (token: string | null) =>
    service.request('POST', '/forms/contact/submit', { token, body: { email: 'ada@example.com' } });
  for (const token of [null, service.token]) assert.equal((await submit(token)).status, 200);
  assert.equal((await service.request('POST', '/tokens', { token: null, body: {} })).status, 401);
  assert.equal((await service.request('GET', '/forms/contact/submissions.csv', { token: null })).status, 401);
  assert.equal(
    (await service.request('POST', '/password-resets', { token: null, body: { email: 'a@b.co' } })).status,
    202,
  );
  assert.equal((await entriesOf(service)).length, before);
});

test('exports are recorded before anything is sent, those of the audit log too', async (t) => {
  const service = await startContentService(t);
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  const form = (await service.request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', fields } })).body;
  await service.request('POST', '/forms/contact/submit', { token: null, body: { email: 'ada@example.com' } });
  const exports: [string, string, string, string | null][] = [
    ['GET', '/forms/contact/submissions.csv', 'exportFormSubmissions', 'contact'],
    ['GET', '/submissions.ndjson', 'exportSubmissionsNdjson', null],
    ['GET', '/invoices.csv', 'exportInvoices', null],
    ['GET', '/contacts.xlsx', 'exportContactsXlsx', null],
    ['GET', '/export', 'exportSite', null],
    ['GET', '/export/items.csv?type=post', 'exportItems', null],
    ['GET', '/audit.csv?operation=exportSite', 'exportAuditEntries', null],
    ['GET', '/audit.ndjson', 'exportAuditEntriesNdjson', null],
  ];
  for (const [method, path, operation, thing] of exports) {
    assert.equal((await service.request(method, path)).status, 200, path);
    const entry = await latest(service);
    assert.deepEqual([entry.operation, entry.thing?.id], [operation, thing], path);
  }
  assert.equal(form.slug, 'contact');
  const csv = await service.request('GET', '/audit.csv?operation=exportSite');
  const [header, line] = csv.text.slice(1).split('\r\n');
  assert.match(header as string, /^id,createdAt,actorKind,actorId,actorName,operation,outcome,/);
  assert.match(line as string, /^aud_\w+,[^,]+,token,tok_\w+,test,exportSite,done,site,/);
  const lines = (await service.request('GET', '/audit.ndjson?operation=exportSite')).text.trim().split('\n');
  assert.deepEqual(
    lines.map((text) => JSON.parse(text).operation),
    ['exportSite'],
  );
  const person = await service.request('POST', '/privacy/export', { body: { email: 'ada@example.com' } });
  assert.equal(person.status, 200);
  const entry = await latest(service);
  assert.deepEqual([entry.operation, entry.thing?.kind], ['exportPerson', 'person']);
  assert.ok(!JSON.stringify(entry).includes('ada@'));
  // A failed one has given nothing away.
  assert.equal((await service.request('GET', '/forms/none/submissions.csv')).status, 404);
  assert.equal((await latest(service)).operation, 'exportPerson');
});

test('commands and the first start are recorded', async (t) => {
  const service = await startTestService(t);
  const { context } = service;
  await prepareFirstRun(context, { initialToken: null, example: false });
  const first = await latest(service);
  assert.deepEqual([first.actor.kind, first.operation, first.thing?.name], ['system', 'createToken', 'First key']);
  const command = { ...context, record: recordCommand('token create', 'ada') };
  const key = await inTransaction(command, (ctx) => createToken(ctx, { name: 'CI', scopes: ['content:read'] }));
  const { actor, operation, thing } = await latest(service);
  assert.deepEqual([actor, operation], [{ kind: 'command', id: null, name: 'ada' }, 'token create']);
  assert.deepEqual(thing, { kind: 'token', id: key.id, name: 'CI' });
});

test('the list is filtered by person, operation, record, outcome and time, in pages', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const { body: key } = await owner.request('POST', '/tokens', { body: { name: 'CI', scopes: ['content:read'] } });
  service.advance(60_000);
  const later = service.context.now().toISOString();
  await service.request('PATCH', `/tokens/${key.id}`, { body: { name: 'CI 2' } });
  await owner.request('DELETE', `/tokens/${key.id}`);
  const operations = async (query: string) => (await entriesOf(service, query)).map(({ operation }) => operation);
  assert.deepEqual(await operations(`thing.id=${key.id}`), ['deleteToken', 'updateToken', 'createToken']);
  assert.deepEqual(await operations(`thing.id=${key.id}&sort=createdAt`), [
    'createToken',
    'updateToken',
    'deleteToken',
  ]);
  assert.deepEqual(await operations(`actor.id=${owner.id}`), ['deleteToken', 'createToken', 'createSetup']);
  assert.deepEqual(await operations('operation=updateToken'), ['updateToken']);
  assert.deepEqual(await operations('outcome=denied'), []);
  assert.deepEqual(await operations(`createdAt[gte]=${later}`), ['deleteToken', 'updateToken']);
  assert.deepEqual(await operations(`createdAt[lt]=${later}&actor.id=${owner.id}`), ['createToken', 'createSetup']);
  const page = (await service.request('GET', `/audit?thing.id=${key.id}&limit=1&offset=1`)).body;
  assert.deepEqual([page.total, page.items[0].operation], [3, 'updateToken']);
  assert.equal((await service.request('GET', '/audit', { token: await service.tokenWith('forms:write') })).status, 403);
});

test('no route changes or deletes entries, the database refuses to change them, and old ones go', async (t) => {
  const service = await startTestService(t);
  const { context } = service;
  await service.request('POST', '/tokens', { body: { name: 'CI', scopes: ['content:read'] } });
  const document = (await service.request('GET', '/openapi.json')).body;
  const routes = operationsOf(document).filter(({ path }) => path.startsWith('/audit'));
  assert.deepEqual([...new Set(routes.map(({ method }) => method))], ['GET']);
  const forge = inTransaction(context, (ctx) => ctx.db.updateTable('auditLog').set({ actorId: 'usr_x' }).execute());
  await assert.rejects(forge, /cannot be changed/);
  const dayMs = 86_400_000;
  service.advance(40 * dayMs);
  await service.request('PATCH', '/settings', { body: { trashDays: 10, auditDays: 100 } });
  const settings = await latest(service);
  assert.deepEqual([settings.operation, settings.values], ['updateSettings', { trashDays: 10, auditDays: 100 }]);
  const count = async () => (await entriesOf(service)).length;
  const all = await count();
  await pruneEntries(context);
  assert.equal(await count(), all);
  service.advance(61 * dayMs);
  await pruneEntries(context);
  assert.deepEqual(
    (await entriesOf(service)).map(({ operation }) => operation),
    ['updateSettings'],
  );
  assert.equal((await service.request('PATCH', '/settings', { body: { auditDays: 1 } })).status, 422);
});
