// Content: the items of one content type.

import type * as api from './api-types.ts';
import {
  type CreateOptions,
  type DeleteOptions,
  type External,
  externalAt,
  keyed,
  matching,
  remove,
  type Tagged,
  type UpdateOptions,
} from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { eachByCursor, type Page, type WithTotal } from './pages.ts';
import { flattenFilter, path } from './query.ts';
import { type Revisions, revisionsAt } from './revisions.ts';
import type {
  ChangedFields,
  DefaultedOf,
  Expandable,
  ExpandedFieldsOf,
  FieldsOf,
  Filter,
  ListExpandable,
  ListSelectable,
  NewFields,
  Selectable,
  SelectedItem,
  SortableOf,
  TaxonomiesOf,
  TermFilter,
  TermLists,
  Where,
  WithExpanded,
} from './site.ts';

/** The same shape with the fields of one content type. */
type WithFields<Shape, Fields> = Omit<Shape, 'fields'> & { fields: Fields };
/** The same shape with the taxonomies of one content type. */
type WithTerms<Shape, Taxonomy extends string> = 'terms' extends keyof Shape
  ? Omit<Shape, 'terms'> & {
      /** By the names of the taxonomies of the type. */
      terms?: TermLists<Taxonomy>;
    }
  : Shape;

/** An item as lists show it. */
export type ListedItem<Fields> = WithFields<api.ListedItem, Fields>;
/** An item with everything in it. */
export type Item<Fields, Taxonomy extends string = string> = WithTerms<WithFields<api.Item, Fields>, Taxonomy>;

/** What lists can be sorted by, with one key. */
export type OrderBy<Sortable extends string> = 'date' | 'title' | 'menu_order' | 'relevance' | `fields.${Sortable}`;

type SortName<Sortable extends string> =
  | 'date'
  | 'title'
  | 'slug'
  | 'menuOrder'
  | 'publishedAt'
  | 'createdAt'
  | 'updatedAt'
  | `fields.${Sortable}`;
/** `-` is descending. */
export type SortKey<Sortable extends string> = SortName<Sortable> | `-${SortName<Sortable>}`;

/** Which items a list has. */
export type ItemFilters<Fields, Sortable extends string, Taxonomy extends string = string> = Omit<
  api.ListItemsQuery,
  'orderBy' | 'limit' | 'offset' | 'total' | 'cursor' | 'expand' | 'select' | 'sort' | 'where' | 'termFacets'
> & {
  /** `date` by default; `relevance` requires `search`. */
  orderBy?: OrderBy<Sortable>;
  /** Up to four keys, in place of `orderBy` and `order`: `['-fields.price', 'title']`. */
  sort?: readonly SortKey<Sortable>[] | undefined;
  /** Conditions on custom fields. */
  filter?: Filter<Fields, Sortable>;
  /** Conditions on terms in the taxonomies of the type, by their slugs: `{ brands: 'nike', regions: { under: ['asia'] } }`. */
  terms?: TermFilter<Taxonomy>;
  /** Conditions in groups, also on what every item has. */
  where?: Where<Fields, Sortable, Taxonomy>;
};

/** Which items a list has, and which page of them. */
export type ItemQuery<Fields, Sortable extends string, Taxonomy extends string = string> = ItemFilters<
  Fields,
  Sortable,
  Taxonomy
> &
  Pick<api.ListItemsQuery, 'limit' | 'offset' | 'cursor'> & {
    /** Counts the items that have each term of these taxonomies. */
    termFacets?: readonly FacetTaxonomy<Taxonomy>[] | undefined;
  };

/** `terms.` and the name of a taxonomy of the site. */
export type FacetTaxonomy<Taxonomy extends string = string> = 'tag' | 'category' | `terms.${Taxonomy}`;

/** A page of items. */
export type ItemPage<Fields> = PageOf<ListedItem<Fields>>;

type PageOf<Item, Total extends boolean = true> = Page<Item, Total> & {
  /** Only in answers to a query with `cursor`; null on the last page. */
  nextCursor?: string | null;
  /** Only in answers to a query with `termFacets`, by its taxonomies. */
  termFacets?: api.TermFacets;
};

/** An item to create. */
export type NewItem<Fields, Defaulted = never, Taxonomy extends string = string> = WithTerms<
  Omit<api.NewItem, 'fields'>,
  Taxonomy
> &
  (Record<never, never> extends NewFields<Fields, Defaulted>
    ? {
        /** The custom fields. */
        fields?: NewFields<Fields, Defaulted>;
      }
    : {
        /** The custom fields. */
        fields: NewFields<Fields, Defaulted>;
      });

type WithChangedFields<Shape, Fields, Taxonomy extends string> = WithTerms<Omit<Shape, 'fields'>, Taxonomy> & {
  /** Merges key by key, and null removes a key. */
  fields?: ChangedFields<Fields>;
};

/** The members of an item to change. */
export type ItemChange<Fields, Taxonomy extends string = string> = WithChangedFields<api.ItemChange, Fields, Taxonomy>;

/** Drafts may be incomplete. */
export type DraftChange<Fields, Taxonomy extends string = string> = WithChangedFields<
  api.DraftChange,
  Fields,
  Taxonomy
>;

/** One of many changes. */
export type BulkOperation<Fields, Defaulted = never, Taxonomy extends string = string> =
  | ({
      /** What is done. */
      action: 'create';
    } & NewItem<Fields, Defaulted, Taxonomy>)
  | WithChangedFields<api.UpdateOperation, Fields, Taxonomy>
  | api.PublishOperation
  | api.TrashOperation
  | api.RestoreOperation
  | api.DeleteOperation;

/** Options of many changes at once. */
export type BulkOptions = CreateOptions & {
  /** Checks everything and answers as usual, but changes nothing. */
  dryRun?: boolean;
};

/** `['fields.photo']`: a media field has its record in place of the ID, a reference its item, a text gets `srcset` for its pictures. */
type Expand<Name extends string> = {
  /** What is in place of IDs, or beside them: `['fields.photo', 'author', 'tags']`. */
  expand?: readonly Name[] | undefined;
};

/** `['title', 'fields.price']`: the members that items have in the response, and `id`. */
type Select<Member extends string> = {
  /** The members that items have in the response, and `id`: `['title', 'fields.price']`. */
  select?: readonly Member[] | undefined;
};

/** Lists expand the content only if they select it. */
type ExpandableIn<Type, Member extends string> = 'content' extends Member ? Expandable<Type> : ListExpandable<Type>;

/** `highlight` comes with the search, whatever is selected. */
type Listed<Type, Member extends string, Name extends string> = WithExpanded<
  SelectedItem<api.ListedItem, ExpandedFieldsOf<Type, Name>, Member, TaxonomiesOf<Type>>,
  Name
> &
  Pick<api.ListedItem, 'highlight'>;

/** The items of a content type, as pages read and change them. */
export type ContentOf<Type> = {
  /** A page of items: public ones, unless `status` says otherwise. */
  list<
    const Member extends ListSelectable<Type> = never,
    const Name extends ExpandableIn<Type, Member> = never,
    const Total extends boolean = true,
  >(
    query?: ItemQuery<FieldsOf<Type>, SortableOf<Type>, TaxonomiesOf<Type>> &
      Select<Member> &
      Expand<Name> &
      WithTotal<Total>,
    options?: CallOptions,
  ): Promise<PageOf<Listed<Type, Member, Name>, Total>>;
  /** Every matching item once, for `for await`. Reads page by page; `limit` is the size of a page. */
  all<const Member extends ListSelectable<Type> = never, const Name extends ExpandableIn<Type, Member> = never>(
    query?: ItemFilters<FieldsOf<Type>, SortableOf<Type>, TaxonomiesOf<Type>> & { limit?: number } & Select<Member> &
      Expand<Name>,
    options?: CallOptions,
  ): AsyncGenerator<Listed<Type, Member, Name>, void, undefined>;
  /** With the version `draft` as it will be when its draft is published, or as it is if it has none. */
  get<const Member extends Selectable<Type> = never, const Name extends Expandable<Type> = never>(
    slugOrId: string,
    options?: CallOptions & Omit<api.GetItemQuery, 'expand' | 'redirect' | 'select'> & Select<Member> & Expand<Name>,
  ): Promise<
    Tagged<WithExpanded<SelectedItem<api.Item, ExpandedFieldsOf<Type, Name>, Member, TaxonomiesOf<Type>>, Name>>
  >;
  /** Creates an item, as a draft unless `status` says otherwise. */
  create(
    body: NewItem<FieldsOf<Type>, DefaultedOf<Type>, TaxonomiesOf<Type>>,
    options?: CreateOptions,
  ): Promise<Tagged<Item<FieldsOf<Type>, TaxonomiesOf<Type>>>>;
  /** Changes the given members of an item. */
  update(
    idOrSlug: string,
    patch: ItemChange<FieldsOf<Type>, TaxonomiesOf<Type>>,
    options?: UpdateOptions & api.UpdateItemQuery,
  ): Promise<Tagged<Item<FieldsOf<Type>, TaxonomiesOf<Type>>>>;
  /** Moves the item to the trash, or with `force` deletes it permanently, unless other items refer to it. */
  delete<Force extends boolean = false>(
    idOrSlug: string,
    options?: DeleteOptions & { force?: Force },
  ): Promise<Force extends true ? api.Deleted : Item<FieldsOf<Type>, TaxonomiesOf<Type>>>;
};

/** What those who edit the items of a type do as well. */
export type AdminContentOf<Type> = ContentOf<Type> &
  External<
    Tagged<Item<FieldsOf<Type>, TaxonomiesOf<Type>>>,
    WithChangedFields<api.ExternalItem, FieldsOf<Type>, TaxonomiesOf<Type>>
  > & {
    /** Changes the draft of the item; what is live stays as it is. Returns the item as it will be. */
    updateDraft(
      idOrSlug: string,
      patch: DraftChange<FieldsOf<Type>, TaxonomiesOf<Type>>,
      options?: UpdateOptions,
    ): Promise<Tagged<Item<FieldsOf<Type>, TaxonomiesOf<Type>>>>;
    /** Gives up the draft of the item; what is live stays as it is. */
    discardDraft(idOrSlug: string, options?: UpdateOptions): Promise<Tagged<Item<FieldsOf<Type>, TaxonomiesOf<Type>>>>;
    /** Publishes the item with its draft, now or at a time. Fails with 422 and all that is missing or wrong. */
    publish(
      idOrSlug: string,
      when?: api.Publication,
      options?: UpdateOptions & CreateOptions,
    ): Promise<Tagged<Item<FieldsOf<Type>, TaxonomiesOf<Type>>>>;
    /** The items that refer to it, by their fields or by links in their texts. */
    uses(idOrSlug: string, options?: CallOptions): Promise<api.ItemUse[]>;
    /** The items that refer to it, as far as the caller may read them: the same for visitors, page by page. */
    references(
      idOrSlug: string,
      query?: api.ListItemReferencesQuery,
      options?: CallOptions,
    ): Promise<{ items: api.ItemReference[]; nextCursor: string | null }>;
    /** The revisions of the item. */
    revisions(idOrSlug: string): Revisions<Item<FieldsOf<Type>, TaxonomiesOf<Type>>>;
    /** Creates a link with which anyone can read the item with its draft until it expires. */
    preview(idOrSlug: string, body?: api.PreviewBody, options?: CreateOptions): Promise<api.Preview>;
    /** The slugs that the item had while it was public, the newest first. It still answers at them, with `redirect`. */
    formerSlugs(idOrSlug: string, options?: CallOptions): Promise<Page<api.FormerSlug>>;
    /** The item no longer answers at this slug. */
    deleteFormerSlug(idOrSlug: string, slug: string, options?: CallOptions): Promise<void>;
    /**
     * Runs up to 1,000 operations in one transaction. If any has a fault, nothing is changed, and the request fails with 422
     * and every fault, named by its place, such as `/operations/17/fields/price`.
     */
    bulk(
      operations: readonly BulkOperation<FieldsOf<Type>, DefaultedOf<Type>, TaxonomiesOf<Type>>[],
      options?: BulkOptions,
    ): Promise<api.BulkResponse>;
  };

/** The items of one content type, by its singular or plural name. */
export function contentOf<Type>(connection: Connection, type: string): ContentOf<Type> {
  type Fields = FieldsOf<Type>;
  const address = path`/content/${type}`;
  type Asked = ItemQuery<Fields, SortableOf<Type>> & Select<string> & Expand<string> & WithTotal<boolean>;
  const list = ({ filter, terms, where, ...query }: Asked = {}, options: CallOptions = {}) =>
    connection.request<PageOf<object, boolean>>('GET', address, {
      query: {
        ...query,
        ...flattenFilter(filter),
        ...flattenFilter(terms, 'terms'),
        where: where && JSON.stringify(where),
      },
      ...options,
    });
  return {
    list: list as ContentOf<Type>['list'],
    all: ((query: Omit<Asked, 'offset' | 'cursor'> = {}, options?: CallOptions) =>
      eachByCursor((page: Asked) => list({ ...page, total: false }, options), query)) as ContentOf<Type>['all'],
    get: (slug, { version, preview, select, expand, ...options } = {}) =>
      connection.requestTagged('GET', address + path`/${slug}`, {
        query: { version, preview, select, expand },
        ...options,
      }),
    create: (body, options) => connection.requestTagged('POST', address, { body, ...keyed(options) }),
    // An item as read has its tag.
    update: (
      id,
      { etag: _, ...body }: ItemChange<Fields, TaxonomiesOf<Type>> & { etag?: unknown },
      { ifMatch, signal, timeoutSeconds, ...query } = {},
    ) =>
      connection.requestTagged('PATCH', address + path`/${id}`, {
        body,
        query,
        headers: matching(ifMatch),
        signal,
        timeoutSeconds,
      }),
    delete: (id, options) => remove(connection, address + path`/${id}`, options),
  };
}

/** The same, with drafts, revisions, previews and changes of many items at once. */
export function adminContentOf<Type>(connection: Connection, type: string): AdminContentOf<Type> {
  type Fields = FieldsOf<Type>;
  const address = path`/content/${type}`;
  const at = (id: string): string => address + path`/${id}`;
  return {
    ...contentOf<Type>(connection, type),
    ...externalAt(connection, address),
    updateDraft: (
      id,
      { etag: _, ...body }: DraftChange<Fields, TaxonomiesOf<Type>> & { etag?: unknown },
      { ifMatch, ...options } = {},
    ) => connection.requestTagged('PATCH', `${at(id)}/draft`, { body, headers: matching(ifMatch), ...options }),
    discardDraft: (id, { ifMatch, ...options } = {}) =>
      connection.requestTagged('DELETE', `${at(id)}/draft`, { headers: matching(ifMatch), ...options }),
    publish: (id, when = {}, { ifMatch, ...options } = {}) =>
      connection.requestTagged('POST', `${at(id)}/publish`, {
        body: when,
        headers: matching(ifMatch),
        ...keyed(options),
      }),
    uses: async (id, options) =>
      (await connection.request<{ items: api.ItemUse[] }>('GET', `${at(id)}/uses`, options)).items,
    references: (id, query = {}, options) => connection.request('GET', `${at(id)}/references`, { query, ...options }),
    revisions: (id) => revisionsAt(connection, at(id)),
    preview: (id, body = {}, options) => connection.request('POST', `${at(id)}/preview`, { body, ...keyed(options) }),
    formerSlugs: (id, options) => connection.request('GET', `${at(id)}/former-slugs`, options),
    deleteFormerSlug: async (id, slug, options) =>
      void (await connection.request('DELETE', at(id) + path`/former-slugs/${slug}`, options)),
    bulk: (operations, { dryRun, ...options } = {}) =>
      connection.request('POST', `${address}/bulk`, { body: { operations }, query: { dryRun }, ...keyed(options) }),
  };
}
