// Kills a process between the making of a reminder and its sending: each step is one mail, and none follows the payment.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteContext } from '../../src/context/context.ts';
import { openDatabase } from '../../src/database/database.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const dayMs = 24 * 3_600_000;
/** A first attempt that fails is followed by another after half a minute. */
const withinMs = 120_000;

/** Has the job look for reminders again, while no service runs. */
async function endPause(server: ServerProcess): Promise<void> {
  const { DATABASE_URL: databaseUrl = null, FRONTDESK_DATA } = server.environment;
  const database = await openDatabase({ databaseUrl, dataFolder: FRONTDESK_DATA as string });
  await database.transaction(async (transaction) => {
    const db = transaction as WriteContext['db'];
    const runAt = '2026-01-01T00:00:00.000Z';
    await db.updateTable('jobs').set({ runAt }).where('task', '=', 'mail.remindOfInvoices').execute();
  });
  await database.close();
}

test('killed between a reminder and its sending, each invoice is reminded of once, and not after its payment', async (t) => {
  const mailServer = await startMailServer(t);
  const server = await startServerProcess(t, {
    FRONTDESK_SMTP_URL: mailServer.url,
    FRONTDESK_MAIL_FROM: 'Harbour <mail@harbour.example>',
  });
  const send = async (method: string, path: string, body: object): Promise<{ id: string }> => {
    const answer = await server.request(method, path, body);
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body;
  };
  const dueAt = new Date(Date.now() - 8 * dayMs).toISOString();
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const contact = await send('POST', '/contacts', { email: `${name}@example.com` });
    const invoice = { contactId: contact.id, amount: 2500, currency: 'eur', description: 'Boat', dueAt };
    ids.push((await send('POST', '/invoices', invoice)).id);
  }
  await send('PATCH', '/settings', { invoicing: { reminders: [{ days: 0 }, { days: 7 }] } });
  const sent = async (): Promise<number> => (await server.request('GET', '/mails?status=sent')).body.total;

  // Made, and with the mail server, when the process dies.
  await server.kill();
  await endPause(server);
  mailServer.script({ hangs: true });
  await server.start();
  await mailServer.received(1);
  await server.kill();
  mailServer.script({});
  await endPause(server);
  await server.start();
  await waitFor('the reminders', async () => (await sent()) === 3, withinMs);
  await send('POST', `/invoices/${ids[0]}/payments`, { amount: 2500, method: 'transfer' });
  await server.kill();
  await endPause(server);
  await server.start();
  await waitFor('the job', async () => {
    const { items } = (await server.request('GET', '/invoices')).body;
    return items.every(({ reminderDays }: { reminderDays: number }) => reminderDays === 7);
  });
  const { items } = (await server.request('GET', '/mails?kind=invoiceOverdue')).body;
  assert.deepEqual(items.map(({ about }: { about: string }) => about).sort(), ids.sort());
  // One that was sent again is the same message.
  assert.equal(
    new Set(mailServer.mails.filter(({ subject }) => /^Overdue/.test(subject ?? '')).map(({ messageId }) => messageId))
      .size,
    3,
  );
});
