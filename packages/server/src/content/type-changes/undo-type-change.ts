// Undoes the last change of a type: its definition, and the values that the change has converted.

import { isDeepStrictEqual } from 'node:util';
import { type Context, inTransaction, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { fail } from '../../lib/errors.ts';
import { followType } from '../search/field-indexes.ts';
import { lockPostType, type PostType, updatePostType } from '../types/post-types.ts';
import { changedFieldsOf } from './converted-fields.ts';
import { beginChange, continueChange } from './run-type-change.ts';
import type { TypeChange } from './type-changes.schemas.ts';
import {
  type Definition,
  definitionOf,
  findLastChange,
  getChange,
  type Result,
  requireSettled,
} from './type-changes.ts';

/** Throws 404, and 409 if there is no change that can be undone. */
export async function undoTypeChange(
  ctx: Context,
  name: string,
  check: (type: PostType) => void,
): Promise<{ change: TypeChange; type: PostType }> {
  const { id, type } = await inTransaction(ctx, async (ctx) => {
    const now = await lockPostType(ctx, name);
    check(now);
    await requireSettled(ctx, now.name, { mayHaveFailed: true });
    const last = await findLastChange(ctx, now.name);
    if (!last) throw fail('conflict', 'This type has no change that can be undone');
    if (!isDeepStrictEqual(definitionOf(now), JSON.parse(last.after)))
      throw fail('conflict', 'The type has been changed since in a way that cannot be undone, such as by an import');
    return { id: last.id, type: await goBack(ctx, now, last) };
  });
  await continueChange(ctx, id);
  return { change: await getChange(ctx, type.name, id), type };
}

async function goBack(ctx: WriteContext, now: PostType, change: Row<'typeChanges'>): Promise<PostType> {
  const { id } = change;
  const before: Definition = JSON.parse(change.before);
  const { stopped: _, ...result }: Result = JSON.parse(change.result);
  await ctx.db
    .updateTable('typeChanges')
    .set({ status: 'undoing', lastItem: '', readItems: 0, endedAt: null, result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute();
  const atOnce = changedFieldsOf(now.fields, before.fields).some(({ field, isReshaped }) => field.unique && isReshaped);
  // Values are unique again when they are what they were.
  if (atOnce) await beginChange(ctx, id, { atOnce });
  const type = await updatePostType(ctx, now.name, before);
  if (!atOnce) await beginChange(ctx, id, { atOnce });
  await followType(ctx, now, type);
  return type;
}
