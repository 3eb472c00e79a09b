// Updates of rows that a transaction has read and locked.

import { sql, type UpdateQueryBuilder } from 'kysely';

/** Applies changes to a locked row if it differs from them, and sets `stamp` as well: the next version, the time. */
export async function updateRow<DB, Table extends keyof DB, Row extends { id: string }>(
  update: UpdateQueryBuilder<DB, Table, Table, Row>,
  row: Row,
  changes: Partial<Row>,
  stamp: Partial<Row>,
): Promise<Row> {
  if (Object.keys(differenceOf(row, changes)).length === 0) return row;
  const changed = update.set({ ...changes, ...stamp } as never).where(sql.ref('id'), '=', row.id);
  return (await changed.executeTakeFirstOrThrow()) as Row;
}

/** The columns with other values. */
export function differenceOf<Row extends object>(row: Row, changes: Partial<Row>): Partial<Row> {
  const names = Object.keys(changes) as (keyof Row)[];
  return Object.fromEntries(
    names.filter((name) => changes[name] !== row[name]).map((name) => [name, changes[name]]),
  ) as Partial<Row>;
}
