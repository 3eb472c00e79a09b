// The first invoice of a site, written where nothing was entered before: who sells, the tax rate and the contact are asked on the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('the first invoice of an empty site is written and issued on one screen', async (t) => {
  const { page, server, open, pageErrors } = await openAdmin(t);
  await open('/invoices/new', 'New invoice');
  await page.getByText('The seller is not entered yet').waitFor();
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

  const buyer = page.getByRole('region', { name: 'Buyer' });
  await buyer.getByLabel('Legal name').fill('Somerville Ltd');
  await buyer.getByLabel('City').fill('Edinburgh');
  await buyer.getByRole('combobox', { name: 'Country' }).fill('fran');
  await page.getByRole('option', { name: 'France', exact: true }).click();
  await buyer.getByLabel('VAT ID').fill('FR40303265045');
  await buyer.getByLabel('Reference').fill('Order 17');
  await page.getByRole('button', { name: 'Issue invoice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click();
  const seller = page.getByRole('dialog', { name: 'Seller' });
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
  const [{ status, number, seller: copied, buyer: billed }] = (await server.request('GET', '/invoices')).body.items;
  assert.deepEqual([status, copied.name, billed.name], ['open', 'Harbour Books Ltd', 'Somerville Ltd']);
  await page.getByRole('heading', { level: 1, name: number }).waitFor();

  const settings = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/settings'));
  await open('/invoices/new', 'New invoice');
  await settings;
  await line.getByLabel('Description').waitFor();
  assert.equal(await page.getByText('The seller is not entered yet').count(), 0);
  await line.getByRole('combobox', { name: 'Tax rate' }).click();
  await page.getByRole('option', { name: 'Add tax rate…' }).click();
  await rate.getByRole('combobox', { name: 'Country' }).waitFor();
  assert.equal(await rate.getByRole('combobox', { name: 'Country' }).inputValue(), 'Germany');

  // A contact has no address: that of its last invoice is proposed, and leaves with it.
  const contact = page.getByRole('combobox', { name: 'Contact' });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await contact.fill('mary');
  await page.getByRole('option', { name: 'mary@example.com' }).click();
  await waitFor(
    'the buyer of the last invoice',
    async () => (await buyer.getByLabel('City').inputValue()) === 'Edinburgh',
  );
  assert.equal(await buyer.getByLabel('Legal name').inputValue(), 'Somerville Ltd');
  assert.equal(await buyer.getByLabel('Reference').inputValue(), '');
  await line.getByLabel('Description').fill('Consulting in June');
  await line.getByLabel('Unit price').fill('80');
  await line.getByRole('combobox', { name: 'Tax rate' }).click();
  await page.getByRole('option', { name: '19 %' }).click();
  await page.getByText('The buyer is a business in another country').waitFor();
  await checkScreen(page, 'invoice-foreign-business');
  await contact.fill('ada@example.com');
  await page.getByRole('option', { name: 'Add “ada@example.com” as a contact' }).click();
  await waitFor('a blank buyer', async () => (await buyer.getByLabel('City').inputValue()) === '');
  // What was typed stays.
  await buyer.getByLabel('City').fill('London');
  await contact.fill('mary');
  await page.getByRole('option', { name: 'mary@example.com' }).click();
  await waitFor('the contact', async () => (await contact.inputValue()) === 'mary@example.com');
  assert.equal(await buyer.getByLabel('City').inputValue(), 'London');
  assert.deepEqual(pageErrors(), []);
});

test('the screens of an invoice say what stands in the way of its mail and its XRechnung', async (t) => {
  const { page, server, open } = await openAdmin(t);
  const seller = { name: 'Harbour Books Ltd', address: { city: 'Hamburg', country: 'de' } };
  await server.request('PATCH', '/settings', { invoicing: { seller } });
  const contact = await server.request('POST', '/contacts', { email: 'mary@example.com' });
  const lines = [{ description: 'Consulting', unitAmount: 8000 }];
  const body = { contactId: contact.body.id, currency: 'eur', lines, status: 'open' };
  const created = await server.request('POST', '/invoices', body);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { number, id } = created.body;
  await open(`/invoices/${id}`, number);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'PDF' }).click();
  assert.equal((await download).suggestedFilename(), `${number}.pdf`);
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'XRechnung' }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'XRechnung cannot be made' });
  await refused.getByText(/^It lacks: buyer name, buyer address country and seller registration\./).waitFor();
  await checkScreen(page, 'invoice-no-xrechnung');
  await refused.getByRole('button').click();

  await page.getByRole('button', { name: 'Send by mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send invoice' });
  await dialog.getByText('The mail waits until you set up mail.').waitFor();
  await dialog.getByRole('button', { name: 'Send invoice' }).click();
  await page.getByRole('list', { name: 'Mails' }).getByRole('link', { name: 'Invoice' }).click();
  await page.getByText('It waits until you set up mail.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Send now' }).count(), 0);
});
