// The format of a backup: a tar with these entries, in this order.
//
//   frontdesk-backup.json          what it is: versions, database, time, the sealed key
//   database/frontdesk.db          the database, if it is SQLite
//   tables/<table>/<n>.copy        its rows as COPY writes them, if it is PostgreSQL
//   database/sandbox.db            the database of the built-in payment sandbox, if there is one
//   files/<id>                     the bytes of files
//   manifest.json                  how many rows and files there are, which files were missing
//   SHA256SUMS                     the checksum of every entry before it, as `sha256sum` writes and checks them

import { entryNames } from '../archive/archive-format.ts';
import type { SealedKey } from './seal-key.ts';

export const backupFormat = 'frontdesk-backup';
/** Increases when an earlier version of the service would misread a backup. */
export const backupVersion = 1;

export const memberNames = { ...entryNames, head: 'frontdesk-backup.json', sandbox: 'database/sandbox.db' } as const;

export type BackupHead = {
  format: typeof backupFormat;
  version: number;
  /** The version of the service that made it. */
  service: string;
  createdAt: string;
  dialect: 'sqlite' | 'postgres';
  /** The applied migrations, which are the version of the schema. */
  migrations: readonly string[];
  /** The columns of rows by table; empty for SQLite. */
  columns: Readonly<Record<string, readonly string[]>>;
  /** The same for all backups of a service with the same key; empty without a key. */
  site: string;
  /** Where the service was reached. */
  origin: string | null;
  /** The key that encrypts stored secrets; null if it is not in the backup. */
  key: SealedKey | null;
};

export type BackupManifest = {
  /** Rows by table. */
  rows: Record<string, number>;
  files: { count: number; bytes: number };
  /** Files whose bytes were not there, or not of their size, when they were to be read. */
  missing: { id: string; name: string }[];
};
