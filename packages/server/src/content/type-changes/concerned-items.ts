// Which items a change of a type's fields concerns.

import { sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { type FieldDeclaration, shapeOf } from '../../fields/field.ts';
import { changedFieldsOf } from './converted-fields.ts';

/** The names of fields whose values are of another kind than before, or have lost or got their declaration. */
export function reshapedNames(before: readonly FieldDeclaration[], after: readonly FieldDeclaration[]): string[] {
  const [old, next] = [before, after].map((fields) => new Map(fields.map((field) => [field.name, shapeOf(field)]))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  return [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.get(name) !== next.get(name));
}

/** The same, and those that have other rules. */
export function concernedNames(before: readonly FieldDeclaration[], after: readonly FieldDeclaration[]): string[] {
  const changed = changedFieldsOf(before, after).map(({ field }) => field.name);
  return [...new Set([...changed, ...reshapedNames(before, after)])];
}

/**
 * Items that have a value of these names, perhaps one that an import keeps apart, or a draft that may have one; with the ID
 * of a change, also those that had one before it.
 */
export function concernedItems(
  ctx: ReadContext,
  { type, id }: { type: string; id: string | null },
  names: readonly string[],
) {
  return ctx.db
    .selectFrom('items')
    .leftJoin('importSources', 'importSources.recordId', 'items.id')
    .where('items.type', '=', type)
    .where((eb) =>
      eb.or([
        ...names.map((name) => ctx.dialect.jsonExists(sql.ref('items.fields'), [name])),
        eb('importSources.hiddenFields', 'is not', null),
        eb('items.draft', 'is not', null),
        ...(id === null
          ? []
          : [
              eb.exists(
                eb
                  .selectFrom('convertedItems')
                  .select('itemId')
                  .whereRef('itemId', '=', 'items.id')
                  .where('changeId', '=', id),
              ),
            ]),
      ]),
    );
}

export async function countConcerned(ctx: ReadContext, type: string, names: readonly string[]): Promise<number> {
  const query = concernedItems(ctx, { type, id: null }, names).select((eb) => eb.fn.countAll<number>().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}
