// The admin while the server is stopped or the browser is offline, and after it is back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { assertAccessible } from './support/screens.ts';

test('with the server stopped, what is typed stays and can be saved when it is back', async (t) => {
  const { server, page } = await openAdmin(t);
  const { body } = await server.request('GET', '/content/product');
  const address = `/content/product/${body.items[0].id}`;
  // What is published is saved in its draft.
  await server.request('PATCH', address, { status: 'draft' });
  await page.goto(`/admin${address}`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Typed while the server was gone');
  await server.stop();
  await page.keyboard.press('Control+s');
  const notice = page.getByRole('status').filter({ hasText: 'Could not reach the server' });
  await notice.waitFor();
  await page.getByRole('alert').filter({ hasText: 'Check your connection' }).waitFor();
  await assertAccessible(page, 'an editor without the server');
  await server.start();
  await notice.waitFor({ state: 'detached' });
  assert.equal(await title.inputValue(), 'Typed while the server was gone');
  await title.focus();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await server.request('GET', address)).body.title, 'Typed while the server was gone');
});

test('a part of a screen that was not loaded when the server stopped leaves the rest as it is', async (t) => {
  const { server, page } = await openAdmin(t);
  const { body } = await server.request('GET', '/content/post');
  const address = `/content/post/${body.items[0].id}`;
  await server.request('PATCH', address, { status: 'draft' });
  let letGo = () => {};
  const isStopped = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const asked = page.waitForRequest(/content-input-.*\.js$/);
  await page.route(/content-input-.*\.js$/, async (route) => {
    await isStopped;
    await route.continue();
  });
  await page.goto(`/admin${address}`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Typed before the text was there');
  await asked;
  await server.stop();
  letGo();
  await page.getByRole('status').filter({ hasText: 'Could not reach the server' }).waitFor();
  await server.start();
  // The part with the author may not have been loaded either.
  const notice = page.getByRole('alert').filter({ hasText: 'A part of this screen could not be loaded' }).first();
  await notice.waitFor();
  await assertAccessible(page, 'an editor without a part');
  assert.equal(await title.inputValue(), 'Typed before the text was there');
  await title.focus();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  await notice.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('textbox', { name: 'Content' }).waitFor();
  assert.equal(await title.inputValue(), 'Typed before the text was there');
});

test('a screen that was never opened appears by itself when the server is back', async (t) => {
  const { server, page, open } = await openAdmin(t);
  await open('/', 'Home');
  await server.stop();
  await page.getByRole('link', { name: 'Contacts' }).click();
  await page.getByRole('status').filter({ hasText: 'Could not reach the server' }).waitFor();
  await server.start();
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  await page.getByText('No contacts yet').waitFor();
});

test('while the server takes its time to say who is signed in, the page is not blank', async (t) => {
  const { page, open } = await openAdmin(t);
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/me', async (route) => {
    await isAsked;
    await route.continue();
  });
  const opened = open('/contacts', 'Contacts');
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  answer();
  await opened;
});

for (const state of ['stopped server', 'browser that is offline'] as const) {
  test(`with a ${state}, a list says that it cannot be loaded, and loads by itself afterwards`, async (t) => {
    const { server, page, open } = await openAdmin(t);
    await open('/contacts', 'Contacts');
    await page.getByText('No contacts yet').waitFor();
    if (state === 'stopped server') await server.stop();
    else await page.context().setOffline(true);
    await page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/search/i))
      .first()
      .fill('tick');
    await page.getByRole('alert').filter({ hasText: 'Could not reach the server' }).waitFor();
    if (state === 'stopped server') await server.start();
    else await page.context().setOffline(false);
    await page.getByText('No matching contacts').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
}
