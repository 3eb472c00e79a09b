// Expressions of SQL that several slices use.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether the value contains the text. `%` and `_` stand for themselves. */
export function containsText(value: Expression<unknown>, text: string): RawBuilder<SqlBool> {
  return isLike(value, patternFor(text));
}

/** SQLite would plan the statement again for each pattern that is a parameter by itself. */
export function isLike(value: Expression<unknown>, pattern: string): RawBuilder<SqlBool> {
  return sql`${value} like (${pattern} || '') escape '\\'`;
}

/** Of the texts that contain this one, or that start or end with it. */
export function patternFor(text: string, place: 'anywhere' | 'start' | 'end' = 'anywhere'): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&');
  return `${place === 'start' ? '' : '%'}${escaped}${place === 'end' ? '' : '%'}`;
}

/** Each database has a limit on the values of a statement. */
const maxValues = 10_000;

/** What `read` returns for all values: one statement, unless there are very many; none without values. */
export async function readInParts<Value, Row>(
  values: readonly Value[],
  read: (part: readonly Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += maxValues)
    rows.push(...(await read(values.slice(start, start + maxValues))));
  return rows;
}

/** The texts of all rows in any order, joined by commas, or null if there are none: an aggregate. */
export function joinedTexts(text: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`string_agg(${text}, ',')`;
}

// Groups stored times by day in a time zone.

/**
 * The part of a day in UTC that a stored time is in: each part begins where a day of the time zone may begin, so that
 * it belongs to one of them. In UTC, a part is a day. `times`: of day, from `startTimes`.
 */
export function partOfDay(column: string, times: readonly string[]): RawBuilder<string> {
  const date = sql<string>`substr(${sql.ref(column)}, 1, 10)`;
  if (times.length === 0) return sql<string>`${date} || 'T00:00:00.000Z'`;
  const timeOfDay = sql`substr(${sql.ref(column)}, 12, 5)`;
  const cases = times
    .toReversed()
    .map((time) => sql`when ${timeOfDay} >= ${sql.lit(time)} then ${sql.lit(`T${time}:00.000Z`)}`);
  return sql<string>`${date} || case ${sql.join(cases, sql` `)} else 'T00:00:00.000Z' end`;
}
