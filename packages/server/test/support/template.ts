// The new database of which each test gets a copy: a file, or a database on the server. The commands that run all tests make one
// for all processes and pass it on as TEST_TEMPLATE; a process without it makes its own.

import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DatabasePlace, openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { dataPath } from '../../src/storage/data-folder.ts';
import { createDatabase } from './postgres.ts';

/** Returns the path of the file, or with the URL of a PostgreSQL server the name of the database there. */
export async function makeTemplate(server: string | null): Promise<string> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'frontdesk-template-'));
  if (server === null) {
    await migrateNew({ databaseUrl: null, dataFolder });
    return dataPath(dataFolder, 'database');
  }
  const name = `frontdesk_template_${randomUUID().replaceAll('-', '')}`;
  await migrateNew({ databaseUrl: await createDatabase(server, name), dataFolder });
  return name;
}

async function migrateNew(place: DatabasePlace): Promise<void> {
  const database = await openDatabase(place);
  await migrate(database);
  await database.close();
}
