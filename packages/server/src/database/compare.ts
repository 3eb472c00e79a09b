// The operators of conditions in the API, and comparisons in SQL. What has no value differs from every value.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { bodyValidator } from '../lib/validation.ts';

export const operators = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'all',
  'under',
  'contains',
  'startsWith',
  'endsWith',
  'exists',
] as const;
export type Operator = (typeof operators)[number];

/** Those that compare with several values. */
const listOperators: readonly Operator[] = ['in', 'nin', 'all', 'under'];

export function isOperator(text: string): text is Operator {
  return (operators as readonly string[]).includes(text);
}

export function acceptsList(operator: string): boolean {
  return (listOperators as readonly string[]).includes(operator);
}

/** What the value of a condition is, for its description. */
export const meanings: Record<Operator, string> = {
  eq: 'It is this',
  ne: 'It is not this',
  in: 'It is one of these, separated by commas',
  nin: 'It is none of these, separated by commas',
  gt: 'It is more, or later',
  gte: 'It is this or more, or later',
  lt: 'It is less, or earlier',
  lte: 'It is this or less, or earlier',
  contains: 'It contains this text, or this entry',
  startsWith: 'It begins with this text',
  endsWith: 'It ends with this text',
  all: 'It has all of these, separated by commas',
  under: 'It is one of these or below them, separated by commas',
  exists: 'Whether there is one',
};

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

const validator = bodyValidator();
/** Whether it is a day of the calendar, such as 2027-02-19. */
export const isDay = validator.compile({ type: 'string', format: 'date' });
export const notADay = 'must be a day, such as 2027-02-19';

const isTime = validator.compile({ type: 'string', format: 'date-time' });
export const notATime = 'must be a date or a time with its zone, such as 2027-02-19 or 2027-02-19T09:30:00Z';

/** A time or a day as times are stored, in UTC with milliseconds; null for anything else. */
export function readTime(text: string): string | null {
  const completed = completeTime(text);
  const time = isTime(completed) ? new Date(completed) : null;
  const isStored = time !== null && time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;
  return isStored ? time.toISOString() : null;
}
