// Authors of items. Imports create them.

import Type, { type Static } from 'typebox';
import { may } from '../../accounts/access.ts';
import type { ReadContext } from '../../context.ts';
import { listPage, type Page, type PageQuery } from '../../database/list-page.ts';
import { fail } from '../../errors.ts';
import { Id, nullable, Time } from '../../http/schemas.ts';
import { findNamed } from '../slugs.ts';

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

function describe(ctx: ReadContext, { email, ...author }: Author & { email: string | null }): Author {
  return may(ctx.actor, 'content:write') ? { ...author, email } : author;
}
