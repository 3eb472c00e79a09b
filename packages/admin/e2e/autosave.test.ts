// The editor saves by itself, and shows who else has the item open.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { type Admin, openAdmin, owner } from './support/admin.ts';
import { autosaveAfter } from './support/autosave.ts';
import { openContext } from './support/browser.ts';
import { assertAccessible, checkScreen } from './support/screens.ts';

const quickMs = 400;
const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const contentOf = (page: Page) => page.locator('[data-content-input]');
const ben = { name: 'Ben Adler', email: 'ben@example.com', password: 'another long pass phrase' };

test('what is typed is on the server some seconds later: a killed tab, and the text in another browser', async (t) => {
  const admin = await openAdmin(t);
  const { server, page, pageErrors } = admin;
  await autosaveAfter(page.context(), quickMs);
  await admin.open('/content/page/new', 'New page');
  await page.keyboard.type('Opening');
  await page.waitForURL(/\/admin\/content\/page\/item_/);
  const id = new URL(page.url()).pathname.split('/').at(-1) as string;
  const stored = async () => (await server.request('GET', `/content/page/${id}`)).body;
  // The focus is where it was, and a space at the end of what was saved stays.
  await page.keyboard.type(' hours ');
  await waitFor('the title', async () => (await stored()).title.startsWith('Opening hours'));
  assert.equal(await titleOf(page).inputValue(), 'Opening hours ');
  await page.keyboard.type('in winter');
  await waitFor('the whole title', async () => (await stored()).title === 'Opening hours in winter');
  assert.equal((await stored()).slug, 'opening-hours-in-winter');

  await page.keyboard.press('Enter');
  await page.keyboard.type('From nine');
  await waitFor('the text', async () => (await stored()).content === '<p>From nine</p>');
  await page.keyboard.type(' to five');
  await waitFor('the rest', async () => (await stored()).content === '<p>From nine to five</p>');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await stored()).status, 'draft');
  // What was typed can still be undone.
  while ((await contentOf(page).textContent()) !== '') await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+y');
  await page.keyboard.type(' or later');
  await waitFor('the last words', async () => (await stored()).content.includes('or later'));
  const { body: revisions } = await server.request('GET', `/content/page/${id}/revisions`);
  assert.deepEqual(
    revisions.items.map(({ action }: { action: string }) => action),
    ['update', 'create'],
  );
  assert.equal(await page.getByRole('button', { name: 'Save draft' }).isEnabled(), true);

  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => {});
  await crashed;
  const { content, title } = await stored();
  const other = await signedIn(t, admin, owner);
  await other.goto(`/admin/content/page/${id}`);
  await contentOf(other).filter({ hasText: 'or later' }).waitFor();
  assert.equal(await titleOf(other).inputValue(), title);
  assert.equal((await stored()).content, content);
  assert.deepEqual(pageErrors(), []);
});

test('an autosave that fails leaves the text in the browser, says why, and interrupts nothing', async (t) => {
  const admin = await openAdmin(t);
  const { server, page, open } = admin;
  await server.request('PATCH', '/types/page', { fields: [{ name: 'price', type: 'number', min: 1 }] });
  await autosaveAfter(page.context(), quickMs);
  const { body } = await server.request('POST', '/content/page', { title: 'About us' });
  const path = `/content/page/${body.id}`;
  const storedTitle = async () => (await server.request('GET', path)).body.title;

  // Without a title nothing can be created yet.
  await open('/content/page/new', 'New page');
  await page.getByRole('textbox', { name: 'Excerpt' }).fill('Who we are');
  await page.getByText('Unsaved changes – kept in this browser').waitFor();
  await page.getByRole('textbox', { name: 'Excerpt' }).fill('');
  await open(path, 'About us');

  await page.getByRole('textbox', { name: 'Price' }).fill('0');
  await titleOf(page).fill('About our shop');
  await page.getByText('Kept in this browser, not saved: Price must be at least 1').waitFor();
  assert.ok(await titleOf(page).evaluate((input) => input === document.activeElement));
  assert.equal(await page.getByRole('alert').count(), 0);
  await assertAccessible(page, 'an autosave that was refused');
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('5');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal(await storedTitle(), 'About our shop');

  await page.context().setOffline(true);
  await titleOf(page).fill('About our boats');
  await page.getByText('Offline – kept in this browser').waitFor();
  await page.context().setOffline(false);
  await waitFor('the connection', async () => (await storedTitle()) === 'About our boats');
  await page.getByText('Saved', { exact: true }).waitFor();

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await titleOf(page).fill('About our crew');
  await page.getByText('Your session has ended – kept in this browser.').waitFor();
  // The side bar looks for new submissions all the time: it does not ask to sign in again either, and goes on.
  for (let n = 0; n < 2; n++) await page.waitForResponse((answer) => answer.url().includes('/submissions/unread'));
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').first().fill(owner.password);
  await page.keyboard.press('Enter');
  await waitFor('the session', async () => (await storedTitle()) === 'About our crew');
  assert.ok(cookies.length > 0);
});

test('two people on one item see each other, and each learns of what the other has saved', async (t) => {
  const admin = await openAdmin(t);
  const { server, page } = admin;
  await autosaveAfter(page.context(), quickMs);
  const created = await server.request('POST', '/users', { ...ben, role: 'owner' });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { body } = await server.request('POST', '/content/post', { title: 'Opening hours', status: 'publish' });
  const path = `/content/post/${body.id}`;
  const draft = async () => (await server.request('GET', `${path}?version=draft`)).body;
  await page.goto(`/admin${path}`);
  await titleOf(page).waitFor();
  const bens = await signedIn(t, admin, ben, quickMs);
  await bens.goto('/admin/content/post');
  await bens.getByRole('img', { name: 'Olga Berg: editing now' }).waitFor();
  await checkScreen(bens, 'items-edited');
  await bens.getByRole('link', { name: 'Opening hours' }).click();
  await bens.getByRole('img', { name: 'Olga Berg: editing now' }).waitFor();

  // What Ben writes is saved in the draft, and Olga, who has typed nothing, sees it.
  await titleOf(bens).fill('Opening hours in winter');
  await bens.getByText('Draft saved', { exact: true }).waitFor();
  assert.equal((await server.request('GET', path)).body.title, 'Opening hours');
  await lookAgain(page);
  await page.getByRole('img', { name: 'Ben Adler: editing now' }).waitFor();
  await waitFor('what Ben wrote', async () => (await titleOf(page).inputValue()) === 'Opening hours in winter');

  // Ben has typed, so what Olga saves does not replace it unseen.
  await page.getByRole('textbox', { name: 'Excerpt' }).fill('Nine to five');
  await page.getByText('Draft saved', { exact: true }).waitFor();
  await waitFor('the excerpt', async () => (await draft()).excerpt === 'Nine to five');
  await lookAgain(bens);
  await bens.getByText('Olga Berg saved a newer version').waitFor();
  await checkScreen(bens, 'item-newer');
  await bens.getByRole('button', { name: 'Compare' }).click();
  await bens.getByRole('region', { name: 'Excerpt', exact: true }).getByText('Nine to five').waitFor();
  await bens.getByRole('button', { name: 'Load it' }).click();
  await bens.getByText('Olga Berg saved a newer version').waitFor({ state: 'detached' });
  assert.equal(await bens.getByRole('textbox', { name: 'Excerpt' }).inputValue(), 'Nine to five');

  // Both write at once: the second does not overwrite the first, and is not interrupted.
  const olgaHasSaved = Promise.withResolvers<void>();
  await bens.route('**/api/v1/content/post/**', async (route) => {
    if (route.request().method() !== 'GET') await olgaHasSaved.promise;
    await route.continue();
  });
  const bensSave = bens.waitForRequest((request) => request.method() === 'PATCH');
  await titleOf(bens).fill('Hours in winter');
  await bensSave;
  await titleOf(page).fill('Winter hours');
  await waitFor('what Olga wrote', async () => (await draft()).title === 'Winter hours');
  olgaHasSaved.resolve();
  await bens.getByText('Not saved – changed elsewhere').waitFor();
  assert.ok(await titleOf(bens).evaluate((input) => input === document.activeElement));
  assert.equal((await draft()).title, 'Winter hours');
  await bens.getByRole('button', { name: 'Decide…' }).click();
  const dialog = bens.getByRole('dialog', { name: 'This item was changed elsewhere' });
  await dialog.getByText(/^Olga Berg saved it/).waitFor();
  await dialog.getByRole('button', { name: 'Overwrite with my version' }).click();
  await bens.getByText('Draft saved', { exact: true }).waitFor();
  assert.deepEqual([(await draft()).title, (await draft()).excerpt], ['Hours in winter', 'Nine to five']);

  await bens.getByRole('main').getByRole('link', { name: 'Posts' }).click();
  await bens.getByRole('row', { name: /Opening hours .*Draft not live yet/ }).waitFor();
  await lookAgain(page);
  await page.getByRole('img', { name: 'Ben Adler: editing now' }).waitFor({ state: 'detached' });
});

/** A page of another browser where this user is signed in. */
async function signedIn(
  t: TestContext,
  { server }: Admin,
  { email, password }: { email: string; password: string },
  autosaveMs = 5000,
): Promise<Page> {
  const context = await openContext(t, {
    baseURL: server.origin,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await autosaveAfter(context, autosaveMs);
  const headers = { 'x-frontdesk-client': '1' };
  const answer = await context.request.post('/api/v1/sessions', { data: { email, password }, headers });
  assert.ok(answer.ok(), await answer.text());
  const other = await context.newPage();
  return other;
}

/** The page asks at once who else is editing, as it does when the user comes back to it. */
function lookAgain(page: Page): Promise<unknown> {
  return page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}
