// Converting field declarations for the type editor, and times for browser inputs, and back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldDeclaration } from '@frontdesk/client';
import {
  nameFrom,
  newBlock,
  newField,
  newTypeValues,
  typeChangeOf,
  typeValuesOf,
} from '../src/content/types/type-values.ts';
import { fromLocalInput, toLocalInput } from '../src/ui/local-time.ts';

const times = { createdAt: '2026-11-20T09:00:00.000Z', updatedAt: '2026-11-20T09:00:00.000Z' };
const type = {
  name: 'room',
  plural: 'rooms',
  label: 'Rooms',
  strict: true,
  publicRead: false,
  builtIn: false,
  ...times,
};

test('the editor keeps a declaration unchanged, including properties that it does not show', () => {
  const fields: FieldDeclaration[] = [
    {
      name: 'price',
      type: 'number',
      label: 'Price',
      required: true,
      min: 1,
      max: 9.5,
      default: 2,
      step: 3,
      indexed: true,
    },
    { name: 'view', type: 'select', options: ['sea', { value: 'g', label: 'Garden = green' }], unique: true },
    { name: 'from', type: 'date', min: '2026-01-01', help: 'First day' },
    { name: 'code', type: 'text', min: 2, pattern: '[A-Z]+', default: 'AB' },
    { name: 'more', type: 'json', default: { a: [1] } },
    { name: 'open', type: 'boolean', default: false },
    { name: 'hints', type: 'list', max: 3, default: ['a'] },
    { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text', max: 60 }], default: { title: 'x' } },
    {
      name: 'rows',
      type: 'list',
      of: { type: 'group', label: 'Row', fields: [{ name: 'a', type: 'geo' }] },
      default: [],
    },
    { name: 'body', type: 'blocks', blocks: [{ name: 'rule', fields: [] }], min: 1 },
    { name: 'cost', type: 'money', currency: 'eur', min: 0, default: { amount: 100, currency: 'eur' } },
    { name: 'related', type: 'reference', to: ['post'], multiple: true, onDelete: 'clear', max: 3 },
    { name: 'image', type: 'media', onDelete: 'refuse' },
  ];
  const { fields: after } = typeChangeOf(typeValuesOf({ ...type, fields }));
  assert.deepEqual(after, fields);
});

test('settings that do not apply to a kind are removed when the kind changes', () => {
  const field = {
    ...newField(),
    name: 'a',
    type: 'boolean' as const,
    min: '1',
    pattern: 'x',
    options: 'y',
    unique: true,
  };
  assert.deepEqual(typeChangeOf({ ...newTypeValues, fields: [field] }).fields, [{ name: 'a', type: 'boolean' }]);
});

test('faults of what is declared inside are at their inputs', () => {
  const wrong = { ...newField(), name: 'a', type: 'integer' as const, min: 'x' };
  const fields = [
    {
      ...newField(),
      name: 'rows',
      type: 'list' as const,
      entry: { ...newField(), type: 'group' as const, fields: [wrong] },
    },
    { ...newField(), name: 'body', type: 'blocks' as const, blocks: [{ ...newBlock(), name: 'b', fields: [wrong] }] },
  ];
  assert.throws(
    () => typeChangeOf({ ...newTypeValues, fields }),
    ({ errors }: { errors: { pointer: string }[] }) => {
      const pointers = errors.map(({ pointer }) => pointer);
      assert.deepEqual(pointers, ['/fields/0/of/fields/0/min', '/fields/1/blocks/0/fields/0/min']);
      return true;
    },
  );
});

test('names are generated from labels', () => {
  assert.equal(nameFrom('Price per night (€)'), 'price_per_night');
  assert.equal(nameFrom('Größe'), 'gro_e');
  assert.equal(nameFrom('2nd choice'), '_2nd_choice');
});

test('times survive browser inputs, to the minute', () => {
  assert.equal(fromLocalInput(toLocalInput('2026-03-29T01:30:00.000Z')), '2026-03-29T01:30:00.000Z');
  assert.equal(toLocalInput(null), '');
  assert.equal(fromLocalInput(''), null);
});
