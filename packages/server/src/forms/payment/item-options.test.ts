// Items as what a form sells: one price, one name and one stock, for the site and for the form.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { longestTurn } from '../../../test/support/busy-time.ts';
import { createRate, seller } from '../../../test/support/invoicing.ts';
import { picture, upload } from '../../../test/support/media.ts';
import { type PaymentService, startPaymentService } from '../../../test/support/payment-service.ts';

const optionsFrom = { type: 'course', price: 'price', stock: 'places' };
const line = { name: 'course', type: 'choice', label: 'Course', required: true, maxQuantity: 10, optionsFrom };
const booking = { name: 'booking', type: 'payment', currency: 'eur', showAvailable: true, lines: [line] };
const fields = [{ name: 'email', type: 'email', required: true }, booking];

/** How many race for the last places; three of ten get one. */
const buyers = Number(process.env.ITEM_OPTIONS_BUYERS ?? 40);

type Course = { title: string; price?: object; places?: number | null; tax?: string; status?: string };

/** A type of courses, three of them for sale, and a form that sells them. Returns the IDs by title. */
async function startSchool(t: TestContext, ...more: Course[]) {
  const service = await startPaymentService(t);
  const { request } = service;
  const declared = [
    { name: 'price', type: 'money' },
    { name: 'places', type: 'integer', min: 0 },
    { name: 'note', type: 'text' },
    { name: 'tax', type: 'text' },
    { name: 'photo', type: 'media' },
  ];
  const type = await request('POST', '/types', { body: { name: 'course', publicRead: true, fields: declared } });
  assert.equal(type.status, 201, type.text);
  const ids: Record<string, string> = {};
  const courses: Course[] = [
    { title: 'Bread', price: { amount: 4000, currency: 'eur' }, places: 3 },
    { title: 'Cake', price: { amount: 5500, currency: 'eur' } },
    { title: 'Dough', price: { amount: 0, currency: 'eur' }, places: 0 },
    ...more,
  ];
  for (const { title, status = 'publish', ...values } of courses) {
    const made = await request('POST', '/content/course', { body: { title, status, fields: values } });
    assert.equal(made.status, 201, made.text);
    ids[title] = made.body.id;
  }
  const form = await request('POST', '/forms', { body: { name: 'School', slug: 'school', fields } });
  assert.equal(form.status, 201, form.text);
  return { service, ids: ids as Record<string, string> & { Bread: string; Cake: string; Dough: string } };
}

const submit = ({ request }: PaymentService, lines: object[], more: object = {}) =>
  request('POST', '/forms/school/submit', {
    token: null,
    body: { email: 'ada@example.com', booking: { lines, ...more } },
  });

const pick = (option: string, quantity = 1) => ({ line: 'course', option, quantity });

async function placesOf({ request }: PaymentService, id: string): Promise<unknown> {
  return (await request('GET', `/content/course/${id}`, { token: null })).body.fields.places;
}

test('a form sells the published items of a type at their price, and none that has no price in its currency', async (t) => {
  const { service, ids } = await startSchool(
    t,
    { title: 'Eclair', price: { amount: 900, currency: 'usd' } },
    { title: 'Focaccia' },
    { title: 'Ginger', price: { amount: 900, currency: 'eur' }, status: 'draft' },
  );
  const { request } = service;
  const shown = (await request('GET', '/forms/school', { token: null })).body.fields[1].lines[0];
  assert.deepEqual(shown.options, [
    { value: ids.Bread, label: 'Bread', amount: 4000 },
    { value: ids.Cake, label: 'Cake', amount: 5500 },
    { value: ids.Dough, label: 'Dough', amount: 0 },
  ]);
  assert.equal((await request('GET', '/forms/school')).body.fields[1].lines[0].options, undefined, 'none is stored');
  const available = (await request('GET', '/forms/school/availability', { token: null })).body.items;
  assert.deepEqual(
    available.map(({ label, soldOut, available }: Record<string, unknown>) => [label, soldOut, available]),
    [
      ['Bread', false, 3],
      ['Dough', true, 0],
    ],
  );
  for (const option of [ids.Eclair, ids.Focaccia, ids.Ginger, 'item_nothing']) {
    const refused = await submit(service, [pick(option as string)]);
    assert.equal(refused.body.errors?.[0]?.pointer, '/booking/lines/0/option', refused.text);
  }
  const page = (await request('GET', '//f/school', { token: null })).text.replace(/\s+/g, ' ');
  assert.match(page, /Bread <span class="amount">€40.00<\/span> <span class="left">3 left/);
  assert.match(page, /value="[^"]+" data-amount="0"[^>]* disabled/);
});

test('what a checkout holds is gone from the item at once, and comes back when it ends unpaid', async (t) => {
  const { service, ids } = await startSchool(t);
  const { request } = service;
  const versions = (await request('GET', `/content/course/${ids.Bread}/revisions`)).body.items.length;
  const sent = await submit(service, [pick(ids.Bread, 2)]);
  assert.deepEqual(
    [sent.body.payment?.amount, sent.body.payment?.lines[0].label],
    [8000, 'Course: Bread'],
    JSON.stringify(sent.body),
  );
  assert.equal(await placesOf(service, ids.Bread), 1);
  const few = await submit(service, [pick(ids.Bread, 2)]);
  assert.deepEqual([few.status, few.body.errors[0].code], [422, 'sold_out']);
  assert.match(few.body.errors[0].detail, /Bread/);
  assert.equal(await placesOf(service, ids.Bread), 1, 'a refused order takes nothing');

  const other = await submit(service, [pick(ids.Bread)]);
  assert.equal(await service.pay(other.body.paymentUrl), 303);
  await service.settled();
  assert.equal(await placesOf(service, ids.Bread), 0);
  const { body: held } = await request('GET', `/payments/${sent.body.payment.id}`);
  await service.dashboard.checkout.sessions.expire(held.checkoutSessionId);
  await service.settled();
  assert.equal(await placesOf(service, ids.Bread), 2, 'what was paid stays sold');
  const refund = { paymentIntentId: other.body.payment.id, restock: true };
  assert.equal((await request('POST', '/payments/refund', { body: refund })).status, 200);
  await service.settled();
  assert.equal(await placesOf(service, ids.Bread), 3);
  const after = (await request('GET', `/content/course/${ids.Bread}/revisions`)).body.items.length;
  assert.equal(after, versions, 'a sale is no edit');
});

test('a price is changed in one place: a quote is kept or refused with the new price, and a placed order keeps what was promised', async (t) => {
  const { service, ids } = await startSchool(t);
  const { request } = service;
  const answers = { booking: { lines: [pick(ids.Bread)] } };
  const quote = await request('POST', '/forms/school/quote', { token: null, body: answers });
  assert.equal(quote.body.amount, 4000);
  const placed = await submit(service, [pick(ids.Bread)], { amount: 4000 });
  const price = { amount: 4500, currency: 'eur' };
  assert.equal((await request('PATCH', `/content/course/${ids.Bread}`, { body: { fields: { price } } })).status, 200);
  const refused = await submit(service, [pick(ids.Bread)], { amount: 4000 });
  assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'other_price']);
  assert.equal((await submit(service, [pick(ids.Bread)], { amount: 4500 })).status, 200);
  assert.equal(await service.pay(placed.body.paymentUrl), 303);
  await service.settled();
  const { body } = await request('GET', `/payments/${placed.body.payment.id}`);
  assert.deepEqual([body.status, body.amount, body.amountReceived], ['succeeded', 4000, 4000]);
});

test('an item that is deleted while a buyer decides is sold out, and one without a count never is', async (t) => {
  const { service, ids } = await startSchool(t);
  const { request } = service;
  assert.equal((await submit(service, [pick(ids.Cake, 10)])).status, 200);
  assert.equal(await placesOf(service, ids.Cake), undefined);
  const sent = await submit(service, [pick(ids.Bread)]);
  await request('DELETE', `/content/course/${ids.Bread}?force=true`);
  const { body: held } = await request('GET', `/payments/${sent.body.payment.id}`);
  await service.dashboard.checkout.sessions.expire(held.checkoutSessionId);
  await service.settled();
  assert.equal((await submit(service, [pick(ids.Bread)])).status, 422);
});

test('the last places are sold once, at the price that was quoted, to buyers who race while the price changes', async (t) => {
  const { service, ids } = await startSchool(t);
  const { request } = service;
  const places = Math.ceil(buyers * 0.3);
  await request('PATCH', `/content/course/${ids.Bread}`, { body: { fields: { places } } });
  let refused = 0;
  const buy = async (): Promise<'bought' | 'sold out'> => {
    for (;;) {
      const answers = { booking: { lines: [pick(ids.Bread)] } };
      const quote = await request('POST', '/forms/school/quote', { token: null, body: answers });
      if (quote.status === 422) return 'sold out';
      const { amount } = quote.body;
      const sent = await submit(service, [pick(ids.Bread)], { amount });
      if (sent.status === 200) {
        assert.equal(sent.body.payment.amount, amount);
        return 'bought';
      }
      const [{ code }] = sent.body.errors;
      if (code === 'sold_out') return 'sold out';
      assert.equal(code, 'other_price', sent.text);
      refused++;
    }
  };
  const raise = async (): Promise<void> => {
    for (let change = 1; change <= buyers / 8; change++) {
      const price = { amount: 4000 + 100 * change, currency: 'eur' };
      const changed = await request('PATCH', `/content/course/${ids.Bread}`, { body: { fields: { price } } });
      assert.equal(changed.status, 200, changed.text);
    }
  };
  const began = performance.now();
  let outcomes: ('bought' | 'sold out')[] = [];
  const longest = await longestTurn(Number.POSITIVE_INFINITY, async () => {
    const raising = raise();
    const buying: ReturnType<typeof buy>[] = [];
    // One in each turn of the event loop, whose length is that of the service then.
    while (buying.length < buyers) {
      buying.push(buy());
      await setImmediate();
    }
    [outcomes] = await Promise.all([Promise.all(buying), raising]);
  });
  const bought = outcomes.filter((outcome) => outcome === 'bought').length;
  t.diagnostic(
    `${buyers} buyers in ${Math.round(performance.now() - began)} ms, the longest turn ${Math.round(longest)} ms: ${bought} bought, ${refused} times a new price, ${buyers - bought} sold out`,
  );
  assert.equal(bought, places);
  assert.equal(await placesOf(service, ids.Bread), 0);
});

test('an item is taxed with its own rate or that of the form, and not for sale with one that its invoice cannot have', async (t) => {
  const price = { amount: 10_000, currency: 'eur' };
  const { service, ids } = await startSchool(t, { title: 'Eclair', price, tax: 'tax_unknown' });
  const { request } = service;
  await request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const [high, low] = [await createRate(service, '19'), await createRate(service, '7')];
  const outside = await createRate(service, '0', { category: 'O', reason: 'A gift' });
  const setTax = (id: string, tax: string) => request('PATCH', `/content/course/${id}`, { body: { fields: { tax } } });
  const save = async (invoice: object, change: object = {}) => {
    const taxed = { ...line, multiple: true, optionsFrom: { ...optionsFrom, taxRate: 'tax' }, ...change };
    const body = { fields: [fields[0], { ...booking, invoice, lines: [taxed] }] };
    const saved = await request('PATCH', '/forms/school', { body });
    assert.equal(saved.status, 200, saved.text);
  };
  const offered = async (): Promise<string[]> => {
    const { body } = await request('GET', '/forms/school', { token: null });
    return body.fields[1].lines[0].options.map(({ label }: { label: string }) => label);
  };
  await setTax(ids.Bread, low);
  await save({ taxRateId: high });
  assert.deepEqual(await offered(), ['Bread', 'Cake', 'Dough']);
  const { body } = await submit(service, [pick(ids.Bread), pick(ids.Cake)]);
  assert.deepEqual(
    body.payment.lines.map(({ itemId, taxRateId, tax }: Record<string, never>) => [itemId, taxRateId, tax]),
    [
      [ids.Bread, low, { percent: '7', category: 'S', reason: null }],
      [ids.Cake, high, { percent: '19', category: 'S', reason: null }],
    ],
  );
  const refused = await submit(service, [pick(ids.Eclair as string)]);
  assert.equal(refused.body.errors?.[0]?.pointer, '/booking/lines/0/option', refused.text);

  await setTax(ids.Cake, outside);
  assert.deepEqual(await offered(), ['Bread', 'Dough']);
  await save({});
  assert.deepEqual(await offered(), ['Bread'], 'without a rate of the form, items need one');
  await save({ taxRateId: outside });
  assert.deepEqual(await offered(), ['Cake', 'Dough']);
});

test('an item is shown with its picture, as long as visitors may see it', async (t) => {
  const { service, ids } = await startSchool(t);
  const { request } = service;
  const [loaf, secret] = [
    (await upload(service, await picture('png', { width: 800 }), 'loaf.png')).body,
    (await upload(service, await picture('png'), 'secret.png', { texts: { private: 'true' } })).body,
  ];
  const setPhoto = async (id: string, photo: string): Promise<void> => {
    const changed = await request('PATCH', `/content/course/${id}`, { body: { fields: { photo } } });
    assert.equal(changed.status, 200, changed.text);
  };
  await setPhoto(ids.Bread, loaf.id);
  await setPhoto(ids.Cake, secret.id);
  const shown = async (change: object): Promise<string[]> => {
    const lines = [{ ...line, ...change }];
    const saved = await request('PATCH', '/forms/school', { body: { fields: [fields[0], { ...booking, lines }] } });
    assert.equal(saved.status, 200, saved.text);
    const page = (await request('GET', '//f/school', { token: null })).text;
    return [
      ...page.matchAll(/<div class="pictures">|<(?:label class="choice"|div class="line")><img src="([^"]+)" alt="">/g),
    ].map(([, src]) => src ?? 'beside');
  };
  const url = `/media/${loaf.id}/choice?width=640&#38;format=webp`;
  const optionsWith = { optionsFrom: { ...optionsFrom, picture: 'photo' } };
  assert.deepEqual(await shown(optionsWith), ['beside', url]);
  const { body } = await request('GET', '/forms/school', { token: null });
  assert.equal(body.fields[1].lines[0].options[0].image, loaf.id);
  assert.deepEqual(await shown({ ...optionsWith, multiple: true }), ['beside', url], 'with a quantity of each');
  assert.deepEqual(await shown({ ...optionsWith, multiple: true, maxQuantity: 1 }), ['beside', url], 'to check');

  const options = [{ value: 'a', label: 'A', amount: 100, image: loaf.id }];
  assert.deepEqual(await shown({ optionsFrom: undefined, options }), ['beside', url], 'options have pictures, too');
  await request('DELETE', `/media/${loaf.id}?references=clear`);
  const { lines } = (await request('GET', '/forms/school')).body.fields[1];
  assert.equal(lines[0].options[0].image, undefined);
});

test('a form sells the items that meet a filter, and keeps what was placed when one stops meeting it', async (t) => {
  const { service, ids } = await startSchool(t);
  const { request } = service;
  const change = async (id: string, body: object): Promise<void> => {
    const changed = await request('PATCH', `/content/course/${id}`, { body });
    assert.equal(changed.status, 200, changed.text);
  };
  const teacher = { name: 'teacher', publicRead: false, fields: [{ name: 'city', type: 'text' }] };
  await request('POST', '/types', { body: teacher });
  const { fields: declared } = (await request('GET', '/types/course')).body;
  const added = { name: 'teacher', type: 'reference', to: ['teacher'] };
  await request('PATCH', '/types/course', { body: { fields: [...declared, added] } });
  const body = { title: 'Ada', status: 'publish', fields: { city: 'Graz' } };
  const ada = (await request('POST', '/content/teacher', { body })).body.id;
  const offered = async (where: object): Promise<string[]> => {
    const filtered = { ...booking, lines: [{ ...line, optionsFrom: { ...optionsFrom, where } }] };
    const saved = await request('PATCH', '/forms/school', { body: { fields: [fields[0], filtered] } });
    assert.equal(saved.status, 200, saved.text);
    const { body } = await request('GET', '/forms/school', { token: null });
    return (body.fields[1].lines[0].options ?? []).map(({ label }: { label: string }) => label);
  };
  assert.deepEqual(await offered({ 'fields.places': { gte: 1 } }), ['Bread']);
  assert.deepEqual(await offered({ or: [{ id: ids.Cake }, { 'fields.price.amount': { lt: 1000 } }] }), [
    'Cake',
    'Dough',
  ]);
  await change(ids.Cake, { fields: { teacher: ada } });
  assert.deepEqual(await offered({ 'fields.teacher.city': 'Graz' }), ['Cake'], 'what visitors cannot read');
  await change(ids.Bread, { categories: ['baking'] });
  assert.deepEqual(await offered({ category: 'baking' }), ['Bread']);

  const placed = await submit(service, [pick(ids.Bread)]);
  assert.equal(placed.status, 200, placed.text);
  await change(ids.Bread, { categories: [] });
  const refused = await submit(service, [pick(ids.Bread)]);
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/booking/lines/0/option']);
  assert.equal(await service.pay(placed.body.paymentUrl), 303);
  await service.settled();
  const { body: payment } = await request('GET', `/payments/${placed.body.payment.id}`);
  assert.deepEqual([payment.status, payment.amountReceived, payment.review], ['succeeded', 4000, null]);

  assert.deepEqual(await offered({ 'fields.note': { ne: 'closed' } }), ['Bread', 'Cake', 'Dough']);
  const rest = [...declared, added].filter(({ name }: { name: string }) => name !== 'note');
  const stricter = await request('PATCH', '/types/course', { body: { strict: true, fields: rest } });
  assert.equal(stricter.status, 200, stricter.text);
  const { body: later } = await request('GET', '/forms/school', { token: null });
  assert.deepEqual(later.fields[1].lines[0].options, [], 'a filter that cannot be read leaves nothing for sale');
});

test('a line names the type and the fields of its items, and what is wrong with them is said', async (t) => {
  const { service } = await startSchool(t);
  const refused = async (change: object, more: object = {}): Promise<string[]> => {
    const lines = [{ ...line, ...change }];
    const body = { name: 'Other', slug: 'other', fields: [fields[0], { ...booking, ...more, lines }] };
    const made = await service.request('POST', '/forms', { body });
    assert.equal(made.status, 422, made.text);
    return made.body.errors.map(({ pointer }: { pointer: string }) => pointer.replace('/fields/1/lines/0/', ''));
  };
  assert.deepEqual(await refused({ optionsFrom: { ...optionsFrom, type: 'lesson' } }), ['optionsFrom/type']);
  assert.deepEqual(await refused({ optionsFrom: { ...optionsFrom, price: 'places' } }), ['optionsFrom/price']);
  assert.deepEqual(await refused({ optionsFrom: { ...optionsFrom, stock: 'note' } }), ['optionsFrom/stock']);
  assert.deepEqual(await refused({ optionsFrom: { ...optionsFrom, taxRate: 'tax' } }), ['optionsFrom/taxRate']);
  await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const invoice = {};
  assert.deepEqual(await refused({ optionsFrom: { ...optionsFrom, taxRate: 'places' } }, { invoice }), [
    'optionsFrom/taxRate',
  ]);
  assert.deepEqual(await refused({ optionsFrom: { ...optionsFrom, picture: 'note' } }), ['optionsFrom/picture']);
  assert.deepEqual(await refused({ optionsFrom: { ...optionsFrom, where: { 'fields.place': 1, note: 'x' } } }), [
    'optionsFrom/where',
  ]);
  const options = [{ value: 'a', label: 'A', amount: 100 }];
  assert.deepEqual(await refused({ options }), ['optionsFrom']);
  assert.deepEqual(await refused({ options: [], optionsFrom: undefined }), ['options']);
  assert.deepEqual(await refused({ type: 'item', amount: 100, required: undefined }), ['optionsFrom']);
});
