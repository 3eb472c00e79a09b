// Reading authors.

import { type SqlBool, sql } from 'kysely';
import { may } from '../../context/access.ts';
import { type ReadContext, timeOf } from '../../context/context.ts';
import { containsText } from '../../database/expressions.ts';
import { listRecords, type RecordPage } from '../../database/record-list.ts';
import { fail } from '../../lib/errors.ts';
import { slugify } from '../../lib/slug.ts';
import { readExpandedMedia } from '../expand/expanded-media.ts';
import type { ExpandedMedia } from '../model/expand.schemas.ts';
import { findNamed } from '../model/slugs.ts';
import { hasStatus, type ItemsBuilder } from '../model/visibility.ts';
import { type Author, type AuthorsQuery, authorList } from './authors.schemas.ts';

/** A page of authors, by their slugs unless another order is asked for. Throws invalid_query. */
export async function listAuthors(ctx: ReadContext, query: AuthorsQuery): Promise<RecordPage<Author>> {
  const words = query.search?.trim() ?? '';
  const found = selectAuthors(ctx).$if(words !== '', (authors) => authors.where(matchesSearch(ctx, words)));
  const page = await listRecords(found, authorList, query);
  return { ...page, items: await describe(ctx, page.items) };
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
