// Authors of items. So far imports make them.

import { may } from '../accounts/access.ts';
import { type ReadContext, timeOf, type WriteContext } from '../context.ts';
import { listPage, type Page } from '../database/list-page.ts';
import { fail } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { slugBase } from './free-slug.ts';

export type Author = {
  id: string;
  slug: string;
  name: string;
  /** Only for callers with content:write. */
  email?: string | null;
  createdAt: string;
};

export async function listAuthors(ctx: ReadContext, query: { limit: number; offset: number }): Promise<Page<Author>> {
  const { items, total } = await listPage(ctx.db.selectFrom('authors').selectAll().orderBy('slug'), query);
  return { items: items.map((row) => describe(ctx, row)), total };
}

/** The author of this slug, or else of this id. Throws 404. */
export async function getAuthor(ctx: ReadContext, slugOrId: string): Promise<Author> {
  const rows = await ctx.db
    .selectFrom('authors')
    .selectAll()
    .where((eb) => eb.or([eb('slug', '=', slugOrId), eb('id', '=', slugOrId)]))
    .execute();
  const row = rows.find((row) => row.slug === slugOrId) ?? rows[0];
  if (!row) throw fail('author_not_found');
  return describe(ctx, row);
}

/** For imports: the author of this slug; made when new. What an existing one says stays. */
export async function upsertAuthor(
  ctx: WriteContext,
  input: { id?: string | undefined; slug: string; name: string; email?: string | null | undefined },
): Promise<{ id: string; isNew: boolean }> {
  const slug = slugBase(input.slug, 'author');
  const known = await ctx.db.selectFrom('authors').select('id').where('slug', '=', slug).executeTakeFirst();
  if (known) return { id: known.id, isNew: false };
  const row = {
    id: input.id ?? newId('aut'),
    slug,
    name: input.name,
    email: input.email ?? null,
    createdAt: timeOf(ctx),
  };
  await ctx.db
    .insertInto('authors')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await ctx.db.selectFrom('authors').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  return { id, isNew: id === row.id };
}

function describe(ctx: ReadContext, { email, ...author }: Author & { email: string | null }): Author {
  return may(ctx.actor, 'content:write') ? { ...author, email } : author;
}
