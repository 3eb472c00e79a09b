import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { extract } from 'tar-stream';
import { startPaymentService } from '../../test/support/payment-service.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import type { TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { ensureBuiltInTypes } from '../content/types/post-types.ts';
import { inTransaction } from '../context/context.ts';

const ada = 'ada@winter.example';
const bob = 'bob@summer.example';

const fields = [
  { name: 'name', type: 'text', label: 'Your name' },
  { name: 'email', type: 'email', label: 'Email' },
  { name: 'friend', type: 'email', label: 'Who comes with you' },
  { name: 'message', type: 'textarea', label: 'Message' },
  { name: 'photo', type: 'file', label: 'Photo' },
  { name: 'terms', type: 'consent', label: 'I accept the terms' },
  { name: 'seat', type: 'payment', amount: 1200, currency: 'eur', visibleWhen: { field: 'message', equals: 'book' } },
];

async function untar(bytes: Buffer): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  const reader = extract();
  reader.on('entry', async ({ name }, stream, next) => {
    entries.set(name, await text(stream));
    next();
  });
  const ended = new Promise<void>((resolve, reject) => reader.on('finish', () => resolve()).on('error', reject));
  Readable.from([bytes]).pipe(reader);
  await ended;
  return entries;
}

async function exported(service: TestService, person: object): Promise<Map<string, string>> {
  const { statusCode, rawPayload, payload } = await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/privacy/export', payload: person },
    headers: { authorization: `Bearer ${service.token}` },
  });
  assert.equal(statusCode, 200, payload);
  return untar(rawPayload);
}

/** All that the database has, as one text: every column of every table. The vocabulary has single words, of no one. */
async function everything({ context }: TestService): Promise<string> {
  const tables = await context.db.introspection.getTables();
  const rows: unknown[] = [];
  for (const { name } of tables.filter(({ name }) => name !== 'searchWords' && !isFullText(name)))
    rows.push(
      ...(await context.db
        .selectFrom(name as 'events')
        .selectAll()
        .execute()),
    );
  // Others who have a copy of the contact must hear that it is gone.
  return JSON.stringify(rows.filter((row) => (row as { type?: string }).type !== 'contact.deleted'));
}

/** What SQLite keeps for the full-text index of items, in which bytes of deleted items stay until it is tidied. */
function isFullText(name: string): boolean {
  return name.startsWith('itemSearch');
}

test('all about a person is exported and erased, and nothing of others', async (t) => {
  const service = await startPaymentService(t);
  const receiver = await startReceiver(t);
  const { request, context } = service;
  const mail = { notice: { to: ['office@site.example'] } };
  const draftItem = { type: 'post', title: '{{answers.name}}', content: '{{answers.message}}' };
  const form = { name: 'Trip', slug: 'trip', fields, settings: { mail, draftItem } };
  const post = async (path: string, body: object) => {
    const answer = await request('POST', path, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  await inTransaction(context, ensureBuiltInTypes);
  await post('/forms', form);
  await post('/forms/trip/webhooks', { url: receiver.url, events: ['submitted', 'paid'] });
  await post('/payments/webhooks', { url: receiver.url, events: ['payment.succeeded'] });
  const send = async (answers: Record<string, string>, photo?: string) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(answers)) body.set(name, value);
    if (photo) body.set('photo', new File([photo], `${photo}.txt`, { type: 'text/plain' }));
    const response = await fetch(`${service.origin}/api/v1/forms/trip/submit`, { method: 'POST', body });
    const sent = (await response.json()) as { submissionId: string; paymentUrl?: string };
    assert.equal(response.status, 200, JSON.stringify(sent));
    return sent;
  };
  const paid = await send(
    { name: 'Ada Winter', email: 'Ada@Winter.example', message: 'book', terms: 'true' },
    'portrait',
  );
  await service.pay(paid.paymentUrl as string);
  await service.waitForEvents('submission.paid');
  const plain = await send({ name: 'Ada Winter', email: ada, message: 'Hello again' });
  const spam = await send({ name: 'Ada Winter', email: ada, message: 'Third' });
  // Bob names Ada, and someone has an address that ends with hers.
  const ofBob = await send({ name: 'Bob', email: bob, friend: ada, message: `Ask ${ada}. Thanks` });
  const alike = await send({ name: 'Lada', email: `l${ada}`, message: 'Not her' });
  const contact = (await request('GET', `/contacts?email=${ada}`)).body.items[0];
  await waitFor('the drafts', async () => (await request('GET', '/content/post?status=draft')).body.total === 5);
  await post('/forms/trip/spam', { ids: [spam.submissionId], spam: true });
  await post(`/submissions/${plain.submissionId}/notes`, { text: 'Call her' });
  const invoice = {
    ...{ contactId: contact.id, amount: 500, currency: 'eur' },
    description: 'Portrait of Ada Winter',
  };
  const invoiced = () => request('POST', '/invoices', { body: invoice, headers: { 'idempotency-key': 'portrait' } });
  assert.equal((await invoiced()).status, 201);
  await post(`/submissions/${ofBob.submissionId}/notes`, { text: `Met ${ada} with him, not l${ada}.` });
  await inTransaction(context, async ({ db }) => {
    const createdAt = new Date().toISOString();
    const optOut = { id: `${ada}:`, address: ada, formId: null, createdAt };
    await db
      .insertInto('mailOptOuts')
      .values([optOut, { ...optOut, id: 'x:', address: bob }])
      .execute();
    const entry = { id: `${ofBob.submissionId}:${ada}`, recipient: 'Ada@Winter.example' };
    await db
      .insertInto('digestEntries')
      .values({ ...entry, submissionId: ofBob.submissionId, dueAt: createdAt })
      .execute();
  });
  await post('/mail-refusals', { address: ada, reason: '550' });
  await service.settled();
  await waitFor('the deliveries', async () => (await request('GET', '/deliveries?status=pending')).body.total === 0);
  const draftOf = (sent: { submissionId: string }) => sent.submissionId.replace('sub_', 'item_');
  const edit = { body: { title: 'A story', content: '<p>Rewritten</p>' } };
  assert.equal((await request('PATCH', `/content/post/${draftOf(plain)}`, edit)).status, 200);

  const archive = await exported(service, { contactId: contact.id });
  const json = (name: string) => JSON.parse(archive.get(name) ?? 'null');
  const own = json(`submissions/${paid.submissionId}.json`);
  assert.deepEqual(
    [own.form, own.answers[0], own.consents[0].text],
    ['Trip', { question: 'Your name', answer: 'Ada Winter' }, 'I accept the terms'],
  );
  assert.deepEqual(json(`submissions/${plain.submissionId}.json`).notes[0].text, 'Call her');
  assert.equal(json(`submissions/${spam.submissionId}.json`).status, 'spam');
  const file = [...archive].find(([name]) => name.startsWith(`files/${paid.submissionId}/`));
  assert.deepEqual([file?.[0].endsWith('-portrait.txt'), file?.[1]], [true, 'portrait']);
  for (const [kind, min] of [
    ['payments', 1],
    ['invoices', 2],
    ['mails', 2],
    ['deliveries', 3],
    ['processorEvents', 1],
  ])
    assert.ok(json(`${kind}.json`)?.length >= (min as number), `${kind}: ${archive.get(`${kind}.json`)}`);
  assert.deepEqual(
    json('named-by-others.json')[0]
      .answers.map(({ field }: { field: string }) => field)
      .sort(),
    ['friend', 'message'],
  );
  const all = [...archive.values()].join('\n');
  for (const theirs of [bob, `l${ada}`, ofBob.submissionId, 'Lada']) assert.ok(!all.includes(theirs), theirs);

  const plan = await post('/privacy/erasures/plan', { email: 'ADA@winter.example' });
  assert.deepEqual(plan.person, { contactId: contact.id, email: 'Ada@Winter.example', name: 'Ada Winter' });
  const named = (one: { submissionId: string }, title: string) => ({ id: draftOf(one), type: 'post', title });
  assert.deepEqual(plan.items, [named(plain, 'A story'), named(ofBob, 'Bob')]);
  assert.deepEqual(plan.blockers, []);
  const {
    submissions,
    files,
    contacts,
    payments,
    invoices,
    othersSubmissions,
    draftItems,
    mailRefusals,
    othersNotes,
    mailOptOuts,
    digestEntries,
    responses,
  } = plan.counts;
  assert.deepEqual(
    {
      ...{ submissions, files, contacts, payments, invoices, othersSubmissions, draftItems, mailRefusals },
      ...{ othersNotes, mailOptOuts, digestEntries, responses },
    },
    {
      submissions: 3,
      files: 1,
      contacts: 1,
      payments: 1,
      invoices: 2,
      othersSubmissions: 1,
      draftItems: 2,
      mailRefusals: 1,
      ...{ othersNotes: 1, mailOptOuts: 1, digestEntries: 1, responses: 1 },
    },
  );
  const untouched = {
    alike: await readSubmission(service, alike.submissionId),
    bob: await readSubmission(service, ofBob.submissionId),
  };
  const [before] = (await request('GET', '/payments')).body.items;

  const erasure = await post('/privacy/erasures', { contactId: contact.id });
  assert.equal(erasure.status, 'running');
  await waitFor(
    'the erasure',
    async () => (await request('GET', `/privacy/erasures/${erasure.id}`)).body.status === 'completed',
  );
  const { sha256, ...proof } = (await request('GET', `/privacy/erasures/${erasure.id}`)).body;
  assert.equal(sha256, createHash('sha256').update(JSON.stringify(proof)).digest('hex'));
  assert.deepEqual(proof.erased, plan.counts);
  assert.deepEqual(proof.keptItems, [draftOf(plain), draftOf(ofBob)]);
  assert.equal((await request('GET', `/privacy/erasures?email=${ada}`)).body.total, 1);
  assert.equal((await request('GET', `/privacy/erasures?email=${bob}`)).body.total, 0);

  // The items are for people to look at.
  assert.equal((await request('DELETE', `/content/post/${draftOf(ofBob)}?force=true`)).status, 200);
  const left = await everything(service);
  for (const gone of ['Winter', 'Hello again', 'portrait', 'Call her', contact.id])
    assert.ok(
      !left.replaceAll(`l${ada}`, '').includes(gone),
      `${gone}: ${left.slice(left.indexOf(gone) - 200, left.indexOf(gone) + 100)}`,
    );
  assert.doesNotMatch(left, /(?<!l)ada@winter/i);
  assert.equal((await request('GET', `/contacts/${contact.id}`)).status, 404);
  // What is repeated with an idempotency key is not run again, and is not read.
  const repeated = await invoiced();
  assert.deepEqual([repeated.status, repeated.body.code], [409, 'conflict']);
  const story = (await request('GET', `/submissions/${ofBob.submissionId}/story`)).body;
  assert.ok(JSON.stringify(story).includes(`Met [erased] with him, not l${ada}.`), JSON.stringify(story));
  assert.equal((await request('GET', '/mail-opt-outs')).body.total, 1);
  // What the law wants kept.
  const [payment] = (await request('GET', '/payments')).body.items;
  const { contactId, email, customerId, version, updatedAt, ...kept } = payment;
  assert.deepEqual([contactId, email ?? null], [null, null]);
  assert.deepEqual(kept, Object.fromEntries(Object.keys(kept).map((name) => [name, before[name]])));
  const numbers = (await request('GET', '/invoices')).body.items;
  assert.ok(numbers.some((one: { description: string }) => one.description === 'Portrait of [erased]'));
  // Of others, all is left, but her address.
  assert.deepEqual(await readSubmission(service, alike.submissionId), untouched.alike);
  const { data, ...rest } = await readSubmission(service, ofBob.submissionId);
  const { data: was, ...same } = untouched.bob;
  assert.deepEqual(rest, same);
  assert.deepEqual(data, { ...was, friend: '[erased]', message: 'Ask [erased]. Thanks' });
  assert.equal((await request('GET', `/forms/trip/submissions?search=winter`)).body.total, 1);
  assert.equal((await post('/privacy/erasures/plan', { email: ada })).counts.submissions, undefined);
  await context.files.read(own.files[0].id).then(
    () => assert.fail('the bytes are still there'),
    () => {},
  );
});

async function readSubmission(service: TestService, id: string) {
  return (await service.request('GET', `/forms/trip/submissions/${id}`)).body;
}

test('an address without a contact is found, what has not ended keeps an erasure from beginning, and bad input is named', async (t) => {
  const service = await startPaymentService(t, { idle: true });
  const { request, context } = service;
  const ask = (path: string, body: object) => request('POST', `/privacy/${path}`, { body });
  await request('POST', '/forms', { body: { name: 'Trip', slug: 'trip', fields } });
  const answers = { name: 'Ada', email: ada, message: 'book' };
  const sent = await request('POST', '/forms/trip/submit', { body: answers });
  const { contactId, payment } = await readSubmission(service, sent.body.submissionId);
  const set = (values: object) => inTransaction(context, ({ db }) => db.updateTable('payments').set(values).execute());
  await set({ status: 'processing' });
  const blocked = await ask('erasures', { contactId });
  assert.deepEqual([blocked.status, blocked.body.code], [409, 'erasure_blocked']);
  assert.match(blocked.body.detail, new RegExp(payment.id));
  assert.deepEqual((await ask('erasures/plan', { contactId })).body.blockers, [{ kind: 'payment', id: payment.id }]);
  await set({ status: 'failed' });
  assert.equal((await request('DELETE', `/contacts/${contactId}`)).status, 200);
  const { body: plan } = await ask('erasures/plan', { email: ada });
  assert.deepEqual([plan.person.contactId, plan.counts.submissions, plan.counts.payments], [null, 1, 1]);
  assert.deepEqual(
    [(await ask('erasures', {})).body.errors[0].code, (await ask('export', { email: 'x' })).body.errors[0].pointer],
    ['one_of', '/email'],
  );
  const asked = await request('GET', '/privacy/erasures?email=x');
  assert.deepEqual([asked.status, asked.body.errors?.[0].pointer], [400, 'email']);
  assert.equal((await ask('export', { contactId: 'con_none' })).body.code, 'contact_not_found');
  const token = await service.tokenWith('crm:write', 'forms:write');
  assert.equal((await request('POST', '/privacy/export', { token, body: { email: ada } })).status, 403);
});
