// Reading one item by slug or id.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import { fail } from '../../lib/errors.ts';
import { authorColumn, readTerms, taxonomiesOfItem, termsOfItem } from './borrowed-columns.ts';
import { listColumns, type WholeItem } from './item-json.ts';
import { type ItemsBuilder, isOfType, mayReadAll, visibleTo } from './visibility.ts';

const columns = [
  ...listColumns,
  'items.content',
  'items.menuOrder',
  'items.parentId',
  'items.createdAt',
  'items.version',
  'items.draft',
] as const;

const queries = keptQueries();

/**
 * The item with this slug, or else this ID, or else this former slug, if the caller may see it; one in the trash only if no
 * other has the slug. Throws 404.
 */
export async function findItem(ctx: ReadContext, type: string, slugOrId: string): Promise<WholeItem> {
  const item =
    (await readBy(ctx, type, 'liveSlug', slugOrId)) ??
    (mayReadAll(ctx, type) ? await readBy(ctx, type, 'slug', slugOrId) : undefined) ??
    (await readBy(ctx, type, 'idOrFormerSlug', slugOrId));
  if (!item) throw mayReadAll(ctx, type) ? itemNotFound(type, slugOrId) : noPublishedItem(type, slugOrId);
  return item;
}

/** Whether findItem has found the item by a slug that it no longer has. */
export function isFormerSlug({ id, slug }: Pick<WholeItem, 'id' | 'slug'>, slugOrId: string): boolean {
  return slugOrId !== slug && slugOrId !== id;
}

/** The item with this ID, if the caller may see it. Throws 404. */
export async function readItem(ctx: ReadContext, type: string, id: string): Promise<WholeItem> {
  const item = await readBy(ctx, type, 'id', id);
  if (!item) throw itemNotFound(type, id);
  return item;
}

/** The item that another system calls this, if the caller may see it. Throws 404. */
export async function findItemByExternalId(ctx: ReadContext, type: string, externalId: string): Promise<WholeItem> {
  const item = await readBy(ctx, type, 'externalId', externalId);
  if (!item) throw fail('item_not_found', { detail: `No ${type} has the external ID "${externalId}"` });
  return item;
}

/** The ID of the item that another system calls this, in any status. */
export async function findIdByExternalId(ctx: ReadContext, type: string, name: string): Promise<string | undefined> {
  const item = ctx.db.selectFrom('items').select('id').where('type', '=', type).where('externalId', '=', name);
  return (await item.executeTakeFirst())?.id;
}

type Key = 'liveSlug' | 'slug' | 'id' | 'idOrFormerSlug' | 'externalId';

async function readBy(ctx: ReadContext, type: string, key: Key, value: string): Promise<WholeItem | undefined> {
  const shape = `${type} ${key} ${mayReadAll(ctx, type)}`;
  const [row] = await queries.run(ctx, shape, { value, now: timeOf(ctx) }, () => selectBy(ctx, type, key));
  if (!row) return undefined;
  const { termSlugs, taxonomies, ...item } = row;
  const hidden = mayReadAll(ctx, type) ? {} : { draft: null, unpublishAt: null };
  return { ...item, ...hidden, ...readTerms(termSlugs, taxonomies) };
}

function selectBy(ctx: ReadContext, type: string, key: Key) {
  const query = ctx.db
    .selectFrom('items')
    .select(columns)
    .select((eb) => [authorColumn(eb, 'slug').as('authorSlug'), authorColumn(eb, 'name').as('authorName')])
    .select([termsOfItem.as('termSlugs'), taxonomiesOfItem.as('taxonomies')])
    .where(isOfType(type))
    .where((eb) => isNamed(eb, type, key))
    .where(visibleTo(ctx, type, slot('now')));
  // Unlike an order, this condition spares SQLite a sort. The unique index of live slugs has the same.
  return key === 'liveSlug' ? query.where('items.status', '<>', sql.lit('trash')) : liveFirst(query).limit(1);
}

/** No slug can be taken for an ID (slugs.ts). */
function isNamed(eb: ItemsBuilder, type: string, key: Key): Expression<SqlBool> {
  if (key === 'externalId') return eb('items.externalId', '=', slot('value'));
  if (key !== 'idOrFormerSlug') return eb(key === 'id' ? 'items.id' : 'items.slug', '=', slot('value'));
  const formerly = eb
    .selectFrom('formerSlugs')
    .select('formerSlugs.itemId')
    .where('formerSlugs.type', '=', sql.lit(type))
    .where('formerSlugs.slug', '=', slot('value'));
  return sql<SqlBool>`"items"."id" in (${slot('value')}, ${formerly})`;
}

/** The ID of the item with this slug, or else this ID, in any status. Throws 404. */
export async function findItemId(ctx: ReadContext, type: string, slugOrId: string): Promise<string> {
  const named = await queries.run(ctx, `${type} named`, { value: slugOrId }, () => selectNamed(ctx, type));
  const item = named.find(({ slug }) => slug === slugOrId) ?? named[0];
  if (!item) throw itemNotFound(type, slugOrId);
  return item.id;
}

/** Two lookups in one statement: for `slug = ? or id = ?`, SQLite would read all items of the type. */
function selectNamed(ctx: ReadContext, type: string) {
  const items = ctx.db.selectFrom('items').select(['id', 'slug']).where(isOfType(type));
  const bySlug = liveFirst(items.where('slug', '=', slot('value'))).limit(1);
  return ctx.db
    .selectFrom(bySlug.as('bySlug'))
    .select(['id', 'slug'])
    .unionAll(items.where('id', '=', slot('value')));
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
  const row = ctx.db
    .selectFrom('items')
    .selectAll()
    .where((eb) => ctx.dialect.inTurn(eb('id', '=', id).and(isOfType(type)(eb)), eb.ref('id'), 'alone'));
  return ctx.dialect.lockRows(row).executeTakeFirstOrThrow(() => itemNotFound(type, id));
}

function rowOf(ctx: WriteContext, type: string, id: string) {
  return ctx.db.selectFrom('items').selectAll().where('id', '=', id).where(isOfType(type));
}

export function itemNotFound(type: string, slugOrId: string): Error {
  return fail('item_not_found', { detail: `No ${type} has the slug or ID "${slugOrId.slice(0, 200)}"` });
}

/** For callers that would not see a draft. */
function noPublishedItem(type: string, slugOrId: string): Error {
  const name = slugOrId.slice(0, 200);
  return fail('item_not_found', {
    detail: `No published ${type} has the slug or ID "${name}". Drafts require the scope content:write`,
  });
}
