// A WordPress site is moved in: from the first step on Home to the result of the import.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

const themeData = path.resolve(import.meta.dirname, '../../server/test/data/themeunittestdata.wordpress.xml');
/** An import gives way to all else on the machine: beside other tests it may wait for long. */
const withinMs = 240_000;

test('a site is imported from a file that is checked first, with a report that leads to its items', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t, { FRONTDESK_EXAMPLE: '0' });
  const xml = await readFile(themeData);
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'site.xml', mimeType: 'text/xml', buffer });
  await open('/', 'Home');
  await page.getByRole('link', { name: 'Import a site' }).click();
  await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
  await choose(Buffer.from('Dear all'));
  await page.getByRole('alert').getByText('The file cannot be imported: not XML').waitFor();
  const archive = { name: 'site.tar', mimeType: 'application/x-tar', buffer: Buffer.from('tar') };
  await page.locator('input[type=file]').setInputFiles(archive);
  await page.getByRole('alert').getByText('site.tar is an archive of Frontdesk.').waitFor();
  await page.getByText('npx frontdesk import site.tar --create --dry-run').waitFor();
  await checkScreen(page, 'import-empty');

  await choose(xml.subarray(0, 200_000));
  await page.getByRole('heading', { name: 'Could not import site.xml' }).waitFor({ timeout: withinMs });
  await page.getByText(/the file ends in the middle of .* \(cut off\?\)/).waitFor();
  await page.getByText('Nothing was stored.').waitFor();

  await choose(xml);
  await page.getByRole('heading', { name: 'Import site.xml?' }).waitFor({ timeout: withinMs });
  await page.getByText('58 posts, 21 pages').waitFor();
  await page.getByText(/^\d+ menu entries, \d+ menus?, \d+ comments$/).waitFor();
  await page.getByText('They stay on the old site. Keep them reachable there.').waitFor();
  await checkScreen(page, 'import-checked');
  await page.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Vienna');
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByRole('heading', { name: 'Imported site.xml' }).waitFor({ timeout: withinMs });
  await page.getByText('Europe/Vienna').waitFor();
  await page.getByRole('heading', { name: 'Different from WordPress' }).waitFor();
  await checkScreen(page, 'import-report');
  assert.equal((await server.request('GET', '/content/page?status=any')).body.total, 21);

  const noted = page.getByRole('main').locator('a[href*="/content/"]').first();
  await noted.click();
  await page.waitForURL(/\/content\/[^/]+\/item_/);
  await open('/', 'Home');
  await page.getByText('Import a site (done)').waitFor();
  assert.deepEqual(pageErrors(), []);
});
