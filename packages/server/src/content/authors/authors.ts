// Reading authors.

import { type SqlBool, sql } from 'kysely';
import { may } from '../../context/access.ts';
import { type ReadContext, timeOf } from '../../context/context.ts';
import { containsText } from '../../database/expressions.ts';
import { listPage } from '../../database/list-page.ts';
import { etagOf } from '../../http/conditional.ts';
import { fail, failQuery } from '../../lib/errors.ts';
import { slugify } from '../../lib/slug.ts';
import { readExpandedMedia } from '../expand/expanded-media.ts';
import type { ExpandedMedia } from '../model/expand.schemas.ts';
import { findNamed } from '../model/slugs.ts';
import { hasStatus, type ItemsBuilder } from '../model/visibility.ts';
import type { Author, AuthorList, AuthorsQuery } from './authors.schemas.ts';

/** A page of authors by their slugs. Throws invalid_query for a wrong cursor. */
export async function listAuthors(
  ctx: ReadContext,
  { cursor, search = '', ...page }: AuthorsQuery,
): Promise<AuthorList> {
  const words = search.trim();
  const found = selectAuthors(ctx).$if(words !== '', (authors) => authors.where(matchesSearch(ctx, words)));
  if (cursor === undefined) {
    const { items, total } = await listPage(found.orderBy('slug'), page);
    return { items: await describe(ctx, items), total };
  }
  const limit = page.limit ?? 20;
  const { total } = await listPage(found, { limit: 0, total: page.total });
  const rows = await found
    .where('slug', '>', readCursor(cursor))
    .orderBy('slug')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  const nextCursor = last ? Buffer.from(last.slug).toString('base64url') : null;
  return { items: await describe(ctx, items), total, nextCursor };
}

function readCursor(cursor: string): string {
  const slug = Buffer.from(cursor, 'base64url').toString();
  if (Buffer.from(slug).toString('base64url') === cursor && !slug.includes('\0')) return slug;
  throw failQuery([{ pointer: 'cursor', code: 'invalid', detail: 'is not a cursor of this list' }]);
}

function selectAuthors(ctx: ReadContext) {
  return ctx.db
    .selectFrom('authors')
    .select(['id', 'slug', 'name', 'email', 'bio', 'pictureId', 'links', 'createdAt', 'updatedAt'])
    .select((eb) => [
      // Users who were deleted are gone here too.
      eb.selectFrom('users').select('users.id').whereRef('users.id', '=', 'authors.userId').as('userId'),
      (eb as unknown as ItemsBuilder)
        .selectFrom('items')
        .whereRef('items.authorId', '=', sql.ref('authors.id'))
        .where((eb) => hasStatus('publish', timeOf(ctx))(eb as unknown as ItemsBuilder))
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('count'),
    ]);
}

/** In the name as written, in the slug, which has no accents, or for writers in the email. */
function matchesSearch(ctx: ReadContext, search: string) {
  const text = search.toLowerCase();
  const slug = slugify(search);
  const parts = [containsText(sql`lower(${sql.ref('authors.name')})`, text)];
  if (slug !== '') parts.push(containsText(sql.ref('authors.slug'), slug.toLowerCase()));
  if (mayWrite(ctx)) parts.push(containsText(sql`lower(coalesce(${sql.ref('authors.email')}, ''))`, text));
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

/** The author with this slug, or else this ID. Throws 404. */
export async function getAuthor(ctx: ReadContext, slugOrId: string): Promise<Author> {
  const row = await findNamed(selectAuthors(ctx), slugOrId);
  if (!row) throw authorNotFound(slugOrId);
  return (await describe(ctx, [row]))[0] as Author;
}

export function authorNotFound(slugOrId: string): Error {
  return fail('author_not_found', { detail: `No author has the slug or ID "${slugOrId.slice(0, 200)}"` });
}

/** The author who the user is. Throws 404: users become authors when they need to. */
export async function getAuthorOf(ctx: ReadContext, userId: string): Promise<Author> {
  const row = await selectAuthors(ctx).where('authors.userId', '=', userId).executeTakeFirst();
  if (!row) throw fail('author_not_found', { detail: 'You are not an author yet' });
  return (await describe(ctx, [row]))[0] as Author;
}

/** The strong ETag of an author. */
export function authorTag(author: Author): string {
  return etagOf(JSON.stringify(author));
}

type AuthorRow = Awaited<ReturnType<ReturnType<typeof selectAuthors>['execute']>>[number];

async function describe(ctx: ReadContext, rows: readonly AuthorRow[]): Promise<Author[]> {
  const pictures = new Set(rows.flatMap(({ pictureId }) => pictureId ?? []));
  const media = pictures.size > 0 ? await readExpandedMedia(ctx, pictures) : new Map<string, ExpandedMedia>();
  return rows.map(({ email, userId, ...author }) => ({
    id: author.id,
    slug: author.slug,
    name: author.name,
    bio: author.bio ?? '',
    pictureId: author.pictureId,
    picture: media.get(author.pictureId ?? '') ?? null,
    links: JSON.parse(author.links ?? '[]'),
    count: Number(author.count),
    ...(mayWrite(ctx) ? { email, userId } : {}),
    createdAt: author.createdAt,
    updatedAt: author.updatedAt ?? author.createdAt,
  }));
}

function mayWrite({ actor }: ReadContext): boolean {
  return may(actor, 'content:write');
}
