// Where items are: former slugs, previews, links to the site, and the time when an item is unpublished.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { assertAccessible, checkScreen } from './support/screens.ts';

test('an item gets another slug, is previewed, and is unpublished at a time', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  const { body } = await server.request('POST', '/content/post', { title: 'Sale', slug: 'sale', status: 'publish' });
  const path = `/content/post/${body.id}`;
  const more = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  await t.test('a type says where its items are on the site', async () => {
    await page.goto(`${server.origin}/admin/types/post`);
    await page.getByLabel('URL on your site').fill('https://example.com/{name}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/must not contain \{name\}/)
      .first()
      .waitFor();
    await page.getByLabel('URL on your site').fill('https://example.com/blog/{slug}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Type saved').waitFor();
  });

  await t.test('a former slug is shown, and can be deleted', async () => {
    await page.goto(`${server.origin}/admin${path}`);
    const slug = page.getByRole('textbox', { name: 'Slug' });
    for (const text of ['sale-2026', 'größe']) {
      await slug.fill(text);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page
        .getByRole('button', { name: /^Delete the former slug/ })
        .first()
        .waitFor();
      await page.getByText('Draft not live yet').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Delete the former slug sale-2026' }).waitFor();
    assert.equal(
      (await server.request('GET', '/content/post/sale')).body.redirect,
      '/api/v1/content/post/gr%C3%B6%C3%9Fe',
    );
    await page.getByRole('button', { name: 'Delete the former slug sale', exact: true }).click();
    await page.getByText('Former slug “sale” deleted').waitFor();
    await page.getByRole('button', { name: 'Delete the former slug sale', exact: true }).waitFor({ state: 'detached' });
    assert.equal((await server.request('GET', '/content/post/sale')).status, 404);
  });

  await t.test('it is viewed on the site and previewed', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    const view = page.getByRole('menuitem', { name: 'View on site' });
    assert.equal(await view.getAttribute('href'), 'https://example.com/blog/gr%C3%B6%C3%9Fe');
    await page.keyboard.press('Escape');
    await server.request('PATCH', `${path}/draft`, {
      content: '<p>Half price</p><script>document.title = "x"</script>',
    });
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = await opened;
    await preview.getByText('Half price').waitFor();
    assert.equal(await preview.title(), 'Sale · Preview');
    await preview.close();
    await more('Preview link…');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page
      .getByText(/^Expires /)
      .last()
      .waitFor();
    await checkScreen(page, 'item-preview-link');
    const link = await page.getByRole('status').getByText('/preview/').textContent();
    const visitor = await fetch(link as string);
    assert.equal(visitor.status, 200);
    await page.keyboard.press('Escape');
  });

  await t.test('it is unpublished at a time, and what is moved to the trash comes back with it', async () => {
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await more('Unpublish at…');
    await page.getByRole('textbox', { name: 'Unpublish on' }).fill('2020-01-01T09:00');
    await page.getByRole('button', { name: 'Set time' }).click();
    await page.getByText('Enter a time in the future').waitFor();
    // Escape closes the calendar, and not the dialog. A chosen day keeps the time.
    await page.getByRole('button', { name: 'Calendar: Unpublish on' }).click();
    const calendar = page.getByRole('dialog', { name: 'Calendar' });
    await calendar.locator('[data-day]:focus').waitFor();
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await calendar.getByRole('button', { name: '31 January 2020' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Unpublish on' }).inputValue(), '31/01/2020, 09:00');
    await page.getByRole('textbox', { name: 'Unpublish on' }).fill('2100-01-01T09:00');
    await page.getByRole('button', { name: 'Set time' }).click();
    await page.getByText('Unpublished on').waitFor();
    await checkScreen(page, 'item-unpublish-at');
    // On a tablet the panel is a drawer beside the text.
    await page.setViewportSize({ width: 1024, height: 768 });
    const slug = page.getByRole('textbox', { name: 'Slug' });
    await slug.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Details' }).click();
    await slug.waitFor();
    await assertAccessible(page, 'the details on a tablet');
    await page.keyboard.press('Escape');
    await slug.waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), 'Details');
    await page.setViewportSize({ width: 1280, height: 844 });
    await slug.waitFor();
    assert.equal((await server.request('GET', path)).body.unpublishAt, '2100-01-01T09:00:00.000Z');
    await page.getByRole('main').getByRole('link', { name: 'Posts' }).click();
    await page.getByText(/^until /).waitFor();
    await page.getByRole('link', { name: 'Sale' }).click();
    await more('Move to trash');
    await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('“Sale” restored').waitFor();
    assert.equal((await server.request('GET', path)).body.unpublishAt, '2100-01-01T09:00:00.000Z');
    await page.getByRole('link', { name: 'Sale' }).click();
    await page.getByRole('button', { name: 'Cancel unpublishing' }).click();
    await page.getByText('Unpublished on').waitFor({ state: 'detached' });
    assert.equal((await server.request('GET', path)).body.unpublishAt, undefined);
  });

  // The URL that the server rejected.
  assert.ok(
    pageErrors().every((line) => line.includes('422')),
    pageErrors().join(),
  );
});
