// Invoices, from an empty site: the seller and a tax rate, a draft by keyboard, its issue, a part payment and a credit note.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { type Admin, openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('an invoice is written, issued, paid in part and credited', async (t) => {
  const admin = await openAdmin(t);
  await setUpInvoices(admin);
  await setReminders(admin);
  await writeDraft(admin);
  await issueDraft(admin);
  await sendIssued(admin);
  await recordPartPayment(admin);
  await creditPart(admin);
  await listInvoices(admin);
  await reportTaxes(admin);
  await taxByRules(admin);
  await issuePaid(admin);
  assert.deepEqual(admin.pageErrors(), []);
});

/** The seller, the numbers and a tax rate. */
async function setUpInvoices({ page, server, open }: Admin): Promise<void> {
  await open('/settings/invoices', 'Invoices');
  const seller = page.getByRole('region', { name: 'Seller' });
  await seller.getByLabel('Legal name').fill('Harbour Books Ltd');
  await seller.getByLabel('Street and number').fill('Hafenstraße 1');
  await seller.getByLabel('Postal code').fill('20457');
  await seller.getByLabel('City').fill('Hamburg');
  await seller.getByRole('combobox', { name: 'Country' }).fill('germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await seller.getByLabel('VAT ID').fill('DE123456789');
  await page.getByLabel('IBAN').fill('DE02 1203 0000 0000 2020 51');
  const numbers = page.getByRole('textbox', { name: 'Invoice numbers', exact: true });
  await numbers.fill('R-{year}');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('There is a problem').waitFor();
  await numbers.fill('R-{year}-{000}');
  const year = new Date().getUTCFullYear();
  await page.getByText(`The next one: R-${year}-001`).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  const { invoicing } = (await server.request('GET', '/settings')).body;
  assert.equal(invoicing.invoiceNumbers, 'R-{year}-{000}');
  assert.deepEqual(invoicing.seller, {
    name: 'Harbour Books Ltd',
    address: { line1: 'Hafenstraße 1', postalCode: '20457', city: 'Hamburg', country: 'de' },
    vatId: 'DE123456789',
    iban: 'DE02 1203 0000 0000 2020 51',
  });

  const rates = page.getByRole('region', { name: 'Tax rates' });
  await rates.getByRole('button', { name: 'Add tax rate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tax rate' });
  await dialog.getByLabel('Name').fill('VAT 19 %');
  await dialog.getByLabel('Percent').fill('19');
  assert.equal(await dialog.getByRole('combobox', { name: 'Country' }).inputValue(), 'Germany');
  await checkScreen(page, 'tax-rate-new');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await rates.getByText('19 %', { exact: true }).waitFor();
  await page.getByText('Settings saved').waitFor({ state: 'detached' });
  await page.getByText(/added$/).waitFor({ state: 'detached' });
  await checkScreen(page, 'settings-invoices');

  // Another one has ended.
  const old = { name: 'Old rate', percent: '16', country: 'de', category: 'S' };
  const { id } = (await server.request('POST', '/tax-rates', old)).body;
  await page.reload();
  await page.getByRole('button', { name: 'End Old rate' }).click();
  await page.getByRole('textbox', { name: 'Last day' }).fill('31/12/2020');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await rates.getByText('until 31 Dec 2020').waitFor();
  assert.equal((await server.request('GET', `/tax-rates/${id}`)).body.validUntil, '2020-12-31');
}

/** None is sent unless there is a schedule. */
async function setReminders({ page, server, open }: Admin): Promise<void> {
  await open('/settings/invoices', 'Invoices');
  const add = page.getByRole('button', { name: 'Add reminder' });
  await add.click();
  await add.click();
  const second = page.getByRole('group', { name: 'Reminder 2' });
  await second.getByLabel('Days').fill('3');
  await second.getByRole('combobox', { name: 'Before or after' }).click();
  await page.getByRole('option', { name: 'days before it is due' }).click();
  await checkScreen(page, 'settings-reminders');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  const { invoicing } = (await server.request('GET', '/settings')).body;
  assert.deepEqual(invoicing.reminders, [{ days: 7 }, { days: -3 }]);
}

/** By keyboard: Enter in the last line adds one. The server works out the totals while it is typed. */
async function writeDraft({ page, server, open }: Admin): Promise<void> {
  await open('/invoices/new', 'New invoice');
  const contact = page.getByRole('combobox', { name: 'Contact' });
  await contact.fill('mary@example.com');
  await page.getByRole('option', { name: 'Add “mary@example.com” as a contact' }).click();
  const [{ id }] = (await waitFor('the contact', async () => {
    const { items } = (await server.request('GET', '/contacts?search=mary')).body;
    return items.length > 0 && items;
  })) as [{ id: string }];
  await server.request('PATCH', `/contacts/${id}`, { name: 'Mary Somerville' });
  const line = (number: number) => page.getByRole('group', { name: `Line ${number}` });
  await line(1).getByLabel('Description').fill('Consulting in May');
  await line(1).getByLabel('Quantity').fill('1.5');
  await line(1).getByLabel('Unit', { exact: true }).fill('hour');
  await line(1).getByLabel('Unit price').fill('80');
  await line(1).getByRole('combobox', { name: 'Tax rate' }).click();
  assert.deepEqual(await page.getByRole('option').allTextContents(), ['No tax', 'VAT 19 %', 'Add tax rate…']);
  await page.getByRole('option', { name: 'VAT 19 %' }).click();
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals.getByText('€142.80', { exact: true }).waitFor();
  await page.getByText('Draft saved').waitFor();
  // It has its URL from then on, and the editor stays open.
  await page.waitForURL(/\/admin\/invoices\/inv_/);
  await page.getByRole('heading', { level: 1, name: 'Draft invoice' }).waitFor();

  await line(1).getByLabel('Unit price').focus();
  await page.keyboard.press('Enter');
  await line(2).getByLabel('Description').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Travel');
  await page.keyboard.press('Control+s');
  await page.getByText('There is a problem').waitFor();
  await line(2).getByLabel('Unit price').and(page.locator(':focus')).waitFor();
  await checkScreen(page, 'invoice-fault');
  await page.keyboard.type('100');
  await line(2).getByLabel('Discount').fill('10 %');
  await page.getByLabel('Overall discount').fill('10.00');
  // (120 + 90 − 10) × 1.19
  await totals.getByText('€238.00', { exact: true }).waitFor();
  await totals.getByText('Tax 19 % on €200.00').waitFor();
  // The picture of the document follows.
  const picture = page.getByRole('img', { name: /^The draft as a document/ });
  const before = await picture.getAttribute('src');
  await page.getByRole('region', { name: 'Buyer' }).getByLabel('City').fill('Edinburgh');
  await waitFor('another picture', async () => (await picture.getAttribute('src')) !== before);
  const isShown = (image: HTMLImageElement) => image.complete && image.naturalWidth > 500;
  await waitFor('the picture', () => picture.evaluate(isShown));
  await page.getByLabel('Notes', { exact: true }).fill('Thank you.');
  await checkScreen(page, 'invoice-editor');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved').first().waitFor();
  await page.reload();
  await line(2).waitFor();
  assert.equal(await line(1).getByLabel('Description').inputValue(), 'Consulting in May');
  const { items } = (await server.request('GET', '/invoices')).body;
  assert.equal(items.length, 1, 'what is typed is stored in one draft');
  const [{ status, lines, buyer, discount, amount }] = items;
  assert.deepEqual([status, amount, discount, buyer], ['draft', 23_800, 1000, { address: { city: 'Edinburgh' } }]);
  assert.deepEqual(
    lines.map(({ quantity, unit, unitAmount, discountPercent }: Record<string, unknown>) => [
      ...[quantity, unit, unitAmount, discountPercent],
    ]),
    [
      ['1.5', 'hour', 8000, null],
      ['1', null, 10_000, '10'],
    ],
  );
}

async function issueDraft({ page, server }: Admin): Promise<void> {
  await page.getByRole('button', { name: 'Issue and send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue this invoice?' });
  await dialog.getByText('corrected only by a credit note').waitFor();
  await dialog.getByRole('button', { name: 'Issue invoice' }).click();
  const number = `R-${new Date().getUTCFullYear()}-001`;
  await page.getByRole('heading', { level: 1, name: number }).waitFor();
  await page.getByText('€238.00 remaining').waitFor();
  const [{ status, seller, buyer }] = (await server.request('GET', '/invoices')).body.items;
  assert.deepEqual([status, seller.name, buyer.name], ['open', 'Harbour Books Ltd', 'Mary Somerville']);
  await page.getByText(`Invoice ${number} issued`).waitFor({ state: 'detached' });
}

/** A table that is too wide and has nothing to focus is a tab stop: Safari scrolls it by keyboard only then. */
async function scrollLines(page: Admin['page']): Promise<void> {
  const size = page.viewportSize();
  const lines = page.getByRole('group', { name: 'All lines, scrollable' });
  assert.equal(await lines.count(), 0, 'all of it is visible');
  await page.setViewportSize({ width: 780, height: 844 });
  await lines.waitFor();
  assert.ok(await lines.evaluate((element) => element.scrollWidth > element.clientWidth));
  assert.equal(await lines.getAttribute('tabindex'), '0');
  await lines.focus();
  await lines.and(page.locator(':focus')).waitFor();
  if (size) await page.setViewportSize(size);
  await lines.waitFor({ state: 'detached' });
}

/** "Issue and send" shows what it sends: nothing has left before its button. */
async function sendIssued({ page, server }: Admin): Promise<void> {
  const number = `R-${new Date().getUTCFullYear()}-001`;
  const dialog = page.getByRole('dialog', { name: 'Send invoice' });
  const mail = dialog.getByRole('region', { name: 'Text of the mail' });
  await mail.getByText(/^Invoice .*: €238\.00$/).waitFor();
  await mail.getByText('Here is your invoice of €238.00.').waitFor();
  const file = mail.getByRole('link', { name: `${number}.pdf` });
  assert.match((await file.getAttribute('href')) ?? '', /^\/api\/v1\/invoices\/inv_.*\/document\?format=pdf$/);
  assert.equal(await dialog.getByLabel('To').inputValue(), 'mary@example.com');
  assert.equal((await server.request('GET', '/mails?kind=invoiceToPay')).body.total, 0);
  await checkScreen(page, 'invoice-issue-and-send');
  await dialog.getByLabel('To').fill('office@example.com');
  await dialog.getByRole('button', { name: 'Send invoice' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { items } = (await server.request('GET', '/mails?kind=invoiceToPay')).body;
  assert.deepEqual(
    items.map(({ recipient }: { recipient: string }) => recipient),
    ['office@example.com'],
  );
  await page.getByText(/is in the outbox$/).waitFor({ state: 'detached' });
  await page.getByText(/^Next on /).waitFor();
  const [{ pageUrl }] = (await server.request('GET', '/invoices')).body.items;
  assert.equal(await page.getByRole('link', { name: 'View page' }).getAttribute('href'), pageUrl);
  await checkScreen(page, 'invoice-issued');
  await scrollLines(page);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Pause reminders' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
}

async function recordPartPayment({ page, server }: Admin): Promise<void> {
  await page.getByRole('button', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  assert.equal(await dialog.getByLabel('Amount in EUR').inputValue(), '238.00');
  await dialog.getByLabel('Amount in EUR').fill('50');
  await dialog.getByLabel('Reference').fill('Bank statement 17');
  await checkScreen(page, 'invoice-record-payment');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('€50.00 paid, €188.00 remaining').waitFor();
  await page.getByText('Partly paid').waitFor();
  await page.getByRole('list', { name: 'Payments' }).getByText('Bank transfer · Bank statement 17').waitFor();
  // What a person has recorded is not returned by the processor.
  await page.getByRole('list', { name: 'Payments' }).getByRole('link', { name: '€50.00' }).click();
  await page.getByRole('region', { name: 'Payment', exact: true }).getByText('Bank transfer').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Refund…' }).count(), 0);
  await page.goBack();
  const [payment] = (await server.request('GET', '/payments')).body.items;
  assert.deepEqual([payment.method, payment.amount, payment.reference], ['transfer', 5000, 'Bank statement 17']);
}

async function creditPart({ page, server }: Admin): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Credit…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Credit R-/ });
  await dialog.getByLabel('Quantities or amounts of lines').check();
  const line = (name: string) => dialog.getByRole('group', { name });
  await line('Consulting in May').getByLabel('Quantity').fill('2');
  await dialog.getByRole('button', { name: 'Issue credit note' }).click();
  await dialog.getByText('There is a problem').waitFor();
  await line('Consulting in May').getByLabel('Quantity').fill('0.5');
  await line('Travel').getByLabel('Quantity').fill('1');
  await line('Travel').getByLabel('Or amount in EUR').fill('11.90');
  await dialog.getByRole('button', { name: 'Issue credit note' }).click();
  await line('Travel').getByText('not both').waitFor();
  await line('Travel').getByLabel('Quantity').clear();
  await dialog.getByLabel('Reason').fill('Half an hour less');
  await checkScreen(page, 'invoice-credit');
  await dialog.getByRole('button', { name: 'Issue credit note' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [note] = (await server.request('GET', '/credit-notes')).body.items;
  const credited = note.lines.map(({ quantity, grossAmount }: Record<string, unknown>) => [quantity, grossAmount]);
  assert.deepEqual([credited[0][0], credited[1], note.reason], ['0.5', [null, 1190], 'Half an hour less']);
  const notes = page.getByRole('list', { name: 'Credit notes' });
  await page.getByText(/issued$/).waitFor({ state: 'detached' });
  await checkScreen(page, 'invoice-credited');
  await notes.getByRole('link', { name: note.number }).click();
  await page.getByRole('heading', { level: 1, name: `Credit note ${note.number}` }).waitFor();
  await page.getByRole('region', { name: 'Lines' }).getByText('0.5 hour').waitFor();
  await checkScreen(page, 'credit-note');
  await page.getByRole('button', { name: 'Send by mail' }).click();
  const mail = page.getByRole('dialog', { name: 'Send credit note' });
  await mail.getByText(/^Here is a credit note of €[\d.]+ for your invoice R-/).waitFor();
  assert.equal(await mail.getByLabel('To').inputValue(), 'mary@example.com');
  await checkScreen(page, 'credit-note-send');
  await mail.getByRole('button', { name: 'Send credit note' }).click();
  await mail.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^R-\d+-001$/ }).click();
  await page.getByRole('list', { name: 'Mails' }).getByRole('link', { name: 'Credit note' }).waitFor();
}

async function listInvoices({ page, server, open }: Admin): Promise<void> {
  const line = { description: 'Workshop', unitAmount: 9900 };
  const later = { currency: 'eur', lines: [line], dueAt: '2020-01-01T00:00:00Z', status: 'open' };
  const issued = await server.request('POST', '/invoices', later);
  assert.equal(issued.status, 201, JSON.stringify(issued.body));
  await server.request('POST', '/invoices', { currency: 'eur', lines: [line] });
  await open('/invoices', 'Invoices');
  const table = page.getByRole('table', { name: 'Invoices' });
  await table.getByText('Overdue').waitFor();
  assert.equal(await table.getByRole('row').count(), 4);
  await page.getByText(/^Open in all invoices: €[\d.]+, of which overdue: €99\.00$/).waitFor();
  await checkScreen(page, 'invoice-list');
  const tabs = page.getByRole('radiogroup', { name: 'Status' });
  for (const [tab, found] of [
    ['Draft', 'Draft'],
    ['Overdue', issued.body.number],
  ] as const) {
    await tabs.getByText(tab, { exact: true }).click();
    await table.getByRole('link', { name: found, exact: true }).waitFor();
    await page.getByText('1 result', { exact: true }).waitFor();
  }
  await page.getByText('1 invoice: €99.00. Open: €99.00, of which overdue: €99.00', { exact: true }).waitFor();
  await tabs.getByText('Draft', { exact: true }).click();
  await page.getByText('1 invoice: €99.00', { exact: true }).waitFor();
  await tabs.getByText('Void', { exact: true }).click();
  await page.getByText('No matching invoices').waitFor();
  await tabs.getByText('All', { exact: true }).click();
  const from = page.getByLabel('From date', { exact: true });
  await from.fill(new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10));
  await from.press('Tab');
  await page.getByText(/^2 invoices: €337\.00\. Open: €[\d.]+, of which overdue: €99\.00$/).waitFor();
  await checkScreen(page, 'invoice-list-filtered');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await tabs.getByText('Credit notes', { exact: true }).click();
  const notes = page.getByRole('table', { name: 'Credit notes' });
  const [note] = (await server.request('GET', '/credit-notes')).body.items;
  await notes.getByRole('link', { name: note.number, exact: true }).waitFor();
  await notes.getByRole('link', { name: `R-${new Date().getUTCFullYear()}-001`, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const csv = page.getByRole('menuitem', { name: /^CSV/ });
  assert.equal(await csv.getAttribute('href'), '/api/v1/credit-notes.csv');
  await page.keyboard.press('Escape');
  await csv.waitFor({ state: 'detached' });
  await checkScreen(page, 'credit-note-list');
}

/** The taxes of what was issued and credited, and its documents. */
async function reportTaxes({ page, server, open }: Admin): Promise<void> {
  await open('/money', 'Money');
  const taxes = page.getByRole('region', { name: 'Taxes and documents' });
  const { items } = (await server.request('GET', '/credit-notes')).body;
  const balance = (200_00 - items[0].totals.net) / 100;
  const row = taxes.getByRole('row', { name: /^19 % DE 2 / });
  await row.getByText(`€${balance.toFixed(2)}`, { exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Owed now' })
    .getByRole('link', { name: /in 1 invoice$/ })
    .waitFor();
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    taxes.getByRole('link', { name: 'Documents (ZIP)' }).click(),
  ]);
  assert.match(zip.suggestedFilename(), /^invoices-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.zip$/);
  await checkScreen(page, 'money-taxes');
}

/** A rule of the settings taxes a draft by its buyer, unless a person says why not. */
async function taxByRules({ page, server, open }: Admin): Promise<void> {
  const reverse = { name: 'Reverse charge', percent: '0', country: 'de', category: 'AE', reason: 'Reverse charge' };
  const { id: instead } = (await server.request('POST', '/tax-rates', reverse)).body;
  await open('/settings/invoices', 'Invoices');
  await page.getByRole('button', { name: 'Add tax rule' }).click();
  const rule = page.getByRole('group', { name: 'Tax rule 1' });
  await rule.getByRole('combobox', { name: 'Apply' }).click();
  await page.getByRole('option', { name: 'Reverse charge' }).click();
  await checkScreen(page, 'settings-tax-rules');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  const { invoicing } = (await server.request('GET', '/settings')).body;
  assert.deepEqual(invoicing.taxRules, [{ buyer: 'eu_business', instead }]);

  await open('/invoices/new', 'New invoice');
  const line = page.getByRole('group', { name: 'Line 1' });
  await line.getByLabel('Description').fill('Consulting');
  await line.getByLabel('Unit price').fill('100');
  await line.getByRole('combobox', { name: 'Tax rate' }).click();
  await page.getByRole('option', { name: 'VAT 19 %' }).click();
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals.getByText('Buyer in the same country: the tax rates of the lines apply').waitFor();
  const buyer = page.getByRole('region', { name: 'Buyer' });
  await buyer.getByRole('combobox', { name: 'Country' }).fill('fran');
  await page.getByRole('option', { name: 'France', exact: true }).click();
  await buyer.getByLabel('VAT ID').fill('FR40303265045');
  await totals.getByText('Business in another EU country: Reverse charge applies').waitFor();
  await checkScreen(page, 'invoice-taxed-by-rule');
  await totals.getByRole('button', { name: 'Tax it differently' }).click();
  await totals.getByLabel('Why the tax rules do not apply').fill('It is used here');
  await totals.getByText('€119.00', { exact: true }).waitFor();
  await checkScreen(page, 'invoice-taxed-differently');
  await totals.getByRole('button', { name: 'Apply the tax rules' }).click();
  await totals.getByText('Business in another EU country: Reverse charge applies').waitFor();
}

/** What was paid before it was issued has no copy to send until it is. */
async function issuePaid({ page, server, open }: Admin): Promise<void> {
  const body = { amount: 5000, currency: 'eur', description: 'Reading' };
  const { id } = (await server.request('POST', '/invoices', body)).body;
  const paid = await server.request('POST', `/invoices/${id}/payments`, { amount: 5000, method: 'cash' });
  assert.equal(paid.status, 201, JSON.stringify(paid.body));
  await open(`/invoices/${id}`, 'Invoice for €50.00');
  await page.getByRole('button', { name: 'More' }).click();
  assert.equal(await page.getByRole('button', { name: 'Send by mail' }).count(), 0);
  await page.getByRole('menuitem', { name: 'Issue…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click();
  await page.getByRole('button', { name: 'Send by mail' }).click();
  const mail = page.getByRole('dialog', { name: 'Send invoice' });
  await mail.getByRole('link', { name: /^R-\d+-\d+\.pdf$/ }).waitFor();
  await page.keyboard.press('Escape');
  await mail.waitFor({ state: 'detached' });
}
