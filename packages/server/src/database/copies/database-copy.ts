// One consistent state of the whole database, as a backup contains it: on SQLite the file itself, on PostgreSQL the rows of
// all tables in the format of its COPY.

/** Something that a backup contains. The bytes are read once, in the order of the members. */
export type CopyMember = { name: string; size: number; bytes: AsyncIterable<Buffer> };

/** Stored bytes that the database mentions. */
export type MentionedFile = { id: string; name: string; size: number };

export interface DatabaseCopy {
  dialect: 'sqlite' | 'postgres';
  /** The applied migrations, in their order. */
  migrations: readonly string[];
  /** Rows by table. */
  rows: Readonly<Record<string, number>>;
  /** The columns of each table in the order of its rows; empty if the members are a file. */
  columns: Readonly<Record<string, readonly string[]>>;
  members(): AsyncIterable<CopyMember>;
  /** The files that the rows mention. */
  files(): AsyncIterable<MentionedFile>;
  close(): Promise<void>;
}

/** The name of the member that is a database of SQLite. */
export const sqliteMember = 'database/frontdesk.db';

/** The name of a member with rows, and the table in such a name. */
export function rowsMember(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.copy`;
}
export const rowsMemberPattern = /^tables\/(\w{1,60})\/(\d{6,9})\.copy$/;

/** Where the files are that rows mention: table, columns of the ID, the name and the size. */
export const fileColumns = [
  { table: 'files', id: 'id', name: 'name', size: 'size' },
  { table: 'mediaFiles', id: 'id', name: 'id', size: 'size' },
  { table: 'imports', id: 'fileId', name: 'fileName', size: 'size' },
] as const;

export type CopyOptions = {
  /** A path for a file that is needed until the copy is closed. */
  scratch: string;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: { part: number; parts: number }) => void) | undefined;
};
