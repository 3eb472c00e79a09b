// From a line of an archive to a row that can be stored. Every value must be what its column holds, because SQLite would
// store anything.

import type { StoredColumn } from '../database/stored-rows.ts';
import { findKind } from '../fields/field-kinds.ts';
import { isObject } from '../lib/is-object.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchivedTable } from './archived-tables.ts';
import { newerArchive } from './read-entries.ts';

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
  // PostgreSQL stores neither.
  return value.includes('\0') || !value.isWellFormed() ? 'contains characters that cannot be stored' : null;
}

function faultOfJson(value: unknown, expected: 'object' | 'array' | 'any' | undefined): string | null {
  if (expected === undefined || value === null) return null;
  const parsed = parse(value as string);
  if (parsed === null && value !== 'null') return 'is not JSON';
  if (expected === 'array' && !Array.isArray(parsed)) return 'is not a list in JSON';
  return expected === 'object' && !isObject(parsed) ? 'is not an object in JSON' : null;
}
