// Fills a service with one record of every kind at least, and writes its backup and all values that its API has:
// node make-fixture.ts PROGRAM FOLDER, where PROGRAM is the folder of main.js. scripts/upgrade-fixture.ts runs it.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '@frontdesk/payment-sandbox';
import { freePort } from '../support/free-port.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startReceiver } from '../support/receiver.ts';
import { startServerProcess } from '../support/server-process.ts';
import { testDialect } from '../support/test-dialect.ts';
import { waitFor } from '../support/wait-for.ts';
import { fillAccounts } from './fill-accounts.ts';
import { fillContent } from './fill-content.ts';
import { fillForms } from './fill-forms.ts';
import { fillPages } from './fill-pages.ts';
import { type Filling, send } from './filling.ts';
import { fixtureEnvironment } from './fixtures.ts';
import { readValues } from './read-values.ts';

const [program = '', target = ''] = process.argv.slice(2);
const ends: (() => unknown)[] = [];
const t = { after: (run: () => unknown) => void ends.push(run) };
try {
  await makeFixture();
} finally {
  for (const end of ends.reverse()) await end();
}

async function makeFixture(): Promise<void> {
  const secret = 'whsec_of_the_upgrade_fixture';
  const port = await freePort();
  const processor = { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_WEBHOOK_SECRET: secret };
  const environment = { ...fixtureEnvironment, ...processor, STRIPE_API_BASE: `http://127.0.0.1:${port}` };
  const server = await startServerProcess(t, environment, [path.join(program, 'main.js')]);
  const sandbox = await startSandbox({
    // Where the built-in one would have it, so that later versions know the same payments.
    dataFile: path.join(server.environment.FRONTDESK_DATA as string, 'sandbox.db'),
    port,
    webhook: { url: `${server.origin}/api/public/payments/webhook`, secret },
  });
  t.after(() => sandbox.close());
  const mailServer = await startMailServer(t);
  const [receiver, failing] = [await startReceiver(t), await startReceiver(t, { status: 500, body: 'out of order' })];
  const filling: Filling = { server, sandbox, mailServer, receiver, failing };
  const people = await fillAccounts(filling);
  await fillContent(filling, people);
  await fillForms(filling, people);
  await fillPages(filling);
  await waitFor('everything to settle', async () => {
    const { jobs } = await send(filling, 'GET', '/system');
    const { items } = await send(filling, 'GET', '/deliveries?limit=100');
    // Those of a paused webhook have no next time once it has come.
    return (
      jobs.due === 0 && items.every(({ nextAttemptAt }: { nextAttemptAt: string | null }) => nextAttemptAt === null)
    );
  });
  const { values, unread } = await readValues(filling);
  if (unread.length > 0) throw new Error(`Nothing was found by ${unread.join(', ')}`);
  writeFileSync(path.join(target, `${testDialect}.json`), JSON.stringify(values));
  await server.stop();
  const command = [path.join(program, 'cli.js'), 'backup', path.join(target, `${testDialect}.tar`)];
  execFileSync(process.execPath, command, { env: server.environment, stdio: ['ignore', 'ignore', 'pipe'] });
}
