// Each solution counts for one submission, across all processes.

import { type Context, inTransaction, timeOf } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';

/** Returns whether it is used for this submission only. A submission that is sent again keeps its solution. */
export async function claimSolution(ctx: Context, solution: Row<'usedSolutions'>): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .insertInto('usedSolutions')
      .values(solution)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ submissionId: solution.submissionId })
          .where('usedSolutions.submissionId', '=', solution.submissionId),
      )
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** Expired ones are rejected without being looked up. Returns how many there were. */
export async function forgetSolutions(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('usedSolutions')
      .where('expiresAt', '<=', timeOf(ctx))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}
