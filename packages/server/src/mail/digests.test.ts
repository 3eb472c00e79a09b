// Daily digests, and unsubscribing from them and from notices.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { serverAt, startMailServer } from '../../test/support/mail-server.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { optOut } from './opt-outs/opt-outs.ts';
import { nextTime, writeDigests } from './submission-mails.ts';

const dayMs = 24 * 3_600_000;

async function makeForm({ request }: TestService, slug: string, notice: object): Promise<string> {
  const fields = [{ name: 'message', type: 'textarea' }];
  const body = { name: `Form ${slug}`, slug, fields, settings: { mail: { notice } } };
  const created = await request('POST', '/forms', { body });
  assert.equal(created.status, 201, created.text);
  return created.body.id;
}

async function submit({ request }: TestService, slug: string): Promise<string> {
  const sent = await request('POST', `/forms/${slug}/submit`, { token: null, body: { message: 'Secret' } });
  assert.equal(sent.status, 200, sent.text);
  return sent.body.submissionId;
}

test('the next time of day is found in the time zone, also where clocks change', () => {
  const next = (now: string, daily: string, zone = 'Europe/Vienna') => nextTime(new Date(now), daily, zone);
  assert.equal(next('2026-01-10T05:00:00Z', '08:00'), '2026-01-10T07:00:00.000Z');
  assert.equal(next('2026-01-10T07:00:00Z', '08:00'), '2026-01-11T07:00:00.000Z');
  assert.equal(next('2026-03-28T12:00:00Z', '08:00'), '2026-03-29T06:00:00.000Z');
  assert.equal(next('2026-03-28T12:00:00Z', '02:30'), '2026-03-29T01:30:00.000Z');
  assert.equal(next('2026-01-10T05:00:00Z', '23:30', 'Asia/Tokyo'), '2026-01-10T14:30:00.000Z');
});

test('one mail a day reports all submissions, once, from however many processes, and none on empty days', async (t) => {
  const server = await startMailServer(t);
  const service = await startTestService(t, { mailServer: serverAt(server) });
  const { request, context } = service;
  await service.work();
  await request('PATCH', '/settings', { body: { locale: 'de-AT', timeZone: 'Europe/Vienna' } });
  const wrong = { settings: { mail: { notice: { to: ['a@shop.example'], daily: '8 am' } } } };
  const rejected = await request('POST', '/forms', { body: { name: 'X', slug: 'x', fields: [], ...wrong } });
  assert.equal(rejected.body.errors[0].pointer, '/settings/mail/notice/daily');
  await makeForm(service, 'one', { to: ['a@shop.example', 'b@shop.example'], daily: '08:00' });
  await makeForm(service, 'two', { to: ['a@shop.example'], daily: '08:00' });
  for (const slug of ['one', 'one', 'two']) await submit(service, slug);
  const gone = await submit(service, 'two');
  assert.equal((await request('DELETE', `/forms/two/submissions/${gone}`)).status, 200);
  await writeDigests(context);
  assert.equal((await request('GET', '/mails')).body.total, 0);

  service.advance(dayMs);
  await Promise.all([1, 2, 3].map(() => writeDigests(context)));
  await server.received(2);
  const { body: mails } = await request('GET', '/mails');
  assert.deepEqual(mails.items.map(({ kind, recipient }: Record<string, string>) => `${kind} ${recipient}`).sort(), [
    'digest a@shop.example',
    'digest b@shop.example',
  ]);
  const ofBoth = server.mails.find(({ recipients }) => recipients[0] === 'a@shop.example');
  assert.equal(ofBoth?.subject, 'Neue Einsendungen: 3');
  assert.match(ofBoth?.text ?? '', /Form one \(2\):\n[^\n]+\n[^\n]+\n[\s\S]*Form two \(1\): [\s\S]*\/admin\/inbox/);
  assert.doesNotMatch(ofBoth?.raw ?? '', /Secret/);

  service.advance(dayMs);
  await writeDigests(context);
  assert.equal((await request('GET', '/mails')).body.total, 2);
});

test('a notice has a link to unsubscribe, which works with one click, says nothing to others, and can be undone', async (t) => {
  const server = await startMailServer(t);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const dkim = { domain: 'harbour.example', selector: 's1', privateKey: pem };
  const service = await startTestService(t, {
    mailServer: { ...serverAt(server), dkim },
    publicUrl: 'https://frontdesk.test',
  });
  const { request } = service;
  await service.work();
  await makeForm(service, 'one', { to: ['A@shop.example', 'b@shop.example'] });
  await makeForm(service, 'two', { to: ['a@shop.example'] });
  await submit(service, 'one');
  await server.received(2);
  const mail = server.mails.find(({ recipients }) => recipients[0] === 'A@shop.example');
  assert.match(mail?.raw ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  assert.match(mail?.raw ?? '', /^DKIM-Signature:[\s\S]*?h=[^;]*List-Unsubscribe:\s*List-Unsubscribe-Post/im);
  const unfolded = (mail?.raw ?? '').replace(/\r\n(?=[ \t])/g, '');
  const link =
    /^List-Unsubscribe:\s*<https:\/\/frontdesk\.test(\/mails\/unsubscribe\/[^>]+)>\r$/m.exec(unfolded)?.[1] ?? '';
  assert.notEqual(link, '', mail?.raw.split('\r\n\r\n')[0] ?? '');
  assert.doesNotMatch(Buffer.from(link.slice(21), 'base64url').toString('latin1'), /shop|form_/);

  // Opened in a browser, it asks first. A mail program sends a POST.
  const page = await request('GET', `/${link}`, { token: null });
  assert.match(page.text, /<form method="post" action="\?"><button>Unsubscribe<\/button>/);
  const post = (path: string) =>
    request('POST', `/${path}`, {
      token: null,
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const outcome = async (slug: string, to: string) => {
    const id = await submit(service, slug);
    return waitFor('the outcome', async () => {
      const { items } = (await request('GET', `/mails?about=${id}`)).body;
      const found = items.find(({ recipient }: { recipient: string }) => recipient.toLowerCase() === to);
      return found?.status === 'queued' ? null : found;
    });
  };
  assert.equal((await outcome('one', 'a@shop.example')).status, 'sent');
  assert.equal((await post(link)).status, 200);
  const stopped = await outcome('one', 'a@shop.example');
  assert.deepEqual(
    [stopped.status, stopped.error],
    ['failed', 'Not sent: the recipient has unsubscribed from such notices'],
  );
  assert.equal((await outcome('one', 'b@shop.example')).status, 'sent');
  assert.equal((await outcome('two', 'a@shop.example')).status, 'sent');
  const { body: list } = await request('GET', '/mail-opt-outs');
  assert.deepEqual([list.total, list.items[0].address, list.items[0].formName], [1, 'a@shop.example', 'Form one']);

  const done = await post(link);
  assert.match(done.text, /action="\?undo=1"><button>Undo<\/button>/);
  assert.equal((await post(`${link}?undo=1`)).status, 200);
  assert.equal((await outcome('one', 'a@shop.example')).status, 'sent');
  await post(link);
  const path = `/mail-opt-outs/${encodeURIComponent(list.items[0].id)}`;
  assert.equal((await request('DELETE', path)).status, 200);
  assert.equal((await request('DELETE', path)).body.code, 'mail_opt_out_not_found');

  // The link of a digest is for all forms.
  await inTransaction(service.context, (ctx) => optOut(ctx, { address: 'B@shop.example', formId: null }));
  assert.equal((await outcome('one', 'b@shop.example')).status, 'failed');
  // Both notations of a domain are one address.
  await makeForm(service, 'three', { to: ['c@grün.example'] });
  await inTransaction(service.context, (ctx) => optOut(ctx, { address: 'C@xn--grn-ioa.example', formId: null }));
  assert.match((await outcome('three', 'c@grün.example')).error, /has unsubscribed/);
  for (const method of ['GET', 'POST'])
    assert.equal((await request(method, `/${link.replace(/.{6}$/, 'AAAAAA')}`, { token: null })).status, 404);
});
