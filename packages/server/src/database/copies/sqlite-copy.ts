// A copy of a SQLite database by its online backup. A read transaction holds what is copied, so that the copy need not begin
// again when others write; they do not wait, and the log grows until the copy is complete.

import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type Sqlite from 'better-sqlite3';
import { ExpectedError } from '../../lib/expected-error.ts';
import { dataPath } from '../../storage/data-folder.ts';
import { connect } from '../sqlite-connection.ts';
import { type CopyOptions, type DatabaseCopy, fileColumns, type MentionedFile, sqliteMember } from './database-copy.ts';

/** Between two steps, a signal to stop is noticed. */
const pagesPerStep = 2000;

/** The copy is in `scratch`, and checked. */
export async function copySqlite(dataFolder: string, options: CopyOptions): Promise<DatabaseCopy> {
  const { scratch } = options;
  let copy: Sqlite.Database | null = null;
  const close = async (): Promise<void> => {
    copy?.close();
    await removeSqlite(scratch);
  };
  try {
    await copySqliteFile(dataPath(dataFolder, 'database'), options);
    // Nothing is written: the bytes of the file stay as they are.
    const opened = connect(scratch, {});
    copy = opened;
    checkIntegrity(opened);
    const tables = namesIn(opened);
    return {
      dialect: 'sqlite',
      migrations: tables.includes('kysely_migration')
        ? (opened.prepare('select name from kysely_migration order by name').pluck().all() as string[])
        : [],
      rows: Object.fromEntries(tables.map((name) => [name, countRows(opened, name)])),
      columns: {},
      async *members() {
        const { size } = await stat(scratch);
        yield { name: sqliteMember, size, bytes: createReadStream(scratch, { highWaterMark: 256 * 1024 }) };
      },
      files: () => readFiles(opened, tables),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Copies any database of SQLite, such as the one of the sandbox, to `scratch`. */
export async function copySqliteFile(file: string, { scratch, signal, onProgress }: CopyOptions): Promise<void> {
  const source = connect(file, { timeout: 15_000, readonly: true });
  try {
    source.exec('begin');
    // The transaction sees the state of its first read.
    source.prepare('select count(*) from sqlite_master').get();
    await source.backup(scratch, {
      progress({ totalPages, remainingPages }) {
        signal?.throwIfAborted();
        onProgress?.({ part: totalPages - remainingPages, parts: totalPages });
        return pagesPerStep;
      },
    });
  } finally {
    source.close();
  }
}

/** Throws ExpectedError if the database in this file is damaged. Leaves no log beside it. */
export function checkSqliteFile(file: string): void {
  const connection = connect(file, {});
  try {
    checkIntegrity(connection);
  } finally {
    connection.close();
  }
}

function checkIntegrity(connection: Sqlite.Database): void {
  const found = connection.pragma('integrity_check(1)', { simple: true });
  if (found !== 'ok') throw new ExpectedError(`The database is damaged: ${String(found)}.`);
}

/** Deletes all rows of the table, if there is such a table. Leaves no log beside the file. */
export function emptySqliteTable(file: string, table: string): void {
  const connection = connect(file, {});
  try {
    if (namesIn(connection).includes(table)) connection.exec(`delete from "${table}"`);
  } finally {
    connection.close();
  }
}

/** Removes the file, and what SQLite may have left beside it. */
export async function removeSqlite(file: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm', '-journal']) await rm(`${file}${ending}`, { force: true });
}

/** The tables of ours: not those behind the full-text index. */
function namesIn(connection: Sqlite.Database): string[] {
  const names = connection
    .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table' order by name`)
    .pluck()
    .all() as string[];
  return names.filter((name) => !name.startsWith('sqlite_'));
}

function countRows(connection: Sqlite.Database, table: string): number {
  return connection.prepare(`select count(*) from "${table}"`).pluck().get() as number;
}

async function* readFiles(connection: Sqlite.Database, tables: readonly string[]): AsyncGenerator<MentionedFile> {
  for (const { table, id, name, size } of fileColumns) {
    if (!tables.includes(table)) continue;
    const query = `select "${id}" as id, "${name}" as name, "${size}" as size from "${table}" where "${id}" is not null`;
    yield* connection.prepare(`${query} order by 1`).iterate() as IterableIterator<MentionedFile>;
  }
}
