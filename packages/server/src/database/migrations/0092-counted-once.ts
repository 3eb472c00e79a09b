// Counters of changes go up once in a transaction on PostgreSQL, not with each row that it changes (decision 0112).

import type { Kysely } from 'kysely';
import { countingFunction } from '../counting-function.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  if (dialect.name !== 'postgres') return;
  for (const counter of ['contentVersion', 'typeVersion', 'mediaVersion']) await countingFunction(counter).execute(db);
}
