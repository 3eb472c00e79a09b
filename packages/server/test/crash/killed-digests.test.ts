// Kills a process between the making of a daily digest and its sending: every submission is named exactly once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WriteContext } from '../../src/context/context.ts';
import { openDatabase } from '../../src/database/database.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const recipients = ['a@shop.example', 'b@shop.example'];
/** A first attempt that fails is followed by another after half a minute. */
const withinMs = 120_000;

/** Makes what waits for its time of day due, while no service runs. */
async function endDay(server: ServerProcess): Promise<void> {
  const { DATABASE_URL: databaseUrl = null, FRONTDESK_DATA } = server.environment;
  const database = await openDatabase({ databaseUrl, dataFolder: FRONTDESK_DATA as string });
  await database.transaction(async (transaction) => {
    const db = transaction as WriteContext['db'];
    await db.updateTable('digestEntries').set({ dueAt: '2026-01-01T00:00:00.000Z' }).execute();
    await db
      .updateTable('jobs')
      .set({ runAt: '2026-01-01T00:00:00.000Z' })
      .where('task', '=', 'mail.writeDigests')
      .execute();
  });
  await database.close();
}

test('killed between a digest and its sending, each submission is in one digest of each recipient', async (t) => {
  const mailServer = await startMailServer(t);
  const server = await startServerProcess(t, {
    FRONTDESK_SMTP_URL: mailServer.url,
    FRONTDESK_MAIL_FROM: 'Harbour <mail@harbour.example>',
  });
  const form = {
    ...{ name: 'Orders', slug: 'orders', fields: [{ name: 'name', type: 'text' }] },
    settings: { mail: { notice: { to: recipients, daily: '08:00' } } },
  };
  assert.equal((await server.request('POST', '/forms', form)).status, 201);
  const submit = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n++)
      assert.equal((await server.request('POST', '/forms/orders/submit', { name: 'Ada' })).status, 200);
  };
  const total = async (query: string): Promise<number> => (await server.request('GET', `/mails?${query}`)).body.total;

  await submit(3);
  await server.kill();
  await endDay(server);
  // Made, and with the mail server, when the process dies. What comes after that belongs to the next day.
  mailServer.script({ hangs: true });
  await server.start();
  await mailServer.received(2);
  await submit(2);
  await server.kill();
  mailServer.script({});
  await server.start();
  await waitFor('the first digests', async () => (await total('status=sent')) === 2, withinMs);
  await server.kill();
  await endDay(server);
  await server.start();
  await waitFor('the digests of the next day', async () => (await total('status=sent')) === 4, withinMs);
  assert.equal(await total('limit=1'), 4);

  for (const recipient of recipients) {
    const own = mailServer.mails.filter((mail) => mail.recipients.includes(recipient));
    // A mail that was sent again is the same message.
    const messages = new Map(own.map(({ messageId, text }) => [messageId, text ?? '']));
    const counts = [...messages.values()].map((text) => Number(/Orders \((\d+)\)/.exec(text)?.[1]));
    assert.deepEqual(counts, [3, 2], recipient);
  }
});
