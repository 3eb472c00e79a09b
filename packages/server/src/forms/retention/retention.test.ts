import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { inTransaction } from '../../context/context.ts';
import { sweepForms } from './sweep.ts';

const dayMs = 24 * 3_600_000;
const fields = [
  { name: 'email', type: 'email', required: true },
  { name: 'message', type: 'textarea' },
  { name: 'photo', type: 'file' },
  { name: 'seat', type: 'payment', amount: 1200, currency: 'eur', visibleWhen: { field: 'message', equals: 'book' } },
];

test('a form deletes submissions and empties single answers when their days are over', async (t) => {
  const service = await startPaymentService(t, { idle: true });
  const { request, context, advance, origin } = service;
  const mail = { notice: { to: ['office@site.example'] } };
  const made = await request('POST', '/forms', {
    body: { name: 'Contact', slug: 'contact', fields, settings: { mail } },
  });
  assert.equal(made.status, 201, made.text);
  const send = async (message: string, hasFile = true): Promise<string> => {
    const body = new FormData();
    body.set('email', 'ada@winter.example');
    body.set('message', message);
    if (hasFile) body.set('photo', new Blob([`photo of ${message}`], { type: 'text/plain' }), `${message}-photo.txt`);
    const response = await fetch(`${origin}/api/v1/forms/contact/submit`, { method: 'POST', body });
    const { submissionId } = (await response.json()) as { submissionId: string };
    assert.equal(response.status, 200);
    return submissionId;
  };
  const read = async (id: string) => (await request('GET', `/forms/contact/submissions/${id}`)).body;
  const countMails = async (id: string) => (await request('GET', `/mails?about=${id}`)).body.total;
  const plan = async (body: object) => (await request('POST', '/forms/contact/retention/plan', { body })).body;
  const keep = (retention: object) => request('PATCH', '/forms/contact', { body: { settings: { mail, retention } } });

  const [old, spam, bare] = [await send('elephant'), await send('zebra'), await send('plain', false)];
  await request('POST', '/forms/contact/spam', { body: { ids: [spam], spam: true } });
  const note = await request('POST', `/submissions/${old}/notes`, { body: { text: 'Call her' } });
  assert.equal(note.status, 201, note.text);
  assert.equal(await countMails(old), 1);
  const fileId = (await read(old)).files[0].id;
  const spamFileId = (await read(spam)).files[0].id;
  advance(10 * dayMs);
  const young = await send('giraffe');

  const retention = { days: 30, fields: { photo: 7 } };
  const { submissions, fields: planned } = await plan(retention);
  assert.equal(submissions.due, 0);
  assert.equal(Date.parse(submissions.nextAt) - Date.parse((await read(old)).createdAt), 30 * dayMs);
  assert.deepEqual(
    planned.map(({ field, due, nextAt }: { field: string; due: number; nextAt: string }) => [
      field,
      due,
      nextAt !== null,
    ]),
    [['photo', 3, true]],
  );
  assert.deepEqual(await sweepForms(context), { deleted: 0, emptied: 0 });
  assert.equal((await keep(retention)).status, 200);

  // The photo goes with what quotes it; the rest of the submission stays and can be found.
  const before = await read(old);
  assert.deepEqual(await sweepForms(context), { deleted: 0, emptied: 2 });
  const { removed, ...after } = await read(old);
  const { photo: _, ...data } = before.data;
  assert.deepEqual(after, { ...before, data, files: [] });
  assert.deepEqual([removed.length, removed[0].field, Number.isNaN(Date.parse(removed[0].at))], [1, 'photo', false]);
  assert.equal((await request('GET', `/files/${fileId}`)).status, 404);
  assert.equal((await request('GET', `/files/${spamFileId}`)).status, 404);
  assert.equal(await countMails(old), 0);
  assert.equal((await read(bare)).removed, undefined);
  assert.equal(await countMails(bare), 1);
  assert.equal((await read(young)).files.length, 1);
  const found = async (text: string) => (await request('GET', `/forms/contact/submissions?search=${text}`)).body.total;
  assert.deepEqual([await found('elephant'), await found('elephant-photo'), await found('giraffe-photo')], [1, 0, 1]);
  assert.match((await request('GET', '/forms/contact/submissions.csv')).text, /removed on \d{4}-\d\d-\d\d/);
  assert.deepEqual((await plan(retention)).fields[0].due, 0);
  assert.deepEqual(await sweepForms(context), { deleted: 0, emptied: 0 });

  // A payment that is under way is waited for.
  const paying = await send('book');
  const { payment } = await read(paying);
  const settle = (status: 'processing' | 'succeeded') =>
    inTransaction(context, (ctx) =>
      ctx.db.updateTable('payments').set({ status }).where('id', '=', payment.id).execute(),
    );
  await settle('processing');
  assert.equal((await keep({ days: 1, fields: null })).status, 200);
  advance(20 * dayMs);
  assert.equal((await plan({ days: 1 })).submissions.due, 5);
  assert.deepEqual(await sweepForms(context), { deleted: 4, emptied: 0 });
  await settle('succeeded');
  assert.deepEqual(await sweepForms(context), { deleted: 1, emptied: 0 });
  for (const id of [old, spam, bare, young, paying]) {
    assert.equal((await request('GET', `/forms/contact/submissions/${id}`)).status, 404);
    assert.equal(await countMails(id), 0);
  }
  const left = await context.db.selectFrom('submissionNotes').select('id').execute();
  const files = await context.db.selectFrom('files').select('id').execute();
  assert.deepEqual([left, files], [[], []]);
  assert.equal((await request('GET', `/payments/${payment.id}`)).status, 200);
});

test('periods that mean nothing are rejected by name, and those of former fields stay', async (t) => {
  const { request } = await startTestService(t);
  const body = (retention: object) => ({ name: 'Contact', slug: 'contact', fields, settings: { retention } });
  const wrong = async (retention: object) => {
    const { status, body: problem } = await request('POST', '/forms', { body: body(retention) });
    assert.equal(status, 422, JSON.stringify(problem));
    return problem.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => `${pointer} ${detail}`);
  };
  assert.deepEqual(await wrong({ fields: { foto: 3 } }), [
    '/settings/retention/fields/foto names no field of the form: foto',
  ]);
  assert.match((await wrong({ days: 0 }))[0], /^\/settings\/retention\/days /);
  assert.match((await wrong({ fields: { photo: 1.5 } }))[0], /^\/settings\/retention\/fields\/photo /);
  const retention = { days: null, fields: { photo: 3 } };
  assert.equal((await request('POST', '/forms', { body: body(retention) })).status, 201);
  const change = { fields: fields.filter(({ name }) => name !== 'photo') };
  const changed = await request('PATCH', '/forms/contact', { body: change });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.body.settings.retention, { fields: { photo: 3 } });
});
