// Who is the author of an item that is being saved: the author who was named, or the user who creates it.

import type { Insertable } from 'kysely';
import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Tables } from '../../database/tables.ts';
import { newId } from '../../lib/ids.ts';
import { findFreeSlug, isAuthorId, slugBase } from '../model/slugs.ts';

/**
 * The ID of the author that the signed-in user is, who becomes one if that is needed; null for API keys. Never an author
 * who only has the same email: whether two are one person is for an owner to say.
 */
export async function authorOfUser(ctx: WriteContext): Promise<string | null> {
  if (ctx.actor.kind !== 'user') return null;
  const userId = ctx.actor.id;
  const known = await findAuthorOf(ctx, userId);
  if (known !== undefined) return known;
  // Other first items of the user wait here, and then find the author.
  const user = ctx.db.selectFrom('users').select(['name', 'email']).where('id', '=', userId);
  const { name, email } = await ctx.dialect.lockRowsForChange(user).executeTakeFirstOrThrow();
  const meanwhile = await findAuthorOf(ctx, userId);
  if (meanwhile !== undefined) return meanwhile;
  const id = newId('aut');
  await insertAuthor(ctx, { id, name, email, userId, createdAt: timeOf(ctx) });
  return (await findAuthorOf(ctx, userId)) ?? id;
}

/** The ID of the author who the user is. */
export async function findAuthorOf(ctx: WriteContext, userId: string): Promise<string | undefined> {
  return (await ctx.db.selectFrom('authors').select('id').where('userId', '=', userId).executeTakeFirst())?.id;
}

/** The ID of an author who may be named by slug. What names no author stays, to be reported as a fault. */
export async function authorIdOf<Name extends string | null | undefined>(
  ctx: WriteContext,
  name: Name,
): Promise<Name | string> {
  if (typeof name !== 'string' || isAuthorId(name)) return name;
  return (await ctx.db.selectFrom('authors').select('id').where('slug', '=', name).executeTakeFirst())?.id ?? name;
}

// New authors, under free slugs.

type AuthorRow = Insertable<Tables['authors']>;

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
