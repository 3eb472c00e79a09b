// Waits at the start for a database that is not there yet: services often start before their database does.

import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { ExpectedError } from '../lib/expected-error.ts';
import type { Database } from './database.ts';
import { explainDatabaseError } from './database-problems.ts';

export class DatabaseError extends ExpectedError {
  override name = 'DatabaseError';
}

const pauseMs = 500;

/** Returns when the database answers. `report` is called once, before a wait. Throws DatabaseError. */
export async function waitForDatabase(database: Database, limitMs: number, report: Report): Promise<void> {
  try {
    await whenAvailable(database, limitMs, report, () => sql`select 1`.execute(database.reader));
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`The database refused the connection: ${reasonOf(error)}. Check DATABASE_URL.`, {
      cause: error,
    });
  }
}

type Report = (text: string) => void;

/**
 * Takes the step again until the database is there for all of it: it may go away between two. Throws DatabaseError. What
 * a person must mend is not waited for.
 */
export async function whenAvailable<Result>(
  { dialect }: Pick<Database, 'dialect'>,
  limitMs: number,
  report: Report,
  step: () => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + limitMs;
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      if (!dialect.isUnavailable(error) || explainDatabaseError(error) !== null) throw error;
      const reason = reasonOf(error);
      const seconds = Math.round(limitMs / 1000);
      if (Date.now() >= deadline) {
        throw new DatabaseError(
          `The database could not be reached within ${seconds} seconds: ${reason}. Start it, or check DATABASE_URL.`,
          { cause: error },
        );
      }
      if (tries === 1) report(`Waiting up to ${seconds} seconds for the database: ${reason}`);
    }
    await setTimeout(Math.min(pauseMs, Math.max(0, deadline - Date.now())));
  }
}

/** If a name has several addresses, Node reports one error for each, without a message of its own. */
function reasonOf(error: unknown): string {
  const { message, errors } = error as { message: string; errors?: Error[] };
  return message || (errors ?? []).map((one) => one.message).join(', ');
}
