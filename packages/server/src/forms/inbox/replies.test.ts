// Replies by mail from the inbox, against a real mail server.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { serverAt, startMailServer } from '../../../test/support/mail-server.ts';
import { setUpOwner, signIn } from '../../../test/support/sign-in.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { inTransaction } from '../../context/context.ts';
import { forgetOldMails } from '../../mail/mail-tasks.ts';

const fields = [
  { name: 'name', type: 'text' },
  { name: 'email', type: 'email', label: 'Your email' },
  { name: 'second', type: 'email', label: 'Another' },
];

async function start(t: TestContext, options: Parameters<typeof startTestService>[1] = {}) {
  const service = await startTestService(t, options);
  const owner = await setUpOwner(service);
  const created = await service.request('POST', '/forms', { body: { name: 'Trip', slug: 'trip', fields } });
  assert.equal(created.status, 201, created.text);
  const form: string = created.body.id;
  const submit = async (body: object): Promise<string> => {
    const answer = await service.request('POST', '/forms/trip/submit', { token: null, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.submissionId;
  };
  const reply = (id: string, body: object, key?: string) =>
    owner.request('POST', `/submissions/${id}/replies`, { body, ...(key && { headers: { 'idempotency-key': key } }) });
  const story = async (id: string) =>
    (await service.request('GET', `/submissions/${id}/story`)).body.items.filter(
      ({ kind }: { kind: string }) => kind === 'mail',
    );
  return { service, owner, form, submit, reply, story };
}

test('a reply is sent once to who submitted the form, and the story shows what became of it', async (t) => {
  const server = await startMailServer(t);
  const { service, owner, form, submit, reply, story } = await start(t, { mailServer: serverAt(server) });
  await service.work();
  const id = await submit({ name: 'Ada', email: 'ada@visitor.example', second: 'ADA@visitor.example' });
  const draft = await owner.request('GET', `/submissions/${id}/reply`);
  assert.deepEqual(draft.body, {
    recipients: [{ address: 'ada@visitor.example', source: 'answer', label: 'Your email', refusal: null }],
    subject: 'Re: Trip',
    replyTo: 'olga@example.com',
    mailServerConfigured: true,
  });
  const text = 'Dear Ada,\n\nthere are {{places}} & <b>more</b>.';
  const body = { subject: 'Places\r\nBcc: victim@example.com', text };
  const [first, second] = await Promise.all([reply(id, body, 'one'), reply(id, body, 'one')]);
  for (const answer of [first, second]) assert.ok([201, 409].includes(answer.status), answer.text);
  const again = await reply(id, body, 'one');
  assert.deepEqual([again.status, again.body.recipient], [201, 'ada@visitor.example'], again.text);
  const mail = await server.received(1);
  assert.deepEqual(mail.recipients, ['ada@visitor.example']);
  assert.equal(mail.subject, 'Places Bcc: victim@example.com');
  assert.equal(mail.replyTo?.text, 'olga@example.com');
  assert.equal(mail.headers.has('auto-submitted'), false);
  assert.ok(mail.text?.startsWith(text), String(mail.text));
  assert.ok(String(mail.html).includes('&#60;b&#62;more&#60;/b&#62;'));
  const sent = await waitFor('the reply is sent', async () =>
    (await story(id)).find((entry: { mail: { status: string } }) => entry.mail.status === 'sent'),
  );
  assert.deepEqual(
    [sent.mail.kind, sent.mail.text, sent.mail.by, (await story(id)).length],
    ['message', text, { id: owner.id, name: 'Olga' }, 1],
  );
  assert.equal(server.mails.length, 1);
  assert.equal((await owner.request('GET', `/mails?about=${id}`)).body.items[0].kind, 'message');

  // The address that a form notifies reads the answers. An address that accepts no mail is known before the next reply.
  const settings = { mail: { notice: { to: ['office@example.com'] } } };
  assert.equal((await service.request('PATCH', `/forms/${form}`, { body: { settings } })).status, 200);
  server.script({ recipient: 550 });
  assert.equal((await reply(id, { to: 'Ada@Visitor.example', subject: 'Again', text })).status, 201);
  const refused = await waitFor('the refusal', async () =>
    (await story(id)).find((entry: { mail: { status: string } }) => entry.mail.status === 'refused'),
  );
  assert.match(refused.mail.error, /rejects the recipient: 550/);
  const known = (await owner.request('GET', `/submissions/${id}/reply`)).body;
  assert.equal(known.replyTo, 'office@example.com');
  assert.match(known.recipients[0].refusal, /550/);

  // The story outlives the outbox, and ends with the submission.
  service.advance(91 * 24 * 3_600_000);
  await forgetOldMails(service.context);
  assert.deepEqual(
    (await story(id)).map(({ mail }: { mail: { status: string } }) => mail.status),
    ['sent', 'refused'],
  );
  assert.equal((await service.request('DELETE', `/forms/${form}/submissions/${id}`)).status, 200);
  for (const table of ['submissionReplies', 'mails'] as const)
    assert.deepEqual(await service.context.db.selectFrom(table).select('id').execute(), [], table);
});

test('a reply waits without a mail server, and needs an address of the submission or its contact', async (t) => {
  const { service, owner, form, submit, reply, story } = await start(t);
  const id = await submit({ name: 'Ada', email: 'ada@visitor.example', second: 'work@visitor.example' });
  const draft = (await owner.request('GET', `/submissions/${id}/reply`)).body;
  assert.equal(draft.mailServerConfigured, false);
  assert.deepEqual(
    draft.recipients.map(({ address }: { address: string }) => address),
    ['ada@visitor.example', 'work@visitor.example'],
  );
  const letter = { subject: 'Hello', text: 'Hello' };
  assert.equal((await reply(id, { ...letter, to: 'work@visitor.example' })).status, 201);
  await service.work();
  await waitFor('it waits', async () => (await story(id))[0].mail.status === 'waiting');
  for (const [given, pointer, detail] of [
    [{ ...letter, to: 'else@visitor.example' }, '/to', /must be an email address of the submission: ada@.* or work@/],
    [{ ...letter, subject: ' ' }, '/subject', /./],
    [{ ...letter, text: ' \n' }, '/text', /./],
  ] as const) {
    const { status, body } = await reply(id, given);
    assert.deepEqual([status, body.errors[0].pointer], [422, pointer]);
    assert.match(body.errors[0].detail, detail);
  }
  const silent = await submit({ name: 'Bob' });
  assert.deepEqual((await owner.request('GET', `/submissions/${silent}/reply`)).body.recipients, []);
  const unsent = await reply(silent, letter);
  assert.deepEqual([unsent.status, unsent.body.errors[0].code], [422, 'no_address']);
  assert.match(unsent.body.errors[0].detail, /neither the submission nor its contact has an email address/);

  // The contact's address is for those who may read contacts.
  const contact = await service.request('POST', '/contacts', { body: { email: 'bob@contact.example' } });
  await inTransaction(service.context, (ctx) =>
    ctx.db.updateTable('submissions').set({ contactId: contact.body.id }).where('id', '=', silent).execute(),
  );
  const token = await service.tokenWith(`forms:write:${form}`);
  const { body: limited } = await service.request('GET', `/submissions/${silent}/reply`, { token });
  assert.deepEqual([limited.recipients, limited.replyTo], [[], null]);
  assert.equal((await reply(silent, letter)).body.recipient, 'bob@contact.example');
  const reader = await service.tokenWith('forms:read');
  const denied = await service.request('POST', `/submissions/${id}/replies`, { token: reader, body: letter });
  assert.equal(denied.body.requiredScope, 'forms:write');
  await owner.request('POST', '/users', {
    body: { name: 'Ben', email: 'ben@example.com', password: 'another long pass phrase', role: 'editor' },
  });
  const ben = await signIn(service, 'ben@example.com', 'another long pass phrase');
  assert.equal((await ben.request('GET', `/submissions/${silent}/reply`)).body.replyTo, 'ben@example.com');
  assert.equal((await owner.request('DELETE', `/forms/${form}?force=true`)).status, 200);
  assert.deepEqual(await service.context.db.selectFrom('submissionReplies').select('id').execute(), []);
});
