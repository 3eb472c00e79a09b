// Indexes for the unique fields of existing types. New ones are created with the change of their type.

import type { Kysely } from 'kysely';
import { findKind, scalarOf } from '../../fields/field-kinds.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';
import { createUniqueIndex } from '../unique-index.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const types = await db.selectFrom('postTypes').select(['name', 'fields']).execute();
  for (const type of types) {
    const fields = JSON.parse(type.fields) as { name: string; type: string; unique?: boolean }[];
    for (const field of fields) {
      const scalar = field.unique && findKind(field.type) ? scalarOf(field) : null;
      if (scalar) await createUniqueIndex(db, dialect, { type: type.name, name: field.name, scalar });
    }
  }
}
