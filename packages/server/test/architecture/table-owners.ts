// The folder that may write a table.

import type { Node } from 'oxc-parser';
import { owners } from '../../src/database/tables.ts';
import { isIn } from './places.ts';
import type { Source } from './read-sources.ts';
import { anyTable } from './rules.ts';

/** Null where the file may write the table; `null` for a table means that its name could not be read off. */
export function writeFault(source: Source, node: Node, table: string | null): string | null {
  if (isIn(source.name, anyTable)) return null;
  if (table === null) return source.fault(node, 'a table name must be a literal');
  const owner: string | undefined = (owners as Record<string, string>)[table];
  if (owner === undefined) return source.fault(node, `writes ${table}, which is no table of database/tables.ts`);
  if (source.home === 'server' && source.name.startsWith(`${owner}/`)) return null;
  return source.fault(node, `writes ${table}, which belongs to ${owner}/`);
}
