// A form that sells: its owner enters lines, stock and a discount code; a visitor sees the running total, what is sold out,
// and pays what the service worked out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAdmin } from './support/admin.ts';
import { assertAccessible, checkScreen } from './support/screens.ts';

const email = { name: 'email', type: 'email', label: 'Email' };

test('lines, stock and discounts are entered, ordered, paid and returned to stock', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  const { request, origin } = server;
  const fee = { name: 'tickets', type: 'payment', label: 'Tickets', amount: 100, currency: 'eur' };
  const form = (await request('POST', '/forms', { name: 'Fair', fields: [email, fee] })).body;

  await page.goto(`${origin}/admin/forms/${form.id}`);
  await page.getByRole('button', { name: /^Tickets/ }).click();
  await page.getByText('What is chosen').click();
  await page.getByLabel('Label', { exact: true }).last().fill('Ticket');
  for (const [index, [label, price, stock]] of [
    ['Early bird', '30', '1'],
    ['Full price', '50', ''],
  ].entries()) {
    await page.getByLabel(`Label of option ${index + 1}`).fill(label as string);
    await page.getByLabel(`Price of option ${index + 1}`).fill(price as string);
    await page.getByLabel(`Stock of option ${index + 1}`).fill(stock as string);
  }
  await page.getByLabel('Maximum quantity').fill('3');
  await page.getByRole('button', { name: 'Add amount to enter' }).click();
  await page.getByLabel('Label', { exact: true }).last().fill('Tip');
  await page.getByLabel('Ask for a discount code').check();
  await page.getByLabel('Show visitors how many are left').check();
  await checkScreen(page, 'form-builder-lines');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Form saved').waitFor();
  const [, saved] = (await request('GET', `/forms/${form.id}`)).body.fields;
  assert.deepEqual(saved.lines, [
    {
      ...{ name: 'ticket', type: 'choice', label: 'Ticket', maxQuantity: 3 },
      options: [
        { value: 'early_bird', label: 'Early bird', amount: 3000, stock: 1 },
        { value: 'full_price', label: 'Full price', amount: 5000 },
      ],
    },
    { name: 'tip', type: 'custom', label: 'Tip' },
  ]);

  await page.getByRole('button', { name: 'Stock and discounts' }).click();
  await page.getByRole('button', { name: 'Create discount code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill('friends');
  await page.getByRole('textbox', { name: 'Percent' }).fill('10');
  await page.getByRole('dialog').getByRole('button', { name: 'Create discount code' }).click();
  await page.getByText('10 % off, used 0 times').waitFor();
  await checkScreen(page, 'form-sales');

  const visitor = await (
    await page
      .context()
      .browser()!
      .newContext({ viewport: { width: 390, height: 800 } })
  ).newPage();
  await visitor.goto(`${origin}/f/fair`);
  await assertAccessible(visitor, 'the form page');
  assert.equal(await visitor.locator('output').textContent(), '€0.00');
  await visitor.getByLabel('Early bird').check();
  await visitor.getByLabel('Tip').fill('2.50');
  assert.equal(await visitor.locator('output').textContent(), '€32.50');
  await visitor.getByLabel('Discount code').fill('Friends');
  await visitor.getByText('Total before the discount').waitFor();
  await visitor.getByLabel('Email').fill('ada@example.com');
  await visitor.getByRole('button', { name: 'Continue to payment' }).click();
  await visitor.getByText('Ticket: Early bird').first().waitFor();
  await visitor.getByRole('button', { name: /^Pay/ }).click();
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor();
  await visitor.goto(`${origin}/f/fair`);
  assert.ok(await visitor.getByLabel('Early bird').isDisabled());
  await visitor.context().close();

  const payment = (await request('GET', '/payments')).body.items[0];
  assert.deepEqual([payment.amount, payment.discount], [2925, { code: 'FRIENDS', amount: 325 }]);
  await page.goto(`${origin}/admin/payments/${payment.id}`);
  await page.getByText('Discount FRIENDS').waitFor();
  await checkScreen(page, 'payment-lines');
  await page.getByRole('button', { name: 'Return to stock' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Return to stock' }).click();
  await page.getByText('Back in stock.').waitFor();
  assert.equal((await request('GET', `/forms/${form.id}/stock`)).body.items[0].available, 1);
  assert.deepEqual(pageErrors(), []);
});
