// The spam across all forms in the order of time.

import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.createIndex('spamByTime').on('spamSubmissions').columns(['createdAt', 'id']).execute();
}
