// The format of a backup: a tar with these entries, in this order.
//
//   frontdesk-backup.json          what it is: versions, database, time, the sealed key
//   database/frontdesk.db          the database, if it is SQLite
//   tables/<table>/<n>.copy        its rows as COPY writes them, if it is PostgreSQL
//   database/sandbox.db            the database of the built-in payment sandbox, if there is one
//   files/<id>                     the bytes of files
//   manifest.json                  how many rows and files there are, which files were missing
//   SHA256SUMS                     the checksum of every entry before it, as `sha256sum` writes and checks them

import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { entryNames } from '../archive/archive-format.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { seal, unseal } from '../lib/sealed-box.ts';

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

// The key of the service in a backup: encrypted with a key that scrypt derives from a passphrase, so that the backup alone
// opens no secret.

export type SealedKey = { kdf: 'scrypt'; n: number; r: number; p: number; salt: string; box: string };

/** OWASP's parameters: 128 MB and about half a second. */
const cost = { n: 2 ** 17, r: 8, p: 1 };
const maxN = 2 ** 20;
const purpose = 'backup key';

export const minPassphraseLength = 12;

/** Encrypts the key. */
export async function sealKey(key: Uint8Array, passphrase: string): Promise<SealedKey> {
  const salt = randomBytes(16);
  const box = seal(Buffer.from(key).toString('base64'), await derive(passphrase, salt, cost), purpose);
  return { kdf: 'scrypt', ...cost, salt: salt.toString('base64'), box };
}

/** Null if the passphrase is another one. */
export async function unsealKey({ n, r, p, salt, box }: SealedKey, passphrase: string): Promise<Buffer | null> {
  const text = unseal(box, await derive(passphrase, Buffer.from(salt, 'base64'), { n, r, p }), purpose);
  return text === null ? null : Buffer.from(text, 'base64');
}

/** Whether this is a sealed key that can be opened here. */
export function isSealedKey(value: unknown): value is SealedKey {
  const { kdf, n, r, p, salt, box } = (value ?? {}) as Partial<SealedKey>;
  return kdf === 'scrypt' && isCost(n, maxN) && isCost(r, 32) && isCost(p, 16) && isText(salt) && isText(box);
}

function isCost(value: unknown, max: number): boolean {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= max;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** The same passphrase can be typed as other code points. */
function derive(passphrase: string, salt: Buffer, { n, r, p }: typeof cost): Promise<Buffer> {
  return scryptAsync(passphrase.normalize('NFKC'), salt, 32, { N: n, r, p, maxmem: 256 * n * r });
}

// What is wrong with a backup, or in the way of it, in one sentence for the person who has it.

/** A backup that cannot be restored. */
export class BackupError extends ExpectedError {
  override name = 'BackupError';

  constructor(fault: string, cause?: unknown) {
    super(`The backup cannot be restored: ${fault}. Nothing was restored.`, { cause });
  }
}
