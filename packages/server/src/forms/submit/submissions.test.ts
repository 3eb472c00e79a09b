import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { inTransaction } from '../../context/context.ts';
import { newId } from '../../lib/ids.ts';
import { guessContact } from '../answers/answers.ts';
import { newInInbox } from '../answers/submission-rows.ts';
import { type FormToSubmit, findFormToSubmit } from '../form/form.ts';
import { createWrongCodes } from '../payment/discounts.ts';
import { describeSubmission } from '../results/submission-list.ts';
import { createRecent } from '../spam/recent.ts';
import { markSubmissionPaid, submitForm } from './submissions.ts';

const fields = [
  { name: 'firstName', type: 'text' },
  { name: 'last_name', type: 'text' },
  { name: 'email', type: 'email', required: true },
  { name: 'tel', type: 'phone' },
  { name: 'guests', type: 'integer', min: 1 },
  { name: 'topics', type: 'multiselect', options: ['a', 'b'] },
];

const visitor = { token: null };
const formType = 'application/x-www-form-urlencoded';

async function makeForm(service: TestService, body: object = {}): Promise<string> {
  const made = await service.request('POST', '/forms', { body: { name: 'Contact', fields, ...body } });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const list = async (service: TestService, query = '') => {
  const answer = await service.request('GET', `/forms/contact/submissions${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

test('a visitor submits a public form by ID or slug, and the list shows the submission as it was sent', async (t) => {
  const service = await startTestService(t);
  const formId = await makeForm(service);
  const body = { email: 'ada@example.com', guests: 2, topics: ['b'], source: { ad: 7 } };
  const sent = await service.request('POST', '/forms/contact/submit', { ...visitor, body });
  assert.equal(sent.status, 200, sent.text);
  assert.deepEqual(Object.keys(sent.body), ['submissionId', 'status']);
  assert.equal(sent.body.status, 'ok');
  const { items, total } = await list(service);
  assert.equal(total, 1);
  const { createdAt, contactId, ...item } = items[0];
  assert.match(contactId, /^con_/);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const { source, ...data } = body;
  assert.deepEqual(item, {
    id: sent.body.submissionId,
    formId,
    status: 'submitted',
    data,
    extra: { source },
    files: [],
    payment: null,
    formVersion: 1,
  });
  const one = await service.request('GET', `/forms/${formId}/submissions/${item.id}`);
  assert.deepEqual(one.body, items[0]);
  await makeForm(service, { slug: 'other' });
  const elsewhere = await service.request('GET', `/forms/other/submissions/${item.id}`);
  assert.equal(elsewhere.body.code, 'submission_not_found');
  assert.equal((await service.request('GET', '/forms/contact/submissions', visitor)).status, 401);
  assert.equal((await service.request('POST', '/forms/nowhere/submit', { body: {} })).body.code, 'form_not_found');
});

test('a rejected submission names every invalid field and stores nothing', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { strict: true });
  const answer = await service.request('POST', '/forms/contact/submit', {
    ...visitor,
    body: { guests: 0, topics: ['z'], colour: 'red' },
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort(), [
    '/colour',
    '/email',
    '/guests',
    '/topics/0',
  ]);
  assert.equal((await list(service)).total, 0);
  assert.equal(
    (await service.context.db.selectFrom('events').selectAll().where('type', 'like', 'submission.%').execute()).length,
    0,
  );
});

test('the values of an HTML form are converted, and a browser is redirected', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { successUrl: 'https://example.com/thanks' });
  const post = (accept: string) =>
    service.request('POST', '/forms/contact/submit', {
      ...visitor,
      body: 'email=ada%40example.com&guests=3&topics%5B%5D=a&topics%5B%5D=b&tel=&utm=x',
      headers: { 'content-type': formType, accept },
    });
  const browser = await post('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
  assert.deepEqual([browser.status, browser.headers.location], [303, 'https://example.com/thanks']);
  const script = await post('application/json');
  assert.equal(script.status, 200, script.text);
  const [item] = (await list(service)).items;
  assert.deepEqual(item.data, { email: 'ada@example.com', guests: 3, topics: ['a', 'b'] });
  assert.deepEqual(item.extra, { utm: 'x' });
});

test('unsupported and invalid bodies are rejected with the right code', async (t) => {
  const service = await startTestService(t);
  await makeForm(service);
  const post = (body: unknown, type: string) =>
    service.request('POST', '/forms/contact/submit', { ...visitor, body, headers: { 'content-type': type } });
  assert.equal((await post('email=x', 'text/plain')).status, 415);
  assert.equal((await post('<a/>', 'application/xml')).status, 415);
  assert.equal((await post('{"a":', 'application/json')).body.code, 'malformed_json');
  assert.equal((await post('[1]', 'application/json')).status, 422);
  assert.equal((await post('"text"', 'application/json')).status, 422);
  assert.equal((await post('', 'multipart/form-data')).body.code, 'malformed_body');
  assert.equal((await post('{"email":"a\\u0000@b.c"}', 'application/json')).status, 422);
  assert.equal((await service.request('POST', '/forms/contact/submit', visitor)).body.errors[0].pointer, '/email');
  assert.equal((await post('{"email":"a@b.co","__proto__":{"x":1}}', 'application/json')).status, 400);
  assert.ok((await post('email=a%40b.co&__proto__=1&constructor=2', formType)).status < 500);
});

test('a private form requires a token, and a closed form accepts no submissions', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { public: false });
  const body = { email: 'a@example.com' };
  assert.equal((await service.request('POST', '/forms/contact/submit', { ...visitor, body })).status, 401);
  const reader = await service.tokenWith('forms:read');
  assert.equal((await service.request('POST', '/forms/contact/submit', { token: reader, body })).status, 403);
  const writer = await service.tokenWith('forms:write');
  assert.equal((await service.request('POST', '/forms/contact/submit', { token: writer, body })).status, 200);
  await service.request('PATCH', '/forms/contact', { body: { open: false, public: true } });
  const closed = await service.request('POST', '/forms/contact/submit', { ...visitor, body });
  assert.deepEqual([closed.status, closed.body.code], [409, 'form_closed']);
});

test('a form accepts exactly its maximum of submissions, even if many arrive at once', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { maxSubmissions: 5 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      service.request('POST', '/forms/contact/submit', { ...visitor, body: { email: `p${n}@example.com` } }),
    ),
  );
  const codes = answers.map(({ status, body }) => body.code ?? status);
  assert.equal(codes.filter((code) => code === 200).length, 5);
  assert.equal(codes.filter((code) => code === 'form_full').length, 15);
  assert.equal((await list(service)).total, 5);
});

test('the same key and body store one submission and one event, and a different body is rejected', async (t) => {
  const service = await startTestService(t);
  await makeForm(service);
  const post = (email: string) =>
    service.request('POST', '/forms/contact/submit', {
      ...visitor,
      body: { email },
      headers: { 'idempotency-key': 'order-1' },
    });
  const first = await post('a@example.com');
  const again = await post('a@example.com');
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal((await post('b@example.com')).body.code, 'idempotency_key_reused');
  assert.equal((await list(service)).total, 1);
  const events = await service.context.db
    .selectFrom('events')
    .selectAll()
    .where('type', 'like', 'submission.%')
    .execute();
  assert.deepEqual(
    events.map(({ uniqueKey, sequence, subject }) => [uniqueKey, sequence, subject]),
    [[`submitted:${first.body.submissionId}`, 1, first.body.submissionId]],
  );
});

test('a retry after a crash finds its submission, even if the form has been closed meanwhile', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { maxSubmissions: 1 });
  const options = { ...visitor, body: { email: 'a@example.com' }, headers: { 'idempotency-key': 'k' } };
  const first = await service.request('POST', '/forms/contact/submit', options);
  // As if the process had died before it stored the response.
  await service.database.writer.updateTable('idempotencyKeys').set({ status: null, body: null }).execute();
  await service.request('PATCH', '/forms/contact', { body: { open: false } });
  const running = await service.request('POST', '/forms/contact/submit', options);
  assert.equal(running.body.code, 'request_in_progress');
  service.advance(61_000);
  const resumed = await service.request('POST', '/forms/contact/submit', options);
  assert.deepEqual(resumed.body, first.body);
  assert.equal((await list(service)).total, 1);
});

test('the list is filtered by status, time and text, and paged without overlap', async (t) => {
  const service = await startTestService(t);
  const formId = await makeForm(service);
  const ids: string[] = [];
  for (const firstName of ['Zoë', '100%_sure', 'Bob']) {
    const body = { email: 'x@example.com', firstName };
    ids.push((await service.request('POST', '/forms/contact/submit', { ...visitor, body })).body.submissionId);
    service.advance(86_400_000);
  }
  const found = async (query: string): Promise<string[]> =>
    (await list(service, query)).items.map((item: { id: string }) => item.id);
  assert.deepEqual(await found(''), ids.toReversed());
  assert.deepEqual(await found('?sort=createdAt&limit=2'), ids.slice(0, 2));
  assert.deepEqual(await found('?sort=createdAt&limit=2&offset=2'), ids.slice(2));
  assert.deepEqual(await found('?search=ZOE'), [ids[0]]);
  assert.deepEqual(await found('?search=100%25_'), [ids[1]]);
  assert.deepEqual(await found('?search=%25'), [ids[1]]);
  assert.deepEqual(await found('?search=%5C'), []);
  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(await found(`?createdAt[gte]=${dayAfter(1)}&createdAt[lt]=${dayAfter(2)}`), [ids[1]]);
  const start = encodeURIComponent(`${dayAfter(1)}T00:00:00+00:00`);
  assert.deepEqual(await found(`?createdAt[gte]=${start}&sort=createdAt`), ids.slice(1));
  await inTransaction(service.context, (ctx) => markSubmissionPaid(ctx, ids[2] as string));
  assert.deepEqual(await found('?status=paid'), [ids[2]]);
  for (const query of [
    'limit=0',
    'limit=101',
    'offset=-1',
    'sort=up',
    'status=unknown',
    'createdAt[gte]=soon',
    'colour=red',
    'search=%00',
  ]) {
    const rejected = await service.request('GET', `/forms/${formId}/submissions?${query}`);
    assert.equal(rejected.status, 400, query);
    assert.equal(rejected.body.errors[0].pointer, query.split('=')[0]);
  }
});

test('a submission is marked as paid only once, and is linked to its contact', async (t) => {
  const service = await startTestService(t);
  const formId = await makeForm(service);
  const body = { email: 'ada@example.com', firstName: 'Ada', last_name: 'Lovelace', tel: '+44 20 123' };
  const id = (await service.request('POST', '/forms/contact/submit', { ...visitor, body })).body.submissionId;
  await inTransaction(service.context, async (ctx) => {
    await markSubmissionPaid(ctx, id);
    await markSubmissionPaid(ctx, id);
    await markSubmissionPaid(ctx, 'sub_unknown');
  });
  const events = await service.context.db
    .selectFrom('events')
    .selectAll()
    .where('type', 'like', 'submission.%')
    .orderBy('sequence')
    .execute();
  const contacts = await service.request('GET', '/contacts?email=ada@example.com');
  const contactId = contacts.body.items[0].id;
  assert.deepEqual(
    events.map(({ type, sequence, contactId, data }) => [type, sequence, contactId, JSON.parse(data)]),
    [
      ['submission.submitted', 1, contactId, { submissionId: id, formId }],
      ['submission.paid', 2, contactId, { submissionId: id, formId }],
    ],
  );
  const item = await describeSubmission(service.context, id);
  assert.deepEqual([item?.status, item?.contactId], ['paid', contactId]);
  assert.deepEqual(guessContact(fields, item?.data ?? {}), {
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    phone: '+44 20 123',
  });
});

test('the export has a line per submission, a column per field, and no formulas', async (t) => {
  const service = await startTestService(t);
  await makeForm(service);
  for (const firstName of ['=HYPERLINK("x")', 'Ünï, "q"']) {
    const body = { email: 'a@example.com', firstName, guests: 4, topics: ['a', 'b'], x: 1 };
    await service.request('POST', '/forms/contact/submit', { ...visitor, body });
    service.advance(1000);
  }
  const csv = await service.request('GET', '/forms/contact/submissions.csv?sort=createdAt');
  assert.equal(csv.status, 200, csv.text);
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8');
  assert.match(String(csv.headers['content-disposition']), /^attachment/);
  const lines = csv.text.split('\r\n');
  assert.ok(lines[0]?.startsWith('\uFEFFid,createdAt,status,contactId,firstName,last_name,email,tel,guests,topics,'));
  assert.match(lines[1] as string, /,"'=HYPERLINK\(""x""\)",,a@example.com,,4,a; b,,,,,,"{""x"":1}"$/);
  assert.match(lines[2] as string, /,"Ünï, ""q""",/);
  assert.equal(lines.length, 4);
  const negotiated = await service.request('GET', '/forms/contact/submissions?sort=createdAt', {
    headers: { accept: 'text/csv' },
  });
  assert.equal(negotiated.text, csv.text);
  assert.equal(
    (await service.request('GET', '/forms/contact/submissions.csv?createdAt[gte]=2016-12-31T23:59:60Z')).status,
    400,
  );
  assert.equal((await service.request('GET', '/forms/contact/submissions.csv', visitor)).status, 401);
});

test('a long export is complete', async (t) => {
  const service = await startTestService(t);
  const formId = await makeForm(service);
  const createdAt = new Date().toISOString();
  const rows = Array.from({ length: 1203 }, (_, n) => ({
    id: `sub_${String(n).padStart(26, '0')}`,
    formId,
    status: 'submitted' as const,
    data: '{"email":"a@example.com"}',
    extra: '{}',
    searchText: '',
    contactId: null,
    paymentId: null,
    createdAt,
    updatedAt: createdAt,
    ...newInInbox,
  }));
  for (let from = 0; from < rows.length; from += 400) {
    await service.database.writer
      .insertInto('submissions')
      .values(rows.slice(from, from + 400))
      .execute();
  }
  const csv = await service.request('GET', '/forms/contact/submissions.csv?sort=createdAt');
  const ids = csv.text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0]);
  assert.deepEqual(
    ids,
    rows.map(({ id }) => id),
  );
});

test('a form with submissions is deleted only with force; a single submission can be deleted', async (t) => {
  const service = await startTestService(t);
  const formId = await makeForm(service);
  const submit = async (): Promise<string> =>
    (await service.request('POST', '/forms/contact/submit', { body: { email: 'a@example.com' } })).body.submissionId;
  const id = await submit();
  await submit();
  assert.equal((await service.request('DELETE', `/forms/contact/submissions/${id}`)).status, 200);
  assert.equal((await service.request('DELETE', `/forms/contact/submissions/${id}`)).body.code, 'submission_not_found');
  const kept = await service.request('DELETE', '/forms/contact');
  assert.deepEqual([kept.status, kept.body.code], [409, 'conflict']);
  assert.deepEqual((await service.request('DELETE', '/forms/contact?force=true')).body, { id: formId, deleted: true });
  assert.equal((await service.context.db.selectFrom('submissions').selectAll().execute()).length, 0);
});

test('deleting a form never deletes a submission that is being accepted', async (t) => {
  const service = await startTestService(t);
  for (let round = 0; round < 10; round++) {
    await makeForm(service, { slug: 'contact' });
    const submit = () =>
      service.request('POST', '/forms/contact/submit', { ...visitor, body: { email: 'a@example.com' } });
    const [removed, ...sent] = await Promise.all([
      service.request('DELETE', '/forms/contact'),
      submit(),
      submit(),
      submit(),
    ]);
    const accepted = sent.filter(({ status }) => status === 200).length;
    assert.ok(sent.every(({ status }) => status === 200 || status === 404));
    assert.equal(removed?.status, accepted > 0 ? 409 : 200);
    await service.request('DELETE', '/forms/contact?force=true');
  }
});

test('the OpenAPI document describes every route of forms, and the multipart body of a submission', async (t) => {
  const service = await startTestService(t);
  const { body } = await service.request('GET', '/openapi.json');
  const expected = ['', '/{id}', '/{id}/submit', '/{id}/submissions', '/{id}/submissions.csv'].map(
    (end) => `/forms${end}`,
  );
  assert.deepEqual(
    expected.filter((path) => !(path in body.paths)),
    [],
  );
  const submit = body.paths['/forms/{id}/submit'].post;
  assert.deepEqual(Object.keys(submit.requestBody.content).sort(), [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ]);
});

test('visitors have 30 submissions a minute for each form, whether the URL has its ID or its slug', async (t) => {
  const service = await startTestService(t, { rateLimits: true });
  const formId = await makeForm(service);
  await makeForm(service, { name: 'Other' });
  const send = async (path: string) =>
    (await service.request('POST', path, { ...visitor, body: { email: 'ada@example.com' } })).status;
  const paths = [`/forms/${formId}/submit`, '/forms/contact/submit', `//f/${formId}`, '//f/contact'];
  const sent = await Promise.all(Array.from({ length: 32 }, (_, at) => send(paths[at % paths.length] as string)));
  assert.equal(sent.filter((status) => status === 429).length, 2);
  assert.equal(await send('/forms/other/submit'), 200);
});

test('the idempotency keys of visitors are kept apart by address', async (t) => {
  const service = await startTestService(t, { trustProxy: ['127.0.0.1'] });
  await makeForm(service);
  const send = (address: string) =>
    service.request('POST', '/forms/contact/submit', {
      ...visitor,
      body: { email: 'ada@example.com' },
      headers: { 'idempotency-key': '1', 'x-forwarded-for': address },
    });
  const [first, stranger, again] = [await send('192.0.2.1'), await send('192.0.2.2'), await send('192.0.2.1')];
  assert.equal(again.text, first.text);
  // Some proxies write the port, too, which is another one with each connection.
  for (const same of ['192.0.2.1:50001', '::ffff:192.0.2.1', '[::ffff:192.0.2.1]:443'])
    assert.equal((await send(same)).text, first.text, same);
  assert.equal(stranger.status, 200, stranger.text);
  assert.equal(stranger.headers['idempotency-replayed'], undefined);
  assert.notEqual(stranger.body.submissionId, first.body.submissionId);
});

test('a form that is closed or full meanwhile accepts nothing, and a retry returns what was stored', async (t) => {
  const service = await startTestService(t);
  const { context } = service;
  const id = await makeForm(service);
  const find = async (): Promise<FormToSubmit> => {
    const form = await findFormToSubmit(context, id);
    assert.ok(form);
    return form;
  };
  const open = await find();
  const recent = createRecent(() => Date.now());
  const sender = {
    recent,
    wrongCodes: createWrongCodes(null),
    address: '192.0.2.1',
    isTrusted: false,
    seconds: null,
    isTrapped: false,
    solution: undefined,
  };
  const submit = (form: FormToSubmit, operation: string, mayResume = false) => {
    const values = { email: 'ada@example.com' };
    const input = { values, marks: null, files: [], faults: [], sender, operation, mayResume, language: null };
    return submitForm(context, form, input);
  };
  const [one, two] = [newId('sub'), newId('sub')];
  const twice = await Promise.all([submit(open, one, true), submit(open, one, true)]);
  assert.deepEqual(twice.map(({ isNew }) => isNew).sort(), [false, true]);
  assert.equal(new Set(twice.map(({ submissionId }) => submissionId)).size, 1);

  await service.request('PATCH', `/forms/${id}`, { body: { open: false } });
  const closed = await find();
  const isClosed = { code: 'form_closed' };
  await assert.rejects(submit(open, two), isClosed);
  await assert.rejects(submit(closed, two), isClosed);
  assert.deepEqual(await submit(closed, one, true), { ...twice[0], isNew: false });
  const invalid = await service.request('POST', `/forms/${id}/submit`, { ...visitor, body: {} });
  assert.equal(invalid.body.code, 'form_closed');
  assert.equal((await list(service)).total, 1);
});
