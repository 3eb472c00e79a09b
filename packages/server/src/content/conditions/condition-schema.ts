// Conditions in the API's document: parameters that are objects, whose members are query parameters themselves (OpenAPI,
// style `form` with `explode`), and `where`.

import Type from 'typebox';
import { meanings, type Operator, operators } from '../../database/compare.ts';
import type { FieldDeclaration, JsonSchema } from '../../fields/field.ts';
import { comparisonOf, kindOf, membersOf } from '../../fields/field-kinds.ts';
import { namesIn } from '../../fields/places.ts';
import { operatorsOf, undeclaredOperators } from './field-conditions.ts';
import { comparableNames } from './inner-names.ts';
import { itemSubjects } from './item-conditions.ts';
import { ownTermOperators, termOperators } from './term-conditions.ts';
import { ownNames } from './through-references.ts';

export const whereQuery = {
  where: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description:
        'Conditions as JSON. The members of an object must all be met: a field (`fields.price`) or a member of items (`author`, `parent`, `tag`, `category`, `terms.brands`, `publishedAt` …) with a value or with operators, and the groups `and` and `or` (lists of objects) and `not` (an object)',
      examples: ['{"or":[{"fields.price":{"gte":10}},{"tag":{"in":["a","b"]}}],"not":{"author":"ann"}}'],
    }),
  ),
};

/** Conditions on what every item has. */
export const conditionsParameter = {
  name: 'conditions',
  in: 'query',
  required: false,
  style: 'form',
  explode: true,
  description:
    'Conditions on what every item has: `name[operator]=value`, or `name=value` for `eq`. They must all be met. Times are RFC 3339; a date is its first moment in UTC. ' +
    '`author` and `parent` are slugs or IDs, `language` is a tag (BCP 47) and that of the site is none, `tag` and `category` slugs. `all`: all of the tags; `nin`: none of them; `under`: any of the categories or of what is below them',
  schema: {
    title: 'ItemConditions',
    description: 'Conditions on what every item has, by name and operator',
    type: 'object',
    properties: Object.fromEntries([
      ...[...itemSubjects].flatMap(([name, { operators }]) => conditionsOn(name, operators, true)),
      ...Object.entries(termOperators).flatMap(([name, operators]) => conditionsOn(name, operators, false)),
    ]),
    additionalProperties: false,
  },
  example: { 'publishedAt[gte]': '2027-01-01' },
};

function conditionsOn(name: string, operators: readonly Operator[], hasShort: boolean): [string, JsonSchema][] {
  const conditionWith = (operator: Operator): JsonSchema => ({
    type: operator === 'exists' ? 'boolean' : 'string',
    description: meanings[operator],
  });
  const named = operators.map((operator): [string, JsonSchema] => [`${name}[${operator}]`, conditionWith(operator)]);
  return hasShort ? [[name, conditionWith('eq')], ...named] : named;
}

/** Conditions on the taxonomies of the site. */
export const termsParameter = {
  name: 'terms',
  in: 'query',
  required: false,
  style: 'form',
  explode: true,
  description:
    'Conditions on terms in the taxonomies of the type, by their slugs: `terms[taxonomy][operator]=value`, or `terms[taxonomy]=value` for `eq`. ' +
    'The operators are those of `category`; in a taxonomy that is not nested `under` means `in`',
  schema: {
    title: 'TermConditions',
    description: 'Conditions on terms, by taxonomy and operator',
    type: 'object',
    patternProperties: {
      [`^terms\\[[a-z][a-z0-9_-]{0,49}\\](\\[(${ownTermOperators.join('|')})\\])?$`]: { type: 'string' },
    },
    additionalProperties: false,
  },
  example: { 'terms[brands][in]': 'nike,puma' },
};

export const filtersParameter = {
  name: 'fields',
  in: 'query',
  required: false,
  style: 'form',
  explode: true,
  description:
    'Filters on custom fields: `fields[name][operator]=value`, or `fields[name]=value` for `eq`. Several filters must all match. ' +
    'Names joined by dots lead into groups (`fields[seo.title]`) and to what a reference names (`fields[brand.slug]`, `fields[brand.price]`). ' +
    '`in`, `nin` and `all` accept values separated by commas; a comma within a value is written `\\,` and a backslash `\\\\`. ' +
    '`contains`, `startsWith` and `endsWith` compare texts without regard to case and accents; `contains` and `all` find values of lists. `exists` is `true` or `false`.',
  schema: {
    title: 'ItemFilters',
    type: 'object',
    patternProperties: { [namePattern('[^[\\]"\\\\]{1,200}', operators)]: { type: 'string' } },
    additionalProperties: false,
    description: 'With a token, this names the fields of the types of the site',
  },
  example: { 'fields[price][gte]': '10' },
};

type Types = ReadonlyMap<string, readonly FieldDeclaration[]>;

/** The filters of one type, as they stand in the document of a site. `types` are the fields of all types. */
export function filtersOf(fields: readonly FieldDeclaration[], isStrict: boolean, types: Types): JsonSchema {
  const named = withMembers(fields).flatMap((field) =>
    operatorsOf(field).flatMap((operator) => {
      const schema = {
        ...operandOf(field, operator),
        description: meanings[operator],
        ...(field.label === undefined ? {} : { title: field.label }),
      };
      const name = `fields[${field.name}][${operator}]`;
      return operator === 'eq'
        ? [[`fields[${field.name}]`, schema] as const, [name, schema] as const]
        : [[name, schema] as const];
    }),
  );
  const patterns = [
    ...(isStrict ? [] : [namePattern('[^[\\]"\\\\]{1,200}', undeclaredOperators)]),
    ...namesIn(fields).flatMap((reference) => throughPattern(reference, types) ?? []),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(named),
    ...(patterns.length === 0
      ? {}
      : { patternProperties: Object.fromEntries(patterns.map((pattern) => [pattern, { type: 'string' }])) }),
    additionalProperties: false,
  };
}

/** With the members of groups, by their whole names. */
function withMembers(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  return fields.flatMap((field) => [
    field,
    ...withMembers(membersOf(field)).map((member) => ({ ...member, name: `${field.name}.${member.name}` })),
  ]);
}

/** Names of what a reference leads to; null for another field. */
function throughPattern({ name, field }: { name: string; field: FieldDeclaration }, types: Types): string | null {
  if (kindOf(field).refersTo !== 'items') return null;
  const targets = (field.to ?? []).flatMap((type) => comparableNames(types.get(type) ?? []));
  const names = [...new Set([...ownNames, ...targets])].map((name) => name.replaceAll('.', '\\.'));
  return namePattern(`${name.replaceAll('.', '\\.')}\\.(${names.join('|')})`, operators);
}

const scalarOperators: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];

function operandOf(field: FieldDeclaration, operator: Operator): JsonSchema {
  if (operator === 'exists') return { type: 'boolean' };
  if (!scalarOperators.includes(operator)) return { type: 'string' };
  const { comparesExactly, schema } = kindOf(field);
  const comparesAs = comparisonOf(field);
  if (comparesAs === 'number' || comparesAs === 'boolean') return { type: comparesAs };
  return { type: 'string', ...(comparesExactly ? { format: schema(field)?.format } : {}) };
}

function namePattern(name: string, operators: readonly Operator[]): string {
  return `^fields\\[${name}\\](\\[(${operators.join('|')})\\])?$`;
}
