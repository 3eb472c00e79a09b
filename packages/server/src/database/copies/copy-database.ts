// Copies the configured database for a backup.

import type { DatabasePlace } from '../database.ts';
import type { CopyOptions, DatabaseCopy } from './database-copy.ts';

/** Copies what is committed now, while others write. Close it. Loads only the driver that is used. */
export async function copyDatabase(place: DatabasePlace, options: CopyOptions): Promise<DatabaseCopy> {
  if (place.databaseUrl !== null) return (await import('./postgres-copy.ts')).copyPostgres(place.databaseUrl, options);
  return (await import('./sqlite-copy.ts')).copySqlite(place.dataFolder, options);
}
