// Searches for a text inside a column.

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
