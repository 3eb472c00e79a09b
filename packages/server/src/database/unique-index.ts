// Indexes that find the item with a value of a unique field: one for each such field, of the items of its type only.

import { type Kysely, type SqlBool, sql } from 'kysely';
import { sha256 } from '../lib/crypto.ts';
import type { Dialect, Scalar } from './dialect.ts';
import type { Tables } from './tables.ts';

export type UniqueField = { type: string; name: string; scalar: Scalar };

export async function createUniqueIndex(db: Kysely<Tables>, dialect: Dialect, field: UniqueField): Promise<void> {
  const { type, name, scalar } = field;
  await finishTriggers(db, dialect);
  const key = dialect.indexKey(dialect.jsonValue(sql.ref('fields'), [name], scalar), scalar);
  await sql`create index if not exists ${sql.id(nameOf(field))} on "items" ((${key})) where "type" = ${sql.lit(type)}`.execute(
    db,
  );
}

export async function dropUniqueIndex(
  db: Kysely<Tables>,
  dialect: Dialect,
  field: Pick<UniqueField, 'type' | 'name'>,
): Promise<void> {
  await finishTriggers(db, dialect);
  await sql`drop index if exists ${sql.id(nameOf(field))}`.execute(db);
}

/**
 * The items of this type that have this value, which `operandOf` made, to be run in order. The type is in the text, as in that
 * of the index. PostgreSQL would look through all items of the type while it thinks that there are few: it reads the index from
 * the value to itself, because that has an order, where an equality is in any order.
 */
export function itemsWithValue(
  db: Pick<Kysely<Tables>, 'selectFrom'>,
  dialect: Dialect,
  field: UniqueField,
  value: unknown,
) {
  const { type, name, scalar } = field;
  const stored = dialect.jsonValue(sql.ref('items.fields'), [name], scalar);
  const operand = sql`${value}`;
  const [key, end] = [dialect.indexKey(stored, scalar), dialect.indexKey(operand, scalar)];
  // Of `+?`, SQLite does not want to know the value to plan (decision 0002).
  const hasKey = dialect.name === 'postgres' ? sql`${key} >= ${end} and ${key} <= ${end}` : sql`${key} = +${end}`;
  const isExact = key === stored ? sql`` : sql` and ${stored} = ${operand}`;
  return db
    .selectFrom('items')
    .select('id')
    .where(sql<SqlBool>`"items"."type" = ${sql.lit(type)} and ${hasKey}${isExact}`)
    .orderBy(sql`${key}`);
}

/** Deferred triggers of items that this transaction has changed would prevent PostgreSQL from altering their table. */
async function finishTriggers(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  if (dialect.name !== 'postgres') return;
  await sql`set constraints all immediate`.execute(db);
  await sql`set constraints all deferred`.execute(db);
}

/** Names of fields may be longer than those of indexes. */
function nameOf({ type, name }: Pick<UniqueField, 'type' | 'name'>): string {
  return `itemsUnique_${sha256(`${type}\n${name}`).slice(0, 32)}`;
}
