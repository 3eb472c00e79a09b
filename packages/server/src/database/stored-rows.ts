// Rows of any table as they are stored, for archives of a whole site: which columns a table has, and putting rows back.

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from './database.ts';
import { keptQueries } from './kept-queries.ts';
import type { Tables } from './tables.ts';

export type ColumnKind = 'text' | 'integer' | 'number' | 'bytes';
export type StoredColumn = { name: string; kind: ColumnKind; isJson: boolean; isOptional: boolean };

/** JSON is a type of its own on PostgreSQL only. */
const kinds: [types: RegExp, kind: ColumnKind][] = [
  [/^(text|json)$/, 'text'],
  [/^(integer|bigint|int4|int8)$/, 'integer'],
  [/^(double precision|float8)$/, 'number'],
  [/^(blob|bytea)$/, 'bytes'],
];

/** The columns of every table of the database by its name, in the order of their names. */
export async function readStoredColumns(ctx: Reader): Promise<Map<string, StoredColumn[]>> {
  const db = ctx.db as unknown as Kysely<Tables>;
  const schema = ctx.dialect.name === 'postgres' ? await currentSchema(db) : undefined;
  const tables = (await db.introspection.getTables()).filter((table) => table.schema === schema && !table.isView);
  return new Map(
    tables.map(({ name, columns }) => {
      const stored = columns.map(({ name, dataType, isNullable, hasDefaultValue }): StoredColumn => {
        const type = dataType.toLowerCase();
        const kind = kinds.find(([types]) => types.test(type))?.[1] ?? 'text';
        return { name, kind, isJson: type === 'json', isOptional: isNullable || hasDefaultValue };
      });
      return [name, stored.sort((a, b) => (a.name < b.name ? -1 : 1))];
    }),
  );
}

async function currentSchema(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as "schema"`.execute(db);
  return rows[0]?.schema;
}

const queries = keptQueries();

/** Inserts rows that all have the same columns. With `replace`, they take the place of rows with the same key. */
export async function insertStoredRows(
  ctx: Writer,
  table: keyof Tables,
  rows: readonly object[],
  { replace }: { replace?: string } = {},
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const shape = `${table} ${columns.join(' ')}`;
  await queries.insert(ctx, shape, rows, (slots) => {
    const insert = ctx.db.insertInto(table).values(slots as never);
    if (replace === undefined) return insert;
    const changes = Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)]));
    return insert.onConflict((conflict) => conflict.column(replace as never).doUpdateSet(changes as never));
  });
}
