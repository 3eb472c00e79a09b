// Values inside others: for their inputs and back, the faults found before sending, and how lists and comparisons show them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault, FieldDeclaration } from '@frontdesk/client';
import { linesInside } from '../src/content/item-editor/nested-lines.ts';
import { firstInputValue, fromInputValue, toInputValue } from '../src/fields/field-input-value.ts';
import { formatField } from '../src/fields/format-field.ts';
import { firstText, labelOfPlace } from '../src/fields/inner-fields.ts';
import { inMajorUnits } from '../src/fields/inputs/money-fault.ts';
import { moved, placeInGap } from '../src/fields/inputs/row-order.ts';

const rows: FieldDeclaration = {
  name: 'rows',
  label: 'Rows',
  type: 'list',
  of: {
    type: 'group',
    fields: [
      { name: 'label', type: 'text', label: 'Label' },
      { name: 'price', type: 'money', label: 'Price' },
      { name: 'robots', type: 'select', options: ['index', { value: 'none', label: 'Hidden' }], default: 'index' },
      { name: 'sizes', type: 'list', of: { type: 'integer' } },
      { name: 'spot', type: 'geo' },
    ],
  },
};
const body: FieldDeclaration = {
  name: 'body',
  type: 'blocks',
  blocks: [
    { name: 'quote', label: 'Quote', fields: [{ name: 'text', type: 'richtext', label: 'Text' }] },
    { name: 'gallery', fields: [{ name: 'images', type: 'media', multiple: true }] },
  ],
};
const seo: FieldDeclaration = {
  name: 'seo',
  type: 'group',
  fields: [
    { name: 'title', type: 'text' },
    { name: 'open', type: 'boolean' },
  ],
};

function sent(field: FieldDeclaration, input: ReturnType<typeof toInputValue>) {
  const faults: Fault[] = [];
  const value = fromInputValue(field, input, `/fields/${field.name}`, faults);
  return { value, faults: faults.map(({ pointer, detail }) => `${pointer} ${detail}`) };
}

test('what is stored is sent back unchanged', () => {
  const stored: [FieldDeclaration, unknown][] = [
    [
      rows,
      [
        { label: 'Small', price: { amount: -1205, currency: 'eur' }, robots: 'none', sizes: [1, 2] },
        { price: { amount: 5, currency: 'jpy' }, robots: null, spot: { lat: -1.5, lng: 180 } },
      ],
    ],
    [body, [{ type: 'quote', text: '<p>a</p>' }, { type: 'gallery', images: ['med_b', 'med_a'] }, { type: 'quote' }]],
    [seo, { title: 'Mugs', open: false }],
  ];
  for (const [field, value] of stored) {
    assert.deepEqual(sent(field, toInputValue(field, value)), { value, faults: [] });
  }
  // Empty ones are none, also where a box in them is not checked.
  for (const field of [rows, body, seo]) assert.equal(sent(field, toInputValue(field, undefined)).value, null);
  assert.deepEqual(sent({ ...seo, required: true }, toInputValue(seo, null)).value, { open: false });
});

test('values that do not fit are shown as they are stored, and blocks that are no longer declared', () => {
  assert.equal(toInputValue(rows, { a: 1 }), '{\n  "a": 1\n}');
  assert.deepEqual(sent(rows, '[{"label":"x"}]'), { value: [{ label: 'x' }], faults: [] });
  assert.deepEqual(sent(rows, '['), { value: null, faults: ['/fields/rows Enter valid JSON'] });
  const old = [{ type: 'video', url: 'x' }];
  assert.deepEqual(sent(body, toInputValue(body, old)), { value: old, faults: [] });
});

test('faults found before sending are at their inputs', () => {
  const row = {
    label: 'x',
    price: { amount: 'a lot', currency: 'eur' },
    sizes: ['1', 'x', ''],
    spot: { lat: '91', lng: '' },
  };
  const empty = { price: { amount: '1', currency: '' } };
  assert.deepEqual(sent(rows, [row, empty]).faults, [
    '/fields/rows/0/price/amount Enter an amount in EUR, such as 25.00',
    '/fields/rows/0/sizes/1 Enter a whole number',
    '/fields/rows/0/sizes/2 Enter a value, or remove the row',
    '/fields/rows/0/spot/lat Enter degrees from -90 to 90',
    '/fields/rows/0/spot/lng Enter a number, such as 24.50',
    '/fields/rows/1/price/currency Select the currency of the amount',
  ]);
});

test('new rows have the defaults of their fields, groups that may be missing have none', () => {
  const entry = { ...rows.of, name: 'rows' } as FieldDeclaration;
  assert.deepEqual(firstInputValue(entry, true), {
    label: '',
    price: { amount: '', currency: '' },
    robots: 'index',
    sizes: [],
    spot: { lat: '', lng: '' },
  });
  const optional: FieldDeclaration = { ...seo, fields: [{ name: 'title', type: 'text', default: 'x' }] };
  assert.deepEqual(firstInputValue(optional), { title: '' });
  assert.deepEqual(firstInputValue({ ...optional, required: true }), { title: 'x' });
});

test('rows are known by their first text, and places by their labels', () => {
  const entry = { ...rows.of, name: 'rows' } as FieldDeclaration;
  assert.equal(firstText(entry, { label: ' Small  mug ' }), 'Small mug');
  assert.equal(firstText(entry, { label: '', price: { amount: '', currency: 'eur' }, robots: 'none' }), 'Hidden');
  assert.equal(firstText(body, { type: 'quote', text: '<p>The <b>best</b></p>' }), 'The best');
  const values = { body: [{ type: 'quote' }] };
  const labelOf = (place: string) => labelOfPlace([rows, body], place.split('/'), values).join(', ');
  assert.equal(labelOf('rows/2/price/amount'), 'Rows, 3, Price, amount');
  assert.equal(labelOf('body/0/text'), 'body, 1, Text');
  assert.equal(labelOf('other/1'), 'other, 1');
});

test('lists of items count rows, and comparisons have a line for each value', () => {
  assert.equal(formatField(rows, [{}, {}, {}]), '3 rows');
  assert.equal(formatField(body, [{ type: 'quote' }]), '1 block');
  assert.equal(formatField(seo, { title: 'Mugs' }), 'Mugs');
  assert.equal(formatField({ name: 'a', type: 'money' }, { amount: 1250, currency: 'eur' }), '€12.50');
  assert.equal(formatField({ name: 'a', type: 'reference', multiple: true }, ['item_a', 'item_b']), '2 items');
  const value = [{ label: 'Small', price: { amount: 1250, currency: 'eur' }, sizes: [], note: '' }, { isNew: true }];
  assert.deepEqual(linesInside(value), ['1, Label: Small', '1, Price: €12.50', '2, Is new: Yes']);
});

test('limits of amounts are shown as amounts are typed', () => {
  assert.equal(inMajorUnits('Must be at least 1000', 'eur'), 'Must be at least €10.00');
  assert.equal(inMajorUnits('Must be at most 1000', 'jpy'), 'Must be at most ¥1,000');
  assert.equal(inMajorUnits('Must be at most 1000'), 'Must be at most 1000');
  assert.equal(inMajorUnits(undefined, 'eur'), undefined);
});

test('rows move to where they are dropped', () => {
  const list = ['a', 'b', 'c'];
  assert.deepEqual(moved(list, 0, placeInGap(0, 3)), ['b', 'c', 'a']);
  assert.deepEqual(moved(list, 2, placeInGap(2, 0)), ['c', 'a', 'b']);
  assert.deepEqual(moved(list, 1, placeInGap(1, 2)), list);
  assert.deepEqual(moved(list, 1, 3), list);
});
