// Content from the declaration of a type to the trash and back, as its writers meet it.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts';
import { startBrowser } from './support/browser.ts';
import { lookAt } from './support/screens.ts';
import { watchPage } from './support/watch-page.ts';

test('a type is declared, and its items are written, published, found, scheduled, trashed and restored', async (t) => {
  const { server, page } = await signedIn(t);
  const complaints = watchPage(page);

  await t.test('a type with a price', async () => {
    await page.goto(`${server.origin}/admin/types`);
    await page.getByRole('link', { name: 'Pages' }).last().waitFor();
    await lookAt(page, 'types');
    await page.getByRole('link', { name: 'New type' }).click();
    await page.getByLabel('Label', { exact: true }).fill('Rooms');
    assert.equal(await page.getByLabel('Name of one').inputValue(), 'room');
    await page.getByRole('button', { name: 'Add field' }).click();
    const field = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove' }) });
    await field.getByLabel('Label', { exact: true }).fill('View');
    await choose(page, field.getByRole('combobox', { name: 'Kind' }), 'One of several');
    await page.getByRole('button', { name: 'Add field' }).click();
    const price = field.nth(1);
    await price.getByLabel('Label', { exact: true }).fill('Price');
    await choose(page, price.getByRole('combobox', { name: 'Kind' }), 'Number');
    await price.getByLabel('Lowest value').fill('1');
    await price.getByLabel('Help').fill('For one night');
    await price.getByLabel('Required').check();
    await page.getByRole('button', { name: 'Create type' }).click();
    await field.first().getByText('is required').waitFor();
    await lookAt(page, 'type-faults');
    await field.first().getByRole('textbox', { name: 'Options' }).fill('sea = The sea\ngarden = The garden');
    await page.getByRole('button', { name: 'Move Price up' }).click();
    await page.getByText('Price is now 1 of 2').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Create type' }).click();
    await page.getByText('No rooms yet').waitFor();
    await lookAt(page, 'items-empty');
    const { body } = await server.request('GET', '/types/room');
    assert.deepEqual(body.fields, [
      { name: 'price', type: 'number', label: 'Price', help: 'For one night', required: true, min: 1 },
      {
        name: 'view',
        type: 'select',
        label: 'View',
        options: [
          { value: 'sea', label: 'The sea' },
          { value: 'garden', label: 'The garden' },
        ],
      },
    ]);
  });

  await t.test('an item by keyboard alone, with a fault beside its input', async () => {
    await focusBy(page, page.getByRole('link', { name: 'New room' }).first());
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.locator('[data-content-input]').waitFor();
    await page.keyboard.type('Lighthouse suite');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Above the harbour, with ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('two windows');
    await page.keyboard.press('Control+s');
    const price = page.getByRole('textbox', { name: 'Price' });
    await page.waitForFunction(() => document.activeElement?.closest('[data-pointer="/fields/price"]') !== null);
    assert.match((await price.getAttribute('aria-invalid')) ?? '', /true/);
    await page.getByText('is required').first().waitFor();
    await lookAt(page, 'item-fault');
    await page.keyboard.type('120.5');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.waitForURL(/\/admin\/content\/room\/item_/);
    const { body } = await server.request('GET', '/content/room?status=draft');
    assert.equal(body.items[0].fields.price, 120.5);
    const item = await server.request('GET', `/content/room/${body.items[0].id}`);
    assert.equal(item.body.content, '<p>Above the harbour, with <strong>two windows</strong></p>');
  });

  await t.test('tags that are new, and publishing', async () => {
    await page
      .getByRole('textbox', { name: 'Tags' })
      .or(page.getByRole('combobox', { name: 'Tags' }))
      .fill('Sea view');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await lookAt(page, 'item-editor');
    const { body } = await server.request('GET', '/content/room/lighthouse-suite');
    assert.deepEqual([body.status, body.tags], ['publish', ['sea-view']]);
  });

  await t.test('the list shows it, and finds it', async () => {
    for (const [title, price] of [
      ['Garden room', 80],
      ['Attic', 65],
    ]) {
      await server.request('POST', '/content/room', { title, fields: { price, view: 'garden' }, status: 'publish' });
    }
    await page.getByRole('link', { name: 'Rooms' }).last().click();
    await page.getByRole('row', { name: /Lighthouse suite Published 120\.5/ }).waitFor();
    await page.getByText('3 in all').waitFor();
    await lookAt(page, 'items');
    await page.getByRole('searchbox', { name: 'Search' }).fill('harb');
    await page.getByText('1 in all').waitFor();
    await page.getByRole('link', { name: 'Lighthouse suite' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('3 in all').waitFor();
    await choose(page, page.getByRole('combobox', { name: 'Any tag' }), 'Sea view');
    await page.getByText('1 in all').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Price' }).click();
    await page.waitForFunction(() => document.querySelector('tbody tr')?.textContent?.startsWith('Attic'));
  });

  await t.test('a time in the future, the trash and the way back', async () => {
    await page.getByRole('link', { name: 'Attic' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    await page.getByLabel('Goes out on').fill('2020-01-01T09:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('This is in the past').waitFor();
    await page.getByLabel('Goes out on').fill('2100-01-01T09:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('Scheduled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('2 in all').waitFor();
    await chooseStatus(page, 'Trash');
    await page.getByRole('button', { name: 'Restore Attic' }).waitFor();
    await lookAt(page, 'items-trash');
    await page.getByRole('button', { name: 'Restore Attic' }).click();
    await page.getByText('The trash is empty').waitFor();
    await chooseStatus(page, 'Drafts');
    await page.getByRole('link', { name: 'Attic' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Attic' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await chooseStatus(page, 'Trash');
    await page.getByRole('button', { name: 'Delete Attic for ever' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for ever' }).click();
    await page.getByText('The trash is empty').waitFor();
    const { body } = await server.request('GET', '/content/room?status=any');
    assert.equal(body.total, 2);
  });
  assert.deepEqual(complaints(), []);
});

test('what two people change at once is lost by neither without a word', async (t) => {
  const { server, page } = await signedIn(t);
  const complaints = watchPage(page);
  const { body } = await server.request('POST', '/content/post', {
    title: 'Opening hours',
    content: '<p>Nine to five</p>',
  });
  const address = `${server.origin}/admin/content/post/${body.id}`;
  const other = await page.context().newPage();
  await page.goto(address);
  await other.goto(address);

  await other.getByRole('textbox', { name: 'Title' }).fill('Opening hours in winter');
  await other.getByRole('textbox', { name: 'Slug' }).fill('winter-hours');
  await page.getByRole('textbox', { name: 'Title' }).fill('New opening hours');
  await other.keyboard.press('Control+s');
  await other.getByText('Saved', { exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Somebody changed this meanwhile' });
  await dialog.getByRole('button', { name: 'See theirs' }).click();
  await dialog.getByText('Opening hours in winter').waitFor();
  await lookAt(page, 'item-conflict');
  await dialog.getByRole('button', { name: 'Go on editing' }).click();
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'New opening hours');
  await page.keyboard.press('Control+s');
  await dialog.getByRole('button', { name: 'Keep mine (overwrite)' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const after = await server.request('GET', `/content/post/${body.id}`);
  // Only what was typed here went over theirs.
  assert.deepEqual([after.body.title, after.body.slug], ['New opening hours', 'winter-hours']);

  await other.getByRole('textbox', { name: 'Title' }).fill('A third name');
  await other.keyboard.press('Control+s');
  await other.getByRole('button', { name: 'See theirs' }).click();
  await other.getByRole('button', { name: 'Use theirs' }).click();
  assert.equal(await other.getByRole('textbox', { name: 'Title' }).inputValue(), 'New opening hours');

  // Leaving asks first.
  await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought');
  await page.getByRole('link', { name: 'Pages' }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Half a thought');
  assert.deepEqual(complaints(), []);
});

test('HTML that the visual editor does not know is kept', async (t) => {
  const { server, page } = await signedIn(t);
  const content =
    '<!-- wp:image --><figure class="wide"><img src="https://x.example/a.png" alt="A"></figure><p>Text</p>';
  const plain =
    '<h2>News</h2>\n<ul><li>One</li><li><b>Two</b> <a href="https://x.example/" rel="nofollow">three</a></li></ul>';
  const rich = await server.request('POST', '/content/post', { title: 'Imported', content });
  const simple = await server.request('POST', '/content/post', { title: 'Simple', content: plain });

  await page.goto(`${server.origin}/admin/content/post/${rich.body.id}`);
  await page.getByText('Shown as HTML, so that nothing is lost').waitFor();
  await page.getByText('<figure>, class and comments').waitFor();
  await lookAt(page, 'item-html');
  await page.getByRole('textbox', { name: 'Title' }).fill('Imported long ago');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await server.request('GET', `/content/post/${rich.body.id}`)).body.content, content);

  await page.goto(`${server.origin}/admin/content/post/${simple.body.id}`);
  await page.getByRole('textbox', { name: 'Content', exact: true }).getByText('Two').waitFor();
  await page.getByRole('button', { name: 'Save draft' }).and(page.locator(':disabled')).waitFor();
  await lookAt(page, 'item-rich');
  await page.getByRole('radiogroup', { name: 'Way of writing' }).getByText('HTML').click();
  assert.equal(await page.getByRole('textbox', { name: 'Content, HTML' }).inputValue(), plain);
});

test('tags and categories are made, renamed and deleted', async (t) => {
  const { server, page } = await signedIn(t);
  await page.goto(`${server.origin}/admin/tags`);
  await page.getByRole('button', { name: 'New tag' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Summer');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Actions for Summer' }).click();
  await page.getByRole('menuitem', { name: 'Change…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('High summer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Actions for High summer' }).waitFor();
  await lookAt(page, 'tags');
  await page.getByRole('button', { name: 'Actions for High summer' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Actions for High summer' }).waitFor({ state: 'detached' });
  assert.equal((await server.request('GET', '/tags?search=summer')).body.total, 0);
});

/** A running service with an owner, and a page on which the owner is signed in. */
async function signedIn(t: TestContext): Promise<{ server: ServerProcess; page: Page }> {
  const server = await startServerProcess(t);
  const code = /setup\?code=(\S+)/.exec(server.output())?.[1] as string;
  const browser = await startBrowser(t);
  const context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  const owner = {
    siteName: 'Harbour',
    name: 'Olga Berg',
    email: 'olga@example.com',
    password: 'a long enough pass phrase',
  };
  const answer = await context.request.post(`${server.api}/setup`, {
    data: { code: decodeURIComponent(code), ...owner },
    headers: { 'x-frontdesk-client': '1' },
  });
  assert.equal(answer.status(), 201);
  return { server, page: await context.newPage() };
}

/** Chooses an option by what it says. */
async function choose(page: Page, input: ReturnType<Page['getByRole']>, option: string): Promise<void> {
  await input.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** One of the tabs above a list. */
async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Status' }).getByText(label).click();
}

/** Goes there by Tab, as one does without a mouse. */
async function focusBy(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('it is not reached by the keyboard');
}
