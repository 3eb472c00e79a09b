// The documents at /docs in a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('a reader of the documents copies an example, goes to a part of the page and on to the next one', async (t) => {
  const { page, pageErrors } = await openAdmin(t);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/backup');
  await checkScreen(page, 'documents');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, 'mkdir -p backups\nnpx frontdesk backup backups --keep 7d,4w,6m');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'The drill' }).click();
  await page.waitForURL('**/docs/backup#the-drill');
  await page.getByRole('link', { name: /^Next: / }).click();
  await page.getByRole('link', { name: 'Previous: Back up, restore and move' }).click();
  await page.waitForURL('**/docs/backup');
  assert.deepEqual(pageErrors(), []);
});
