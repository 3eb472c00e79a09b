// Writes an archive of the site, or of some of its parts: rows of one snapshot of the database, then the files behind them.

import type { Compilable } from 'kysely';
import type { Context } from '../context/context.ts';
import type { Snapshot } from '../database/dialect.ts';
import { readStoredColumns, type StoredColumn } from '../database/stored-rows.ts';
import type { Tables } from '../database/tables.ts';
import { fail } from '../lib/errors.ts';
import { entryNames, format, formatVersion, type Head, type Manifest, sumLine, tableEntry } from './archive-format.ts';
import { type ArchivedTable, type Part, partNames, tablesOf } from './archived-tables.ts';
import { EntryPacker } from './pack-entries.ts';

/** An entry with rows has about this size, which is what is held in memory. */
const entryBytes = 1_000_000;

export type ArchiveOptions = {
  parts?: readonly Part[];
  onProgress?: (progress: { table: string | null; rows: number; files: number }) => void;
};

/** The bytes of the archive. They end early if something fails: an archive is whole if it ends with its checksums. */
export async function* writeArchive(ctx: Context, options: ArchiveOptions = {}): AsyncGenerator<Buffer, Manifest> {
  const snapshot = await ctx.openSnapshot();
  try {
    const packer = new EntryPacker(ctx.now());
    const writer = new ArchiveWriter(ctx, snapshot, packer, options);
    yield* packer.bytes(() => writer.write());
    return writer.manifest;
  } finally {
    await snapshot.close();
  }
}

type StoredFile = { id: string; name: string; size: number };

class ArchiveWriter {
  readonly manifest: Manifest;
  readonly #ctx: Context;
  readonly #snapshot: Snapshot;
  readonly #packer: EntryPacker;
  readonly #options: ArchiveOptions;

  constructor(ctx: Context, snapshot: Snapshot, packer: EntryPacker, options: ArchiveOptions) {
    this.#ctx = ctx;
    this.#snapshot = snapshot;
    this.#packer = packer;
    this.#options = options;
    const createdAt = ctx.now().toISOString();
    this.manifest = { createdAt, origin: ctx.publicUrl(), rows: {}, files: { count: 0, bytes: 0 }, missing: [] };
  }

  async write(): Promise<void> {
    const chosen = this.#options.parts ?? partNames;
    const parts = partNames.filter((part) => chosen.includes(part));
    if (parts.includes('content')) await this.#requireConverted();
    await this.#addJson(entryNames.head, { format, version: formatVersion, parts } satisfies Head);
    const columns = await readStoredColumns(this.#ctx);
    const tables = tablesOf(parts);
    for (const [name, table] of tables) await this.#addTable(name, table, columns.get(name) ?? []);
    for (const [name, table] of tables) if (table.bytes) await this.#addFiles(name);
    await this.#addJson(entryNames.manifest, this.manifest);
    const sums = [...this.#packer.sums].map(([name, sum]) => sumLine(sum, name));
    await this.#packer.add(entryNames.sums, Buffer.from(sums.join('')));
    this.#packer.finish();
  }

  /** Half of the items of a type would be of its new kinds, and the archive could not say which. */
  async #requireConverted(): Promise<void> {
    const unsettled = this.#ctx.db
      .selectFrom('typeChanges')
      .select(['type', 'status'])
      .where('status', 'in', ['converting', 'undoing', 'failed']);
    for await (const { type, status } of this.#snapshot.rows(unsettled)) {
      const next =
        status === 'failed' ? `retry or undo it (GET /types/${type}/changes)` : 'try again when that has ended';
      const what = status === 'failed' ? 'did not all follow the change of their type' : 'are still being converted';
      throw fail(
        'conflict',
        `Items of the type ${type} ${what}: ${next}. Without content, other parts can be exported now`,
      );
    }
  }

  async #addTable(name: keyof Tables, table: ArchivedTable, columns: readonly StoredColumn[]): Promise<void> {
    let lines: string[] = [];
    let bytes = 0;
    let entries = 0;
    let rows = 0;
    const flush = async (): Promise<void> => {
      if (lines.length === 0) return;
      await this.#packer.add(tableEntry(name, ++entries), Buffer.from(lines.join('')));
      lines = [];
      bytes = 0;
      this.#options.onProgress?.({ table: name, rows, files: this.manifest.files.count });
    };
    for await (const row of this.#snapshot.rows(this.#rowsOf(name, table, columns))) {
      const line = `${JSON.stringify({ ...toArchive(row), ...table.without })}\n`;
      lines.push(line);
      bytes += line.length;
      rows++;
      if (bytes >= entryBytes) await flush();
    }
    await flush();
    this.manifest.rows[name] = rows;
  }

  #rowsOf(
    name: keyof Tables,
    { key, only }: ArchivedTable,
    columns: readonly StoredColumn[],
  ): Compilable<Record<string, unknown>> {
    let query = this.#ctx.db.selectFrom(name as 'items').select(columns.map((column) => column.name as 'id'));
    if (only) query = query.where(only.column as 'id', 'in', only.values as string[]);
    for (const column of key) query = query.orderBy(column as 'id');
    return query;
  }

  async #addFiles(table: keyof Tables): Promise<void> {
    const files = this.#ctx.db
      .selectFrom(table as 'files')
      .select(table === 'files' ? ['id', 'name', 'size'] : ['id', 'id as name', 'size'])
      .orderBy('id');
    for await (const file of this.#snapshot.rows<StoredFile>(files)) await this.#addFile(file);
  }

  async #addFile({ id, name, size }: StoredFile): Promise<void> {
    const { files, missing } = this.manifest;
    const source = await this.#ctx.files.readWhole(id, size);
    if (source === null) {
      missing.push({ id, name });
      return;
    }
    await this.#packer.addStream(`files/${id}`, source, size);
    files.count++;
    files.bytes += size;
    this.#options.onProgress?.({ table: null, rows: 0, files: files.count });
  }

  #addJson(name: string, value: object): Promise<void> {
    return this.#packer.add(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
  }
}

function toArchive(row: Record<string, unknown>): Record<string, unknown> {
  const bytes = Object.entries(row).filter(([, value]) => Buffer.isBuffer(value));
  if (bytes.length === 0) return row;
  return { ...row, ...Object.fromEntries(bytes.map(([name, value]) => [name, (value as Buffer).toString('base64')])) };
}
