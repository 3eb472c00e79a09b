// Searches for a text inside a column.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether the value contains the text. `%` and `_` stand for themselves. */
export function containsText(value: Expression<unknown>, text: string): RawBuilder<SqlBool> {
  return sql`${value} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}
