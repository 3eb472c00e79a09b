import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Node, startNode } from '../../test/support/nodes.ts';
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

const codeOf = (link: string | null): string => new URL(link as string).searchParams.get('code') as string;
const weekMs = 7 * 86_400_000;

test('all nodes that start before the setup show the same link, whose code nothing but the key reveals', async (t) => {
  const service = await startTestService(t);
  const nodes = [service, await startNode(service), await startNode(service)];
  const links = await Promise.all(nodes.map(({ context }) => setupLink(context)));
  assert.equal(new Set(links).size, 1, String(links));
  const code = codeOf(links[0] as string);
  assert.equal(codeOf(await setupLink((await startNode(service)).context)), code, 'a later start shows it too');
  const stored = await service.context.db.selectFrom('settings').selectAll().where('name', '=', 'setupLink').execute();
  assert.equal(stored.length, 1);
  assert.ok(!JSON.stringify(stored).includes(code));
  const through = nodes[2] as Node;
  const set = await through.request('POST', '/setup', { token: null, body: { code, ...person } });
  assert.equal(set.status, 201, set.text);
  assert.deepEqual(await Promise.all(nodes.map(({ context }) => setupLink(context))), [null, null, null]);
});

test('the link works for a week after the last start, and then the next start makes another', async (t) => {
  const service = await startTestService(t);
  const send = (code: string) => service.request('POST', '/setup', { token: null, body: { code, ...person } });
  const first = codeOf(await setupLink(service.context));
  service.advance(weekMs - 60_000);
  assert.equal(codeOf(await setupLink(service.context)), first);
  service.advance(weekMs - 60_000);
  assert.equal(codeOf(await setupLink(service.context)), first);
  service.advance(weekMs + 1);
  assert.deepEqual([(await send(first)).status, (await send(first)).body.code], [403, 'invalid_setup_code']);
  const [second, same] = (await Promise.all([1, 2].map(() => setupLink(service.context)))).map(codeOf);
  assert.notEqual(second, first);
  assert.equal(second, same, 'also of starts at the same time');
  assert.equal((await send(first)).status, 403);
  assert.equal((await send(second as string)).status, 201);
});

test('a wrong code, or the right one from another site, creates no user', async (t) => {
  const service = await startTestService(t);
  const code = codeOf(await setupLink(service.context));
  for (const wrong of ['guess', code.slice(0, -1), `${code}0`]) {
    const guess = await service.request('POST', '/setup', { token: null, body: { code: wrong, ...person } });
    assert.deepEqual([guess.status, guess.body.code], [403, 'invalid_setup_code'], wrong);
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
    invoicing: {},
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
  assert.equal((await owner.request('PATCH', '/settings', { body: { setupLink: 'x' } })).status, 422);
  const weak = await service.tokenWith('content:write');
  assert.equal((await service.request('GET', '/settings', { token: weak })).status, 403);
});
