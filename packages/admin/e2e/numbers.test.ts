// Numbers and amounts, typed and pasted in browsers of several regions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';

type Case = { typed: string; stored: number; shown: string };

const regions: Record<string, Case[]> = {
  'en-US': [
    { typed: '24.50', stored: 24.5, shown: '24.50' },
    { typed: '1,234.50', stored: 1234.5, shown: '1234.50' },
    { typed: '1.234,50', stored: 1234.5, shown: '1234.50' },
  ],
  'de-DE': [
    { typed: '24.50', stored: 24.5, shown: '24,50' },
    { typed: '1.234,50', stored: 1234.5, shown: '1234,50' },
    { typed: '1,234.5', stored: 1234.5, shown: '1234,50' },
  ],
  'fr-CH': [{ typed: '1’234.50', stored: 1234.5, shown: '1234.50' }],
};

for (const [locale, cases] of Object.entries(regions)) {
  test(`a price typed or pasted in ${locale} is stored as it reads`, async (t) => {
    const { server, page, pageErrors } = await openAdmin(t, {}, locale);
    const { body } = await server.request('GET', '/content/product');
    const address = `/content/product/${body.items[0].id}`;
    const priceOf = async (): Promise<unknown> => (await server.request('GET', address)).body.fields.price;
    // What is published is saved in its draft.
    await server.request('PATCH', address, { status: 'draft' });
    await page.goto(`/admin${address}`);
    const price = page.getByRole('textbox', { name: 'Price' });
    const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    for (const { typed, stored, shown } of cases) {
      for (const way of ['typed', 'pasted']) {
        await server.request('PATCH', address, { fields: { price: 1 } });
        await page.reload();
        await price.focus();
        await page.keyboard.press('ControlOrMeta+a');
        if (way === 'typed') await page.keyboard.type(typed);
        else await page.keyboard.insertText(typed);
        await Promise.all([saved(), page.keyboard.press('Control+s')]);
        await page.getByText('Saved', { exact: true }).waitFor();
        assert.equal(await priceOf(), stored, `${typed} ${way}`);
        assert.equal(await price.inputValue(), shown);
      }
      await page.reload();
      await price.waitFor();
      assert.equal(await price.inputValue(), shown, 'after loading it again');
    }

    for (const typed of ['1.234', '1,234']) {
      await price.fill(typed);
      await page.keyboard.press('Control+s');
      const question = /can mean two numbers\. Enter 1234 or 1[.,]2340/;
      await page.locator('.mantine-InputWrapper-error').filter({ hasText: question }).waitFor();
      assert.equal(await price.inputValue(), typed);
    }
    assert.equal(await priceOf(), cases.at(-1)?.stored, 'an ambiguous number is not saved');
    await price.fill('1234');
    await Promise.all([saved(), page.keyboard.press('Control+s')]);
    assert.equal(await priceOf(), 1234);
    assert.deepEqual(pageErrors(), []);
  });
}

test('limits in a type and amounts in a form are read like prices', async (t) => {
  const { server, page, open } = await openAdmin(t, {}, 'de-DE');
  await open('/types/product', /Product/);
  await page.getByRole('button', { name: /^Price/ }).click();
  await page.getByLabel('Maximum value').fill('1.234,5');
  await page.getByLabel('Minimum value').fill('0,5');
  await page.getByLabel('Default').fill('24,50');
  // The plan of the change is read first.
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.ok() && !answer.url().includes('dryRun'),
  );
  await Promise.all([saved, page.keyboard.press('Control+s')]);
  const { fields } = (await server.request('GET', '/types/product')).body;
  assert.deepEqual([fields[0].min, fields[0].max, fields[0].default], [0.5, 1234.5, 24.5]);

  await open('/payments/new', /./);
  await page.getByLabel('Amount').fill('1.234,50');
  const answer = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.keyboard.press('Control+Enter');
  assert.equal((await answer).request().postDataJSON().amount, 123_450);
});
