// A mail server that is down for days, rejects one of several, is slow, or dies while it gets a message: every mail arrives
// once, or the outbox says why not.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addUnrenderable, createDraft, startSelling } from '../../test/support/invoicing.ts';
import { serverAt, startMailServer } from '../../test/support/mail-server.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { type ClaimedJob, claimJobs } from '../jobs/claim-jobs.ts';
import { mailSchedule } from '../jobs/schedules.ts';
import { sendMail } from './send-mail.ts';

const [first, second, third] = ['one@shop.example', 'two@shop.example', 'three@shop.example'];

async function start(t: TestContext, { works = true, to = [first, second, third] } = {}) {
  const server = await startMailServer(t);
  const service = await startTestService(t, { mailServer: serverAt(server) });
  if (works) await service.work();
  const body = {
    ...{ name: 'Contact', slug: 'contact', fields: [{ name: 'message', type: 'textarea' }] },
    settings: { mail: { notice: { to } } },
  };
  assert.equal((await service.request('POST', '/forms', { body })).status, 201);
  return { server, service };
}

async function submit({ request }: TestService, message = 'Ahoy'): Promise<string> {
  const sent = await request('POST', '/forms/contact/submit', { token: null, body: { message } });
  assert.equal(sent.status, 200, sent.text);
  return sent.body.submissionId;
}

type Listed = {
  id: string;
  recipient: string;
  status: string;
  attemptCount: number;
  error: string | null;
  sentAt: string | null;
};

async function mailsOf(service: TestService, query: string): Promise<Listed[]> {
  return (await service.request('GET', `/mails?limit=100&${query}`)).body.items;
}

/** The mails about a submission by their recipients, when each has been tried so often, or has ended. */
function triedOf(service: TestService, id: string, times: number): Promise<Map<string, Listed>> {
  return waitFor(`attempt ${times}`, async () => {
    service.context.wakeWorker();
    const mails = await mailsOf(service, `about=${id}`);
    const areTried = mails.every(({ status, attemptCount }) => status !== 'queued' || attemptCount >= times);
    return areTried ? new Map(mails.map((mail) => [mail.recipient, mail])) : null;
  });
}

/** Lets the next planned attempt become due. */
function skip(service: TestService, ms: number): void {
  service.advance(ms * 1.3);
}

test('one rejected recipient keeps no other from its mail, and one connection that breaks no message', async (t) => {
  const { server, service } = await start(t);
  server.reject(second);
  const outcome = await triedOf(service, await submit(service), 1);
  assert.deepEqual(
    [first, second, third].map((to) => outcome.get(to)?.status),
    ['sent', 'failed', 'sent'],
  );
  assert.match(outcome.get(second)?.error ?? '', /rejects the recipient: 550 No mailbox for two@shop\.example/);
  assert.deepEqual(server.mails.map(({ recipients }) => recipients.join()).sort(), [first, third]);

  // The server dies while it gets a message that has several packets, and with it the connections of the others.
  server.reject();
  await service.request('DELETE', `/mail-refusals/${second}`);
  server.script({ diesWithin: true }, {});
  const id = await submit(service, 'A long story. '.repeat(6000));
  const broken = await triedOf(service, id, 1);
  const lost = [...broken.values()].filter(({ status }) => status === 'queued');
  assert.ok(lost.length > 0);
  for (const { error } of lost) assert.match(error ?? '', /The mail server 127\.0\.0\.1:\d+ cannot be reached/);
  skip(service, mailSchedule[0] as number);
  const whole = await triedOf(service, id, 2);
  assert.deepEqual(new Set([...whole.values()].map(({ status }) => status)), new Set(['sent']));
  const arrived = server.mails.slice(2);
  assert.deepEqual(arrived.map(({ recipients }) => recipients.join()).sort(), [first, third, second]);
  for (const { text } of arrived) assert.equal(text?.match(/A long story\./g)?.length, 6000);
});

test('a slow server gets every mail once, and one that was down gets them when it is back', async (t) => {
  const { server, service } = await start(t);
  server.slowDown(100);
  await Promise.all(Array.from({ length: 4 }, () => submit(service)));
  await waitFor('the mails', async () => (await mailsOf(service, 'status=sent')).length === 12);
  const ids = (): Set<string | undefined> => new Set(server.mails.map(({ messageId }) => messageId));
  assert.deepEqual([server.mails.length, ids().size], [12, 12]);

  // Down for more than a day.
  await server.close();
  const id = await submit(service);
  for (const [index, waitMs] of mailSchedule.slice(0, 9).entries()) {
    for (const { status, error } of (await triedOf(service, id, index + 1)).values()) {
      assert.equal(status, 'queued');
      assert.match(error ?? '', /cannot be reached/);
    }
    if (index === 0) {
      assert.equal((await mailsOf(service, 'status=queued&error[exists]=true')).length, 3);
      assert.equal((await mailsOf(service, 'status=queued&error[exists]=false')).length, 0);
    }
    if (index < 8) skip(service, waitMs);
  }
  const back = await startMailServer(t, { port: server.port });
  skip(service, mailSchedule[8] as number);
  const late = await triedOf(service, id, 10);
  assert.deepEqual(new Set([...late.values()].map(({ status }) => status)), new Set(['sent']));
  assert.deepEqual(back.mails.map(({ recipients }) => recipients.join()).sort(), [first, third, second]);
  // What became of the submission says when they were sent, a day after they were written.
  const story: { kind: string; at: string }[] = (await service.request('GET', `/submissions/${id}/story`)).body.items;
  const shown = story.filter(({ kind }) => kind === 'mail').map(({ at }) => at);
  assert.deepEqual(shown.sort(), [...late.values()].map(({ sentAt }) => sentAt).sort());
});

test('a mail that is to be sent again while an attempt is rejected is tried again', async (t) => {
  const { server, service } = await start(t, { works: false, to: [second] });
  const { context } = service;
  const claim = () => inTransaction(context, (ctx) => claimJobs(ctx, 'worker', { own: 0, quick: 1, slow: 0 }));
  const about = `about=${await submit(service)}`;
  const [mail] = await mailsOf(service, about);
  assert.ok(mail);
  const [job] = await claim();
  server.reject(second);
  assert.equal((await service.request('POST', `/mails/${mail.id}/resend`)).status, 202);
  assert.deepEqual(await claim(), [], 'it is still being sent');
  await sendMail(context, job as ClaimedJob);
  assert.deepEqual(
    (await mailsOf(service, about)).map(({ status, attemptCount }) => [status, attemptCount]),
    [['queued', 1]],
  );
  server.reject();
  const [again] = await claim();
  await sendMail(context, again as ClaimedJob);
  assert.deepEqual(
    (await mailsOf(service, about)).map(({ status, attemptCount }) => [status, attemptCount]),
    [['sent', 2]],
  );
  assert.deepEqual(await claim(), []);
});

test('a mail whose document cannot be rendered says why, is tried as often as others, and is sent when it can be', async (t) => {
  const server = await startMailServer(t);
  const service = await startSelling(t);
  service.context.mailer.useServer(serverAt(server));
  const { request, database } = service;
  await addUnrenderable(service, (await createDraft(service, { status: 'open' })).id);
  const id = 'inv_broken';
  assert.equal((await request('POST', `/invoices/${id}/mail`, { body: { to: first } })).status, 202);
  await service.work();
  for (const [index, waitMs] of [...mailSchedule, 0].entries()) {
    const mail = (await triedOf(service, id, index + 1)).get(first);
    assert.equal(mail?.status, index < mailSchedule.length ? 'queued' : 'failed');
    assert.match(mail?.error ?? '', /^The document could not be rendered: .*color string/);
    skip(service, waitMs);
  }
  assert.equal(server.mails.length, 0);

  const document = { recordId: id, format: 'pdf' as const, digest: '', bytes: Buffer.from('%PDF'), createdAt: '' };
  await database.writer.insertInto('documents').values(document).execute();
  const [mail] = await mailsOf(service, `about=${id}`);
  assert.equal((await request('POST', `/mails/${mail?.id}/resend`)).status, 202);
  assert.equal((await server.received(1)).attachments.length, 1);
});
