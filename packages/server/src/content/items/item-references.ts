// The parent and author of an item must exist, and parents must not form a circle.

import type { WriteContext } from '../../context.ts';
import type { Fault } from '../../errors.ts';

const maxDepth = 100;

export async function checkReferences(
  ctx: WriteContext,
  type: string,
  itemId: string,
  input: { parentId?: string | null | undefined; authorId?: string | null | undefined },
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const add = (pointer: string, code: string, detail: string) => faults.push({ pointer, code, detail });
  if (input.parentId) {
    const ancestors = await ancestorsOf(ctx, type, input.parentId);
    if (ancestors.length === 0) add('/parentId', 'unknown', `no ${type} has this ID`);
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

/** The item and its ancestors; empty if no item of the type has this ID. */
async function ancestorsOf(ctx: WriteContext, type: string, id: string): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = id;
  while (next !== null && ids.length < maxDepth && !ids.includes(next)) {
    const item: { id: string; parentId: string | null } | undefined = await ctx.db
      .selectFrom('items')
      .select(['id', 'parentId'])
      .where('id', '=', next)
      .where('type', '=', type)
      .executeTakeFirst();
    if (!item) break;
    ids.push(item.id);
    next = item.parentId;
  }
  return ids;
}
