// Reading one item by slug or id.

import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { fail } from '../../errors.ts';
import { findNamed } from '../slugs.ts';
import { visibleTo } from '../visibility.ts';
import { listColumns, type WholeItem } from './item-json.ts';

const columns = [
  ...listColumns,
  'items.content',
  'items.menuOrder',
  'items.parentId',
  'items.createdAt',
  'items.version',
  'authors.slug as authorSlug',
  'authors.name as authorName',
] as const;

/** The item with this slug, or else this ID, if the caller may see it; one in the trash only if no other has the slug. Throws 404. */
export async function findItem(ctx: ReadContext, type: string, slugOrId: string): Promise<WholeItem> {
  const row =
    (await selectBy(ctx, type, 'items.slug', slugOrId).executeTakeFirst()) ??
    (await selectBy(ctx, type, 'items.id', slugOrId).executeTakeFirst());
  if (!row) throw itemNotFound(type, slugOrId);
  return { ...row, ...(await termsOf(ctx, row.id)) };
}

/** The item with this ID, if the caller may see it. Throws 404. */
export async function readItem(ctx: ReadContext, type: string, id: string): Promise<WholeItem> {
  const row = await selectBy(ctx, type, 'items.id', id).executeTakeFirstOrThrow(() => itemNotFound(type, id));
  return { ...row, ...(await termsOf(ctx, row.id)) };
}

function selectBy(ctx: ReadContext, type: string, column: 'items.slug' | 'items.id', value: string) {
  return ctx.db
    .selectFrom('items')
    .leftJoin('authors', 'authors.id', 'items.authorId')
    .select(columns)
    .where('items.type', '=', type)
    .where(column, '=', value)
    .where((eb) => visibleTo(ctx)(eb as never))
    .$call(liveFirst);
}

/** The ID of the item with this slug, or else this ID, in any status. Throws 404. */
export async function findItemId(ctx: ReadContext, type: string, slugOrId: string): Promise<string> {
  const items = ctx.db.selectFrom('items').select(['id', 'slug']).where('type', '=', type);
  const item = await findNamed(liveFirst(items), slugOrId);
  if (!item) throw itemNotFound(type, slugOrId);
  return item.id;
}

/** Of several items with a slug, the one outside the trash, else the one that came there last. */
function liveFirst<Query extends { orderBy(order: RawBuilder<unknown>, direction: 'asc' | 'desc'): Query }>(
  query: Query,
): Query {
  const isInTrash = sql`case when ${sql.ref('items.status')} = 'trash' then 1 else 0 end`;
  return query.orderBy(isInTrash, 'asc').orderBy(sql.ref('items.updatedAt'), 'desc');
}

/** The item, locked until the transaction ends. Others may start to refer to it meanwhile. */
export async function lockItem(ctx: WriteContext, type: string, id: string): Promise<Row<'items'>> {
  return ctx.dialect.lockRowsForChange(rowOf(ctx, type, id)).executeTakeFirstOrThrow(() => itemNotFound(type, id));
}

/** The item, locked so that it can be deleted: nothing starts to refer to it any more. */
export async function lockItemForDelete(ctx: WriteContext, type: string, id: string): Promise<Row<'items'>> {
  return ctx.dialect.lockRows(rowOf(ctx, type, id)).executeTakeFirstOrThrow(() => itemNotFound(type, id));
}

function rowOf(ctx: WriteContext, type: string, id: string) {
  return ctx.db.selectFrom('items').selectAll().where('id', '=', id).where('type', '=', type);
}

export function itemNotFound(type: string, slugOrId: string): Error {
  return fail('item_not_found', { detail: `No ${type} has the slug or ID "${slugOrId.slice(0, 200)}"` });
}

async function termsOf(ctx: ReadContext, itemId: string): Promise<{ tags: string[]; categories: string[] }> {
  const terms = await ctx.db
    .selectFrom('itemTerms')
    .innerJoin('terms', 'terms.id', 'itemTerms.termId')
    .select(['terms.taxonomy', 'terms.slug'])
    .where('itemTerms.itemId', '=', itemId)
    .orderBy('terms.slug')
    .execute();
  const slugsOf = (taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy).map((term) => term.slug);
  return { tags: slugsOf('tag'), categories: slugsOf('category') };
}
