// Updates of rows that a transaction has read and locked.

import { type Compilable, sql } from 'kysely';
import type { Writer } from './database.ts';
import { keptQueries, slot, slotsFor } from './kept-queries.ts';
import type { Tables } from './tables.ts';

const queries = keptQueries();

/**
 * Applies changes to a locked row if it differs from them, and sets `stamp` as well: the next version, the time. Only what
 * differs is written: SQLite writes the indexes of all columns that an update names.
 */
export async function updateRow<Row extends { id: string }>(
  ctx: Writer,
  table: keyof Tables,
  row: Row,
  changes: Partial<Row>,
  stamp: Partial<Row>,
): Promise<Row> {
  const difference = differenceOf(row, changes);
  if (Object.keys(difference).length === 0) return row;
  const next = { ...difference, ...stamp };
  const update = () => ctx.db.updateTable(table).set(slotsFor(next) as never);
  const [changed] = await queries.run(
    ctx,
    `${table} ${Object.keys(next)}`,
    { ...next, id: row.id },
    () => update().where(sql.ref('id'), '=', slot('id')).returningAll() as Compilable<unknown>,
  );
  if (!changed) throw new Error(`${row.id} is gone from ${table}`);
  return changed as Row;
}

/** The columns with other values. */
export function differenceOf<Row extends object>(row: Row, changes: Partial<Row>): Partial<Row> {
  const names = Object.keys(changes) as (keyof Row)[];
  return Object.fromEntries(
    names
      .filter((name) => changes[name] !== undefined && changes[name] !== row[name])
      .map((name) => [name, changes[name]]),
  ) as Partial<Row>;
}
