// The database: that it opens, is whole, fits this version and the key, and takes writes.

import type { Config } from '../config/config.ts';
import { type Context, timeOf } from '../context/context.ts';
import { type Database, describeDatabase, findDamage, hasDatabase, openDatabase } from '../database/database.ts';
import { pendingMigrations, schemaAge, unreleasedAdvice } from '../database/migrations/migrate.ts';
import { waitForDatabase } from '../database/wait-for-database.ts';
import { describeClockLead, tryWrite } from '../readiness.ts';
import { explainError } from '../start-errors.ts';
import { counted, type Finding, fault, ok, skipped, warning } from './findings.ts';

const check = 'database';
const writesCheck = 'writes';
const clockCheck = 'clock';
const waitMs = 3000;
const toleratedMs = 60_000;
const restore = 'Stop the service and restore a backup: frontdesk restore <file> --beside <name> (docs/backup.md)';

/** Opens it; null if that is impossible. It is not migrated. */
export async function openToExamine(config: Config): Promise<{ database: Database | null; finding: Finding }> {
  if (!hasDatabase(config))
    return {
      database: null,
      finding: skipped(check, `There is none in ${config.dataFolder} yet: the first start of the service creates it`),
    };
  let database: Database | null = null;
  try {
    database = await openDatabase(config);
    await waitForDatabase(database, waitMs, () => {});
    const finding = await examine(database);
    if (finding.status !== 'fault')
      return { database, finding: { ...finding, detail: `${describeDatabase(config)}. ${finding.detail}` } };
    await database.close();
    return { database: null, finding };
  } catch (error) {
    await database?.close();
    const advice = config.databaseUrl ? 'Check DATABASE_URL, and that the server runs and accepts this user' : restore;
    return { database: null, finding: fault(check, textOf(error), advice) };
  }
}

function textOf(error: unknown): string {
  const text = explainError(error);
  return text instanceof Error ? text.message : String(text);
}

async function examine(database: Database): Promise<Finding> {
  const age = await schemaAge(database);
  if (age === 'too new')
    return fault(
      check,
      'It was migrated by a newer version of Frontdesk, for which this one is too old',
      'Start that version, or restore the backup that was made before the upgrade',
    );
  if (age === 'unreleased')
    return fault(
      check,
      'It was made by a build from before the first release of Frontdesk',
      `To keep its data, ${unreleasedAdvice}`,
    );
  const damage = await findDamage(database);
  if (damage.length > 0) return fault(check, `It is damaged: ${damage[0]}`, restore);
  const pending = await pendingMigrations(database);
  if (pending.length > 0)
    return warning(
      check,
      `${counted(pending.length, 'migration')} will be applied by the next start: ${pending.join(', ')}`,
      'Make a backup, then start the service or run frontdesk migrate',
    );
  if (age === 'newer')
    return warning(
      check,
      'It was migrated by a newer version of Frontdesk, for which this one is still new enough',
      'Start that version again when you can',
    );
  return ok(check, 'It is whole and up to date');
}

/** Whether a change can be stored; nothing of it remains. */
export async function checkWrites(ctx: Context): Promise<Finding> {
  try {
    await tryWrite(ctx);
    return ok(writesCheck, 'The database takes writes');
  } catch (error) {
    return fault(
      writesCheck,
      `The database takes no writes: ${textOf(error)}`,
      'Free space on its disk, and check the rights to write to it',
    );
  }
}

/** Whether the latest event is from the future: then a clock was wrong, or is. And whether the database server has the same time. */
export async function checkClock(ctx: Context, database: Database): Promise<Finding> {
  const last = await ctx.db.selectFrom('events').select('createdAt').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const aheadMs = last ? Date.parse(last.createdAt) - ctx.now().getTime() : 0;
  if (aheadMs > toleratedMs)
    return fault(
      clockCheck,
      `The latest event is from ${last?.createdAt}, which is in the future`,
      'Set the clock of this machine, and keep it right with NTP',
    );
  const lead = await describeClockLead(ctx, database);
  if (lead !== null)
    return fault(clockCheck, `${lead}, so that jobs may run twice`, 'Set both clocks, and keep them right with NTP');
  return ok(clockCheck, `${timeOf(ctx)}; no event is from the future`);
}
