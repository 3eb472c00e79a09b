// Erases stored responses that name a person. A request that is repeated with such a key is still not run again: it would
// bring back what was erased.

import { timeOf, type WriteContext } from '../context/context.ts';
import { fail } from '../lib/errors.ts';
import { problemBody, problemContentType } from './problem.ts';

/** Returns how many there were. */
export async function eraseResponses(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const erased = fail('conflict', `The response to this request was erased with a person’s data on ${timeOf(ctx)}.`);
  const { numUpdatedRows } = await ctx.db
    .updateTable('idempotencyKeys')
    .set({
      status: erased.status,
      headers: JSON.stringify({ 'content-type': problemContentType }),
      body: JSON.stringify(problemBody(erased, 'erased')),
    })
    .where('id', 'in', ['', ...ids])
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
