// The values of custom fields in the SQL of lists.

import { type RawBuilder, sql } from 'kysely';
import type { ReadContext } from '../../context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isFolded, scalarOf } from '../../fields/field-kinds.ts';

/** Characters that count for sorting, as in titles; a cursor contains them. */
const maxKeyLength = 200;

/** What lists are sorted by; null for a field that cannot be sorted by. */
export function sortKeyOf(ctx: ReadContext, field: FieldDeclaration): RawBuilder<unknown> | null {
  const scalar = scalarOf(field);
  if (scalar !== null && isFolded(field)) return sql`substr(${foldedValueOf(ctx, field)}, 1, ${sql.lit(maxKeyLength)})`;
  return scalar && ctx.dialect.jsonValue(sql.ref('items.fields'), [field.name], scalar);
}

/** The text as people read it: without regard to case and accents. */
export function foldedValueOf(ctx: ReadContext, field: FieldDeclaration): RawBuilder<unknown> {
  return ctx.dialect.jsonValue(sql.ref('items.foldedFields'), [field.name], 'text');
}
