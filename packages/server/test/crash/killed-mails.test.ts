// Kills a process with SIGKILL between the acceptance of a mail and its record: the mail is sent again, as the same message.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMailServer } from '../support/mail-server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

test('killed while the mail server accepts a mail, the next start sends it with the same Message-ID', async (t) => {
  const mailServer = await startMailServer(t);
  const server = await startServerProcess(t, {
    FRONTDESK_SMTP_URL: mailServer.url,
    FRONTDESK_MAIL_FROM: 'Harbour <mail@harbour.example>',
  });
  const form = {
    ...{ name: 'Orders', slug: 'orders', fields: [{ name: 'name', type: 'text' }] },
    settings: { mail: { notice: { to: ['a@shop.example', 'b@shop.example'] } } },
  };
  assert.equal((await server.request('POST', '/forms', form)).status, 201);
  mailServer.script({ hangs: true });
  assert.equal((await server.request('POST', '/forms/orders/submit', { name: 'Ada' })).status, 200);
  await mailServer.received(2);
  await server.kill();
  const first = mailServer.mails.map(({ messageId }) => messageId).sort();
  mailServer.script({});
  await server.start();
  await waitFor('the outbox', async () => (await server.request('GET', '/mails?status=sent')).body.total === 2);
  const again = mailServer.mails.slice(2).map(({ messageId }) => messageId);
  assert.deepEqual(again.sort(), first);
});
