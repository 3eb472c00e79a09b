import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { Authenticator, type Wrong } from '../../test/support/authenticator.ts';
import { ownerPassword, type Person, setCookiesOf, setUpOwner, signIn } from '../../test/support/sign-in.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { timeCode } from '../../test/support/time-code.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { checkPasskeys } from '../doctor/check-passkeys.ts';
import { relyingPartyAt } from './challenges.ts';

const origin = 'https://desk.example.com';
const email = 'olga@example.com';
const minute = 60_000;

const start = (t: Parameters<typeof startTestService>[0], more = {}) =>
  startTestService(t, { publicUrl: origin, ...more });

const begin = (person: Person, body: object = { password: ownerPassword }) =>
  person.request('POST', '/me/passkeys/options', { body });

const add = (person: Person, credential: unknown, name = 'Laptop') =>
  person.request('POST', '/me/passkeys', { body: { name, credential } });

/** Adds a passkey. Returns its ID. */
async function addKey(person: Person, key: Authenticator, { name = 'Laptop', password = ownerPassword } = {}) {
  const begun = await begin(person, { password });
  assert.equal(begun.status, 200, begun.text);
  const added = await add(person, key.create(begun.body.options), name);
  assert.equal(added.status, 201, added.text);
  return added.body.id as string;
}

/** A browser that is about to sign in: its cookie, and what it gets for the authenticator. */
async function openBrowser(service: TestService) {
  const asked = await service.request('POST', '/sessions/passkey-options', { token: null });
  assert.equal(asked.status, 200, asked.text);
  const cookie = setCookiesOf(asked)[0]?.split(';')[0] as string;
  const send = (credential: unknown, headers = {}) =>
    service.request('POST', '/sessions/passkey', {
      token: null,
      body: { credential },
      headers: { cookie, ...headers },
    });
  return { cookie, options: asked.body.options, send };
}

/** Signs in in a new browser. */
async function use(service: TestService, key: Authenticator, wrong: Wrong = {}) {
  const { options, send } = await openBrowser(service);
  return send(key.use(options, wrong));
}

test('a passkey alone signs in, with all rights, and the list says when', async (t) => {
  const service = await start(t);
  const owner = await setUpOwner(service);
  assert.deepEqual((await owner.request('GET', '/me/passkeys')).body, {
    items: [],
    total: 0,
    nextCursor: null,
    origin,
  });
  const key = new Authenticator(origin);
  const begun = await begin(owner);
  const { rp, user, authenticatorSelection, attestation } = begun.body.options;
  assert.deepEqual(rp, { id: 'desk.example.com', name: 'Harbour' });
  assert.deepEqual([user.name, user.displayName, attestation], [email, 'Olga', 'none']);
  assert.deepEqual(
    [authenticatorSelection.residentKey, authenticatorSelection.userVerification],
    ['required', 'required'],
  );
  const added = await add(owner, key.create(begun.body.options), ' Laptop ');
  assert.equal(added.status, 201, added.text);
  const { id, createdAt, ...rest } = added.body;
  assert.deepEqual(rest, {
    ...{ name: 'Laptop', host: 'desk.example.com', usable: true, synced: true },
    ...{ transports: ['hybrid', 'internal'], lastUsedAt: null },
  });
  assert.ok(Date.parse(createdAt));

  const { options, send } = await openBrowser(service);
  assert.deepEqual(
    [options.rpId, options.userVerification, options.allowCredentials],
    ['desk.example.com', 'required', undefined],
  );
  const signedIn = await send(key.use(options));
  assert.equal(signedIn.status, 201, signedIn.text);
  assert.equal(signedIn.body.user.email, email);
  const cookie = setCookiesOf(signedIn)[0] as string;
  assert.match(cookie, /^__Host-frontdesk=.+HttpOnly; Secure; SameSite=Lax/);
  const users = await service.request('GET', '/users', {
    token: null,
    headers: { cookie: cookie.split(';')[0] as string },
  });
  assert.equal(users.body.items[0].passkeys, 1);
  assert.ok((await owner.request('GET', '/me/passkeys')).body.items[0].lastUsedAt);
  const sessions = (await owner.request('GET', '/sessions')).body.items;
  assert.deepEqual(
    sessions.map(({ signedInWith }: { signedInWith: string }) => signedInWith),
    ['passkey', 'passkey'],
  );

  const audit = (await service.request('GET', '/audit')).body.items;
  assert.deepEqual(
    audit
      .slice(0, 3)
      .map(({ operation, actor, thing }: Record<string, Record<string, string>>) => [
        operation,
        actor?.name,
        thing?.kind,
      ]),
    [
      ['createPasskeySession', 'Olga', 'user'],
      ['createPasskey', 'Olga', 'passkey'],
      ['createPasskeyOptions', 'Olga', 'user'],
    ],
  );
  const stored = JSON.stringify([audit, (await service.request('GET', `/audit`)).text]);
  assert.ok(!stored.includes(key.id.toString('base64url')), 'what the browser sent is not in the audit log');
  const kinds = (await service.request('GET', `/mails?recipient=${email}`)).body.items.map(
    ({ kind }: { kind: string }) => kind,
  );
  assert.deepEqual(kinds.sort(), ['newDevice', 'passkeyAdded']);
});

test('an answer that is wrong in any part is refused, and says why', async (t) => {
  const service = await start(t);
  const owner = await setUpOwner(service);
  const key = new Authenticator(origin);
  await addKey(owner, key);
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const wrong: Record<string, Wrong> = {
    'the origin of another site': { origin: 'https://desk.example.com.evil.test' },
    'http in place of https': { origin: 'http://desk.example.com' },
    'another host': { host: 'evil.test' },
    'an answer of another kind': { type: 'webauthn.create' },
    'a frame of another site': { crossOrigin: true },
    'no fingerprint, face or PIN': { unverified: true },
    'another key': { key: other },
  };
  for (const [what, part] of Object.entries(wrong)) {
    const answer = await use(service, key, part);
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.detail],
      [401, 'invalid_passkey', 'The answer of the passkey is not right'],
      what,
    );
    assert.equal(answer.headers['set-cookie'], undefined, what);
  }
  const unknown = await use(service, new Authenticator(origin));
  assert.match(unknown.body.detail, /no such passkey/);
  const ofOther = await use(service, key, { userHandle: Buffer.from('usr_other').toString('base64url') });
  assert.match(ofOther.body.detail, /no such passkey/);
  const mine = await use(service, key, { challenge: Buffer.from('my own').toString('base64url') });
  assert.match(mine.body.detail, /has expired/);
  const broken = await openBrowser(service);
  const { response, ...named } = key.use(broken.options);
  const text = await broken.send({ ...named, response: { ...response, clientDataJSON: 'bm90LWpzb24' } });
  assert.equal(text.body.code, 'invalid_passkey');
  const none = await broken.send({ ...named, response: { ...response, signature: undefined } });
  assert.deepEqual([none.status, none.body.errors[0].pointer], [422, '/credential/response/signature']);
  const denied = (await service.request('GET', '/audit?operation=createPasskeySession&outcome=denied')).body.items;
  assert.equal(denied.length, 11);
  assert.deepEqual(denied[0].values, { code: 'invalid_passkey' });
  assert.equal((await use(service, key)).status, 201);
});

test('a request for a passkey is for one browser, for ten minutes, and is answered once', async (t) => {
  const service = await start(t);
  const owner = await setUpOwner(service);
  const key = new Authenticator(origin);
  await addKey(owner, key);

  const here = await openBrowser(service);
  const there = await openBrowser(service);
  assert.match((await there.send(key.use(here.options))).body.detail, /not from this browser/);
  assert.match((await here.send(key.use(here.options), { cookie: '' })).body.detail, /not from this browser/);

  const answer = key.use(here.options);
  const all = await Promise.all([here.send(answer), here.send(answer), here.send(answer)]);
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, 401, 401]);
  const again = await here.send(answer);
  assert.deepEqual([again.status, again.body.detail], [401, 'The request was answered before. Try again']);

  // Two tabs of a browser each have their own, and both count.
  const cookie = here.cookie;
  const tabs = await Promise.all(
    [1, 2].map(() => service.request('POST', '/sessions/passkey-options', { token: null, headers: { cookie } })),
  );
  for (const tab of tabs) assert.equal((await here.send(key.use(tab.body.options))).status, 201);

  const late = await openBrowser(service);
  service.advance(10 * minute + 1);
  assert.match((await late.send(key.use(late.options))).body.detail, /has expired/);
  assert.equal((await use(service, key)).status, 201);
  const used = await service.context.db.selectFrom('usedChallenges').selectAll().execute();
  assert.equal(used.length, 1, 'those that have expired are forgotten');
  // What is for signing in adds nothing, and the other way around.
  const begun = (await begin(owner)).body.options;
  const browser = await openBrowser(service);
  assert.equal((await browser.send(key.use({ ...browser.options, challenge: begun.challenge }))).status, 401);
  const swapped = await add(
    owner,
    new Authenticator(origin).create({ ...begun, challenge: browser.options.challenge }),
  );
  assert.deepEqual([swapped.status, swapped.body.errors[0].pointer], [422, '/credential']);
});

test('adding one needs the password, a code with two-step sign-in, and the session that asked', async (t) => {
  const service = await start(t);
  const owner = await setUpOwner(service);
  assert.equal((await begin(owner, { password: 'not my password' })).body.errors[0].pointer, '/password');
  const { options } = (await begin(owner)).body;
  const key = new Authenticator(origin);

  const elsewhere = await signIn(service, email, ownerPassword);
  const refused = await add(elsewhere, key.create(options));
  assert.match(refused.body.errors[0].detail, /not from this session/);
  for (const wrong of [
    { origin: 'https://evil.test' },
    { host: 'evil.test' },
    { unverified: true },
    { type: 'webauthn.get' },
  ] as Wrong[]) {
    const answer = await add(owner, key.create(options, wrong));
    assert.deepEqual([answer.status, answer.body.errors[0].pointer], [422, '/credential'], JSON.stringify(wrong));
  }
  assert.equal((await add(owner, key.create(options), '  ')).status, 422);
  const credential = key.create(options);
  const both = await Promise.all([add(owner, credential), add(owner, credential)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422], 'of two at once, one is stored');
  assert.match((await add(owner, credential)).body.errors[0].detail, /answered before/);
  const again = await begin(owner);
  assert.deepEqual(again.body.options.excludeCredentials, [
    { id: key.id.toString('base64url'), transports: ['hybrid', 'internal'], type: 'public-key' },
  ]);
  assert.equal((await add(owner, key.create(again.body.options))).status, 409, 'the same passkey');
  assert.equal((await service.request('GET', '/me/passkeys')).status, 403, 'API keys have none');

  const begun = (await owner.request('POST', '/me/second-factor', { body: { password: ownerPassword } })).body;
  const code = () => timeCode(begun.secret, service.context.now().getTime());
  assert.equal((await owner.request('POST', '/me/second-factor/confirm', { body: { code: code() } })).status, 200);
  service.advance(30_000);
  assert.equal((await begin(owner)).body.errors[0].pointer, '/code');
  assert.equal((await begin(owner, { password: ownerPassword, code: '000000' })).body.errors[0].pointer, '/code');
  assert.equal((await begin(owner, { password: ownerPassword, code: code() })).status, 200);
});

test('a user has several, renames and removes them, and no one else’s', async (t) => {
  const service = await start(t);
  const owner = await setUpOwner(service);
  const [laptop, phone] = [new Authenticator(origin), new Authenticator(origin, { synced: false })];
  const first = await addKey(owner, laptop);
  const second = await addKey(owner, phone, { name: 'Phone' });
  const renamed = await owner.request('PATCH', `/me/passkeys/${first}`, { body: { name: 'Old laptop' } });
  assert.equal(renamed.body.name, 'Old laptop');
  const list = (await owner.request('GET', '/me/passkeys')).body.items;
  assert.deepEqual(
    list.map(({ name, synced }: { name: string; synced: boolean }) => [name, synced]),
    [
      ['Old laptop', true],
      ['Phone', false],
    ],
  );

  const ed = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'editors like to edit' };
  const { id } = (await owner.request('POST', '/users', { body: ed })).body;
  const editor = await signIn(service, ed.email, ed.password);
  const remove = (person: Person, key: string, password: string) =>
    person.request('DELETE', `/me/passkeys/${key}`, { body: { password } });
  assert.equal(
    (await editor.request('PATCH', `/me/passkeys/${first}`, { body: { name: 'Mine' } })).body.code,
    'passkey_not_found',
  );
  assert.equal((await remove(editor, first, ed.password)).body.code, 'passkey_not_found');
  assert.equal((await remove(owner, first, 'not my password')).body.errors[0].pointer, '/password');
  assert.deepEqual((await remove(owner, first, ownerPassword)).body, { id: first, deleted: true });
  assert.match((await use(service, laptop)).body.detail, /no such passkey/);
  assert.equal((await use(service, phone)).status, 201);

  const edKey = new Authenticator(origin);
  await addKey(editor, edKey, { password: ed.password });
  assert.equal((await use(service, edKey)).body.user.role, 'editor');
  assert.equal((await editor.request('DELETE', `/users/${owner.id}/passkeys`)).status, 403);
  const cleared = await owner.request('DELETE', `/users/${id}/passkeys`);
  assert.deepEqual([cleared.status, cleared.body.passkeys], [200, 0]);
  assert.equal((await use(service, edKey)).status, 401);
  const mails = async () => (await service.request('GET', `/mails?recipient=${ed.email}`)).body.items;
  assert.ok((await mails()).some(({ kind }: { kind: string }) => kind === 'passkeyRemoved'));
  const [entry] = (await service.request('GET', '/audit?operation=deleteUserPasskeys&outcome=done')).body.items;
  assert.deepEqual([entry.actor.id, entry.thing.id], [owner.id, id]);

  await addKey(editor, edKey, { password: ed.password });
  await owner.request('DELETE', `/users/${id}`);
  assert.equal((await use(service, edKey)).status, 401, 'a deleted user has none');
  const rows = await service.context.db.selectFrom('passkeys').select('id').execute();
  assert.deepEqual(rows, [{ id: second }]);
});

test('a passkey whose counter goes backwards is refused: there may be a copy of it', async (t) => {
  const service = await start(t);
  const owner = await setUpOwner(service);
  const key = new Authenticator(origin, { counts: true });
  await addKey(owner, key);
  assert.equal((await use(service, key)).status, 201);
  assert.equal((await use(service, key, { counter: 4_294_967_290 })).status, 201, 'it has 32 bits');
  for (const counter of [4_294_967_290, 7, 0]) {
    const copied = await use(service, key, { counter });
    assert.equal(copied.status, 401);
    assert.match(copied.body.detail, /perhaps by a copy of it/);
  }
  assert.equal((await use(service, key, { counter: 4_294_967_291 })).status, 201);
});

test('where two steps are required, a passkey is both, and a password alone sets up nothing beside it', async (t) => {
  const service = await start(t);
  const owner = await setUpOwner(service);
  const key = new Authenticator(origin);
  await owner.request('PATCH', '/settings', { body: { requireSecondFactor: true } });
  assert.equal((await owner.request('GET', '/users')).body.code, 'second_factor_needed');
  await addKey(owner, key);
  assert.equal((await owner.request('GET', '/me')).body.secondFactorNeeded, false, 'this session has shown a passkey');
  assert.equal((await owner.request('GET', '/users')).status, 200);

  const withPassword = (body = {}) =>
    service.request('POST', '/sessions', { token: null, body: { email, password: ownerPassword, ...body } });
  assert.deepEqual([(await withPassword()).status, (await withPassword()).body.code], [401, 'passkey_required']);
  assert.equal((await withPassword({ code: '000000' })).body.code, 'passkey_required');
  const signedIn = await use(service, key);
  assert.deepEqual([signedIn.status, signedIn.body.secondFactorNeeded], [201, false]);

  // Who reads the mails has not the passkey.
  await service.work();
  await service.request('POST', '/password-resets', { token: null, body: { email } });
  const row = await waitFor('the mail', () =>
    service.context.db.selectFrom('mails').selectAll().where('kind', '=', 'reset').executeTakeFirst(),
  );
  const link = service.context.sealer.unseal(row.sealedLink ?? '', `mailLink:${row.id}`) ?? '';
  const body = { token: new URL(link).searchParams.get('code'), password: 'another long pass phrase' };
  assert.equal((await service.request('POST', '/passwords', { token: null, body })).body.code, 'passkey_required');
  const ed = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'editors like to edit' };
  await service.request('POST', '/users', { body: ed });
  const editor = await signIn(service, ed.email, ed.password);
  const edKey = new Authenticator(origin);
  await addKey(editor, edKey, { password: ed.password });
  const set = async (passkey: Authenticator) => {
    const { cookie, options } = await openBrowser(service);
    return service.request('POST', '/passwords', {
      token: null,
      body: { ...body, passkey: passkey.use(options) },
      headers: { cookie },
    });
  };
  assert.match((await set(edKey)).body.detail, /belongs to another account/);
  const done = await set(key);
  assert.equal(done.status, 201, done.text);
});

test('sign-ins with passkeys that fail are slowed down, apart from those with passwords', async (t) => {
  const service = await start(t, { rateLimits: true });
  const owner = await setUpOwner(service);
  const key = new Authenticator(origin);
  await addKey(owner, key);
  const statuses: number[] = [];
  for (let n = 0; n < 7; n++) statuses.push((await use(service, key, { unverified: true })).status);
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
  assert.equal((await signIn(service, email, ownerPassword)).id, owner.id);
  service.advance(16 * minute);
  assert.equal((await use(service, key)).status, 201);
});

test('requests from other sites are refused', async (t) => {
  const service = await start(t);
  const headers = { 'sec-fetch-site': 'cross-site' };
  const asked = await service.request('POST', '/sessions/passkey-options', { token: null, headers });
  assert.equal(asked.body.code, 'cross_origin');
  const owner = await setUpOwner(service);
  const key = new Authenticator(origin);
  await addKey(owner, key);
  const { options, send } = await openBrowser(service);
  assert.equal((await send(key.use(options), headers)).body.code, 'cross_origin');
});

test('another public address has passkeys of its own; those before are shown as unusable, and the password signs in', async (t) => {
  const service = await start(t);
  const owner = await setUpOwner(service);
  const key = new Authenticator(origin);
  const id = await addKey(owner, key);
  await inTransaction(service.context, (ctx) =>
    ctx.db.updateTable('passkeys').set({ host: 'old.example.com' }).where('id', '=', id).execute(),
  );
  const [shown] = (await owner.request('GET', '/me/passkeys')).body.items;
  assert.deepEqual([shown.host, shown.usable], ['old.example.com', false]);
  assert.match((await use(service, key)).body.detail, /was made for old\.example\.com/);
  const { status, detail } = await checkPasskeys(service.context);
  assert.deepEqual([status, detail], ['warning', 'Not all are for desk.example.com: 1 passkey for old.example.com']);
  await owner.request('PATCH', '/settings', { body: { requireSecondFactor: true } });
  assert.ok(await signIn(service, email, ownerPassword), 'an unusable one is not asked for');
});

test('where the public address has no name or no https, there are none', async (t) => {
  const service = await startTestService(t, { publicUrl: 'http://frontdesk.test' });
  const owner = await setUpOwner(service);
  assert.equal((await owner.request('GET', '/me/passkeys')).body.origin, null);
  const begun = await begin(owner);
  assert.deepEqual([begun.status, begun.body.code], [409, 'passkeys_unavailable']);
  const asked = await service.request('POST', '/sessions/passkey-options', { token: null });
  assert.deepEqual(asked.body, { origin: null, options: null });
});

test('passkeys belong to the host of the public address, or to this machine', () => {
  const parties: [string | null, string, string][] = [
    ['https://desk.example.com', 'desk.example.com', 'https://desk.example.com'],
    ['https://desk.example.com:8443', 'desk.example.com', 'https://desk.example.com:8443'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
    ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
  ];
  for (const [url, host, at] of parties) assert.deepEqual(relyingPartyAt(url), { host, origin: at }, String(url));
  for (const url of [
    null,
    'http://desk.example.com',
    'https://192.0.2.7',
    'https://[2001:db8::1]',
    'http://10.0.0.1:3000',
  ])
    assert.equal(relyingPartyAt(url), null, String(url));
});
