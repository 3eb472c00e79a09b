// Deleting an author whose items another one gets. There may be very many, so they are moved some at a time, and others can
// write in between. If it ends early, some have been moved, and the same request moves the rest.

import { sql } from 'kysely';
import { requireScope } from '../../accounts/access.ts';
import { type Context, inBackground, inTransaction, type ReadContext, type WriteContext } from '../../context.ts';
import { fail, failQuery } from '../../errors.ts';
import { moveImported } from '../imports/import-sources.ts';
import { indexStaleItems, markStale } from '../search/index-items.ts';
import { findNamed } from '../slugs.ts';
import type { Author } from './authors.schemas.ts';
import { authorNotFound, getAuthor } from './authors.ts';
import { lockAuthor, removeAuthor } from './change-author.ts';
import { moveDrafts } from './drafts-of-author.ts';

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
