// A counter of changes to media records, for responses that show them.

import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await dialect.countChanges(db, 'mediaVersion', ['media']);
}
