import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { inTransaction } from '../../context/context.ts';

const terms = { name: 'terms', type: 'consent', label: 'I accept the terms', help: 'Those of 2026' };
const fields = [
  { name: 'name', type: 'text', label: 'Your name' },
  { name: 'email', type: 'email', label: 'Email' },
  { name: 'room', type: 'radio', label: 'Room', options: [{ value: 'a', label: 'By the sea' }] },
  terms,
];

test('submissions say what was asked, and what was agreed to as it was read', async (t) => {
  const service = await startTestService(t);
  const { request, advance, context } = service;
  const translations = { de: { fields: { terms: { label: 'Ich stimme zu', help: 'Fassung 2026' } } } };
  const mail = { notice: { to: ['office@site.example'] } };
  const made = await request('POST', '/forms', {
    body: { name: 'Trip', slug: 'trip', fields, language: 'en', translations, settings: { mail } },
  });
  assert.equal(made.status, 201, made.text);
  const submit = async (body: object, language = 'en'): Promise<string> => {
    const headers = { 'accept-language': language };
    const { status, body: sent, text } = await request('POST', '/forms/trip/submit', { token: null, body, headers });
    assert.equal(status, 200, text);
    return sent.submissionId;
  };
  const read = async (id: string) => (await request('GET', `/forms/trip/submissions/${id}`)).body;
  const change = async (body: object) => {
    const changed = await request('PATCH', '/forms/trip', { body });
    assert.equal(changed.status, 200, changed.text);
  };
  const countVersions = async () => (await context.db.selectFrom('formVersions').select('formId').execute()).length;
  const first = await submit({ name: 'Ada', email: 'ada@x.example', room: 'a', terms: true }, 'de');
  const spam = await submit({ name: 'Bob', email: 'bob@x.example', room: 'a', terms: false });
  await request('POST', '/forms/trip/spam', { body: { ids: [spam], spam: true } });
  // A page that is open while the form is changed.
  const page = await request('GET', '//f/trip?lang=de', { token: null });
  const token = /name="_page" value="([^"]+)"/.exec(page.text)?.[1] as string;
  advance(60_000);

  // What is not asked makes no version.
  await change({ name: 'Trips' });
  assert.equal(await countVersions(), 0);
  const asked = [
    { name: 'name', type: 'text', label: 'Full name' },
    { ...terms, label: 'I accept the new terms' },
  ];
  await change({ fields: asked, translations: { de: { fields: { terms: { label: 'Ich stimme neu zu' } } } } });
  assert.equal(await countVersions(), 1);
  await change({ fields: asked, open: true });
  assert.equal(await countVersions(), 1);

  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = new URLSearchParams({ name: 'Cleo', terms: 'true', website: '', _page: token }).toString();
  assert.equal((await request('POST', '//f/trip?lang=de', { token: null, headers, body: sent })).status, 303);
  const last = await submit({ name: 'Dan', terms: true });
  const { items } = (await request('GET', '/forms/trip/submissions?sort=createdAt')).body;
  const consents = items.map(({ consents, formVersion, data }: (typeof items)[number]) => [
    data.name,
    formVersion,
    consents?.map((one: { text: string; version: number }) => [one.text, one.version]),
  ]);
  assert.deepEqual(consents, [
    ['Ada', 1, [['Ich stimme zu\nFassung 2026', 1]]],
    ['Cleo', 3, [['Ich stimme zu\nFassung 2026', 2]]],
    ['Dan', 3, [['I accept the new terms\nThose of 2026', 3]]],
  ]);
  const { createdAt, consents: given } = await read(first);
  assert.deepEqual([given[0].field, given[0].at], ['terms', createdAt]);
  assert.equal((await read(spam)).consents, undefined);
  assert.equal((await read(last)).formVersion, 3);

  const version = async (number: number) => (await request('GET', `/forms/trip/versions/${number}`)).body;
  for (const number of [1, 2]) {
    const { version: until, fields: then, language, translations: texts, replacedAt } = await version(number);
    assert.deepEqual([until, then, language, texts], [2, fields, 'en', translations]);
    assert.ok(replacedAt > createdAt);
  }
  assert.deepEqual((await version(3)).fields, asked);
  assert.equal((await version(3)).replacedAt, null);
  assert.equal((await version(4)).code, 'form_version_not_found');
  assert.equal((await request('GET', '/forms/trip/versions/0')).status, 404);

  // A notice that is written later has the labels of then, and a reply goes to the address that was asked for.
  await inTransaction(context, async ({ db }) => {
    await db.deleteFrom('events').where('subject', '=', spam).execute();
    await db.deleteFrom('mails').where('about', '=', spam).execute();
    await db.updateTable('spamSubmissions').set({ published: 0 }).execute();
  });
  const { body: sorted } = await request('POST', '/forms/trip/spam', { body: { ids: [spam], spam: false } });
  assert.deepEqual(sorted.done, [spam], JSON.stringify(sorted));
  const notice = context.db.selectFrom('mails').select('text').where('about', '=', spam);
  assert.match((await notice.executeTakeFirst())?.text ?? '', /Your name[\s\S]*Bob[\s\S]*Room[\s\S]*By the sea/);
  const reply = await request('GET', `/submissions/${first}/reply`);
  assert.deepEqual(
    reply.body.recipients.map(({ address, label }: { address: string; label: string }) => [address, label])[0],
    ['ada@x.example', 'Email'],
  );

  // Submissions from before versions were stored answer what is asked now.
  await inTransaction(context, ({ db }) => db.updateTable('submissions').set({ formVersion: null }).execute());
  assert.equal((await read(first)).formVersion, undefined);
  assert.equal((await request('DELETE', '/forms/trip?force=true')).status, 200);
  assert.equal(await countVersions(), 0);
});

test('the mails of a submission that is paid later have the labels that it answered', async (t) => {
  const service = await startPaymentService(t);
  const { request, context } = service;
  const seat = { name: 'seat', type: 'payment', amount: 1200, currency: 'eur' };
  const mail = { notice: { to: ['office@site.example'] } };
  const body = { name: 'Seats', slug: 'seats', fields: [...fields, seat], settings: { mail } };
  assert.equal((await request('POST', '/forms', { body })).status, 201);
  const submitted = await request('POST', '/forms/seats/submit', { token: null, body: { name: 'Ada', room: 'a' } });
  const changed = [{ name: 'room', type: 'text', label: 'Something else' }, seat];
  assert.equal((await request('PATCH', '/forms/seats', { body: { fields: changed } })).status, 200);
  await service.pay(submitted.body.paymentUrl);
  await service.waitForEvents('submission.paid');
  const notice = await context.db.selectFrom('mails').select('text').where('kind', '=', 'notice').executeTakeFirst();
  assert.match(notice?.text ?? '', /Your name[\s\S]*Ada[\s\S]*Room[\s\S]*By the sea/);
});
