// The API reference at /api/docs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { assertAccessible } from './support/screens.ts';

test('the API reference is accessible, whatever is open on it', async (t) => {
  const { page, pageErrors } = await openAdmin(t);
  await page.goto('/api/docs');
  await page.getByText('/content/{type}', { exact: true }).first().waitFor();
  await assertAccessible(page, 'the API reference');
  for (const name of [
    /List items of a content type/,
    /Create an item/,
    /Update an item/,
    /Move an item to the trash/,
  ]) {
    await page.getByRole('button', { name }).first().click();
  }
  await page.getByText('Filters on custom fields').waitFor();
  await page.getByRole('button', { name: 'Try it out' }).nth(1).click();
  await page.getByRole('textbox', { name: 'Request body' }).waitFor();
  await page
    .getByRole('button', { name: /Create an item/ })
    .first()
    .hover();
  await assertAccessible(page, 'open operations, one of them to try');
  await page.locator('.btn.authorize').first().click();
  await page.getByRole('button', { name: 'Close' }).first().waitFor();
  await assertAccessible(page, 'the authorization', { within: '.dialog-ux' });
  assert.deepEqual(pageErrors(), []);
});
