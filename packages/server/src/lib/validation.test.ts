import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyValidator, faultsOf, type SchemaError } from './validation.ts';

test('a value that is none of a list, in none of some formats, nor null, gets a fault that names them', () => {
  const names = { enum: ['light', 'dark'] };
  const text = { type: 'string', maxLength: 2 };
  const faultOf = (schema: object, value: unknown) => {
    const check = bodyValidator().compile({ type: 'object', properties: { theme: schema } });
    check({ theme: value });
    return faultsOf((check.errors ?? []) as SchemaError[]).map(({ code, detail }) => `${code}: ${detail}`);
  };
  const orNull = { anyOf: [names, { type: 'null' }] };
  for (const wrong of ['blue', 1, []])
    assert.deepEqual(faultOf(orNull, wrong), ['not_allowed: must be one of light, dark or null']);
  assert.deepEqual(faultOf(orNull, null), []);
  assert.deepEqual(faultOf({ enum: ['light', null] }, 'blue'), ['not_allowed: must be one of light, null']);
  const dayOrTime = [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ];
  const formats = 'a date such as 2027-02-19 or a date and time such as 2027-02-19T09:30:00Z';
  assert.deepEqual(faultOf({ anyOf: dayOrTime }, 'soon'), [`format: must be ${formats}`]);
  assert.deepEqual(faultOf({ anyOf: [...dayOrTime, { type: 'null' }] }, 'soon'), [
    `format: must be ${formats} or null`,
  ]);
  const other = { anyOf: [names, text, { type: 'null' }] };
  assert.deepEqual(faultOf(other, 'blue'), ['invalid: does not match any accepted type']);
});
