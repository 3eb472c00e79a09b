// Filters on custom fields: `fields[price][gte]=10`, `fields[color][in]=red,blue`, `fields[sku]=A-1`. In a list, `\,` is
// a comma within a value and `\\` a backslash.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context.ts';
import { containsText } from '../../database/contains-text.ts';
import { operandOf } from '../../database/dialect.ts';
import type { Fault } from '../../errors.ts';
import { checkData } from '../../fields/compile.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isFolded, kindOf } from '../../fields/field-kinds.ts';
import { asBoolean, asNumber } from '../../fields/from-text.ts';
import { fold } from '../../lib/text.ts';
import {
  comparedValueOf,
  equalityKeyOf,
  foldedValueOf,
  isIndexed,
  isWritten,
  keyOfText,
  sortKeyOf,
} from '../types/field-values.ts';
import type { PostType } from '../types/post-types.ts';

const comparisons = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'contains', 'exists'] as const;
export type Operator = (typeof operators)[number];
/** The operators for undeclared fields, whose values have no kind. */
export const undeclaredOperators: readonly Operator[] = ['eq', 'ne', 'exists'];

const maxFilters = 20;
const parameterName = /^fields\[([^[\]"\\]{1,64})\](?:\[([^[\]]*)\])?$/;

export type FieldCondition = {
  /** The field whose index can find the items; null if there is none. */
  indexedField: string | null;
  /** `through` says whether the query goes through this index, or only checks the items it finds in another way. */
  where(through: boolean): RawBuilder<SqlBool>;
};

export type FieldFilters = { conditions: FieldCondition[]; faults: Fault[] };

/** The filters of a query (its parameters by name), and what is wrong with them. */
export function readFieldFilters(ctx: ReadContext, type: PostType, query: Record<string, unknown>): FieldFilters {
  const conditions: FieldCondition[] = [];
  const faults: Fault[] = [];
  for (const [name, given] of Object.entries(query)) {
    if (!name.startsWith('fields[')) continue;
    for (const text of [given].flat()) {
      const result = readFilter(ctx, type, name, String(text));
      if (typeof result === 'string') faults.push({ pointer: name, code: 'invalid', detail: result });
      else conditions.push('where' in result ? result : { indexedField: null, where: () => result });
    }
  }
  if (conditions.length > maxFilters) {
    faults.push({ pointer: 'fields', code: 'too_many', detail: `at most ${maxFilters} filters are allowed` });
  }
  return { conditions, faults };
}

/** The condition, or what is wrong. */
type Read = FieldCondition | RawBuilder<SqlBool> | string;

function readFilter(ctx: ReadContext, type: PostType, name: string, text: string): Read {
  const [, key, operator = 'eq'] = parameterName.exec(name) ?? [];
  if (key === undefined) return 'must have the form fields[name][operator]';
  if (!isOperator(operator)) return `the operator must be one of ${operators.join(', ')}`;
  const field = type.fields.find((field) => field.name === key);
  if (operator === 'exists') return existence(ctx, key, text);
  if (!field && type.strict) return `the type ${type.name} has no field ${key}`;
  const supported = field ? operatorsOf(field) : undeclaredOperators;
  if (!supported.includes(operator)) {
    return `${field ? `a ${field.type}` : 'an undeclared'} field supports only ${supported.join(', ')}`;
  }
  return field ? declaredFilter(ctx, field, operator, text) : undeclaredFilter(ctx, key, operator, text);
}

/** The operators that a declared field supports. */
export function operatorsOf(field: FieldDeclaration): readonly Operator[] {
  const { comparesAs, isText } = kindOf(field);
  if (comparesAs === 'list') return ['eq', 'ne', 'in', 'contains', 'exists'];
  const scalar = operators.filter((operator) => operator !== 'contains' && operator !== 'exists');
  return [
    ...(comparesAs === null ? [] : scalar),
    ...(comparesAs === 'text' || comparesAs === 'instant' || isText ? (['contains'] as const) : []),
    'exists',
  ];
}

export function isOperator(text: string): text is Operator {
  return (operators as readonly string[]).includes(text);
}

function existence(ctx: ReadContext, key: string, text: string): RawBuilder<SqlBool> | string {
  const shouldExist = asBoolean(text);
  if (typeof shouldExist !== 'boolean') return 'must be true or false';
  const exists = ctx.dialect.jsonExists(column, [key]);
  return shouldExist ? exists : sql<SqlBool>`not (${exists})`;
}

const column: Expression<unknown> = sql.ref('items.fields');

function declaredFilter(
  ctx: ReadContext,
  field: FieldDeclaration,
  operator: Exclude<Operator, 'exists'>,
  text: string,
): Read {
  const { comparesAs, fromText, comparesExactly } = kindOf(field);
  if (comparesAs === 'list') return listFilter(ctx, field.name, operator, text);
  if (operator === 'contains') return containsText(foldedValueOf(ctx, field), fold(text));
  // Ranges follow the order of lists.
  if (isFolded(field) && isRange(operator)) {
    return comparison(ctx, field, operator, [foldedValueOf(ctx, field), sortKeyOf(ctx, field)], [fold(text)]);
  }
  const texts = operator === 'in' ? splitList(text) : [text];
  const scalar = comparesAs ?? 'text';
  const isText = isWritten(field);
  const values = texts.map((part) => (scalar === 'instant' ? completeTime(part) : isText ? part : fromText(part)));
  if (values.some((value) => typeof value !== (isText ? 'string' : scalar))) {
    return scalar === 'number' ? 'must be a number' : 'must be true or false';
  }
  const faults = comparesExactly ? values.flatMap((value) => checkOperand(field, value)) : [];
  if (faults[0]) return faults[0].detail;
  const operands = values.map((value) => operandOf(value, scalar));
  return comparison(ctx, field, operator, [comparedValueOf(ctx, field), equalityKeyOf(ctx, field)], operands);
}

type Comparison = Exclude<Operator, 'exists' | 'contains'>;

/** Long texts are only in part in the index, so that the query compares them as well. */
function comparison(
  ctx: ReadContext,
  field: FieldDeclaration,
  operator: Comparison,
  [value, key]: [value: RawBuilder<unknown> | null, key: RawBuilder<unknown> | null],
  operands: unknown[],
): Read {
  if (value === null || key === null) return 'is not supported';
  if (!isIndexed(field) || operator === 'ne') return compare(value, operator, operands);
  return {
    indexedField: field.name,
    where(through) {
      if (!through) return compare(ctx.dialect.unindexed(value), operator, operands);
      if (!isWritten(field)) return compare(value, operator, operands);
      const keys = operands.map((operand) => keyOfText(String(operand)));
      return sql`(${compare(key, orEqual[operator], keys)} and ${compare(value, operator, operands)})`;
    },
  };
}

const orEqual = { eq: 'eq', in: 'in', gt: 'gte', gte: 'gte', lt: 'lte', lte: 'lte' } as const;

function isRange(operator: Operator): boolean {
  return ['gt', 'gte', 'lt', 'lte'].includes(operator);
}

/** A value of the kind is enough: the limits of the declaration do not bind filters. */
function checkOperand({ type }: FieldDeclaration, value: unknown): Fault[] {
  return checkData({ fields: [{ name: 'value', type }], data: { value }, strict: true }).faults;
}

/** A date is its first moment in UTC. In a query, `+` stands for a space, so that a zone may have lost its sign. */
function completeTime(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text.replace(/ (?=\d\d:?\d\d$)/, '+');
}

/** The values of a list with commas: `a\,b,c` has two. */
function splitList(text: string): string[] {
  const values = [''];
  for (const [token] of text.matchAll(/\\[\\,]|./gsu)) {
    if (token === ',') values.push('');
    else values.push(values.pop() + (token.startsWith('\\') ? (token[1] ?? token) : token));
  }
  return values;
}

/** An item without the field differs from every value. */
function compare(value: RawBuilder<unknown>, operator: Comparison, operands: unknown[]): RawBuilder<SqlBool> {
  if (operator === 'in') return sql<SqlBool>`${value} in (${sql.join(operands)})`;
  if (operator === 'ne') return sql<SqlBool>`(${value} is null or ${value} <> ${operands[0]})`;
  return sql<SqlBool>`${value} ${sql.raw(comparisons[operator])} ${operands[0]}`;
}

function listFilter(ctx: ReadContext, key: string, operator: Operator, text: string): RawBuilder<SqlBool> {
  const holds = (value: string) => ctx.dialect.jsonArrayHas(column, [key], value);
  if (operator === 'in') return sql<SqlBool>`(${sql.join(splitList(text).map(holds), sql` or `)})`;
  if (operator === 'ne') return sql<SqlBool>`coalesce(not ${holds(text)}, true)`;
  return holds(text);
}

/** An undeclared field has no kind: the value is compared as text, and as number or boolean if it looks like one. */
function undeclaredFilter(ctx: ReadContext, key: string, operator: Operator, text: string): RawBuilder<SqlBool> {
  const number = asNumber(text);
  const equals = (as: 'text' | 'number' | 'boolean', value: unknown) =>
    sql<SqlBool>`coalesce(${ctx.dialect.jsonValue(column, [key], as)} = ${value}, false)`;
  const matching = [equals('text', text)];
  if (typeof number === 'number') matching.push(equals('number', number));
  if (text === 'true' || text === 'false') matching.push(equals('boolean', text === 'true' ? 1 : 0));
  const matches = sql<SqlBool>`(${sql.join(matching, sql` or `)})`;
  return operator === 'eq' ? matches : sql<SqlBool>`not ${matches}`;
}
