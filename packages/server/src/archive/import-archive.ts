// Imports an archive into a site that is empty, or empty where the archive is not: all of it, or nothing.
//
// The archive is read twice. First everything is checked, and the bytes of files are stored under their IDs, where nothing
// refers to them yet. Then one transaction stores all rows. If the process ends before its commit, the bytes are left to the
// sweep of files.

import { completeRestoredContent } from '../content/imports/restore-content.ts';
import { type Context, inTransaction, type ReadContext, type WriteContext } from '../context/context.ts';
import { insertStoredRows, readStoredColumns, type StoredColumn } from '../database/stored-rows.ts';
import type { Tables } from '../database/tables.ts';
import { removeBytes } from '../files/files.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { pauseUnreadable } from '../webhooks/subscribers.ts';
import { ArchiveError } from './archive-format.ts';
import { type ArchivedTable, findArchivedTable, type Part, tablesOf } from './archived-tables.ts';
import { type CheckedArchive, checkArchive, readRows } from './check-archive.ts';
import { readEntries, type StoredRow } from './read-entries.ts';

export type ArchiveImportOptions = {
  only?: readonly Part[] | undefined;
  /** Checks everything and stores nothing. */
  dryRun?: boolean;
  onProgress?: (progress: { phase: 'checking' | 'importing'; bytes: number }) => void;
};

export type ArchiveReport = CheckedArchive & {
  /** Webhooks that were paused, because their secrets were encrypted with another key. */
  paused: number;
};

const rowsPerInsert = 64;

/** Throws ArchiveError if anything is wrong with the archive, and NotEmptyError. */
export async function importArchive(
  ctx: Context,
  file: string,
  { only, dryRun = false, onProgress }: ArchiveImportOptions = {},
): Promise<ArchiveReport> {
  const stored: string[] = [];
  try {
    const checked = await checkArchive(ctx, file, {
      only,
      onParts: (parts) => requireEmpty(ctx, parts),
      onProgress: (bytes) => onProgress?.({ phase: 'checking', bytes }),
      async onFile(id, bytes) {
        if (dryRun) return;
        // An import that was killed may have left a part of it.
        await ctx.files.remove(id);
        stored.push(id);
        await ctx.files.put(id, bytes);
      },
    });
    if (dryRun) return { ...checked, paused: 0 };
    const columns = await readStoredColumns(ctx);
    const paused = await inTransaction(ctx, async (ctx) => {
      await requireEmpty(ctx, checked.parts);
      await storeRows(ctx, file, checked, columns, (bytes) => onProgress?.({ phase: 'importing', bytes }));
      if (checked.parts.includes('content')) await completeRestoredContent(ctx);
      return checked.parts.includes('webhooks') ? pauseUnreadable(ctx) : 0;
    });
    stored.length = 0;
    return { ...checked, paused };
  } finally {
    await removeBytes(ctx, stored);
  }
}

async function storeRows(
  ctx: WriteContext,
  file: string,
  { parts, rows: expected }: CheckedArchive,
  columns: ReadonlyMap<string, readonly StoredColumn[]>,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const counts: Record<string, number> = {};
  for await (const entry of readEntries(file, { until: 'files', onProgress })) {
    const table = entry.is === 'rows' ? findArchivedTable(entry.table) : null;
    if (entry.is !== 'rows' || !table || !parts.includes(table.part)) continue;
    const name = entry.table as keyof Tables;
    let batch: StoredRow[] = [];
    for await (const row of readRows(entry, table, columns, counts)) {
      batch.push(asImported(name, row));
      // The rows of one statement have the same columns.
      if (batch.length < rowsPerInsert) continue;
      await store(ctx, name, table, batch);
      batch = [];
    }
    await store(ctx, name, table, batch);
  }
  const changed = Object.keys(expected).some((name) => expected[name] !== counts[name]);
  if (changed) throw new ArchiveError('it was changed while it was read');
}

async function store(
  ctx: WriteContext,
  name: keyof Tables,
  table: ArchivedTable,
  rows: readonly StoredRow[],
): Promise<void> {
  const groups = Map.groupBy(rows, (row) => Object.keys(row).sort().join());
  for (const group of groups.values()) {
    await insertStoredRows(ctx, name, group, table.initial ? { replace: String(table.key[0]) } : {}).catch((error) => {
      if (!ctx.dialect.isUniqueViolation(error)) throw error;
      throw new ArchiveError(`two rows of ${name} in it have the same key`, error);
    });
  }
}

/** The site it comes from may still be running: what waits there is not sent a second time from here. */
function asImported(name: keyof Tables, row: StoredRow): StoredRow {
  if (name !== 'deliveries' || row.status !== 'pending') return row;
  const failure = 'Not sent: the site was imported from an archive';
  return { ...row, status: 'failed', failure, nextAttemptAt: null };
}

// Whether there is room for an archive: nothing may be where its rows belong.

class NotEmptyError extends ExpectedError {
  override name = 'NotEmptyError';
}

/** Throws NotEmptyError. What every new site has does not count. */
export async function requireEmpty(ctx: ReadContext, parts: readonly Part[]): Promise<void> {
  const filled = new Set<Part>();
  const found: string[] = [];
  for (const [name, { part, initial }] of tablesOf(parts)) {
    if (initial === 'all') continue;
    let query = ctx.db.selectFrom(name as 'items').select((eb) => eb.fn.countAll<number | string>().as('count'));
    if (initial) query = query.where(initial.column as 'id', '!=', initial.value as string);
    const { count } = await query.executeTakeFirstOrThrow();
    if (Number(count) === 0) continue;
    found.push(`${count} in ${name}`);
    filled.add(part);
  }
  if (found.length === 0) return;
  const free = parts.filter((part) => !filled.has(part));
  const others = free.length === 0 ? '' : `, or import only what is empty here: --only ${free.join(',')}`;
  throw new NotEmptyError(
    `The site is not empty: it has rows (${found.join(', ')}). Import into a new data folder or database${others}. Nothing was imported.`,
  );
}
