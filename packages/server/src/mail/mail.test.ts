// Mails against a real mail server: what arrives, and what the outbox says when something does not.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { mailUser, serverAt, startMailServer, type TestMailServer } from '../../test/support/mail-server.ts';
import { picture, upload } from '../../test/support/media.ts';
import { setUpOwner } from '../../test/support/sign-in.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { MailError } from '../context/mailer.ts';
import { mailSchedule } from '../jobs/schedules.ts';
import { writeSetting } from '../settings/settings.ts';
import { forgetOldMails } from './mail-tasks.ts';
import { createMailer } from './smtp.ts';

const fields = [
  { name: 'email', type: 'email', label: 'Your email', required: true },
  { name: 'name', type: 'text', label: 'Name' },
  {
    name: 'meal',
    type: 'radio',
    label: 'Lunch',
    options: [
      { value: 'v', label: 'Vegetarian' },
      { value: 'x', label: 'None' },
    ],
  },
  { name: 'message', type: 'textarea', label: 'Message' },
  { name: 'photo', type: 'file', label: 'Photo' },
];

async function start(t: TestContext): Promise<{ service: TestService; server: TestMailServer }> {
  const server = await startMailServer(t);
  const service = await startTestService(t, { mailServer: serverAt(server) });
  await service.work();
  return { service, server };
}

async function makeForm({ request }: TestService, mail: object): Promise<string> {
  const created = await request('POST', '/forms', {
    body: { name: 'Contact “us” & more', slug: 'contact', fields, settings: { mail } },
  });
  assert.equal(created.status, 201, created.text);
  return created.body.id;
}

async function submit({ request }: TestService, answers: object): Promise<string> {
  const { status, body, text } = await request('POST', '/forms/contact/submit', { token: null, body: answers });
  assert.equal(status, 200, text);
  return body.submissionId;
}

/** The mails of the outbox, when one to this recipient is as expected. */
function mailTo(
  service: TestService,
  recipient: string,
  fits: (mail: { status: string; attemptCount: number }) => boolean,
) {
  return waitFor(`the mail to ${recipient}`, async () => {
    const { body } = await service.request('GET', `/mails?recipient=${recipient}`);
    return body.items.find(fits);
  });
}

/** Lets the next planned attempt become due. */
function skip(service: TestService, ms: number): void {
  service.advance(ms * 1.3);
  service.context.wakeWorker();
}

test('a submission is reported to each address, and answered, with everything that a mail needs', async (t) => {
  const { service, server } = await start(t);
  const owner = await setUpOwner(service);
  const logo = (await upload(service, await picture('png', { width: 400 }), 'logo.png')).body;
  const looks = { font: 'serif', corners: 'round', backgroundColor: '#fff4d6' };
  await owner.request('PATCH', '/settings', { body: { logo: logo.id, brandColor: '#7a1f5c', looks } });
  const reply = {
    on: true,
    subject: 'Thank you, {{answers.name}}',
    text: 'Dear {{ answers.name }},\n\nwe got this:\n\n{{answers}}\n\n{{form}} at {{site}} <b>soon</b>',
  };
  const form = await makeForm(service, { notice: { to: ['a@shop.example', 'b@shop.example'] }, reply });
  const answers = {
    email: 'zoe@visitor.example',
    name: 'Zoë ☃\r\nBcc: victim@example.com',
    meal: 'v',
    message: 'First <script>alert(1)</script>\n\n日本語 {{site}}',
  };
  const id = await submit(service, answers);
  await server.received(3);
  assert.deepEqual(server.mails.map(({ recipients }) => recipients.join()).sort(), [
    'a@shop.example',
    'b@shop.example',
    'zoe@visitor.example',
  ]);
  const [notice, answer] = ['a@shop.example', 'zoe@visitor.example'].map((to) =>
    server.mails.find(({ recipients }) => recipients[0] === to),
  );
  assert.ok(notice && answer);
  assert.equal(notice.from?.text, '"Harbour" <mail@harbour.example>');
  assert.equal(notice.subject, 'New submission: Contact “us” & more');
  assert.equal(notice.replyTo?.text, 'zoe@visitor.example');
  assert.equal(notice.headers.get('auto-submitted'), 'auto-generated');
  assert.equal(answer.headers.get('auto-submitted'), 'auto-replied');
  assert.equal(answer.replyTo, undefined);
  assert.equal(answer.subject, 'Thank you, Zoë ☃ Bcc: victim@example.com');
  for (const mail of server.mails) {
    assert.equal(mail.bcc, undefined);
    assert.match(mail.raw, /^Content-Type: multipart\/alternative/m);
    assert.match(mail.raw, /charset=utf-8/);
    for (const look of ['Georgia, serif', 'border-radius:20px', 'background:#fff4d6'])
      assert.ok(String(mail.html).includes(look), look);
    assert.ok(
      mail.raw.split('\r\n').every((line) => line.length <= 998 && /^[\x20-\x7e\t]*$/.test(line)),
      'lines are short and ASCII',
    );
    assert.ok(String(mail.html).includes('src="data:image/png;base64,'), 'the logo is in the mail');
    assert.deepEqual(
      mail.attachments.map(({ contentType, cid, contentDisposition }) => [contentType, cid, contentDisposition]),
      [['image/png', 'logo', 'inline']],
    );
    assert.doesNotMatch(String(mail.html), /<script|http:\/\/(?!frontdesk\.test)/);
  }
  for (const text of [notice.text ?? '', String(notice.html)]) {
    assert.match(text, /Vegetarian/);
    assert.match(text, /日本語 \{\{site\}\}/);
    assert.ok(text.includes(`http://frontdesk.test/admin/forms/${form}/submissions/${id}`), text);
    assert.doesNotMatch(text, /Photo/);
  }
  assert.ok(notice.text?.includes('First <script>alert(1)</script>'));
  assert.ok(String(notice.html).includes('First &#60;script&#62;'));
  assert.match(
    answer.text ?? '',
    /^Dear Zoë ☃ Bcc[\s\S]*Lunch: Vegetarian[\s\S]*Contact “us” & more at Harbour <b>soon<\/b>/,
  );
  assert.ok(String(answer.html).includes('&#60;b&#62;soon&#60;/b&#62;'));

  const { body: list } = await owner.request('GET', `/mails?about=${id}&sort=createdAt`);
  assert.equal(list.total, 3);
  const stored = list.items.find(({ kind }: { kind: string }) => kind === 'reply');
  await mailTo(service, 'zoe@visitor.example', ({ status }) => status === 'sent');
  assert.equal(stored.messageId, answer.messageId);
  const one = await owner.request('GET', `/mails/${stored.id}`);
  assert.equal(one.body.subject, answer.subject);
  const preview = await owner.request('GET', `/mails/${stored.id}/preview`);
  assert.equal(preview.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(String(preview.headers['content-security-policy']), /^sandbox; default-src 'none'/);
  assert.match(preview.text, new RegExp(`<img src="/media/${logo.id}/logo\\?width=320&#38;format=webp" alt="Harbour"`));
  assert.equal((await service.request('GET', '/mails', { token: await service.tokenWith('forms:write') })).status, 403);

  // An address gets a few answers a day, and a deleted submission takes its mails with it.
  for (let n = 0; n < 4; n++) await submit(service, { email: 'zoe@visitor.example' });
  await server.received(3 + 4 * 2 + 2);
  const replies = await service.request('GET', '/mails?recipient=zoe@visitor.example');
  assert.equal(replies.body.total, 3);
  assert.equal((await service.request('DELETE', `/forms/${form}/submissions/${id}`)).status, 200);
  assert.equal((await service.request('GET', `/mails?about=${id}`)).body.total, 0);
  // The mails about one that turned out to be spam go with its form.
  const spam = await submit(service, { email: 'spam@visitor.example' });
  assert.equal(
    (await service.request('POST', '/submissions/bulk', { body: { ids: [spam], action: 'spam' } })).status,
    200,
  );
  assert.ok((await service.request('GET', `/mails?about=${spam}`)).body.total > 0);
  assert.equal((await service.request('DELETE', `/forms/${form}?force=true`)).status, 200);
  assert.equal((await service.request('GET', '/mails')).body.total, 0);
});

test('what a server rejects, loses or delays is tried again or ends with its reason, and no mail arrives twice', async (t) => {
  const { service, server } = await start(t);
  await makeForm(service, { notice: { to: ['a@shop.example'] } });
  const arrived = (): number => server.mails.length;

  // Greylisted, then lost by a server that dies, then accepted.
  server.script({ recipient: 451 }, { dies: true }, {});
  await submit(service, { email: 'one@visitor.example' });
  const delayed = await mailTo(service, 'a@shop.example', ({ attemptCount }) => attemptCount === 1);
  assert.match(delayed.error, /^The mail server rejects the recipient: 451 No mailbox for a@shop\.example/);
  assert.equal(delayed.status, 'queued');
  assert.ok(delayed.nextAttemptAt > new Date().toISOString());
  skip(service, mailSchedule[0] as number);
  await mailTo(service, 'a@shop.example', ({ attemptCount }) => attemptCount === 2);
  skip(service, mailSchedule[1] as number);
  const sent = await mailTo(service, 'a@shop.example', ({ attemptCount }) => attemptCount === 3);
  assert.deepEqual([sent.status, sent.error, sent.nextAttemptAt, arrived()], ['sent', null, null, 1]);

  // Rejected for good: the recipient, then the message. Sent again by hand, it starts from the beginning.
  for (const [reply, error] of [
    [{ recipient: 550 }, /rejects the recipient: 550/],
    [{ message: 554 }, /rejects the message: 554 The message looks like spam/],
  ] as const) {
    server.script(reply);
    const id = await submit(service, { email: 'two@visitor.example' });
    const find = async () => (await service.request('GET', `/mails?about=${id}`)).body.items[0];
    const failed = await waitFor('the failure', async () => ((await find()).status === 'failed' ? find() : null));
    assert.match(failed.error, error);
    assert.equal(failed.attemptCount, 1);
    const before = arrived();
    server.script({});
    const again = await service.request('POST', `/mails/${failed.id}/resend`);
    assert.deepEqual([again.status, again.body.status, again.body.error], [202, 'queued', null]);
    await waitFor('the second attempt', async () => (await find()).status === 'sent');
    assert.deepEqual([arrived(), server.mails.at(-1)?.messageId], [before + 1, failed.messageId]);
    assert.equal((await service.request('GET', `/mails?status=failed`)).body.total, 0);
  }

  // The server is down for an hour: every mail arrives once.
  await server.close();
  const down = await Promise.all([1, 2, 3].map((n) => submit(service, { email: `down${n}@visitor.example` })));
  const queued = async () => (await service.request('GET', '/mails?status=queued')).body.items;
  await waitFor('the attempts', async () =>
    (await queued()).every(({ error }: { error: string | null }) => error?.includes('cannot be reached')),
  );
  const back = await startMailServer(t, { port: server.port });
  for (const waitMs of mailSchedule.slice(0, 4)) skip(service, waitMs);
  await back.received(3);
  await waitFor('the end', async () => (await queued()).length === 0);
  for (const id of down) assert.equal((await service.request('GET', `/mails?about=${id}&status=sent`)).body.total, 1);
  assert.equal(new Set(back.mails.map(({ messageId }) => messageId)).size, 3);

  // One that arrived and is sent again by hand is another message.
  await service.request('POST', `/mails/${sent.id}/resend`);
  const repeated = await back.received(4);
  assert.notEqual(repeated.messageId, sent.messageId);
  assert.equal((await service.request('POST', '/mails/mail_none/resend')).body.code, 'mail_not_found');
  service.advance(91 * 24 * 3_600_000);
  await forgetOldMails(service.context);
  assert.equal((await service.request('GET', '/mails')).body.total, 0);
});

test('an address that a server rejects for good is not written to again until someone allows it', async (t) => {
  const { service, server } = await start(t);
  await makeForm(service, { notice: { to: ['Gone@shop.example'] } });
  const outcomeOf = async (): Promise<{ id: string; status: string; error: string | null }> => {
    const id = await submit(service, { email: 'one@visitor.example' });
    const find = async () => (await service.request('GET', `/mails?about=${id}`)).body.items[0];
    return waitFor('the outcome', async () => ((await find()).status === 'queued' ? null : find()));
  };
  // Something against us or the message says nothing about the address.
  for (const reply of [{ message: 554 }, { recipient: 550, text: '5.7.1 Blocked' }]) {
    server.script(reply);
    assert.equal((await outcomeOf()).status, 'failed');
    server.script({});
    assert.equal((await outcomeOf()).status, 'sent');
  }
  server.script({ recipient: 550 });
  const first = await outcomeOf();
  assert.match(first.error ?? '', /rejects the recipient: 550/);
  server.script({});
  const arrived = server.mails.length;
  const second = await outcomeOf();
  assert.match(second.error ?? '', /^Not sent: the address rejected an earlier mail\. .*550 No mailbox/);
  assert.equal(server.mails.length, arrived);
  const { body } = await service.request('GET', '/mail-refusals?address=gone@shop.example');
  assert.deepEqual(
    body.items.map(({ mailId }: { mailId: string }) => mailId),
    [first.id],
  );
  const allowed = await service.request('DELETE', '/mail-refusals/GONE@shop.example');
  assert.deepEqual(allowed.body, { id: 'GONE@shop.example', deleted: true });
  assert.equal((await service.request('DELETE', '/mail-refusals/GONE@shop.example')).status, 404);
  assert.equal((await outcomeOf()).status, 'sent');

  // A mail that came back later is reported; to send one by hand allows the address.
  const bounce = { address: 'gone@shop.example', reason: '550 5.1.1 No such user' };
  assert.equal((await service.request('POST', '/mail-refusals', { body: bounce })).status, 200);
  const third = await outcomeOf();
  assert.match(third.error ?? '', /550 5\.1\.1 No such user$/);
  assert.equal((await service.request('POST', `/mails/${third.id}/resend`)).status, 202);
  await waitFor('the mail', async () => (await service.request('GET', `/mails/${third.id}`)).body.status === 'sent');
  assert.equal((await service.request('GET', '/mail-refusals')).body.total, 0);
  // Both notations of a domain are one address.
  const [unicode, ascii] = ['Gone@Grün.example', 'gone@xn--grn-ioa.example'].map(encodeURIComponent);
  for (const [address, other] of [
    ['Gone@Grün.example', ascii],
    ['gone@xn--grn-ioa.example', unicode],
  ] as const) {
    const body = { address, reason: bounce.reason };
    assert.equal((await service.request('POST', '/mail-refusals', { body })).body.address, 'gone@xn--grn-ioa.example');
    assert.equal((await service.request('GET', `/mail-refusals?address=${other}`)).body.total, 1);
    assert.equal((await service.request('DELETE', `/mail-refusals/${other}`)).status, 200);
  }
  const wrong = await service.request('POST', '/mail-refusals', { body: { address: 'a b', reason: 'x' } });
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/address']);
});

test('a mail that no server accepts ends after three days', async (t) => {
  const { service, server } = await start(t);
  await makeForm(service, { notice: { to: ['a@shop.example'] } });
  server.script({ recipient: 452 });
  await submit(service, { email: 'one@visitor.example' });
  for (const [index, waitMs] of mailSchedule.entries()) {
    await mailTo(service, 'a@shop.example', ({ attemptCount }) => attemptCount === index + 1);
    skip(service, waitMs);
  }
  const mail = await mailTo(service, 'a@shop.example', ({ status }) => status === 'failed');
  assert.deepEqual([mail.attemptCount, server.mails.length], [mailSchedule.length + 1, 0]);
  assert.match(mail.error, /452/);
});

test('mails wait until a server is entered, which is tried first', async (t) => {
  const service = await startTestService(t);
  await service.work();
  const server = await startMailServer(t);
  const owner = await setUpOwner(service);
  await makeForm(service, { notice: { to: ['a@shop.example'] } });
  for (let n = 0; n < 2; n++) await submit(service, { email: `v${n}@visitor.example` });
  const settings = async () => (await owner.request('GET', '/settings/mail')).body;
  await waitFor('the mails to wait', async () => (await settings()).waitingMails === 2);
  assert.equal((await owner.request('POST', '/settings/mail/test')).status, 409);

  const good = { host: '127.0.0.1', port: server.port, security: 'none', ...mailUser, from: 'mail@harbour.example' };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const put = (change: object) => owner.request('PUT', '/settings/mail', { body: { ...good, ...change } });
  const wrong: [change: object, pointer: string, detail: RegExp][] = [
    [{ password: 'wrong' }, '/password', /rejects the user or the password: 535 Wrong user or password/],
    [{ password: undefined }, '/password', /is required with this user/],
    [{ port: 1 }, '/host', /127\.0\.0\.1:1 cannot be reached/],
    [{ host: 'mail.nowhere.invalid', allowPlainPassword: true }, '/host', /mail\.nowhere\.invalid/],
    [{ security: 'starttls' }, '/security', /with STARTTLS/],
    [{ security: 'tls' }, '/security', /TLS from the start/],
    [{ host: '192.0.2.1' }, '/security', /password unencrypted\. Use STARTTLS or TLS, or allow it/],
    [{ from: 'no address' }, '/from', /./],
    [{ fromName: 'x\r\nBcc: a@b.example' }, '/fromName', /./],
    [{ dkim: { domain: 'harbour.example', selector: 's1', privateKey: 'x' } }, '/dkim/privateKey', /RSA or Ed25519/],
    [{ dkim: { domain: 'harbour.example', selector: 's1' } }, '/dkim/privateKey', /RSA or Ed25519/],
  ];
  for (const [change, pointer, detail] of wrong) {
    const { status, body, text } = await put(change);
    assert.deepEqual([status, body.errors?.[0]?.pointer], [422, pointer], text);
    assert.match(body.errors[0].detail, detail);
  }
  const byKey = await service.request('PUT', '/settings/mail', { body: good });
  assert.equal(byKey.body.errors[0].pointer, '/testTo');
  assert.equal((await settings()).setIn, null);
  assert.equal(server.mails.length, 0);

  const saved = await put({
    fromName: 'The harbour',
    dkim: { domain: 'harbour.example', selector: 's1', privateKey: pem },
  });
  assert.equal(saved.status, 200, saved.text);
  assert.ok(!saved.text.includes('secret / with') && !saved.text.includes('PRIVATE KEY'));
  assert.deepEqual([saved.body.setIn, saved.body.passwordConfigured], ['settings', true]);
  await server.received(3);
  assert.deepEqual(server.mails.map(({ recipients }) => recipients[0]).sort(), [
    'a@shop.example',
    'a@shop.example',
    'olga@example.com',
  ]);
  assert.match(server.mails[0]?.raw ?? '', /^DKIM-Signature: .*\n? *d=harbour\.example;[\s\S]*?s=s1;/m);
  await waitFor('the outbox', async () => (await settings()).waitingMails === 0);
  const row = await service.context.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'mailServer')
    .execute();
  assert.doesNotMatch(JSON.stringify(row), /harbour|secret/);

  // The password stays while the server is the same one, and is never sent to another.
  const { password: _, ...withoutPassword } = good;
  const other = await startMailServer(t);
  const elsewhere = { ...withoutPassword, port: other.port };
  assert.equal((await owner.request('PUT', '/settings/mail', { body: elsewhere })).status, 422);
  const renamed = { ...withoutPassword, fromName: 'Other', testTo: 'me@harbour.example' };
  assert.equal((await owner.request('PUT', '/settings/mail', { body: renamed })).status, 200);
  assert.equal((await server.received(4)).from?.value[0]?.name, 'Other');
  assert.deepEqual((await owner.request('POST', '/settings/mail/test')).body, { to: 'olga@example.com' });
  assert.equal((await server.received(5)).subject, 'Test message from Harbour');
  assert.equal((await service.request('POST', '/settings/mail/test', { body: { to: 'x@y.example' } })).status, 200);
  assert.equal((await owner.request('DELETE', '/settings/mail')).body.setIn, null);
  await submit(service, { email: 'later@visitor.example' });
  await waitFor('the mail to wait', async () => (await settings()).waitingMails === 1);
});

test('a process that learns of a server sends what waited there, without a job for each until then', async (t) => {
  const service = await startTestService(t);
  await service.work();
  const server = await startMailServer(t);
  await makeForm(service, { notice: { to: ['a@shop.example'] } });
  await submit(service, { email: 'ada@visitor.example' });
  const { db, sealer } = service.context;
  const mail = await db.selectFrom('mails').select('status').execute();
  assert.deepEqual(mail, [{ status: 'waiting' }]);
  assert.deepEqual(await db.selectFrom('jobs').select('id').where('task', '=', 'mail.send').execute(), []);
  // As another process enters it.
  const box = sealer.seal(JSON.stringify({ ...serverAt(server), setIn: 'settings' }), 'mailServer');
  await inTransaction(service.context, (ctx) => writeSetting(ctx, 'mailServer', box));
  assert.deepEqual((await server.received(1)).recipients, ['a@shop.example']);
});

test('a server from the environment cannot be changed in the admin', async (t) => {
  const { service } = await start(t);
  const body = { host: '127.0.0.1', port: 25, security: 'none', from: 'mail@harbour.example', testTo: 'x@y.example' };
  for (const response of [
    await service.request('PUT', '/settings/mail', { body }),
    await service.request('DELETE', '/settings/mail'),
  ]) {
    assert.equal(response.status, 409);
    assert.match(response.body.detail, /environment/);
  }
  const { setIn, host, passwordConfigured } = (await service.request('GET', '/settings/mail')).body;
  assert.deepEqual([setIn, host, passwordConfigured], ['environment', '127.0.0.1', true]);
});

test('the mails of a form are checked, each fault with a sentence', async (t) => {
  const service = await startTestService(t);
  const id = await makeForm(service, { reply: { on: false, text: 'Hello {{answers.name}}' } });
  const wrong: [mail: unknown, pointer: string, detail: RegExp][] = [
    ['x', '', /object/],
    [{ notice: { to: 'a@b.example' } }, '/notice/to', /list|array/],
    [{ notice: { to: ['nobody'] } }, '/notice/to/0', /email/],
    [{ notice: { to: ['a@b.example\nBcc: c@d.example'] } }, '/notice/to/0', /email/],
    [{ notice: { to: [], subject: '{{answers}}' } }, '/notice/subject', /too long for a subject/],
    [
      { reply: { on: true, text: 'Hi {{answers.nmae}}' } },
      '/reply/text',
      /\{\{answers\.nmae\}\} \(did you mean `answers\.name`\?\)\. Known are \{\{site\}\}, /,
    ],
    [{ reply: { on: true, text: 'x', subject: '{{name}}' } }, '/reply/subject', /unknown variable \{\{name\}\}/],
    [
      { notice: { to: [], rules: [{ field: 'meel', is: 'v', to: ['a@b.example'] }] } },
      '/notice/rules/0/field',
      /did you mean `meal`/,
    ],
    [
      { notice: { to: [], rules: [{ field: 'meal', is: 'w', to: ['a@b.example'] }] } },
      '/notice/rules/0/is',
      /not an option/,
    ],
    [{ notice: { to: [], rules: [{ field: 'meal', is: 'v', to: ['nobody'] }] } }, '/notice/rules/0/to/0', /email/],
    [{ replies: {} }, '/replies', /./],
  ];
  for (const [mail, pointer, detail] of wrong) {
    const { status, body, text } = await service.request('PATCH', `/forms/${id}`, { body: { settings: { mail } } });
    assert.deepEqual([status, body.errors?.[0]?.pointer], [422, `/settings/mail${pointer}`], text);
    assert.match(body.errors[0].detail, detail);
  }
  // Who is notified may depend on an answer.
  const rules = [
    { field: 'meal', is: 'v', to: ['kitchen@shop.example', 'office@shop.example'] },
    { field: 'meal', is: 'x', to: ['bar@shop.example'] },
  ];
  const ruled = { settings: { mail: { notice: { to: ['office@shop.example'], rules } } } };
  assert.equal((await service.request('PATCH', `/forms/${id}`, { body: ruled })).status, 200);
  const about = await submit(service, { email: 'zoe@visitor.example', meal: 'v' });
  const { body: notified } = await service.request('GET', `/mails?about=${about}`);
  assert.deepEqual(notified.items.map(({ recipient }: { recipient: string }) => recipient).sort(), [
    'kitchen@shop.example',
    'office@shop.example',
  ]);
  const former = { settings: { mail: { notice: null, reply: { on: false, text: 'Hello {{answers.name}}' } } } };
  assert.equal((await service.request('PATCH', `/forms/${id}`, { body: former })).status, 200);

  // A text names a field that is about to be removed.
  const without = await service.request('PATCH', `/forms/${id}`, { body: { fields: fields.slice(0, 1) } });
  assert.deepEqual([without.status, without.body.errors?.[0]?.pointer], [422, '/settings/mail/reply/text']);

  // Servers reject long headers: a visitor must not be able to keep a notice from arriving.
  const notice = { to: ['a@shop.example'], subject: '{{answers.message}}' };
  assert.equal(
    (await service.request('PATCH', `/forms/${id}`, { body: { settings: { mail: { notice } } } })).status,
    200,
  );
  await submit(service, { email: 'zoe@visitor.example', message: `${'long 🦀 '.repeat(10_000)}` });
  const { subject } = (await service.request('GET', '/mails')).body.items[0];
  assert.ok(subject.length > 200 && subject.length <= 250 && subject.endsWith('…'), subject);
  assert.ok(subject.isWellFormed());
});

test('a server that hangs or trickles is left in time', async (t) => {
  const server = await startMailServer(t);
  server.script({ hangs: true });
  const mailer = createMailer(serverAt(server), { silenceMs: 200, totalMs: 60_000 });
  const mail = {
    ...{
      messageId: '<mail_1@harbour.example>',
      to: 'a@shop.example',
      replyTo: null,
      subject: 'x',
      text: 'x',
      html: 'x',
    },
    ...{ origin: 'service' as const, logo: null, date: new Date() },
  };
  const isTooSlow = (error: unknown): boolean =>
    error instanceof MailError && !error.isPermanent && /did not respond in time$/.test(error.message);
  await assert.rejects(mailer.send(mail), isTooSlow);
  const patient = createMailer(serverAt(server), { silenceMs: 60_000, totalMs: 200 });
  // Others wait for their place, and get it.
  await Promise.all(Array.from({ length: 7 }, () => assert.rejects(patient.send(mail), isTooSlow)));
});
