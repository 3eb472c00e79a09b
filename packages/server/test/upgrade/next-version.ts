// A made-up next version: this one with one migration more. Run as a program, it is the service of that version.

import { type Kysely, sql } from 'kysely';
import { loadEnvironment, readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import type { Tables } from '../../src/database/tables.ts';
import { waitForDatabase } from '../../src/database/wait-for-database.ts';
import { prepareDataFolder } from '../../src/storage/data-folder.ts';

/** What a migration may do (decision 0106). */
async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('moods')
    .addColumn('itemId', 'text', (column) => column.primaryKey())
    .addColumn('mood', 'text', (column) => column.notNull())
    .execute();
  await sql`alter table "items" add column "mood" text`.execute(db);
  await sql`alter table "items" add column "stars" integer not null default 0`.execute(db);
  await sql`create index "itemsMood" on "items" ("mood", "id") where "mood" is not null`.execute(db);
}

const config = readConfig(loadEnvironment());
prepareDataFolder(config.dataFolder);
const database = await openDatabase(config);
await waitForDatabase(database, config.databaseWaitMs, console.error);
await migrate(database, { '9998-of-the-next': { up } });
await database.close();
const { serve } = await import('../../src/serve.ts');
await serve();
