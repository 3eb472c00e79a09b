import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';

const fields = [
  { name: 'guests', type: 'integer', label: 'Guests', default: 1 },
  { name: 'room', type: 'radio', label: 'Room', options: ['sea', 'yard'] },
  { name: 'boat', type: 'checkbox', label: 'Boat', visibleWhen: { field: 'room', equals: 'sea' } },
  { name: 'stay', type: 'daterange', label: 'Stay' },
  {
    name: 'nights',
    type: 'calculation',
    label: 'Nights',
    formula: 'days(stay.from, stay.to)',
    visibleWhen: { field: 'room' },
  },
  {
    ...{ name: 'total', type: 'calculation', label: 'Total', help: 'Without drinks', decimals: 2, step: 2 },
    formula: 'guests * nights * 40 + if(room = "sea", 15.5, 0) + boat * 30',
  },
  { name: 'share', type: 'calculation', formula: 'total / (guests - 2)', step: 2 },
];
const stay = { from: '2027-02-26', to: '2027-03-01' };

test('the service works out calculations from the answers that count, and stores them with the submission', async (t) => {
  const service = await startTestService(t);
  assert.equal((await service.request('POST', '/forms', { body: { name: 'Stay', fields } })).status, 201);
  const submit = (body: object) => service.request('POST', '/forms/stay/submit', { token: null, body });
  const results = async (body: object) => {
    const sent = await submit(body);
    assert.equal(sent.status, 200, sent.text);
    const { data } = (await service.request('GET', `/submissions/${sent.body.submissionId}`)).body;
    return [data.nights, data.total, data.share];
  };
  assert.deepEqual(await results({ guests: 4, room: 'sea', boat: true, stay }), [3, 525.5, 262.75]);
  // An answer that does not apply does not count. A calculation that is not shown does, and is not stored.
  assert.deepEqual(await results({ guests: 4, room: 'yard', boat: true, stay }), [3, 480, 240]);
  assert.deepEqual(await results({ guests: 4, stay }), [undefined, 480, 240]);
  // The default counts; a division by zero has no result.
  assert.deepEqual(await results({ stay }), [undefined, 120, -120]);
  assert.deepEqual(await results({ guests: 2, stay }), [undefined, 240, undefined]);
  // Programs may send back what they show.
  assert.deepEqual(await results({ guests: 4, stay, total: 480 }), [undefined, 480, 240]);
  const wrong = await submit({ guests: 4, stay, total: 1, nights: 9 });
  const detail = 'must not be answered: the form works it out';
  assert.deepEqual(wrong.body.errors, [{ pointer: '/total', code: 'not_allowed', detail }]);
  const text = await service.request('POST', '/forms/stay/submit', {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ guests: '4', room: 'sea', 'stay.from': stay.from, 'stay.to': stay.to }).toString(),
  });
  assert.equal(text.status, 200, text.text);
  const csv = (await service.request('GET', '/forms/stay/submissions.csv')).text;
  assert.match(csv, /,nights,total,share,/);
  assert.match(csv, /,3,525\.5,262\.75,/);
  const filtered = await service.request('GET', '/forms/stay/submissions?search=525');
  assert.equal(filtered.status, 200);
});

test('the page shows a calculation as soon as it is certain, and otherwise leaves it to its script', async (t) => {
  const service = await startTestService(t);
  await service.request('POST', '/forms', { body: { name: 'Stay', fields } });
  const origin = await service.listen();
  const first = await fetch(`${origin}/f/stay?lang=de&total=99`);
  const page = await first.text();
  const nights = /<div class="calculation"( hidden)?>\s*<p class="label" id="label-nights">Nights/.exec(page);
  assert.equal(nights?.[1], ' hidden');
  assert.doesNotMatch(page, /label-total|value="99"/);
  assert.match(String(first.headers.get('content-security-policy')), /script-src 'sha256-[^']+'/);
  const body = new FormData();
  for (const [name, value] of Object.entries({
    ...{ '.step': '0', '.move': 'next', _page: /name="_page" value="([^"]+)"/.exec(page)?.[1] as string },
    ...{ guests: '40', room: 'yard', boat: 'true', 'stay.from': stay.from, 'stay.to': stay.to },
  }))
    body.append(name, value);
  const second = await (await fetch(`${origin}/f/stay?lang=de`, { method: 'POST', body })).text();
  assert.match(
    second,
    /<div class="calculation">\s*<p class="label" id="label-total">Total<\/p>\s*<p class="help">Without drinks/,
  );
  assert.match(second, /<output[^>]*id="field-total"[^>]*>4\.800,00<\/output>/);
  // The carried answer to a field that does not apply is not read.
  const data = /id="field-total"[^>]*data-formula="([^"]+)"/.exec(second)?.[1]?.replaceAll('&#34;', '"') as string;
  assert.deepEqual(JSON.parse(data).reads, { guests: 'number', 'stay.from': 'text', 'stay.to': 'text', room: 'text' });
  const code = (await service.request('GET', '/forms/stay/code')).body.html;
  assert.doesNotMatch(code, /calculation|total/);
});

test('a formula names fields that are answered, and calculations above it', async (t) => {
  const service = await startTestService(t);
  const errors = async (...declared: object[]) =>
    (await service.request('POST', '/forms', { body: { name: 'Stay', fields: declared } })).body.errors?.map(
      ({ pointer, detail }: { pointer: string; detail: string }) => `${pointer} ${detail}`,
    );
  const total = (formula: string, more: object = {}) => ({ name: 'total', type: 'calculation', formula, ...more });
  const [guests, , , range] = fields as [object, object, object, object];
  assert.deepEqual(await errors(guests, total('guest * 2')), [
    '/fields/1/formula names guest, which is no field of the form (did you mean `guests`?)',
  ]);
  assert.deepEqual(await errors(total('total + 1')), [
    '/fields/0/formula must not use total, a calculation that is not above this one',
  ]);
  assert.deepEqual(await errors(range, total('stay * 2')), [
    '/fields/1/formula must use a part of stay, such as {stay.from}',
  ]);
  assert.deepEqual(await errors(guests, total('guests.x')), [
    '/fields/1/formula must not use guests.x: guests has no parts',
  ]);
  assert.deepEqual(await errors({ name: 'cv', type: 'file' }, total('cv')), [
    '/fields/1/formula must not use cv, which is not answered with a value',
  ]);
  assert.deepEqual(await errors(total('1 +')), ['/fields/0/formula must have a value instead of the end']);
  assert.deepEqual(await errors({ name: 'total', type: 'calculation' }), ['/fields/0/formula is required']);
  assert.deepEqual(await errors(total('1', { required: true })), [
    '/fields/0/required is not for calculations, which visitors do not answer',
  ]);
  assert.deepEqual(await errors({ ...guests, formula: '1' }), [
    '/fields/0/formula is only for fields of the type calculation',
  ]);
  assert.deepEqual(await errors(total('1'), { name: 'why', type: 'text', visibleWhen: { field: 'total' } }), [
    '/fields/1/visibleWhen/field must not be a calculation: name a field that visitors answer',
  ]);
});
