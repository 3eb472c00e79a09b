// Passkeys, the challenges that they have answered, and how sessions began (decision 0104).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('passkeys')
    .addColumn('id', ...c.id)
    .addColumn('userId', ...c.text)
    .addColumn('credentialId', ...c.uniqueText)
    .addColumn('publicKey', ...c.text)
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', ...c.text)
    .addColumn('host', ...c.text)
    .addColumn('synced', ...c.flag)
    .addColumn('name', ...c.text)
    .addColumn('createdAt', ...c.text)
    .addColumn('lastUsedAt', ...c.optionalText)
    .execute();
  await db.schema.createIndex('passkeysOfUser').on('passkeys').columns(['userId', 'createdAt', 'id']).execute();
  await db.schema
    .createTable('usedChallenges')
    .addColumn('hash', ...c.id)
    .addColumn('expiresAt', ...c.text)
    .execute();
  await db.schema.createIndex('usedChallengesByExpiry').on('usedChallenges').column('expiresAt').execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('signedInWith', ...c.optionalText)
    .execute();
}
