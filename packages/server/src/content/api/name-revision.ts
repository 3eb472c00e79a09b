// Naming a revision, so that it is always kept.

import type { WriteContext } from '../../context/context.ts';
import { lastChangeOf } from '../model/changes.ts';
import { lockItem } from '../model/find-item.ts';
import { readRevision } from './find-revision.ts';
import type { Revision } from './revisions.schemas.ts';

/** Null removes the name. The name of the current revision is stored with the item. Throws 404, 410. */
export async function nameRevision(
  ctx: WriteContext,
  { id, type }: { id: string; type: string },
  number: number,
  name: string | null,
): Promise<Revision> {
  const locked = await lockItem(ctx, type, id);
  const { item: _item, state: _state, ...revision } = await readRevision(ctx, id, number);
  if (number === locked.version) {
    const { name: _name, ...change } = lastChangeOf(locked);
    const lastChange = JSON.stringify(name === null ? change : { ...change, name });
    await ctx.db.updateTable('items').set({ lastChange }).where('id', '=', id).execute();
  } else {
    await ctx.db
      .updateTable('revisions')
      .set({ name, stage: name === null ? 'new' : 'named' })
      .where('itemId', '=', id)
      .where('number', '=', number)
      .execute();
  }
  return { ...revision, name };
}
