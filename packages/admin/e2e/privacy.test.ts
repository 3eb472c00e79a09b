// The rights of people: a submission is shown as it was asked, a shorter time to keep is asked about, a contact is exported and
// erased.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

const fields = [
  { name: 'name', type: 'text', label: 'Your name' },
  { name: 'email', type: 'email', label: 'Email' },
  { name: 'room', type: 'radio', label: 'Room', options: [{ value: 'a', label: 'By the sea' }] },
  { name: 'terms', type: 'consent', label: 'I accept the terms of 2026' },
];

test('a submission is shown as it was asked, and its person is exported and erased', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const form = await server.request('POST', '/forms', { name: 'Trip', slug: 'trip', fields });
  assert.equal(form.status, 201);
  const answers = { name: 'Ada Winter', email: 'ada@winter.example', room: 'a', terms: true };
  const { submissionId } = (await server.request('POST', '/forms/trip/submit', answers)).body;
  const changed = [{ name: 'name', type: 'text', label: 'Full name' }, fields[1]];
  assert.equal((await server.request('PATCH', '/forms/trip', { fields: changed })).status, 200);

  await open(`/forms/${form.body.id}/submissions/${submissionId}`, 'Ada Winter');
  await page.getByText('This is how it was asked').waitFor();
  const asked = page.getByRole('region', { name: 'Answers' });
  await asked.getByText('Your name').waitFor();
  await asked.getByText('By the sea').waitFor();
  const consent = page.getByRole('region', { name: 'Consent' });
  await consent.getByText('“I accept the terms of 2026”').waitFor();
  await consent.getByText('version 1 of the form').waitFor();
  await checkScreen(page, 'submission-as-asked');

  // A shorter time than before is asked about.
  await open(`/forms/${form.body.id}`, 'Trip');
  await page.getByLabel('Delete submissions after (days)').fill('30');
  await page.keyboard.press('Control+s');
  const shorter = page.getByRole('dialog', { name: 'Keep submissions for a shorter time?' });
  await shorter.getByText(/Submissions: the first is deleted on/).waitFor();
  await checkScreen(page, 'shorter-retention');
  await shorter.getByRole('button', { name: 'Save shorter time' }).click();
  await page.getByText('All changes saved').waitFor();
  const { settings } = (await server.request('GET', `/forms/${form.body.id}`)).body;
  assert.equal(settings.retention.days, 30);

  const { contactId } = (await server.request('GET', `/submissions/${submissionId}`)).body;
  await open(`/contacts/${contactId}`, 'Ada Winter');
  const privacy = page.getByRole('region', { name: 'Privacy' });
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    privacy.getByRole('button', { name: 'Export data' }).click(),
  ]);
  assert.match(archive.suggestedFilename(), /^person-.*\.tar$/);
  assert.match(await readFile(await archive.path(), 'utf8'), /By the sea/);
  await privacy.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Ada Winter?' });
  await dialog.getByText('1 submission', { exact: true }).waitFor();
  await dialog.getByText('1 contact', { exact: true }).waitFor();
  const erase = dialog.getByRole('button', { name: 'Erase', exact: true });
  assert.equal(await erase.isDisabled(), true);
  await checkScreen(page, 'contact-erase');
  await dialog.getByLabel('Type ada@winter.example to confirm').fill('ada@winter.example');
  await erase.click();
  await dialog.getByText('Everything was erased.').waitFor();
  const [proof] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download proof' }).click(),
  ]);
  const text = await readFile(await proof.path(), 'utf8');
  assert.deepEqual(JSON.parse(text).erased, { contacts: 1, events: 2, submissions: 1 });
  assert.doesNotMatch(text, /Ada|winter/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  assert.equal((await server.request('GET', `/contacts/${contactId}`)).status, 404);
  assert.deepEqual(pageErrors(), []);
});
