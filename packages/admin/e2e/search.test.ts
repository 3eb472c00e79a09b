// Ctrl K: records of every kind, screens, settings and actions, with the keyboard only.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '../../server/test/support/media.ts';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

test('Ctrl K finds records, settings and actions, says when it finds nothing and when it cannot search', async (t) => {
  const { server, page, open, pageErrors } = await openAdmin(t);
  const create = async (path: string, body: object) => {
    const response = await server.request('POST', path, body);
    assert.ok(response.status < 300, JSON.stringify(response.body));
    return response.body;
  };
  const ada = await create('/contacts', { name: 'Ada Lovelace', email: 'ada@example.com' });
  const invoice = { number: 'R-2027-004', contactId: ada.id, amount: 4200, currency: 'eur' };
  const { id: invoiceId } = await create('/invoices', invoice);
  const form = new FormData();
  form.append('title', 'Harbor plan');
  form.append('file', new File([await picture('png')], 'plan.png'));
  const headers = { authorization: `Bearer ${server.token}` };
  const file = (await (await fetch(`${server.api}/media`, { method: 'POST', headers, body: form })).json()) as {
    id: string;
  };
  await open('/', 'Home');
  const box = page.getByRole('textbox', { name: 'Search' });
  const dialog = page.getByRole('dialog');
  const search = async (text: string) => {
    await page.keyboard.press('Control+k');
    await box.fill(text);
  };
  const option = (name: string | RegExp) => dialog.getByRole('button', { name }).first();

  // What is typed while the search is loading is not lost.
  const { promise: mayLoad, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/screen-search/, async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lover');
  await page.keyboard.press('Backspace');
  goOn();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value === 'love');
  await page.keyboard.type('l');
  assert.equal(await box.inputValue(), 'lovel');
  await option(/^Ada Lovelace/).waitFor();
  await option(/^R-2027-004/).waitFor();
  await page.keyboard.press('ArrowDown');
  await checkScreen(page, 'search');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  for (const [text, found, url] of [
    ['ada@example.com', /^Ada Lovelace/, `/contacts/${ada.id}`],
    ['r-2027', /^R-2027-004/, `/invoices/${invoiceId}`],
    ['stripe', /^Payment processor/, '/settings/processor'],
    ['new inv', /^New invoice/, '/invoices/new'],
    ['create product', /^New product/, '/content/product/new'],
  ] as const) {
    await search(text);
    await option(found).waitFor();
    await dialog.getByText('Searching…').waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin${url}`);
    await dialog.waitFor({ state: 'hidden' });
  }

  await open('/', 'Home');
  await search('harbor plan');
  await option(/^Harbor plan/).click();
  await page.waitForURL((url) => url.search === `?file=${file.id}`);
  await page.getByRole('dialog', { name: 'Harbor plan' }).getByRole('button', { name: 'Close' }).first().click();
  await page.waitForURL('**/admin/media');

  // Other forms of the words are marked, here and in lists.
  const content = '<p>From the old quay you see the lighthouses and the sea.</p>';
  await create('/content/post', { title: 'A harbor walk', content, status: 'publish' });
  await open('/', 'Home');
  await search('lighthouse');
  await option(/^A harbor walk/).waitFor();
  assert.equal(await dialog.locator('mark').textContent(), 'lighthouses');
  await checkScreen(page, 'search-highlights');
  await page.keyboard.press('Escape');
  await open('/content/post?search=lighthouse+walk', 'Posts');
  await page.getByRole('link', { name: 'A harbor walk', exact: true }).waitFor();
  assert.deepEqual(await page.getByRole('table').locator('mark').allTextContents(), ['walk', 'lighthouses']);

  await open('/', 'Home');
  await search('no such thing');
  await dialog.getByText('No results for “no such thing”').waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(pageErrors(), []);

  await page.route('**/api/v1/search?**', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Internal error', status: 500, code: 'internal_error' }),
    }),
  );
  await search('invoices');
  await dialog.getByRole('alert').getByText('Records were not searched').waitFor();
  await option(/^Invoices/).waitFor();
});
