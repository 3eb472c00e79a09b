import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieOf, ownerPassword, type Person, setCookiesOf, setUpOwner, signIn } from '../../test/support/sign-in.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';

const dayMs = 86_400_000;
const credentials = { email: 'Olga@Example.com', password: ownerPassword };

test('a user signs in, is recognized, sees their sessions and signs out', async (t) => {
  const service = await startTestService(t);
  const first = await setUpOwner(service);
  const answer = await service.request('POST', '/sessions', {
    token: null,
    body: credentials,
    headers: { 'user-agent': 'Browser/1', cookie: first.cookie },
  });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.headers.location, '/api/v1/sessions/current');
  assert.notEqual(cookieOf(answer), first.cookie);
  assert.equal((await first.request('GET', '/me')).status, 401, 'the session before is replaced');

  const other = await signIn(service, 'olga@example.com', ownerPassword);
  const me = await other.request('GET', '/me');
  assert.deepEqual([me.body.user.email, me.body.site.name], ['olga@example.com', 'Harbour']);
  const list = await other.request('GET', '/sessions');
  assert.equal(list.body.total, 2);
  assert.deepEqual(list.body.items.map(({ current }: { current: boolean }) => current).sort(), [false, true]);
  const browser = list.body.items.find(({ current }: { current: boolean }) => !current);
  assert.deepEqual([browser.userAgent, browser.ip], ['Browser/1', '127.0.0.1']);

  assert.equal((await other.request('DELETE', `/sessions/${browser.id}`)).status, 200);
  assert.equal((await other.request('DELETE', `/sessions/${browser.id}`)).body.code, 'session_not_found');
  assert.equal(
    (await service.request('GET', '/me', { token: null, headers: { cookie: cookieOf(answer) } })).status,
    401,
  );
  const out = await other.request('DELETE', '/sessions/current');
  assert.match(String(out.headers['set-cookie']), /^frontdesk=; Max-Age=0;/);
  assert.equal((await other.request('GET', '/me')).status, 401);
});

test('a user ends all other sessions, and an administrator those of others', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  const editor = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'editors like to edit' };
  await owner.request('POST', '/users', { body: editor });
  const browsers = await Promise.all([1, 2, 3, 4].map(() => signIn(service, editor.email, editor.password)));
  const [first, second, third, fourth] = browsers as [Person, Person, Person, Person];
  const statuses = () => Promise.all(browsers.map(async (browser) => (await browser.request('GET', '/me')).status));

  const { items } = (await owner.request('GET', `/users/${first.id}/sessions`)).body;
  assert.equal(items.length, 4);
  assert.ok(items.every(({ current, ip }: { current: boolean; ip: string }) => !current && ip === '127.0.0.1'));
  const own = (await fourth.request('GET', '/sessions')).body.items;
  const { id } = own.find(({ current }: { current: boolean }) => current);
  assert.equal((await first.request('DELETE', `/users/${first.id}/sessions/${id}`)).status, 403);
  assert.equal((await owner.request('DELETE', `/users/${owner.id}/sessions/${id}`)).body.code, 'session_not_found');
  assert.equal((await owner.request('DELETE', `/users/${first.id}/sessions/${id}`)).status, 200);
  assert.deepEqual(await statuses(), [200, 200, 200, 401]);

  assert.deepEqual((await second.request('DELETE', '/sessions')).body, { deleted: 2 });
  assert.deepEqual(await statuses(), [401, 200, 401, 401]);
  assert.equal((await owner.request('GET', '/me')).status, 200, 'those of others go on');
  assert.equal((await third.request('DELETE', '/sessions')).status, 401);
  assert.deepEqual((await owner.request('DELETE', `/users/${first.id}/sessions`)).body, { deleted: 1 });
  assert.deepEqual(
    (await owner.request('DELETE', `/users/${owner.id}/sessions`)).body,
    { deleted: 0 },
    'not one’s own',
  );
  assert.equal((await owner.request('DELETE', '/users/usr_none/sessions')).body.code, 'user_not_found');
});

test('a session ends after two weeks without use, and after ninety days in any case', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  service.advance(15 * dayMs);
  assert.equal((await owner.request('GET', '/me')).status, 401);
  const person = await signIn(service, credentials.email, credentials.password);
  for (let day = 0; day < 80; day += 10) {
    service.advance(10 * dayMs);
    assert.equal((await person.request('GET', '/me')).status, 200, `day ${day + 10}`);
    const seen = new Date(service.context.now().getTime() - 60_000).toISOString();
    await waitFor('the use to be noted', async () => {
      const { items } = (await person.request('GET', '/sessions')).body;
      return items[0].lastSeenAt > seen;
    });
  }
  service.advance(11 * dayMs);
  assert.equal((await person.request('GET', '/me')).status, 401);
});

test('a wrong password and an unknown address get the same response', async (t) => {
  const service = await startTestService(t);
  await setUpOwner(service);
  const send = (body: object) => service.request('POST', '/sessions', { token: null, body });
  const wrong = await send({ email: 'olga@example.com', password: 'not that one' });
  const unknown = await send({ email: 'nobody@example.com', password: 'not that one' });
  for (const answer of [wrong, unknown])
    assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_credentials']);
  assert.equal((await send({ email: 'olga', password: '' })).status, 422);
  assert.equal((await send({ email: 'olga@example.com', password: 'x'.repeat(2000) })).status, 401);
});

test('guessing is slowed down for each account, and signing in resets failed attempts', async (t) => {
  const service = await startTestService(t, { rateLimits: true });
  await setUpOwner(service);
  const send = (password: string, email = 'olga@example.com') =>
    service.request('POST', '/sessions', { token: null, body: { email, password } });
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 4; n++) assert.equal((await send('wrong wrong')).status, 401);
    assert.equal((await send(ownerPassword)).status, 201);
  }
  for (let n = 0; n < 5; n++) assert.equal((await send('wrong wrong')).status, 401);
  const refused = await send(ownerPassword);
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.ok(Number(refused.headers['retry-after']) > 800);
  assert.equal((await send('wrong wrong', 'other@example.com')).status, 401);
});

test('a cookie alone changes nothing: the request has to come from our own pages', async (t) => {
  const service = await startTestService(t);
  const { cookie } = await setUpOwner(service);
  const body = { name: 'x', scopes: ['content:read'] };
  const send = (headers: Record<string, string>) =>
    service.request('POST', '/tokens', { token: null, body, headers: { cookie, ...headers } });
  const client = { 'x-frontdesk-client': 'admin' };
  const refused: Record<string, string>[] = [
    {},
    client,
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site', ...client },
    { 'sec-fetch-site': 'same-site', origin: 'http://frontdesk.test', ...client },
    { origin: 'https://evil.example', ...client },
    { origin: 'null', ...client },
    { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded', ...client },
    { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain', ...client },
  ];
  for (const headers of refused) {
    const answer = await send(headers);
    assert.deepEqual([answer.status, answer.body.code], [403, 'cross_origin'], JSON.stringify(headers));
  }
  assert.equal((await send({ 'sec-fetch-site': 'same-origin', ...client })).status, 201);
  assert.equal((await send({ origin: 'http://frontdesk.test', ...client })).status, 201);
  assert.equal((await service.request('GET', '/tokens', { token: null, headers: { cookie } })).status, 200);
  const foreign = await service.request('POST', '/sessions', {
    token: null,
    body: credentials,
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(foreign.body.code, 'cross_origin', 'a request from another origin signs no one in');
});

test('a bearer token counts before the cookie', async (t) => {
  const service = await startTestService(t);
  const { cookie } = await setUpOwner(service);
  const token = await service.tokenWith('content:read');
  assert.equal((await service.request('GET', '/users', { token, headers: { cookie } })).status, 403);
  assert.equal((await service.request('GET', '/users', { token: 'fd_wrong', headers: { cookie } })).status, 401);
  assert.equal((await service.request('GET', '/me')).body.code, 'user_needed');
});

test('by https the cookie is Secure and bound to the host, also behind a trusted proxy', async (t) => {
  const pattern = /^__Host-frontdesk=\w{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
  const byUrl = await startTestService(t, { publicUrl: 'https://desk.example' });
  await setUpOwner(byUrl);
  const sent = await byUrl.request('POST', '/sessions', { token: null, body: credentials });
  assert.match(setCookiesOf(sent)[0] as string, pattern);
  const byProxy = await startTestService(t, { trustProxy: ['127.0.0.1'] });
  await setUpOwner(byProxy);
  const headers = { 'x-forwarded-proto': 'https' };
  const proxied = await byProxy.request('POST', '/sessions', { token: null, body: credentials, headers });
  assert.match(setCookiesOf(proxied)[0] as string, pattern);
  const cookie = cookieOf(proxied);
  assert.equal((await byProxy.request('GET', '/me', { token: null, headers: { cookie, ...headers } })).status, 200);
  const renamed = cookie.replace('__Host-', '');
  const tossed = await byProxy.request('GET', '/me', { token: null, headers: { cookie: renamed, ...headers } });
  assert.equal(tossed.status, 401, 'a cookie that another host may have set is not taken');
});
