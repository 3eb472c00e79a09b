// New authors, under free slugs.

import type { Insertable } from 'kysely';
import type { WriteContext } from '../../context/context.ts';
import type { Tables } from '../../database/tables.ts';
import { findFreeSlug, slugBase } from '../model/slugs.ts';

export type AuthorRow = Insertable<Tables['authors']>;

/** Stores an author under a slug made from the name. Stores nothing and returns false if the ID or the user is one already. */
export async function insertAuthor(ctx: WriteContext, author: Omit<AuthorRow, 'slug'>): Promise<boolean> {
  for (;;) {
    const slug = await findFreeSlug(slugBase(author.name, 'author'), (slugs) => findUsedSlugs(ctx, slugs));
    if (await insertIfNew(ctx, { ...author, slug })) return true;
    const { userId = null } = author;
    const known = ctx.db.selectFrom('authors').select('id');
    const same = known.where((eb) =>
      eb.or([eb('id', '=', author.id), ...(userId === null ? [] : [eb('userId', '=', userId)])]),
    );
    if (await same.executeTakeFirst()) return false;
  }
}

/** Whether it was stored: not if another one has its ID, slug or user. */
export async function insertIfNew(ctx: WriteContext, author: AuthorRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('authors')
    .values(author)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

async function findUsedSlugs(ctx: WriteContext, slugs: string[]): Promise<Set<string>> {
  const rows = await ctx.db.selectFrom('authors').select('slug').where('slug', 'in', slugs).execute();
  return new Set(rows.map(({ slug }) => slug));
}
