// What a submission fills besides itself: its contact, and an item that is a draft.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '../../../test/support/media.ts';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { inTransaction } from '../../context/context.ts';
import { enqueue } from '../../jobs/queue.ts';
import { makeDraftTask } from './make-draft.ts';

const typeFields = [
  { name: 'start', type: 'date', required: true },
  { name: 'price', type: 'number', min: 0 },
  { name: 'kind', type: 'select', options: ['talk', 'walk'] },
  { name: 'kindLabel', type: 'text' },
  { name: 'audience', type: 'multiselect', options: ['all', 'kids'] },
  { name: 'poster', type: 'media' },
  { name: 'papers', type: 'media', multiple: true },
  { name: 'isFree', type: 'boolean' },
];
const formFields = [
  { name: 'title', type: 'text' },
  { name: 'text', type: 'textarea' },
  { name: 'when', type: 'date' },
  { name: 'cost', type: 'text' },
  { name: 'sort', type: 'radio', options: [{ value: 'walk', label: 'A walk & more' }] },
  { name: 'who', type: 'select', options: ['kids'] },
  { name: 'picture', type: 'file', accept: ['image/*', 'text/plain'] },
  { name: 'papers', type: 'file', accept: ['*/*'], maxFiles: 3 },
  { name: 'free', type: 'boolean' },
  { name: 'email', type: 'email' },
  { name: 'organizer', type: 'text' },
  { name: 'company', type: 'text' },
];
const draftItem = {
  type: 'event',
  title: '{{answers.title}} ({{answers.sort}})',
  content: '{{answers.text}}\n\nSuggested through {{form}}',
  fields: {
    ...{ start: 'when', price: 'cost', kind: 'sort', kindLabel: 'sort', audience: 'who' },
    ...{ poster: 'picture', papers: 'papers', isFree: 'free' },
  },
};

async function makeForm(service: TestService, settings: object, fields: object[] = formFields) {
  for (const type of [{ name: 'event', strict: true, fields: typeFields }, { name: 'note' }]) {
    const made = await service.request('POST', '/types', { body: type });
    assert.equal(made.status, 201, made.text);
  }
  return service.request('POST', '/forms', { body: { name: 'Suggest', fields, settings } });
}

async function submit(service: TestService, values: Record<string, string>, files: [string, Blob, string][] = []) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  for (const file of files) form.append(...file);
  const request = new Request('http://frontdesk.test', { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type') as string };
  const body = Buffer.from(await request.arrayBuffer());
  const answer = await service.request('POST', '/forms/suggest/submit', { body, headers, token: null });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.submissionId as string;
}

/** The part of the story that is about the item, once it is there. */
const draftOf = (service: TestService, submissionId: string) =>
  waitFor('the draft of a submission', async () => {
    const { body } = await service.request('GET', `/submissions/${submissionId}/story`);
    return body.items.find(({ kind }: { kind: string }) => kind === 'item')?.item;
  });

test('a submission makes a draft of a type, with its answers and files, once', async (t) => {
  const service = await startTestService(t);
  const made = await makeForm(service, { draftItem });
  assert.equal(made.status, 201, made.text);
  await service.work();
  const png = new Blob([await picture('png')], { type: 'image/png' });
  const id = await submit(
    service,
    {
      ...{ title: 'Harbour', text: 'By the <sea>.\nBring shoes.\n\nAnd a hat.', when: '2027-05-01', cost: '12.5' },
      ...{ sort: 'walk', who: 'kids', free: 'true', email: 'ada@example.com' },
    },
    [
      ['picture', png, 'harbour_at-night.png'],
      ['papers', new Blob(['a,b'], { type: 'text/csv' }), 'list.csv'],
      ['papers', new Blob(['MZ\0\0'], { type: 'application/x-msdownload' }), 'plan.exe'],
    ],
  );
  const draft = await draftOf(service, id);
  assert.equal(draft.type, 'event');
  assert.match(draft.fault, /^The file plan\.exe .+\.$/);
  const { body: item } = await service.request('GET', `/content/event/${draft.itemId}`);
  assert.equal(item.status, 'draft');
  assert.equal(item.title, 'Harbour (A walk & more)');
  assert.equal(
    item.content,
    '<p>By the &#60;sea&#62;.<br>Bring shoes.</p><p>And a hat.</p><p>Suggested through Suggest</p>',
  );
  const { poster, papers, ...rest } = item.fields;
  assert.deepEqual(rest, {
    ...{ start: '2027-05-01', price: 12.5, kind: 'walk', kindLabel: 'A walk & more', audience: ['kids'], isFree: true },
  });
  const { body: media } = await service.request('GET', `/media/${poster}`);
  assert.deepEqual([media.title, media.mimeType, papers.length], ['harbour at night', 'image/png', 1]);
  // Visitors do not see it, and a second run of the job makes no other.
  assert.equal((await service.request('GET', `/content/event/${draft.itemId}`, { token: null })).status, 401);
  await inTransaction(service.context, (ctx) => enqueue(ctx, makeDraftTask, { submissionId: id }));
  const jobs = service.context.db.selectFrom('jobs').select('id').where('task', '=', makeDraftTask);
  await waitFor('the second run', async () => (await jobs.execute()).length === 0);
  assert.equal((await service.request('GET', '/content/event?status=any')).body.total, 1);
  assert.equal((await service.request('GET', '/media')).body.total, 2);
  // What is deleted with the submission is only the note.
  assert.equal((await service.request('DELETE', `/forms/suggest/submissions/${id}`)).status, 200);
  assert.deepEqual(await service.context.db.selectFrom('submissionDrafts').selectAll().execute(), []);
  assert.equal((await service.request('GET', `/content/event/${draft.itemId}`)).status, 200);
});

test('what keeps a draft from being made is shown beside the submission', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { draftItem });
  await service.work();
  const wrong = await draftOf(service, await submit(service, { title: 'x', when: '2027-05-01', cost: 'a lot' }));
  assert.deepEqual([wrong.itemId, wrong.fault], [null, '/fields/price: must be a number']);
  const gone = await service.request('DELETE', '/types/event');
  assert.equal(gone.status, 200, gone.text);
  const late = await draftOf(service, await submit(service, { title: 'x', when: '2027-05-01' }));
  assert.deepEqual(late, { type: 'event', itemId: null, fault: 'No content type is named "event"' });
});

test('with a payment, the draft is made once it is paid', async (t) => {
  const service = await startPaymentService(t);
  const fee = { name: 'fee', type: 'payment', amount: 500, currency: 'eur' };
  await makeForm(service, { draftItem: { type: 'note', title: '{{answers.title}}' } }, [...formFields, fee]);
  const sent = await service.request('POST', '/forms/suggest/submit', { body: { title: 'Paid' }, token: null });
  const story = () => service.request('GET', `/submissions/${sent.body.submissionId}/story`);
  assert.equal(
    (await story()).body.items.some(({ kind }: { kind: string }) => kind === 'item'),
    false,
  );
  await service.pay(sent.body.paymentUrl);
  const draft = await draftOf(service, sent.body.submissionId);
  assert.equal((await service.request('GET', `/content/note/${draft.itemId}`)).body.title, 'Paid');
});

test('settings that cannot work are rejected, and so are those that the caller may not carry out', async (t) => {
  const service = await startTestService(t);
  assert.equal((await makeForm(service, {})).status, 201);
  const patch = (settings: object, token = service.token) =>
    service.request('PATCH', '/forms/suggest', { body: { settings }, token });
  for (const [settings, pointer, detail] of [
    [{ draftItem: { ...draftItem, type: 'evnt' } }, '/settings/draftItem/type', /not a content type.*event/],
    [
      { draftItem: { ...draftItem, title: '{{answers.tile}}' } },
      '/settings/draftItem/title',
      /unknown variable \{\{answers\.tile\}\}.*answers\.title/,
    ],
    [
      { draftItem: { ...draftItem, fields: { start: 'whn' } } },
      '/settings/draftItem/fields/start',
      /not a field of the form.*when/,
    ],
    [
      { draftItem: { ...draftItem, fields: { strt: 'when' } } },
      '/settings/draftItem/fields/strt',
      /not a field of the type.*start/,
    ],
    [
      { draftItem: { ...draftItem, fields: { poster: 'title' } } },
      '/settings/draftItem/fields/poster',
      /a media is not made from a text/,
    ],
    [
      { draftItem: { ...draftItem, fields: { isFree: 'title' } } },
      '/settings/draftItem/fields/isFree',
      /cannot be filled/,
    ],
    [{ draftItem: 'post' }, '/settings/draftItem', /object/],
    [{ contactFields: { company: 'compny' } }, '/settings/contactFields/company', /not a field of the form.*company/],
  ] as const) {
    const answer = await patch(settings);
    assert.equal(answer.status, 422, answer.text);
    assert.equal(answer.body.errors[0].pointer, pointer, answer.text);
    assert.match(answer.body.errors[0].detail, detail);
  }
  const formsOnly = await service.tokenWith('forms:write', 'content:write:note');
  const refused = await patch({ draftItem }, formsOnly);
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope']);
  assert.equal((await patch({ draftItem: { type: 'note', title: 'x' } }, formsOnly)).status, 200);
  // Others can change the form as long as they leave it.
  assert.equal((await patch({ draftItem })).status, 200);
  assert.equal((await patch({ draftItem, button: 'Go' }, formsOnly)).status, 200);
});

test('answers fill the contact where it is blank, and never replace what it has', async (t) => {
  const service = await startTestService(t);
  const contactFields = { name: 'organizer', company: 'company', born: 'when' };
  assert.equal((await makeForm(service, { contactFields })).status, 201);
  const contact = async () => (await service.request('GET', '/contacts?email=ada@example.com')).body.items[0];
  await submit(service, { email: 'ada@example.com', title: 'Not a name', company: 'Analytical' });
  assert.deepEqual([(await contact()).name, (await contact()).fields], [null, { company: 'Analytical' }]);
  await submit(service, { email: 'Ada@example.com', organizer: ' Ada ', company: 'Other', when: '1815-12-10' });
  const filled = await contact();
  assert.deepEqual([filled.name, filled.fields], ['Ada', { company: 'Analytical', born: '1815-12-10' }]);
  await submit(service, { email: 'ada@example.com', organizer: 'Eve', company: 'Other', when: '1999-01-01' });
  assert.deepEqual(await contact(), filled);
});
