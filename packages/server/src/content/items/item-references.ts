// The parent and the author an item names must exist, and parents must not go in a circle.

import type { WriteContext } from '../../context.ts';
import type { Fault } from '../../errors.ts';

const deepest = 100;

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
    if (ancestors.length === 0) add('/parentId', 'unknown', `no ${type} has this id`);
    else if (ancestors.includes(itemId)) add('/parentId', 'circular', 'the item would be its own ancestor');
    else if (ancestors.length >= deepest) add('/parentId', 'too_deep', `parents go ${deepest} levels deep at most`);
  }
  if (input.authorId) {
    const author = await ctx.db.selectFrom('authors').select('id').where('id', '=', input.authorId).executeTakeFirst();
    if (!author) add('/authorId', 'unknown', 'no author has this id');
  }
  return faults;
}

/** The item and what lies above it; empty where there is no such item of the type. */
async function ancestorsOf(ctx: WriteContext, type: string, id: string): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = id;
  while (next !== null && ids.length < deepest && !ids.includes(next)) {
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
