// A form that makes draft items, from the builder to the item.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('what people suggest in a form becomes a draft, which its story leads to', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const type = { name: 'event', label: 'Events', fields: [{ name: 'day', type: 'date', label: 'Day' }] };
  assert.equal((await server.request('POST', '/types', type)).status, 201);
  const fields = [
    { name: 'title', type: 'text', label: 'Title' },
    { name: 'day', type: 'date', label: 'When' },
    { name: 'email', type: 'email', label: 'Email' },
    { name: 'club', type: 'text', label: 'Club' },
  ];
  const made = await server.request('POST', '/forms', { name: 'Suggest', fields });
  await open(`/forms/${made.body.id}`, 'Suggest');
  const build = page.getByRole('form', { name: 'Form' });
  await build.getByRole('button', { name: /^Email/ }).click();
  await build.getByLabel('Each answer once').check();
  await build.getByRole('button', { name: /^Make draft items/ }).click();
  await build.getByRole('combobox', { name: 'Make a draft item' }).click();
  await page.getByRole('option', { name: 'Events' }).click();
  const title = build.getByRole('textbox', { name: 'Title of the item' });
  assert.equal(await title.inputValue(), '{{answers.title}}');
  await title.fill('{{answers.titel}}');
  await build.getByRole('combobox', { name: 'Day' }).click();
  await page.getByRole('option', { name: 'When' }).click();
  await build.getByRole('button', { name: 'Add field of the contact' }).click();
  await build.getByRole('combobox', { name: 'Field of the contact' }).fill('club');
  await build.getByRole('combobox', { name: 'Answer', exact: true }).click();
  await page.getByRole('option', { name: 'Club' }).click();
  await build.getByRole('button', { name: 'Save' }).click();
  await build
    .getByText(/unknown variable/)
    .first()
    .waitFor();
  await title.fill('{{answers.title}}');
  await build.getByRole('button', { name: 'Save' }).click();
  await build.getByText('All changes saved').waitFor();
  await checkScreen(page, 'form-draft-item');

  const answers = { title: 'Night walk', day: '2027-05-01', email: 'ada@visitor.example', club: 'Walkers' };
  const sent = await server.request('POST', `/forms/${made.body.id}/submit`, answers);
  assert.equal(sent.status, 200);
  assert.equal((await server.request('POST', `/forms/${made.body.id}/submit`, answers)).status, 422);
  await open(`/forms/${made.body.id}/submissions/${sent.body.submissionId}`, 'ada@visitor.example');
  await page.getByRole('link', { name: 'Draft item (event)' }).click();
  await page.getByRole('heading', { level: 1, name: 'Night walk' }).waitFor();
  assert.deepEqual(
    pageErrors().filter((error) => !/422/.test(error)),
    [],
  );
});
