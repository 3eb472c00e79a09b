// For changes of what reads of content depend on in tables that its version does not count by itself.

import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Call it at the end of a transaction: others wait for its row. */
export async function renewContentVersion(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('contentVersion')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .execute();
}
