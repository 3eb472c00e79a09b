// Spam: kept apart with its reasons, moved to and fro, and the settings of the site.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('spam is kept apart with its reasons until a person says that it is none, and the site blocks what it names', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const fields = [
    { name: 'name', type: 'text', label: 'Name' },
    { name: 'message', type: 'textarea', label: 'Message' },
  ];
  const made = await server.request('POST', '/forms', { name: 'Enquiries', slug: 'enquiries', fields });
  const submissions = [
    { name: 'Ada', message: 'Do you have a table for four on Saturday?' },
    { name: 'Rank Pro', message: 'We sell backlinks and guest posts: https://rank.example/a https://rank.example/b' },
    { name: 'Fast Money', message: 'Make money fast with our trading robot https://fast.example' },
    { name: 'Bold Bets', message: 'Online casino with free spins https://bets.example' },
  ];
  for (const body of submissions)
    assert.equal((await server.request('POST', '/forms/enquiries/submit', body)).status, 200);
  const { id } = made.body as { id: string };

  await open(`/forms/${id}/submissions`, 'Submissions');
  const table = page.getByRole('region', { name: 'Submissions' });
  await table.getByRole('link', { name: 'Ada' }).waitFor();
  assert.equal(await table.getByRole('link', { name: 'Rank Pro' }).count(), 0);
  await page.getByText('Spam (3)').click();
  const spam = page.getByRole('region', { name: 'Spam' });
  await spam.getByText(/“backlinks”/).waitFor();
  await checkScreen(page, 'spam');

  await spam.getByRole('checkbox', { name: 'Select Rank Pro' }).check();
  await spam.getByRole('checkbox', { name: 'Select Fast Money' }).check();
  await page.getByRole('region', { name: 'Selected submissions' }).getByRole('button', { name: 'Not spam' }).click();
  await page.getByText('2 submissions moved to the submissions').waitFor();
  await page.getByText('Spam (1)').waitFor();

  await spam.getByRole('link', { name: 'Bold Bets' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bold Bets' }).waitFor();
  await page.getByText(/points; spam from 50 on/).waitFor();
  await checkScreen(page, 'spam-submission');
  await page.getByRole('button', { name: 'Not spam' }).click();
  await page.getByRole('button', { name: 'Move to spam' }).click();
  await page.getByText('A person moved it to the spam.').waitFor();

  await open(`/forms/${id}/submissions?status=spam`, 'Submissions');
  await page.getByRole('button', { name: 'Delete all spam' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all spam' }).click();
  await page.getByText('1 submission deleted').waitFor();
  await page.getByText('No spam', { exact: true }).waitFor();

  await open('/settings/spam', 'Spam');
  await page.getByLabel('Blocked IP addresses').fill('10.0.0.0/40');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/such as 203\.0\.113\.0\/24 \(10\.0\.0\.0\/40\)/)
    .first()
    .waitFor();
  await checkScreen(page, 'spam-settings');
  await page.getByLabel('Blocked IP addresses').fill('10.0.0.0/8');
  await page.getByLabel('Blocked words').fill('table for four');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  await server.request('POST', '/forms/enquiries/submit', submissions[0]);

  await open(`/forms/${id}`, 'Enquiries');
  const build = page.getByRole('form', { name: 'Form' });
  await build.getByRole('combobox', { name: 'Recognize spam' }).click();
  await page.getByRole('option', { name: 'Never' }).click();
  await build.getByRole('button', { name: 'Save' }).click();
  await build.getByText('All changes saved').waitFor();
  const stored = await server.request('GET', '/forms/enquiries');
  assert.deepEqual((stored.body as { settings: unknown }).settings, { spam: { level: 'off' } });
  assert.deepEqual(pageErrors(), []);
});
