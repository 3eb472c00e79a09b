// Which versions may run on a schema that a newer one has migrated: the version before it (decision 0106). The newer version
// writes into the database what a version must know, because the older one cannot know what came after it.

import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

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
