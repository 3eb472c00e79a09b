// The order of a list, and cursors that continue where a page ended.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { slot } from '../../database/kept-queries.ts';
import { scalarOf } from '../../fields/field-kinds.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { type Fault, failQuery } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';
import { comparableNames, fieldAt } from '../conditions/inner-names.ts';
import type { ItemCondition } from '../model/visibility.ts';
import { isIndexed, sortKeyOf } from '../types/field-values.ts';
import type { PostType } from '../types/post-types.ts';

export type ListOrder = {
  /** As in the query: `date`, `fields.price` … */
  by: string;
  direction: 'asc' | 'desc';
  /** What to sort by; null for relevance, which comes from the search. */
  key: RawBuilder<unknown> | null;
  /** Type of the key in a cursor. */
  keyType: 'string' | 'number';
  /** Whether items may have no key; these come last in both directions. */
  nullable: boolean;
  /** The index of the custom field to sort by, such as `fields.price`; null if there is none. */
  index: string | null;
  /** Equal for orders whose queries have the same text. */
  shape: string;
};

/** The items that have a key in an order, those that have none, or all. The first two are each in the order of an index. */
export type Part = 'all' | 'keyed' | 'unkeyed';

export function isInPart({ dialect }: ReadContext, { key }: ListOrder, part: Part): ItemCondition[] {
  if (part === 'all' || key === null) return [];
  return [() => (part === 'keyed' ? dialect.isThere(key) : sql<SqlBool>`${key} is null`)];
}

const columns = new Map<string, [column: string, keyType: 'string' | 'number']>([
  ['date', ['items.sortDate', 'string']],
  ['title', ['items.titleKey', 'string']],
  ['menu_order', ['items.menuOrder', 'number']],
]);

/** Whether an index has the items of a type and status in this order. */
export function isInIndex({ by, index }: ListOrder): boolean {
  return index !== null || columns.has(by);
}

/** Pattern of all `orderBy` values; `readOrder` checks that a field exists and can be sorted by. */
export const orderByPattern = '^(date|title|menu_order|relevance|fields\\.[A-Za-z_][A-Za-z0-9_-]{0,63})$';

/** The order of the query, or what is wrong with it. */
export function readOrder(
  ctx: ReadContext,
  type: PostType,
  query: { orderBy: string; order: 'asc' | 'desc'; search: string },
): ListOrder | Fault {
  const fault = (detail: string): Fault => ({ pointer: 'orderBy', code: 'not_allowed', detail });
  const shape = `${query.orderBy} ${query.order}`;
  const base = { by: query.orderBy, direction: query.order, index: null, shape };
  const column = columns.get(query.orderBy);
  if (column) return { ...base, key: sql.ref(column[0]), keyType: column[1], nullable: false };
  if (query.orderBy === 'relevance') {
    if (query.search === '') return fault('relevance requires `search`');
    return { ...base, key: null, keyType: 'number', nullable: false };
  }
  const name = query.orderBy.replace('fields.', '');
  const field = fieldAt(type.fields, name);
  if (!field) return fault(`the type ${type.name} has no field ${name}${nearestField(type, query.orderBy)}`);
  const scalar = scalarOf(field);
  const key = sortKeyOf(ctx, field);
  if (key === null) return fault(`a ${field.type} field cannot be sorted by`);
  const keyType = scalar === 'text' || scalar === 'instant' ? 'string' : 'number';
  const index = isIndexed(field) ? query.orderBy : null;
  return { ...base, key, keyType, nullable: true, index, shape: `${shape} ${field.type} ${index}` };
}

function nearestField({ fields }: PostType, orderBy: string): string {
  return nearestHint(
    orderBy,
    comparableNames(fields).map((name) => `fields.${name}`),
  );
}

const maxSkip = 1_000_000_000;

/** Where a page ended: the key and ID of its last item, or for relevance the number of items so far. */
export type Cursor = { key: unknown; id: string } | { skip: number };

export function writeCursor(order: ListOrder, cursor: Cursor): string {
  return encodeCursor([order.by, order.direction, cursor]);
}

/** Throws 400 for a text that is not a cursor of this order. */
export function readCursor(order: ListOrder, text: string): Cursor {
  const [by, direction, cursor] = decodeCursor(text) as [string, string, Cursor];
  if (by === order.by && direction === order.direction && isCursor(order, cursor)) return cursor;
  const detail = 'is not a cursor of this list and order';
  throw failQuery([{ pointer: 'cursor', code: 'invalid', detail }]);
}

function isCursor(order: ListOrder, cursor: Cursor): boolean {
  if (typeof cursor !== 'object' || cursor === null) return false;
  if (order.key === null) {
    return 'skip' in cursor && Number.isInteger(cursor.skip) && cursor.skip >= 0 && cursor.skip <= maxSkip;
  }
  if (!('id' in cursor) || typeof cursor.id !== 'string') return false;
  if (cursor.key === null) return order.nullable;
  // A menu order has 32 bits.
  const fits = order.by !== 'menu_order' || cursor.key === Number(cursor.key) >> 0;
  return fits && typeof cursor.key === order.keyType;
}

/** The condition for items after the cursor, with slots for its `key` and `id`. */
export function afterCursor(order: ListOrder, cursor: Cursor): RawBuilder<SqlBool> | null {
  if (order.key === null || !('id' in cursor)) return null;
  const { key } = order;
  const comparison = sql.raw(order.direction === 'asc' ? '>' : '<');
  const id = sql.ref('items.id');
  if (cursor.key === null) return sql<SqlBool>`(${key} is null and ${id} ${comparison} ${slot('id')})`;
  // The first condition says nothing new, but lets SQLite begin there in an index of expressions.
  const from = sql`${key} ${comparison}= ${slot('key')}`;
  return sql<SqlBool>`(${from} and (${key}, ${id}) ${comparison} (${slot('key')}, ${slot('id')}))`;
}
