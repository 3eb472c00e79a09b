// Puts rows as COPY wrote them into an empty PostgreSQL database, in one transaction: the tables by the migrations that the
// rows had, then the rows without triggers and foreign keys, so that they are exactly what they were.

import { once } from 'node:events';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ExpectedError } from '../../lib/expected-error.ts';
import { runMigrations } from '../migrations/migrate.ts';
import { postgresDialect } from '../postgres.ts';
import type { Tables } from '../tables.ts';
import { connectPostgres, quote, readColumns } from './postgres-copy.ts';

export type RowsTarget = {
  /** The rows that one member contains. Members of one table come one after another. */
  write(table: string, bytes: AsyncIterable<Buffer>): Promise<void>;
};

export type RowsToRestore = {
  migrations: readonly string[];
  columns: Readonly<Record<string, readonly string[]>>;
  rows: Readonly<Record<string, number>>;
  /** Tables whose rows are deleted at the end. */
  emptied: readonly string[];
};

/** Whether there is nothing in the database that the URL names. */
export async function isEmptyPostgres(url: string): Promise<boolean> {
  const client = await connectPostgres(url);
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `select exists (select from pg_class where relnamespace = current_schema()::regnamespace) as "exists"`,
    );
    return rows[0]?.exists === false;
  } finally {
    await client.end();
  }
}

/** Creates an empty database beside the one that the URL names. Returns its URL. Throws ExpectedError. */
export async function createPostgresBeside(url: string, name: string): Promise<string> {
  const client = await connectPostgres(url);
  try {
    await client.query(`create database ${quote(name)}`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === '42P04')
      throw new ExpectedError(`There is a database ${name} on this server already.`, { cause: error });
    throw new ExpectedError(`The database ${name} could not be created: ${message}.`, { cause: error });
  } finally {
    await client.end();
  }
  const target = new URL(url);
  target.pathname = `/${encodeURIComponent(name)}`;
  return target.href;
}

/** Removes a database that `createPostgresBeside` created. */
export async function dropPostgresBeside(url: string, name: string): Promise<void> {
  const client = await connectPostgres(url);
  await client.query(`drop database if exists ${quote(name)}`).finally(() => client.end());
}

/** `fill` writes the rows; `beforeCommit` runs when all of it is in place. Nothing remains if either throws. */
export async function restorePostgres(
  url: string,
  { migrations, columns, rows, emptied }: RowsToRestore,
  fill: (target: RowsTarget) => Promise<void>,
  beforeCommit: () => Promise<void>,
): Promise<void> {
  const client = await connectPostgres(url);
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await runMigrations(kyselyOn(client), postgresDialect, migrations);
    const known = await readColumns(client);
    for (const [table, names] of Object.entries(columns)) requireColumns(table, names, known.get(table));
    const tables = Object.keys(columns).map(quote).join(', ');
    await client.query(`truncate ${tables}`);
    const addKeys = await dropForeignKeys(client);
    for (const table of Object.keys(columns)) await client.query(`alter table ${quote(table)} disable trigger user`);
    await fill(targetOn(client, columns));
    for (const table of emptied) if (known.has(table)) await client.query(`delete from ${quote(table)}`);
    for (const table of Object.keys(columns)) await client.query(`alter table ${quote(table)} enable trigger user`);
    await addKeys();
    await requireCounts(client, rows, emptied);
    await beforeCommit();
    await client.query('commit');
  } finally {
    await client.end();
  }
  await analyze(url);
}

/** Everything runs on this one connection, in the transaction that is open there. */
function kyselyOn(client: pg.Client): Kysely<Tables> {
  const one = { query: client.query.bind(client), release() {} };
  const pool = { connect: async () => one, end: async () => {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

function requireColumns(table: string, names: readonly string[], known: readonly string[] | undefined): void {
  const missing = names.find((name) => !known?.includes(name));
  if (known === undefined || missing !== undefined)
    throw new ExpectedError(`This version has no table “${table}” with the column “${missing}”.`);
}

/** Returns what adds them again, which checks all rows. */
async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname::text as "table", k.conname::text as "name", pg_get_constraintdef(k.oid) as "definition"
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`);
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`);
  };
}

function targetOn(client: pg.Client, columns: RowsToRestore['columns']): RowsTarget {
  return {
    async write(table, bytes) {
      const names = (columns[table] ?? []).map(quote).join(', ');
      const stream = client.query(copyFrom(`copy ${quote(table)} (${names}) from stdin`));
      const ended = once(stream, 'finish');
      // An error is reported by `ended`, which is awaited below.
      ended.catch(() => {});
      try {
        for await (const chunk of bytes) if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), ended]);
        stream.end();
      } catch (error) {
        stream.destroy(error as Error);
        throw error;
      }
      await ended;
    },
  };
}

async function requireCounts(
  client: pg.Client,
  expected: RowsToRestore['rows'],
  emptied: readonly string[],
): Promise<void> {
  for (const [table, count] of Object.entries(expected)) {
    if (emptied.includes(table)) continue;
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${quote(table)}`);
    if (Number(rows[0]?.count) !== count)
      throw new ExpectedError(`${rows[0]?.count} of ${count} rows of ${table} could be restored.`);
  }
}

/** Without it, the first queries would be planned for empty tables. */
async function analyze(url: string): Promise<void> {
  const client = await connectPostgres(url);
  await client.query('analyze').finally(() => client.end());
}
