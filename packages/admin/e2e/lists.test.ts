// The list of items: many at once, columns, pages and views.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { assertAccessible, checkScreen } from './support/screens.ts';

const pad = (number: number): string => String(number).padStart(2, '0');

test('many items are selected, tagged, published and moved to the trash, and that is undone', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const fields = [
    { name: 'price', type: 'number', label: 'Price' },
    { name: 'maker', type: 'text', label: 'Maker' },
    { name: 'color', type: 'select', label: 'Color', options: ['red', 'blue'], required: true },
    { name: 'notes', type: 'textarea', label: 'Notes' },
  ];
  await server.request('POST', '/types', { name: 'lamp', label: 'Lamps', strict: true, fields });
  const operations = Array.from({ length: 60 }, (_, index) => ({
    ...{ action: 'create', title: `Lamp ${pad(index + 1)}`, status: index % 3 === 0 ? 'draft' : 'publish' },
    fields: { price: 20 + index, maker: index % 2 ? 'Lumen' : 'Sol', color: 'red', notes: `Note ${index}` },
  }));
  const created = await server.request('POST', '/content/lamp/bulk', { operations });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const countOf = async (query: string): Promise<number> =>
    (await server.request('GET', `/content/lamp?status=any&limit=1&${query}`)).body.total;
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  const bar = page.getByRole('region', { name: 'Selected items' });
  const note = page.locator('.mantine-Notification-root');
  const hasTotal = (total: number) => page.getByText(`of ${total}`, { exact: false }).first().waitFor();

  await open('/content/lamp?orderBy=title&order=asc', 'Lamps');
  await box('Lamp 03').click();
  await box('Lamp 08').click({ modifiers: ['Shift'] });
  await bar.getByText('6 selected').waitFor();
  await checkScreen(page, 'lists-selected');
  await page.getByRole('button', { name: 'Next' }).click();
  await row('Lamp 21').waitFor();
  await bar.getByText('6 selected').waitFor();
  await bar.getByRole('button', { name: 'Select all 60' }).click();
  await bar.getByText('60 selected').waitFor();
  await bar.getByRole('button', { name: 'Tags and categories' }).click();
  await page.getByRole('combobox', { name: 'Add tags' }).fill('Summer');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Add categories' }).fill('Indoor');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
  await note.getByText('Tags and categories of 60 items changed').waitFor();
  assert.deepEqual([await countOf('tag=summer'), await countOf('category=indoor')], [60, 60]);
  await note.getByRole('button', { name: 'Undo' }).click();
  await note.getByText('60 items changed back').waitFor();
  assert.equal(await countOf('tag=summer'), 0);

  // With the keyboard alone, while the network is slow: no letter is lost, and a line shows that the rows are those of before.
  await open('/content/lamp?orderBy=title&order=asc', 'Lamps');
  const list = page.getByRole('region', { name: 'Lamps' });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/content/lamp?*search=*', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('Lamp 0', { delay: 280 });
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => {
    const list = document.querySelector('section[aria-busy="true"]');
    return list !== null && getComputedStyle(list, '::after').opacity === '1';
  });
  assert.equal(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), 'Lamp 07');
  release();
  await row('Lamp 08').waitFor({ state: 'detached' });
  await list.and(page.locator('[aria-busy="false"]')).waitFor();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Lamp 07');
  await page.unroute('**/content/lamp?*search=*');

  await open('/content/lamp?orderBy=title&order=asc', 'Lamps');
  await row('Lamp 01').waitFor();
  for (const key of ['j', 'x', 'j', 'ArrowDown', 'x', 'k', 'x']) await page.keyboard.press(key);
  await bar.getByText('3 selected').waitFor();
  assert.deepEqual(
    await Promise.all(['Lamp 01', 'Lamp 02', 'Lamp 03', 'Lamp 04'].map((name) => box(name).isChecked())),
    [true, true, true, false],
  );
  await bar.getByRole('button', { name: 'Publish', exact: true }).click();
  const published = note.filter({ hasText: '1 item published' });
  await published.waitFor();
  await box('Lamp 01').click();
  // Waits until it is still.
  await published.hover();
  const [above, below] = await Promise.all([published, bar].map((part) => part.boundingBox()));
  assert.ok(above && below && above.y + above.height <= below.y, 'a notification covers the buttons of the bar');
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });

  await box('Lamp 02').click();
  await box('Lamp 04').click();
  // The pointer is still on a chosen row.
  await assertAccessible(page, 'a chosen row under the pointer');
  await bar.getByRole('button', { name: 'Move to trash' }).click();
  await note.getByText('2 items moved to trash').waitFor();
  await row('Lamp 02').waitFor({ state: 'detached' });
  // The bar is gone, and the keyboard goes on where the last chosen row was.
  await page.waitForFunction(() => document.activeElement?.closest('[data-row]'));
  assert.equal(await countOf(''), 58);
  await note.filter({ hasText: 'moved to trash' }).getByRole('button', { name: 'Undo' }).click();
  await row('Lamp 02').waitFor();
  const statuses = ['lamp-02', 'lamp-04'].map(
    async (slug) => (await server.request('GET', `/content/lamp/${slug}`)).body.status,
  );
  assert.deepEqual(await Promise.all(statuses), ['publish', 'draft']);

  // Items with faults are named, and the others can go on without them.
  const incomplete = await server.request('GET', '/content/lamp/lamp-07');
  const changed = [...fields, { name: 'watts', type: 'integer', label: 'Watts', required: true }];
  assert.equal((await server.request('PATCH', '/types/lamp', { fields: changed })).status, 200);
  await server.request('PATCH', `/content/lamp/${incomplete.body.id}`, { fields: { watts: 40 } });
  for (const name of ['Lamp 04', 'Lamp 07', 'Lamp 10']) await box(name).click();
  await bar.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Lamp 10: watts is required').waitFor();
  await dialog.getByRole('button', { name: 'Publish the other 1 item' }).click();
  await row('Lamp 07').getByText('Published').waitFor();
  assert.equal((await server.request('GET', '/content/lamp/lamp-07')).body.status, 'publish');
  assert.equal((await server.request('GET', '/content/lamp/lamp-04')).body.status, 'draft');

  // Columns, page size and page are in the URL.
  await open('/content/lamp?orderBy=title&order=asc', 'Lamps');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Maker' }).click();
  await page.getByRole('checkbox', { name: 'Status' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Maker' }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Status' }).count(), 0);
  await page.getByRole('columnheader', { name: 'Maker' }).getByRole('button').click();
  await page.getByLabel('Page', { exact: true }).fill('3');
  await page.keyboard.press('Enter');
  await page.getByText('41–60 of 60').waitFor();
  await page.reload();
  await page.getByText('41–60 of 60').waitFor();
  await page.getByRole('columnheader', { name: 'Maker' }).waitFor();
  await page.goBack();
  await page.getByText('1–20 of 60').waitFor();
  await page.getByRole('combobox', { name: 'Results per page' }).click();
  await page.getByRole('option', { name: '50 per page' }).click();
  await page.getByText('1–50 of 60').waitFor();
  assert.match(page.url(), /size=50/);
  await hasTotal(60);
  await checkScreen(page, 'lists-columns');
  // On a phone, what limits the list is in a sheet.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByText('Drafts').click();
  await assertAccessible(page, 'the filters on a phone');
  await sheet.getByRole('button', { name: 'Show results' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await sheet.getByRole('button', { name: 'Clear filters' }).click();
  await sheet.getByRole('button', { name: 'Show results' }).click();
  await page.setViewportSize({ width: 1280, height: 844 });

  // A view keeps all of this.
  await page.getByRole('button', { name: 'Views' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Save as a new view');
  assert.equal(await page.locator('[role=menu] [tabindex]:not([role=menuitem])').count(), 0);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('By maker');
  await page.getByRole('checkbox', { name: 'Share with all users' }).check();
  await page.getByRole('button', { name: 'Save view' }).click();
  await note.getByText('View “By maker” saved').waitFor();
  await page.getByRole('button', { name: 'View: By maker' }).waitFor();
  await open('/content/lamp', 'Lamps');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'By maker' }).click();
  await page.getByText('1–50 of 60').waitFor();
  await page.getByRole('columnheader', { name: 'Maker' }).waitFor();
  assert.equal(await page.getByRole('columnheader', { name: 'Status' }).count(), 0);
  await page.getByRole('searchbox', { name: 'Search' }).fill('lamp');
  await page.getByRole('button', { name: 'View: By maker (changed)' }).click();
  await page.getByRole('menuitem', { name: 'Save changes' }).click();
  await note.getByText('View saved', { exact: true }).waitFor();
  assert.equal(await page.getByText('By maker (changed)').count(), 0);
  await page.getByRole('button', { name: 'View: By maker' }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await note.getByText('View “By maker” deleted').waitFor();
  await open('/content/lamp?orderBy=title&order=asc&size=50', 'Lamps');
  await row('Lamp 50').waitFor();

  // The trash: restored, or deleted for good.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await bar.getByText('50 selected').waitFor();
  await bar.getByRole('button', { name: 'Move to trash' }).click();
  await note.getByText('50 items moved to trash').waitFor();
  await page.getByText('Trash', { exact: false }).first().click();
  await page.getByText('1–50 of 50').or(page.getByText('50 results')).waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await bar.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 50 items' }).click();
  await note.getByText('50 items deleted').waitFor();
  await page.getByText('The trash is empty').waitFor();
  assert.equal(await countOf(''), 10);
  assert.deepEqual(pageErrors(), []);
});

test('the list of posts does not move while it loads', async (t) => {
  const { server, page } = await openAdmin(t);
  await server.request('POST', '/content/post', { title: 'One', status: 'publish' });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    // The type comes last: its name is in the heading and on the button.
    await page.route('**/api/v1/types**', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto('/admin/content/post');
    await page.getByRole('searchbox', { name: 'Search' }).waitFor();
    release();
    await page.getByRole('link', { name: 'One', exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    const shifted = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              resolve((globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0)),
            ),
          ),
        ),
    );
    assert.ok(shifted < 0.02, `${shifted} at ${width}`);
    await page.unroute('**/api/v1/types**');
  }
});
