// Whether the service can do its work: the database is migrated and takes writes. A full disk or a read-only database
// can still be read.

import { type Context, inTransaction } from './context/context.ts';
import { type Database, readClockLead } from './database/database.ts';
import { isMigrated } from './database/migrations/migrate.ts';
import { randomText } from './lib/crypto.ts';
import { addSetting, removeSetting } from './settings/settings.ts';

/** Anyone may ask, so the database is tried once a second at most. */
const validMs = 1000;
/** More than fits into one page of the file, so that SQLite must find room for it. */
const sample = 'x'.repeat(10_000);

/** Returns a function that resolves to false while migrations are pending, and rejects while writes fail. */
export function readinessOf(ctx: Context, database: Database): () => Promise<boolean> {
  let triedAt = 0;
  let result: Promise<boolean>;
  const tryDatabase = async (): Promise<boolean> => {
    if (!(await isMigrated(database))) return false;
    await tryWrite(ctx);
    return true;
  };
  return () => {
    const now = ctx.now().getTime();
    if (now - triedAt >= validMs) {
      triedAt = now;
      result = tryDatabase();
    }
    return result;
  };
}

/** Stores something and removes it again. Throws what the database says if it takes no writes. */
export async function tryWrite(ctx: Context): Promise<void> {
  const name = `readiness:${randomText(16)}`;
  await inTransaction(ctx, async (ctx) => {
    await addSetting(ctx, name, sample);
    await removeSetting(ctx, name);
  });
}

// Processes on one database lease jobs and requests to each other by their clocks (decision 0007): these must agree.

/** A quarter of a lease. */
const toleratedMs = 2000;

/** What is wrong with the clock of this machine, in a sentence; null if it agrees with the one of the database server. */
export async function describeClockLead({ now }: Context, database: Database): Promise<string | null> {
  const leadMs = await readClockLead(database, now);
  if (leadMs === null || Math.abs(leadMs) <= toleratedMs) return null;
  const seconds = (Math.abs(leadMs) / 1000).toFixed(1);
  return `The clock of this machine is ${seconds} s ${leadMs > 0 ? 'ahead of' : 'behind'} the one of the database server`;
}
