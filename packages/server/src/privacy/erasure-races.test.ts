// What happens to answers while a person is erased from them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { eraseFromAnswers } from '../forms/privacy/erase-submissions.ts';
import { sweepForms } from '../forms/retention/sweep.ts';
import { Mentions } from '../lib/mentions.ts';

const fields = [
  { name: 'email', type: 'email' },
  { name: 'friend', type: 'email' },
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
