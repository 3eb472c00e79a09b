// Content: the items of one post type.

import {
  type CreateOptions,
  type Deleted,
  type DeleteOptions,
  keyed,
  matching,
  remove,
  type Tagged,
  type UpdateOptions,
} from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { eachByCursor, type Page } from './pages.ts';
import { flattenFilter, path } from './query.ts';
import type { ChangedFields, DefaultedOf, FieldsOf, Filter, NewFields, SortableOf } from './site.ts';

export type ItemStatus = 'draft' | 'publish' | 'scheduled' | 'trash';

/** An item as lists show it. */
export type ListedItem<Fields> = {
  id: string;
  slug: string;
  title: string;
  excerpt: string;
  /** Custom fields of the post type. */
  fields: Fields;
  type: string;
  status: ItemStatus;
  publishedAt: string | null;
  updatedAt: string;
};

/** A whole item. */
export type Item<Fields> = ListedItem<Fields> & {
  /** HTML */
  content: string;
  menuOrder: number;
  /** Slugs. */
  tags: string[];
  categories: string[];
  parentId: string | null;
  author: { slug: string; name: string } | null;
  createdAt: string;
  version: number;
};

export type OrderBy<Sortable extends string> = 'date' | 'title' | 'menu_order' | 'relevance' | `fields.${Sortable}`;

export type ItemFilters<Fields, Sortable extends string> = {
  /** `date` when absent; `relevance` goes with a search. */
  orderBy?: OrderBy<Sortable>;
  order?: 'asc' | 'desc';
  /** `publish` when absent; `any` is everything outside the trash. */
  status?: ItemStatus | 'any';
  /** Slug. */
  tag?: string;
  category?: string;
  /** Words that all occur; the last may be a beginning. */
  search?: string;
  filter?: Filter<Fields, Sortable>;
};

export type ItemQuery<Fields, Sortable extends string> = ItemFilters<Fields, Sortable> & {
  /** 1 to 100; 20 when absent. */
  limit?: number;
  offset?: number;
  /** Empty for the first page, then `nextCursor` of the page before. */
  cursor?: string;
};

export type ItemPage<Fields> = Page<ListedItem<Fields>> & {
  /** Only where a cursor was given; null on the last page. */
  nextCursor?: string | null;
};

type ItemTexts = {
  content?: string;
  slug?: string;
  /** Null, or absent at first: made from the content. */
  excerpt?: string | null;
  menuOrder?: number;
  /** Slugs or names; made on first use. */
  tags?: string[];
  categories?: string[];
  /** RFC 3339; a future time schedules the item. */
  publishedAt?: string | null;
  parentId?: string | null;
  authorId?: string | null;
};

export type NewItem<Fields, Defaulted = never> = ItemTexts & {
  title: string;
  status?: 'draft' | 'publish' | 'scheduled';
} & (Record<never, never> extends NewFields<Fields, Defaulted>
    ? { fields?: NewFields<Fields, Defaulted> }
    : { fields: NewFields<Fields, Defaulted> });

export type ItemChange<Fields> = ItemTexts & {
  title?: string;
  /** Also the way out of the trash. */
  status?: ItemStatus;
  /** Merged key by key; null removes one. */
  fields?: ChangedFields<Fields>;
};

export type ContentOf<Type> = {
  list(query?: ItemQuery<FieldsOf<Type>, SortableOf<Type>>, options?: CallOptions): Promise<ItemPage<FieldsOf<Type>>>;
  /** `for await`: every item that matches, each once, page by page. `limit` is the size of a page. */
  all(
    query?: ItemFilters<FieldsOf<Type>, SortableOf<Type>> & { limit?: number },
    options?: CallOptions,
  ): AsyncGenerator<ListedItem<FieldsOf<Type>>, void, undefined>;
  get(slugOrId: string, options?: CallOptions): Promise<Tagged<Item<FieldsOf<Type>>>>;
  create(
    body: NewItem<FieldsOf<Type>, DefaultedOf<Type>>,
    options?: CreateOptions,
  ): Promise<Tagged<Item<FieldsOf<Type>>>>;
  update(
    idOrSlug: string,
    patch: ItemChange<FieldsOf<Type>>,
    options?: UpdateOptions,
  ): Promise<Tagged<Item<FieldsOf<Type>>>>;
  /** Moves the item to the trash; with `force` it is gone for good. */
  delete<Force extends boolean = false>(
    idOrSlug: string,
    options?: DeleteOptions & { force?: Force },
  ): Promise<Force extends true ? Deleted : Item<FieldsOf<Type>>>;
};

/** The items of the post type of this singular or plural name. */
export function contentOf<Type>(connection: Connection, type: string): ContentOf<Type> {
  type Fields = FieldsOf<Type>;
  const address = path`/content/${type}`;
  const list = (
    { filter, ...query }: ItemQuery<Fields, SortableOf<Type>> = {},
    { signal }: CallOptions = {},
  ): Promise<ItemPage<Fields>> =>
    connection.request('GET', address, { query: { ...query, ...flattenFilter(filter) }, signal });
  return {
    list,
    all: (query = {}, options) =>
      eachByCursor((page: ItemQuery<Fields, SortableOf<Type>>) => list(page, options), query),
    get: (slug, { signal } = {}) => connection.requestTagged('GET', address + path`/${slug}`, { signal }),
    create: (body, options) => connection.requestTagged('POST', address, { body, ...keyed(options) }),
    update: (id, body, { ifMatch, signal } = {}) =>
      connection.requestTagged('PATCH', address + path`/${id}`, { body, headers: matching(ifMatch), signal }),
    delete: (id, options) => remove(connection, address + path`/${id}`, options),
  };
}
