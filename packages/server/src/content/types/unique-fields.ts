// Fields declared `unique`: no two items of a type have the same value, including items in the trash.

import { sql } from 'kysely';
import type { ReadContext, WriteContext } from '../../context.ts';
import { operandOf } from '../../database/dialect.ts';
import type { Fault } from '../../errors.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { scalarOf } from '../../fields/field-kinds.ts';
import { escapePointer } from '../../lib/validation.ts';

/** The value of a declared field in SQL, or null if its kind cannot be compared. */
function sqlValueOf(ctx: ReadContext, field: FieldDeclaration) {
  const scalar = scalarOf(field);
  return scalar && ctx.dialect.jsonValue(sql.ref('items.fields'), [field.name], scalar);
}

/** Faults for values that another item has. Lock the type's row first, so that no other transaction stores one. */
export async function checkUniqueFields(
  ctx: WriteContext,
  type: { name: string; fields: readonly FieldDeclaration[] },
  values: Record<string, unknown>,
  ownId: string,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const field of type.fields) {
    const value = values[field.name];
    const scalar = scalarOf(field);
    const inSql = field.unique ? sqlValueOf(ctx, field) : null;
    if (!inSql || !scalar || value === undefined || value === null) continue;
    const other = await ctx.db
      .selectFrom('items')
      .select('id')
      .where('type', '=', type.name)
      .where('id', '!=', ownId)
      .where(sql<boolean>`${inSql} = ${operandOf(value, scalar)}`)
      .limit(1)
      .executeTakeFirst();
    if (other) {
      const detail = `is already used by ${other.id}`;
      faults.push({ pointer: `/fields/${escapePointer(field.name)}`, code: 'not_unique', detail });
    }
  }
  return faults;
}

/** Whether two items share a value, so that the field cannot become unique. */
export async function hasRepeatedValues(ctx: ReadContext, type: string, field: FieldDeclaration): Promise<boolean> {
  const value = sqlValueOf(ctx, field);
  if (!value) return false;
  const repeated = await ctx.db
    .selectFrom('items')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('type', '=', type)
    .where(sql<boolean>`${value} is not null`)
    .groupBy(value)
    .having((eb) => eb(eb.fn.countAll(), '>', 1))
    .limit(1)
    .executeTakeFirst();
  return repeated !== undefined;
}
