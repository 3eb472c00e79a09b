// A form that sells: its owner enters lines, stock and a discount code; a visitor sees the running total, what is sold out,
// and pays what the service worked out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin } from './support/admin.ts';
import { openContext } from './support/browser.ts';
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
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Early bird €30.00 1 left').waitFor();
  await page.getByLabel('Allow several options').check();
  await preview.getByRole('textbox', { name: 'Quantity: Early bird' }).waitFor();
  await page.getByLabel('Allow several options').uncheck();
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

  await page.goto(`${origin}/admin/forms`);
  await page.getByRole('cell', { name: 'What is chosen (EUR)' }).waitFor();
  await page.goto(`${origin}/admin/forms/${form.id}`);
  await page.getByRole('button', { name: 'Stock and discounts' }).click();
  await page.getByRole('button', { name: 'Create discount code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill('friends');
  await page.getByRole('textbox', { name: 'Percent' }).fill('10');
  await page.getByRole('dialog').getByRole('button', { name: 'Create discount code' }).click();
  await page.getByText('10 % off, used 0 times').waitFor();
  await page.getByRole('button', { name: 'Edit FRIENDS' }).click();
  await page.getByRole('textbox', { name: 'Maximum uses' }).fill('5');
  await page.getByRole('combobox', { name: 'For', exact: true }).click();
  await page.getByRole('option', { name: 'Ticket', exact: true }).click();
  await page.getByRole('option', { name: 'Tip' }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Save discount code' }).click();
  await page.getByText('10 % off, used 0 of 5 times, for Ticket, Tip').waitFor();
  await checkScreen(page, 'form-sales');

  const visitor = await (await openContext(t, { viewport: { width: 390, height: 800 } })).newPage();
  await visitor.goto(`${origin}/f/fair`);
  await assertAccessible(visitor, 'the form page');
  const total = visitor.locator('.total');
  assert.equal(await total.textContent(), 'Total €0.00');
  // As the service reads it: digits of any keyboard, and separators in the language of the page.
  const guests = { name: 'guests', type: 'integer', label: 'Guests' };
  const price = { name: 'price', type: 'calculation', label: 'Price', formula: 'guests * 2.5' };
  await request('POST', '/forms', { name: 'Dinner', fields: [guests, price] });
  for (const [path, label, typed, shown] of [
    ['fair?lang=de', 'Tip', '1.000,50', '1.000,50 €'],
    ['fair?lang=en', 'Tip', '1,000', '€1,000.00'],
    ['fair?lang=ja', 'Tip', '１，０００', '€1,000.00'],
    ['fair?lang=en', 'Tip', '1.000', '€0.00'],
    ['dinner?lang=ar', 'Guests', '١٢', '30'],
    ['dinner?lang=de', 'Guests', '1.000', '2.500'],
  ] as const) {
    await visitor.goto(`${origin}/f/${path}`);
    await visitor.getByLabel(label, { exact: false }).focus();
    await visitor.keyboard.insertText(typed);
    const output = (await visitor.locator('output.price').textContent()) ?? '';
    assert.equal(output.replaceAll('\u00a0', ' '), shown, `${path} ${typed}`);
  }
  await visitor.goto(`${origin}/f/fair`);
  await visitor.getByLabel('Early bird').check();
  await visitor.getByLabel('Tip').fill('2.50');
  assert.equal(await total.textContent(), 'Total €32.50');
  await visitor.getByLabel('Discount code').fill('Enemies');
  await visitor.getByText('Total before the discount').waitFor();
  await visitor.getByRole('button', { name: 'Apply' }).click();
  await visitor.getByText('this discount code is not valid').waitFor();
  await visitor.getByLabel('Discount code').fill('Friends');
  await visitor.getByLabel('Discount code').press('Enter');
  await visitor.getByText('Discount (FRIENDS) -€3.25').waitFor();
  assert.equal(await total.textContent(), 'Total €29.25');
  await visitor.getByLabel('Full price').check();
  await visitor.getByText('Discount (FRIENDS) -€5.25').waitFor();
  await visitor.getByLabel('Early bird').check();
  await visitor.getByText('Discount (FRIENDS) -€3.25').waitFor();
  await assertAccessible(visitor, 'the form page with a discount');
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

  await page.goto(`${origin}/admin/forms/${form.id}`);
  await page.getByRole('button', { name: 'Stock and discounts' }).click();
  await page.getByRole('button', { name: 'End FRIENDS' }).click();
  await page.getByRole('button', { name: 'End discount code' }).click();
  await page.getByText('ended', { exact: true }).waitFor();
  assert.ok((await request('GET', `/forms/${form.id}/discounts`)).body.items[0].validUntil);
  assert.deepEqual(pageErrors(), []);
});

test('an order in the second part of a form survives going back and on, with JavaScript and without', async (t) => {
  const { server, page } = await openAdmin(t);
  const { request, origin } = server;
  const options = [
    { value: 'early', label: 'Early bird', amount: 3000, stock: 1 },
    { value: 'full', label: 'Full price', amount: 5000 },
  ];
  const lines = [
    { name: 'ticket', type: 'choice', label: 'Ticket', required: true, maxQuantity: 3, options },
    { name: 'lunch', type: 'item', label: 'Lunch', amount: 1250, minQuantity: 0, maxQuantity: 4 },
    { name: 'tip', type: 'custom', label: 'Tip' },
  ];
  const tickets = { name: 'tickets', type: 'payment', label: 'Tickets', currency: 'eur', lines, step: 2 };
  const note = { name: 'note', type: 'text', label: 'Note', step: 3 };
  await request('POST', '/forms', { name: 'Fair', fields: [{ ...email, required: true }, tickets, note] });

  for (const javaScriptEnabled of [true, false]) {
    const context = await openContext(t, { javaScriptEnabled, viewport: { width: 390, height: 800 } });
    const visitor = await context.newPage();
    const press = (name: string) => visitor.getByRole('button', { name }).click();
    await visitor.goto(`${origin}/f/fair`);
    await visitor.getByLabel('Email').fill('ada@example.com');
    await press('Next');
    await visitor.getByText('Part 2 of 3').waitFor();
    assert.equal(
      await visitor.getByLabel('Early bird').isDisabled(),
      !javaScriptEnabled,
      'the first visitor bought it',
    );
    await press('Next');
    await visitor.getByText('Tickets: ').waitFor();
    await visitor.getByLabel(javaScriptEnabled ? 'Early bird' : 'Full price').check();
    await visitor.getByLabel('Lunch').fill('2');
    await visitor.getByLabel('Tip').fill('2.50');
    const total = visitor.locator('output');
    if (javaScriptEnabled) assert.equal(await total.textContent(), '€57.50');
    else assert.ok(await total.isHidden());
    await press('Next');
    await visitor.getByLabel('Note').fill('By the window');
    await press('Back');
    await visitor.getByText('Part 2 of 3').waitFor();
    assert.equal(await visitor.getByLabel('Lunch').inputValue(), '2');
    if (javaScriptEnabled) assert.equal(await total.textContent(), '€57.50');
    await press('Back');
    assert.equal(await visitor.getByLabel('Email').inputValue(), 'ada@example.com');
    await press('Next');
    await press('Next');
    assert.equal(await visitor.getByLabel('Note').inputValue(), 'By the window');
    await press('Continue to payment');
    await visitor.getByRole('button', { name: /^Pay/ }).click();
    await visitor.getByRole('heading', { name: 'Thank you' }).waitFor();
    await context.close();
  }
  const { items } = (await request('GET', '/payments')).body;
  assert.deepEqual(items.map(({ amount }: { amount: number }) => amount).sort(), [5750, 7750]);
  const submissions = (await request('GET', '/forms/fair/submissions')).body.items;
  assert.deepEqual(
    submissions.map(({ data, extra }: { data: object; extra: object }) => ({ data, extra })),
    Array(2).fill({ data: { email: 'ada@example.com', note: 'By the window' }, extra: {} }),
  );

  // Both got to the end. What visitors have reached is stored a second later.
  const summary = async () => (await request('GET', '/forms/fair/summary')).body;
  await waitFor('the steps', async () => (await summary()).dropOff?.submitted === 2);
  const [{ formId }] = (await request('GET', '/forms/fair/submissions')).body.items;
  await page.goto(`${origin}/admin/forms/${formId}/summary`);
  const steps = page.getByRole('table', { name: 'Steps' });
  await steps.waitFor();
  assert.deepEqual(
    (await steps.getByRole('row').allInnerTexts()).map((text) => text.split(/\s*\t\s*/).slice(1)),
    [['Reached', 'Share', 'Left'], ...Array(3).fill(['2', '100 %', '0']), ['2', '100 %', '']],
  );
});
