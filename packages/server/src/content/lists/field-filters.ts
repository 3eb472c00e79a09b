// Filters on custom fields: `fields[price][gte]=10`, `fields[color][in]=red,blue`, `fields[sku]=A-1`. In a list, `\,` is
// a comma within a value and `\\` a backslash.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context.ts';
import { isLike, patternFor } from '../../database/contains-text.ts';
import { operandOf } from '../../database/dialect.ts';
import { slot } from '../../database/kept-queries.ts';
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
  /** Equal for conditions with the same text; null if there are too many values to keep it. */
  shape: string | null;
  /** What its slots hold. */
  values: Record<string, unknown>;
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
      const values: Record<string, unknown> = {};
      const hold: Hold = (value) => {
        const held = `filter ${conditions.length} ${Object.keys(values).length}`;
        values[held] = value;
        return slot(held);
      };
      const result = readFilter(ctx, type, name, String(text), hold);
      if (typeof result === 'string') faults.push({ pointer: name, code: 'invalid', detail: result });
      else
        conditions.push({ indexedField: null, ...result, shape: shapeOf(type, name, result.variant, values), values });
    }
  }
  if (conditions.length > maxFilters) {
    faults.push({ pointer: 'fields', code: 'too_many', detail: `at most ${maxFilters} filters are allowed` });
  }
  return { conditions, faults };
}

/** Puts a value into a slot. */
type Hold = (value: unknown) => never;
/** The condition, or what is wrong. `variant` is what its text depends on besides the field, the operator and the number of values. */
type Read = (Pick<FieldCondition, 'where'> & { indexedField?: string; variant?: string }) | string;

const maxKeptValues = 20;

function shapeOf(type: PostType, name: string, variant = '', values: object): string | null {
  const count = Object.keys(values).length;
  const field = type.fields.find((field) => field.name === parameterName.exec(name)?.[1]);
  return count > maxKeptValues ? null : JSON.stringify([name, field?.type, field && isIndexed(field), variant, count]);
}

function readFilter(ctx: ReadContext, type: PostType, name: string, text: string, hold: Hold): Read {
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
  return field ? declaredFilter(ctx, field, operator, text, hold) : undeclaredFilter(ctx, key, operator, text, hold);
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

function existence(ctx: ReadContext, key: string, text: string): Read {
  const shouldExist = asBoolean(text);
  if (typeof shouldExist !== 'boolean') return 'must be true or false';
  const exists = ctx.dialect.jsonExists(column, [key]);
  return { variant: String(shouldExist), where: () => (shouldExist ? exists : sql<SqlBool>`not (${exists})`) };
}

const column: Expression<unknown> = sql.ref('items.fields');

function declaredFilter(
  ctx: ReadContext,
  field: FieldDeclaration,
  operator: Exclude<Operator, 'exists'>,
  text: string,
  hold: Hold,
): Read {
  const { comparesAs, fromText, comparesExactly } = kindOf(field);
  if (comparesAs === 'list') return listFilter(ctx, field.name, operator, text, hold);
  if (operator === 'contains') {
    const pattern = hold(patternFor(fold(text)));
    return { where: () => isLike(foldedValueOf(ctx, field), pattern) };
  }
  // Ranges follow the order of lists.
  if (isFolded(field) && isRange(operator)) {
    return comparison(ctx, field, operator, [foldedValueOf(ctx, field), sortKeyOf(ctx, field)], [fold(text)], hold);
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
  return comparison(ctx, field, operator, [comparedValueOf(ctx, field), equalityKeyOf(ctx, field)], operands, hold);
}

type Comparison = Exclude<Operator, 'exists' | 'contains'>;

/** Long texts are only in part in the index, so that the query compares them as well. */
function comparison(
  ctx: ReadContext,
  field: FieldDeclaration,
  operator: Comparison,
  [value, key]: [value: RawBuilder<unknown> | null, key: RawBuilder<unknown> | null],
  given: unknown[],
  hold: Hold,
): Read {
  if (value === null || key === null) return 'is not supported';
  const operands = given.map(hold);
  if (!isIndexed(field) || operator === 'ne') return { where: () => compare(value, operator, operands) };
  const keys = isWritten(field) ? given.map((operand) => hold(keyOfText(String(operand)))) : null;
  return {
    indexedField: field.name,
    where(through) {
      if (!through) return compare(ctx.dialect.unindexed(value), operator, operands);
      if (keys === null) return compare(value, operator, operands);
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

function listFilter(ctx: ReadContext, key: string, operator: Operator, text: string, hold: Hold): Read {
  const values = (operator === 'in' ? splitList(text) : [text]).map(hold);
  return {
    where() {
      const has = values.map((value) => ctx.dialect.jsonArrayHas(column, [key], value));
      const hasOne = sql<SqlBool>`(${sql.join(has, sql` or `)})`;
      return operator === 'ne' ? sql<SqlBool>`coalesce(not ${hasOne}, true)` : hasOne;
    },
  };
}

/** An undeclared field has no kind: the value is compared as text, and as number or boolean if it looks like one. */
function undeclaredFilter(ctx: ReadContext, key: string, operator: Operator, text: string, hold: Hold): Read {
  const number = asNumber(text);
  const operands: [as: 'text' | 'number' | 'boolean', operand: never][] = [['text', hold(text)]];
  if (typeof number === 'number') operands.push(['number', hold(number)]);
  if (text === 'true' || text === 'false') operands.push(['boolean', hold(text === 'true' ? 1 : 0)]);
  return {
    variant: operands.map(([as]) => as).join(),
    where() {
      const equal = operands.map(
        ([as, operand]) => sql`coalesce(${ctx.dialect.jsonValue(column, [key], as)} = ${operand}, false)`,
      );
      const matches = sql<SqlBool>`(${sql.join(equal, sql` or `)})`;
      return operator === 'eq' ? matches : sql<SqlBool>`not ${matches}`;
    },
  };
}
