// npm run screenshots: writes the pictures of README.md. Starts a service with the example site and some visitors, and shows its
// pages in the browser of the tests.

import path from 'node:path';
import sharp from 'sharp';
import { openContext } from '../packages/admin/e2e/support/browser.ts';
import { type ServerProcess, startServerProcess } from '../packages/server/test/support/server-process.ts';
import { waitFor } from '../packages/server/test/support/wait-for.ts';

const folder = path.resolve(import.meta.dirname, '../docs/pictures');
const owner = { name: 'Olga Berg', email: 'olga@example.com', password: 'a long enough pass phrase' };
const visitors = ['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov', 'Alan Turing', 'Radia Perlman'];

const endings: (() => unknown)[] = [];
const after = (ending: () => unknown): void => void endings.unshift(ending);

try {
  const server = await startServerProcess({ after });
  const context = await openContext({ after }, { locale: 'en-GB', timezoneId: 'UTC', baseURL: server.origin });
  after(() => context.browser()?.close());
  const code = new URL(await server.setupLink()).searchParams.get('code');
  await context.request.post('/api/v1/setup', { data: { code, siteName: 'Harbour Books', ...owner } });
  await welcomeVisitors(server);
  await takePicture('admin', '/admin/inbox', { width: 1280, height: 800 }, ['Products', 'Radia Perlman']);
  await takePicture('form', '/f/tickets', { width: 800, height: 740 }, ['Continue to payment']);

  /** Once the page shows these texts. */
  async function takePicture(name: string, url: string, viewport: { width: number; height: number }, texts: string[]) {
    const page = await context.newPage();
    await page.setViewportSize(viewport);
    await page.goto(url);
    for (const text of texts) await page.getByText(text).first().waitFor();
    const picture = await page.screenshot({ animations: 'disabled' });
    await sharp(picture)
      .webp({ quality: 90 })
      .toFile(path.join(folder, `${name}.webp`));
  }
} finally {
  // An ending may add another.
  while (endings.length > 0) await endings.shift()?.();
}

/** Everyone buys a ticket, and some write a message. */
async function welcomeVisitors({ request }: ServerProcess): Promise<void> {
  for (const [index, name] of visitors.entries()) {
    const visitor = { name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com` };
    const { body } = await request('POST', '/forms/tickets/submit', visitor);
    await fetch(body.paymentUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'pay' }) });
    const message = 'Is the hall accessible by wheelchair?';
    if (index % 2 === 1) await request('POST', '/forms/contact/submit', { ...visitor, message });
  }
  await waitFor('all payments', async () => {
    const { body } = await request('GET', '/payments?status=succeeded');
    return body.total === visitors.length;
  });
}
