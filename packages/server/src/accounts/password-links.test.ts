// Setting a password by a link from a mail, which a real mail server receives.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ReceivedMail, serverAt, startMailServer } from '../../test/support/mail-server.ts';
import { ownerPassword, setCookiesOf, setUpOwner, signIn } from '../../test/support/sign-in.ts';
import { type Answer, startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';

const hourMs = 3_600_000;
const password = 'another long pass phrase';
const email = 'olga@example.com';

async function start(t: TestContext, overrides = {}) {
  const server = await startMailServer(t);
  const service = await startTestService(t, { mailServer: serverAt(server), ...overrides });
  await service.work();
  return { server, service, owner: await setUpOwner(service) };
}

function ask({ request }: TestService, address: string): Promise<Answer> {
  return request('POST', '/password-resets', { token: null, body: { email: address } });
}

function use({ request }: TestService, token: string, chosen = password): Promise<Answer> {
  return request('POST', '/passwords', { token: null, body: { token, password: chosen } });
}

function tokenIn(mail: ReceivedMail, path: string): string {
  const links = [mail.text, String(mail.html)].map(
    (text) => new RegExp(`http://frontdesk\\.test/admin/${path}\\?code=(\\w+)`).exec(text ?? '')?.[1],
  );
  assert.ok(links[0]);
  assert.equal(links[0], links[1]);
  return links[0];
}

async function jobsDone({ context }: TestService): Promise<void> {
  const jobs = context.db.selectFrom('jobs').select('id').where('task', '=', 'accounts.sendResetLink');
  await waitFor('the request', async () => (await jobs.execute()).length === 0);
}

test('a lost password is replaced by the link of a mail, which works once, for an hour, and ends all sessions', async (t) => {
  const { server, service, owner } = await start(t);
  const known = await ask(service, 'Olga@Example.com');
  const unknown = await ask(service, 'stranger@example.com');
  assert.deepEqual([known.status, known.body], [202, { accepted: true }]);
  assert.deepEqual([unknown.status, unknown.body], [202, { accepted: true }]);
  const mail = await server.received(1);
  assert.deepEqual([mail.recipients, mail.subject], [[email], 'Set a new password for Harbour']);
  const token = tokenIn(mail, 'new-password');

  // Neither the outbox nor the database knows the link.
  const [stored] = (await owner.request('GET', '/mails')).body.items;
  await waitFor('the record', async () => (await owner.request('GET', `/mails/${stored.id}`)).body.status === 'sent');
  const shown = await owner.request('GET', `/mails/${stored.id}`);
  assert.ok(!shown.text.includes(token) && shown.body.text.includes('[[link]]'));
  const links = await service.context.db.selectFrom('passwordLinks').selectAll().execute();
  assert.equal(links.length, 1);
  assert.ok(!JSON.stringify(links).includes(token));
  const mails = await service.context.db.selectFrom('mails').select('sealedLink').execute();
  assert.deepEqual(mails, [{ sealedLink: null }], 'not even encrypted, once it is sent');
  assert.equal((await owner.request('POST', `/mails/${stored.id}/resend`)).status, 409);

  const weak = await use(service, token, 'short');
  assert.deepEqual([weak.status, weak.body.errors[0].pointer], [422, '/password']);
  assert.equal((await use(service, 'wrong')).body.code, 'link_expired');
  const results = await Promise.all([use(service, token), use(service, token)]);
  assert.deepEqual(results.map(({ status }) => status).sort(), [201, 403]);
  const used = results.find(({ status }) => status === 201) as Answer;
  assert.equal(used.body.user.email, email);
  assert.match(setCookiesOf(used)[0] ?? '', /HttpOnly/);
  assert.equal((await owner.request('GET', '/me')).status, 401);
  await assert.rejects(signIn(service, email, ownerPassword));
  const again = await signIn(service, email, password);

  // An hour later a link is over, and so is one when the password changes otherwise.
  await ask(service, email);
  const reset = (number: number) =>
    waitFor('the link', () => server.mails.filter(({ subject }) => subject === mail.subject)[number]);
  const late = tokenIn(await reset(1), 'new-password');
  assert.ok(server.mails.some(({ subject }) => subject === 'Your password for Harbour was changed'));
  service.advance(hourMs + 1000);
  assert.equal((await use(service, late)).status, 403);
  await ask(service, email);
  const stale = tokenIn(await reset(2), 'new-password');
  const body = { currentPassword: password, newPassword: ownerPassword };
  assert.equal((await again.request('POST', '/me/password', { body })).status, 200);
  assert.equal((await use(service, stale)).status, 403);
});

test('an address gets few links an hour, and too many requests from one place are rejected', async (t) => {
  const { server, service } = await start(t, { rateLimits: true });
  for (let n = 0; n < 5; n++) assert.equal((await ask(service, email)).status, 202);
  await jobsDone(service);
  await server.received(3);
  const mails = await service.request('GET', '/mails');
  assert.equal(mails.body.total, 3);
  let last = await ask(service, 'x@example.com');
  for (let n = 0; n < 60 && last.status === 202; n++) last = await ask(service, `x${n}@example.com`);
  assert.equal(last.status, 429);
});

test('a link that could not be mailed in time is not mailed any more', async (t) => {
  const service = await startTestService(t);
  await service.work();
  const owner = await setUpOwner(service);
  await ask(service, email);
  const find = async (status: string) => (await owner.request('GET', `/mails?status=${status}`)).body.items[0];
  const waiting = await waitFor('the mail to wait', () => find('waiting'));
  const server = await startMailServer(t);
  service.advance(2 * hourMs);
  service.context.mailer.useServer(serverAt(server));
  assert.equal((await owner.request('POST', `/mails/${waiting.id}/resend`)).status, 409);
  const { password: _, ...place } = serverAt(server);
  const body = { host: place.host, port: place.port, security: 'none', from: place.from };
  service.context.mailer.useServer(null);
  const open = await startMailServer(t, { isOpen: true });
  assert.equal((await owner.request('PUT', '/settings/mail', { body: { ...body, port: open.port } })).status, 200);
  const failed = await waitFor('the failure', () => find('failed'));
  assert.equal(failed.error, 'Its link expired before the mail could be sent');
  assert.equal(open.mails.length, 1);
});

test('an invited user chooses a password, and a sign-in from a new browser is reported', async (t) => {
  const { server, service, owner } = await start(t);
  const person = { name: 'Ed', email: 'ed@example.com', role: 'editor' };
  const invited = await owner.request('POST', '/users/invitations', { body: person });
  assert.deepEqual([invited.status, invited.body.invited], [201, true]);
  assert.equal((await owner.request('POST', '/users/invitations', { body: person })).status, 409);
  const bare = { body: { ...person, email: 'ed@[127.0.0.1]' } };
  assert.equal((await owner.request('POST', '/users/invitations', bare)).body.errors[0].pointer, '/email');
  const first = tokenIn(await server.received(1), 'invitation');
  await assert.rejects(signIn(service, person.email, ''));
  await assert.rejects(signIn(service, person.email, password));
  assert.equal((await owner.request('POST', `/users/${invited.body.id}/invite`)).status, 200);
  const second = tokenIn(await server.received(2), 'invitation');
  assert.equal((await use(service, first)).status, 403, 'the first link is replaced');
  service.advance(6 * 24 * hourMs);
  assert.equal((await use(service, second)).body.user.role, 'editor');
  const users = (await owner.request('GET', '/users')).body.items;
  assert.deepEqual(
    users.map(({ email, invited }: Record<string, unknown>) => [email, invited]),
    [
      [email, false],
      [person.email, false],
    ],
  );
  assert.equal((await owner.request('POST', `/users/${invited.body.id}/invite`)).status, 409);
  assert.equal((await owner.request('POST', '/users/usr_none/invite')).status, 404);

  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
  const body = { email: person.email, password };
  const headers = { 'user-agent': firefox };
  const known = await service.request('POST', '/sessions', { token: null, body, headers });
  assert.equal(known.status, 201);
  const report = await server.received(3);
  assert.deepEqual([report.recipients, report.subject], [[person.email], 'New sign-in to Harbour']);
  assert.match(report.text ?? '', /Browser: Firefox · Linux/);
  const cookie = setCookiesOf(known)
    .map((line) => line.split(';')[0])
    .join('; ');
  const fromKnown = { ...headers, cookie, 'sec-fetch-site': 'same-origin', 'x-frontdesk-client': 'test' };
  assert.equal((await service.request('POST', '/sessions', { token: null, body, headers: fromKnown })).status, 201);
  assert.equal((await service.request('GET', '/mails?recipient=ed@example.com')).body.total, 3);
});
