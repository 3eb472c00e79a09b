// Authors of items. Imports create them, and users become one with their first item.

import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { may } from '../../accounts/access.ts';
import { type ReadContext, timeOf, type WriteContext } from '../../context.ts';
import { listPage, type Page, type PageQuery } from '../../database/list-page.ts';
import { fail } from '../../errors.ts';
import { Id, nullable, Time } from '../../http/schemas.ts';
import { newId } from '../../lib/ids.ts';
import { findFreeSlug, findNamed, slugBase } from '../slugs.ts';

export const AuthorSchema = Type.Object(
  {
    id: Id,
    slug: Type.String(),
    name: Type.String(),
    email: Type.Optional(nullable(Type.String({ description: 'Only with content:write' }))),
    createdAt: Time,
  },
  { title: 'Author', description: 'An author of items' },
);
export type Author = Static<typeof AuthorSchema>;

export async function listAuthors(ctx: ReadContext, query: PageQuery): Promise<Page<Author>> {
  const rows = ctx.db.selectFrom('authors').selectAll().orderBy('slug');
  return listPage(rows, query, (row) => describe(ctx, row));
}

/** The author with this slug, or else this ID. Throws 404. */
export async function getAuthor(ctx: ReadContext, slugOrId: string): Promise<Author> {
  const row = await findNamed(ctx.db.selectFrom('authors').selectAll(), slugOrId);
  if (!row) throw fail('author_not_found');
  return describe(ctx, row);
}

/** The ID of the author that the signed-in user is; null for API keys. An author with the same email address is the user. */
export async function authorOfUser(ctx: WriteContext): Promise<string | null> {
  if (ctx.actor.kind !== 'user') return null;
  const user = ctx.db.selectFrom('users').select(['name', 'email']).where('id', '=', ctx.actor.id);
  const { name, email } = await user.executeTakeFirstOrThrow();
  const known = await findByEmail(ctx, email);
  if (known !== undefined) return known;
  // Other first items of the user wait here, and then find the author.
  await ctx.dialect.lockRowsForChange(user).execute();
  return (await findByEmail(ctx, email)) ?? insertAuthor(ctx, { name, email });
}

async function findByEmail(ctx: WriteContext, email: string): Promise<string | undefined> {
  const authors = ctx.db.selectFrom('authors').select('id').where(sql`lower(email)`, '=', email.toLowerCase());
  return (await authors.orderBy('id').executeTakeFirst())?.id;
}

async function insertAuthor(ctx: WriteContext, person: { name: string; email: string }): Promise<string> {
  for (;;) {
    const slug = await findFreeSlug(slugBase(person.name, 'author'), (slugs) => findUsedSlugs(ctx, slugs));
    const author = { id: newId('aut'), slug, ...person, createdAt: timeOf(ctx) };
    const insert = ctx.db
      .insertInto('authors')
      .values(author)
      .onConflict((conflict) => conflict.doNothing());
    const { numInsertedOrUpdatedRows } = await insert.executeTakeFirst();
    if (numInsertedOrUpdatedRows) return author.id;
  }
}

async function findUsedSlugs(ctx: WriteContext, slugs: string[]): Promise<Set<string>> {
  const rows = await ctx.db.selectFrom('authors').select('slug').where('slug', 'in', slugs).execute();
  return new Set(rows.map(({ slug }) => slug));
}

function describe(ctx: ReadContext, { email, ...author }: Author & { email: string | null }): Author {
  return may(ctx.actor, 'content:write') ? { ...author, email } : author;
}
