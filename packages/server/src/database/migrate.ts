// Brings a database to the newest form. Migrations are a static list, immutable once released, forward only.

import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import type { Dialect } from './dialect.ts';
import { up as initial } from './migrations/0001-initial.ts';
import type { Tables } from './tables.ts';

type DialectMigration = { up(db: Kysely<Tables>, dialect: Dialect): Promise<void> };

const migrations: Record<string, DialectMigration> = {
  '0001-initial': { up: initial },
};

export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Runs what is missing, in order, under a lock. Returns the names of the migrations it ran. */
export async function migrate(database: Database): Promise<string[]> {
  const { error, results } = await migratorFor(database).migrateToLatest();
  if (!error) return (results ?? []).map((result) => result.migrationName);
  if (/previously executed migration .* is missing/.test(String(error))) {
    throw new MigrationError(
      'The database was written by a newer version of Frontdesk; start that version, or restore a backup',
      { cause: error },
    );
  }
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new MigrationError(
    `The database cannot be migrated${failed ? ` (${failed})` : ''}: ${(error as Error).message ?? error}`,
    { cause: error },
  );
}

/** Whether nothing is left to migrate. */
export async function isMigrated(database: Database): Promise<boolean> {
  const known = await migratorFor(database).getMigrations();
  return known.every((migration) => migration.executedAt !== undefined);
}

function migratorFor({ writer, dialect }: Database): Migrator {
  return new Migrator({
    db: writer,
    provider: {
      async getMigrations(): Promise<Record<string, Migration>> {
        return Object.fromEntries(
          Object.entries(migrations).map(([name, { up }]) => [
            name,
            { up: (db: Kysely<never>) => up(db as unknown as Kysely<Tables>, dialect) },
          ]),
        );
      },
    },
  });
}
