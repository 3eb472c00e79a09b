// Backups in tests: written and restored by the commands, in processes of their own.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import type { ReadContext } from '../../src/context/context.ts';
import type { DatabasePlace } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/database.ts';
import { readStoredColumns } from '../../src/database/stored-rows.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import { programEnvironment } from './server-process.ts';
import { testDialect } from './test-dialect.ts';

const cli = path.resolve(import.meta.dirname, '../../src/commands/cli.ts');

export type CommandResult = { code: number; stdout: string; stderr: string };

/** Runs `frontdesk` for the service at this place. */
export function runCommand(
  { dataFolder, databaseUrl }: DatabasePlace,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const env = {
    ...programEnvironment,
    FRONTDESK_DATA: dataFolder,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...environment,
  };
  return new Promise((resolve) => {
    const options = { env, maxBuffer: 100_000_000 };
    execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

/** An empty folder that is removed when the test ends. */
export async function emptyFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A place without a database, of the kind that the tests run on. It is removed when the test ends. */
export async function emptyPlace(t: TestContext): Promise<DatabasePlace> {
  const dataFolder = path.join(await emptyFolder(t), 'data');
  const server = process.env.TEST_DATABASE_URL;
  if (testDialect === 'sqlite' || !server) return { dataFolder, databaseUrl: null };
  const name = `frontdesk_${randomUUID().replaceAll('-', '')}`;
  t.after(() => dropDatabase(server, name));
  return { dataFolder, databaseUrl: await createDatabase(server, name) };
}

/** All rows of all tables, by the name of the table. */
export async function allRows(place: DatabasePlace): Promise<Map<string, unknown[]>> {
  const database = await openDatabase(place);
  try {
    const ctx = { db: database.reader, dialect: database.dialect } as unknown as ReadContext;
    const rows = new Map<string, unknown[]>();
    for (const [table, columns] of await readStoredColumns(ctx)) {
      const names = sql.join(columns.map(({ name }) => sql.ref(name)));
      const found = await sql<object>`select ${names} from ${sql.id(table)}`.execute(database.reader);
      rows.set(table, found.rows.map((row) => JSON.stringify(row)).sort());
    }
    return rows;
  } finally {
    await database.close();
  }
}
