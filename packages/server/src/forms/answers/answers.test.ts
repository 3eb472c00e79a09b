import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldDeclaration } from '../../fields/field.ts';
import { readAnswers } from './answers.ts';

const marks = { decimals: '.', groups: ',' };

const read = async (
  fields: FieldDeclaration[],
  values: Record<string, unknown>,
  { isText = false, strict = false }: { isText?: boolean; strict?: boolean } = {},
) => {
  const { data, extra, faults, payment } = await readAnswers(
    { id: 'form', fields, strict, translations: {} },
    { values, marks: isText ? marks : null, files: [] },
    null,
  );
  return { data: { ...data }, extra: { ...extra }, faults: faults.map((f) => `${f.pointer} ${f.code}`), payment };
};

test('every fault names its field, and an empty text counts as no answer', async () => {
  const fields = [
    { name: 'email', type: 'email', required: true },
    { name: 'age', type: 'integer', min: 18 },
    { name: 'name', type: 'text', required: true },
    { name: 'note', type: 'text' },
  ];
  const { faults, data } = await read(fields, { email: 'nobody', age: 'x', name: '', note: '' });
  assert.deepEqual(faults.sort(), ['/age wrong_type', '/email format', '/name required']);
  assert.ok(!('note' in data));
});

test('texts of a posted form are converted by the kind of their field', async () => {
  const fields = [
    { name: 'count', type: 'number' },
    { name: 'agree', type: 'consent', required: true },
    { name: 'topics', type: 'checkbox', options: ['a', 'b', 'c'] },
    { name: 'days', type: 'multiselect', options: ['mo', 'tu'] },
    { name: 'once', type: 'text' },
    { name: 'box', type: 'checkbox' },
  ];
  const sent = { count: '4.5', agree: 'on', 'topics[]': ['a', 'c'], days: 'mo', once: ['x', 'y'], box: ['0', '1'] };
  const { data, faults, extra } = await read(fields, sent, { isText: true });
  assert.deepEqual(data, { count: 4.5, agree: true, topics: ['a', 'c'], days: ['mo'], once: ['x', 'y'], box: true });
  assert.deepEqual(faults, ['/once wrong_type']);
  assert.deepEqual(extra, {});
});

test('a hidden field is neither required nor stored, nor are fields that depend on it', async () => {
  const fields = [
    { name: 'kind', type: 'select', options: ['person', 'company'], required: true },
    { name: 'company', type: 'text', required: true, visibleWhen: { field: 'kind', equals: 'company' } },
    { name: 'vat', type: 'text', required: true, default: 'none', visibleWhen: { field: 'company' } },
    { name: 'fee', type: 'payment', amount: 100, currency: 'usd', visibleWhen: { field: 'kind', notEquals: 'person' } },
  ];
  const person = await read(fields, { kind: 'person', company: 7, vat: 'x', other: 1 });
  assert.deepEqual(person.faults, []);
  assert.deepEqual([person.data, person.extra, person.payment], [{ kind: 'person' }, { other: 1 }, null]);
  const company = await read(fields, { kind: 'company', company: 'ACME' });
  assert.deepEqual([company.faults, company.data.vat, company.payment?.name], [[], 'none', 'fee']);
  assert.deepEqual((await read(fields, { kind: 'company' })).faults, ['/company required']);
});

test('an unchecked box means no, and one of several checked options satisfies a condition', async () => {
  const fields = [
    { name: 'same', type: 'checkbox' },
    { name: 'address', type: 'text', required: true, visibleWhen: { field: 'same', equals: false } },
    { name: 'topics', type: 'multiselect', options: ['a', 'b'] },
    { name: 'why', type: 'text', required: true, visibleWhen: { field: 'topics', equals: 'b' } },
  ];
  assert.deepEqual((await read(fields, {})).faults, ['/address required']);
  assert.deepEqual((await read(fields, { same: true, topics: ['a', 'b'] })).faults, ['/why required']);
  assert.deepEqual((await read(fields, { same: true, topics: ['a'] })).faults, []);
});

test('a condition holds for each notation of what it says, as the page decides (admin/e2e/form-page.test.ts)', async () => {
  const options = ['a', 'b'];
  for (const [type, equals, same, others] of [
    [
      'datetime',
      '2026-12-01T10:00:00Z',
      ['2026-12-01T11:00:00+01:00', '2026-12-01T10:00:00.00Z'],
      ['2026-12-01T10:00:01Z'],
    ],
    ['time', '10:00', ['10:00:00', ' 10:00'], ['10:01']],
    ['text', 'Straße Izmir', [' STRASSE İZMİR\n', 'straße \u0131zmi\u0307r'], ['strase izmir', 'straßeizmir']],
    ['textarea', 'Zoe\u0308', ['ZOË', 'zoë '], ['zoe', 'z']],
    ['email', 'Ada@grün.example', ['ada@xn--grn-ioa.example ', 'ADA@GRU\u0308N.EXAMPLE'], ['ada@grun.example']],
    ['phone', '+49 30 123', ['0049 30/123', '+49 (0)30 123'], ['030 123']],
    ['url', 'https://a.example', ['https://A.example/'], ['https://a.example/a']],
    ['select', 'a', ['a'], ['A', ' a']],
    ['multiselect', ['a', 'b'], [['b', 'a']], [['a'], ['b', 'c']]],
  ] as [type: string, equals: unknown, same: unknown[], others: unknown[]][]) {
    const fields = [
      { name: 'answer', type, ...(type.endsWith('select') && { options }) },
      { name: 'is', type: 'text', required: true, visibleWhen: { field: 'answer', equals } },
      { name: 'isNot', type: 'text', required: true, visibleWhen: { field: 'answer', notEquals: equals } },
    ];
    for (const answer of [equals, ...same, ...others]) {
      const faults = (await read(fields, { answer })).faults.filter((fault) => !fault.startsWith('/answer'));
      assert.deepEqual(faults, [`/${others.includes(answer) ? 'isNot' : 'is'} required`], JSON.stringify(answer));
    }
  }
});

test('strict forms reject unknown keys, other forms store them separately, within limits', async () => {
  const fields = [{ name: 'a', type: 'text' }];
  assert.deepEqual((await read(fields, { a: 'x', 'b/c': 1 }, { strict: true })).faults, ['/b~1c unknown']);
  assert.deepEqual((await read(fields, { a: 'x', b: { c: [1] } })).extra, { b: { c: [1] } });
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, n]));
  assert.deepEqual((await read(fields, many)).faults, [' too_many_unknown']);
  assert.deepEqual((await read(fields, { big: 'x'.repeat(70_000) })).faults, [' too_large']);
});

test('the form sets the price: sending it back is accepted, another price is rejected', async () => {
  const fields = [{ name: 'fee', type: 'payment', amount: 100, currency: 'usd' }];
  for (const value of [100, { amount: 100 }, { amount: 100, currency: 'USD' }, null, '']) {
    assert.deepEqual((await read(fields, { fee: value })).faults, [], JSON.stringify(value));
  }
  assert.deepEqual((await read(fields, { fee: '100' }, { isText: true })).faults, []);
  for (const value of [1, '1', { amount: 1 }, { amount: 100, currency: 'jpy' }, true, [100]]) {
    assert.deepEqual((await read(fields, { fee: value })).faults, ['/fee not_allowed'], JSON.stringify(value));
  }
  assert.deepEqual((await read(fields, { fee: 100 })).data, {});
});

test('a number that is too large for JSON is rejected', async () => {
  assert.deepEqual((await read([{ name: 'n', type: 'number' }], JSON.parse('{"n":1e400}'))).faults, ['/n wrong_type']);
});

test('a file field accepts files, not values', async () => {
  const fields = [{ name: 'cv', type: 'file', required: true }];
  assert.deepEqual((await read(fields, { cv: ['file_of_another'] })).faults, ['/cv not_a_file']);
  assert.deepEqual((await read(fields, {})).faults, ['/cv required']);
  assert.deepEqual((await read(fields, { cv: '' }, { isText: true })).faults, ['/cv required']);
});

test('a required answer of white space only is missing', async () => {
  const fields = ['text', 'textarea', 'email', 'phone'].map((type) => ({ name: type, type, required: true }));
  const values = Object.fromEntries(fields.map(({ name }) => [name, ' \u00a0\n']));
  const form = { id: 'form', fields, strict: false, translations: {} };
  for (const isText of [true, false]) {
    const { faults } = await readAnswers(form, { values, marks: isText ? marks : null, files: [] }, null);
    assert.deepEqual(
      faults.map(({ pointer, code }) => [pointer, code]),
      fields.map(({ name }) => [`/${name}`, 'required']),
    );
  }
});
