// Comparisons in SQL. What has no value differs from every value.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Operator } from './condition.ts';

const signs = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const comparisons = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin'] as const;
export type Comparison = (typeof comparisons)[number];

export const textPlaces = { contains: 'anywhere', startsWith: 'start', endsWith: 'end' } as const;

export function isComparison(operator: Operator): operator is Comparison {
  return (comparisons as readonly Operator[]).includes(operator);
}

export function isRange(operator: Operator): operator is 'gt' | 'gte' | 'lt' | 'lte' {
  return ['gt', 'gte', 'lt', 'lte'].includes(operator);
}

export function isTextOperator(operator: Operator): operator is keyof typeof textPlaces {
  return Object.hasOwn(textPlaces, operator);
}

/** Whether the operator is true where its opposite is false: `ne` and `nin`. */
export function isNegative(operator: Operator): boolean {
  return operator === 'ne' || operator === 'nin';
}

export function compare(value: RawBuilder<unknown>, operator: Comparison, operands: unknown[]): RawBuilder<SqlBool> {
  if (operator === 'in') return oneOf(value, operands);
  if (operator === 'nin') return sql<SqlBool>`(${value} is null or not ${oneOf(value, operands)})`;
  if (operator === 'ne') return sql<SqlBool>`(${value} is null or ${value} <> ${operands[0]})`;
  return sql<SqlBool>`${value} ${sql.raw(signs[operator])} ${operands[0]}`;
}

/** Without operands it is never true; PostgreSQL accepts no empty list. */
export function oneOf(value: RawBuilder<unknown>, operands: unknown[]): RawBuilder<SqlBool> {
  return operands.length === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`(${value} in (${sql.join(operands)}))`;
}

/** The first text behind all that start with `prefix`, as the databases sort texts; null if there is none. */
export function endOfPrefix(prefix: string): string | null {
  const characters = Array.from(prefix);
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const code = last.codePointAt(0) as number;
    if (code < 0x10ffff) return characters.join('') + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
  }
  return null;
}

// What conditions compare with, as texts of a query.

/** The values of a list with commas: `a\,b,c` has two. `\,` is a comma within a value and `\\` a backslash. */
export function splitList(text: string): string[] {
  const values = [''];
  for (const [token] of text.matchAll(/\\[\\,]|./gsu)) {
    if (token === ',') values.push('');
    else values.push(values.pop() + (token.startsWith('\\') ? (token[1] ?? token) : token));
  }
  return values;
}

/** A date is its first moment in UTC. In a query, `+` stands for a space, so that a zone may have lost its sign. */
export function completeTime(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text.replace(/ (?=\d\d:?\d\d$)/, '+');
}
