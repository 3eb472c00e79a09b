// Backups: one that fails and says why, one that is made, downloaded and deleted, the schedule, and the warning at home.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { checkBackup } from '../../server/src/backups/read-backup.ts';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('backups are made by schedule and on request, and what is wrong with them is said here and at home', async (t) => {
  const disk = await mkdtemp(path.join(tmpdir(), 'frontdesk-disk-'));
  t.after(() => rm(disk, { recursive: true, force: true }));
  // As when a disk is not mounted.
  const folder = path.join(disk, 'backups');
  const { page, open, pageErrors } = await openAdmin(t, { FRONTDESK_BACKUPS: folder });

  await open('/settings/backups', 'Backups');
  await page.getByText('Backups are made without the key').waitFor();
  await page.getByText('No backups yet').waitFor();
  await checkScreen(page, 'backups-none');
  await page.getByRole('textbox', { name: 'Keep' }).fill('everything');
  await page.getByRole('switch', { name: 'Make backups by schedule' }).check();
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page
    .getByText(/is not a rule: use numbers of days/)
    .first()
    .waitFor();
  await page.getByRole('textbox', { name: 'Keep' }).fill('7d,2m');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  const table = page.getByRole('table', { name: 'Backups' });
  const row = (name: RegExp) => table.getByRole('row', { name });
  await row(/By schedule.*Failed.*cannot be written: its folder does not exist/).waitFor();
  await page.reload();
  await page.getByText('The last backup failed').waitFor();
  await page.getByText('Next backup:').waitFor();
  await checkScreen(page, 'backups-failed');
  await open('/', 'Home');
  await page.getByText('The last backup failed').waitFor();
  await page.getByRole('link', { name: 'See the backups' }).click();

  await mkdir(folder);
  await page.getByRole('button', { name: 'Back up now' }).click();
  await row(/On request.*Checked.*rows/).waitFor();
  const [name = ''] = await readdir(folder);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download the backup of/ }).click(),
  ]);
  assert.equal(file.suggestedFilename(), name);
  const { head } = await checkBackup(await file.path());
  assert.equal(head.key, null);
  await checkScreen(page, 'backups');
  await open('/', 'Home');
  await page.getByText('Latest events').waitFor();
  assert.equal(await page.getByText('The last backup failed').count(), 0);

  await open('/settings/backups', 'Backups');
  await row(/On request/)
    .getByRole('button', { name: /^Delete the backup of/ })
    .click();
  await page.getByRole('button', { name: 'Delete backup', exact: true }).click();
  await row(/On request/).waitFor({ state: 'detached' });
  assert.deepEqual(await readdir(folder), []);
  assert.deepEqual(pageErrors(), []);
});
