// Updates of rows that a transaction has read and locked.

import { sql, type UpdateQueryBuilder } from 'kysely';

/** Applies changes to a locked row if it differs from them, and sets `stamp` as well: the next version, the time. */
export async function updateRow<DB, Table extends keyof DB, Row extends { id: string }>(
  update: UpdateQueryBuilder<DB, Table, Table, Row>,
  row: Row,
  changes: Partial<Row>,
  stamp: Partial<Row>,
): Promise<Row> {
  const names = Object.keys(changes) as (keyof Row)[];
  if (names.every((name) => changes[name] === row[name])) return row;
  const changed = update.set({ ...changes, ...stamp } as never).where(sql.ref('id'), '=', row.id);
  return (await changed.executeTakeFirstOrThrow()) as Row;
}
