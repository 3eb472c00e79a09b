// The first invoice of a site, written where nothing was entered before: who sells, the tax rate and the contact are asked on the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('the first invoice of an empty site is written and issued on one screen', async (t) => {
  const { page, server, open, pageErrors } = await openAdmin(t);
  await open('/invoices/new', 'New invoice');
  await page.getByText('Who sells is not entered yet').waitFor();
  await page.getByRole('combobox', { name: 'Contact' }).fill('mary@example.com');
  await page.getByRole('option', { name: 'Add “mary@example.com” as a contact' }).click();
  const line = page.getByRole('group', { name: 'Line 1' });
  await line.getByLabel('Description').fill('Consulting in May');
  await line.getByLabel('Unit price').fill('80');

  // Enter belongs to the dialog, and adds no line behind it.
  await line.getByRole('combobox', { name: 'Tax rate' }).click();
  await page.getByRole('option', { name: 'Add tax rate…' }).click();
  const rate = page.getByRole('dialog', { name: 'Add tax rate' });
  await rate.getByLabel('Percent').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('19');
  await page.keyboard.press('Enter');
  await rate.getByText('There is a problem').waitFor();
  await rate.getByRole('combobox', { name: 'Country' }).fill('germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await rate.getByRole('button', { name: 'Add tax rate' }).click();
  await rate.waitFor({ state: 'detached' });
  assert.equal(await line.getByRole('combobox', { name: 'Tax rate' }).inputValue(), '19 %');
  assert.equal(await page.getByRole('group', { name: /^Line / }).count(), 1);
  await page.getByRole('region', { name: 'Totals' }).getByText('€95.20', { exact: true }).waitFor();

  await page.getByRole('region', { name: 'Buyer' }).getByLabel('Legal name').fill('Somerville Ltd');
  await page.getByRole('button', { name: 'Issue invoice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click();
  const seller = page.getByRole('dialog', { name: 'Who sells' });
  await seller.getByLabel('Legal name').fill('Harbour Books Ltd');
  await seller.getByLabel('City').fill('Hamburg');
  await checkScreen(page, 'invoice-seller');
  await seller.getByRole('button', { name: 'Save seller' }).click();
  await seller.getByText('There is a problem').waitFor();
  await seller.getByRole('combobox', { name: 'Country' }).fill('germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await seller.getByRole('button', { name: 'Save seller' }).click();

  // What was asked for goes on.
  await page.getByText('€95.20 remaining').waitFor();
  const [{ status, number, seller: copied, buyer }] = (await server.request('GET', '/invoices')).body.items;
  assert.deepEqual([status, copied.name, buyer.name], ['open', 'Harbour Books Ltd', 'Somerville Ltd']);
  await page.getByRole('heading', { level: 1, name: number }).waitFor();

  await open('/invoices/new', 'New invoice');
  await line.getByLabel('Description').waitFor();
  assert.equal(await page.getByText('Who sells is not entered yet').count(), 0);
  await line.getByRole('combobox', { name: 'Tax rate' }).click();
  await page.getByRole('option', { name: 'Add tax rate…' }).click();
  await rate.getByRole('combobox', { name: 'Country' }).waitFor();
  assert.equal(await rate.getByRole('combobox', { name: 'Country' }).inputValue(), 'Germany');
  assert.deepEqual(pageErrors(), []);
});
