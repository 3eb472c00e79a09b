import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { setUpOwner } from '../../../test/support/sign-in.ts';
import { readStrictly, unzip } from '../../../test/support/strict-xml.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const fields = [
  { name: 'name', type: 'text', label: 'Your name' },
  { name: 'guests', type: 'integer', label: 'Guests' },
  { name: 'day', type: 'date', label: 'Day' },
];

const tickets = {
  ...{ name: 'tickets', type: 'payment', label: 'Tickets', currency: 'eur', discountCodes: true },
  lines: [
    {
      ...{ name: 'ticket', type: 'choice', label: 'Ticket', required: true, maxQuantity: 4 },
      options: [
        { value: 'early', label: 'Early bird', amount: 3000 },
        { value: 'full', label: 'Full price', amount: 5000 },
      ],
    },
    { name: 'lunch', type: 'item', label: 'Lunch', amount: 1250, minQuantity: 0, maxQuantity: 4 },
  ],
};

/** A workbook as rows of values. */
async function sheetAt(service: TestService, url: string): Promise<unknown[][]> {
  const headers = { authorization: `Bearer ${service.token}` };
  const { statusCode, rawPayload } = await service.app.inject({ method: 'GET', url: `/api/v1${url}`, headers });
  assert.equal(statusCode, 200);
  const { sheets } = await readXlsx(rawPayload);
  return (sheets[0] as { rows: unknown[][] }).rows;
}

test('what was bought is in the export of a form, with quantities, amounts and discounts', async (t) => {
  const service = await startPaymentService(t);
  const post = async (path: string, body: object) => {
    const answer = await service.request('POST', path, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const form = await post('/forms', { name: 'Fair', slug: 'fair', fields: [...fields, tickets] });
  await post(`/forms/${form.id}/discounts`, { code: 'SUMMER', amountOff: 500 });
  const pick = (option: string, quantity: number) => ({ line: 'ticket', option, quantity });
  await post('/forms/fair/submit', {
    name: '=1+1',
    tickets: { lines: [pick('early', 2), { line: 'lunch', quantity: 3 }], discountCode: 'SUMMER' },
  });
  await post('/forms/fair/submit', {
    name: '_x0041_ Bob',
    guests: 3,
    day: '2027-03-01',
    tickets: { lines: [pick('full', 1)] },
  });
  // The form sells something else now.
  const [choice] = tickets.lines;
  const changed = { ...tickets, lines: [choice] };
  assert.equal(
    (await service.request('PATCH', `/forms/${form.id}`, { body: { fields: [...fields, changed] } })).status,
    200,
  );
  const csv = (await service.request('GET', '/forms/fair/submissions.csv?sort=createdAt')).text.trim().split('\r\n');
  const header = (csv[0] as string).split(',');
  const cells = csv.slice(1).map((line) => Object.fromEntries(line.split(',').map((cell, n) => [header[n], cell])));
  assert.deepEqual(header.slice(header.indexOf('paymentIntentId') + 1), [
    ...['bought', 'tickets.ticket.early.quantity', 'tickets.ticket.early.amount', 'tickets.ticket.full.quantity'],
    ...['tickets.ticket.full.amount', 'tickets.otherAmount', 'tickets.discountCode', 'tickets.discount', 'other'],
  ]);
  const bought = cells.map((row) => [
    row['tickets.ticket.early.quantity'],
    row['tickets.ticket.early.amount'],
    row['tickets.ticket.full.amount'],
    row['tickets.otherAmount'],
    row['tickets.discountCode'],
    row['tickets.discount'],
    row.amount,
  ]);
  assert.equal(csv.length, 3, csv.join('\n'));
  assert.match(csv[1] as string, /"2 × Ticket: Early bird, 3 × Lunch",2,6000,,,3750,SUMMER,500,/);
  assert.deepEqual(bought[1], ['', '', '5000', '', '', '', '5000']);
});

test('workbooks have dates, numbers and texts that no program runs, and NDJSON has what the API returns', async (t) => {
  const service = await startTestService(t);
  const owner = await setUpOwner(service);
  for (const slug of ['trip', 'party'])
    assert.equal((await service.request('POST', '/forms', { body: { name: slug, slug, fields } })).status, 201);
  const submit = async (form: string, body: object): Promise<string> =>
    (await service.request('POST', `/forms/${form}/submit`, { token: null, body })).body.submissionId;
  const ada = await submit('trip', { name: '=HYPERLINK("x")', guests: 2, day: '2027-03-01' });
  service.advance(1000);
  const bob = await submit('party', { name: '_x0041_ <&>', guests: 10 });
  service.advance(1000);
  const cleo = await submit('trip', { name: 'y'.repeat(300), guests: 0 });
  await owner.request('PATCH', `/submissions/${ada}`, { body: { starred: true, assigneeId: owner.id } });
  const get = async (path: string, status = 200) => {
    const answer = await owner.request('GET', path);
    assert.equal(answer.status, status, answer.text);
    return answer;
  };

  const workbook = await get('/submissions.xlsx?sort=createdAt');
  assert.match(String(workbook.headers['content-disposition']), /^attachment; filename="inbox\.xlsx"/);
  const rows = await sheetAt(service, '/submissions.xlsx?sort=createdAt');
  const [header = [], first = [], second = []] = rows;
  const at = (row: unknown[], name: string) => row[header.indexOf(name)];
  assert.deepEqual(header.slice(0, 4), ['ID', 'Form', 'Submitted (UTC)', 'Status']);
  assert.deepEqual(
    ['ID', 'Form', 'Starred', 'Assignee', 'Your name', 'Guests'].map((name) => at(first, name)),
    [ada, 'trip', true, 'Olga', '=HYPERLINK("x")', 2],
  );
  assert.equal((at(first, 'Day') as Date).toISOString(), '2027-03-01T00:00:00.000Z');
  assert.ok(at(first, 'Submitted (UTC)') instanceof Date);
  assert.equal(at(second, 'Your name'), '_x0041_ <&>');
  assert.equal(rows.length, 4);

  const lines = (await get('/submissions.ndjson?sort=createdAt')).text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines, (await get('/submissions?sort=createdAt')).body.items);
  const ofForm = (await get('/forms/trip/submissions.ndjson')).text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(ofForm, (await get('/forms/trip/submissions')).body.items);
  assert.equal((await sheetAt(service, '/forms/trip/submissions.xlsx')).length, 3);

  // The filters of the list.
  const idsOf = async (query: string) =>
    (await get(`/submissions.csv?${query}`)).text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
  assert.deepEqual(await idsOf('starred=true'), [ada]);
  assert.deepEqual(await idsOf('formId=trip&answers[guests][lt]=2'), [cleo]);
  assert.deepEqual(await idsOf('search=x0041'), [bob]);
  for (const format of ['csv', 'xlsx', 'ndjson'])
    assert.equal((await get(`/submissions.${format}?formId=none`, 400)).body.errors[0].pointer, 'formId');
  const token = await service.tokenWith(`forms:read:${ofForm[0].formId}`);
  const limited = await service.request('GET', '/submissions.csv', { token });
  assert.equal(limited.text.split('\r\n').length, 4);
  assert.equal((await service.request('GET', '/submissions.csv', { token: null })).status, 401);
});

test('repeated groups and signatures are in workbooks and NDJSON as they are in CSV', async (t) => {
  const service = await startTestService(t);
  const guests = {
    name: 'guests',
    type: 'repeat',
    label: 'Guests',
    fields: [{ name: 'name', type: 'text', label: 'Name' }],
  };
  const signed = { name: 'signed', type: 'signature', label: 'Signature' };
  const made = await service.request('POST', '/forms', {
    body: { name: 'Lease', slug: 'lease', fields: [guests, signed] },
  });
  assert.equal(made.status, 201, made.text);
  const body = { guests: [{ name: '=1+1' }, { name: 'Bob' }], signed: 'Ada' };
  const sent = await service.request('POST', '/forms/lease/submit', { token: null, body });
  assert.equal(sent.status, 200, sent.text);
  const [header = [], row = []] = await sheetAt(service, '/forms/lease/submissions.xlsx');
  const cell = (label: string) => row[header.findIndex((one) => String(one).startsWith(label))];
  assert.deepEqual([cell('Guests'), cell('Signature')], ['=1+1; Bob', 'Ada.svg']);
  const [line = ''] = (await service.request('GET', '/forms/lease/submissions.ndjson')).text.split('\n');
  const { data, files } = JSON.parse(line);
  assert.deepEqual(data.guests, body.guests);
  assert.deepEqual([data.signed, files[0].name], [[files[0].id], 'Ada.svg']);
});

test('no character of an answer or a label makes a workbook or a signature unreadable', async (t) => {
  const service = await startTestService(t);
  const forbidden = '\u0001\ufffe\uffff';
  const body = {
    name: 'Visit',
    fields: [
      { name: 'note', type: 'textarea', label: `No${forbidden}te` },
      { name: 'signed', type: 'signature', label: 'Signature' },
    ],
  };
  assert.equal((await service.request('POST', '/forms', { body })).status, 201);
  // The longest cell ends within the last character.
  const answers = [
    `a${forbidden}\u{1fffe}b \ud83c\udf0a`,
    '_x00\ufffe41_',
    `${'x'.repeat(32_765)}\u{1f30a}${'y'.repeat(9)}`,
  ];
  for (const note of answers) {
    const sent = { note, signed: `A${forbidden}da` };
    assert.equal((await service.request('POST', '/forms/visit/submit', { token: null, body: sent })).status, 200);
  }
  const headers = { authorization: `Bearer ${service.token}` };
  const url = '/api/v1/forms/visit/submissions.xlsx?sort=createdAt';
  const { rawPayload } = await service.app.inject({ method: 'GET', url, headers });
  const parts = unzip(rawPayload);
  assert.ok(parts.size > 4);
  for (const [name, xml] of parts) assert.doesNotThrow(() => readStrictly(xml), name);
  const [header = [], ...rows] = await sheetAt(service, '/forms/visit/submissions.xlsx?sort=createdAt');
  const column = header.indexOf('Note');
  assert.deepEqual(
    rows.map((row) => row[column]),
    ['a\u{1fffe}b \ud83c\udf0a', '_x0041_', `${'x'.repeat(32_765)}…`],
  );
  const [item] = (await service.request('GET', '/forms/visit/submissions')).body.items;
  const drawn = await service.request('GET', `/files/${item.files[0].id}`);
  assert.match(readStrictly(drawn.text), /^Ada/);
});
