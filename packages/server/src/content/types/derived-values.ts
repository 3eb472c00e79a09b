// What is derived from the values of items: which records they refer to, and the words of the full-text index. It follows
// when what is declared inside a field changes.

import { sql } from 'kysely';
import type { WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { type FieldDeclaration, hasInner, shapeOf } from '../../fields/field.ts';
import { type FieldValues, fieldColumns } from '../items/item-fields.ts';
import { readContent, readWords } from '../items/item-texts.ts';
import { storeReferences } from '../references/referrers.ts';
import { readNames, writeToIndex } from '../search/index-items.ts';
import type { PostType } from './post-types.ts';

type Declared = Pick<PostType, 'name' | 'fields'>;
type Texts = Pick<Row<'items'>, 'id' | 'title' | 'excerpt' | 'content'>;

const batchSize = 100;

/** Derives again what a change of the type means for its items. Lock the type first. */
export async function followStructure(ctx: WriteContext, before: Declared, type: Declared): Promise<void> {
  const names = changedStructures(before.fields, type.fields);
  if (names.length === 0) return;
  for (let last: string | undefined = ''; last !== undefined; ) {
    const items: (Texts & { fields: string })[] = await ctx.db
      .selectFrom('items')
      .select(['id', 'title', 'excerpt', 'content', 'fields'])
      .where('type', '=', type.name)
      .where('id', '>', last)
      .where((eb) => eb.or(names.map((name) => ctx.dialect.jsonExists(sql.ref('items.fields'), [name]))))
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const item of items) {
      const values = JSON.parse(item.fields);
      const { foldedFields } = await fieldColumns(type, values);
      await ctx.db.updateTable('items').set({ foldedFields }).where('id', '=', item.id).execute();
      await storeDerived(ctx, type, item, values);
    }
    last = items.at(-1)?.id;
  }
}

/** The names of fields that have others inside them, now or before, and changed in that. */
function changedStructures(before: readonly FieldDeclaration[], after: readonly FieldDeclaration[]): string[] {
  const isStructure = (field: FieldDeclaration) => hasInner(field) || field.multiple === true;
  const shapesOf = (fields: readonly FieldDeclaration[]) =>
    new Map(fields.filter(isStructure).map((field) => [field.name, shapeOf(field)]));
  const [old, next] = [shapesOf(before), shapesOf(after)];
  return [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.get(name) !== next.get(name));
}

/** Stores what the values of an item refer to, and its words. */
export async function storeDerived(
  ctx: WriteContext,
  type: Declared,
  { id, title, excerpt, content }: Texts,
  values: FieldValues,
): Promise<void> {
  await storeReferences(ctx, type, id, values);
  const read = await readContent(type.name, content);
  const names = (await readNames(ctx, [id])).get(id) ?? [];
  await writeToIndex(ctx, id, await readWords(type, { title, excerpt, content: read, values, names }));
}
