// The audit log: who changed what, filtered by person and record, and exported.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('the audit log shows who changed what and from where, and is filtered and exported', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  const form = await server.request('POST', '/forms', { name: 'Trip', slug: 'trip', fields });
  assert.equal(form.status, 201);
  assert.equal((await server.request('PATCH', '/forms/trip', { name: 'Summer trip' })).status, 200);
  const user = { name: 'Edda Lund', email: 'edda@example.com', role: 'editor', password: 'another long pass phrase' };
  const created = await server.request('POST', '/users', user);
  assert.equal((await server.request('DELETE', `/users/${created.body.id}`)).status, 200);
  const contact = { name: 'Ada Lovelace', email: 'ada@example.com' };
  assert.equal((await server.request('POST', '/contacts', contact)).status, 201);
  const wrong = { email: 'olga@example.com', password: 'not the pass phrase' };
  const signIn = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wrong) };
  assert.equal((await fetch(`${server.api}/sessions`, signIn)).status, 401);

  await open('/settings/audit-log', 'Audit log');
  const table = page.getByRole('table', { name: 'Audit log' });
  const row = (name: string | RegExp) => table.getByRole('row', { name });
  await row(/Updated form Summer trip Name/).waitFor();
  await row(/Created form Trip/).waitFor();
  await row(/Set up the site.*Olga Berg/).waitFor();
  await row(/Tried to sign in as Olga Berg Denied.*Visitor.*127\.0\.0\.1/).waitFor();
  await row(/Created contact Ada Lovelace/).waitFor();
  assert.equal(
    await row(/Deleted user Edda Lund/)
      .getByRole('link')
      .count(),
    0,
  );
  await checkScreen(page, 'audit-log');

  // The record of an entry opens from it.
  await row(/Created user Edda Lund/)
    .getByRole('link', { name: 'Edda Lund' })
    .click();
  await page.getByText('No matching users').waitFor();
  await page.goBack();
  await row(/Created form Trip/)
    .getByRole('link', { name: 'Trip' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Summer trip' }).waitFor();
  await page.goBack();

  await row(/Created form Trip/)
    .getByRole('button', { name: 'History of Trip' })
    .click();
  await row(/Set up/).waitFor({ state: 'detached' });
  assert.equal(await row(/ form /).count(), 2);
  assert.equal(await page.getByLabel('ID of a record').inputValue(), form.body.id);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  assert.equal(lines.length, 3, 'the columns and the two entries of the form');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('combobox', { name: 'Who' }).click();
  await page.getByRole('option', { name: 'Olga Berg' }).click();
  await row(/Created form/)
    .first()
    .waitFor({ state: 'detached' });
  await row(/Exported audit log.*Olga Berg/).waitFor();
  await page.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Created user' }).click();
  await page.getByText('No matching entries').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Denied', exact: true }).click();
  await row(/Set up/).waitFor({ state: 'detached' });
  assert.equal(await table.getByRole('row').count(), 2);
  await checkScreen(page, 'audit-log-denied');
  assert.deepEqual(pageErrors(), []);
});
