// Content: types, items, tags and categories.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { seededRandom } from '../../server/test/support/seeded-random.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin, owner } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('a type is created, and an item is written, published, found, scheduled, trashed, restored and deleted', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);

  await t.test('the owner creates a type with a price field', async () => {
    await page.goto(`${server.origin}/admin/types`);
    await page.getByRole('link', { name: 'Pages' }).last().waitFor();
    await checkScreen(page, 'types');
    await page.getByRole('link', { name: 'New type' }).click();
    await page.getByLabel('Label', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Rooms');
    assert.equal(await page.getByLabel('Singular name').inputValue(), 'room');
    await page.getByRole('button', { name: 'Add field' }).click();
    const field = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove' }) });
    await field.getByLabel('Label', { exact: true }).fill('View');
    await choose(page, field.getByRole('combobox', { name: 'Kind' }), 'Single choice');
    const readers = field.getByRole('combobox', { name: 'Who can read it' });
    await choose(page, readers, 'Only those who can change the items');
    await page.getByRole('button', { name: 'Add field' }).click();
    const price = field.nth(1);
    await price.getByLabel('Label', { exact: true }).fill('Price');
    await choose(page, price.getByRole('combobox', { name: 'Kind' }), 'Number');
    await price.getByLabel('Minimum value').fill('1');
    await price.getByLabel('Help').fill('For one night');
    await price.getByLabel('Required').check();
    await page.getByRole('button', { name: 'Create type' }).click();
    await field.first().locator('.mantine-InputWrapper-error').waitFor();
    await checkScreen(page, 'type-faults');
    await field.first().getByRole('textbox', { name: 'Options' }).fill('sea = The sea\ngarden = The garden');
    await page.getByRole('button', { name: 'Move Price up' }).click();
    await page.getByText('Price is now 1 of 2').waitFor({ state: 'attached' });
    await page.setViewportSize({ width: 390, height: 844 });
    const row = page.getByRole('button', { name: 'Price Number · required' });
    assert.ok(
      await row.evaluate(({ children }) => [...children].every((part) => part.scrollWidth <= part.clientWidth)),
    );
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.getByRole('button', { name: 'Create type' }).click();
    await page.getByText('No rooms yet').waitFor();
    await checkScreen(page, 'items-empty');
    const { body } = await server.request('GET', '/types/room');
    assert.deepEqual(body.fields, [
      { name: 'price', type: 'number', label: 'Price', help: 'For one night', required: true, min: 1 },
      {
        name: 'view',
        type: 'select',
        label: 'View',
        scope: 'content:write',
        options: [
          { value: 'sea', label: 'The sea' },
          { value: 'garden', label: 'The garden' },
        ],
      },
    ]);
  });

  await t.test('an item is written by keyboard, and a fault is shown beside its input', async () => {
    await focusBy(page, page.getByRole('link', { name: 'New room' }).first());
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.locator('[data-content-input]').waitFor();
    const title = page.getByRole('textbox', { name: 'Title' });
    const heightOf = (): Promise<number> => title.evaluate((input) => input.clientHeight);
    const empty = await heightOf();
    await page.keyboard.type('Lighthouse suite');
    assert.equal(await heightOf(), empty, 'the title keeps its height');
    assert.equal(await title.evaluate((input) => input.scrollHeight), empty, 'all of the title is shown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Above the harbour, with ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('two windows');
    await page.keyboard.press('Control+s');
    const price = page.getByRole('textbox', { name: 'Price' });
    await page.waitForFunction(() => document.activeElement?.closest('[data-pointer="/fields/price"]') !== null);
    assert.match((await price.getAttribute('aria-invalid')) ?? '', /true/);
    await page.locator('.mantine-InputWrapper-error').first().waitFor();
    await checkScreen(page, 'item-fault');
    await page.keyboard.type('120.5');
    await page.locator('[data-content-input]').focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.waitForURL(/\/admin\/content\/room\/item_/);
    const { body } = await server.request('GET', '/content/room?status=draft');
    assert.equal(body.items[0].fields.price, 120.5);
    const item = await server.request('GET', `/content/room/${body.items[0].id}`);
    assert.equal(item.body.content, '<p>Above the harbour, with <strong>two windows</strong></p>');
  });

  await t.test('a new tag is added and the item is published', async () => {
    await page
      .getByRole('textbox', { name: 'Tags' })
      .or(page.getByRole('combobox', { name: 'Tags' }))
      .fill('Sea view');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await checkScreen(page, 'item-editor');
    const { body } = await server.request('GET', '/content/room/lighthouse-suite');
    assert.deepEqual([body.status, body.tags], ['publish', ['sea-view']]);
  });

  await t.test('the list shows, finds, filters and sorts items', async () => {
    for (const [title, price] of [
      [`Garden${'withoutspaces'.repeat(6)}`, 80],
      ['Attic', 65],
    ]) {
      await server.request('POST', '/content/room', { title, fields: { price, view: 'garden' }, status: 'publish' });
    }
    await page.getByRole('link', { name: 'Rooms' }).last().click();
    await page.getByRole('row', { name: /Lighthouse suite Published 120\.5/ }).waitFor();
    await page.getByText('3 results').waitFor();
    await checkScreen(page, 'items');
    await page.getByRole('searchbox', { name: 'Search' }).fill('harb');
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Lighthouse suite' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('3 results').waitFor();
    await choose(page, page.getByRole('combobox', { name: 'Any tag' }), 'Sea view');
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Price' }).click();
    await page.waitForFunction(() => document.querySelector('tbody tr')?.textContent?.startsWith('Attic'));
  });

  await t.test('an item is scheduled, trashed, restored and deleted permanently', async () => {
    await page.getByRole('link', { name: 'Attic' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Rooms' }).click();
    await page.waitForURL(/orderBy=fields\.price&order=asc/);
    await page.getByRole('link', { name: 'Attic' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Unpublish', exact: true }).click();
    await page.getByText('Draft', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    await page.getByRole('textbox', { name: 'Publish on' }).fill('2020-01-01T09:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('Enter a time in the future').waitFor();
    await page.getByRole('textbox', { name: 'Publish on' }).fill('2100-01-01T09:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('Scheduled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('2 results').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('“Attic” restored').waitFor();
    await page.getByText('3 results').waitFor();
    await page.getByRole('button', { name: 'Actions for Attic' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('2 results').waitFor();
    await chooseStatus(page, 'Trash');
    await page.getByRole('button', { name: 'Restore Attic' }).waitFor();
    await page.getByRole('cell', { name: /^in (29|30) days$/ }).waitFor();
    await checkScreen(page, 'items-trash');
    await page.getByRole('button', { name: 'Restore Attic' }).click();
    await page.getByText('The trash is empty').waitFor();
    await chooseStatus(page, 'Drafts');
    await page.getByRole('link', { name: 'Attic' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Attic' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await chooseStatus(page, 'Trash');
    await page.getByRole('button', { name: 'Delete Attic permanently' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('The trash is empty').waitFor();
    const { body } = await server.request('GET', '/content/room?status=any');
    assert.equal(body.total, 2);
  });
  assert.deepEqual(pageErrors(), []);
});

test('before an item is deleted that others refer to, the admin shows them and asks', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  const fields = [{ name: 'nextPage', type: 'reference' }];
  await server.request('PATCH', '/types/page', { fields });
  const target = (await server.request('POST', '/content/page', { title: 'Prices' })).body;
  const { body } = await server.request('POST', '/content/page', {
    title: 'Rooms',
    content: `<p><a href="/page/prices" data-item="${target.id}">Prices</a></p>`,
    fields: { nextPage: target.id },
  });
  await server.request('DELETE', `/content/page/${target.id}`);
  await page.goto(`${server.origin}/admin/content/page/${target.id}`);
  await page.getByText('Used in').waitFor();
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  };
  await remove();
  const dialog = page.getByRole('dialog', { name: 'Other items refer to “Prices”' });
  await dialog.getByText('Rooms: Next page, Content').waitFor();
  const href = await dialog.getByRole('link', { name: 'Rooms' }).getAttribute('href');
  assert.equal(href, `/admin/content/page/${body.id}`);
  await checkScreen(page, 'item-referrers');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await server.request('GET', `/content/page/${target.id}`)).status, 200);
  await remove();
  await dialog.getByRole('button', { name: 'Delete and remove references' }).click();
  await page.waitForURL(/\/admin\/content\/page(\?|$)/);
  assert.equal((await server.request('GET', `/content/page/${target.id}`)).status, 404);
  assert.deepEqual((await server.request('GET', `/content/page/${body.id}`)).body.fields, {});
  // The browser logs the refusals.
  assert.ok(
    pageErrors().every((line) => line.includes('409')),
    pageErrors().join(),
  );
});

test('when two users edit an item at once, neither loses changes without being asked', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
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
  const dialog = page.getByRole('dialog', { name: 'This item was changed elsewhere' });
  await dialog.getByRole('button', { name: 'Keep editing' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await dialog.getByRole('button', { name: 'Compare versions' }).click();
  await dialog.getByText('Opening hours in winter').waitFor();
  await checkScreen(page, 'item-conflict');
  assert.equal(await dialog.locator(':focus').textContent(), 'Keep editing');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'New opening hours');
  await page.keyboard.press('Control+s');
  await dialog.getByRole('button', { name: 'Overwrite with my version' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const after = await server.request('GET', `/content/post/${body.id}`);
  // Only the values changed here were overwritten.
  assert.deepEqual([after.body.title, after.body.slug], ['New opening hours', 'winter-hours']);

  await other.getByRole('textbox', { name: 'Title' }).fill('A third name');
  await other.keyboard.press('Control+s');
  await other.getByRole('button', { name: 'Compare versions' }).click();
  await other.getByRole('button', { name: 'Use their version' }).click();
  assert.equal(await other.getByRole('textbox', { name: 'Title' }).inputValue(), 'New opening hours');

  // While a draft is saved slowly, only its own button may show progress.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/content/post/*', async (route) => {
    if (route.request().method() === 'PATCH') await isReleased;
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Slug' }).fill('slow-hours');
  await page.keyboard.press('Control+s');
  await page.getByText('Saving…', { exact: true }).waitFor();
  assert.equal(await page.locator('button[data-loading]').count(), 0);
  // Leaving asks first, until there is nothing left to ask.
  const leave = () => page.getByRole('link', { name: 'Pages' }).first().click();
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await leave();
  await question.waitFor();
  release();
  await page.getByRole('heading', { name: 'Pages', exact: true }).waitFor();
  await question.waitFor({ state: 'hidden' });
  await page.unroute('**/content/post/*');
  await page.goBack();

  await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought');
  await leave();
  await question.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Half a thought');
  assert.deepEqual(pageErrors(), []);
});

test('any text opens in the visual editor, which keeps all that was not edited', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  const content = [
    '<!-- wp:image {"id":7} -->\n<figure class="wp-block-image wide"><img src="/api/none.png" alt="A"><figcaption>Old</figcaption></figure>\n<!-- /wp:image -->',
    '<!-- wp:columns -->\n<div class="wp-block-columns"><!-- wp:column -->\n<div class="wp-block-column" style="flex-basis:30%"><!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">Left</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->',
    '[gallery ids="1,2"]',
    '<custom-map zoom=3></custom-map>',
    '<p  CLASS=big>Big <b>markup</b>',
    '<table><tr><td>1</td><td>2</td></tr></table>  ',
  ].join('\n\n');
  const { body } = await server.request('POST', '/content/post', { title: 'Imported', content });
  const stored = async (): Promise<string> => (await server.request('GET', `/content/post/${body.id}`)).body.content;
  const save = async (): Promise<void> => {
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
  };

  await page.goto(`${server.origin}/admin/content/post/${body.id}`);
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.getByText('Left').waitFor();
  await text.getByText('Gallery', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save draft' }).and(page.locator(':disabled')).waitFor();
  await checkScreen(page, 'item-imported');
  await page.getByRole('textbox', { name: 'Title' }).fill('Imported long ago');
  await save();
  assert.equal(await stored(), content);

  await text.getByText('Left').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' side');
  await save();
  let expected = content.replace('>Left<', '>Left side<');
  assert.equal(await stored(), expected, 'a block within another changes alone');

  await text.getByText('Old').click();
  await page.keyboard.press('End');
  await page.keyboard.type('er & wiser');
  await page.keyboard.press('Control+Enter');
  expected = expected.replace('>Old<', '>Older &amp; wiser<');
  await waitFor('the saved text', async () => (await stored()) === expected);

  await page.getByRole('button', { name: 'Edit HTML of Gallery' }).click();
  const field = page.getByRole('textbox', { name: 'HTML of Gallery' });
  await field.fill('[gallery ids="1,2,3"]');
  await checkScreen(page, 'item-html-block');
  await field.press('Control+s');
  expected = expected.replace('ids="1,2"', 'ids="1,2,3"');
  await waitFor('the saved text', async () => (await stored()) === expected);
  await field.press('Escape');

  // What was edited, and undone, is what it was.
  await text.getByText('markup').click();
  await page.keyboard.type('x');
  await page.keyboard.press('Control+z');
  await page.getByRole('radiogroup', { name: 'Editor' }).getByText('HTML').click();
  assert.equal(await page.getByRole('textbox', { name: 'Content as HTML' }).inputValue(), expected);
  assert.deepEqual(pageErrors(), []);
});

test('whatever is written in the visual editor opens there again as it was', async (t) => {
  const { server, page } = await openAdmin(t);
  const content =
    '<h2>Updates</h2>\n<ul><li>One</li><li><b>Two</b> <a href="https://x.example/" rel="nofollow">three</a></li></ul>';
  const { body } = await server.request('POST', '/content/post', { title: 'Simple', content });
  await page.goto(`${server.origin}/admin/content/post/${body.id}`);
  await page.getByRole('textbox', { name: 'Content', exact: true }).getByText('Two').waitFor();
  await checkScreen(page, 'item-rich');
  const show = (mode: string): Promise<void> =>
    page.getByRole('radiogroup', { name: 'Editor' }).getByText(mode).click();
  const opening = ['Opening hours:', 'Shift+Enter', ' Mon-Fri 9-17'];
  for (const keys of [opening, ...Array.from({ length: 5 }, (_, seed) => randomKeys(seed, 30))]) {
    await page.getByRole('textbox', { name: 'Content', exact: true }).focus();
    await page.keyboard.press('Control+a');
    for (const key of keys) await (isShortcut(key) ? page.keyboard.press(key) : page.keyboard.type(key));
    await show('HTML');
    const html = await page.getByRole('textbox', { name: 'Content as HTML' }).inputValue();
    await show('Visual');
    await page.getByRole('textbox', { name: 'Content', exact: true }).waitFor();
    const isKept = (await page.getByRole('button', { name: /^Edit HTML of/ }).count()) === 0;
    assert.ok(isKept, `${JSON.stringify(keys)} wrote ${html}`);
  }
});

test('a taxonomy is defined, its terms are nested, merged and given to items; a tag is renamed and deleted', async (t) => {
  const { server, page } = await openAdmin(t);
  await page.goto(`${server.origin}/admin/taxonomies`);
  await page.getByRole('button', { name: 'New taxonomy' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('Regions');
  await page.getByRole('textbox', { name: 'Singular' }).fill('Region');
  await page.getByRole('combobox', { name: 'Content types' }).click();
  await page.getByRole('option', { name: 'Posts' }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('checkbox', { name: 'Nested' }).check();
  const taxonomyName = page.getByRole('textbox', { name: 'Name', exact: true });
  await taxonomyName.fill('tags');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('input[aria-invalid=true][data-pointer="/name"]').waitFor();
  await taxonomyName.fill('regions');
  await checkScreen(page, 'taxonomy');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Taxonomy “Regions” saved').waitFor();
  await page.getByRole('link', { name: 'Regions' }).click();
  for (const [name, parent] of [['Asia'], ['Japan', 'Asia'], ['Nippon']] as const) {
    await page.getByRole('button', { name: 'New region' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    if (parent) {
      await page.getByRole('combobox', { name: 'Parent' }).click();
      await page.getByRole('option', { name: parent }).click();
    }
    if (parent) {
      const order = page.getByRole('textbox', { name: 'Order' });
      await order.fill('first');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByRole('alert').getByText('Enter a whole number').waitFor();
      await order.fill('-1');
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `Actions for ${name}` }).waitFor();
  }
  await page.goto(`${server.origin}/admin/content/post/new`);
  await page.getByLabel('Title').fill('Tour');
  await page.getByRole('combobox', { name: 'Regions' }).fill('Nippon');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Published', { exact: true }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.goto(`${server.origin}/admin/taxonomies/regions`);
  await page.getByRole('button', { name: 'Actions for Japan' }).click();
  await page.getByRole('menuitem', { name: 'Merge others into it…' }).click();
  await page.getByRole('combobox', { name: 'Merge these' }).click();
  await page.getByRole('option', { name: 'Nippon' }).click();
  await page.getByText('1 item will change').waitFor();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for Nippon' }).waitFor({ state: 'detached' });
  await checkScreen(page, 'terms');
  const { terms } = (await server.request('GET', '/content/post/tour')).body;
  assert.deepEqual(terms, { regions: ['japan'] });
  await page.getByRole('link', { name: 'Published items with Japan: 1' }).click();
  await page.getByRole('link', { name: 'Tour' }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('terms[regions]'), 'japan');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Regions' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: 'Japan' }).waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('In Japan');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'View: In Japan' }).waitFor();
  await page.goto(`${server.origin}/admin/content/post?${new URLSearchParams({ 'terms[regions]': 'asia' })}`);
  await page.getByText('No matching posts').waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'In Japan' }).click();
  await page.getByRole('link', { name: 'Tour' }).waitFor();

  await page.goto(`${server.origin}/admin/taxonomies/nowhere`);
  await page.getByText('No taxonomy is named “nowhere”').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Taxonomies' }).click();
  await page.getByRole('link', { name: 'Tags' }).click();
  await page.getByRole('navigation').locator('[data-active]').getByText('Content types').waitFor();
  await page.getByRole('button', { name: 'New tag' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Summer');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Tag “Summer” saved').waitFor();
  // On a slow network, the tag to be edited arrives when a new one is being written, and is too late.
  const { id } = (await server.request('GET', '/tags?search=summer')).body.items[0];
  const slow = Promise.withResolvers<void>();
  await page.route(`**/${id}`, async (route) => {
    const response = await route.fetch();
    await slow.promise;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Actions for Summer' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.locator('[aria-label="Actions for Summer"][data-loading]').waitFor();
  await page.getByRole('button', { name: 'New tag' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Autumn');
  const late = page.waitForResponse(`**/${id}`);
  slow.resolve();
  await late;
  await page.unroute(`**/${id}`);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Tag “Autumn” saved').waitFor();
  await page.getByRole('button', { name: 'Actions for Summer' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('High summer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Actions for High summer' }).waitFor();
  // The dialog is gone, and the keyboard goes on in the same row.
  await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Actions for High summer');
  await checkScreen(page, 'tags');
  await server.request('POST', '/content/page', { title: 'Beach', status: 'publish', tags: ['High summer'] });
  await page.reload();
  await page.getByRole('button', { name: 'Published items with High summer: 1' }).click();
  await page.getByRole('menuitem', { name: 'Posts' }).waitFor({ state: 'detached' });
  await page.getByRole('menuitem', { name: 'Pages' }).click();
  await page.getByRole('link', { name: 'Beach' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Actions for High summer' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete tag' }).click();
  await page.getByRole('button', { name: 'Actions for High summer' }).waitFor({ state: 'detached' });
  assert.equal((await server.request('GET', '/tags?search=summer')).body.total, 0);
  // The next row is in its place.
  await page.waitForFunction(() => document.activeElement?.ariaLabel?.startsWith('Actions for '));
});

test('authors are created, merged and chosen for items, as are languages, and users edit the author they are', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const { id } = (await server.request('POST', '/content/post', { title: 'Sea', status: 'draft' })).body;
  const authorOf = async () => (await server.request('GET', `/content/post/${id}`)).body.author?.name;
  await server.request('POST', '/authors', { name: 'From before', email: owner.email });

  await open('/authors', 'Authors');
  await page.getByRole('button', { name: 'New author' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann Lee');
  await dialog.getByRole('textbox', { name: 'About' }).fill('Writes about the sea.');
  await dialog.getByRole('button', { name: 'Add link' }).click();
  // An empty row is no link.
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await dialog.getByRole('textbox', { name: 'Label of link 1' }).fill('Blog');
  await dialog.getByRole('textbox', { name: 'URL of link 1' }).fill('ann.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByText(/must be a URL/)
    .first()
    .waitFor();
  await dialog.getByRole('textbox', { name: 'URL of link 1' }).fill('https://ann.example/');
  await checkScreen(page, 'author');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Author “Ann Lee” saved').waitFor();
  await page.getByRole('button', { name: 'Actions for Ann Lee' }).waitFor();
  await checkScreen(page, 'authors');

  await open(`/content/post/${id}`, 'Sea');
  const author = page.getByRole('combobox', { name: 'Author' });
  await author.fill('ann');
  await page.getByRole('option', { name: 'Ann Lee' }).click();
  await page.getByRole('combobox', { name: 'Language' }).fill('germ');
  await page.getByRole('option', { name: 'German' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal(await authorOf(), 'Ann Lee');
  assert.equal((await server.request('GET', `/content/post/${id}`)).body.language, 'de');
  await open('/content/post', 'Posts');
  await page.getByRole('combobox', { name: 'Any language' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await page.waitForURL((url) => url.searchParams.get('language') === 'de');
  await page.getByRole('link', { name: 'Sea', exact: true }).waitFor();

  await open('/authors/mine', 'My author profile');
  await page.getByRole('textbox', { name: 'About' }).fill('At the harbor.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Profile saved').waitFor();
  await open('/authors', 'Authors');
  await page.getByRole('button', { name: /^Is this / }).click();
  await dialog.getByRole('button', { name: 'Merge authors' }).click();
  await page.getByRole('button', { name: /^Is this / }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Actions for Ann Lee' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete author' }).click();
  await page.getByRole('combobox', { name: 'Other author' }).fill('before');
  await page.getByRole('option', { name: 'From before' }).click();
  await page.getByRole('button', { name: 'Merge author' }).click();
  await page.getByRole('button', { name: 'Actions for Ann Lee' }).waitFor({ state: 'detached' });
  assert.equal(await authorOf(), 'From before');

  for (const name of ['Bo', 'Bo Lind']) {
    const authorId = (await server.request('POST', '/authors', { name })).body.id;
    await server.request('POST', '/content/post', { title: `Of ${name}`, status: 'publish', authorId });
  }
  await page.reload();
  await page.getByRole('button', { name: 'Actions for From before' }).click();
  await page.getByRole('menuitem', { name: 'Merge others into it…' }).click();
  for (const name of ['Bo (bo)', 'Bo Lind (bo-lind)']) {
    await dialog.getByRole('combobox', { name: 'Merge these' }).fill('bo');
    await page.getByRole('option', { name, exact: true }).click();
  }
  await dialog.getByText('2 published items will change').waitFor();
  await checkScreen(page, 'merge-authors');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('2 authors merged into “From before”').waitFor();
  await page.getByRole('button', { name: 'Actions for Bo Lind' }).waitFor({ state: 'detached' });
  assert.equal((await server.request('GET', '/content/post/of-bo')).body.author.name, 'From before');
  assert.deepEqual(pageErrors(), []);
});

test('a type or a tag that was changed elsewhere is overwritten only when asked to, and only where it was changed', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  await server.request('POST', '/types', { name: 'room', label: 'Rooms' });
  await server.request('POST', '/tags', { name: 'Summer' });
  const overwrite = async (name: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: `This ${name} was changed elsewhere` });
    await dialog.getByRole('button', { name: 'Overwrite with my version' }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  await page.goto(`${server.origin}/admin/types/room`);
  await page.getByLabel('Label', { exact: true }).fill('Our rooms');
  await server.request('PATCH', '/types/room', { publicRead: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The record has changed since you read it').first().waitFor();
  assert.equal((await server.request('GET', '/types/room')).body.label, 'Rooms');
  await page.getByRole('button', { name: 'Save' }).click();
  await overwrite('type');
  await page.getByText('Type saved').waitFor();
  const { label, publicRead } = (await server.request('GET', '/types/room')).body;
  assert.deepEqual([label, publicRead], ['Our rooms', true]);

  await page.goto(`${server.origin}/admin/tags`);
  await page.getByRole('button', { name: 'Actions for Summer' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('High summer');
  await server.request('PATCH', '/tags/summer', { description: 'Warm' });
  await page.getByRole('button', { name: 'Save' }).click();
  await overwrite('tag');
  await page.getByRole('button', { name: 'Actions for High summer' }).waitFor();
  const tag = (await server.request('GET', '/tags/summer')).body;
  assert.deepEqual([tag.name, tag.description], ['High summer', 'Warm']);
  assert.ok(
    pageErrors().every((line) => line.includes('412')),
    pageErrors().join(),
  );
});

const texts = ['a', ' ', 'b c', ' d ', '  ', '<x> & ', '- ', '1. ', '> ', '```'];
const shortcuts = [
  ...['Enter', 'Shift+Enter', 'Backspace', 'ArrowLeft', 'Shift+ArrowLeft', 'Home', 'End'],
  ...['Control+b', 'Control+i', 'Control+u', 'Control+e', 'Control+Shift+s'],
  ...['Control+Alt+2', 'Control+Shift+7', 'Control+Shift+8', 'Control+Shift+b', 'Control+Alt+c'],
];

function isShortcut(key: string): boolean {
  return shortcuts.includes(key);
}

/** Texts and shortcuts as they are used in the visual editor, the same for each seed. */
function randomKeys(seed: number, count: number): string[] {
  const random = seededRandom(seed);
  const pick = (from: string[]): string => from[Math.floor(random() * from.length)] ?? '';
  return Array.from({ length: count }, () => pick(random() < 0.5 ? texts : shortcuts));
}

/** Selects an option by its label. */
async function choose(page: Page, input: ReturnType<Page['getByRole']>, option: string): Promise<void> {
  await input.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Selects a status above the list. */
async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Status' }).getByText(label).click();
}

/** Presses Tab until the element has focus. */
async function focusBy(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('Tab did not reach the element');
}
