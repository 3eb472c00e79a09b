// Jobs that were given up, of which there are few.

import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.createIndex('failedJobs').on('jobs').column('failedAt').where('failedAt', 'is not', null).execute();
}
