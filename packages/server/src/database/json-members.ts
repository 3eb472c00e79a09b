import { type Expression, type RawBuilder, sql } from 'kysely';

/** Names and values in turn, as the functions of both databases take them. */
export function membersOf(members: Record<string, Expression<unknown>>): RawBuilder<unknown> {
  return sql.join(Object.entries(members).flatMap(([name, value]) => [sql.lit(name), value]));
}
