// The business side as one walk: a form is built by keyboard, sent without JavaScript, paid, looked at, partly refunded;
// a payment link and an invoice are made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startReceiver } from '../../server/test/support/receiver.ts';
import { type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { startBrowser } from './support/browser.ts';
import { lookAt } from './support/screens.ts';
import { watchPage } from './support/watch-page.ts';

test('a form is built, sent, paid, looked at and partly refunded', async (t) => {
  const server = await startServerProcess(t);
  const browser = await startBrowser(t);
  const page = await browser.newPage();
  const complaints = watchPage(page);
  await signUp(page, server);

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
  await sendAndPay(browser, server);
  await receiver.received(2);
  await waitFor('the delivery', async () => {
    return (await server.request('GET', '/deliveries?status=delivered')).body.total === 2;
  });

  await lookAtSubmission(page, server, form.id);
  await refundPart(page);
  await lookAtContact(page, server);
  await askForMoney(page, server);
  assert.deepEqual(complaints(), []);
});

async function signUp(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(/\S+\/admin\/setup\?code=\S+/.exec(server.output())?.[0] as string);
  await page.getByLabel('Name of the site').fill('Harbour Books');
  await page.getByLabel('Your name').fill('Olga Berg');
  await page.getByLabel('Your e-mail address').fill('olga@example.com');
  await page.getByLabel(/^Password/).fill('a long enough pass phrase');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

/** Nothing but keys, from the list of forms to the saved form. */
async function buildForm(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(`${server.origin}/admin/forms`);
  await page.getByRole('link', { name: 'Tickets', exact: true }).waitFor();
  await lookAt(page, 'forms');
  await tabTo(page, 'New form');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New form' }).waitFor();
  await tabTo(page, 'Name');
  await page.keyboard.type('Course');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Course' }).waitFor();
  await lookAt(page, 'form-builder-empty');

  await addField(page, 'Short text');
  await page.keyboard.type('Your name');
  await tabTo(page, 'Required');
  await page.keyboard.press('Space');
  await addField(page, 'Payment');
  await page.keyboard.type('Fee');
  await addField(page, 'E-mail address');
  await page.keyboard.type('E-mail');
  await addField(page, 'Drop-down');
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
  await page.getByText('Fee is now number 4 of 4').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');

  // Without a price: the fault comes to where it has to be mended.
  await page.keyboard.press('Control+s');
  await page.getByText('One thing needs a change').waitFor();
  assert.equal(await focusedName(page), 'Amount');
  await lookAt(page, 'form-builder-fault');
  await page.keyboard.type('25.50');
  await lookAt(page, 'form-builder');
  await page.keyboard.press('Control+s');
  await page.getByText('Everything is saved').waitFor();
}

async function addField(page: Page, kind: string): Promise<void> {
  await tabTo(page, 'Add field');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: kind }).waitFor();
  await waitFor(`the way to ${kind}`, async () => {
    const isThere = (await focusedName(page)) === kind;
    if (!isThere) await page.keyboard.press('ArrowDown');
    return isThere;
  });
  await page.keyboard.press('Enter');
  await waitFor(`the label of the new ${kind}`, async () => (await focusedName(page)) === 'Label');
}

/** Presses Tab until the element of this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 120) {
    await page.keyboard.press('Tab');
    const focused = await focusedName(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    passed.push(focused);
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passed.join(' | ')}`);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const label =
      element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    return label.replace(/\s*\*$/, '').trim();
  });
}

/** As a visitor without JavaScript, by keys. */
async function sendAndPay(browser: Browser, server: ServerProcess): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false });
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
  const pay = visitor.getByRole('button', { name: /^Pay / });
  const again = visitor.getByText('That was very quick');
  await pay.or(again).waitFor();
  if (await again.isVisible()) await visitor.getByRole('button', { name: 'Continue to payment' }).press('Enter');
  await pay.waitFor();
  await visitor.getByLabel('Name on card').fill('Ada Lovelace');
  await pay.press('Enter');
  await visitor.getByText('Thank you').first().waitFor();
  await context.close();
}

async function lookAtSubmission(page: Page, server: ServerProcess, formId: string): Promise<void> {
  await page.goto(`${server.origin}/admin/forms/${formId}/submissions`);
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  await page.getByRole('table', { name: 'Submissions' }).getByText('Paid', { exact: true }).waitFor();
  await lookAt(page, 'submissions');
  await page.getByLabel('Search the answers').fill('nobody');
  await page.getByText('No submission matches').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();

  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  const main = page.getByRole('main');
  await main.getByText('ada@example.com').first().waitFor();
  await main.getByText('€25.50').waitFor();
  await main.getByRole('region', { name: 'Contact' }).getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  const deliveries = main.getByRole('list', { name: 'Deliveries' });
  await deliveries.getByRole('link', { name: 'paid', exact: true }).waitFor();
  assert.equal(await deliveries.getByText('Delivered', { exact: true }).count(), 2);
  await lookAt(page, 'submission');
}

async function refundPart(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
  await dialog.getByLabel('A part of it').check();
  await dialog.getByLabel('Amount in EUR').fill('99');
  await dialog.getByRole('button', { name: 'Refund €99.00' }).click();
  await dialog.getByRole('alert').waitFor();
  await lookAt(page, 'refund-refused');
  await dialog.getByLabel('Amount in EUR').fill('5.50');
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Fraud' }).click();
  await dialog.getByText('This blocks the payer').waitFor();
  await lookAt(page, 'refund');
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'The customer asked for it' }).click();
  // A double click refunds once.
  await dialog.getByRole('button', { name: 'Refund €5.50' }).dblclick();
  await dialog.waitFor({ state: 'hidden' });
  const refunds = page.getByRole('list', { name: 'Refunds' });
  await refunds.getByText('Requested by customer').waitFor();
  assert.equal(await refunds.getByText('€5.50').count(), 1);
  await page.getByText('Partially refunded').waitFor();
  await page.getByRole('link', { name: 'See the submission' }).waitFor();
  await page.getByText('is refunded').waitFor({ state: 'hidden' });
  await lookAt(page, 'payment');
  await page.goBack();
  await page.getByText('€5.50 refunded').waitFor();
}

async function lookAtContact(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(`${server.origin}/admin/payments`);
  await page.getByRole('link', { name: '€25.50' }).waitFor();
  await page.getByText('Ada Lovelace').waitFor();
  await lookAt(page, 'payments');
  await page.goto(`${server.origin}/admin/contacts?search=lovelace`);
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  await lookAt(page, 'contacts');
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('link', { name: 'Payment refunded' }).waitFor();
  await page.getByLabel('Phone').fill('+44 20 7946 0000');
  await page.keyboard.press('Enter');
  await page.getByText('The contact is saved').waitFor();
  const { items } = (await server.request('GET', '/contacts?search=lovelace')).body;
  assert.equal(items[0].phone, '+44 20 7946 0000');
  await page.getByText('The contact is saved').waitFor({ state: 'hidden' });
  await lookAt(page, 'contact');
}

async function askForMoney(page: Page, server: ServerProcess): Promise<void> {
  await page.getByRole('link', { name: 'New invoice' }).click();
  await page.getByRole('heading', { level: 1, name: 'New invoice' }).waitFor();
  await page.getByLabel('Amount').fill('120');
  await page.getByLabel('What it is for').fill('Ten lessons');
  await page.getByLabel('Number').fill('2026-01');
  await lookAt(page, 'invoice-new');
  await page.getByRole('button', { name: 'Make the invoice' }).click();
  await page.getByRole('heading', { level: 1, name: '2026-01' }).waitFor();
  await page.getByText('€120.00 to go').waitFor();
  await page.getByText('The invoice is made').waitFor({ state: 'hidden' });
  await lookAt(page, 'invoice');

  await page.getByRole('link', { name: 'Payment link' }).click();
  await page.getByRole('button', { name: 'Create the link' }).click();
  await page.getByText('The link is ready').waitFor();
  await lookAt(page, 'payment-link');
  const { items } = (await server.request('GET', '/invoices?status=open')).body;
  const payments = (await server.request('GET', `/payments?invoiceId=${items[0].id}`)).body;
  assert.deepEqual([payments.total, payments.items[0].amount, payments.items[0].status], [1, 12_000, 'open']);

  await page.getByRole('link', { name: 'Invoice', exact: true }).click();
  await page.getByRole('button', { name: 'Mark void' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark void' }).click();
  await page.getByText('Void', { exact: true }).waitFor();
  await page.goto(`${server.origin}/admin/invoices`);
  await page.getByRole('link', { name: '2026-01' }).waitFor();
  await lookAt(page, 'invoices');
}

test('faults, conflicts and conditions of the builder; files and other answers of a submission', async (t) => {
  const server = await startServerProcess(t);
  const browser = await startBrowser(t);
  const page = await browser.newPage();
  const complaints = watchPage(page);
  await signUp(page, server);
  const fields = [
    { name: 'who', type: 'text', label: 'Who' },
    { name: 'kind', type: 'radio', label: 'Kind', required: true, options: ['new', { value: 'old', label: 'Older' }] },
    { name: 'why', type: 'textarea', label: 'Why', visibleWhen: { field: 'kind', equals: 'old' } },
    { name: 'photo', type: 'file', label: 'Photo', accept: ['text/plain'], maxSize: 5_242_880, multiple: true },
  ];
  const made = await server.request('POST', '/forms', { name: 'Report', fields, settings: { own: 1 } });
  const form = made.body;

  await page.goto(`${server.origin}/admin/forms/${form.id}`);
  await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor();
  const preview = page.getByRole('region', { name: 'Preview' });
  assert.equal(await preview.getByLabel('Why').count(), 0);
  await preview.getByLabel('Older').check();
  await preview.getByLabel('Why').waitFor();

  // What only the server can know comes back to its input, in a field that had been closed meanwhile.
  const build = page.getByRole('form', { name: 'Form' });
  await build.getByRole('button', { name: /^Who/ }).click();
  await build.getByLabel('Pattern').fill('(');
  await build.getByRole('button', { name: /^Who/ }).click();
  await build.getByRole('button', { name: 'Save' }).click();
  await build.getByText('is not a regular expression').first().waitFor();
  assert.equal(await build.getByLabel('Pattern').getAttribute('aria-invalid'), 'true');
  await build.getByLabel('Pattern').fill('');
  await build.getByLabel('Thank-you text').fill('Many thanks');

  // Somebody else was faster: nothing typed is lost.
  await server.request('PATCH', `/forms/${form.id}`, { name: 'Reports' });
  await build.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this form').waitFor();
  await waitFor('the alert in view', () =>
    page.getByText('Somebody else changed this form').evaluate((alert) => {
      const { top, bottom } = alert.getBoundingClientRect();
      return top > 0 && bottom < window.innerHeight;
    }),
  );
  assert.equal(await build.getByLabel('Thank-you text').inputValue(), 'Many thanks');
  await lookAt(page, 'form-builder-conflict');
  await page.getByRole('link', { name: 'Submissions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Drop my changes and load theirs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await build.getByLabel('Thank-you text').fill('Many thanks');
  await build.getByRole('button', { name: 'Save' }).click();
  await build.getByText('Everything is saved').waitFor();
  const saved = (await server.request('GET', `/forms/${form.id}`)).body;
  assert.deepEqual(saved.fields, fields, 'what was not touched is as it was');
  assert.deepEqual(saved.settings, { own: 1, thanks: 'Many thanks' });

  const answers = new FormData();
  answers.append('who', 'Bob');
  answers.append('kind', 'old');
  answers.append('why', 'It\nbroke');
  answers.append('colour', 'red');
  answers.append('photo', new File(['as it was'], 'note ä.txt', { type: 'text/plain' }));
  const sent = await fetch(`${server.api}/forms/${form.id}/submit`, { method: 'POST', body: answers });
  assert.equal(sent.status, 200, await sent.clone().text());
  await page.goto(`${server.origin}/admin/forms/${form.id}/submissions`);
  await page.getByRole('link', { name: 'Bob' }).click();
  await page.getByRole('region', { name: 'Answers' }).getByText('Older').waitFor();
  await page.getByRole('region', { name: 'Also sent' }).getByText('red').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download note ä.txt' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'note ä.txt');
  assert.equal(Buffer.concat(await Array.fromAsync(await download.createReadStream())).toString(), 'as it was');
  await lookAt(page, 'submission-files');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No submissions yet').waitFor();
  assert.deepEqual(complaints(), []);
});
