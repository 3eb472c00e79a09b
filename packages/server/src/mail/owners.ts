// Who looks after the site.

import type { ReadContext } from '../context/context.ts';

/** The owners who have accepted their invitation. */
export async function readOwners(ctx: ReadContext): Promise<{ id: string; email: string }[]> {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'owner')
    .where('passwordHash', '!=', '')
    .orderBy('id')
    .execute();
}
