// What happens to answers while a person is erased from them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { eraseFromAnswers } from '../forms/privacy/erase-submissions.ts';
import { sweepForms } from '../forms/retention/sweep.ts';
import { Mentions } from '../lib/mentions.ts';

const fields = [
  { name: 'email', type: 'email' },
  { name: 'friend', type: 'email' },
  { name: 'guest', type: 'email', unique: true },
  { name: 'message', type: 'textarea' },
];
const dayMs = 24 * 3_600_000;

test("an erasure and the end of the days to keep, at the same time, do not bring each other's answers back", async (t) => {
  const service = await startTestService(t);
  const { request, context } = service;
  const settings = { retention: { fields: { message: 7 } } };
  const made = await request('POST', '/forms', { body: { name: 'Trip', slug: 'trip', fields, settings } });
  assert.equal(made.status, 201, made.text);
  const ids: string[] = [];
  for (let count = 0; count < 40; count++) {
    const body = { email: `guest${count}@summer.example`, friend: 'ada@winter.example', message: 'see you' };
    const sent = await request('POST', '/forms/trip/submit', { token: null, body });
    assert.equal(sent.status, 200, sent.text);
    ids.push(sent.body.submissionId);
  }
  service.advance(8 * dayMs);
  const names = new Mentions(['ada@winter.example']);
  await Promise.all([
    sweepForms(context),
    ...ids.map((id) => eraseFromAnswers(context, 'submissions', id, names, async () => {})),
  ]);
  await sweepForms(context);
  const { items } = (await request('GET', '/forms/trip/submissions?limit=100')).body;
  for (const { data } of items) assert.deepEqual([data.friend, data.message], ['[erased]', undefined]);
});

test('submissions that are sorted during an erasure are erased too, and two erasures of a person are one', async (t) => {
  const service = await startTestService(t);
  const { request } = service;
  assert.equal((await request('POST', '/forms', { body: { name: 'Trip', slug: 'trip', fields } })).status, 201);
  const submit = async (body: object): Promise<string> =>
    (await request('POST', '/forms/trip/submit', { token: null, body })).body.submissionId;
  const ada = 'ada@winter.example';
  const ids: string[] = [];
  for (let count = 0; count < 40; count++) ids.push(await submit({ email: ada, message: 'see you' }));
  const named = await submit({ email: 'bob@summer.example', message: `Ask\n${ada}`, guest: ada, [ada]: ada });
  const sort = (some: string[], spam: boolean) => request('POST', '/forms/trip/spam', { body: { ids: some, spam } });
  assert.equal((await sort(ids.slice(0, 20), true)).body.done.length, 20);
  const begun = await Promise.all(
    Array.from({ length: 4 }, () => request('POST', '/privacy/erasures', { body: { email: ada } })),
  );
  const [id, ...others] = new Set(begun.map(({ body }) => body.id));
  assert.deepEqual(others, []);
  await Promise.all([service.work(), ...ids.map((one, index) => sort([one], index % 2 === 0))]);
  const read = async () => (await request('GET', `/privacy/erasures/${id}`)).body;
  await waitFor('the erasure', async () => (await read()).status === 'completed');
  const { body: plan } = await request('POST', '/privacy/erasures/plan', { body: { email: ada } });
  assert.deepEqual([plan.person.contactId, plan.counts], [null, {}]);
  assert.deepEqual(await service.context.db.selectFrom('uniqueAnswers').selectAll().execute(), []);
  const { data, extra } = (await request('GET', `/submissions/${named}`)).body;
  assert.deepEqual([data.message, extra], ['Ask\n[erased]', { '[erased]': '[erased]' }]);
});
