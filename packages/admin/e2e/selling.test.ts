// A form that sells: its owner enters lines, stock and a discount code; a visitor sees the running total, what is sold out,
// and pays what the service worked out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '../../server/test/support/media.ts';
import { startVies } from '../../server/test/support/vies.ts';
import { waitFor } from '../../server/test/support/wait-for.ts';
import { openAdmin } from './support/admin.ts';
import { openContext } from './support/browser.ts';
import { assertAccessible, checkScreen } from './support/screens.ts';

const email = { name: 'email', type: 'email', label: 'Email' };
const seller = { name: 'Harbor Ltd', address: { city: 'Hamburg', country: 'de' } };

test('a form is set to issue invoices, its page adds the tax, and the invoice names the buyer', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  const { request, origin } = server;
  for (const [percent, name] of [
    ['19', 'VAT 19 %'],
    ['7', 'VAT 7 %'],
  ]) {
    const made = await request('POST', '/tax-rates', { name, percent, country: 'de', category: 'S' });
    assert.equal(made.status, 201);
  }
  const lines = [
    { name: 'course', type: 'item', label: 'Course', amount: 10_000 },
    { name: 'book', type: 'item', label: 'Book', amount: 2000, minQuantity: 0 },
  ];
  const order = { name: 'order', type: 'payment', label: 'Order', currency: 'eur', lines };
  const bill = { name: 'bill', type: 'billing', label: 'Invoice to' };
  const form = (await request('POST', '/forms', { name: 'Academy', fields: [email, bill, order] })).body;

  await page.goto(`${origin}/admin/forms/${form.id}`);
  await page.getByRole('button', { name: /^Order/ }).click();
  await page.getByLabel('Issue an invoice when it is paid').check();
  await page.getByLabel('Prices include tax').uncheck();
  await page.getByLabel('Ask for a discount code').check();
  const rate = async (at: number, name: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Tax rate' }).nth(at).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  // The lines come first, and then the form.
  await rate(2, 'VAT 19 %');
  await rate(1, 'VAT 7 %');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Tax (19%) €19.00').waitFor();
  await preview.getByLabel('Book €20.00').check();
  await preview.getByText('Tax is added to these prices.').waitFor();
  await preview.getByText('Tax (7%) €1.40').waitFor();
  await preview.getByText('Total €140.40').waitFor();
  await page.getByLabel('Prices include tax').check();
  await preview.getByText('Total €120.00').waitFor();
  await page.getByLabel('Prices include tax').uncheck();
  await preview.getByLabel('VAT ID').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('needs a seller', { exact: false }).first().waitFor();
  assert.equal((await request('PATCH', '/settings', { invoicing: { seller } })).status, 200);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Form saved').waitFor();
  const code = await request('POST', `/forms/${form.id}/discounts`, { code: 'EARLY', percentOff: 10 });
  assert.equal(code.status, 201);
  await page.reload();
  await preview.getByLabel('Book €20.00').check();
  await preview.getByLabel('Discount code').fill('LATE');
  await preview.getByText('Total before the discount €120.00').waitFor();
  await preview.getByLabel('Discount code').fill('early');
  await preview.getByRole('button', { name: 'Apply' }).click();
  for (const text of ['Tax (19%) €17.10', 'Tax (7%) €1.26', 'Total €126.36']) await preview.getByText(text).waitFor();
  await page.getByRole('button', { name: /^Order/ }).click();
  await checkScreen(page, 'form-builder-invoice');

  const visitor = await (await openContext(t)).newPage();
  await visitor.goto(`${origin}/f/academy`);
  await visitor.getByText('Tax (19%) €19.00').waitFor();
  await visitor.getByLabel('Book').check();
  await visitor.getByText('Tax (7%) €1.40').waitFor();
  assert.equal(await visitor.locator('.total').textContent(), 'Total €140.40');
  await visitor.getByLabel('Discount code').fill('early');
  await visitor.getByRole('button', { name: 'Apply' }).click();
  for (const text of ['Tax (19%) €17.10', 'Tax (7%) €1.26', 'Total €126.36']) await visitor.getByText(text).waitFor();
  await visitor.getByLabel('Email').fill('ada@example.com');
  await visitor.getByLabel('Company or full name').fill('Lovelace Ltd');
  await visitor.getByLabel('VAT ID').fill('DE136695977');
  await visitor.getByLabel('Street').fill('Hafenstraße 1');
  await visitor.getByLabel('City').fill('Hamburg');
  await visitor.getByLabel('Country').selectOption('DE');
  await visitor.getByRole('button', { name: 'Continue to payment' }).click();
  await visitor.getByText('enter a VAT ID such as DE136695976').first().waitFor();
  await assertAccessible(visitor, 'the form page with billing details');
  await visitor.getByLabel('VAT ID').fill('DE136695976');
  await visitor.getByRole('button', { name: 'Continue to payment' }).click();
  await visitor.getByRole('button', { name: /^Pay €126\.36/ }).click();
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor();
  await visitor.context().close();
  const [invoice] = (await request('GET', '/invoices')).body.items;
  assert.deepEqual([invoice.amount, invoice.buyer.name, invoice.buyer.vatId], [12_636, 'Lovelace Ltd', 'DE136695976']);
  assert.match(invoice.number, /-0001$/);
  assert.deepEqual(pageErrors(), []);
});

test('VAT IDs are asked of the EU once the switch is on: a visitor reads what it says, and the invoice shows the proof', async (t) => {
  const vies = await startVies(t);
  const { server, page, pageErrors, open } = await openAdmin(t, { FRONTDESK_VIES_URL: vies.url });
  const { request, origin } = server;
  const rate = async (rest: object): Promise<string> =>
    (await request('POST', '/tax-rates', { country: 'de', ...rest })).body.id;
  const taxRateId = await rate({ name: 'VAT 19 %', percent: '19', category: 'S' });
  const instead = await rate({ name: 'Reverse charge', percent: '0', category: 'AE', reason: 'Reverse charge' });
  const invoicing = {
    seller: { ...seller, vatId: 'DE136695976' },
    taxRules: [{ buyer: 'eu_business', instead }],
  };
  assert.equal((await request('PATCH', '/settings', { invoicing })).status, 200);
  const order = { name: 'fee', type: 'payment', label: 'Fee', amount: 11_900, currency: 'eur', invoice: { taxRateId } };
  const fields = [email, { name: 'who', type: 'billing', label: 'Invoice to' }, order];
  assert.equal((await request('POST', '/forms', { name: 'Fair', slug: 'fair', public: true, fields })).status, 201);

  await open('/settings/invoices', 'Invoices');
  await page.getByRole('switch', { name: 'Ask the EU whether VAT IDs are in use' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();

  vies.say('not in use');
  const visitor = await (await openContext(t)).newPage();
  await visitor.goto(`${origin}/f/fair`);
  await visitor.getByLabel('Email').fill('zoe@example.com');
  await visitor.getByLabel('Company or full name').fill('Débit SARL');
  await visitor.getByLabel('Street').fill('Rue 1');
  await visitor.getByLabel('City').fill('Paris');
  const enterVatId = async (vatId: string): Promise<void> => {
    await visitor.getByLabel('VAT ID').fill(vatId);
    await visitor.getByLabel('VAT ID').press('Tab');
  };
  await enterVatId('FR40303265045');
  await visitor.getByLabel('Country').selectOption('FR');
  await visitor.getByText('this VAT ID is not in use, says the EU').waitFor();
  await assertAccessible(visitor, 'the form page with a VAT ID that is not in use');
  await enterVatId('');
  await visitor.getByText('this VAT ID is not in use, says the EU').waitFor({ state: 'hidden' });
  vies.say('in use');
  await enterVatId('FR83404833048');
  await visitor.getByText('€100.00').waitFor();
  await visitor.getByRole('button', { name: 'Continue to payment' }).click();
  await visitor.getByRole('button', { name: /^Pay €100\.00/ }).click();
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor();
  await visitor.context().close();

  const [invoice] = (await request('GET', '/invoices')).body.items;
  await page.goto(`${origin}/admin/invoices/${invoice.id}`);
  await page.getByText('Consultation number WAPI2').waitFor();
  await checkScreen(page, 'invoice-vat-id-check');
  assert.deepEqual(pageErrors(), []);
});

test('a form is set to sell items with their pictures, taxes and stock, and its preview shows them', async (t) => {
  const { server, page, pageErrors } = await openAdmin(t);
  const { request, origin, token } = server;
  await request('PATCH', '/settings', { invoicing: { seller } });
  const rate = { name: 'VAT 7 %', percent: '7', country: 'de', category: 'S' };
  const tax = (await request('POST', '/tax-rates', rate)).body.id;
  const file = new FormData();
  file.set('file', new Blob([new Uint8Array(await picture('png', { width: 400, height: 300 }))]), 'loaf.png');
  const uploaded = await fetch(`${origin}/api/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: file,
  });
  const photo = ((await uploaded.json()) as { id: string }).id;
  const kinds = { price: 'money', places: 'integer', vat: 'text', photo: 'media' };
  const declared = Object.entries(kinds).map(([name, type]) => ({ name, type, label: name.toUpperCase() }));
  await request('POST', '/types', { name: 'course', label: 'Courses', publicRead: true, fields: declared });
  for (const [title, amount, tag] of [
    ['Bread', 4000, 'open'],
    ['Cake', 5500, 'open'],
    ['Dough', 900, 'closed'],
  ] as const) {
    const values = { price: { amount, currency: 'eur' }, places: 3, vat: tax, photo };
    const item = { title, status: 'publish', tags: [tag], fields: values };
    assert.equal((await request('POST', '/content/course', item)).status, 201);
  }
  const order = { name: 'order', type: 'payment', label: 'Order', amount: 100, currency: 'eur', invoice: {} };
  const form = (await request('POST', '/forms', { name: 'School', public: true, fields: [email, order] })).body;

  await page.goto(`${origin}/admin/forms/${form.id}`);
  await page.getByRole('button', { name: /^Order/ }).click();
  await page.getByText('What is chosen').click();
  await page.getByLabel('Label', { exact: true }).last().fill('Course');
  await page.getByLabel('Items of a content type').check();
  const choose = async (label: string, offered: string[], name: string): Promise<void> => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    const options = page.getByRole('option');
    assert.deepEqual(
      (await options.allInnerTexts()).filter((text) => text === text.toUpperCase()),
      offered,
    );
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('Content type', [], 'Courses');
  await choose('Price', ['PRICE'], 'PRICE');
  await choose('Stock', ['PLACES'], 'PLACES');
  await choose('Picture', ['PHOTO'], 'PHOTO');
  await choose('Tax rate of the item', ['VAT'], 'VAT');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByLabel('Dough €9.00').waitFor();
  const filter = page.getByLabel('Only items that match');
  await filter.fill('{"tag":');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter conditions as JSON').first().waitFor();
  await filter.fill('{"tag":"open"}');
  await preview.getByLabel('Dough').waitFor({ state: 'detached' });
  await preview.getByLabel('Cake €55.00').check();
  await preview.getByText('€55.00').last().waitFor();
  assert.equal(await preview.locator('img').count(), 2);
  await checkScreen(page, 'form-builder-items');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Form saved').waitFor();
  const [, saved] = (await request('GET', `/forms/${form.id}`)).body.fields;
  const named = { type: 'course', price: 'price', stock: 'places', taxRate: 'vat', picture: 'photo' };
  assert.deepEqual(saved.lines[0].optionsFrom, { ...named, where: { tag: 'open' } });

  const visitor = await (await openContext(t)).newPage();
  for (const change of [{}, { multiple: true }, { multiple: true, maxQuantity: 3 }]) {
    const lines = [{ ...saved.lines[0], ...change }];
    await request('PATCH', `/forms/${form.id}`, { fields: [email, { ...saved, lines }] });
    await visitor.goto(`${origin}/f/school`);
    const shown = visitor.locator('.pictures img');
    await shown.first().waitFor();
    assert.equal(await shown.count(), 2);
    await checkScreen(visitor, `form-page-items-${JSON.stringify(change).length}`);
  }
  await visitor.context().close();
  assert.deepEqual(pageErrors(), []);
});

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
  await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).fill('friends');
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
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // The preview adds up what a visitor chooses, and knows the discount codes.
  await preview.getByRole('radio', { name: 'Early bird €30.00 1 left' }).check();
  await preview.getByLabel('Tip').fill('2.50');
  await preview.getByText('Total €32.50').waitFor();
  await preview.getByRole('textbox', { name: 'Quantity: Ticket' }).fill('2');
  await preview.getByText('Total €62.50').waitFor();
  await preview.getByLabel('Discount code').fill('Enemies');
  await preview.getByText('Total before the discount €62.50').waitFor();
  await preview.getByRole('button', { name: 'Apply' }).click();
  await preview.getByText('This discount code is not valid').waitFor();
  await preview.getByLabel('Discount code').fill('Friends');
  await preview.getByLabel('Discount code').press('Enter');
  await preview.getByText('Discount (FRIENDS) -€6.25').waitFor();
  await preview.getByText('Total €56.25').waitFor();
  await checkScreen(page, 'form-builder-total');

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
  await page.goto(`${origin}/admin/forms/${form.id}`);
  const gone = preview.getByRole('radio', { name: 'Early bird €30.00 Sold out' });
  await gone.waitFor();
  assert.ok(await gone.isDisabled());
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
    if (javaScriptEnabled) await waitFor('the total', async () => (await total.textContent()) === '€57.50');
    else assert.ok(await total.isHidden());
    await press('Next');
    await visitor.getByLabel('Note').fill('By the window');
    await press('Back');
    await visitor.getByText('Part 2 of 3').waitFor();
    assert.equal(await visitor.getByLabel('Lunch').inputValue(), '2');
    if (javaScriptEnabled) await waitFor('the total', async () => (await total.textContent()) === '€57.50');
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
