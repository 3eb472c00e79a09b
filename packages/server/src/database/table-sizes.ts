// How much room each table takes in the database, with its indexes.

import { type Kysely, sql } from 'kysely';
import type { Reader } from './database.ts';
import type { Tables } from './tables.ts';

/** In bytes, by the name of the table. On SQLite every page of the file is read: in the background only. */
export async function readTableSizes(ctx: Reader): Promise<Map<string, number>> {
  const db = ctx.db as unknown as Kysely<Tables>;
  const read = ctx.dialect.name === 'sqlite' ? sizesOfSqlite : sizesOfPostgres;
  return new Map((await read(db)).map(({ name, bytes }) => [name, Number(bytes)]));
}

type Size = { name: string; bytes: number | string };

/** What FTS5 keeps in tables of its own belongs to the table of the index. */
async function sizesOfSqlite(db: Kysely<Tables>): Promise<Size[]> {
  const { rows } = await sql<Size>`
    select coalesce("tbl_name", "dbstat"."name") as "name", sum("pgsize") as "bytes"
    from "dbstat" left join "sqlite_schema" on "sqlite_schema"."name" = "dbstat"."name"
    where "aggregate" = true group by 1`.execute(db);
  return rows;
}

async function sizesOfPostgres(db: Kysely<Tables>): Promise<Size[]> {
  const { rows } = await sql<Size>`
    select relname as "name", pg_total_relation_size(oid) as "bytes" from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db);
  return rows;
}
