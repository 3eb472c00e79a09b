import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownerPassword, setUpOwner, signIn } from '../../test/support/sign-in.ts';
import { startTestService } from '../../test/support/test-service.ts';

const editor = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'editors like to edit' };

test('the owner adds an editor, who may do an editor’s work and no more', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const made = await owner.request('POST', '/users', { body: editor });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.headers.location, `/api/v1/users/${made.body.id}`);
  assert.deepEqual(made.body.scopes, [
    'content:read',
    'content:write',
    'forms:read',
    'forms:write',
    'crm:read',
    'payments:read',
  ]);
  assert.ok(!/argon2|password/i.test(made.text));
  const taken = await owner.request('POST', '/users', { body: { ...editor, email: 'ED@example.com' } });
  assert.deepEqual([taken.status, taken.body.code], [409, 'email_taken']);

  const ed = await signIn(service, editor.email, editor.password);
  assert.equal((await ed.request('GET', '/me')).body.user.role, 'editor');
  const refused = await ed.request('GET', '/users');
  assert.deepEqual([refused.status, refused.body.requiredScope], [403, 'admin']);
  assert.equal((await ed.request('POST', '/tokens', { body: { name: 'x', scopes: ['content:read'] } })).status, 403);

  const promoted = await owner.request('PATCH', `/users/${made.body.id}`, { body: { role: 'owner', name: 'Edith' } });
  assert.deepEqual([promoted.body.role, promoted.body.name], ['owner', 'Edith']);
  assert.equal((await ed.request('GET', '/users')).body.total, 2, 'a new role counts at once');
});

test('the last owner stays, even if two owners delete each other at once', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const demoted = await owner.request('PATCH', `/users/${owner.id}`, { body: { role: 'editor' } });
  assert.deepEqual([demoted.status, demoted.body.code], [409, 'last_owner']);
  assert.equal((await owner.request('DELETE', `/users/${owner.id}`)).body.code, 'last_owner');
  const guest = { name: 'Ida', email: 'ida@example.com', role: 'owner' };
  const invited = await owner.request('POST', '/users/invitations', { body: guest });
  assert.equal(invited.status, 201, invited.text);
  assert.equal((await owner.request('DELETE', `/users/${owner.id}`)).body.code, 'last_owner', 'Ida cannot sign in yet');
  assert.equal((await owner.request('DELETE', `/users/${invited.body.id}`)).status, 200);
  const second = (await owner.request('POST', '/users', { body: { ...editor, role: 'owner' } })).body;
  const answers = await Promise.all([owner.id, second.id].map((id) => service.request('DELETE', `/users/${id}`)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await service.request('GET', '/users')).body.items[0].role, 'owner');
});

test('an open session alone does not change how its own user signs in', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const own = `/users/${owner.id}`;
  for (const [method, path, body] of [
    ['PATCH', own, { password: 'another pass phrase' }],
    ['DELETE', `${own}/second-factor`],
    ['DELETE', `${own}/passkeys`],
  ] as const) {
    const refused = await owner.request(method, path, { body });
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'], refused.text);
  }
  assert.equal((await owner.request('PATCH', own, { body: { name: 'Olga O.' } })).body.name, 'Olga O.');
  await signIn(service, 'olga@example.com', ownerPassword);
});

test('a password set by the owner ends all sessions; a user’s own change ends the others', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const { id } = (await owner.request('POST', '/users', { body: editor })).body;
  const ed = await signIn(service, editor.email, editor.password);
  const reset = await owner.request('PATCH', `/users/${id}`, { body: { password: 'another pass phrase' } });
  assert.equal(reset.status, 200, reset.text);
  assert.equal((await ed.request('GET', '/me')).status, 401);

  const here = await signIn(service, editor.email, 'another pass phrase');
  const there = await signIn(service, editor.email, 'another pass phrase');
  const change = (currentPassword: string, newPassword: string) =>
    here.request('POST', '/me/password', { body: { currentPassword, newPassword } });
  assert.equal((await change('wrong', 'yet another phrase')).body.errors[0].pointer, '/currentPassword');
  assert.equal((await change('another pass phrase', 'short')).body.errors[0].code, 'too_short');
  assert.equal((await change('another pass phrase', 'yet another phrase')).status, 200);
  assert.equal((await here.request('GET', '/me')).status, 200);
  assert.equal((await there.request('GET', '/me')).status, 401);
  await signIn(service, editor.email, 'yet another phrase');
});

test('a deleted user is signed out at once', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const { id } = (await owner.request('POST', '/users', { body: editor })).body;
  const ed = await signIn(service, editor.email, editor.password);
  assert.deepEqual((await owner.request('DELETE', `/users/${id}`)).body, { id, deleted: true });
  assert.equal((await ed.request('GET', '/me')).status, 401);
  assert.equal((await owner.request('DELETE', `/users/${id}`)).body.code, 'user_not_found');
  assert.equal((await owner.request('GET', `/users/${id}`)).status, 404);
});

test('responses to requests with a password are not stored, with or without an idempotency key', async (t) => {
  const service = await startTestService(t);
  await setUpOwner(service);
  const headers = { 'idempotency-key': 'sign-in' };
  const body = { email: 'olga@example.com', password: ownerPassword };
  for (let n = 0; n < 2; n++) {
    const answer = await service.request('POST', '/sessions', { token: null, body, headers });
    assert.deepEqual([answer.status, answer.headers['idempotency-replayed']], [201, undefined]);
  }
  const kept = await service.context.db.selectFrom('idempotencyKeys').selectAll().execute();
  assert.deepEqual(kept, []);
});
