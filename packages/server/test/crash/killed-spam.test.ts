// Kills the service while submissions are moved out of the spam: each goes the whole way once, however often it is asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMailServer } from '../support/mail-server.ts';
import { startReceiver } from '../support/receiver.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const count = 24;

test('killed while submissions turn out to be no spam, the service sends each the whole way once', async (t) => {
  const [mailServer, receiver] = [await startMailServer(t), await startReceiver(t)];
  const server = await startServerProcess(t, {
    FRONTDESK_SMTP_URL: mailServer.url,
    FRONTDESK_MAIL_FROM: 'Harbour <mail@harbour.example>',
  });
  const form = {
    ...{ name: 'Contact', slug: 'offers', fields: [{ name: 'email', type: 'email', required: true }] },
    settings: { mail: { notice: { to: ['office@harbour.example'] } } },
  };
  assert.equal((await server.request('POST', '/forms', form)).status, 201);
  const hook = { url: receiver.url, events: ['submitted'] };
  assert.equal((await server.request('POST', '/forms/offers/webhooks', hook)).status, 201);
  assert.equal((await server.request('PATCH', '/settings/spam', { domains: ['spam.example'] })).status, 200);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { origin } = server;
    // Without the key, which is trusted.
    const response = await fetch(`${origin}/api/v1/forms/offers/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `person-${n}@spam.example` }),
    });
    ids.push(((await response.json()) as { submissionId: string }).submissionId);
  }
  const totalOf = async (path: string): Promise<number> => (await server.request('GET', path)).body.total;
  assert.equal(await totalOf('/forms/offers/submissions?status=spam'), count);

  for (const share of [1 / 4, 1 / 2]) {
    const sorting = server.request('POST', '/forms/offers/spam', { ids, spam: false }).catch(() => null);
    await waitFor('some of them', async () => (await totalOf('/forms/offers/submissions')) >= count * share);
    await server.kill();
    await sorting;
    await server.start();
    const [spam, others] = [
      await totalOf('/forms/offers/submissions?status=spam'),
      await totalOf('/forms/offers/submissions'),
    ];
    assert.equal(spam + others, count, 'each is either here or there');
  }
  const { body } = await server.request('POST', '/forms/offers/spam', { ids, spam: false });
  assert.deepEqual(body, { done: ids, failed: [] });
  await waitFor('the deliveries', async () => (await totalOf('/deliveries?status=delivered')) === count);
  await waitFor('the mails', async () => (await totalOf('/mails?status=sent')) === count);
  assert.equal(await totalOf('/deliveries'), count);
  assert.equal(await totalOf('/mails'), count);
  assert.equal(await totalOf('/contacts'), count);
  const events = receiver.requests.map(({ body }) => JSON.parse(String(body)).submission.id);
  assert.deepEqual([...new Set(events)].sort(), [...ids].sort());
});
