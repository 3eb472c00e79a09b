// Groups, lists of groups and blocks: declared, filled by keyboard, moved, refused with a fault, and read again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openAdmin } from './support/admin.ts';
import { checkScreen } from './support/screens.ts';

const fields = [
  {
    name: 'seo',
    type: 'group',
    label: 'SEO',
    fields: [
      { name: 'headline', type: 'text', label: 'Headline', max: 30 },
      { name: 'spot', type: 'geo' },
    ],
  },
  {
    name: 'rows',
    type: 'list',
    label: 'Rows',
    of: {
      type: 'group',
      fields: [
        { name: 'label', type: 'text', label: 'Label', required: true },
        { name: 'price', type: 'money', label: 'Price', currency: 'eur', min: 0 },
        { name: 'sizes', type: 'list', label: 'Sizes', of: { type: 'integer', min: 1 } },
      ],
    },
  },
  {
    name: 'body',
    type: 'blocks',
    label: 'Body',
    blocks: [
      { name: 'quote', label: 'Quote', fields: [{ name: 'text', type: 'textarea', label: 'Text', required: true }] },
      {
        name: 'gallery',
        label: 'Gallery',
        fields: [{ name: 'images', type: 'media', label: 'Images', multiple: true }],
      },
    ],
  },
  { name: 'related', type: 'reference', label: 'Related', multiple: true, to: ['post'] },
  { name: 'opens', type: 'time', label: 'Opens' },
  { name: 'tint', type: 'color', label: 'Tint' },
];

test('values inside others are edited by keyboard and pointer', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  for (const title of ['News', 'Offers']) await server.request('POST', '/content/post', { title });
  await declare(page);
  const declared = (await server.request('GET', '/types/mug')).body.fields;
  const text = { name: 'headline', type: 'text', label: 'Headline' };
  assert.deepEqual(declared, [
    { name: 'seo', type: 'group', label: 'SEO', fields: [text] },
    { name: 'rows', type: 'list', label: 'Rows', of: { type: 'group', fields: [text] } },
    { name: 'body', type: 'blocks', label: 'Body', blocks: [{ name: 'quote', label: 'Quote', fields: [text] }] },
  ]);
  assert.equal((await server.request('PATCH', '/types/mug', { fields })).status, 200);
  await page.goto('/admin/content/mug/new');
  await page.getByLabel('Title').fill('Mug');
  const seo = page.getByRole('group', { name: 'SEO', exact: true });
  await seo.getByLabel('Headline').fill('Mugs from Delft');
  await seo.getByLabel('spot, latitude').fill('52.5');
  await seo.getByLabel('spot, longitude').fill('13.4');

  // Each new row opens, and its first input gets the focus.
  const rows = page.getByRole('group', { name: 'Rows', exact: true });
  for (const [label, price] of [
    ['Small', '12.00'],
    ['Medium', '-1'],
    ['Large', '20.5'],
  ]) {
    await rows.getByRole('button', { name: 'Add row to Rows' }).press('Enter');
    await rows.getByLabel('Label').last().and(page.locator(':focus')).waitFor();
    await page.keyboard.type(label as string);
    await page.keyboard.press('Tab');
    await page.keyboard.type(price as string);
  }
  await rows.getByRole('button', { name: 'Add row to Sizes' }).first().click();
  await page.keyboard.type('7');
  await rows.getByRole('textbox', { name: 'Row 1', exact: true }).and(page.locator(':focus')).waitFor();
  await rows.getByRole('button', { name: 'Collapse all' }).click();
  const titles = () => rows.getByRole('button', { expanded: false }).filter({ hasText: /^Row/ }).allTextContents();
  assert.deepEqual(await titles(), ['Row 1: Small', 'Row 2: Medium', 'Row 3: Large']);

  // By keyboard: the handle keeps the focus, and what happened is announced.
  await rows.getByRole('button', { name: 'Move Row 3: Large' }).press('ArrowUp');
  await rows.getByText('Row 3: Large moved to position 2 of 3').waitFor();
  assert.match(await page.evaluate(() => document.activeElement?.ariaLabel ?? ''), /^Move Row 2: Large/);
  // By pointer, back again.
  const from = await rows.getByRole('button', { name: 'Move Row 2: Large' }).boundingBox();
  const last = await rows.getByRole('button', { name: 'Row 3: Medium', exact: true }).boundingBox();
  assert.ok(from && last);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, last.y + last.height + 4, { steps: 5 });
  await page.mouse.up();
  assert.deepEqual(await titles(), ['Row 1: Small', 'Row 2: Medium', 'Row 3: Large']);

  const body = page.getByRole('group', { name: 'Body', exact: true });
  await body.getByRole('button', { name: 'Add block to Body' }).click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  await body.getByLabel('Text').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('The best mug');
  await page.getByRole('combobox', { name: 'Add to Related' }).fill('Offers');
  await page.getByRole('option', { name: 'Offers' }).click();
  await page.getByLabel('Opens').fill('09:30');
  await page.getByLabel('Tint', { exact: true }).fill('#1a73e8');

  // The fault is at its input, in a row that opens for it.
  await page.keyboard.press('Control+s');
  const wrong = rows.getByLabel('Price');
  await wrong.and(page.locator('[data-pointer="/fields/rows/1/price/amount"][aria-invalid="true"]:focus')).waitFor();
  await rows.getByText('Must be at least €0.00').waitFor();
  await page.getByRole('button', { name: 'Rows, 2, Price, amount' }).waitFor();
  await checkScreen(page, 'nested-fields');
  await wrong.fill('16');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/item_/);

  const id = page.url().split('/').at(-1);
  const read = async () => (await server.request('GET', `/content/mug/${id}`)).body.fields;
  const { related, ...stored } = await read();
  assert.equal(related.length, 1);
  assert.deepEqual(stored, {
    seo: { headline: 'Mugs from Delft', spot: { lat: 52.5, lng: 13.4 } },
    rows: [
      { label: 'Small', price: { amount: 1200, currency: 'eur' }, sizes: [7] },
      { label: 'Medium', price: { amount: 1600, currency: 'eur' } },
      { label: 'Large', price: { amount: 2050, currency: 'eur' } },
    ],
    body: [{ type: 'quote', text: 'The best mug' }],
    opens: '09:30',
    tint: '#1a73e8',
  });

  // Read again, duplicated and removed with the menu.
  await page.reload();
  await rows.getByRole('button', { name: 'Actions for Row 1: Small' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByText('Row added at position 2 of 4').waitFor({ state: 'attached' });
  await rows.getByRole('button', { name: 'Actions for Row 4: Large' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByText('Row 4: Large removed').waitFor({ state: 'attached' });
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await page.keyboard.press('Control+s');
  await saved;
  assert.deepEqual(
    (await read()).rows.map(({ label }: { label: string }) => label),
    ['Small', 'Small', 'Medium'],
  );
  // A list shows how many there are.
  await page.goto('/admin/content/mug');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Rows' }).check();
  await page.getByRole('cell', { name: '3 rows' }).waitFor();
  // The browser logs each rejected request.
  assert.deepEqual(
    pageErrors().filter((line) => !line.includes('422')),
    [],
  );
});

/** Declares the fields with the editor of types, each with a text inside. */
async function declare(page: Page): Promise<void> {
  await page.goto('/admin/types/_new');
  await page.getByLabel('Label', { exact: true }).fill('Mugs');
  const newFieldHasFocus = () =>
    page.waitForFunction(() =>
      document.activeElement?.closest('li')?.querySelector('button')?.textContent?.startsWith('New field'),
    );
  const text = async (inside: string): Promise<void> => {
    await page.getByRole('button', { name: `Add field to ${inside}`, exact: true }).click();
    await newFieldHasFocus();
    await page.keyboard.type('Headline');
  };
  const add = async (label: string, kind: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add field', exact: true }).click();
    await newFieldHasFocus();
    await page.keyboard.type(label);
    await page.getByRole('combobox', { name: 'Kind', exact: true }).click();
    await page.getByRole('option', { name: kind, exact: true }).click();
  };
  await add('SEO', 'Group of fields');
  await text('SEO');
  await add('Rows', 'List of values');
  await page.getByRole('button', { name: 'Declare the entries' }).click();
  await page.getByRole('combobox', { name: 'Kind of an entry' }).click();
  await page.getByRole('option', { name: 'Group of fields', exact: true }).click();
  await text('the entries');
  await add('Body', 'Blocks');
  await page.getByRole('button', { name: 'Add block to Body' }).click();
  await page.getByLabel('Label of the block').fill('Quote');
  await text('Quote');
  await checkScreen(page, 'nested-types');
  await page.getByRole('button', { name: 'Create type' }).click();
  await page.waitForURL(/content\/mug$/);
}
