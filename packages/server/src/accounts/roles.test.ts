import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operationsOf } from '../../test/support/document-checks.ts';
import { ownerPassword, setUpOwner, signIn } from '../../test/support/sign-in.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { type Role, roles } from '../context/access.ts';
import { inTransaction } from '../context/context.ts';
import { startSession } from './sessions.ts';
import { insertUser } from './users.ts';

/** docs/roles.md: for each operation, the cell of each role. */
async function readTable(): Promise<Map<string, Record<Role, string>>> {
  const page = await readFile(new URL('../../../../docs/roles.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('## Every operation');
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, id, cells]) => {
    const values = (cells as string).split(' | ').map((cell) => cell.trim());
    return [id as string, Object.fromEntries(roles.map((role, index) => [role, values[index]]))] as const;
  });
  return new Map(rows) as Map<string, Record<Role, string>>;
}

const refusals = ['insufficient_scope', 'owner_needed', 'user_needed'];

test('each role may use exactly the operations that docs/roles.md says', async (t) => {
  const service = await startTestService(t);
  const { context } = service;
  await setUpOwner(service);
  const table = await readTable();
  const document = (await service.request('GET', '/openapi.json', { token: null })).body;
  const operations = operationsOf(document).flatMap(({ method, path }) => {
    const { operationId, security } = document.paths[path][method.toLowerCase()];
    return security?.length === 0 || !path.startsWith('/') || path.startsWith('/api/')
      ? []
      : [{ method, path, operationId }];
  });
  assert.ok(operations.length > 150);
  assert.deepEqual(
    operations.map(({ operationId }) => operationId).filter((id) => !table.has(id) && id !== 'getDocument'),
    [],
    'every operation is on the page',
  );
  const users = await inTransaction(context, async (ctx) => {
    const ids: [Role, string][] = [];
    for (const role of roles)
      ids.push([role, await insertUser(ctx, { name: role, email: `${role}@example.com`, role }, 'x')]);
    return ids;
  });
  const faults: string[] = [];
  for (const { method, path, operationId } of operations) {
    const cells = table.get(operationId);
    for (const [role, id] of cells ? users : []) {
      // Some operations end sessions.
      const { token } = await inTransaction(context, (ctx) =>
        startSession(ctx, { id, name: role }, { userAgent: null, ip: null }, 'password'),
      );
      const headers = { cookie: `frontdesk=${token}`, 'sec-fetch-site': 'same-origin', 'x-frontdesk-client': 'test' };
      const url = path.replace('{type}', 'post').replace(/\{\w+\}/g, 'none');
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      const answer = await service.request(method, url, { token: null, headers, ...body });
      const isRefused = answer.status === 401 || refusals.includes(answer.body?.code);
      // A form or type that the role may not read is not there either.
      if (isRefused !== (cells?.[role] === '–'))
        faults.push(`${role} ${operationId}: ${answer.status} ${answer.text.slice(0, 100)}`);
    }
  }
  assert.deepEqual(faults, []);
});

test('an administrator cannot become an owner, nor change or sign out one', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const ada = { name: 'Ada', email: 'ada@example.com', role: 'admin', password: 'administrators decide' };
  const { id } = (await owner.request('POST', '/users', { body: ada })).body;
  const admin = await signIn(service, ada.email, ada.password);
  const person = { name: 'Ed', email: 'ed@example.com', password: 'editors like to edit' };
  const refused: [string, string, object?][] = [
    ['POST', '/users', { ...person, role: 'owner' }],
    ['POST', '/users/invitations', { name: 'Ed', email: person.email, role: 'owner' }],
    ['PATCH', `/users/${id}`, { role: 'owner' }],
    ['PATCH', `/users/${owner.id}`, { password: 'a password of my own' }],
    ['PATCH', `/users/${owner.id}`, { role: 'editor' }],
    ['DELETE', `/users/${owner.id}`],
    ['DELETE', `/users/${owner.id}/second-factor`],
    ['DELETE', `/users/${owner.id}/sessions`],
    ['DELETE', `/users/${owner.id}/sessions/ses_any`],
    ['POST', '/tokens', { name: 'Mine', scopes: ['admin'] }],
    ['DELETE', '/settings/mail'],
    ['PUT', '/mail-kinds/reset/texts/en', { subject: 'Reset', text: 'Open {{link}}' }],
  ];
  const { body: key } = await admin.request('POST', '/tokens', { body: { name: 'Less', scopes: ['content:read'] } });
  refused.push(['PATCH', `/tokens/${key.id}`, { scopes: ['content:read', 'admin'] }]);
  for (const [method, path, body] of refused) {
    const answer = await admin.request(method, path, body ? { body } : {});
    assert.deepEqual([answer.status, answer.body.code], [403, 'owner_needed'], `${method} ${path}`);
  }
  const entries = (await owner.request('GET', `/audit?actor.id=${id}&outcome=denied`)).body;
  assert.equal(entries.total, refused.length);
  assert.equal((await owner.request('GET', '/me')).status, 200);
  await signIn(service, 'olga@example.com', ownerPassword);
  const editor = await admin.request('POST', '/users', { body: { ...person, role: 'editor' } });
  assert.equal(editor.status, 201);
  const raised = await admin.request('PATCH', `/users/${editor.body.id}`, { body: { role: 'admin' } });
  assert.equal(raised.body.role, 'admin');
  assert.equal((await admin.request('DELETE', `/users/${editor.body.id}`)).status, 200);
  assert.equal((await owner.request('PATCH', `/users/${id}`, { body: { role: 'owner' } })).body.role, 'owner');
});
