// A counter of changes to content types, so that types are read again only when one has changed.

import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.countChanges(db, 'typeVersion', ['postTypes']);
}
