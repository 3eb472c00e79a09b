import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const guests = {
  name: 'guests',
  type: 'repeat',
  label: 'Guests',
  required: true,
  max: 3,
  fields: [
    { name: 'name', type: 'text', label: 'Name', required: true, max: 20 },
    { name: 'meal', type: 'radio', label: 'Meal', options: ['veg', { value: 'fish', label: 'Fresh fish' }] },
    { name: 'needs', type: 'multiselect', label: 'Needs', options: ['chair', 'lift'] },
    { name: 'age', type: 'integer', label: 'Age', min: 0 },
    { name: 'comes', type: 'datetime', label: 'Comes at' },
  ],
};
const fields = [
  { name: 'email', type: 'email', label: 'Email' },
  guests,
  { name: 'price', type: 'calculation', label: 'Price', formula: 'count(guests) * 25' },
  { name: 'note', type: 'text', label: 'Note', step: 2 },
];
const two = [
  { name: 'Ada', meal: 'fish', needs: ['chair', 'lift'] },
  { name: 'Bob', age: 7, comes: '2027-02-19T18:30:00Z' },
];

test('a repeated group is read from programs and pages, checked row by row, and shown in mails, exports and summaries', async (t) => {
  const service = await startTestService(t);
  const settings = { mail: { notice: { to: ['office@example.com'] } } };
  const translations = {
    de: {
      fields: {
        guests: { label: 'Gäste', fields: { name: { label: 'Ihr Name' }, meal: { options: { fish: 'Fisch' } } } },
      },
    },
  };
  const body = { name: 'Party', language: 'en', fields, settings, translations };
  const unknown = { de: { fields: { guests: { fields: { nam: {}, meal: { options: { meat: 'Fleisch' } } } } } } };
  const refused = await service.request('POST', '/forms', { body: { ...body, translations: unknown } });
  assert.deepEqual(
    refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/translations/de/fields/guests/fields/nam', '/translations/de/fields/guests/fields/meal/options/meat'],
  );
  const made = await service.request('POST', '/forms', { body });
  assert.equal(made.status, 201, made.text);
  const submit = (guests: unknown) =>
    service.request('POST', '/forms/party/submit', { token: null, body: { email: 'ada@example.com', guests } });
  const faultsOf = async (guests: unknown) =>
    ((await submit(guests)).body.errors ?? []).map(
      ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
    );
  assert.deepEqual(await faultsOf([{ name: 'Ada' }, { name: ' ', meal: 'meat' }]), [
    '/guests/1/name required',
    '/guests/1/meal not_allowed',
  ]);
  assert.deepEqual(await faultsOf([{ name: 'Ada', more: 1 }]), ['/guests/0/more unknown']);
  assert.deepEqual(await faultsOf([]), ['/guests min_items']);
  assert.deepEqual(await faultsOf(undefined), ['/guests required']);
  assert.deepEqual(await faultsOf({ name: 'Ada' }), ['/guests wrong_type']);
  assert.deepEqual(await faultsOf(['Ada']), ['/guests/0 wrong_type']);
  assert.deepEqual(await faultsOf(Array.from({ length: 4 }, () => ({ name: 'Ada' }))), ['/guests max_items']);
  const stored = await submit(two);
  assert.equal(stored.status, 200, stored.text);

  // The page: a row to begin with, rows from the URL, rows that are added and removed without JavaScript.
  const page = (query = '') => service.request('GET', `//f/party${query}`, { token: null });
  const first = (await page()).text;
  assert.match(first, /<legend>Entry 1<\/legend>[\s\S]*name="guests\.0\.name"[^>]* required/);
  assert.doesNotMatch(first, /name="guests\.1\./);
  assert.match(first, /<template><fieldset class="row">[\s\S]*name="guests\.\{row\}\.name"/);
  assert.match((await page('?guests.0.name=Ada&guests.1.name=Bob')).text, /name="guests\.1\.name"[^>]* value="Bob"/);
  const german = (await page('?lang=de')).text;
  assert.match(german, /Gäste[\s\S]*Eintrag 1[\s\S]*Ihr Name[\s\S]*Fisch[\s\S]*Eintrag hinzufügen/);
  const token = /name="_page" value="([^"]+)"/.exec(first)?.[1] as string;
  service.advance(20_000);
  const send = (values: Record<string, string>, more = '') =>
    service.request('POST', '//f/party?lang=en', {
      token: null,
      body: new URLSearchParams({ _page: token, '.step': '0', ...values }).toString() + more,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const typed = { email: 'ada@example.com', 'guests.0.name': 'Ada', 'guests.2.name': '', 'guests.2.age': '' };
  const added = await send({ ...typed, '.add': 'guests' }, '&guests.0.needs=chair&guests.0.needs=lift');
  assert.equal(added.status, 200);
  assert.match(added.text, /name="guests\.0\.name"[^>]* value="Ada"/);
  assert.match(added.text, /id="field-guests\.0\.needs-1"[^>]* checked/);
  assert.match(added.text, /name="guests\.1\.name"[^>]* autofocus/);
  assert.doesNotMatch(added.text, /name="guests\.2\./);
  assert.match(added.text, /name="email"[^>]* value="ada@example.com"/);
  const removed = await send({ ...typed, 'guests.1.name': 'Bob', '.drop': 'guests.0' });
  assert.match(removed.text, /role="status">Entry 1 was removed\./);
  assert.match(removed.text, /name="guests\.0\.name"[^>]* value="Bob"/);
  assert.equal((await send({ ...typed, '.add': 'email' })).status, 200, 'no group: it goes on to the next part');

  const many = await send(Object.fromEntries(Array.from({ length: 3000 }, (_, row) => [`guests.${row}.name`, 'Ada'])));
  assert.equal(many.status, 422);
  assert.equal(many.text.match(/name="guests\.\d+\.name"/g)?.length, 51, 'a page does not grow with what was sent');

  const wrong = await send({ ...typed, 'guests.1.age': 'x', '.move': 'next' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /<a href="#field-guests\.1\.name">Guests: Entry 2: Name: fill in this field<\/a>/);
  assert.match(wrong.text, /<a href="#field-guests\.1\.age">Guests: Entry 2: Age: enter a whole number<\/a>/);
  assert.match(wrong.text, /name="guests\.1\.name" autofocus aria-invalid="true"/);
  const none = await send({ '.move': 'next' });
  assert.match(none.text, /<a href="#field-guests\.0\.name">Guests: fill in this field<\/a>/);

  // The rows travel to the next part, and from there to the submission.
  const all = { ...typed, 'guests.1.name': 'Bob', 'guests.1.comes': '2027-02-19T18:30' };
  const next = await send({ ...all, '.move': 'next' });
  assert.match(next.text, /<input type="hidden" name="guests\.1\.name" value="Bob">/);
  assert.doesNotMatch(next.text, /<template>/);
  const sent = await send({ ...all, '.step': '1' });
  assert.equal(sent.status, 303, sent.text);
  const { items } = (await service.request('GET', '/forms/party/submissions')).body;
  assert.deepEqual(items[0].data.guests, [{ name: 'Ada' }, { name: 'Bob', comes: '2027-02-19T18:30:00Z' }]);
  assert.equal(items[0].data.price, 50);
  assert.deepEqual(items[1].data.guests, two);

  const csv = (await service.request('GET', '/forms/party/submissions.csv?sort=createdAt')).text.split('\r\n');
  assert.match(csv[0] ?? '', /,guests\.name,guests\.meal,guests\.needs,guests\.age,guests\.comes,price,/);
  assert.match(csv[1] ?? '', /,Ada; Bob,"fish; ","chair, lift; ",; 7,; 2027-02-19T18:30:00Z,50,/);
  const { fields: summary } = (await service.request('GET', '/forms/party/summary')).body;
  assert.deepEqual(summary.find(({ name }: { name: string }) => name === 'guests.meal').counts, [
    { value: 'veg', label: 'veg', count: 0 },
    { value: 'fish', label: 'Fresh fish', count: 1 },
  ]);
  const mails = (await service.request('GET', '/mails')).body.items;
  const mail = (await service.request('GET', `/mails/${mails.at(-1).id}`)).body;
  assert.match(mail.text, /Name: Ada; Meal: Fresh fish; Needs: chair, lift\s+Name: Bob; Age: 7/);
  assert.equal((await service.request('GET', '/submissions?search=bob')).body.items.length, 2);

  // Pages of other sites get rows without buttons.
  const code = (await service.request('GET', '/forms/party/code')).body;
  assert.match(code.html, /name="guests\.2\.name"/);
  assert.doesNotMatch(code.html + code.react, /<template|\.add|\.drop/);
});

test('a repeated group is refused if its rows would not be whole', async (t) => {
  const service = await startTestService(t);
  const faults = async (field: object) => {
    const body = { name: 'x', fields: [{ name: 'a', type: 'repeat', ...field }] };
    const { body: answer } = await service.request('POST', '/forms', { body });
    return (answer.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  };
  const inner = { name: 'b', type: 'text' };
  assert.deepEqual(await faults({}), ['/fields/0/fields required']);
  for (const type of ['file', 'payment', 'consent', 'address', 'hidden', 'headline']) {
    const field = { ...inner, type, ...(type === 'payment' && { amount: 100, currency: 'eur' }) };
    assert.deepEqual(await faults({ fields: [inner, { ...field, name: 'c' }] }), [
      '/fields/0/fields/1/type not_allowed',
    ]);
  }
  assert.deepEqual(await faults({ fields: [inner, inner] }), ['/fields/0/fields/1/name not_unique']);
  assert.deepEqual(await faults({ fields: [{ ...inner, unique: true }] }), ['/fields/0/fields/0/unique not_allowed']);
  assert.deepEqual(await faults({ fields: [inner], max: 51 }), ['/fields/0/max invalid']);
  assert.deepEqual(await faults({ fields: [inner], min: 51 }), ['/fields/0/min invalid']);
  assert.deepEqual(await faults({ fields: [inner], min: 3, max: 2 }), ['/fields/0/min invalid']);
  assert.deepEqual(await faults({ fields: [inner], min: 1.5 }), ['/fields/0/min invalid']);
});
