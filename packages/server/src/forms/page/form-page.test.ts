import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { type Answer, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { conditionStyle } from './condition-script.ts';

const fields = [
  { name: 'name', type: 'text', label: 'Your name', required: true, max: 40 },
  { name: 'email', type: 'email', label: 'E-mail', required: true, help: 'We answer there.' },
  { name: 'guests', type: 'integer', label: 'Guests', min: 1, max: 8 },
  { name: 'day', type: 'date', label: 'Day', min: '2026-01-01' },
  { name: 'at', type: 'datetime', label: 'At' },
  {
    name: 'room',
    type: 'radio',
    label: 'Room',
    options: ['Sea', { value: 'yard', label: 'Courtyard' }],
    required: true,
  },
  { name: 'extras', type: 'checkbox', label: 'Extras', options: ['Breakfast', 'Parking'] },
  { name: 'note', type: 'textarea', label: 'Note', visibleWhen: { field: 'room', equals: 'yard' }, required: true },
  { name: 'terms', type: 'consent', label: 'I accept the terms', required: true },
  { name: 'source', type: 'hidden', default: 'site' },
];
const good = {
  name: 'Ada <b>"Lovelace"</b>',
  email: 'ada@example.com',
  guests: '2',
  day: '2026-12-24',
  at: '2026-12-24T15:30',
  room: 'Sea',
  extras: ['Breakfast', 'Parking'],
  terms: 'true',
  source: 'site',
};

type Values = Record<string, string | string[]>;

const urlEncoded = { 'content-type': 'application/x-www-form-urlencoded' };

function tokenOf(page: Answer): string {
  return /name="_page" value="([^"]+)"/.exec(page.text)?.[1] as string;
}

function openForm(service: TestService, slug: string): Promise<Answer> {
  return service.request('GET', `//f/${slug}`, { token: null });
}

function send(service: TestService, slug: string, values: Values): Promise<Answer> {
  const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const body = new URLSearchParams(pairs as [string, string][]).toString();
  return service.request('POST', `//f/${slug}`, { token: null, body, headers: urlEncoded });
}

/** The tag of the input with this name, and this value if there are several. */
function inputOf({ text }: Answer, name: string, value?: string): string {
  const tags = [...text.matchAll(/<(?:input|textarea|option)\b[^>]*>[^<]*/g)].map(([tag]) => tag);
  const named = tags.filter((tag) => tag.includes(` name="${name}"`));
  return named.find((tag) => value === undefined || tag.includes(` value="${value}"`)) ?? `no ${name}`;
}

test('the URL can begin the answers to every kind of field', async (t) => {
  const service = await startTestService(t);
  const options = ['a', 'b', 'c'];
  const lines = [
    { name: 'seat', type: 'choice', options: [{ value: 'front', label: 'Front', amount: 900 }], maxQuantity: 3 },
    { name: 'tip', type: 'custom', label: 'Tip' },
  ];
  const typed = [
    ...['text', 'textarea', 'email', 'url', 'phone', 'number', 'integer', 'date', 'time', 'datetime', 'hidden'],
    ...['boolean', 'consent', 'rating', 'scale', 'daterange', 'address', 'billing'],
  ].map((type) => ({ name: type, type }));
  const body = {
    name: 'All',
    fields: [
      ...typed,
      ...['select', 'radio', 'multiselect', 'checkbox'].map((type) => ({ name: type, type, options })),
      { name: 'matrix', type: 'matrix', rows: ['x', 'y'], options },
      { name: 'tickets', type: 'payment', label: 'Tickets', currency: 'eur', lines },
    ],
  };
  await makeForm(service, body);
  const texts = {
    ...{
      text: 'Ada "L"',
      textarea: 'Two <lines>',
      email: 'ada@example.com',
      url: 'https://example.com',
      phone: '+431',
    },
    ...{
      number: '1.5',
      integer: '3',
      date: '2027-02-19',
      time: '09:30',
      datetime: '2027-02-19T09:30:00Z',
      hidden: 'ad',
    },
    ...{ 'daterange.from': '2027-02-19', 'address.city': 'Graz', 'billing.vatId': 'ATU1' },
    ...{ 'tickets.tip': '2.50', 'tickets.seat.quantity': '2' },
  };
  const checked = {
    ...{
      boolean: 'true',
      consent: 'true',
      rating: '4',
      scale: '0',
      radio: 'b',
      'matrix.y': 'c',
      'tickets.seat': 'front',
    },
    ...{ multiselect: ['a', 'c'], checkbox: ['b', 'c'] },
  };
  const query = new URLSearchParams({ ...texts, select: 'b', 'address.country': 'AT' });
  for (const [name, values] of Object.entries(checked)) for (const value of [values].flat()) query.append(name, value);
  const page = await openForm(service, `all?${query}`);
  for (const [name, text] of Object.entries(texts)) {
    const shown = text.replace(':00Z', '').replace(/["<>]/g, (character) => `&#${character.charCodeAt(0)};`);
    assert.ok(inputOf(page, name).includes(shown), `${name}: ${inputOf(page, name)}`);
  }
  for (const [name, values] of Object.entries(checked))
    for (const value of [values].flat()) assert.match(inputOf(page, name, value), / checked/, `${name} ${value}`);
  assert.doesNotMatch(inputOf(page, 'multiselect', 'b'), / checked/);
  assert.match(page.text, /<option value="b" selected>/);
  assert.match(page.text, /<option value="AT" selected>/);

  const moment = await openForm(service, `all?datetime=${encodeURIComponent('2027-02-19T10:30:15.0+01:00')}`);
  assert.match(inputOf(moment, 'datetime'), /value="2027-02-19T09:30:15"/);

  // The price is the form's. What is invalid is a fault only when it is sent.
  const wrong = await openForm(service, 'all?tickets=1&rating=99&matrix.z=a&text=a&text=b');
  assert.equal(wrong.status, 200);
  assert.doesNotMatch(wrong.text, /name="tickets"/);
});

async function makeForm(service: TestService, body: object): Promise<string> {
  const made = await service.request('POST', '/forms', { body });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

/** Opens the page and waits as long as a person needs to fill it in. */
async function typed(service: TestService, slug: string): Promise<string> {
  const token = tokenOf(await openForm(service, slug));
  service.advance(5000);
  return token;
}

const listOf = async (service: TestService, slug: string) =>
  (await service.request('GET', `/forms/${slug}/submissions`)).body;

test('the page has a label for every field, in plain HTML under a strict policy', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { name: 'Book <now>', slug: 'book', fields });
  const { status, text, headers } = await openForm(service, 'book');
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self' /,
  );
  assert.doesNotMatch(text, /<script|style="|Book <now>/);
  assert.match(text, /<title>Book &#60;now&#62;<\/title>/);
  for (const [, id = ''] of text.matchAll(/<label class="label" for="([^"]+)"/g))
    assert.ok(text.includes(`id="${id}"`), id);
  assert.match(
    text,
    /<label class="label" for="field-email">E-mail <span class="required">\(required\)<\/span><\/label>/,
  );
  assert.match(
    text,
    /<input id="field-email" name="email" required aria-describedby="help-email" type="email" autocomplete="email" value="">/,
  );
  assert.match(text, /type="text" inputmode="numeric" autocomplete="off"/);
  assert.match(text, /type="date" min="2026-01-01"/);
  assert.match(text, /<fieldset class="field" data-field="room">\n<legend>Room/);
  assert.match(text, /type="radio" id="field-room-1" name="room" value="yard" required> <span>Courtyard<\/span>/);
  assert.doesNotMatch(text, /Only if/, 'style hides it');
  assert.match(text, /<textarea id="field-note" name="note" required rows="5">/);
  assert.match(text, /<input type="hidden" name="source" value="site">/);
  assert.match(text, /<button type="submit">Send<\/button>/);
});

test('a field that is not asked for is hidden by style alone, down the chain', () => {
  const rules = conditionStyle([
    { name: 'room', type: 'select', options: ['a "b"</style>'] },
    { name: 'pet', type: 'checkbox', visibleWhen: { field: 'room', equals: 'a "b"</style>' } },
    { name: 'breed', type: 'text', visibleWhen: { field: 'pet', equals: true } },
    { name: 'why', type: 'text', visibleWhen: { field: 'breed' } },
    { name: 'kind', type: 'radio', options: ['x'] },
    { name: 'other', type: 'text', visibleWhen: { field: 'kind', notEquals: 'x' } },
  ]).split('\n');
  const room = 'form:not(:has([name="room"] option[value="a\\20 \\22 b\\22 \\3c \\2f style\\3e "]:checked))';
  const pet = 'form:not(:has([name="pet"]:checked))';
  assert.deepEqual(rules, [
    `${room} [data-field="pet"] { display: none }`,
    `${pet} [data-field="breed"] { display: none }`,
    `${room} [data-field="breed"] { display: none }`,
    `${pet} [data-field="why"] { display: none }`,
    `${room} [data-field="why"] { display: none }`,
    'form:has([name="kind"][value="x"]:checked) [data-field="other"] { display: none }',
    '',
  ]);
});

test('a submission is stored, and the visitor is thanked', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { name: 'Book', slug: 'book', fields, strict: true });
  const _page = await typed(service, 'book');
  const sent = await send(service, 'book', { ...good, _page, website: '' });
  assert.equal(sent.status, 303, sent.text);
  assert.match(String(sent.headers.location), /^\/f\/book\/thanks\?submission=sub_\w+&key=[\w-]{43}$/);
  const { items, total } = await listOf(service, 'book');
  assert.equal(total, 1);
  assert.deepEqual(items[0].data, { ...good, guests: 2, at: '2026-12-24T15:30:00Z', terms: true });
  const thanks = await service.request('GET', '//f/book/thanks', { token: null });
  assert.match(thanks.text, /<h1>Thank you<\/h1>/);
});

test('errors are listed at the top and beside their fields, and what was entered is kept', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { name: 'Book', slug: 'book', fields });
  const _page = await typed(service, 'book');
  const wrong = { ...good, _page, name: '', email: 'ada@', guests: '9', room: 'yard', extras: 'Parking' };
  const answer = await send(service, 'book', { ...wrong, terms: '' });
  assert.equal(answer.status, 422);
  const { text } = answer;
  assert.match(text, /<title>Error: Book<\/title>/);
  const summary = [...text.matchAll(/<li><a href="#([^"]+)">([^<]+)<\/a><\/li>/g)].map(([, id, words]) => [id, words]);
  assert.deepEqual(summary, [
    ['field-name', 'Your name: fill in this field'],
    ['field-email', 'E-mail: enter an email address such as name@example.com'],
    ['field-guests', 'Guests: enter 8 or less'],
    ['field-note', 'Note: fill in this field'],
    ['field-terms', 'I accept the terms: check this box to continue'],
  ]);
  for (const [id = ''] of summary) assert.ok(text.includes(`id="${id}"`), id);
  assert.match(
    text,
    /id="field-email" name="email" required aria-invalid="true" aria-describedby="error-email help-email"[^>]+ value="ada@">/,
  );
  assert.match(text, /<p class="error" id="error-email">enter an email/);
  assert.match(text, /value="yard" checked/);
  assert.match(text, /value="Parking" checked/);
  assert.doesNotMatch(text, /value="Breakfast" checked/);
  const mended = await send(service, 'book', { ...good, _page: tokenOf(answer) });
  assert.equal(mended.status, 303, 'the same page can be sent again once it is mended');
  assert.equal((await listOf(service, 'book')).total, 1);
});

test('what a page began with can be emptied and unchecked', async (t) => {
  const service = await startTestService(t);
  const preset = [
    { name: 'city', type: 'text', label: 'City', default: 'Berlin' },
    { name: 'news', type: 'checkbox', label: 'Newsletter', default: true },
    { name: 'days', type: 'checkbox', label: 'Days', options: ['sat', 'sun'], default: ['sat'] },
    { name: 'topic', type: 'text', label: 'Topic', required: true, visibleWhen: { field: 'news', equals: true } },
    { name: 'source', type: 'hidden', default: 'site' },
    { name: 'guests', type: 'repeat', fields: [{ name: 'meal', type: 'text', default: 'Soup' }] },
  ];
  await makeForm(service, { name: 'Preset', slug: 'preset', fields: preset });
  const page = await openForm(service, 'preset');
  assert.match(inputOf(page, 'city'), /value="Berlin"/);
  for (const name of ['news', 'days']) assert.match(inputOf(page, name), / checked/);
  service.advance(5000);
  const wrong = await send(service, 'preset', { city: '', news: 'true', topic: '', _page: tokenOf(page) });
  assert.equal(wrong.status, 422);
  assert.doesNotMatch(inputOf(wrong, 'city') + inputOf(wrong, 'days'), /Berlin| checked/);
  assert.match(inputOf(wrong, 'guests.{row}.meal'), /value="Soup"/, 'a new row begins with the defaults');
  const sent = await send(service, 'preset', { city: '', topic: '', _page: tokenOf(wrong) });
  assert.equal(sent.status, 303, sent.text);
  const stored = async () => (await listOf(service, 'preset')).items[0].data;
  assert.deepEqual(await stored(), { source: 'site' });
  // A page of another site may show the defaults, too: boxes that are not checked are not sent.
  const headers = { ...urlEncoded, accept: 'text/html' };
  const foreign = await service.request('POST', '/forms/preset/submit', { token: null, body: 'source=shop', headers });
  assert.equal(foreign.status, 303, foreign.text);
  assert.deepEqual(await stored(), { city: 'Berlin', source: 'shop' });
  // Programs may not know the defaults.
  await service.request('POST', '/forms/preset/submit', { token: null, body: { topic: 'Boats' } });
  assert.deepEqual(await stored(), { city: 'Berlin', news: true, days: ['sat'], topic: 'Boats', source: 'site' });
});

test('a double click submits once', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, {
    name: 'Book',
    slug: 'book',
    fields,
    successUrl: 'https://example.com/done/{submissionId}',
  });
  const _page = await typed(service, 'book');
  const answers = await Promise.all([1, 2, 3].map(() => send(service, 'book', { ...good, _page })));
  const { items, total } = await listOf(service, 'book');
  assert.equal(total, 1);
  const [{ id }] = items;
  for (const answer of answers) {
    assert.deepEqual([answer.status, answer.headers.location], [303, `https://example.com/done/${id}`], answer.text);
  }
});

test('a page that is sent again with other answers is another submission', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { name: 'Book', slug: 'book', fields });
  const _page = await typed(service, 'book');
  const sendAs = async (values: Values) => {
    const sent = await send(service, 'book', { ...good, ...values, _page });
    assert.equal(sent.status, 303, sent.text);
    return sent.headers.location;
  };
  const first = await sendAs({ name: 'Ada' });
  assert.equal(await sendAs({ note: 'not asked for', name: 'Ada' }), first, 'what is stored is the same');
  const second = await sendAs({ name: 'Bob' });
  assert.notEqual(second, first);
  assert.deepEqual(await Promise.all([sendAs({ name: 'Bob' }), sendAs({ name: 'Ada' })]), [second, first]);
  const names = (await listOf(service, 'book')).items.map(({ data }: { data: { name: string } }) => data.name);
  assert.deepEqual(names.sort(), ['Ada', 'Bob']);
});

test('a forged or an old token stores nothing and keeps the answers', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { name: 'Book', slug: 'book', fields });
  await makeForm(service, { name: 'Other', slug: 'other', fields });
  const _page = await typed(service, 'book');
  const foreign = await typed(service, 'other');
  const tries: Values[] = [{ _page: foreign }, { _page: `${_page}x` }, {}];
  for (const extra of tries) {
    const answer = await send(service, 'book', { ...good, ...extra });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /have not been submitted yet/);
    assert.match(answer.text, /value="ada@example\.com"/);
  }
  assert.equal((await listOf(service, 'book')).total, 0);
  service.advance(8 * 86_400_000);
  const late = await send(service, 'book', { ...good, _page });
  assert.deepEqual([late.status, /open for a long time/.test(late.text)], [422, true]);
});

test('closed, full, private and unknown forms have their own pages', async (t) => {
  const service = await startTestService(t);
  await makeForm(service, { name: 'Closed', slug: 'closed', fields, open: false });
  await makeForm(service, { name: 'Full', slug: 'full', fields, maxSubmissions: 1 });
  await makeForm(service, { name: 'Private', slug: 'private', fields, public: false });
  assert.match((await openForm(service, 'closed')).text, /This form is closed/);
  const [first, second] = [await typed(service, 'full'), await typed(service, 'full')];
  assert.equal((await send(service, 'full', { ...good, _page: first })).status, 303);
  const late = await send(service, 'full', { ...good, _page: second });
  assert.deepEqual([late.status, /reached its submission limit/.test(late.text)], [409, true]);
  assert.match((await openForm(service, 'full')).text, /reached its submission limit/);
  for (const slug of ['private', 'nowhere']) {
    const answer = await openForm(service, slug);
    assert.equal(answer.status, 404);
    assert.match(answer.text, /Form not found/);
    assert.equal((await send(service, slug, good)).status, 404);
  }
  const odd = await service.request('POST', '//f/closed', {
    token: null,
    body: '<x/>',
    headers: { 'content-type': 'text/xml' },
  });
  assert.deepEqual([odd.status, /^text\/html/.test(String(odd.headers['content-type']))], [415, true]);
});

test('the page uploads files', async (t) => {
  const service = await startTestService(t);
  const withFile = [
    { name: 'name', type: 'text', label: 'Name', required: true },
    { name: 'cv', type: 'file', label: 'CV', accept: ['text/plain'], required: true },
  ];
  await makeForm(service, { name: 'Apply', slug: 'apply', fields: withFile });
  const page = await openForm(service, 'apply');
  assert.match(page.text, / novalidate enctype="multipart\/form-data"/);
  assert.match(
    page.text,
    /<input type="file" id="field-cv" name="cv" required aria-describedby="help-cv" accept="text\/plain">/,
  );
  service.advance(5000);
  const origin = await service.listen();
  const post = (file: Blob, name: string) => {
    const body = new FormData();
    body.set('_page', tokenOf(page));
    body.set('website', '');
    body.set('name', 'Ada');
    body.set('cv', file, name);
    return fetch(`${origin}/f/apply`, { method: 'POST', body, redirect: 'manual' });
  };
  const empty = await post(new Blob([]), '');
  assert.equal(empty.status, 422);
  assert.match(await empty.text(), /CV: choose a file/);
  const sent = await post(new Blob(['my life'], { type: 'text/plain' }), 'cv.txt');
  assert.equal(sent.status, 303, await sent.text());
  const { items } = await listOf(service, 'apply');
  assert.equal(items[0].files[0].name, 'cv.txt');
});

test('a file that is too large or of the wrong type is named beside its field, and the other answers stay', async (t) => {
  const service = await startTestService(t);
  const withFile = [
    { name: 'name', type: 'text', label: 'Name', required: true },
    { name: 'cv', type: 'file', label: 'CV', accept: ['application/pdf'], maxSize: 100_000, required: true },
  ];
  await makeForm(service, { name: 'Apply', slug: 'apply', fields: withFile });
  const page = await openForm(service, 'apply');
  assert.match(page.text, /<p class="help" id="help-cv">PDF, up to 97\.6 KB\.<\/p>/);
  service.advance(5000);
  const origin = await service.listen();
  const post = async (bytes: Buffer<ArrayBuffer>) => {
    const body = new FormData();
    body.set('_page', tokenOf(page));
    body.set('cv', new Blob([bytes], { type: 'application/pdf' }), 'cv.pdf');
    body.set('name', 'Ada');
    const answer = await fetch(`${origin}/f/apply`, { method: 'POST', body, redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  };
  const pdf = Buffer.alloc(200_000, '%PDF-1.7\n');
  for (const [bytes, message] of [
    [pdf, 'CV: choose a file of up to 97.6 KB'],
    [Buffer.from('my life'), 'CV: choose a file of another type: PDF'],
    [Buffer.alloc(0), 'CV: this file is empty, choose another one'],
  ] as const) {
    const { status, text } = await post(Buffer.from(bytes));
    assert.equal(status, 422, text);
    assert.ok(text.includes(`<a href="#field-cv">${message}</a>`), text);
    assert.match(text, /value="Ada"/);
  }
  assert.equal((await post(pdf.subarray(0, 50_000))).status, 303);
  assert.equal((await listOf(service, 'apply')).total, 1);
});

test('a form with a price redirects to the payment, and to the same one if it is sent twice', async (t) => {
  const service = await startPaymentService(t);
  const priced = [...fields.slice(0, 2), { name: 'fee', type: 'payment', label: 'Fee', amount: 2500, currency: 'eur' }];
  await makeForm(service, { name: 'Pay', slug: 'pay', fields: priced });
  const page = await openForm(service, 'pay');
  assert.match(page.text, /<p class="price">€25\.00<\/p>/);
  assert.match(page.text, /Continue to payment/);
  assert.match(String(page.headers['content-security-policy']), /form-action 'self' http:\/\/frontdesk\.test https:;/);
  service.advance(5000);
  const values = { name: 'Ada', email: 'ada@example.com', _page: tokenOf(page) };
  const first = await send(service, 'pay', values);
  assert.equal(first.status, 303, first.text);
  assert.match(String(first.headers.location), /\/pay\/cs_test_/);
  assert.equal((await send(service, 'pay', values)).headers.location, first.headers.location);
  assert.equal((await listOf(service, 'pay')).total, 1);
});

test('a page with an older price is shown again with the new one, unless it was submitted before', async (t) => {
  const service = await startPaymentService(t);
  const priceOf = (amount: number) => ({ name: 'fee', type: 'payment', label: 'Fee', amount, currency: 'eur' });
  const lines = [{ name: 'seat', type: 'item', label: 'Seat', amount: 2500 }];
  const kinds = {
    fixed: priceOf,
    lines: (amount: number) => ({ ...priceOf(0), amount: undefined, lines: [{ ...lines[0], amount }] }),
  };
  for (const [slug, fee] of Object.entries(kinds)) {
    await makeForm(service, { name: slug, slug, fields: [...fields.slice(0, 2), fee(2500)] });
    const page = await openForm(service, slug);
    const prices = /name="\.prices" value="([^"]+)"/.exec(page.text)?.[1] as string;
    service.advance(5000);
    const values = { name: 'Ada', email: 'ada@example.com', _page: tokenOf(page), '.prices': prices };
    assert.equal((await send(service, slug, values)).status, 303);
    const body = { fields: [...fields.slice(0, 2), fee(2600)] };
    assert.equal((await service.request('PATCH', `/forms/${slug}`, { body })).status, 200);
    assert.equal((await send(service, slug, values)).status, 303, 'that it was paid for is not forgotten');
    const old = await send(service, slug, { ...values, name: 'Bob' });
    assert.deepEqual([old.status, /the price is €26\.00 now, please check it/.test(old.text)], [422, true], old.text);
    const shown = /name="\.prices" value="([^"]+)"/.exec(old.text)?.[1] as string;
    assert.equal((await send(service, slug, { ...values, name: 'Bob', '.prices': shown })).status, 303);
    assert.equal((await listOf(service, slug)).total, 2);
  }
});

test('if the payment page is unavailable, the answers are stored, and the button continues from there', async (t) => {
  const service = await startPaymentService(t);
  const priced = [...fields.slice(0, 2), { name: 'fee', type: 'payment', label: 'Fee', amount: 2500, currency: 'eur' }];
  await makeForm(service, { name: 'Pay', slug: 'pay', fields: priced });
  const _page = await typed(service, 'pay');
  service.sandbox.faults.add({ kind: 'lose-answer', method: 'POST', path: '/v1/checkout/sessions', count: 3 });
  const first = await send(service, 'pay', { name: 'Ada', email: 'ada@example.com', _page });
  assert.equal(first.status, 503);
  assert.match(first.text, /Your answers have been saved/);
  assert.match(first.text, /value="ada@example\.com"/);
  const again = await send(service, 'pay', { name: 'Ada', email: 'ada@example.com', _page: tokenOf(first) });
  assert.equal(again.status, 303, again.text);
  assert.equal((await listOf(service, 'pay')).total, 1);
});
