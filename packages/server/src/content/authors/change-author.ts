// Creating, updating and deleting authors.

import { sql } from 'kysely';
import { requireScope } from '../../context/access.ts';
import { timeOf, type WriteContext } from '../../context/context.ts';
import { containsText } from '../../database/expressions.ts';
import { type Fault, fail, failBody } from '../../lib/errors.ts';
import { isUrl } from '../../lib/web-url.ts';
import { renewItemsOfAuthor } from '../search/index-items.ts';
import { forgetImported } from '../sources/import-sources.ts';
import { findAuthorOf, insertAuthor, insertIfNew } from './author-of-item.ts';
import type { Author, AuthorChange, NewAuthor } from './authors.schemas.ts';
import { authorNotFound, getAuthor } from './authors.ts';

/** Creates an author, or finds the one with the same `id` (a repeated request). Throws 403, 409, 422. */
export async function createAuthor(ctx: WriteContext, { slug, ...input }: NewAuthor & { id: string }): Promise<Author> {
  const row = { ...(await columnsOf(ctx, input, null)), name: input.name, id: input.id, createdAt: timeOf(ctx) };
  const isNew = slug === undefined ? await insertAuthor(ctx, row) : await insertIfNew(ctx, { ...row, slug });
  const stored = await ctx.db.selectFrom('authors').select('id').where('id', '=', input.id).executeTakeFirst();
  if (!isNew && !stored) throw slug === undefined ? userHasAuthor() : slugTaken(slug);
  return getAuthor(ctx, input.id);
}

/** Updates an author that passes the check. Throws 403, 404, 409, 412, 422. */
export async function updateAuthor(
  ctx: WriteContext,
  slugOrId: string,
  { slug, name, ...change }: AuthorChange,
  check: (author: Author) => void,
): Promise<Author> {
  // Items that get the author at this moment are found by the new name, too.
  const author = await lockAuthor(ctx, slugOrId, { alone: name !== undefined });
  check(author);
  const columns = await columnsOf(ctx, change, author);
  const set = { ...columns, ...(slug === undefined ? {} : { slug }), ...(name === undefined ? {} : { name }) };
  if (Object.keys(set).length === 0) return author;
  await ctx.db
    .updateTable('authors')
    .set({ ...set, updatedAt: timeOf(ctx) })
    .where('id', '=', author.id)
    .execute()
    .catch((error) => {
      throw ctx.dialect.isUniqueViolation(error) ? slugTaken(slug ?? author.slug) : error;
    });
  if (name !== undefined && name !== author.name) await renewItemsOfAuthor(ctx, author.id);
  return getAuthor(ctx, author.id);
}

const giveItems = 'Give them to another author with `?replaceBy=` and a slug or an ID';

/** Deletes an author that passes the check. Throws 404, 409 author_in_use, 412. */
export async function deleteAuthor(
  ctx: WriteContext,
  slugOrId: string,
  check: (author: Author) => void,
): Promise<string> {
  const author = await lockAuthor(ctx, slugOrId, { alone: true });
  check(author);
  const { id, name } = author;
  const item = ctx.db.selectFrom('items').select('id').where('authorId', '=', id).limit(1);
  if (await item.executeTakeFirst())
    throw fail('author_in_use', { detail: `${name} has items, perhaps drafts or in the trash. ${giveItems}` });
  if ((await draftsOfAuthor(ctx, id)).length > 0)
    throw fail('author_in_use', { detail: `Drafts of items name ${name} as their author. ${giveItems}` });
  await removeAuthor(ctx, id);
  return id;
}

/** Of an author whom nothing names any more. */
export async function removeAuthor(ctx: WriteContext, id: string): Promise<void> {
  await forgetImported(ctx, id);
  await ctx.db.deleteFrom('authors').where('id', '=', id).execute();
}

/** The author, locked until the transaction ends; with `alone`, no item gets the author meanwhile. Throws 404. */
export async function lockAuthor(ctx: WriteContext, slugOrId: string, { alone = false } = {}): Promise<Author> {
  const { id } = await getAuthor(ctx, slugOrId);
  const row = ctx.db.selectFrom('authors').select('id');
  const locked = alone
    ? ctx.dialect.lockRows(row.where((eb) => ctx.dialect.inTurn(eb('id', '=', id), eb.ref('id'), 'alone')))
    : ctx.dialect.lockRowsForChange(row.where('id', '=', id));
  if (!(await locked.executeTakeFirst())) throw authorNotFound(slugOrId);
  return getAuthor(ctx, id);
}

/** What is stored of a change, but for slug and name. Throws 403, 409, 422. */
async function columnsOf(ctx: WriteContext, change: Omit<AuthorChange, 'slug'>, author: Author | null) {
  const { bio, pictureId, links, email, userId } = change;
  const faults: Fault[] = [...faultsOfLinks(links ?? []), ...(await faultsOfPicture(ctx, pictureId))];
  if (faults.length > 0) throw failBody(faults);
  const isLinked = userId !== undefined && userId !== (author?.userId ?? null);
  if (isLinked) await checkUser(ctx, userId, author);
  return {
    ...(bio === undefined ? {} : { bio }),
    ...(pictureId === undefined ? {} : { pictureId }),
    ...(links === undefined ? {} : { links: JSON.stringify(links) }),
    ...(email === undefined ? {} : { email }),
    ...(isLinked ? { userId } : {}),
  };
}

function faultsOfLinks(links: NonNullable<AuthorChange['links']>): Fault[] {
  return links.flatMap(({ url }, index) => {
    if (/^(https?:\/\/|mailto:)/i.test(url) && isUrl(url)) return [];
    const detail = 'must be a URL that begins with https://, http:// or mailto:';
    return [{ pointer: `/links/${index}/url`, code: 'invalid', detail }];
  });
}

/** The record cannot be deleted until the transaction ends. */
async function faultsOfPicture(ctx: WriteContext, pictureId: string | null | undefined): Promise<Fault[]> {
  if (!pictureId) return [];
  const media = ctx.dialect.lockKeyShare(ctx.db.selectFrom('media').select('id').where('id', '=', pictureId));
  if (await media.executeTakeFirst()) return [];
  return [{ pointer: '/pictureId', code: 'unknown', detail: 'no media record has this ID' }];
}

/** Who a user is, an owner decides. */
async function checkUser(ctx: WriteContext, userId: string | null, author: Author | null): Promise<void> {
  requireScope(ctx, 'admin');
  if (userId === null) return;
  const user = ctx.db.selectFrom('users').select('id').where('id', '=', userId);
  if (!(await ctx.dialect.lockRowsForChange(user).executeTakeFirst()))
    throw failBody([{ pointer: '/userId', code: 'unknown', detail: 'no user has this ID' }]);
  const other = await findAuthorOf(ctx, userId);
  if (other !== undefined && other !== author?.id) throw userHasAuthor();
}

function userHasAuthor(): Error {
  return fail('user_has_author');
}

function slugTaken(slug: string): Error {
  return fail('slug_taken', { detail: `Another author has the slug "${slug}"` });
}

// Drafts of items that name another author than the item has.

/** The drafts that name this author. They are few beside the items, and no index has what is in them. */
async function draftsOfAuthor(ctx: WriteContext, authorId: string) {
  const rows = await ctx.db
    .selectFrom('drafts')
    .select(['itemId', 'change'])
    .where(containsText(sql`cast(${sql.ref('drafts.change')} as text)`, authorId))
    .orderBy('itemId')
    .execute();
  return rows
    .map(({ itemId, change }) => ({ itemId, change: JSON.parse(change) }))
    .filter(({ change }) => change.authorId === authorId);
}

/** Their drafts name another author from now on. */
export async function moveDrafts(ctx: WriteContext, from: string, to: string): Promise<void> {
  for (const { itemId, change } of await draftsOfAuthor(ctx, from)) {
    const moved = JSON.stringify({ ...change, authorId: to });
    await ctx.db.updateTable('drafts').set({ change: moved }).where('itemId', '=', itemId).execute();
  }
}
