// Reads the entries of an archive one after another, and checks that it is whole: the archive may be damaged, cut off, not
// ours, or made to do harm. Nothing in it names a path on this computer, and little of it is held in memory.

import type { StoredColumn } from '../database/stored-rows.ts';
import { findKind } from '../fields/field-kinds.ts';
import { isStorable } from '../lib/text.ts';
import { isObject } from '../lib/validation.ts';
import {
  ArchiveError,
  entryNames,
  fileEntryPattern,
  format,
  formatVersion,
  type Head,
  type Manifest,
  tableEntryPattern,
} from './archive-format.ts';
import { type ArchivedTable, type Part, partNames } from './archived-tables.ts';
import { linesOf, readJson, readTar, shorten } from './read-tar.ts';

export type ArchiveEntry =
  | { is: 'head'; head: Head }
  | { is: 'rows'; table: string; lines: AsyncIterable<string> }
  | { is: 'file'; id: string; size: number; bytes: AsyncIterable<Buffer> }
  | { is: 'manifest'; manifest: Manifest };

const maxHeadBytes = 1_000_000;
const maxManifestBytes = 50_000_000;

const fail = (fault: string, cause?: unknown): ArchiveError => new ArchiveError(fault, cause);

/**
 * The entries in their order. The last one is the manifest; after it, the checksums are compared. With `until: 'files'`, it
 * stops before the files. Throws ArchiveError.
 */
export async function* readEntries(
  file: string,
  { until = 'end', onProgress = () => {} }: { until?: 'files' | 'end'; onProgress?: (bytes: number) => void } = {},
): AsyncGenerator<ArchiveEntry> {
  let stage: 'head' | 'tables' | 'files' | 'manifest' = 'head';
  for await (const entry of readTar(file, { fail, onProgress })) {
    const { name, size, bytes } = entry;
    if (stage === 'head' && name !== entryNames.head) throw new ArchiveError('it is not an archive of Frontdesk');
    const [, table] = tableEntryPattern.exec(name) ?? [];
    const [, id] = fileEntryPattern.exec(name) ?? [];
    if (name === entryNames.head && stage === 'head') {
      stage = 'tables';
      yield { is: 'head', head: readHead(await readJson(entry, maxHeadBytes, fail)) };
    } else if (table !== undefined && stage === 'tables') {
      yield { is: 'rows', table, lines: linesOf(bytes, name, fail) };
    } else if (id !== undefined && (stage === 'tables' || stage === 'files')) {
      if (until === 'files') return;
      stage = 'files';
      yield { is: 'file', id, size, bytes };
    } else if (name === entryNames.manifest && (stage === 'tables' || stage === 'files')) {
      if (until === 'files') return;
      stage = 'manifest';
      yield { is: 'manifest', manifest: readManifest(await readJson(entry, maxManifestBytes, fail)) };
    } else {
      throw new ArchiveError(`“${shorten(name)}” does not belong there`);
    }
  }
}

function readHead(value: unknown): Head {
  const head = (value ?? {}) as Partial<Head>;
  if (head.format !== format || !Number.isInteger(head.version) || !Array.isArray(head.parts))
    throw new ArchiveError('it is not an archive of Frontdesk');
  const isNewer =
    (head.version as number) > formatVersion || head.parts.some((part) => !partNames.includes(part as Part));
  if (isNewer) throw newerArchive();
  return head as Head;
}

export function newerArchive(what = ''): ArchiveError {
  return new ArchiveError(`it was made by a newer version of Frontdesk${what}. Import it with that version`);
}

function readManifest(value: unknown): Manifest {
  const manifest = (value ?? {}) as Partial<Manifest>;
  const { rows, files, missing } = manifest;
  const isWhole =
    typeof rows === 'object' && typeof files?.count === 'number' && Array.isArray(missing) && rows !== null;
  if (!isWhole) throw new ArchiveError(`${entryNames.manifest} in it is damaged`);
  return manifest as Manifest;
}

// From a line of an archive to a row that can be stored. Every value must be what its column holds, because SQLite would
// store anything.

export type StoredRow = Record<string, unknown>;

/** Reads the lines of one table. The reader throws ArchiveError. */
export function rowReader(
  name: string,
  table: ArchivedTable,
  columns: readonly StoredColumn[],
): (line: string, number: number) => StoredRow {
  const known = new Map(columns.map((column) => [column.name, column]));
  const json = table.json as Record<string, 'object' | 'array' | 'any'> | undefined;
  return (line, number) => {
    const fail = (fault: string): ArchiveError => new ArchiveError(`row ${number} of ${name} ${fault}`);
    const row = parse(line);
    if (!isObject(row)) throw fail('is not a JSON object');
    const stored: StoredRow = {};
    for (const [column, value] of Object.entries(row)) {
      const declared = known.get(column);
      if (!declared && table.former?.includes(column)) continue;
      if (!declared) throw newerArchive(` (${name} has the column “${column.slice(0, 60)}”)`);
      const fault = faultOf(value, declared) ?? faultOfJson(value, json?.[column]);
      if (fault !== null) throw fail(`has a wrong value in “${column}”: it ${fault}`);
      stored[column] = declared.kind === 'bytes' && value !== null ? Buffer.from(value as string, 'base64') : value;
    }
    for (const { name, isOptional } of columns) {
      if (!isOptional && !Object.hasOwn(stored, name)) throw fail(`has no “${name}”`);
    }
    checkKinds(name, stored);
    const { only, without } = table;
    if (only && !only.values.includes(stored[only.column] as string)) throw fail('is none that archives contain');
    return { ...stored, ...without };
  };
}

/** A type or a form with a field of a kind that is not known could not be shown any more. */
function checkKinds(table: string, { fields }: StoredRow): void {
  if (table !== 'postTypes' && table !== 'forms') return;
  const check = (declared: unknown): void => {
    for (const field of Array.isArray(declared) ? declared : []) {
      if (!isObject(field)) continue;
      if (findKind(String(field.type)) === undefined)
        throw newerArchive(` (${table} has fields of the kind “${String(field.type).slice(0, 60)}”)`);
      check(field.fields);
    }
  };
  check(parse(String(fields)));
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

function faultOf(value: unknown, { kind, isOptional }: StoredColumn): string | null {
  if (value === null) return isOptional ? null : 'is null';
  if (kind === 'integer') return Number.isSafeInteger(value) ? null : 'is not a whole number';
  if (kind === 'number') return Number.isFinite(value) ? null : 'is not a number';
  if (typeof value !== 'string') return 'is not a text';
  if (kind === 'bytes') return base64.test(value) ? null : 'is not base64';
  return isStorable(value) ? null : 'contains characters that cannot be stored';
}

function faultOfJson(value: unknown, expected: 'object' | 'array' | 'any' | undefined): string | null {
  if (expected === undefined || value === null) return null;
  const parsed = parse(value as string);
  if (parsed === null && value !== 'null') return 'is not JSON';
  if (expected === 'array' && !Array.isArray(parsed)) return 'is not a list in JSON';
  return expected === 'object' && !isObject(parsed) ? 'is not an object in JSON' : null;
}
