// Fills a service with one record of every kind at least, and reads all values that its API has then.

import path from 'node:path';
import type { TestContext } from 'node:test';
import { startSandbox } from '@frontdesk/payment-sandbox';
import { freePort } from '../support/free-port.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startReceiver } from '../support/receiver.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';
import { fillAccounts } from './fill-accounts.ts';
import { fillContent } from './fill-content.ts';
import { fillForms } from './fill-forms.ts';
import { fillPages } from './fill-pages.ts';
import { type Filling, send } from './filling.ts';
import { fixtureEnvironment } from './fixtures.ts';
import { readValues, type Values } from './read-values.ts';

/** On a busy machine, a delivery may have failed twice before its webhook was paused: then its next time comes after five minutes. */
const settledWithinMs = 400_000;

/** A service that has stopped: the environment of its commands, and what its API said. */
export type FilledSite = { environment: Record<string, string>; values: Values };

/** Fills the service of today, or that of another version. */
export async function fillSite(t: Pick<TestContext, 'after'>, program?: readonly string[]): Promise<FilledSite> {
  const secret = 'whsec_of_the_upgrade_fixture';
  const port = await freePort();
  const processor = { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_WEBHOOK_SECRET: secret };
  const environment = { ...fixtureEnvironment, ...processor, STRIPE_API_BASE: `http://127.0.0.1:${port}` };
  const server = await startServerProcess(t, environment, program);
  const sandbox = await startSandbox({
    // Where the built-in one would have it, so that later versions know the same payments.
    dataFile: path.join(server.environment.FRONTDESK_DATA as string, 'sandbox.db'),
    port,
    webhook: { url: `${server.origin}/api/public/payments/webhook`, secret },
  });
  try {
    const mailServer = await startMailServer(t);
    const [receiver, failing] = [await startReceiver(t), await startReceiver(t, { status: 500, body: 'out of order' })];
    const filling: Filling = { server, sandbox, mailServer, receiver, failing };
    const people = await fillAccounts(filling);
    await fillContent(filling, people);
    await fillForms(filling, people);
    await fillPages(filling);
    await waitFor(
      'everything to settle',
      async () => {
        const { jobs } = await send(filling, 'GET', '/system');
        const { items } = await send(filling, 'GET', '/deliveries?limit=100');
        // Those of a paused webhook have no next time once it has come.
        return (
          jobs.due === 0 && items.every(({ nextAttemptAt }: { nextAttemptAt: string | null }) => nextAttemptAt === null)
        );
      },
      settledWithinMs,
    );
    const { values, unread } = await readValues(filling);
    if (unread.length > 0) throw new Error(`Nothing was found by ${unread.join(', ')}`);
    await server.stop();
    return { environment: server.environment, values };
  } finally {
    await sandbox.close();
  }
}
