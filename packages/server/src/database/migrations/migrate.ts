// Applies pending migrations. They are a static list, run forward only, and never change once released.

import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { ExpectedError } from '../../lib/expected-error.ts';
import type { Database } from '../database.ts';
import { explainDatabaseError } from '../database-problems.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';
import { up as baseline } from './0001-baseline.ts';
import { up as invoicing } from './0002-invoicing.ts';

/** By name, in their order. */
export type Migrations = Record<string, { up(db: Kysely<Tables>, dialect: Dialect): Promise<void> }>;

const migrations: Migrations = {
  '0001-baseline': { up: baseline },
  '0002-invoicing': { up: invoicing },
};

/** The first of the migrations that were there before the first release. */
const unreleased = '0001-initial';

export class MigrationError extends ExpectedError {
  override name = 'MigrationError';
}

/** What people should know who run this version on such a database. */
export const newerSchema =
  'The database was migrated by a newer version of Frontdesk, for which this one is still new enough. Start the newer version again when you can.';

/** What to do with what a build before the first release has stored. */
export const unreleasedAdvice =
  'export the site with that build (frontdesk export site.tar), and import it into a new place with this one (frontdesk import site.tar --create)';

/** What a database is for this version: of a newer one, with which this one works or not. */
export type SchemaAge = 'known' | 'newer' | 'too new' | 'unreleased';

/**
 * Applies pending migrations in order, under a lock: those of this version, and `added` ones, with which tests are the next
 * version. Returns their names, and whether the schema is of a newer version.
 */
export async function migrate(
  database: Database,
  added: Migrations = {},
): Promise<{ applied: string[]; isNewer: boolean }> {
  const { writer, dialect } = database;
  const { error, results } = await migratorOf(writer, dialect, { ...migrations, ...added }).migrateToLatest();
  if (!error) return { applied: (results ?? []).map((result) => result.migrationName), isNewer: false };
  if (/previously executed migration .* is missing/.test(String(error))) {
    const age = await schemaAge(database);
    if (age === 'newer') return { applied: [], isNewer: true };
    if (age === 'unreleased')
      throw new MigrationError(
        `The database was made by a build from before the first release of Frontdesk: ${unreleasedAdvice}.`,
        { cause: error },
      );
    const oldest = await readSupport(database.reader);
    throw new MigrationError(
      `The database was migrated by a newer version of Frontdesk, for which this version is too old${oldest === null ? '' : ` (it needs one with the migration ${oldest})`}. Start the newer version again, or restore the backup that was made before the upgrade.`,
      { cause: error },
    );
  }
  if (explainDatabaseError(error) || database.dialect.isUnavailable(error)) throw error;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new MigrationError(`The migration${failed ? ` ${failed}` : ''} failed: ${(error as Error).message ?? error}`, {
    cause: error,
  });
}

/** Whether all migrations have been applied. */
export async function isMigrated(database: Database): Promise<boolean> {
  return (await pendingMigrations(database)).length === 0;
}

/** The names of the migrations that have not been applied. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const known = await migratorFor(database).getMigrations();
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/** The names of all migrations of this version, in their order. */
export function listMigrations(): string[] {
  return Object.keys(migrations).sort();
}

/** Applies exactly these migrations to an empty database, in the transaction that is open there. */
export async function runMigrations(db: Kysely<Tables>, dialect: Dialect, names: readonly string[]): Promise<void> {
  const chosen = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)));
  const { error } = await migratorOf(db, dialect, chosen, { disableTransactions: true }).migrateToLatest();
  if (error) throw error;
}

/** Whether these are the migrations of a build from before the first release. */
export function areUnreleased(names: readonly string[]): boolean {
  return names.includes(unreleased);
}

/** Whether a newer version has migrated the database, and whether this one may run on it. */
export async function schemaAge(database: Database): Promise<SchemaAge> {
  const tables = await database.reader.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return 'known';
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(
    database.reader,
  );
  const names = rows.map(({ name }) => name);
  if (areUnreleased(names)) return 'unreleased';
  if (names.every((name) => Object.hasOwn(migrations, name))) return 'known';
  const oldest = await readSupport(database.reader);
  const isSupported = oldest !== null && Object.hasOwn(migrations, oldest);
  // A newer version has applied all of ours.
  return isSupported && (await isMigrated(database)) ? 'newer' : 'too new';
}

/** The number of the newest migration that has been applied. */
export async function schemaVersion(database: Database): Promise<number> {
  const known = await migratorFor(database).getMigrations();
  const applied = known.filter(({ executedAt }) => executedAt !== undefined);
  return Math.max(0, ...applied.map(({ name }) => Number.parseInt(name, 10)));
}

function migratorFor({ writer, dialect }: Database): Migrator {
  return migratorOf(writer, dialect, migrations);
}

function migratorOf(
  db: Kysely<Tables>,
  dialect: Dialect,
  chosen: Migrations,
  { disableTransactions = false } = {},
): Migrator {
  return new Migrator({
    db,
    disableTransactions,
    // A fix of an earlier version may have brought a later one first.
    allowUnorderedMigrations: true,
    provider: {
      async getMigrations(): Promise<Record<string, Migration>> {
        const withSupport = ([name, { up }]: [string, Migrations[string]]): [string, Migration] => [
          name,
          {
            async up(db: Kysely<never>) {
              await up(db as unknown as Kysely<Tables>, dialect);
              await noteSupport(db as unknown as Kysely<Tables>);
            },
          },
        ];
        return Object.fromEntries(Object.entries(chosen).map(withSupport));
      },
    },
  });
}

// Which versions may run on a schema that a newer one has migrated: the version before it (decision 0106). The newer version
// writes into the database what a version must know, because the older one cannot know what came after it.

/**
 * The newest migration of the version before this one, or the first of all: every version that knows it may run on the schema of
 * this one.
 */
export const oldestSupported = '0001-baseline';

/** Records what a version must know from now on, in the transaction of a migration. It never becomes less. */
export async function noteSupport(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('schemaSupport')
    .set({ oldest: oldestSupported })
    .where('oldest', '<', oldestSupported)
    .execute();
}

/** The migration that a version must know to run on this schema; null if the database does not say. */
export async function readSupport(db: Kysely<Tables>): Promise<string | null> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'schemaSupport')) return null;
  const row = await db.selectFrom('schemaSupport').select('oldest').executeTakeFirst();
  return row?.oldest || null;
}
