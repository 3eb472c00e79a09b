import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { newInInbox } from '../answers/submission-rows.ts';

const fields = [
  { name: 'name', type: 'text', label: 'Name' },
  {
    ...{ name: 'color', type: 'select', label: 'Color' },
    options: [{ value: 'r', label: 'Red' }, { value: 'b', label: 'Blue' }, 'green'],
  },
  { name: 'topics', type: 'multiselect', label: 'Topics', options: ['sea', 'city, old'] },
  { name: 'vip', type: 'boolean', label: 'VIP' },
  { name: 'guests', type: 'integer', label: 'Guests' },
  { name: 'height', type: 'number', label: 'Height' },
  { name: 'stars', type: 'rating', label: 'Stars' },
];

test('the summary of a form counts answers, numbers, times and spam in a period', async (t) => {
  const service = await startTestService(t);
  const { request } = service;
  assert.equal((await request('PATCH', '/settings', { body: { timeZone: 'Asia/Tokyo' } })).status, 200);
  const created = await request('POST', '/forms', { body: { name: 'Trip', slug: 'trip', fields } });
  assert.equal(created.status, 201, created.text);
  const rows = [
    // In Tokyo, the first two are on different days.
    ['2027-03-01T14:59:00.000Z', { color: 'r', topics: ['sea'], vip: true, guests: 2, height: 1.5, stars: 5 }],
    ['2027-03-01T15:00:00.000Z', { color: 'r', topics: ['sea', 'city, old'], vip: false, guests: 4, height: 2.25 }],
    ['2027-03-09T00:00:00.000Z', { color: 'pink', guests: 3, height: 100, stars: 4 }],
    ['2027-03-31T14:59:59.999Z', { name: 'Ada', guests: 9 }],
    ['2027-03-31T15:00:00.000Z', { name: 'Too late', guests: 10 }],
  ] as const;
  const formId: string = created.body.id;
  await service.database.writer
    .insertInto('submissions')
    .values(
      rows.map(([createdAt, data], n) => ({
        ...{ id: `sub_${String(n).padStart(26, '0')}`, formId, status: 'submitted' as const, extra: '{}' },
        ...{ data: JSON.stringify(data), searchText: '', contactId: null, paymentId: null, createdAt },
        updatedAt: createdAt,
        ...newInInbox,
      })),
    )
    .execute();
  const summarize = async (query: string, status = 200) => {
    const answer = await request('GET', `/forms/trip/summary?${query}`);
    assert.equal(answer.status, status, answer.text);
    return answer.body;
  };
  const summary = await summarize('firstDay=2027-03-01&lastDay=2027-03-31');
  assert.deepEqual(summary.submissions, { total: 4, awaitingPayment: 0, paid: 0, spam: 0 });
  assert.deepEqual([summary.interval, summary.times.length, summary.answersOf, summary.payments], ['day', 31, 4, []]);
  assert.deepEqual(
    summary.times
      .filter(({ count }: { count: number }) => count > 0)
      .map(({ firstDay }: { firstDay: string }) => firstDay),
    ['2027-03-01', '2027-03-02', '2027-03-09', '2027-03-31'],
  );
  const of = (name: string) => summary.fields.find((field: { name: string }) => field.name === name);
  const countsOf = (name: string) =>
    of(name).counts.map(({ label, count }: { label: string; count: number }) => `${label} ${count}`);
  assert.deepEqual(
    summary.fields.map(({ name }: { name: string }) => name),
    ['color', 'topics', 'vip', 'guests', 'height', 'stars'],
  );
  assert.deepEqual(countsOf('color'), ['Red 2', 'Blue 0', 'green 0', 'pink 1']);
  assert.deepEqual(countsOf('topics'), ['sea 2', 'city, old 1']);
  assert.deepEqual([countsOf('vip').sort(), of('vip').answered], [['No 1', 'Yes 1'], 2]);
  assert.deepEqual(of('guests').numbers, { min: 2, median: 3.5, mean: 4.5, max: 9 });
  assert.deepEqual(countsOf('guests'), ['2 1', '3 1', '4 1', '9 1']);
  assert.deepEqual([of('height').counts, of('height').numbers.median, of('height').answered], [null, 2.25, 3]);
  assert.deepEqual(countsOf('stars'), ['4 1', '5 1']);
  const weeks = await summarize('firstDay=2027-03-01&lastDay=2027-03-31&interval=week');
  assert.deepEqual(
    weeks.times.map(({ firstDay, count }: { firstDay: string; count: number }) => `${firstDay} ${count}`),
    ['2027-03-01 2', '2027-03-08 1', '2027-03-15 0', '2027-03-22 0', '2027-03-29 1'],
  );
  const months = await summarize('firstDay=2026-02-10&lastDay=2027-04-30');
  assert.deepEqual([months.interval, months.times.length, months.times[0].firstDay], ['month', 15, '2026-02-10']);
  assert.equal(months.submissions.total, 5);
  assert.equal((await summarize('firstDay=2027-03-02&lastDay=2027-03-01', 400)).errors[0].pointer, 'firstDay');
  assert.equal((await summarize('firstDay=2000-03-02&lastDay=2027-03-01', 400)).errors[0].pointer, 'firstDay');
  assert.deepEqual((await summarize('')).fields[4].numbers, null);
});

test('answers from before a field became another kind, and the largest numbers, do not keep a form from its summary', async (t) => {
  const { request } = await startTestService(t);
  const submit = async (body: object) =>
    assert.equal((await request('POST', '/forms/trip/submit', { token: null, body })).status, 200);
  const texts = [
    { name: 'guests', type: 'text' },
    { name: 'color', type: 'text' },
    { name: 'meals', type: 'text' },
    { name: 'height', type: 'number' },
  ];
  const options = ['red', '[blue'];
  const changedFields = [
    { name: 'guests', type: 'number' },
    { name: 'color', type: 'select', options },
    { name: 'meals', type: 'repeat', fields: [{ name: 'color', type: 'select', options }] },
    { name: 'height', type: 'number' },
  ];
  const made = await request('POST', '/forms', { body: { name: 'Trip', slug: 'trip', fields: texts } });
  assert.equal(made.status, 201, made.text);
  await submit({ guests: 'three', color: '{green', meals: 'none', height: 1e308 });
  await submit({ guests: '1e999', color: '[blue', meals: '[', height: 1.7e308 });
  const changed = await request('PATCH', '/forms/trip', { body: { fields: changedFields } });
  assert.equal(changed.status, 200, changed.text);
  await submit({ guests: 3, color: 'red', meals: [{ color: 'red' }], height: 1.2e308 });
  const { status, body } = await request('GET', '/forms/trip/summary');
  assert.equal(status, 200);
  const [guests, color, meals, height] = body.fields;
  assert.deepEqual(guests.numbers, { min: 3, median: 3, mean: 3, max: 3 });
  assert.deepEqual(
    color.counts.map(({ value, count }: { value: string; count: number }) => `${value} ${count}`),
    ['red 1', '[blue 1', '{green 1'],
  );
  assert.deepEqual([meals.answered, meals.counts[0].count], [1, 1]);
  const { mean, ...others } = height.numbers;
  assert.deepEqual(others, { min: 1e308, median: 1.2e308, max: 1.7e308 });
  assert.ok(Math.abs(mean / 1.3e308 - 1) < 1e-9, `${mean}`);
});
