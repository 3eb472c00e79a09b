// Goes on with a change of a type that has failed.

import { type Context, inTransaction } from '../../context/context.ts';
import { fail } from '../../lib/errors.ts';
import { lockPostType, type PostType } from '../types/post-types.ts';
import { continueChange, followLater } from './run-type-change.ts';
import type { TypeChange } from './type-changes.schemas.ts';
import { findChange, getChange, type Result } from './type-changes.ts';

/** Goes on from the item where it stopped. Throws 404, and 409 if it has not failed. */
export async function retryTypeChange(
  ctx: Context,
  name: string,
  id: string,
  check: (type: PostType) => void,
): Promise<{ change: TypeChange; type: PostType }> {
  const type = await inTransaction(ctx, async (ctx) => {
    const type = await lockPostType(ctx, name);
    check(type);
    const change = await findChange(ctx, id);
    if (change?.type !== type.name) throw fail('type_change_not_found');
    const { stopped, ...result }: Result = JSON.parse(change.result);
    if (change.status !== 'failed' || !stopped) throw fail('conflict', 'This change has not failed');
    await ctx.db
      .updateTable('typeChanges')
      .set({ status: stopped.during, result: JSON.stringify(result), endedAt: null })
      .where('id', '=', id)
      .execute();
    await followLater(ctx, id);
    return type;
  });
  await continueChange(ctx, id);
  return { change: await getChange(ctx, type.name, id), type };
}
