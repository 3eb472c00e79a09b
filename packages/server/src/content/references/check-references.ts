// What an item refers to must exist: its parent and author, and what its custom fields name. Parents must not form a circle.

import type { WriteContext } from '../../context.ts';
import type { Fault } from '../../errors.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { escapePointer } from '../../lib/validation.ts';
import type { FieldValues } from '../items/item-fields.ts';
import type { PostType } from '../types/post-types.ts';
import { isOfType } from '../visibility.ts';

const maxDepth = 100;

export async function checkReferences(
  ctx: WriteContext,
  type: PostType,
  itemId: string,
  input: { parentId?: string | null | undefined; authorId?: string | null | undefined; fields: FieldValues },
): Promise<Fault[]> {
  const faults: Fault[] = await checkFieldReferences(ctx, type, input.fields);
  const add = (pointer: string, code: string, detail: string) => faults.push({ pointer, code, detail });
  if (input.parentId) {
    const ancestors = await ancestorsOf(ctx, type.name, input.parentId);
    if (ancestors.length === 0) add('/parentId', 'unknown', `no ${type.name} has this ID`);
    else if (ancestors.includes(itemId)) add('/parentId', 'circular', 'would make the item its own ancestor');
    else if (ancestors.length >= maxDepth)
      add('/parentId', 'too_deep', `would be nested more than ${maxDepth} levels deep`);
  }
  if (input.authorId) {
    const author = await ctx.db.selectFrom('authors').select('id').where('id', '=', input.authorId).executeTakeFirst();
    if (!author) add('/authorId', 'unknown', 'no author has this ID');
  }
  return faults;
}

const names = { items: 'item', media: 'media record' };

async function checkFieldReferences(ctx: WriteContext, type: PostType, values: FieldValues): Promise<Fault[]> {
  const references = type.fields.flatMap((field) => {
    const { refersTo } = kindOf(field);
    const id = values[field.name];
    return refersTo && typeof id === 'string' ? [{ name: field.name, refersTo, id }] : [];
  });
  if (references.length === 0) return [];
  const existing = await lockTargets(
    ctx,
    references.map(({ id }) => id),
  );
  return references
    .filter(({ id, refersTo }) => existing.get(id) !== refersTo)
    .map(({ name, refersTo }) => ({
      pointer: `/fields/${escapePointer(name)}`,
      code: 'unknown',
      detail: `no ${names[refersTo]} has this ID`,
    }));
}

/** The items and media records that exist among these IDs. They cannot be deleted until the transaction ends. */
export async function lockTargets(ctx: WriteContext, ids: readonly string[]): Promise<Map<string, 'items' | 'media'>> {
  const items = ctx.db
    .selectFrom('items')
    .select('id')
    .where((eb) => ctx.dialect.inTurn(eb('id', 'in', ids), eb.ref('id'), 'shared'));
  const media = ctx.db
    .selectFrom('media')
    .select('id')
    .where((eb) => ctx.dialect.inTurn(eb('id', 'in', ids), eb.ref('id'), 'shared'));
  const found = new Map<string, 'items' | 'media'>();
  for (const { id } of await ctx.dialect.lockKeyShareInOrder(items).execute()) found.set(id, 'items');
  for (const { id } of await ctx.dialect.lockKeyShareInOrder(media).execute()) found.set(id, 'media');
  return found;
}

/** The item and its ancestors; empty if no item of the type has this ID. */
async function ancestorsOf(ctx: WriteContext, type: string, id: string): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = id;
  while (next !== null && ids.length < maxDepth && !ids.includes(next)) {
    const item: { id: string; parentId: string | null } | undefined = await ctx.db
      .selectFrom('items')
      .select(['id', 'parentId'])
      .where('id', '=', next)
      .where(isOfType(type))
      .executeTakeFirst();
    if (!item) break;
    ids.push(item.id);
    next = item.parentId;
  }
  return ids;
}
