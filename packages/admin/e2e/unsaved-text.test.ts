// Nothing that was typed in the item editor is lost: the browser is killed, the connection, the session or the disk fails.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { type Admin, openAdmin, owner } from './support/admin.ts';
import { neverAutosave } from './support/autosave.ts';
import { startBrowserWithProfile } from './support/browser.ts';
import { assertAccessible, checkScreen } from './support/screens.ts';

test('a killed browser: what was typed into an item and into a new one is there again', async (t) => {
  const { server } = await openAdmin(t);
  const profile = await mkdtemp(path.join(tmpdir(), 'frontdesk-profile-'));
  t.after(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const { body: item } = await server.request('POST', '/content/page', { title: 'About us', content: '<p>We</p>' });

  const first = await startBrowserWithProfile(t, profile, server.origin);
  await neverAutosave(first.context);
  await signIn(first.context, owner);
  const page = await first.context.newPage();
  await page.goto(`/admin/content/page/${item.id}`);
  await contentOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' are a harbor shop');
  const other = await first.context.newPage();
  await other.goto('/admin/content/page/new');
  await titleOf(other).fill('Opening hours');
  await contentOf(other).click();
  await other.keyboard.type('From nine to five');
  await waitForCopies(other, 2, 'five');
  await waitForCopies(other, 2, 'harbor shop');
  await first.kill();

  const second = await startBrowserWithProfile(t, profile, server.origin);
  await neverAutosave(second.context);
  await signIn(second.context, owner);
  const again = await second.context.newPage();
  await again.goto(`/admin/content/page/${item.id}`);
  await again.getByText(/Unsaved text from \d\d:\d\d restored/).waitFor();
  await contentOf(again).filter({ hasText: 'We are a harbor shop' }).waitFor();
  await checkScreen(again, 'unsaved-restored');
  assert.equal((await server.request('GET', `/content/page/${item.id}`)).body.content, '<p>We</p>');

  // Discarding it can be undone.
  await again.getByRole('button', { name: 'Discard it' }).click();
  await contentOf(again).filter({ hasText: /^We$/ }).waitFor();
  await again.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await contentOf(again).filter({ hasText: 'We are a harbor shop' }).waitFor();
  await again.getByRole('button', { name: 'Save draft' }).click();
  await savedState(again).waitFor();
  assert.equal((await server.request('GET', `/content/page/${item.id}`)).body.content, '<p>We are a harbor shop</p>');

  await again.goto('/admin/content/page/new');
  await again.getByText(/You have unsaved text from \d\d:\d\d/).waitFor();
  await again.getByRole('button', { name: 'Preview' }).click();
  await again.getByRole('insertion').filter({ hasText: 'From nine to five' }).waitFor();
  await checkScreen(again, 'unsaved-offered');
  await again.getByRole('button', { name: 'Restore' }).click();
  await contentOf(again).filter({ hasText: 'From nine to five' }).waitFor();
  assert.equal(await titleOf(again).inputValue(), 'Opening hours');
  await again.getByRole('button', { name: 'Save draft' }).click();
  await savedState(again).waitFor();
  await waitForCopies(again, 0);
});

test('a copy of an item that was saved elsewhere since leads to the conflict, and overwrites nothing by itself', async (t) => {
  const { page, path, server } = await openItem(t);
  await titleOf(page).fill('Typed here');
  await waitForCopies(page, 1, 'Typed here');
  await crash(page);
  await server.request('PATCH', path, { title: 'Saved elsewhere', excerpt: 'Theirs' });
  const again = await page.context().newPage();
  await again.goto(`/admin${path}`);
  await again.getByText('The item was saved elsewhere since.', { exact: false }).waitFor();
  assert.equal(await titleOf(again).inputValue(), 'Saved elsewhere');
  await again.getByRole('button', { name: 'Restore' }).click();
  await again.getByRole('dialog', { name: 'This item was changed elsewhere' }).waitFor();
  assert.equal((await server.request('GET', path)).body.title, 'Saved elsewhere');
  await again.getByRole('button', { name: 'Overwrite with my version' }).click();
  await savedState(again).waitFor();
  const { body } = await server.request('GET', path);
  assert.deepEqual([body.title, body.excerpt], ['Typed here', 'Theirs']);
});

test('offline, a save waits and is repeated when the connection is back; a new item is created once', async (t) => {
  const { server, page, open } = await openAdmin(t);
  await open('/content/page/new', 'New page');
  await titleOf(page).fill('Written on a train');
  // The server creates the item, but its response is lost.
  let isLost = false;
  await page.route('**/api/v1/content/page', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  });
  await page.keyboard.press('Control+s');
  await page.getByText('Not saved – trying again').waitFor();
  await titleOf(page).fill('Written on a train, and finished');
  await waitForCopies(page, 1, 'finished');
  await assertAccessible(page, 'an editor that is offline');
  // Saved again with more: the first attempt is repeated as it was, and the rest follows as a change.
  await page.keyboard.press('Control+s');
  await page.getByText('Not saved – trying again').waitFor();
  await page.context().setOffline(false);
  await savedState(page).waitFor();
  await waitForCopies(page, 0);
  const { body } = await server.request('GET', '/content/page?status=draft');
  const titles = body.items.map((item: { title: string }) => item.title);
  assert.equal(titles.filter((title: string) => title.startsWith('Written')).length, 1, titles.join());
  assert.ok(titles.includes('Written on a train, and finished'), titles.join());
});

test('a change whose response is lost is no conflict with itself', async (t) => {
  const { page, path, server } = await openItem(t);
  let isLost = false;
  await page.route(`**/api/v1${path}*`, async (route) => {
    if (route.request().method() !== 'PATCH' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  });
  await titleOf(page).fill('Sent twice');
  await page.keyboard.press('Control+s');
  await page.getByText('Not saved – trying again').waitFor();
  await page.context().setOffline(false);
  await savedState(page).waitFor();
  assert.equal((await server.request('GET', path)).body.title, 'Sent twice');
  assert.equal(await page.getByRole('dialog').count(), 0);
});

for (const status of [503, 507]) {
  test(`a full disk (${status}): the text stays, and is saved when there is room again`, async (t) => {
    const { page, path, server } = await openItem(t);
    let isFull = true;
    const problem = { type: 'about:blank', title: 'The server has no room', code: 'store_unavailable', status };
    const answer = { status, contentType: 'application/problem+json', body: JSON.stringify(problem) };
    await page.route(/\/api\/v1\/content\/|\/readyz/, (route) => {
      const isWrite =
        route.request().method() !== 'GET' || (status === 503 && route.request().url().endsWith('/readyz'));
      return isFull && isWrite ? route.fulfill(answer) : route.continue();
    });
    await titleOf(page).fill('No room for this');
    await page.keyboard.press('Control+s');
    await page.getByText('Not saved – trying again').waitFor();
    await waitForCopies(page, 1, 'No room for this');
    isFull = false;
    await savedState(page).waitFor();
    assert.equal((await server.request('GET', path)).body.title, 'No room for this');
    await waitForCopies(page, 0);
  });
}

test('an expired session: the user signs in on top of the text, and the save goes on', async (t) => {
  const { page, path, server } = await openItem(t);
  await titleOf(page).fill('Typed before the session ended');
  await page.context().clearCookies();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await waitForCopies(page, 1, 'before the session');
  await dialog.getByLabel('Password').first().fill(owner.password);
  await page.keyboard.press('Enter');
  await savedState(page).waitFor();
  assert.equal((await server.request('GET', path)).body.title, 'Typed before the session ended');
  await waitForCopies(page, 0);
});

test('a full browser: the editor says that it keeps no copy, and saves as ever', async (t) => {
  const { page, path, server } = await openItem(t);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
  });
  await titleOf(page).fill('Not copied');
  await page.getByRole('alert').filter({ hasText: 'No copy in this browser' }).waitFor();
  await assertAccessible(page, 'an editor without copies');
  await page.keyboard.press('Control+s');
  await savedState(page).waitFor();
  await page.getByText('No copy in this browser').waitFor({ state: 'detached' });
  assert.equal((await server.request('GET', path)).body.title, 'Not copied');
});

test('two users of one browser do not see each other’s text; signing out deletes it after a question', async (t) => {
  const { page, path, server } = await openItem(t);
  const ben = { name: 'Ben Adler', email: 'ben@example.com', password: 'another long pass phrase' };
  const created = await server.request('POST', '/users', { ...ben, role: 'owner' });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  await titleOf(page).fill('Only for Olga');
  await waitForCopies(page, 1, 'Only for Olga');
  await crash(page);

  await page.context().clearCookies();
  await signIn(page.context(), ben);
  const bens = await page.context().newPage();
  await bens.goto(`/admin${path}`);
  await titleOf(bens).waitFor();
  await titleOf(bens).fill('Only for Ben');
  await waitForCopies(bens, 2, 'Only for Ben');
  assert.equal(await bens.getByText(/nsaved text from/).count(), 0);
  await bens.getByRole('button', { name: /Account menu/ }).click();
  await bens.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = bens.getByRole('dialog', { name: 'Sign out and discard unsaved text?' });
  await dialog.getByText('“Only for Ben”', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await titleOf(bens).inputValue(), 'Only for Ben');
  await bens.getByRole('button', { name: /Account menu/ }).click();
  await bens.getByRole('menuitem', { name: 'Sign out' }).click();
  await dialog.getByRole('button', { name: 'Sign out and discard' }).click();
  await bens.waitForURL(/\/sign-in/);
  await waitForCopies(bens, 1, 'Only for Olga');

  await signIn(page.context(), owner);
  await bens.goto(`/admin${path}`);
  await bens.getByText(/Unsaved text from/).waitFor();
  assert.equal(await titleOf(bens).inputValue(), 'Only for Olga');
});

test('discarded and expired copies are deleted', async (t) => {
  const { page, path } = await openItem(t);
  await titleOf(page).fill('Not wanted');
  await waitForCopies(page, 1);
  await page.getByRole('link', { name: 'Contacts' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  await waitForCopies(page, 0);

  await page.goto(`/admin${path}`);
  await titleOf(page).fill('A month old');
  await waitForCopies(page, 1, 'A month old');
  await crash(page);
  const again = await page.context().newPage();
  await again.goto('/admin/contacts');
  await again.evaluate(async () => {
    const store = await new Promise<IDBObjectStore>((resolve) => {
      const request = indexedDB.open('frontdesk-unsaved');
      request.onsuccess = () => resolve(request.result.transaction('copies', 'readwrite').objectStore('copies'));
    });
    const all = store.getAll();
    await new Promise<void>((resolve) => {
      all.onsuccess = () => {
        const [copy] = all.result;
        store.put({ ...copy, typedAt: Date.now() - 31 * 24 * 60 * 60 * 1000 }).onsuccess = () => resolve();
      };
    });
  });
  await again.goto(`/admin${path}`);
  await titleOf(again).waitFor();
  await waitForCopies(again, 0);
  assert.equal(await again.getByText(/nsaved text from/).count(), 0);
});

async function openItem(t: Parameters<typeof openAdmin>[0]): Promise<Admin & { path: string }> {
  const admin = await openAdmin(t);
  const { body } = await admin.server.request('POST', '/content/page', { title: 'About us' });
  const path = `/content/page/${body.id}`;
  await admin.open(path, 'About us');
  return { ...admin, path };
}

async function signIn(
  context: BrowserContext,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const headers = { 'x-frontdesk-client': '1' };
  const answer = await context.request.post('/api/v1/sessions', { data: { email, password }, headers });
  assert.ok(answer.ok(), await answer.text());
}

const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const contentOf = (page: Page) => page.locator('[data-content-input]');
const savedState = (page: Page) => page.getByRole('status').filter({ hasText: /^(Saved|Draft saved)/ });

/** Ends the process of the page, as the system does when it is out of memory. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => {});
  await crashed;
  await page.close();
}

/** Waits until the browser has this many copies, one of them with the text. */
function waitForCopies(page: Page, count: number, text = ''): Promise<unknown> {
  return waitFor(`${count} copies with “${text}”`, async () => {
    const copies = await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('frontdesk-unsaved');
        request.onsuccess = () => resolve(request.result);
      });
      const request = database.transaction('copies').objectStore('copies').getAll();
      await new Promise<void>((resolve) => {
        request.onsuccess = () => resolve();
      });
      database.close();
      return request.result.map((copy) => JSON.stringify(copy));
    });
    return copies.length === count && (count === 0 || copies.some((copy) => copy.includes(text)));
  });
}
