// Filters on custom fields in the API's document: one parameter that is an object, whose members are query parameters
// themselves (OpenAPI, style `form` with `explode`).

import type { FieldDeclaration, JsonSchema } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { type Operator, operators, operatorsOf, undeclaredOperators } from './field-filters.ts';

/** Names of parameters that are filters, valid or not. */
export const filterPattern = '^fields\\[';

export const filtersParameter = {
  name: 'fields',
  in: 'query',
  required: false,
  style: 'form',
  explode: true,
  description:
    'Filters on custom fields: `fields[name][operator]=value`, or `fields[name]=value` for `eq`. Several filters must all match. ' +
    '`in` accepts values separated by commas; a comma within a value is written `\\,` and a backslash `\\\\`. ' +
    '`contains` searches within a text, without regard to case and accents, or a list for one of its values. `exists` is `true` or `false`.',
  schema: {
    title: 'ItemFilters',
    type: 'object',
    patternProperties: { [namePattern('[^[\\]"\\\\]{1,64}', operators)]: { type: 'string' } },
    additionalProperties: false,
    description: 'With a token, this names the fields of the types of the site',
  },
  example: { 'fields[price][gte]': '10' },
};

/** The filters of one type, as they stand in the document of a site. */
export function filtersOf(fields: readonly FieldDeclaration[], isStrict: boolean): JsonSchema {
  const named = fields.flatMap((field) =>
    operatorsOf(field).flatMap((operator) => {
      const schema = { ...operandOf(field, operator), ...(field.label === undefined ? {} : { title: field.label }) };
      const name = `fields[${field.name}][${operator}]`;
      return operator === 'eq'
        ? [[`fields[${field.name}]`, schema] as const, [name, schema] as const]
        : [[name, schema] as const];
    }),
  );
  const undeclared = { [namePattern('[^[\\]"\\\\]{1,64}', undeclaredOperators)]: { type: 'string' } };
  return {
    type: 'object',
    properties: Object.fromEntries(named),
    ...(isStrict ? {} : { patternProperties: undeclared }),
    additionalProperties: false,
  };
}

function operandOf(field: FieldDeclaration, operator: Operator): JsonSchema {
  if (operator === 'exists') return { type: 'boolean' };
  if (operator === 'in' || operator === 'contains') return { type: 'string' };
  const { comparesAs, comparesExactly, schema } = kindOf(field);
  if (comparesAs === 'number' || comparesAs === 'boolean') return { type: comparesAs };
  return { type: 'string', ...(comparesExactly ? { format: schema(field)?.format } : {}) };
}

function namePattern(name: string, operators: readonly Operator[]): string {
  return `^fields\\[${name}\\](\\[(${operators.join('|')})\\])?$`;
}
