// The guides: what a reader sees in a browser, and what a program receives.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { openContext } from '../../../../admin/e2e/support/browser.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { Notes } from '../page-notes.ts';
import type { OpenPage } from '../run-page.ts';
import { exportSite } from './given.ts';

/** The receiver has the event of the last submission once, refuses what was changed, and knows what it has. */
async function receiveOnce(page: OpenPage): Promise<void> {
  const { shell, seen, folder, portOf } = page;
  const printed = /submitted: ada@example\.com/g;
  const [last = 0] = receipts.get(page) ?? [];
  await waitFor('the event', async () => ((await seen()).match(printed) ?? []).length === last + 1);
  receipts.set(page, [last + 1]);
  assert.equal((await readdir(path.join(folder, 'inbox'))).length, last + 1);

  const url = `http://127.0.0.1:${portOf(4000)}/`;
  const id = '{"id": "evt_1", "type": "submitted"}';
  const changed = await fetch(url, {
    method: 'POST',
    body: id,
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': `${Math.round(Date.now() / 1000)}`,
      'webhook-signature': 'v1,AAAA',
    },
  });
  assert.equal(changed.status, 400);

  const deliveries = await shell.run('curl -s -H "Authorization: Bearer $KEY" "$API/deliveries?limit=1"');
  const [{ id: delivery }] = JSON.parse(deliveries).items;
  await shell.run(`curl -s -X POST -H "Authorization: Bearer $KEY" "$API/deliveries/${delivery}/resend"`);
  await waitFor('the second attempt', async () => {
    const shown = await shell.run(`curl -s -H "Authorization: Bearer $KEY" "$API/deliveries/${delivery}"`);
    const { attempts } = JSON.parse(shown) as { attempts: { status: number | null }[] };
    return attempts.length === 2 && attempts.every(({ status }) => status === 204);
  });
  assert.equal((await seen()).match(printed)?.length, last + 1, 'it was handled once');
}

const receipts = new WeakMap<OpenPage, [number]>();

/** The page as a file in a browser: it lists the posts, and the form leads to the thanks of the service. */
async function visitPage({ folder }: OpenPage, t: TestContext): Promise<void> {
  const page = await (await openContext(t)).newPage();
  await page.goto(`file://${path.join(folder, 'index.html')}`);
  await page.getByText('Welcome to Frontdesk').waitFor();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('Hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/f\/contact\/thanks/);
}

/** The processor reports a payment a moment after the visitor has paid. */
async function isPaid({ shell }: OpenPage): Promise<boolean> {
  const payments = await shell.run('curl -s -H "Authorization: Bearer $KEY" "$API/payments?limit=1"');
  return JSON.parse(payments).items[0]?.status === 'succeeded';
}

export const guidePages: Notes = {
  'docs/guides/shop.md': { waits: [['payments?limit=1', isPaid]] },
  'docs/guides/tickets.md': { waits: [['guests.csv', isPaid]] },
  'docs/guides/donations.md': { waits: [['/summary', isPaid]] },
  'docs/guides/wordpress.md': { given: exportSite },
  'docs/guides/html.md': { outcome: { 'The page': visitPage } },
  'docs/guides/webhooks.md': {
    oneByOne: true,
    outcome: { Node: receiveOnce, Python: receiveOnce, PHP: receiveOnce, Go: receiveOnce },
  },
};
