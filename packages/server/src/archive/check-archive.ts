// Reads a whole archive before anything of it is stored: every row, every checksum, every file.

import type { Context } from '../context/context.ts';
import { readStoredColumns, type StoredColumn } from '../database/stored-rows.ts';
import type { Tables } from '../database/tables.ts';
import { ArchiveError, type Manifest } from './archive-format.ts';
import { type ArchivedTable, findArchivedTable, type Part, partNames, parts } from './archived-tables.ts';
import { newerArchive, readEntries, rowReader, type StoredRow } from './read-entries.ts';

export type CheckedArchive = {
  manifest: Manifest;
  /** What is imported of it. */
  parts: readonly Part[];
  /** Rows of these parts by table. */
  rows: Record<string, number>;
  /** IDs of the files of these parts that are in it, and of those that were missing when it was made. */
  files: readonly string[];
  missing: readonly string[];
  /** Deliveries that were still to be sent. */
  pending: number;
};

type CheckOptions = {
  only: readonly Part[] | undefined;
  /** Called with the parts before any file. */
  onParts(parts: readonly Part[]): Promise<void>;
  /** Called with the bytes of each file of these parts. */
  onFile(id: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  onProgress?: ((bytes: number) => void) | undefined;
};

/** Throws ArchiveError. */
export async function checkArchive(ctx: Context, file: string, options: CheckOptions): Promise<CheckedArchive> {
  const columns = await readStoredColumns(ctx);
  const expected = new Map<string, { size: number; part: Part }>();
  const rows: Record<string, number> = {};
  const files: string[] = [];
  let chosen: readonly Part[] = [];
  let contained: readonly Part[] = [];
  let manifest: Manifest | null = null;
  let pending = 0;
  for await (const entry of readEntries(file, { onProgress: options.onProgress })) {
    if (entry.is === 'head') {
      contained = entry.head.parts;
      chosen = choose(contained, options.only);
      await options.onParts(chosen);
    } else if (entry.is === 'rows') {
      const table = archivedTable(entry.table, contained);
      for await (const row of readRows(entry, table, columns, rows)) {
        if (table.bytes) expected.set(row[table.bytes] as string, { size: row.size as number, part: table.part });
        if (entry.table === 'deliveries' && row.status === 'pending') pending++;
      }
    } else if (entry.is === 'file') {
      const known = expected.get(entry.id);
      if (known?.size !== entry.size) throw new ArchiveError(`no row fits the file ${entry.id} in it`);
      if (!chosen.includes(known.part)) continue;
      await options.onFile(entry.id, entry.bytes);
      files.push(entry.id);
    } else {
      manifest = entry.manifest;
    }
  }
  if (manifest === null) throw new ArchiveError('it is cut off: its end is missing');
  compareCounts(manifest, rows);
  const left = new Map([...expected].filter(([, { part }]) => chosen.includes(part)));
  for (const id of files) left.delete(id);
  const known = new Set(manifest.missing.map(({ id }) => id));
  for (const id of left.keys()) if (!known.has(id)) throw new ArchiveError(`the file ${id} is missing in it`);
  const counts = Object.entries(rows).filter(([name]) => chosen.includes(archivedTable(name, contained).part));
  return {
    manifest,
    parts: chosen,
    rows: Object.fromEntries(counts),
    files,
    missing: [...left.keys()],
    pending: chosen.includes('webhooks') ? pending : 0,
  };
}

/** The rows of an entry, which are counted in `counts`. */
export async function* readRows(
  { table: name, lines }: { table: string; lines: AsyncIterable<string> },
  table: ArchivedTable,
  columns: ReadonlyMap<string, readonly StoredColumn[]>,
  counts: Record<string, number>,
): AsyncGenerator<StoredRow> {
  const read = rowReader(name, table, columns.get(name) ?? []);
  for await (const line of lines) {
    counts[name] = (counts[name] ?? 0) + 1;
    yield read(line, counts[name]);
  }
}

function choose(contained: readonly Part[], only: readonly Part[] | undefined): readonly Part[] {
  const missing = only?.find((part) => !contained.includes(part));
  if (missing) throw new ArchiveError(`it does not contain ${parts[missing]}`);
  return partNames.filter((part) => (only ?? contained).includes(part));
}

function archivedTable(name: string, contained: readonly Part[]): ArchivedTable {
  const table = findArchivedTable(name);
  if (!table) throw newerArchive(` (it has rows of “${name}”)`);
  if (!contained.includes(table.part)) throw new ArchiveError(`rows of ${name} do not belong there`);
  return table;
}

function compareCounts(manifest: Manifest, rows: Record<string, number>): void {
  const names = new Set([...Object.keys(manifest.rows), ...Object.keys(rows)]) as Set<keyof Tables>;
  for (const name of names) {
    if ((manifest.rows[name] ?? 0) !== (rows[name] ?? 0)) throw new ArchiveError(`rows of ${name} are missing in it`);
  }
}
