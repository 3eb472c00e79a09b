// Groups stored times by day in a time zone.

import { type RawBuilder, sql } from 'kysely';

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
