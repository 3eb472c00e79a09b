import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { startReceiver } from '../../../test/support/receiver.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { inTransaction } from '../../context/context.ts';
import { markSubmissionPaid } from '../submit/submissions.ts';
import { emptyOldSpam } from './empty-spam.ts';

const visitor = { token: null };
const fields = [
  { name: 'name', type: 'text' },
  { name: 'email', type: 'email', required: true },
  { name: 'message', type: 'textarea' },
  { name: 'cv', type: 'file', accept: ['text/plain'] },
];
const honest = {
  name: 'Ada Winter',
  email: 'ada@winter.example',
  message: 'Do you have a table for four on Saturday?',
};
const offer = {
  name: 'Best SEO',
  email: 'offer@rank.example',
  message: 'We sell backlinks and guest posts to rank on the first page of Google: https://rank.example/buy',
};

async function makeForm(service: TestService, more: object = {}): Promise<string> {
  const body = { name: 'Contact', slug: 'contact', public: true, fields, ...more };
  const made = await service.request('POST', '/forms', { body });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const send = (service: TestService, body: object, token: string | null = null) =>
  service.request('POST', '/forms/contact/submit', { token, body });
const list = async (service: TestService, query = '') =>
  (await service.request('GET', `/forms/contact/submissions${query}`)).body;
const sort = async (service: TestService, ids: string[], spam: boolean) =>
  (await service.request('POST', '/forms/contact/spam', { body: { ids, spam } })).body;

test('spam looks accepted, is kept apart with its reasons, and goes the whole way once when it is none', async (t) => {
  const service = await startTestService(t);
  const { request, context } = service;
  const mail = { notice: { to: ['office@site.example'] }, reply: { on: true, text: 'Thank you' } };
  const formId = await makeForm(service, { settings: { mail } });
  const receiver = await startReceiver(t);
  const webhook = { url: receiver.url, events: ['submitted'] };
  assert.equal((await request('POST', '/forms/contact/webhooks', { body: webhook })).status, 201);
  const origin = await service.listen();
  const body = new FormData();
  for (const [name, value] of Object.entries(offer)) body.set(name, value);
  body.set('cv', new Blob(['more offers'], { type: 'text/plain' }), 'cv.txt');
  const response = await fetch(`${origin}/api/v1/forms/contact/submit`, { method: 'POST', body });
  const sent = (await response.json()) as { submissionId: string; status: string };
  assert.deepEqual(Object.keys(sent), ['submissionId', 'status']);
  const id = sent.submissionId;
  const ordinary = await send(service, honest);
  assert.equal(ordinary.status, 200);

  const everywhere = async () => ({
    listed: (await list(service)).items.map((item: { id: string }) => item.id),
    counted: (await request('GET', '/forms/contact')).body.submissionCount,
    exported: (await request('GET', '/forms/contact/submissions.csv')).text.includes(offer.email),
    contacts: (await request('GET', `/contacts?search=${offer.email}`)).body.total,
    found: (await request('GET', '/search?q=backlinks')).text.includes(id),
    mails: (await request('GET', `/mails?about=${id}`)).body.total,
    events: await context.db.selectFrom('events').select('type').where('subject', '=', id).execute(),
    deliveries: (await context.db.selectFrom('deliveries').select('body').execute()).filter(({ body }) =>
      body.includes(id),
    ).length,
  });
  const apart = { listed: [ordinary.body.submissionId], counted: 1, exported: false, contacts: 0, found: false };
  assert.deepEqual(await everywhere(), { ...apart, mails: 0, events: [], deliveries: 0 });
  const [item] = (await list(service, '?status=spam&search=backlinks')).items;
  assert.deepEqual([item.id, item.status, item.files.length, item.spam.limit], [id, 'spam', 1, 50]);
  assert.ok(item.spam.score >= 50);
  const points = item.spam.reasons.map((reason: { points: number }) => reason.points);
  assert.equal(
    points.reduce((sum: number, one: number) => sum + one, 0),
    item.spam.score,
  );
  assert.match(JSON.stringify(item.spam.reasons), /“backlinks”/);
  assert.deepEqual((await request('GET', `/forms/contact/submissions/${id}`)).body, item);
  assert.match((await request('GET', '/forms/contact/submissions.csv?status=spam')).text, /offer@rank\.example/);
  assert.equal((await request('GET', `/files/${item.files[0].id}`)).text, 'more offers');

  // Several people click at once.
  const sorted = await Promise.all(Array.from({ length: 6 }, () => sort(service, [id], false)));
  assert.deepEqual(sorted, Array(6).fill({ done: [id], failed: [] }));
  const after = await everywhere();
  assert.deepEqual(after.listed.sort(), [id, ordinary.body.submissionId].sort());
  assert.deepEqual(
    { ...after, listed: 2 },
    {
      listed: 2,
      counted: 2,
      exported: true,
      contacts: 1,
      found: true,
      mails: 2,
      events: [{ type: 'submission.submitted' }],
      deliveries: 1,
    },
  );
  const { spam, ...restored } = {
    ...item,
    status: 'submitted',
    contactId: after.listed && (await list(service)).items.find((one: { id: string }) => one.id === id).contactId,
  };
  assert.ok(spam);
  assert.deepEqual((await request('GET', `/forms/contact/submissions/${id}`)).body, restored);
  assert.equal((await list(service, '?status=spam')).total, 0);

  // There and back by hand: nothing follows a second time.
  assert.deepEqual(await sort(service, [id, 'sub_unknown'], true), {
    done: [id],
    failed: [{ id: 'sub_unknown', code: 'submission_not_found', detail: 'Submission not found' }],
  });
  const [byHand] = (await list(service, '?status=spam')).items;
  assert.deepEqual([byHand.spam.score, byHand.spam.limit, byHand.spam.reasons], [null, null, []]);
  assert.equal((await request('GET', '/forms/contact')).body.submissionCount, 1);
  await sort(service, [id], false);
  assert.deepEqual(await everywhere(), { ...after, listed: (await everywhere()).listed });

  await send(service, offer);
  await send(service, { ...offer, email: 'x@rank.example' });
  assert.deepEqual((await request('DELETE', '/forms/contact/spam')).body, { deleted: 2 });
  const form = await request('DELETE', `/forms/${formId}?force=true`);
  assert.equal(form.status, 200);
  assert.equal((await request('GET', `/files/${item.files[0].id}`)).status, 404);
});

test('each form has a level, programs with a key are not assessed by how they send, and settings are checked', async (t) => {
  const service = await startTestService(t);
  const { request, token } = service;
  await makeForm(service);
  const count = async (): Promise<number[]> => [
    (await list(service)).total,
    (await list(service, '?status=spam')).total,
  ];
  const trap = (accept: string, more = '') =>
    request('POST', '/forms/contact/submit', {
      token: null,
      body: `${new URLSearchParams(honest)}${more}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
    });
  assert.equal((await trap('text/html', '&_gotcha=x')).status, 303);
  assert.deepEqual(await count(), [0, 1]);
  await request('PATCH', '/forms/contact', { body: { settings: { spam: { level: 'off' } } } });
  await send(service, offer);
  assert.deepEqual(await count(), [1, 1]);
  await request('PATCH', '/forms/contact', { body: { settings: { spam: { level: 'strict' } } } });
  const link = { ...honest, message: 'Look at this https://a-shop.example/x' };
  await send(service, link);
  assert.deepEqual(await count(), [1, 2]);
  await send(service, honest, token);
  assert.deepEqual(await count(), [2, 2]);
  const wrong = await request('PATCH', '/forms/contact', { body: { settings: { spam: { level: 'harsh' } } } });
  assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [422, '/settings/spam/level']);

  const set = (body: object) => request('PATCH', '/settings/spam', { body });
  const bad = await set({ addresses: ['10.0.0.0/40'], words: ['/(/'] });
  assert.equal(bad.status, 422);
  assert.deepEqual(
    bad.body.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [pointer, detail]),
    [
      ['/words/0', 'is not a valid regular expression (/(/)'],
      ['/addresses/0', 'must be an IP address such as 203.0.113.7, or a range such as 203.0.113.0/24 (10.0.0.0/40)'],
    ],
  );
  assert.deepEqual((await request('GET', '/settings/spam')).body.words, []);
  await request('PATCH', '/forms/contact', { body: { settings: { spam: null } } });
  assert.equal((await set({ words: ['table for four'], days: 7 })).body.level, 'normal');
  await send(service, honest);
  assert.deepEqual(await count(), [2, 3]);
  const [{ spam }] = (await list(service, '?status=spam&limit=1')).items;
  assert.equal(spam.reasons[0].detail, '“table for four” is on the block list');

  service.advance(8 * 86_400_000);
  await send(service, offer);
  assert.equal(await emptyOldSpam(service.context), 3);
  assert.deepEqual(await count(), [2, 1]);
  const files = path.join(service.config.dataFolder, 'files');
  assert.deepEqual(await readdir(files).catch(() => []), []);
});

test('spam gets no checkout and no place; when it is none, its payment is opened once', async (t) => {
  const service = await startPaymentService(t);
  const { request, context } = service;
  const seat = { name: 'seat', type: 'payment', label: 'Seat', amount: 4200, currency: 'eur' };
  await makeForm(service, { fields: [...fields, seat], maxSubmissions: 1 });
  const words = `${offer.message} ${offer.message} casino bonus free spins bit.ly/x1 <a href="https://rank.example">x</a>`;
  const sent = await send(service, { ...offer, message: words });
  assert.deepEqual(Object.keys(sent.body), ['submissionId', 'status'], sent.text);
  const page = await request('POST', '/forms/contact/submit', {
    token: null,
    body: new URLSearchParams({ ...offer, message: words, _gotcha: 'x' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
  });
  const thanks = await request('GET', `/${new URL(page.headers.location as string).pathname}?payment=later`, visitor);
  assert.deepEqual([page.status, /send you a link to pay/.test(thanks.text)], [303, true], thanks.text);
  assert.equal((await request('GET', '/payments')).body.total, 0);
  const [, first] = (await list(service, '?status=spam')).items;
  assert.equal(first.id, sent.body.submissionId);

  const sorted = await Promise.all([1, 2, 3].map(() => sort(service, [first.id], false)));
  assert.deepEqual(
    sorted.map(({ done }) => done.length),
    [1, 1, 1],
  );
  const [item] = (await list(service)).items;
  assert.deepEqual([item.id, item.status, item.payment.amount], [first.id, 'awaiting_payment', 4200]);
  const [other] = (await list(service, '?status=spam')).items;
  assert.equal((await sort(service, [other.id], false)).failed[0].code, 'form_full');
  assert.equal((await list(service, '?status=spam')).total, 1, 'it stays where it was');

  // Who pays although a person took it for spam is a customer.
  await sort(service, [first.id], true);
  assert.equal((await list(service)).total, 0);
  await inTransaction(context, (ctx) => markSubmissionPaid(ctx, first.id));
  assert.deepEqual(
    (await list(service)).items.map(({ id, status }: Record<string, string>) => [id, status]),
    [[first.id, 'paid']],
  );
  assert.equal((await sort(service, [first.id], true)).failed[0].code, 'submission_paid');
  assert.equal((await list(service)).total, 1);
});
