// `sort=-fields.price,title`: an order with several keys, or by what `orderBy` does not name.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { slot } from '../../database/kept-queries.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { type Fault, failQuery } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';
import type { StatusFilter } from '../model/visibility.ts';
import type { PostType } from '../types/post-types.ts';
import { type ListOrder, type Part, readOrder } from './list-order.ts';

export type Sort = {
  /** As in the query. */
  by: string;
  keys: readonly [ListOrder, ...ListOrder[]];
};

const maxKeys = 4;
const prefix = 'fields.';
/** Members of items that are sorted by as they are, and whether items may have no value. */
const columns = { slug: false, publishedAt: true, createdAt: false, updatedAt: false } as const;
/** As members of items and in `orderBy`. */
const ordered: Record<string, string> = { date: 'date', title: 'title', menuOrder: 'menu_order' };
/** Those that an index has in order, as conditions name it. */
const indexes: Record<string, string> = { createdAt: 'createdAt', updatedAt: 'updatedAt' };
const names = [...Object.keys(ordered), ...Object.keys(columns)];

type Query = { sort?: string | undefined; orderBy?: string | undefined; order?: string | undefined };

/** The sort of a query, or what is wrong with it; null without one. */
export function readSort(ctx: ReadContext, type: PostType, query: Query, status: StatusFilter): Sort | Fault | null {
  const by = query.sort?.trim() ?? '';
  if (by === '') return null;
  const fault = (detail: string): Fault => ({ pointer: 'sort', code: 'not_allowed', detail });
  if ((query.orderBy ?? 'date') !== 'date' || (query.order ?? 'desc') !== 'desc')
    return fault('cannot be combined with `orderBy` and `order`');
  const texts = by.split(',').map((text) => text.trim());
  if (texts.length > maxKeys) return fault(`must have at most ${maxKeys} keys`);
  const keys = texts.map((text) => readKey(ctx, type, text, status));
  const wrong = keys.filter((key) => typeof key === 'string');
  if (wrong.length > 0) return fault(wrong.join('; '));
  const [first, ...rest] = keys as ListOrder[];
  if (first === undefined) return null;
  const repeated = texts.find((text, index) => texts.findIndex((other) => nameIn(other) === nameIn(text)) < index);
  return repeated === undefined ? { by, keys: [first, ...rest] } : fault(`\`${nameIn(repeated)}\` is named twice`);
}

/** The order, if `orderBy` can name it. */
export function singleOrder({ keys }: Sort): ListOrder | null {
  const [first, ...rest] = keys;
  return rest.length === 0 && !Object.hasOwn(columns, first.by) ? first : null;
}

function nameIn(text: string): string {
  return text.replace(/^-/, '');
}

function readKey(ctx: ReadContext, type: PostType, text: string, status: StatusFilter): ListOrder | string {
  const name = nameIn(text);
  const direction = text.startsWith('-') ? 'desc' : 'asc';
  const shown = `\`${name.slice(0, 100)}\``;
  // Published items are sorted by it.
  const by = name === 'publishedAt' && status === 'publish' ? 'date' : (ordered[name] ?? name);
  if (Object.hasOwn(ordered, name) || by === 'date' || name.startsWith(prefix)) {
    const order = readOrder(ctx, type, { orderBy: by, order: direction, search: '' });
    return 'pointer' in order ? `${shown}: ${order.detail}` : order;
  }
  if (Object.hasOwn(columns, name)) {
    const nullable = columns[name as keyof typeof columns];
    return {
      by,
      direction,
      key: sql.ref(`items.${name}`),
      keyType: 'string',
      nullable,
      index: indexes[by] ?? null,
      shape: text,
    };
  }
  if (name === 'relevance') return '`relevance` is an order by itself: use `orderBy=relevance`';
  if (type.fields.some((field) => field.name === name))
    return `${shown} cannot be sorted by (did you mean \`${prefix}${name}\`?)`;
  return `${shown} cannot be sorted by${nearestHint(name, names) || `; ${names.join(', ')} and fields.NAME can`}`;
}

/** Where a page ended: the keys and ID of its last item. */
export type SortCursor = { keys: readonly unknown[]; id: string };

export function writeSortCursor({ by }: Sort, cursor: SortCursor): string {
  return encodeCursor([by, cursor]);
}

/** Throws 400 for a text that is not a cursor of this sort. */
export function readSortCursor({ by, keys }: Sort, text: string): SortCursor {
  const [of, cursor] = decodeCursor(text) as [string, SortCursor | null | undefined];
  const isOurs = of === by && typeof cursor?.id === 'string' && cursor.keys?.length === keys.length;
  if (isOurs && keys.every((key, index) => isKey(key, cursor.keys[index]))) return cursor;
  throw failQuery([{ pointer: 'cursor', code: 'invalid', detail: 'is not a cursor of this list and order' }]);
}

function isKey({ by, keyType, nullable }: ListOrder, value: unknown): boolean {
  if (value === null) return nullable;
  // A menu order has 32 bits.
  return typeof value === keyType && (by !== 'menu_order' || value === Number(value) >> 0);
}

/** The direction in which items with the same keys are sorted by their IDs. */
export function directionOfIds({ keys }: Sort): 'asc' | 'desc' {
  return keys.at(-1)?.direction ?? 'asc';
}

/**
 * The condition for items after the cursor by the keys from `start` on, with slots `key0` … and `id`. Items without a value
 * come last.
 */
export function afterKeys(sort: Sort, cursor: SortCursor, start = 0, part: Part = 'all'): RawBuilder<SqlBool> {
  const sign = (direction: 'asc' | 'desc') => sql.raw(direction === 'asc' ? '>' : '<');
  const after = (index: number): RawBuilder<SqlBool> => {
    const order = sort.keys[index];
    if (order === undefined || order.key === null)
      return sql`${sql.ref('items.id')} ${sign(directionOfIds(sort))} ${slot('id')}`;
    const { key, direction } = order;
    const nullable = order.nullable && (index > start || part === 'all');
    if (cursor.keys[index] === null) return sql`(${key} is null and ${after(index + 1)})`;
    const value = slot(`key${index}`);
    const orNone = nullable ? sql`or ${key} is null` : sql``;
    return sql`(${key} ${sign(direction)} ${value} ${orNone} or (${key} = ${value} and ${after(index + 1)}))`;
  };
  const first = sort.keys[start];
  if (!first || first.key === null || (first.nullable && part !== 'keyed') || cursor.keys[start] === null)
    return after(start);
  // The first condition says nothing new, but lets the databases begin there in an index.
  return sql`(${first.key} ${sign(first.direction)}= ${slot(`key${start}`)} and ${after(start)})`;
}
