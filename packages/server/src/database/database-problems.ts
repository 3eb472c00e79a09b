// Explains why a SQLite database cannot be used, for the person who started the service or a command.

const explanations: [code: RegExp, text: string][] = [
  [/^SQLITE_(CORRUPT|NOTADB)/, 'The database in the data folder is damaged. Restore the folder from a backup'],
  [
    /^SQLITE_(READONLY|PERM|AUTH)/,
    'The database in the data folder is read-only. Let this account write to the folder and its files',
  ],
  [
    /^SQLITE_CANTOPEN/,
    'The database in the data folder cannot be opened. Let this account read and write the folder and its files',
  ],
  [/^SQLITE_FULL/, 'The disk is full. Free some space'],
  [/^SQLITE_IOERR/, 'The disk of the data folder fails. Check it'],
  [/^SQLITE_BUSY/, 'Another program has locked the database in the data folder. Close it'],
];

/** One sentence for the error or what caused it; null if it is not an error of SQLite that a person can mend. */
export function explainDatabaseError(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = String((one as { code?: unknown }).code ?? '');
    const known = explanations.find(([pattern]) => pattern.test(code));
    if (known) return `${known[1]} (${one.message}).`;
  }
  return null;
}

/** Whether there was no room on the disk, for SQLite or for a file. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String((error as { code?: unknown } | null)?.code));
}
