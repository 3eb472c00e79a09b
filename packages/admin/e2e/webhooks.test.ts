// Webhooks and their deliveries, on one screen for all of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startReceiver } from '../../server/test/support/receiver.ts';
import { openAdmin } from './support/admin.ts';
import { assertAccessible, checkScreen } from './support/screens.ts';

test('a webhook is added and tested, and its failed delivery is resent', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const receiver = await startReceiver(t, { status: 500, body: '{"error":"not today"}' }, { status: 200, body: 'ok' });
  await open('/settings/webhooks', 'Webhooks');
  await checkScreen(page, 'webhooks-empty');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  await page.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/hooks`);
  // The subjects are closed. The search opens those with a match, and a subject is chosen as a whole.
  const events = page.getByRole('list', { name: 'Events' });
  assert.equal(await events.getByRole('checkbox').count(), 9);
  await page.getByRole('searchbox', { name: 'Search events' }).fill('created');
  await events.getByRole('checkbox', { name: 'Contact created' }).check();
  assert.equal(await events.getByRole('checkbox', { name: /updated/ }).count(), 0);
  await page.getByRole('searchbox', { name: 'Search events' }).fill('nothing of the kind');
  await page.getByText('No matching events').waitFor();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('');
  await events.getByRole('button', { name: '1 of 3 events of Contacts' }).click();
  assert.ok(await events.getByRole('checkbox', { name: 'Contacts: all events' }).evaluate(isIndeterminate));
  await events.getByRole('checkbox', { name: 'Contact created' }).uncheck();
  await events.getByRole('checkbox', { name: 'Items: all events' }).check();
  await page.getByText('5 events chosen').waitFor();
  await events.getByRole('button', { name: '5 of 5 events of Items' }).press('Enter');
  assert.equal(await events.getByRole('checkbox', { name: /^Item / }).count(), 5);
  await page.getByRole('combobox', { name: 'Content types' }).click();
  await page.getByRole('option', { name: 'Posts' }).click();
  await page.keyboard.press('Escape');
  await checkScreen(page, 'webhook-new');
  await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText('Signing secret').waitFor();
  await checkScreen(page, 'webhook-added');
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Send test event' }).click();
  await page.getByRole('heading', { level: 1, name: 'test' }).waitFor();
  await page.getByText('not today').waitFor();
  await checkScreen(page, 'delivery');
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByRole('button', { name: /Attempt 2/ }).waitFor();
  assert.equal(receiver.requests.length, 2);
  // On a phone, the other settings are behind a button, which the keyboard opens and closes.
  await page.setViewportSize({ width: 390, height: 844 });
  const nav = page.getByRole('navigation', { name: 'Settings' });
  const button = nav.getByRole('button', { name: 'All settings. Current: Deliveries' });
  assert.equal(await nav.getByRole('link').count(), 0);
  await button.press('Enter');
  await nav.getByRole('list', { name: 'People and access' }).getByRole('link', { name: 'Audit log' }).focus();
  await assertAccessible(page, 'the groups of the settings on a phone');
  await page.keyboard.press('Escape');
  assert.equal(await nav.getByRole('link').count(), 0);
  assert.ok(await button.evaluate((element) => element === document.activeElement));
  await button.click();
  await nav.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  assert.equal(await nav.getByRole('link').count(), 0);
  await page.getByRole('link', { name: 'test', exact: true }).waitFor();
  await checkScreen(page, 'deliveries');
  // One that is tried again says so, and is found by that.
  receiver.script({ status: 500 });
  await server.request('POST', '/content/post', { title: 'News', status: 'publish' });
  const retried = page.getByRole('row', { name: /item\.published .* Retrying \d attempts?, next in / });
  await retried.waitFor();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Retrying' }).click();
  await page.getByRole('link', { name: 'test', exact: true }).waitFor({ state: 'detached' });
  await retried.waitFor();
  await checkScreen(page, 'deliveries-retrying');
  receiver.script({});
  const payments = { url: `${receiver.url}/payments`, events: ['payment.refunded'] };
  await server.request('POST', '/payments/webhooks', payments);
  await open('/settings/webhooks', 'Webhooks');
  await page.getByRole('row', { name: `${receiver.url}/payments Whole site payment.refunded` }).waitFor();
  await page
    .getByRole('row', { name: `${receiver.url}/hooks Whole site Items: only Posts All events of items` })
    .waitFor();
  await checkScreen(page, 'webhooks-all');
  await page.getByRole('link', { name: `${receiver.url}/hooks` }).click();
  await page.getByText(`Only deliveries to ${receiver.url}/hooks`).waitFor();
  assert.deepEqual(pageErrors(), []);
});

test('all webhooks are on one screen, which others show filtered and which fits with many events', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const receiver = await startReceiver(t);
  const events = ['item.published', 'item.updated', 'submitted', 'payment.succeeded', 'payment.refunded'];
  await server.request('POST', '/webhooks', { url: `${receiver.url}/many`, events: [...events, 'contact.created'] });
  await server.request('POST', '/forms/contact/webhooks', { url: `${receiver.url}/contact`, events: ['submitted'] });
  await server.request('POST', '/forms/tickets/webhooks', { url: `${receiver.url}/tickets`, events: ['paid'] });
  const shown = async (): Promise<string[]> => {
    const links = page.getByRole('region', { name: 'Webhooks' }).getByRole('link');
    return (await links.allTextContents()).map((url) => url.slice(receiver.url.length)).sort();
  };
  await open('/settings/webhooks', 'Webhooks');
  const row = page.getByRole('row', { name: /\/many / });
  await row.waitFor();
  assert.equal(await row.locator('code').count(), 2);
  await assertFitsWide(page);
  await checkScreen(page, 'webhooks-many-events');
  await row.getByRole('button', { name: `+ 4 more events of ${receiver.url}/many` }).click();
  assert.equal(await row.locator('code').count(), 6);
  await assertFitsWide(page);
  await row.getByRole('button', { name: /^Show fewer/ }).click();

  // The screen of payments leads to those with events of payments, and a new one begins with all of these.
  await open('/settings/processor', 'Payment processor');
  await page.getByRole('link', { name: 'webhooks for payments' }).click();
  await page.getByRole('combobox', { name: 'Events' }).waitFor();
  await row.waitFor();
  await page.getByRole('link', { name: /contact$/ }).waitFor({ state: 'detached' });
  assert.deepEqual(await shown(), ['/many']);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText('5 events chosen').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '3 of 3 events of Payments' }).waitFor();
  await page.keyboard.press('Escape');

  // The screen of a form leads to its webhooks, and those across all forms. A new one is for the form.
  await open('/forms', 'Forms');
  await page.getByRole('link', { name: 'Contact', exact: true }).click();
  await page.getByRole('link', { name: 'webhooks for this form' }).click();
  await page.getByRole('link', { name: /contact$/ }).waitFor();
  assert.deepEqual(await shown(), ['/contact', '/many']);
  await page.getByRole('row', { name: /contact Form Contact/ }).waitFor();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  assert.equal(await dialog.getByRole('combobox', { name: 'For' }).inputValue(), 'Form Contact');
  assert.equal(await dialog.getByRole('list', { name: 'Events' }).getByRole('listitem').count(), 2);
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/new`);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByRole('alert').waitFor();
  await checkScreen(page, 'webhook-of-form');
  await dialog.getByRole('checkbox', { name: 'Submissions: all events' }).check();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('row', { name: `${receiver.url}/new Form Contact All events of submissions` }).waitFor();
  const [added] = (await server.request('GET', `/webhooks?url=${encodeURIComponent(`${receiver.url}/new`)}`)).body
    .items;
  assert.deepEqual(added.events, ['submitted', 'paid', 'scanned']);
  assert.deepEqual(pageErrors(), []);
});

test('the filters find every webhook, however many there are', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const receiver = await startReceiver(t);
  for (let at = 0; at < 101; at++) {
    const form = at === 100 ? 'tickets' : 'contact';
    const body = { url: `${receiver.url}/${form}${at}`, events: ['submitted'] };
    assert.equal((await server.request('POST', `/forms/${form}/webhooks`, body)).status, 201);
  }
  await open('/settings/webhooks?page=6', 'Webhooks');
  await page.getByRole('link', { name: /tickets100$/ }).waitFor();
  await page.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: 'Tickets' }).click();
  await page.getByRole('link', { name: /contact/ }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /tickets100$/ }).waitFor();
  assert.deepEqual(pageErrors(), []);
});

function isIndeterminate(element: Element): boolean {
  return (element as HTMLInputElement).indeterminate;
}

/** Asserts that no list has to be scrolled sideways at 1,280 px. */
async function assertFitsWide(page: Page): Promise<void> {
  const hidden = await page.locator('main :has(> table)').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
  assert.ok(hidden <= 0, `${hidden} px of the list are out of sight`);
}
