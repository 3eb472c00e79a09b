import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownerPassword, setCookiesOf, setUpOwner } from '../../test/support/sign-in.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { setupLink } from './setup.ts';

const person = { siteName: 'Harbour', name: 'Olga', email: 'olga@example.com', password: ownerPassword };

test('setup creates the owner and names the site, once', async (t) => {
  const service = await startTestService(t);
  assert.deepEqual((await service.request('GET', '/setup', { token: null })).body, { needed: true });
  const link = new URL((await setupLink(service.context)) as string);
  assert.equal(`${link.origin}${link.pathname}`, 'http://frontdesk.test/admin/setup');
  const code = link.searchParams.get('code');
  const answer = await service.request('POST', '/setup', { token: null, body: { code, ...person } });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.body.user.role, 'owner');
  assert.ok(answer.body.user.scopes.includes('admin'));
  assert.deepEqual(answer.body.site, {
    name: 'Harbour',
    logoUrl: null,
    brandColor: null,
    currency: 'eur',
    timeZone: null,
    locale: null,
    firstDayOfWeek: null,
    trashDays: 30,
  });
  assert.match(
    setCookiesOf(answer)[0] as string,
    /^frontdesk=\w{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  assert.ok(!answer.text.includes('passwordHash'));

  assert.deepEqual((await service.request('GET', '/setup', { token: null })).body, { needed: false });
  const again = await service.request('POST', '/setup', { token: null, body: { code, ...person } });
  assert.deepEqual([again.status, again.body.code], [409, 'already_set_up']);
  assert.equal(await setupLink(service.context), null);
});

test('a wrong code, or one that a newer link replaced, creates no user', async (t) => {
  const service = await startTestService(t);
  const codeOf = (link: string | null): string | null => new URL(link as string).searchParams.get('code');
  const old = codeOf(await setupLink(service.context));
  const code = codeOf(await setupLink(service.context));
  for (const wrong of ['guess', old]) {
    const answer = await service.request('POST', '/setup', { token: null, body: { code: wrong, ...person } });
    assert.deepEqual([answer.status, answer.body.code], [403, 'invalid_setup_code']);
  }
  const foreign = await service.request('POST', '/setup', {
    token: null,
    body: { code, ...person },
    headers: { origin: 'https://evil.example' },
  });
  assert.equal(foreign.body.code, 'cross_origin');
  const weak = await service.request('POST', '/setup', {
    token: null,
    body: { code, ...person, password: 'Password123' },
  });
  assert.deepEqual(weak.body.errors, [{ pointer: '/password', code: 'too_common', detail: 'is too easy to guess' }]);
  assert.equal((await service.request('POST', '/setup', { token: null, body: { code, ...person } })).status, 201);
});

test('of two visitors with the same link one becomes the owner', async (t) => {
  const service = await startTestService(t);
  const code = new URL((await setupLink(service.context)) as string).searchParams.get('code');
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      service.request('POST', '/setup', { token: null, body: { code, ...person, email: `${name}@example.com` } }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.ok(answers.every(({ status }) => [201, 403, 409].includes(status)));
});

test('the right code works after any number of wrong ones from the same address, which are slowed down', async (t) => {
  const service = await startTestService(t, { rateLimits: true });
  const code = new URL((await setupLink(service.context)) as string).searchParams.get('code');
  const send = (code: string | null) => service.request('POST', '/setup', { token: null, body: { code, ...person } });
  for (let n = 0; n < 50; n++) assert.equal((await send('guess')).status, 403);
  assert.deepEqual([(await send('guess')).status, (await send('guess')).body.code], [429, 'rate_limited']);
  assert.equal((await send(code)).status, 201);
});

test('the site’s name and its other settings are read and changed by the owner only', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  assert.deepEqual((await owner.request('GET', '/settings')).body, {
    siteName: 'Harbour',
    logo: null,
    brandColor: null,
    looks: {},
    currency: 'eur',
    timeZone: null,
    locale: null,
    firstDayOfWeek: null,
    firstSteps: true,
    unknownReferences: 'create',
    revisionsAllDays: 30,
    revisionsDailyDays: 365,
    trashDays: 30,
    eventDays: 30,
    deliveryDays: 30,
    mailDays: 90,
    processorEventDays: 180,
    auditDays: 365,
    requireSecondFactor: false,
  });
  const changed = await owner.request('PATCH', '/settings', { body: { unknownReferences: 'reject' } });
  assert.deepEqual([changed.status, changed.body.siteName, changed.body.unknownReferences], [200, 'Harbour', 'reject']);
  assert.equal((await owner.request('PATCH', '/settings', { body: { siteName: ' ' } })).status, 422);
  assert.equal((await owner.request('PATCH', '/settings', { body: { setupCodeHash: 'x' } })).status, 422);
  const weak = await service.tokenWith('content:write');
  assert.equal((await service.request('GET', '/settings', { token: weak })).status, 403);
});
