// The guides: what a reader sees in a browser, and what a program receives.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { openContext } from '../../../../admin/e2e/support/browser.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { Notes } from '../page-notes.ts';
import type { OpenPage } from '../run-page.ts';
import { drawHarbor, exportSite, isPaid } from './given.ts';

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

async function readSite(page: OpenPage): Promise<void> {
  const site = `http://127.0.0.1:${page.portOf(4300)}`;
  const read = async (url: string): Promise<string> => {
    const response = await fetch(new URL(url, site), { redirect: 'manual' });
    return `${response.status} ${response.headers.get('location') ?? (await response.text())}`;
  };
  assert.match(await read('/events/nothing'), /^404 Item not found/);
  assert.equal(await read('/events/open-day'), '301 /events/open-weekend');
  assert.match(
    await read('/events/open-weekend'),
    /^200 <h1>Open weekend<\/h1><img .*alt="The harbor"><p>Come and see/,
  );
  assert.match(await read('/'), /^200 <a href="\/events\/open-weekend"><img src="http.*harbor-.*srcset="http/);
  const [, preview = ''] = /"url":"([^"]+\/preview[^"]+)"/.exec(await page.seen()) ?? [];
  assert.match(await read(preview), /^200 <h1>Open weekend<\/h1><img/);
}

export const guidePages: Notes = {
  'docs/guides/shop.md': {
    waits: [
      ['payments?limit=1', isPaid],
      ['guests.csv', isPaid],
      ['donate/summary', isPaid],
    ],
  },
  'docs/guides/wordpress.md': { given: exportSite },
  'docs/guides/html.md': {
    given: async (page) => drawHarbor(page),
    // The tests run the sources of the client.
    edits: [['npm run prepare --prefix packages/client\n', '']],
    prints: { 'A program': [/^Submitted: sub_/] },
    outcome: { 'The page': visitPage, 'Pages on a server': readSite },
  },
  'docs/guides/sync.md': { waits: [['cat crm.json', /contact\.updated/]] },
  'docs/guides/webhooks.md': {
    oneByOne: true,
    outcome: { Node: receiveOnce, Python: receiveOnce, PHP: receiveOnce, Go: receiveOnce },
  },
};
