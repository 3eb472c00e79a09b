// The end of a change of a type that some items cannot follow. It can be tried again, or undone.

import { type Context, inTransaction, timeOf } from '../../context/context.ts';
import { isRunning, type Result } from './type-changes.ts';

const maxReason = 500;

/** Ends a change that goes on, and keeps why it stopped. */
export async function failTypeChange(ctx: Context, id: string, error: unknown): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, maxReason);
  await inTransaction(ctx, async (ctx) => {
    const locked = ctx.db.selectFrom('typeChanges').selectAll().where('id', '=', id);
    const change = await ctx.dialect.lockRows(locked).executeTakeFirst();
    if (!change || !isRunning(change)) return;
    const result: Result = { ...JSON.parse(change.result), stopped: { during: change.status, reason } };
    await ctx.db
      .updateTable('typeChanges')
      .set({ status: 'failed', result: JSON.stringify(result), endedAt: timeOf(ctx) })
      .where('id', '=', id)
      .execute();
  });
}
