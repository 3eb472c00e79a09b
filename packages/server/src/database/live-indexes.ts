// Indexes that come and go while the service runs, such as those of custom fields.

import type { Kysely, RawBuilder } from 'kysely';
import { sha256 } from '../lib/crypto.ts';
import type { Tables } from './tables.ts';

/** What each database does about indexes. */
export type IndexDoor = {
  /** The complete indexes whose names begin with the prefix. */
  names(prefix: string): Promise<string[]>;
  /** `on` says table, columns and condition. Others read and write meanwhile. */
  create(name: string, on: string): Promise<void>;
  drop(name: string): Promise<void>;
};

/**
 * Makes the indexes with this prefix exactly those that are `wanted`: each a table, its columns and a condition. A name
 * contains a digest of this, so that an index changes with its definition.
 */
export async function followIndexes(
  db: Kysely<Tables>,
  door: IndexDoor,
  prefix: string,
  expressions: readonly RawBuilder<unknown>[],
): Promise<void> {
  const definitions = new Map(expressions.map((on) => withName(prefix, on.compile(db).sql)));
  const existing = await door.names(prefix);
  for (const name of existing) if (!definitions.has(name)) await door.drop(name);
  for (const [name, on] of definitions) if (!existing.includes(name)) await door.create(name, on);
}

function withName(prefix: string, on: string): [name: string, on: string] {
  return [`${prefix}${sha256(on).slice(0, 24)}`, on];
}
