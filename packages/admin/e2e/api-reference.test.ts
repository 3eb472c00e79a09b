// The API reference at /api/docs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { assertAccessible, assertFitsPhone } from './support/screens.ts';

test('the API reference shows each operation in four languages, and sends requests with the session or a key', async (t) => {
  const { page, pageErrors } = await openAdmin(t);
  await page.goto('/api/docs');
  await page.getByRole('heading', { name: 'List items of a content type', exact: true }).waitFor();
  await assertAccessible(page, 'the API reference');
  await assertFitsPhone(page, 'the API reference');

  await page.getByRole('searchbox', { name: 'Find an operation' }).fill('create a contact');
  const links = page.getByRole('navigation', { name: 'Operations' }).getByRole('link');
  await links.getByText('Create a contact', { exact: true }).click();
  const create = page.locator('#createContact');
  await create.getByRole('heading', { name: 'curl' }).waitFor();
  for (const [label, code] of [
    ['JavaScript (our client)', 'frontdesk.contacts.create('],
    ['PHP', 'curl_init('],
    ['Python (requests)', 'requests.post('],
  ] as const) {
    await page.getByLabel('Samples').selectOption({ label });
    await create.getByRole('heading', { name: label }).waitFor();
    const shown = await create.locator('.sample:not([data-language=response]) pre:visible').textContent();
    assert.ok(shown?.includes(code), label);
  }

  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v1/me', (route) => answer.promise.then(() => route.continue()));
  await create.getByText('Try it').click();
  const send = create.getByRole('button', { name: 'Send request' });
  const place = await send.boundingBox();
  answer.resolve();
  await create.getByText(/^Will be sent as .+, on live data\.$/).waitFor();
  assert.deepEqual(await send.boundingBox(), place, 'the button moved under the pointer');
  const body = create.getByRole('textbox', { name: 'Request body' });
  await body.fill('{"email":"ada@example.com","name":"Ada"}');
  await send.click();
  await create.getByRole('status').getByText('201').waitFor();
  await create.getByText('"source": "api"').waitFor();
  await assertAccessible(page, 'an operation that was tried');

  const find = page.getByRole('searchbox', { name: 'Find an operation' });
  for (const [sought, name] of [
    ['refund payment', 'Refund a payment'],
    ['POST /contacts', 'Create a contact'],
    ['payment listPayments', 'List payments'],
  ] as const) {
    await find.fill(sought);
    await links.getByText(name).first().waitFor();
  }
  await find.fill('no such operation');
  await page.getByText('Nothing found').waitFor();

  const remove = page.locator('#deleteContact');
  await remove.getByText('Try it').click();
  await remove.getByText(/^Will be sent as .+, on live data\.$/).waitFor();
  await remove.getByLabel('id', { exact: false }).fill('con_unknown');
  const asked = page.waitForEvent('dialog');
  await Promise.all([
    asked.then((dialog) => dialog.dismiss()),
    remove.getByRole('button', { name: 'Send request' }).click(),
  ]);
  assert.match((await asked).message(), /^DELETE \/api\/v1\/contacts\/con_unknown/);
  assert.equal(await remove.getByRole('status').textContent(), '');

  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await find.isVisible(), false);
  await page.getByRole('button', { name: 'Operations' }).click();
  await find.fill('update contact');
  await links.getByText('Update a contact; custom fields').click();
  await find.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 844 });

  await page.getByLabel('API key').fill('fd_wrong');
  await send.click();
  await create.getByRole('status').getByText('401').waitFor();
  assert.deepEqual(pageErrors(), []);
});
