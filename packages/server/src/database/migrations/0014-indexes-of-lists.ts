// Indexes for lists and totals that read whole tables without them.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const indexes = {
  mediaCreatedAtId: '"media" ("createdAt", "id")',
  deliveriesStatusCreatedAtId: '"deliveries" ("status", "createdAt", "id")',
  submissionsCreatedAt: '"submissions" ("createdAt")',
  refundsStatusCreatedAt: '"refunds" ("status", "createdAt")',
};

export async function up(db: Kysely<Tables>): Promise<void> {
  for (const [name, on] of Object.entries(indexes)) await sql.raw(`create index "${name}" on ${on}`).execute(db);
}
