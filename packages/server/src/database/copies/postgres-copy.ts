// A copy of a PostgreSQL database: all rows of all tables in one snapshot, as COPY writes them. Its tables, indexes and
// triggers are made again by the migrations that it had (postgres-restore.ts).

import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  type CopyMember,
  type CopyOptions,
  type DatabaseCopy,
  fileColumns,
  type MentionedFile,
  rowsMember,
} from './database-copy.ts';

/** A member has about this size, which is what is held in memory. */
const memberBytes = 4_000_000;
const filesAtOnce = 1000;

export async function copyPostgres(url: string, { signal, onProgress }: CopyOptions): Promise<DatabaseCopy> {
  const client = await connectPostgres(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    // The transaction sees the state of its first query.
    const all = await readColumns(client);
    const migrations = all.has('kysely_migration')
      ? (await client.query<{ name: string }>('select "name" from "kysely_migration" order by "name"')).rows
      : [];
    const tables = [...all].filter(([name]) => !name.startsWith('kysely_'));
    const rows: Record<string, number> = {};
    return {
      dialect: 'postgres',
      migrations: migrations.map(({ name }) => name),
      rows,
      columns: Object.fromEntries(tables),
      async *members() {
        for (const [index, [table, columns]] of tables.entries()) {
          signal?.throwIfAborted();
          onProgress?.({ part: index, parts: tables.length });
          rows[table] = yield* readTable(client, table, columns);
        }
      },
      files: () => readFiles(client, new Set(all.keys())),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** A connection of its own, whose errors come with its queries. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The columns of every table in the current schema, both in the order of their names. */
export async function readColumns(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname::text as "table", array_agg(a.attname::text order by a.attname::text collate "C") as "columns"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     group by c.relname order by c.relname::text collate "C"`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** Yields the rows of a table as members, and returns how many there are. */
async function* readTable(
  client: pg.Client,
  table: string,
  columns: readonly string[],
): AsyncGenerator<CopyMember, number> {
  const names = columns.map(quote).join(', ');
  const stream = client.query(copyTo(`copy (select ${names} from ${quote(table)}) to stdout`));
  let chunks: Buffer[] = [];
  let size = 0;
  let part = 0;
  const add = (bytes: Buffer): void => {
    chunks.push(bytes);
    size += bytes.length;
  };
  const member = (): CopyMember => {
    const whole = { name: rowsMember(table, ++part), size, bytes: Readable.from(chunks) };
    chunks = [];
    size = 0;
    return whole;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // A line break ends a row: those within values are escaped.
    const end = size + chunk.length >= memberBytes ? chunk.lastIndexOf(10) + 1 : 0;
    add(chunk.subarray(0, end));
    if (end > 0) yield member();
    add(chunk.subarray(end));
  }
  if (size > 0) yield member();
  return stream.rowCount;
}

async function* readFiles(client: pg.Client, tables: ReadonlySet<string>): AsyncGenerator<MentionedFile> {
  for (const { table, id, name, size } of fileColumns) {
    if (!tables.has(table)) continue;
    const query = `select "${id}" as "id", "${name}" as "name", "${size}"::float8 as "size" from "${table}"`;
    for (let last = ''; ; ) {
      const { rows } = await client.query<MentionedFile>(
        `${query} where "${id}" > $1 order by 1 limit ${filesAtOnce}`,
        [last],
      );
      yield* rows;
      const next = rows.at(-1)?.id;
      if (next === undefined) break;
      last = next;
    }
  }
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
