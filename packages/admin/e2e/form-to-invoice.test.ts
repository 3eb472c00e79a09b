// One customer from form to invoice: the owner builds a form by keyboard, a visitor submits and pays it without
// JavaScript, and the owner refunds a part, creates an invoice and sends a payment link.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startReceiver } from '../../server/test/support/receiver.ts';
import type { ServerProcess } from '../../server/test/support/server-process.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin } from './support/admin.ts';
import { openContext } from './support/browser.ts';
import { assertAccessible, assertFitsPhone, checkScreen } from './support/screens.ts';

test('a form is built, submitted, paid and partly refunded, and the customer gets an invoice', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);

  await buildForm(page, server);
  const form = (await server.request('GET', '/forms/course')).body;
  assert.deepEqual(
    form.fields.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['your_name', 'text'],
      ['e_mail', 'email'],
      ['size', 'select'],
      ['fee', 'payment'],
    ],
  );
  assert.deepEqual([form.fields[3].amount, form.fields[3].currency], [2550, 'eur']);

  const receiver = await startReceiver(t);
  const events = ['submitted', 'paid'];
  assert.equal((await server.request('POST', `/forms/${form.id}/webhooks`, { url: receiver.url, events })).status, 201);
  await submitAndPay(t, server);
  await receiver.received(2);
  await waitFor('the delivery', async () => {
    return (await server.request('GET', '/deliveries?status=delivered')).body.total === 2;
  });

  await viewSubmission(page, server, form.id);
  await refundPart(page);
  await viewContact(page, server);
  await createInvoice(page, server);
  await viewRefundedInvoice(page, server);
  assert.deepEqual(pageErrors(), []);
});

/** Builds and saves a form by keyboard only. */
async function buildForm(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(`${server.origin}/admin/forms`);
  await page.getByRole('link', { name: 'Tickets', exact: true }).waitFor();
  await checkScreen(page, 'forms');
  await tabTo(page, 'New form');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New form' }).waitFor();
  assert.equal(await focusedName(page), 'Name');
  await page.keyboard.type('Course');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Course' }).waitFor();
  await checkScreen(page, 'form-builder-empty');

  await addField(page, 'Short text');
  await page.keyboard.type('Your name');
  await tabTo(page, 'Required');
  await page.keyboard.press('Space');
  await addField(page, 'Payment');
  await page.keyboard.type('Fee');
  await addField(page, 'Email');
  await page.keyboard.type('E-mail');
  await addField(page, 'Dropdown');
  await page.keyboard.type('Size');
  await tabTo(page, 'Option 1');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Small');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Large');

  await tabTo(page, /^Fee/);
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('Fee moved to position 4 of 4').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');

  // The price is missing: focus moves to its input.
  await page.keyboard.press('Control+s');
  await page.getByText('There is a problem').waitFor();
  assert.equal(await focusedName(page), 'Amount');
  await checkScreen(page, 'form-builder-fault');
  await page.keyboard.type('25.50');
  await checkScreen(page, 'form-builder');
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
}

async function addField(page: Page, kind: string): Promise<void> {
  await tabTo(page, 'Add field');
  await page.keyboard.press('Enter');
  // The menu focuses its first item once it is open.
  await page.locator('[role=menuitem]:focus').waitFor();
  await waitFor(`the menu item ${kind}`, async () => {
    const isFocused = (await focusedName(page)) === kind;
    if (!isFocused) await page.keyboard.press('ArrowDown');
    return isFocused;
  });
  await page.keyboard.press('Enter');
  await waitFor(`the label of the new ${kind}`, async () => (await focusedName(page)) === 'Label');
}

/** Presses Tab until the element with this name has focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 120) {
    await page.keyboard.press('Tab');
    const focused = await focusedName(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    passed.push(focused);
  }
  throw new Error(`Tab did not reach ${name}. It reached ${passed.join(' | ')}`);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const label =
      element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    return label.replace(/\s*\*$/, '').trim();
  });
}

/** Submits and pays the form as a visitor without JavaScript, by keyboard. */
async function submitAndPay(t: TestContext, server: ServerProcess): Promise<void> {
  const context = await openContext(t, { javaScriptEnabled: false });
  const visitor = await context.newPage();
  await visitor.goto(`${server.origin}/f/course`);
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.type('Ada Lovelace', { delay: 100 });
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.type('ada@example.com');
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.press('ArrowDown');
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.press('Enter');
  await payAsAda(visitor);
  await context.close();
}

/** Pays on the processor's page. */
async function payAsAda(visitor: Page): Promise<void> {
  const pay = visitor.getByRole('button', { name: /^Pay / });
  await pay.waitFor();
  await visitor.getByLabel('Name on card').fill('Ada Lovelace');
  await pay.press('Enter');
  await visitor.getByText('Thank you').first().waitFor();
}

async function viewSubmission(page: Page, server: ServerProcess, formId: string): Promise<void> {
  await page.goto(`${server.origin}/admin/forms/${formId}/submissions`);
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  await page.getByRole('table', { name: 'Submissions' }).getByText('Paid', { exact: true }).waitFor();
  await checkScreen(page, 'submissions');
  await page.getByLabel('Search answers').fill('no such name');
  await page.getByText('No matching submissions').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();

  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  const main = page.getByRole('main');
  const email = main.getByRole('link', { name: 'ada@example.com' }).first();
  assert.equal(await email.getAttribute('href'), 'mailto:ada%40example.com');
  await main.getByText('€25.50', { exact: true }).waitFor();
  await main.getByRole('region', { name: 'Contact' }).getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  const deliveries = main.getByRole('list', { name: 'Deliveries' });
  await deliveries.getByRole('link', { name: 'paid', exact: true }).waitFor();
  assert.equal(await deliveries.getByText('Delivered', { exact: true }).count(), 2);
  await checkScreen(page, 'submission');
}

async function refundPart(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund payment' });
  await dialog.getByLabel('Partial amount').check();
  await dialog.getByLabel('Amount in EUR').fill('99');
  await dialog.getByRole('button', { name: 'Refund €99.00' }).click();
  await dialog.getByRole('alert').waitFor();
  await checkScreen(page, 'refund-fault');
  await dialog.getByLabel('Amount in EUR').fill('5.50');
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Fraudulent' }).click();
  await dialog.getByText('The customer will be blocked').waitFor();
  await checkScreen(page, 'refund');
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Requested by customer' }).click();
  // A double click refunds once.
  await dialog.getByRole('button', { name: 'Refund €5.50' }).dblclick();
  await dialog.waitFor({ state: 'hidden' });
  const refunds = page.getByRole('list', { name: 'Refunds' });
  await refunds.getByText('Requested by customer').waitFor();
  assert.equal(await refunds.getByText('€5.50').count(), 1);
  await page.getByText('Partially refunded').waitFor();
  await page.getByRole('link', { name: 'View submission' }).waitFor();
  await page.getByText('Refund of €5.50 succeeded').waitFor({ state: 'hidden' });
  await checkScreen(page, 'payment');
  await page.goBack();
  await page.getByText('€5.50 refunded').waitFor();
  const main = page.getByRole('main');
  await main.getByText('Partially refunded').nth(1).waitFor();
  assert.equal(await main.getByText('Paid', { exact: true }).count(), 0);
  await main.getByRole('link', { name: 'Submissions to Course' }).click();
  await page.getByRole('table', { name: 'Submissions' }).getByText('Partially refunded').waitFor();
}

async function viewContact(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(`${server.origin}/admin/payments`);
  await page.getByRole('link', { name: '€25.50' }).waitFor();
  await page.getByRole('table', { name: 'Payments' }).getByText('Ada Lovelace').waitFor();
  await page.getByRole('combobox', { name: 'Contact' }).fill('lovelace');
  await page.getByRole('option', { name: /^Ada Lovelace/ }).click();
  await page.waitForURL(/contactId=con_/);
  await page.getByText('1 result', { exact: true }).waitFor();
  await checkScreen(page, 'payments');
  await page.goto(`${server.origin}/admin/payments?status=refunded`);
  await page.getByRole('link', { name: '€25.50' }).waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Status' }).inputValue(), 'Refunded');

  // The search finds records by name, and the payments of a person.
  for (const [text, found, heading] of [
    ['lovel', 'Ada Lovelace', 'Ada Lovelace'],
    ['lovelace', '€25.50 from Ada Lovelace', '€25.50'],
    ['walking', 'Walking tour', 'Walking tour'],
    ['cour', 'Course', 'Course'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search' }).fill(text);
    await page.getByRole('dialog').getByRole('button', { name: found }).first().click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  await page.goto(`${server.origin}/admin/contacts?search=lovelace`);
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  await checkScreen(page, 'contacts');
  const name = `Maximiliane ${'unbreakable'.repeat(8)}`;
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`;
  const { id } = (await server.request('POST', '/contacts', { name, email })).body;
  await page.goto(`${server.origin}/admin/contacts`);
  await page.getByRole('link', { name }).waitFor();
  await assertFitsPhone(page, 'contacts with long names');
  await page.goto(`${server.origin}/admin/contacts/${id}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await assertFitsPhone(page, 'a contact with a long name');
  await page.getByText('Admin or API', { exact: true }).waitFor();
  await page.goto(`${server.origin}/admin/contacts?search=lovelace`);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('link', { name: 'Payment refunded' }).waitFor();
  await page.getByRole('region', { name: 'Payments' }).getByText('Partially refunded').waitFor();
  await page.getByLabel('Phone').fill('+44 20 7946 0000');
  await page.keyboard.press('Enter');
  await page.getByText('Contact saved').waitFor();
  const { items } = (await server.request('GET', '/contacts?search=lovelace')).body;
  assert.equal(items[0].phone, '+44 20 7946 0000');
  await page.getByText('Contact saved').waitFor({ state: 'hidden' });
  await checkScreen(page, 'contact');
}

async function createInvoice(page: Page, server: ServerProcess): Promise<void> {
  await page.getByRole('link', { name: 'New invoice' }).click();
  await page.getByRole('heading', { level: 1, name: 'New invoice' }).waitFor();
  await page.getByLabel('Description').fill('Ten lessons');
  await page.getByLabel('Unit price').fill('120');
  await page.getByRole('textbox', { name: 'Invoice number' }).fill('2026-01');
  await issue(page);
  // An invoice says who sells.
  await page.getByRole('dialog', { name: 'Seller' }).getByRole('button', { name: 'Cancel' }).click();
  const seller = { name: 'Harbour Books Ltd', address: { city: 'Hamburg', country: 'de' } };
  assert.equal((await server.request('PATCH', '/settings', { invoicing: { seller } })).status, 200);
  await issue(page);
  await page.getByRole('heading', { level: 1, name: '2026-01' }).waitFor();
  await page.getByText('€120.00 remaining').waitFor();
  await page.getByText('Invoice 2026-01 issued').waitFor({ state: 'hidden' });
  await checkScreen(page, 'invoice');
  await page.getByRole('button', { name: 'Send by mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send invoice' });
  // Its address and its text, before it is sent.
  await dialog.getByText('Here is your invoice of €120.00.').waitFor();
  assert.match(await dialog.getByLabel('To').inputValue(), /@/);
  await dialog.getByLabel('Message').fill('Dear Ada');
  await checkScreen(page, 'invoice-send');
  await dialog.getByRole('button', { name: 'Send invoice' }).click();
  await page.getByText(/^The mail to .*@.* is in the outbox$/).waitFor();
  await page.getByRole('list', { name: 'Mails' }).getByRole('link', { name: 'Invoice' }).waitFor();
  const [mail] = (await server.request('GET', '/mails?limit=1')).body.items;
  assert.deepEqual([mail.kind, mail.subject], ['invoiceToPay', 'Invoice from Harbour Books: €120.00']);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Create payment link' }).click();
  await page.getByLabel('Amount').and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Create payment link' }).click();
  await page.getByText('Payment link created').waitFor();
  await checkScreen(page, 'payment-link');
  const { items } = (await server.request('GET', '/invoices?status=open')).body;
  const payments = (await server.request('GET', `/payments?invoiceId=${items[0].id}`)).body;
  assert.deepEqual([payments.total, payments.items[0].amount, payments.items[0].status], [1, 12_000, 'open']);

  await page.getByRole('link', { name: 'Invoice', exact: true }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Void…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Void invoice' }).click();
  await page.getByText('Void', { exact: true }).waitFor();
  const { body: grace } = await server.request('POST', '/contacts', { name: 'Grace Hopper' });
  const second = await server.request('POST', '/invoices', {
    number: '2026-02',
    contactId: grace.id,
    amount: 100,
    currency: 'eur',
  });
  assert.equal(second.status, 201);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/contacts') && asked.push(request.url()));
  await page.goto(`${server.origin}/admin/invoices`);
  await page.getByRole('link', { name: '2026-01' }).waitFor();
  await page.getByRole('table', { name: 'Invoices' }).getByText('Grace Hopper').waitFor();
  const named = asked.filter((url) => /contacts(\/con_|\?ids=)/.test(url));
  assert.equal(named.length, 1, `the names of all contacts come with one request: ${named}`);
  await checkScreen(page, 'invoices');
  await page.goto(`${server.origin}/admin/invoices?status=open`);
  await page.getByRole('button', { name: 'Export' }).click();
  const workbook = page.getByRole('menuitem', { name: 'Excel' });
  assert.equal(
    await workbook.getAttribute('href'),
    '/api/v1/invoices.xlsx?status=open',
    'with the filters of the list',
  );
}

async function issue(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Issue invoice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click();
}

/** An invoice whose payment was refunded is not shown as paid anywhere. */
async function viewRefundedInvoice(page: Page, server: ServerProcess): Promise<void> {
  const { id: contactId } = (await server.request('GET', '/contacts?search=lovelace')).body.items[0];
  const invoice = { contactId, amount: 3000, currency: 'eur', number: '2026-02', status: 'open' };
  const { id: invoiceId } = (await server.request('POST', '/invoices', invoice)).body;
  const payment = { amount: 3000, currency: 'eur', contactId, invoiceId };
  const { url } = (await server.request('POST', '/payments/checkout', payment)).body;
  const visitor = await page.context().newPage();
  await visitor.goto(url);
  await visitor.getByText('Harbour Books', { exact: true }).waitFor();
  await assertAccessible(visitor, 'the payment page');
  await payAsAda(visitor);
  await visitor.close();
  await waitFor('the invoice to be paid', async () => {
    return (await server.request('GET', `/invoices/${invoiceId}`)).body.status === 'paid';
  });
  const [paid] = (await server.request('GET', `/payments?invoiceId=${invoiceId}`)).body.items;
  assert.equal((await server.request('POST', '/payments/refund', { paymentIntentId: paid.id })).status, 200);
  await waitFor('the refund', async () => {
    return (await server.request('GET', `/payments/${paid.id}`)).body.amountRefunded === 3000;
  });
  const main = page.getByRole('main');
  for (const path of [`/invoices/${invoiceId}`, `/contacts/${contactId}`, '/invoices']) {
    await page.goto(`${server.origin}/admin${path}`);
    await main.getByText('Refunded', { exact: true }).first().waitFor();
    const badges = main.locator('.mantine-Badge-label').filter({ hasText: /^Paid$/ });
    await waitFor(`no invoice shown as paid on ${path}`, async () => (await badges.count()) === 0);
  }
  await page.goto(`${server.origin}/admin/contacts/${contactId}`);
  await page.locator('.mantine-Timeline-root').getByText('€30.00', { exact: true }).first().waitFor();
  await page.goto(`${server.origin}/admin/invoices/${invoiceId}`);
  await page.getByText('€30.00 paid, €30.00 refunded').waitFor();
  assert.equal(await page.getByRole('progressbar').getAttribute('aria-valuenow'), '0');
  await checkScreen(page, 'invoice-refunded');
}
