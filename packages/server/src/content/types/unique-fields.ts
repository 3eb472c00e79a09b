// Fields declared `unique`: no two items of a type have the same value, including items in the trash.

import { sql } from 'kysely';
import type { ReadContext, WriteContext } from '../../context/context.ts';
import { operandOf } from '../../database/dialect.ts';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import { createUniqueIndex, dropUniqueIndex, itemsWithValue, type UniqueField } from '../../database/unique-index.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { scalarOf } from '../../fields/field-kinds.ts';
import type { Fault } from '../../lib/errors.ts';
import { escapePointer } from '../../lib/validation.ts';

/** Creates the indexes of fields that became unique, and drops those of fields that no longer are. */
export async function indexUniqueFields(
  ctx: WriteContext,
  type: string,
  before: readonly FieldDeclaration[],
  after: readonly FieldDeclaration[],
): Promise<void> {
  const old = uniqueFieldsOf(type, before);
  const next = uniqueFieldsOf(type, after);
  const isIn = (fields: UniqueField[]) => (field: UniqueField) =>
    fields.some(({ name, scalar }) => name === field.name && scalar === field.scalar);
  for (const field of old.filter((field) => !isIn(next)(field))) await dropUniqueIndex(ctx.db, ctx.dialect, field);
  for (const field of next.filter((field) => !isIn(old)(field))) await createUniqueIndex(ctx.db, ctx.dialect, field);
}

function uniqueFieldsOf(type: string, fields: readonly FieldDeclaration[]): UniqueField[] {
  return fields.flatMap((field) => {
    const scalar = field.unique ? scalarOf(field) : null;
    return scalar ? [{ type, name: field.name, scalar }] : [];
  });
}

/**
 * Faults for values that another item has. Until the transaction ends, no other one stores them. Lock the type first, and
 * call it once if others share the lock.
 */
export async function checkUniqueFields(
  ctx: WriteContext,
  type: { name: string; fields: readonly FieldDeclaration[] },
  values: Record<string, unknown>,
  ownId: string,
): Promise<Fault[]> {
  const checks = uniqueFieldsOf(type.name, type.fields).flatMap((field) => {
    const value = values[field.name];
    return value === undefined || value === null ? [] : [{ field, operand: operandOf(value, field.scalar) }];
  });
  await ctx.dialect.lockValues(
    ctx.db,
    type.name,
    checks.map(({ field, operand }) => `${field.name} ${operand}`),
  );
  const faults = await Promise.all(checks.map(({ field, operand }) => findFault(ctx, field, operand, ownId)));
  return faults.filter((fault) => fault !== null);
}

const queries = keptQueries();

async function findFault(
  ctx: WriteContext,
  field: UniqueField,
  operand: unknown,
  ownId: string,
): Promise<Fault | null> {
  const [other] = await queries.runInOrder(
    ctx,
    [field.type, field.scalar, field.name].join(' '),
    { operand, ownId },
    () =>
      itemsWithValue(ctx.db, ctx.dialect, field, slot('operand')).where('id', '!=', slot('ownId')).limit(sql.lit(1)),
  );
  if (!other) return null;
  const detail = `is already used by ${other.id}`;
  return { pointer: `/fields/${escapePointer(field.name)}`, code: 'not_unique', detail };
}

/** Whether two items share a value, so that the field cannot become unique. */
export async function hasRepeatedValues(ctx: ReadContext, type: string, field: FieldDeclaration): Promise<boolean> {
  const scalar = scalarOf(field);
  if (!scalar) return false;
  const value = ctx.dialect.jsonValue(sql.ref('items.fields'), [field.name], scalar);
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
