// Deleting an author whose items another one gets. There may be very many, so they are moved some at a time, and others can
// write in between. If it ends early, some have been moved, and the same request moves the rest.

import { sql } from 'kysely';
import { requireScope } from '../../context/access.ts';
import {
  type Context,
  inBackground,
  inTransaction,
  type ReadContext,
  type WriteContext,
} from '../../context/context.ts';
import { type Fault, fail, failBody, failQuery } from '../../lib/errors.ts';
import { findNamed } from '../model/slugs.ts';
import { indexStaleItems, markStale } from '../search/index-items.ts';
import { moveImported } from '../sources/import-sources.ts';
import type { Author, AuthorsMerge, MergedAuthors } from './authors.schemas.ts';
import { authorNotFound, getAuthor } from './authors.ts';
import { lockAuthor, moveDrafts, removeAuthor } from './change-author.ts';

const maxRead = 2000;
const maxMoved = 100;

/** Returns the ID of the deleted author. Throws 400, 403, 404, 409 and 412 before anything is moved. */
export async function replaceAuthor(
  ctx: Context,
  slugOrId: string,
  replaceBy: string,
  check: (author: Author) => void,
): Promise<string> {
  const { id: from } = await getAuthor(ctx, slugOrId);
  const to = await findOther(ctx, from, replaceBy);
  await inTransaction(ctx, async (ctx) => {
    check(await lockAuthor(ctx, from));
    await userToMove(ctx, from, to);
  });
  for (let ids = await readSome(ctx, from); ids.length > 0; ids = await readSome(ctx, from)) {
    for (let index = 0; index < ids.length; index += maxMoved) {
      const some = ids.slice(index, index + maxMoved);
      await inTransaction(ctx, (ctx) => move(ctx, some, { from, to }));
    }
  }
  await inTransaction(ctx, (ctx) => finish(ctx, from, to));
  return from;
}

/** More would keep other writers waiting. */
const maxMerged = 10_000;

/**
 * Gives the items of several authors to another one and deletes them, in one transaction: all of them, or none. Throws 403,
 * 404, 409, and 422 if one of them cannot be merged, or all together have too many items.
 */
export function mergeAuthors(ctx: Context, { authors, into }: AuthorsMerge): Promise<MergedAuthors> {
  return inTransaction(ctx, async (ctx) => {
    const { ids, to } = await findAll(ctx, authors, into);
    const items = ctx.db.selectFrom('items').select('id').where('authorId', 'in', ids).orderBy('id');
    // Before the authors, as those who save an item do.
    const locked = await ctx.dialect.lockRowsForChange(items.limit(maxMerged + 1)).execute();
    if (locked.length > maxMerged) {
      const detail = `have more than ${maxMerged.toLocaleString('en')} items, too many for one request: delete one at a time, with \`replaceBy\``;
      throw failBody([{ pointer: '/authors', code: 'too_many', detail }]);
    }
    for (const from of ids) await finish(ctx, from, to);
    return { author: await getAuthor(ctx, to), items: locked.length };
  });
}

async function findAll(ctx: WriteContext, names: readonly string[], into: string) {
  const known = ctx.db.selectFrom('authors').select(['id', 'slug']);
  const unknown = 'no author has this slug or ID';
  const target = await findNamed(known, into);
  const faults: Fault[] = target ? [] : [{ pointer: '/into', code: 'unknown', detail: unknown }];
  const ids = new Set<string>();
  for (const [index, name] of names.entries()) {
    const found = await findNamed(known, name);
    const pointer = `/authors/${index}`;
    if (!found) faults.push({ pointer, code: 'unknown', detail: unknown });
    else if (found.id === target?.id) faults.push({ pointer, code: 'not_allowed', detail: 'is the author who stays' });
    else ids.add(found.id);
  }
  if (!target || faults.length > 0) throw failBody(faults);
  return { ids: [...ids].sort(), to: target.id };
}

async function findOther(ctx: ReadContext, from: string, replaceBy: string): Promise<string> {
  const other = await findNamed(ctx.db.selectFrom('authors').select(['id', 'slug']), replaceBy);
  if (other && other.id !== from) return other.id;
  const detail = other ? 'must be another author' : 'no author has this slug or ID';
  throw failQuery([{ pointer: 'replaceBy', code: other ? 'invalid' : 'unknown', detail }]);
}

/** The user who both authors are afterwards, if it is that of the first. */
async function userToMove(ctx: WriteContext, from: string, to: string): Promise<string | null> {
  const [before, after] = [await getAuthor(ctx, from), await getAuthor(ctx, to)];
  if (!before.userId) return null;
  if (after.userId)
    throw fail('user_has_author', { detail: 'Both authors are users, who cannot be merged. Unlink one of them first' });
  requireScope(ctx, 'admin');
  return before.userId;
}

async function readSome(ctx: Context, authorId: string): Promise<string[]> {
  const { db } = inBackground(ctx);
  const rows = await db.selectFrom('items').select('id').where('authorId', '=', authorId).limit(maxRead).execute();
  return rows.map(({ id }) => id).sort();
}

/** What items say about themselves stays, as when a tag is deleted: neither their version nor their history changes. */
async function move(ctx: WriteContext, ids: readonly string[], { from, to }: { from: string; to: string }) {
  await keepAuthor(ctx, to);
  const items = ctx.db.selectFrom('items').select('id').where('id', 'in', ids).orderBy('id');
  await ctx.dialect.lockRowsForChange(items).execute();
  await ctx.db
    .updateTable('items')
    .set({ authorId: to })
    .where('id', 'in', ids)
    .where((eb) => eb(ctx.dialect.unindexed(sql.ref('authorId')), '=', from))
    .execute();
  await markStale(ctx, ids);
}

/** The author cannot be deleted until the transaction ends. Throws 404. */
async function keepAuthor(ctx: WriteContext, id: string): Promise<void> {
  const author = ctx.dialect.lockKeyShare(ctx.db.selectFrom('authors').select('id').where('id', '=', id));
  if (!(await author.executeTakeFirst())) throw authorNotFound(id);
}

async function finish(ctx: WriteContext, from: string, to: string): Promise<void> {
  await lockAuthor(ctx, from, { alone: true });
  // Two who replace each other are not both deleted.
  await keepAuthor(ctx, to);
  const late = await ctx.db.selectFrom('items').select('id').where('authorId', '=', from).orderBy('id').execute();
  const ids = late.map(({ id }) => id);
  if (ids.length > 0) await move(ctx, ids, { from, to });
  await moveDrafts(ctx, from, to);
  const userId = await userToMove(ctx, from, to);
  await moveImported(ctx, from, to);
  await removeAuthor(ctx, from);
  if (userId !== null) await ctx.db.updateTable('authors').set({ userId }).where('id', '=', to).execute();
  await indexStaleItems(ctx);
}
