// A number declared over texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('a field declared over texts offers to convert them', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  const { body } = await server.request('POST', '/content/post', { title: 'Chair', fields: { price: '10' } });
  await page.goto(`${server.origin}/admin/types/post`);
  await page.getByRole('button', { name: 'Add field' }).click();
  const field = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove' }) });
  await field.getByLabel('Label', { exact: true }).fill('Price');
  await field.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Number', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('price: 1 value will be converted.').waitFor();
  await checkScreen(page, 'type-conversion');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('This value does not fit the values of items').waitFor();
  const read = async () => (await server.request('GET', `/content/post/${body.id}`)).body.fields.price;
  assert.equal(await read(), '10');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Convert values' }).click();
  await page.getByText('Type saved').waitFor();
  assert.equal(await read(), 10);
  // The browser logs each rejected request.
  assert.deepEqual(
    pageErrors().filter((line) => !line.includes('422')),
    [],
  );
});
