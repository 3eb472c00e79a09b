// A number declared over texts: the plan, the conversion and the way back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('a change of a type shows its plan, converts values, and can be undone', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  const add = async (title: string, price: unknown) =>
    (await server.request('POST', '/content/post', { title, fields: { price } })).body.id;
  const [chair, table] = [await add('Chair', '10'), await add('Table', 'on request')];
  const priceOf = async (id: string) => (await server.request('GET', `/content/post/${id}`)).body.fields.price;
  await page.goto(`${server.origin}/admin/types/post`);
  await page.getByRole('button', { name: 'Add field' }).click();
  const field = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove' }) });
  await field.getByLabel('Label', { exact: true }).fill('Unit price');
  await field.getByRole('textbox', { name: 'Name' }).fill('price');
  await field.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Number', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Save type/ });
  await dialog.getByRole('region', { name: 'Unit price' }).getByText('1 value will be converted.').waitFor();
  await dialog.getByText('Chair: “10” becomes 10').waitFor();
  await dialog.getByText('Table: “on request” (must be a number)').waitFor();
  assert.equal(await dialog.getByRole('link', { name: 'Table' }).getAttribute('href'), `/admin/content/post/${table}`);
  await checkScreen(page, 'type-conversion');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await priceOf(chair), '10');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The button that converts has the focus.
  await dialog.getByText('1 value will be converted.').waitFor();
  await dialog
    .locator('button:focus')
    .filter({ hasText: /convert/i })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Type saved').waitFor();
  await page.getByText('Unit price, by Olga Berg').waitFor();
  assert.deepEqual([await priceOf(chair), await priceOf(table)], [10, 'on request']);

  await server.request('PATCH', `/content/post/${chair}`, { fields: { price: 12 } });
  await page.getByRole('button', { name: 'Undo change' }).click();
  // A dialog gets its name a moment after it is shown.
  const question = page.getByRole('dialog', { name: /^Undo the last change/ });
  await question.waitFor();
  await checkScreen(page, 'type-undo');
  await question.getByRole('button', { name: 'Undo change' }).click();
  await page.getByText('Change undone, but not in 1 item edited since').waitFor();
  await field.first().waitFor({ state: 'detached' });
  assert.deepEqual([await priceOf(chair), await priceOf(table)], [12, 'on request']);
  assert.deepEqual((await server.request('GET', '/types/post')).body.fields, []);

  await server.request('PATCH', '/types/post?convert=true', { fields: [{ name: 'price', type: 'number' }] });
  // No request makes a conversion fail.
  let [hasFailed, tries] = [true, 0];
  await page.route('**/types/post/changes**', async (route) => {
    if (route.request().method() === 'POST') {
      hasFailed = false;
      tries++;
      return route.fulfill({ json: {} });
    }
    const json = await (await route.fetch()).json();
    if (hasFailed) Object.assign(json.items[0], { status: 'failed', problem: 'no space left' });
    return route.fulfill({ json });
  });
  await page.reload();
  await page.getByText('The next could not: no space left').waitFor();
  await checkScreen(page, 'type-change-failed');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('region', { name: 'Last change', exact: true }).waitFor();
  assert.equal(tries, 1);
  assert.deepEqual(pageErrors(), []);
});
