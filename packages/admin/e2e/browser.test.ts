// The browser that the tests of a process share.

import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openContext } from './support/browser.ts';

test('a browser that crashes is replaced for the tests that follow', async (t) => {
  const browser = (await openContext(t)).browser() as Browser;
  const ended = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()));
  const session = await browser.newBrowserCDPSession();
  // Nothing is left to answer.
  session.send('Browser.crash').catch(() => {});
  await ended;
  const page = await (await openContext(t)).newPage();
  await page.setContent('<h1>Here again</h1>');
  await page.getByRole('heading', { name: 'Here again' }).waitFor();
});
