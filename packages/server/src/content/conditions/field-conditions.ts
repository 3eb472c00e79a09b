// Conditions on custom fields: `fields[price][gte]=10`, `fields[color][in]=red,blue`, `fields[sku]=A-1`.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import {
  type Comparison,
  compare,
  completeTime,
  endOfPrefix,
  isComparison,
  isNegative,
  isRange,
  isTextOperator,
  type Operator,
  operators,
  textPlaces,
} from '../../database/compare.ts';
import { type JsonPath, operandOf } from '../../database/dialect.ts';
import { isLike, patternFor } from '../../database/expressions.ts';
import { checkData } from '../../fields/compile.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { comparisonOf, isFolded, isTextField, kindOf, scalarOf } from '../../fields/field-kinds.ts';
import { asBoolean, asNumber } from '../../fields/from-text.ts';
import { randomText } from '../../lib/crypto.ts';
import type { Fault } from '../../lib/errors.ts';
import { fold } from '../../lib/text.ts';
import {
  type ComparedField,
  comparedValueOf,
  equalityKeyOf,
  foldedValueOf,
  isIndexed,
  isShorterThanKeys,
  isWritten,
  keyOfText,
  pathOf,
  sortKeyOf,
} from '../types/field-values.ts';
import { hiddenIn } from '../types/hidden-fields.ts';
import type { Hold, Read, Reading } from './condition.ts';
import { fieldAt } from './inner-names.ts';

/** The operators for undeclared fields, whose values have no kind. */
export const undeclaredOperators: readonly Operator[] = ['eq', 'ne', 'in', 'nin', 'exists'];

/** The condition on a field that the type declares, or, if it is open, on any other. */
export function readFieldCondition(reading: Reading, key: string, operator: Operator, texts: string[]): Read {
  const { ctx, type, hold } = reading;
  const field = fieldAt(type.fields, key);
  if (operator === 'exists') return existence(reading, field ?? null, key, texts[0] ?? '');
  const supported = field ? operatorsOf(field) : undeclaredOperators;
  if (!supported.includes(operator)) {
    return `${field ? `a ${field.type}` : 'an undeclared'} field supports only ${supported.join(', ')}`;
  }
  return field ? declaredFilter(ctx, field, operator, texts, hold) : undeclaredFilter(reading, key, operator, texts);
}

/** What the text of a condition on this field depends on. */
export function shapeOfField(field: FieldDeclaration | undefined): string {
  return field === undefined ? '' : `${field.type} ${comparisonOf(field)} ${isIndexed(field)}`;
}

const ofTexts = ['contains', 'startsWith', 'endsWith'] as const;

/** The operators that a declared field supports. */
export function operatorsOf(field: FieldDeclaration): readonly Operator[] {
  const comparesAs = comparisonOf(field);
  if (comparesAs === 'list') return ['eq', 'ne', 'in', 'nin', 'all', 'contains', 'exists'];
  return [
    ...(comparesAs === null ? [] : operators.filter(isComparison)),
    ...(comparesAs === 'text' || comparesAs === 'instant' || isTextField(field) ? ofTexts : []),
    'exists',
  ];
}

/** A name that no item has. */
const nowhere = randomText(32);

/** The name of an undeclared field comes from the request, and may be that of a hidden one. */
function heldPath({ ctx, type, hold }: Reading, key: string): JsonPath {
  return { slot: hold(ctx.dialect.jsonPath([hiddenIn(type).includes(key) ? nowhere : key])) };
}

function existence(reading: Reading, field: ComparedField | null, key: string, text: string): Read {
  const { ctx } = reading;
  const shouldExist = asBoolean(text);
  if (typeof shouldExist !== 'boolean') return 'must be true or false';
  const exists = ctx.dialect.jsonExists(column, field ? pathOf(field) : heldPath(reading, key));
  const variant = String(shouldExist);
  const indexed = field && isIndexed(field) ? equalityKeyOf(ctx, field) : null;
  const missing = (through: boolean) =>
    through ? sql<SqlBool>`(${indexed} is null and not (${exists}))` : sql<SqlBool>`not (${exists})`;
  if (!field || indexed === null) return { variant, where: () => (shouldExist ? exists : missing(false)) };
  const index = `fields.${field.name}`;
  return shouldExist
    ? { variant, opposite: { index, where: missing }, where: () => exists }
    : { variant, index, where: missing };
}

const column: Expression<unknown> = sql.ref('items.fields');

function declaredFilter(ctx: ReadContext, field: ComparedField, operator: Operator, texts: string[], hold: Hold): Read {
  const { fromText, comparesExactly } = kindOf(field);
  const comparesAs = comparisonOf(field);
  if (comparesAs === 'list') return listFilter(ctx, pathOf(field), operator, texts, hold);
  if (isTextOperator(operator)) return textFilter(ctx, field, operator, fold(texts[0] ?? ''), hold);
  if (!isComparison(operator)) return 'is not supported';
  // Ranges follow the order of lists.
  if (isFolded(field) && isRange(operator)) {
    const operands = texts.map(fold);
    return comparison(ctx, field, operator, [foldedValueOf(ctx, field), sortKeyOf(ctx, field)], operands, hold);
  }
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

/** In the index, the texts that start alike stand together. */
function textFilter(
  ctx: ReadContext,
  field: ComparedField,
  operator: keyof typeof textPlaces,
  text: string,
  hold: Hold,
): Read {
  const pattern = hold(patternFor(text, textPlaces[operator]));
  const matches = isLike(foldedValueOf(ctx, field), pattern);
  const start = keyOfText(text);
  const end = endOfPrefix(start);
  const key = operator === 'startsWith' && isIndexed(field) && isFolded(field) ? sortKeyOf(ctx, field) : null;
  if (key === null || end === null) return { where: () => matches };
  const [from, to] = [hold(start), hold(end)];
  const isBetween = sql<SqlBool>`${key} >= ${from} and ${key} < ${to}`;
  const isWhole = start === text;
  return {
    index: `fields.${field.name}`,
    variant: `index ${isWhole}`,
    where: (through) => (through ? sql<SqlBool>`(${isBetween} and ${isWhole ? sql`(1 = 1)` : matches})` : matches),
  };
}

/** Long texts are only in part in the index: the query compares them as well, unless what it compares with is shorter. */
function comparison(
  ctx: ReadContext,
  field: FieldDeclaration,
  operator: Comparison,
  [value, key]: [value: RawBuilder<unknown> | null, key: RawBuilder<unknown> | null],
  values: unknown[],
  hold: Hold,
): Read {
  if (value === null || key === null) return 'is not supported';
  const operands = values.map(hold);
  if (!isIndexed(field)) return { where: () => compare(value, operator, operands) };
  const keys = isWritten(field) ? values.map((operand) => hold(keyOfText(String(operand)))) : null;
  const isShort = values.every((operand) => isShorterThanKeys(String(operand)));
  const found = (operator: Exclude<Comparison, 'ne' | 'nin'>) => ({
    index: `fields.${field.name}`,
    variant: String(isShort),
    where(through: boolean) {
      if (!through) return compare(ctx.dialect.unindexed(value), operator, operands);
      const end = isRange(operator) ? ctx.dialect.otherEnd(key, operator, scalarOf(field) ?? 'text') : sql`(1 = 1)`;
      const found = keys === null || isShort ? compare(key, operator, keys ?? operands) : null;
      if (found) return sql<SqlBool>`(${found} and ${end})`;
      return sql<SqlBool>`(${compare(key, orEqual[operator], keys ?? [])} and ${end} and ${compare(value, operator, operands)})`;
    },
  });
  if (operator !== 'ne' && operator !== 'nin') return found(operator);
  const { variant, ...opposite } = found(operator === 'ne' ? 'eq' : 'in');
  return { variant, opposite, where: () => compare(value, operator, operands) };
}

const orEqual = { eq: 'eq', in: 'in', gt: 'gte', gte: 'gte', lt: 'lte', lte: 'lte' } as const;

/** A value of the kind is enough: the limits of the declaration do not bind filters. */
function checkOperand({ type }: FieldDeclaration, value: unknown): Fault[] {
  return checkData({ fields: [{ name: 'value', type }], data: { value }, strict: true }).faults;
}

function listFilter(ctx: ReadContext, path: string[], operator: Operator, texts: string[], hold: Hold): Read {
  const values = texts.map(hold);
  return {
    where() {
      const has = values.map((value) => ctx.dialect.jsonArrayHas(column, path, value));
      if (operator === 'all') return sql<SqlBool>`(${sql.join([sql`(1 = 1)`, ...has], sql` and `)})`;
      const hasOne = sql<SqlBool>`(${sql.join(has.length > 0 ? has : [sql`(1 = 0)`], sql` or `)})`;
      return isNegative(operator) ? sql<SqlBool>`coalesce(not ${hasOne}, true)` : hasOne;
    },
  };
}

/** An undeclared field has no kind: the value is compared as text, and as number or boolean if it looks like one. */
function undeclaredFilter(reading: Reading, key: string, operator: Operator, texts: string[]): Read {
  const { ctx, hold } = reading;
  const path = heldPath(reading, key);
  const operands = texts.flatMap((text) => {
    const number = asNumber(text);
    const same: [as: 'text' | 'number' | 'boolean', operand: never][] = [['text', hold(text)]];
    if (typeof number === 'number') same.push(['number', hold(number)]);
    if (text === 'true' || text === 'false') same.push(['boolean', hold(text === 'true' ? 1 : 0)]);
    return same;
  });
  return {
    variant: operands.map(([as]) => as).join(),
    where() {
      const equal = operands.map(
        ([as, operand]) => sql`coalesce(${ctx.dialect.jsonValue(column, path, as)} = ${operand}, false)`,
      );
      const matches = sql<SqlBool>`(${sql.join(equal.length > 0 ? equal : [sql`(1 = 0)`], sql` or `)})`;
      return isNegative(operator) ? sql<SqlBool>`not ${matches}` : matches;
    },
  };
}
