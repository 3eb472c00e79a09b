import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownerPassword, type Person, setUpOwner } from '../../test/support/sign-in.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { timeCode } from '../../test/support/time-code.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { signIn } from './sessions.ts';

const email = 'olga@example.com';
const stepMs = 30_000;

/** The code that the app shows at the time of the service, or some steps away from it. */
function codeAt(service: TestService, secret: string, steps = 0): string {
  return timeCode(secret, service.context.now().getTime() + steps * stepMs);
}

/** Switches it on. */
async function switchOn(service: TestService, person: Person, password = ownerPassword) {
  const begun = await person.request('POST', '/me/second-factor', { body: { password } });
  assert.equal(begun.status, 201, begun.text);
  const { secret, url } = begun.body as { secret: string; url: string };
  const confirm = (code: string) => person.request('POST', '/me/second-factor/confirm', { body: { code } });
  const confirmed = await confirm(codeAt(service, secret));
  assert.equal(confirmed.status, 200, confirmed.text);
  // The code that confirmed it is used.
  service.advance(stepMs);
  return { secret, url, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

const send = (service: TestService, body: object, headers: Record<string, string> = {}) =>
  service.request('POST', '/sessions', { token: null, body: { email, password: ownerPassword, ...body }, headers });

test('a user who switched it on needs the password and a code, each of which works once', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  assert.deepEqual((await owner.request('GET', '/me/second-factor')).body, {
    on: false,
    confirmedAt: null,
    recoveryCodesLeft: 0,
    required: false,
  });
  const { secret, url, recoveryCodes } = await switchOn(service, owner);
  assert.match(url, /^otpauth:\/\/totp\/Harbour:olga%40example\.com\?issuer=Harbour&secret=/);
  assert.equal(recoveryCodes.length, 10);
  assert.equal((await owner.request('GET', '/me/second-factor')).body.recoveryCodesLeft, 10);
  assert.equal((await owner.request('GET', '/users')).body.items[0].secondFactor, true);

  const asked = await send(service, {});
  assert.deepEqual([asked.status, asked.body.code], [401, 'second_factor_required']);
  assert.equal(asked.headers['set-cookie'], undefined);
  const wrongPassword = await send(service, { password: 'wrong wrong', code: codeAt(service, secret) });
  assert.equal(wrongPassword.body.code, 'invalid_credentials', 'nothing is said about the code');
  const code = codeAt(service, secret);
  assert.equal((await send(service, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).status, 201);
  assert.deepEqual((await send(service, { code })).body.code, 'invalid_code', 'it was used');
  assert.equal((await send(service, { code: codeAt(service, secret, -1) })).body.code, 'invalid_code', 'so was it');
  assert.equal((await send(service, { code: codeAt(service, secret, 1) })).status, 201, 'a clock half a minute ahead');
  // At the beginning of a step, so that none ends between a code and its check.
  service.advance(4 * stepMs - (service.context.now().getTime() % stepMs));
  assert.equal((await send(service, { code: codeAt(service, secret, -2) })).body.code, 'invalid_code', 'too old');
  assert.equal((await send(service, { code: codeAt(service, secret, 2) })).body.code, 'invalid_code', 'too early');
  assert.equal((await send(service, { code: codeAt(service, secret, -1) })).status, 201);

  const [first = '', second = ''] = recoveryCodes;
  assert.equal((await send(service, { code: first.toUpperCase() })).status, 201);
  assert.equal((await send(service, { code: first })).body.code, 'invalid_code', 'a recovery code works once');
  assert.equal((await send(service, { code: second.replaceAll('-', '') })).status, 201);
  assert.equal((await owner.request('GET', '/me/second-factor')).body.recoveryCodesLeft, 8);
  assert.equal((await send(service, { code: '' })).status, 422);
});

test('of two sign-ins at once with the same code, one succeeds', async (t) => {
  const service = await startTestService(t);
  const { secret, recoveryCodes } = await switchOn(service, await setUpOwner(service));
  for (const code of [codeAt(service, secret), recoveryCodes[0] as string]) {
    const answers = await Promise.all([1, 2, 3].map(() => send(service, { code })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401], code);
  }
});

test('a password that is changed while a sign-in with it waits for the code signs no one in', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const { secret } = await switchOn(service, owner);
  const body = { currentPassword: ownerPassword, newPassword: 'a fresh long pass phrase' };
  const beforeCode = async (): Promise<void> => {
    assert.equal((await owner.request('POST', '/me/password', { body })).status, 200);
  };
  const input = { emailKey: email, password: ownerPassword, code: codeAt(service, secret), beforeCode };
  const begun = signIn(
    service.context,
    { ...input, replaces: null, isNewDevice: false },
    { userAgent: null, ip: null },
  );
  await assert.rejects(begun, { code: 'invalid_credentials' });
  assert.equal((await owner.request('GET', '/sessions')).body.items.length, 1);
});

test('the secret and the recovery codes are not stored as they are, and are in no log', async (t) => {
  const service = await startTestService(t);
  const { secret, recoveryCodes } = await switchOn(service, await setUpOwner(service));
  const { db } = service.context;
  const stored = [
    await db.selectFrom('secondFactors').selectAll().execute(),
    await db.selectFrom('recoveryCodes').selectAll().execute(),
    await db.selectFrom('auditLog').selectAll().execute(),
  ];
  const text = JSON.stringify(stored);
  for (const given of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    assert.ok(!text.includes(given));
  const operations = (await service.request('GET', '/audit')).body.items.map(
    ({ operation }: { operation: string }) => operation,
  );
  assert.deepEqual(operations, ['applySecondFactor', 'createSecondFactor', 'createSetup']);
});

test('switching it on, off, and new recovery codes need the password; a wrong code ends no session', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const begin = (password: string) => owner.request('POST', '/me/second-factor', { body: { password } });
  assert.equal((await begin('not my password')).body.errors[0].pointer, '/password');
  const unconfirmed = (await begin(ownerPassword)).body.secret;
  assert.equal((await send(service, {})).status, 201, 'it does not count before it is confirmed');
  const wrong = await owner.request('POST', '/me/second-factor/confirm', { body: { code: '000000' } });
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/code']);
  const { secret, recoveryCodes } = await switchOn(service, owner);
  assert.notEqual(secret, unconfirmed);
  assert.equal((await begin(ownerPassword)).status, 409);

  const [oneCode = '', otherCode = ''] = recoveryCodes;
  const renew = (password: string, code = oneCode) =>
    owner.request('POST', '/me/recovery-codes', { body: { password, code } });
  assert.equal((await renew('not my password')).status, 422);
  for (const code of ['', '000000', 'k7d2-9fxa']) {
    const refused = await renew(ownerPassword, code);
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/code'], 'the password is not enough');
  }
  const renewed = (await renew(ownerPassword)).body.recoveryCodes as string[];
  assert.equal(new Set([...recoveryCodes, ...renewed]).size, 20);
  assert.equal((await send(service, { code: otherCode })).body.code, 'invalid_code');
  assert.equal((await send(service, { code: renewed[0] })).status, 201);

  const disable = (body: object) => owner.request('DELETE', '/me/second-factor', { body });
  assert.equal((await disable({ password: 'not my password', code: codeAt(service, secret) })).status, 422);
  assert.equal((await disable({ password: ownerPassword, code: '123' })).body.errors[0].pointer, '/code');
  assert.equal((await disable({ password: ownerPassword, code: codeAt(service, secret) })).body.on, false);
  assert.equal((await send(service, {})).status, 201);
  assert.equal((await renew(ownerPassword)).status, 409);
  const mails = async () => (await service.request('GET', `/mails?recipient=${email}`)).body.items;
  const mail = await waitFor('the mail', async () =>
    (await mails()).find(({ kind }: { kind: string }) => kind === 'secondFactorOff'),
  );
  assert.equal(mail.subject, 'Two-step sign-in for Harbour was switched off');
});

test('an administrator switches it off for another user, who gets a mail; deleting a user deletes it', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const ed = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'editors like to edit' };
  const { id } = (await owner.request('POST', '/users', { body: ed })).body;
  const signInEd = (code?: string) => send(service, { email: ed.email, password: ed.password, ...(code && { code }) });
  const cookie = String((await signInEd()).headers['set-cookie']).split(';')[0] as string;
  const person: Person = {
    cookie,
    id,
    request: (method, path, options = {}) =>
      service.request(method, path, {
        token: null,
        ...options,
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-frontdesk-client': 'test' },
      }),
  };
  await switchOn(service, person, ed.password);
  assert.equal((await signInEd()).body.code, 'second_factor_required');
  assert.equal((await person.request('DELETE', `/users/${owner.id}/second-factor`)).status, 403);
  const removed = await owner.request('DELETE', `/users/${id}/second-factor`);
  assert.deepEqual([removed.status, removed.body.secondFactor], [200, false]);
  assert.equal((await signInEd()).status, 201);
  const { body } = await service.request('GET', `/mails?recipient=${ed.email}`);
  assert.ok(body.items.some(({ kind }: { kind: string }) => kind === 'secondFactorOff'));
  const [entry] = (await service.request('GET', '/audit?operation=deleteUserSecondFactor&outcome=done')).body.items;
  assert.deepEqual([entry.actor.id, entry.thing.id], [owner.id, id]);

  await switchOn(service, person, ed.password);
  assert.equal((await owner.request('DELETE', `/users/${id}`)).status, 200);
  for (const table of ['secondFactors', 'recoveryCodes'] as const)
    assert.deepEqual(await service.context.db.selectFrom(table).selectAll().execute(), []);
});

test('guessing codes is slowed down, for those who know the password too, and a known device is counted alone', async (t) => {
  const service = await startTestService(t, { rateLimits: true, trustProxy: ['127.0.0.1'] });
  const owner = await setUpOwner(service);
  const { secret, recoveryCodes } = await switchOn(service, owner);
  const from = (address: string, body: object, cookie = '') =>
    send(service, body, { 'x-forwarded-for': address, ...(cookie && { cookie }) });
  const known = await from('198.51.100.7', { code: recoveryCodes[0] });
  assert.equal(known.status, 201, known.text);
  const device = ([known.headers['set-cookie']].flat()[1] as string).split(';')[0] as string;
  // Asking for the code with the right password does not begin the count anew.
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) {
    statuses.push((await from('203.0.113.1', { code: '000000' })).status);
    statuses.push((await from('203.0.113.1', {})).status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
  // From many addresses at once, twenty codes an hour are looked at.
  const guesses: number[] = [];
  for (let n = 2; n < 30; n++) guesses.push((await from(`203.0.113.${n}`, { code: '000000' })).status);
  assert.equal(guesses.filter((status) => status === 401).length, 20 - 1 - 3);
  assert.equal((await from('192.0.2.1', { code: codeAt(service, secret) })).status, 429);
  assert.equal((await from('192.0.2.1', { code: codeAt(service, secret) }, device)).status, 201);
});

test('a link of a mail sets a password only with a code, and works still after a wrong one', async (t) => {
  const service = await startTestService(t);
  const { secret } = await switchOn(service, await setUpOwner(service));
  await service.work();
  await service.request('POST', '/password-resets', { token: null, body: { email } });
  const row = await waitFor('the mail', () =>
    service.context.db.selectFrom('mails').selectAll().where('kind', '=', 'reset').executeTakeFirst(),
  );
  const link = service.context.sealer.unseal(row.sealedLink ?? '', `mailLink:${row.id}`) ?? '';
  assert.match(link, /code=/);
  const token = new URL(link).searchParams.get('code');
  const password = 'another long pass phrase';
  const set = (body: object) =>
    service.request('POST', '/passwords', { token: null, body: { token, password, ...body } });
  assert.equal((await set({})).body.code, 'second_factor_required');
  assert.equal((await set({ code: '000000' })).body.code, 'invalid_code');
  assert.equal((await send(service, { code: codeAt(service, secret) })).status, 201, 'the password is as before');
  service.advance(stepMs);
  assert.equal((await set({ code: codeAt(service, secret) })).status, 201);
  assert.equal((await set({ code: codeAt(service, secret) })).body.code, 'link_expired');
});

test('a site that requires it lets users set it up, and do nothing else before', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const me = async () => (await owner.request('GET', '/me')).body.secondFactorNeeded;
  assert.equal(await me(), false);
  const change = await owner.request('PATCH', '/settings', { body: { requireSecondFactor: true } });
  assert.equal(change.body.requireSecondFactor, true);
  assert.equal(await me(), true);
  for (const path of ['/users', '/submissions', '/settings']) {
    const answer = await owner.request('GET', path);
    assert.deepEqual([answer.status, answer.body.code], [403, 'second_factor_needed'], path);
  }
  // So is what a rule decides, such as which items visitors may read.
  assert.equal((await owner.request('GET', '/content/post/any')).body.code, 'insufficient_scope');
  assert.equal((await owner.request('GET', '/sessions')).status, 200);
  assert.equal((await service.request('GET', '/users')).status, 200, 'API keys are not affected');
  const { secret } = await switchOn(service, owner);
  assert.equal(await me(), false);
  assert.equal((await owner.request('GET', '/users')).status, 200);
  const body = { password: ownerPassword, code: codeAt(service, secret) };
  assert.equal((await owner.request('DELETE', '/me/second-factor', { body })).status, 200);
  assert.equal((await owner.request('GET', '/users')).body.code, 'second_factor_needed');
});
