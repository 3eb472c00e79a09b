// The words of items in the full-text index: of their texts and of the names of their tags, categories and author. When such a
// name changes, a job writes the words of its items again, some items at a time.

import { type OnConflictBuilder, type SqlBool, sql } from 'kysely';
import {
  type Context,
  inBackground,
  inTransaction,
  type ReadContext,
  type WriteContext,
} from '../../context/context.ts';
import { renewContentVersion } from '../../database/content-version.ts';
import type { Row } from '../../database/dialect.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import type { Tables } from '../../database/tables.ts';
import { enqueue, type Job } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { type ItemWords, readContent, readWords } from '../model/item-texts.ts';
import { listPostTypes } from '../types/post-types.ts';
import { localeLastsMs, rememberWords, restem, siteStem } from './vocabulary.ts';

const indexTask = 'content.indexStale';
const authorTask = 'content.renewAuthor';
const termTask = 'content.renewTerm';
const typeTask = 'content.renewType';
const stemTask = 'content.stemWords';
/** Characters of content that one transaction indexes, unless a single item has more. */
const maxBatchLength = 100_000;
const maxBatch = 20;
/** Of more, PostgreSQL would compare the whole vocabulary with them. */
const wordsPerBatch = 100;
/** Items of an author, a term or a type that are read at once, and that one transaction marks. */
const maxNoted = 5000;
const maxMarked = 200;

export const searchTasks: Record<string, Task> = {
  [indexTask]: { run: indexStale, retryAfterMs: internalSchedule },
  [authorTask]: { run: renewAuthor, retryAfterMs: internalSchedule },
  [termTask]: { run: renewTerm, retryAfterMs: internalSchedule },
  [typeTask]: { run: renewType, retryAfterMs: internalSchedule },
  [stemTask]: { run: stemWords, retryAfterMs: internalSchedule },
};

const queries = keptQueries();

/** Stores the words of items that are not in the index yet. */
export async function addToIndex(
  ctx: WriteContext,
  entries: readonly { itemId: string; words: ItemWords }[],
): Promise<void> {
  await ctx.dialect.search.add(
    ctx.db,
    entries.map(({ itemId, words }) => ({ itemId, document: words.document })),
  );
  await rememberWords(
    ctx,
    entries.map(({ words }) => words),
  );
}

/** Stores what the words of an item are now. */
export async function writeToIndex(ctx: WriteContext, itemId: string, words: ItemWords): Promise<void> {
  await ctx.dialect.search.write(ctx.db, itemId, words.document);
  await rememberWords(ctx, [words]);
}

/** The names by which items are found, by their IDs: of tags, categories and the author. */
export async function readNames(ctx: WriteContext, itemIds: readonly string[]): Promise<Map<string, string[]>> {
  if (itemIds.length === 0) return new Map();
  const ids = filledUp(itemIds);
  const rows = await queries.run(ctx, `names ${ids.length}`, { ...ids }, () =>
    ctx.db
      .selectFrom('itemTerms')
      .innerJoin('terms', 'terms.id', 'itemTerms.termId')
      .select(['itemTerms.itemId as id', 'terms.name'])
      .where('itemTerms.itemId', 'in', slotsIn(ids))
      .unionAll(
        ctx.db
          .selectFrom('items')
          .innerJoin('authors', 'authors.id', 'items.authorId')
          .select(['items.id', 'authors.name'])
          .where('items.id', 'in', slotsIn(ids)),
      ),
  );
  const names = new Map<string, string[]>();
  for (const [id, some] of Map.groupBy(rows, ({ id }) => id))
    names.set(
      id,
      some.map(({ name }) => name),
    );
  return names;
}

/** The name of a term has changed: its items will be found by what it is then. It may have so many that a job notes which they are. */
export async function renewItemsOfTerm(ctx: WriteContext, termId: string): Promise<void> {
  await enqueue(ctx, termTask, { termId });
}

/** The same for the name of an author. */
export async function renewItemsOfAuthor(ctx: WriteContext, authorId: string): Promise<void> {
  await enqueue(ctx, authorTask, { authorId });
}

/** The same for a type whose fields are indexed in another way now. */
export async function renewItemsOfType(ctx: WriteContext, type: string): Promise<void> {
  await enqueue(ctx, typeTask, { type });
}

async function renewAuthor(ctx: Context, job: Job): Promise<void> {
  const { authorId } = job.payload as { authorId: string };
  await renewItemsWith(ctx, 'authorId', authorId);
}

async function renewType(ctx: Context, job: Job): Promise<void> {
  const { type } = job.payload as { type: string };
  await renewItemsWith(ctx, 'type', type);
}

async function renewItemsWith(ctx: Context, column: 'authorId' | 'type', value: string): Promise<void> {
  const id = ctx.dialect.unindexed(sql.ref('id'));
  await renewPages(ctx, (db, last) => {
    const items = db.selectFrom('items').select('id').where(column, '=', value).where(sql<SqlBool>`${id} > ${last}`);
    return items.orderBy(id).limit(maxNoted).execute();
  });
}

async function renewTerm(ctx: Context, job: Job): Promise<void> {
  const { termId } = job.payload as { termId: string };
  await renewPages(ctx, (db, last) => {
    const items = db.selectFrom('termItems').select('itemId as id').where('termId', '=', termId);
    return items.where('itemId', '>', last).orderBy('itemId').limit(maxNoted).execute();
  });
}

type ReadPage = (db: ReadContext['db'], last: string) => Promise<{ id: string }[]>;

async function renewPages(ctx: Context, readPage: ReadPage): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const ids: string[] = (await readPage(inBackground(ctx).db, last)).map(({ id }) => id);
    for (let index = 0; index < ids.length; index += maxMarked) {
      const some = ids.slice(index, index + maxMarked);
      await inTransaction(ctx, (ctx) => markStale(ctx, some));
    }
    last = ids.at(-1);
  }
  await inTransaction(ctx, indexStaleItems);
}

/** The words of these items are not right any more. Call indexStaleItems after the last of them. */
export async function markStale(ctx: WriteContext, itemIds: readonly string[]): Promise<void> {
  await ctx.db
    .insertInto('searchStale')
    .values(itemIds.toSorted().map((itemId) => ({ itemId })))
    .onConflict(lockStale)
    .execute();
}

/** Stores the job that writes the words of the items that were marked. */
export async function indexStaleItems(ctx: WriteContext): Promise<void> {
  await enqueue(ctx, indexTask, {});
}

/** Items that wait already are not indexed before this transaction has ended: they would be with what it is changing. */
function lockStale(conflict: OnConflictBuilder<Tables, 'searchStale'>) {
  return conflict.column('itemId').doUpdateSet((eb) => ({ itemId: eb.ref('excluded.itemId') }));
}

async function indexStale(ctx: Context): Promise<void> {
  while (await inTransaction(ctx, indexSome));
}

/** Returns whether there may be more. */
async function indexSome(ctx: WriteContext): Promise<boolean> {
  const stale = await ctx.db.selectFrom('searchStale').select('itemId').orderBy('itemId').limit(maxBatch).execute();
  if (stale.length === 0) return false;
  const ids = stale.map(({ itemId }) => itemId);
  // Who changes one of them at this moment finishes first.
  const locked = await ctx.dialect
    .lockRowsForChange(
      ctx.db
        .selectFrom('items')
        .select(['id', 'type', 'title', 'excerpt', 'content', 'fields', 'language'])
        .where('id', 'in', ids)
        .orderBy('id'),
    )
    .execute();
  const items = withinLength(locked);
  const done = items.length === locked.length ? ids : ids.filter((id) => id <= items.at(-1)!.id);
  // In one order, so that this and a change of names do not wait for each other.
  const waiting = ctx.db.selectFrom('searchStale').select('itemId').where('itemId', 'in', done).orderBy('itemId');
  await ctx.dialect.lockRows(waiting).execute();
  const removed = await ctx.db.deleteFrom('searchStale').where('itemId', 'in', done).returning('itemId').execute();
  await indexItems(
    ctx,
    items.filter(({ id }) => removed.some(({ itemId }) => itemId === id)),
  );
  await renewContentVersion(ctx.db);
  return true;
}

type Stored = Pick<Row<'items'>, 'id' | 'type' | 'title' | 'excerpt' | 'content' | 'fields' | 'language'>;

function withinLength(items: Stored[]): Stored[] {
  let length = 0;
  const end = items.findIndex(({ content, fields }, index) => {
    length += content.length + fields.length;
    return index > 0 && length > maxBatchLength;
  });
  return end < 0 ? items : items.slice(0, end);
}

async function indexItems(ctx: WriteContext, items: readonly Stored[]): Promise<void> {
  if (items.length === 0) return;
  const types = new Map((await listPostTypes(ctx)).map((type) => [type.name, type]));
  const names = await readNames(
    ctx,
    items.map(({ id }) => id),
  );
  for (const { id, type, title, excerpt, content, fields, language } of items) {
    const words = await readWords(types.get(type)!, {
      title,
      excerpt,
      content: await readContent(type, content),
      values: JSON.parse(fields),
      names: names.get(id) ?? [],
      language,
    });
    await writeToIndex(ctx, id, words);
  }
}

/** The locale of the site has changed, and perhaps its language. */
export async function followLocale(ctx: WriteContext): Promise<void> {
  ctx.afterCommit(() => {
    ctx.knownWords.locale = null;
  });
  await enqueue(ctx, stemTask, {});
  // Other processes may have added words in the former language.
  if (ctx.dialect.isShared) await enqueue(ctx, stemTask, {}, { delayMs: 2 * localeLastsMs });
}

async function stemWords(ctx: Context): Promise<void> {
  ctx.knownWords.locale = null;
  const stem = await siteStem(ctx);
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    after = await inTransaction(ctx, (ctx) => restem(ctx, from, stem, wordsPerBatch));
  }
  await inTransaction(ctx, (ctx) => renewContentVersion(ctx.db));
}
