// Applies pending migrations. They are a static list, run forward only, and never change once released.

import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { ExpectedError } from '../lib/expected-error.ts';
import type { Database } from './database.ts';
import { explainDatabaseError } from './database-problems.ts';
import type { Dialect } from './dialect.ts';
import { up as initial } from './migrations/0001-initial.ts';
import { up as idempotencyOwner } from './migrations/0002-idempotency-owner.ts';
import { up as instants } from './migrations/0003-instants.ts';
import { up as importSources } from './migrations/0004-import-sources.ts';
import { up as sealedSecrets } from './migrations/0005-sealed-secrets.ts';
import { up as foldedFields } from './migrations/0006-folded-fields.ts';
import { up as slugsOfTrashedItems } from './migrations/0007-slugs-of-trashed-items.ts';
import { up as limitedLanes } from './migrations/0008-limited-lanes.ts';
import { up as itemReferences } from './migrations/0009-item-references.ts';
import { up as paymentReview } from './migrations/0010-payment-review.ts';
import { up as typeVersion } from './migrations/0011-type-version.ts';
import { up as uniqueIndexes } from './migrations/0012-unique-indexes.ts';
import { up as itemCounts } from './migrations/0013-item-counts.ts';
import { up as indexesOfLists } from './migrations/0014-indexes-of-lists.ts';
import { up as mergingOfWords } from './migrations/0015-merging-of-words.ts';
import { up as mediaFiles } from './migrations/0016-media-files.ts';
import { up as history } from './migrations/0017-history.ts';
import { up as trashTimes } from './migrations/0018-trash-times.ts';
import { up as urlsOfItems } from './migrations/0019-urls-of-items.ts';
import { up as formerSlugs } from './migrations/0020-former-slugs.ts';
import { up as editors } from './migrations/0021-editors.ts';
import { up as savedViews } from './migrations/0022-saved-views.ts';
import { up as mediaVersion } from './migrations/0024-media-version.ts';
import { up as itemEvents } from './migrations/0025-item-events.ts';
import { up as searchWords } from './migrations/0026-search-words.ts';
import { up as severalReferences } from './migrations/0027-several-references.ts';
import { up as imports } from './migrations/0028-imports.ts';
import { up as linksInTexts } from './migrations/0032-links-in-texts.ts';
import { up as typeChanges } from './migrations/0033-type-changes.ts';
import { up as taxonomies } from './migrations/0035-taxonomies.ts';
import { up as authors } from './migrations/0036-authors.ts';
import { up as indexOfUpdates } from './migrations/0037-index-of-updates.ts';
import { up as languages } from './migrations/0038-languages.ts';
import { up as mails } from './migrations/0040-mails.ts';
import { up as passwordLinks } from './migrations/0041-password-links.ts';
import { up as formOrigins } from './migrations/0042-form-origins.ts';
import { up as moreListIndexes } from './migrations/0043-indexes-of-lists.ts';
import { up as digests } from './migrations/0044-digests.ts';
import { up as formLanguages } from './migrations/0046-form-languages.ts';
import { up as stock } from './migrations/0050-stock.ts';
import { up as formSteps } from './migrations/0051-form-steps.ts';
import { up as mailTexts } from './migrations/0053-mail-texts.ts';
import { up as mailRefusals } from './migrations/0054-mail-refusals.ts';
import { up as spamNotes } from './migrations/0055-spam-notes.ts';
import { up as spam } from './migrations/0056-spam.ts';
import { up as usedSolutions } from './migrations/0057-used-solutions.ts';
import { up as inbox } from './migrations/0058-inbox.ts';
import { up as languageOfSpam } from './migrations/0059-language-of-spam.ts';
import { up as linkedItems } from './migrations/0060-linked-items.ts';
import { up as replies } from './migrations/0064-replies.ts';
import { up as removedAnswers } from './migrations/0066-removed-answers.ts';
import { up as formVersions } from './migrations/0069-form-versions.ts';
import { up as erasures } from './migrations/0070-erasures.ts';
import { up as submissionDrafts } from './migrations/0071-submission-drafts.ts';
import { up as uniqueAnswers } from './migrations/0072-unique-answers.ts';
import { up as savedAnswers } from './migrations/0073-saved-answers.ts';
import { up as spamByTime } from './migrations/0074-spam-by-time.ts';
import { up as fileScans } from './migrations/0075-file-scans.ts';
import { up as backups } from './migrations/0076-backups.ts';
import { up as auditLog } from './migrations/0078-audit-log.ts';
import { up as secondFactors } from './migrations/0079-second-factors.ts';
import { up as requestOfJobs } from './migrations/0082-request-of-jobs.ts';
import { up as failedJobs } from './migrations/0083-failed-jobs.ts';
import { up as limitCounts } from './migrations/0086-limit-counts.ts';
import { up as passkeys } from './migrations/0089-passkeys.ts';
import { up as schemaSupport } from './migrations/0091-schema-support.ts';
import { up as countedOnce } from './migrations/0092-counted-once.ts';
import { up as countedSideBySide } from './migrations/0093-counted-side-by-side.ts';
import { up as termItems } from './migrations/0094-term-items.ts';
import { up as jobsThatRunAgain } from './migrations/0095-jobs-that-run-again.ts';
import { noteSupport, readSupport } from './schema-support.ts';
import type { Tables } from './tables.ts';

type DialectMigration = { up(db: Kysely<Tables>, dialect: Dialect): Promise<void> };

const migrations: Record<string, DialectMigration> = {
  '0001-initial': { up: initial },
  '0002-idempotency-owner': { up: idempotencyOwner },
  '0003-instants': { up: instants },
  '0004-import-sources': { up: importSources },
  '0005-sealed-secrets': { up: sealedSecrets },
  '0006-folded-fields': { up: foldedFields },
  '0007-slugs-of-trashed-items': { up: slugsOfTrashedItems },
  '0008-limited-lanes': { up: limitedLanes },
  '0009-item-references': { up: itemReferences },
  '0010-payment-review': { up: paymentReview },
  '0011-type-version': { up: typeVersion },
  '0012-unique-indexes': { up: uniqueIndexes },
  '0013-item-counts': { up: itemCounts },
  '0014-indexes-of-lists': { up: indexesOfLists },
  '0015-merging-of-words': { up: mergingOfWords },
  '0016-media-files': { up: mediaFiles },
  '0017-history': { up: history },
  '0018-trash-times': { up: trashTimes },
  '0019-urls-of-items': { up: urlsOfItems },
  '0020-former-slugs': { up: formerSlugs },
  '0021-editors': { up: editors },
  '0022-saved-views': { up: savedViews },
  '0024-media-version': { up: mediaVersion },
  '0025-item-events': { up: itemEvents },
  '0026-search-words': { up: searchWords },
  '0027-several-references': { up: severalReferences },
  '0028-imports': { up: imports },
  '0032-links-in-texts': { up: linksInTexts },
  '0033-type-changes': { up: typeChanges },
  '0035-taxonomies': { up: taxonomies },
  '0036-authors': { up: authors },
  '0037-index-of-updates': { up: indexOfUpdates },
  '0038-languages': { up: languages },
  '0040-mails': { up: mails },
  '0041-password-links': { up: passwordLinks },
  '0042-form-origins': { up: formOrigins },
  '0043-indexes-of-lists': { up: moreListIndexes },
  '0044-digests': { up: digests },
  '0046-form-languages': { up: formLanguages },
  '0050-stock': { up: stock },
  '0051-form-steps': { up: formSteps },
  '0053-mail-texts': { up: mailTexts },
  '0054-mail-refusals': { up: mailRefusals },
  '0055-spam-notes': { up: spamNotes },
  '0056-spam': { up: spam },
  '0057-used-solutions': { up: usedSolutions },
  '0058-inbox': { up: inbox },
  '0059-language-of-spam': { up: languageOfSpam },
  '0060-linked-items': { up: linkedItems },
  '0064-replies': { up: replies },
  '0071-submission-drafts': { up: submissionDrafts },
  '0066-removed-answers': { up: removedAnswers },
  '0069-form-versions': { up: formVersions },
  '0070-erasures': { up: erasures },
  '0072-unique-answers': { up: uniqueAnswers },
  '0073-saved-answers': { up: savedAnswers },
  '0074-spam-by-time': { up: spamByTime },
  '0075-file-scans': { up: fileScans },
  '0076-backups': { up: backups },
  '0078-audit-log': { up: auditLog },
  '0079-second-factors': { up: secondFactors },
  '0082-request-of-jobs': { up: requestOfJobs },
  '0083-failed-jobs': { up: failedJobs },
  '0086-limit-counts': { up: limitCounts },
  '0089-passkeys': { up: passkeys },
  '0091-schema-support': { up: schemaSupport },
  '0092-counted-once': { up: countedOnce },
  '0093-counted-side-by-side': { up: countedSideBySide },
  '0094-term-items': { up: termItems },
  '0095-jobs-that-run-again': { up: jobsThatRunAgain },
};

export class MigrationError extends ExpectedError {
  override name = 'MigrationError';
}

/** What people should know who run this version on such a database. */
export const newerSchema =
  'The database was migrated by a newer version of Frontdesk, for which this one is still new enough. Start the newer version again when you can.';

/** What a database is for this version: of a newer one, with which this one works or not (schema-support.ts). */
export type SchemaAge = 'known' | 'newer' | 'too new';

/** Applies pending migrations in order, under a lock. Returns their names, and whether the schema is of a newer version. */
export async function migrate(database: Database): Promise<{ applied: string[]; isNewer: boolean }> {
  const { error, results } = await migratorFor(database).migrateToLatest();
  if (!error) return { applied: (results ?? []).map((result) => result.migrationName), isNewer: false };
  if (/previously executed migration .* is missing/.test(String(error))) {
    if ((await schemaAge(database)) === 'newer') return { applied: [], isNewer: true };
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
  const { error } = await migratorOf(db, dialect, (name) => names.includes(name), true).migrateToLatest();
  if (error) throw error;
}

/** Whether a newer version has migrated the database, and whether this one may run on it. */
export async function schemaAge(database: Database): Promise<SchemaAge> {
  const tables = await database.reader.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return 'known';
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(
    database.reader,
  );
  if (rows.every(({ name }) => Object.hasOwn(migrations, name))) return 'known';
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
  return migratorOf(writer, dialect, () => true, false);
}

function migratorOf(
  db: Kysely<Tables>,
  dialect: Dialect,
  isWanted: (name: string) => boolean,
  disableTransactions: boolean,
): Migrator {
  return new Migrator({
    db,
    disableTransactions,
    // Two branches of work may each have added one, and a database may have had the later one first.
    allowUnorderedMigrations: true,
    provider: {
      async getMigrations(): Promise<Record<string, Migration>> {
        const wanted = Object.entries(migrations).filter(([name]) => isWanted(name));
        return Object.fromEntries(
          wanted.map(([name, { up }]) => [
            name,
            {
              async up(db: Kysely<never>) {
                await up(db as unknown as Kysely<Tables>, dialect);
                await noteSupport(db as unknown as Kysely<Tables>, name);
              },
            },
          ]),
        );
      },
    },
  });
}
