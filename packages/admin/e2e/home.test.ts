// The home screen of a site with activity.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { startReceiver } from '../../server/test/support/receiver.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('the home screen of a new site leads through the first steps, which can be hidden and shown again', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t, { FRONTDESK_EXAMPLE: '0' });
  await open('/', 'Home');
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('0 of 7 done').waitFor();
  await checkScreen(page, 'home-empty');
  // The step is ticked without reloading.
  await server.request('POST', '/types', { name: 'book', plural: 'books', label: 'Books', fields: [] });
  await steps.getByText('1 of 7 done').waitFor();
  await steps.getByText('Create a content type (done)').waitFor();
  await steps.getByRole('link', { name: 'Create a form' }).click();
  await page.getByRole('heading', { level: 1, name: 'New form' }).waitFor();
  await page.goBack();
  await steps.getByRole('button', { name: 'Hide the first steps' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show the first steps' }).click();
  await steps.getByText('1 of 7 done').waitFor();
  assert.deepEqual(pageErrors(), []);
});

test('the home screen shows submissions, payments by currency, latest events and failing webhooks', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const receiver = await startReceiver(t, { status: 503 });
  await server.request('POST', '/forms/contact/webhooks', { url: receiver.url, events: ['submitted'] });
  for (const name of ['Ada', 'Grace', 'Edsger']) {
    const body = { name, email: `${name.toLowerCase()}@example.com`, message: 'Hello' };
    await server.request('POST', '/forms/contact/submit', body);
  }
  const ticket = { name: 'Ada', email: 'ada@example.com' };
  const { body } = await server.request('POST', '/forms/tickets/submit', ticket);
  const payer = new URLSearchParams({ outcome: 'pay', email: 'ada@example.com' });
  const paid = await fetch(body.paymentUrl, { method: 'POST', redirect: 'manual', body: payer });
  assert.equal(paid.status, 303);

  await waitFor('the webhook to fail and the payment to succeed', async () => {
    const summary = (await server.request('GET', '/summary')).body;
    return summary.failingReceivers.length === 1 && summary.payments.length === 1;
  });
  const scripts = countScripts(page);
  await open('/', 'Home');
  await page.getByText('Payment succeeded').waitFor();
  await page.getByText('1 webhook needs your attention').waitFor();
  await page.getByRole('button', { name: /^Submissions 4/ }).waitFor();
  await page.locator('[data-bar]').last().waitFor();
  const bytes = await scripts();
  assert.ok(bytes > 100_000 && bytes < 250_000, `${bytes} bytes of script were loaded`);
  await page.locator('[data-bar]').last().hover();
  await page.locator('[data-side]').getByText('4', { exact: true }).waitFor();
  await checkScreen(page, 'home');
  await page.getByRole('button', { name: /^Payments in EUR/ }).click();
  await page.getByRole('table', { name: 'Payments in EUR by day' }).getByText('€25.00').waitFor();
  await checkScreen(page, 'home-payments');

  await page.getByRole('navigation').getByRole('link', { name: 'Money' }).click();
  await page.getByRole('heading', { level: 1, name: 'Money' }).waitFor();
  await page.getByRole('button', { name: /^Net €25\.00 €0\.00 before/ }).waitFor();
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format();
  await page
    .getByRole('table', { name: 'Net by month' })
    .getByRole('row', { name: `${month} €25.00` })
    .waitFor();
  await page.getByRole('button', { name: /^Payments 1/ }).click();
  await page
    .getByRole('table', { name: 'Payments by month' })
    .getByRole('row', { name: `${month} 1` })
    .waitFor();
  await checkScreen(page, 'money');
  await page.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: 'Contact' }).click();
  await page.getByText('No payments in this period').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Tickets' }).click();
  await page.waitForURL('**/admin/forms/*/submissions');
  await page.goBack();
  await page.getByRole('link', { name: 'Payments of this period' }).click();
  await page.getByRole('table', { name: 'Payments' }).getByText('€25.00').waitFor();

  const data = (await server.request('GET', '/summary')).body.events.map((event: { data: object }) => event.data);
  const { formId, submissionId } = data.find((ids: { formId?: string }) => ids.formId);
  const { paymentId } = data.find((ids: { paymentId?: string }) => ids.paymentId);
  await open('/', 'Home');
  for (const [name, address] of [
    ['Payment succeeded', `/payments/${paymentId}`],
    ['Submission paid', `/forms/${formId}/submissions/${submissionId}`],
  ] as const) {
    await page.getByRole('link', { name }).first().click();
    await page.waitForURL(`**/admin${address}`);
    await page.goBack();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  }

  // Without reloading the page.
  await server.request('POST', '/forms/contact/submit', { name: 'Alan', email: 'alan@example.com', message: 'Hi' });
  await page.getByRole('button', { name: /^Submissions 5/ }).waitFor();
  assert.deepEqual(pageErrors(), []);
});

/** The bytes of all scripts that the page receives from now on, compressed. */
function countScripts(page: Page): () => Promise<number> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') requests.push(request);
  });
  return async () => {
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
}
