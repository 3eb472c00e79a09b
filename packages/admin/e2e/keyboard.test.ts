// The focus of the keyboard after navigating, and undoing what a key or a menu did.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';

test('the focus moves to the new screen after Enter on a row and after a shortcut', async (t) => {
  const { server, page, open } = await openAdmin(t);
  const { body } = await server.request('POST', '/contacts', { name: 'Ada Lovelace', email: 'ada@example.com' });
  const headingHasFocus = (name: string) =>
    page.waitForFunction(
      (name) => document.activeElement?.matches('h1') && document.activeElement.textContent === name,
      name,
    );
  await open('/contacts', 'Contacts');
  await page.getByRole('link', { name: 'Ada Lovelace' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/contacts/${body.id}`);
  await headingHasFocus('Ada Lovelace');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await headingHasFocus('Contacts');

  await open('/content/product', /Product/);
  await page.getByRole('link', { name: 'Walking tour' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('main') !== null);
});

test('moving an item to the trash can be undone, and it is published again', async (t) => {
  const { server, page, open } = await openAdmin(t);
  const { body } = await server.request('GET', '/content/product');
  const address = `/content/product/${body.items[0].id}`;
  const statusOf = async (): Promise<string> => (await server.request('GET', address)).body.status;
  await open(address, /./);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /trash/i }).click();
  await page.getByText('“Walking tour” moved to trash').waitFor();
  assert.equal(await statusOf(), 'trash');
  await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('“Walking tour” restored').waitFor();
  assert.equal(await statusOf(), 'publish');
});
