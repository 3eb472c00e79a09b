// Authors from another system.

import { timeOf, type WriteContext } from '../../context.ts';
import { newId } from '../../lib/ids.ts';
import { slugBase } from '../slugs.ts';

export type ImportedAuthor = { login: string; name: string; email: string | null };

/** Stores an author under a slug made from the login. An existing one with that slug stays unchanged. */
export async function importAuthor(
  ctx: WriteContext,
  { login, name, email }: ImportedAuthor,
): Promise<{ id: string; isNew: boolean }> {
  const row = { id: newId('aut'), slug: slugBase(login, 'author'), name, email, createdAt: timeOf(ctx) };
  await ctx.db
    .insertInto('authors')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await ctx.db.selectFrom('authors').select('id').where('slug', '=', row.slug).executeTakeFirstOrThrow();
  return { id, isNew: id === row.id };
}
