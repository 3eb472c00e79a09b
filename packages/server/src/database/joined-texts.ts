import { type RawBuilder, sql } from 'kysely';

/** The texts of all rows in any order, joined by commas, or null if there are none: an aggregate. */
export function joinedTexts(text: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`string_agg(${text}, ',')`;
}
