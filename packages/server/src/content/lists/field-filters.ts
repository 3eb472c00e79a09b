// Filters on custom fields: `fields[price][gte]=10`, `fields[colour][in]=red,blue`, `fields[sku]=A-1`.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context.ts';
import type { Fault } from '../../errors.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { asBoolean, asNumber } from '../../fields/from-text.ts';
import type { PostType } from '../types/post-types.ts';

const comparisons = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'contains', 'exists'] as const;
type Operator = (typeof operators)[number];

const maxFilters = 20;
const parameterName = /^fields\[([^[\]"\\]{1,64})\](?:\[([^[\]]*)\])?$/;

/** Names of parameters that are filters, valid or not. */
export const filterPattern = '^fields\\[';

export type FieldFilters = { conditions: RawBuilder<SqlBool>[]; faults: Fault[] };

/** The filters of a query (its parameters by name), and what is wrong with them. */
export function readFieldFilters(ctx: ReadContext, type: PostType, query: Record<string, unknown>): FieldFilters {
  const conditions: RawBuilder<SqlBool>[] = [];
  const faults: Fault[] = [];
  for (const [name, given] of Object.entries(query)) {
    if (!name.startsWith('fields[')) continue;
    for (const text of [given].flat()) {
      const result = readFilter(ctx, type, name, String(text));
      if (typeof result === 'string') faults.push({ pointer: name, code: 'invalid', detail: result });
      else conditions.push(result);
    }
  }
  if (conditions.length > maxFilters) {
    faults.push({ pointer: 'fields', code: 'too_many', detail: `at most ${maxFilters} filters are allowed` });
  }
  return { conditions, faults };
}

/** The condition, or what is wrong. */
function readFilter(ctx: ReadContext, type: PostType, name: string, text: string): RawBuilder<SqlBool> | string {
  const [, key, operator = 'eq'] = parameterName.exec(name) ?? [];
  if (key === undefined) return 'must have the form fields[name][operator]';
  if (!isOperator(operator)) return `the operator must be one of ${operators.join(', ')}`;
  const field = type.fields.find((field) => field.name === key);
  if (operator === 'exists') return existence(ctx, key, text);
  if (field) return declaredFilter(ctx, field, operator, text);
  if (type.strict) return `the type ${type.name} has no field ${key}`;
  return undeclaredFilter(ctx, key, operator, text);
}

function isOperator(text: string): text is Operator {
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
): RawBuilder<SqlBool> | string {
  const { comparesAs, fromText, isText } = kindOf(field);
  if (comparesAs === 'list') return listFilter(ctx, field.name, operator, text);
  if (operator === 'contains') {
    if (comparesAs !== 'text' && !isText) return 'contains works on texts and lists only';
    return containsText(ctx.dialect.jsonValue(column, [field.name], 'text'), text);
  }
  if (comparesAs === null) return `a ${field.type} field supports only ${isText ? 'contains and exists' : 'exists'}`;
  const texts = operator === 'in' ? text.split(',') : [text];
  const values = texts.map((part) => (comparesAs === 'text' ? part : fromText(part)));
  if (values.some((value) => typeof value !== (comparesAs === 'text' ? 'string' : comparesAs))) {
    return comparesAs === 'number' ? 'must be a number' : 'must be true or false';
  }
  const value = ctx.dialect.jsonValue(column, [field.name], comparesAs);
  return compare(
    value,
    operator,
    values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
  );
}

/** An item without the field differs from every value. */
function compare(value: RawBuilder<unknown>, operator: Exclude<Operator, 'exists' | 'contains'>, operands: unknown[]) {
  if (operator === 'in') return sql<SqlBool>`${value} in (${sql.join(operands)})`;
  if (operator === 'ne') return sql<SqlBool>`(${value} is null or ${value} <> ${operands[0]})`;
  return sql<SqlBool>`${value} ${sql.raw(comparisons[operator])} ${operands[0]}`;
}

function listFilter(ctx: ReadContext, key: string, operator: Operator, text: string): RawBuilder<SqlBool> | string {
  const holds = (value: string) => ctx.dialect.jsonArrayHas(column, [key], value);
  if (operator === 'in') return sql<SqlBool>`(${sql.join(text.split(',').map(holds), sql` or `)})`;
  if (operator === 'ne') return sql<SqlBool>`coalesce(not ${holds(text)}, true)`;
  if (operator === 'eq' || operator === 'contains') return holds(text);
  return 'a list supports eq, ne, in, contains and exists';
}

/** Letters a to z match in either case. */
function containsText(value: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return sql<SqlBool>`lower(${value}) like ${`%${lower.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}

/** An undeclared field has no kind: the value is compared as text, and as number or boolean if it looks like one. */
function undeclaredFilter(
  ctx: ReadContext,
  key: string,
  operator: Operator,
  text: string,
): RawBuilder<SqlBool> | string {
  if (operator !== 'eq' && operator !== 'ne') return 'an undeclared field supports only eq, ne and exists';
  const number = asNumber(text);
  const equals = (as: 'text' | 'number' | 'boolean', value: unknown) =>
    sql<SqlBool>`coalesce(${ctx.dialect.jsonValue(column, [key], as)} = ${value}, false)`;
  const matching = [equals('text', text)];
  if (typeof number === 'number') matching.push(equals('number', number));
  if (text === 'true' || text === 'false') matching.push(equals('boolean', text === 'true' ? 1 : 0));
  const matches = sql<SqlBool>`(${sql.join(matching, sql` or `)})`;
  return operator === 'eq' ? matches : sql<SqlBool>`not ${matches}`;
}
