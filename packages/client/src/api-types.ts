// The shapes of the API. Generated from docs/openapi.json by npm run generate: do not edit.

/** Stable, for programs. New ones may be added */
export type ProblemCode =
  | 'already_paid'
  | 'already_refunded'
  | 'already_set_up'
  | 'amount_too_large'
  | 'author_in_use'
  | 'author_not_found'
  | 'body_too_large'
  | 'checkout_expired'
  | 'conflict'
  | 'contact_not_found'
  | 'cross_origin'
  | 'delivery_not_found'
  | 'email_taken'
  | 'events_forgotten'
  | 'expectation_failed'
  | 'fetch_failed'
  | 'file_not_found'
  | 'file_too_large'
  | 'form_closed'
  | 'form_full'
  | 'form_not_found'
  | 'headers_too_large'
  | 'idempotency_key_reused'
  | 'import_in_progress'
  | 'import_not_found'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_body'
  | 'invalid_credentials'
  | 'invalid_header'
  | 'invalid_query'
  | 'invalid_setup_code'
  | 'invalid_signature'
  | 'invalid_token'
  | 'invoice_not_found'
  | 'item_in_trash'
  | 'item_not_found'
  | 'last_owner'
  | 'link_expired'
  | 'malformed_body'
  | 'malformed_json'
  | 'malformed_request'
  | 'malformed_url'
  | 'media_not_found'
  | 'method_not_allowed'
  | 'name_taken'
  | 'not_found'
  | 'not_paid'
  | 'nothing_to_publish'
  | 'overloaded'
  | 'payment_disputed'
  | 'payment_not_found'
  | 'picture_unusable'
  | 'processor_error'
  | 'processor_refused'
  | 'processor_unreachable'
  | 'query_too_slow'
  | 'rate_limited'
  | 'receiver_not_configured'
  | 'refund_not_found'
  | 'request_in_progress'
  | 'request_timeout'
  | 'revision_not_found'
  | 'revision_pruned'
  | 'session_not_found'
  | 'shutting_down'
  | 'slug_taken'
  | 'still_referenced'
  | 'store_unavailable'
  | 'submission_not_found'
  | 'subscriber_gone'
  | 'subscriber_not_found'
  | 'taxonomy_in_use'
  | 'taxonomy_not_found'
  | 'term_not_found'
  | 'token_in_query'
  | 'token_not_found'
  | 'type_change_not_found'
  | 'type_in_use'
  | 'type_not_found'
  | 'unauthenticated'
  | 'unsupported_media_type'
  | 'user_has_author'
  | 'user_needed'
  | 'user_not_found'
  | 'version_mismatch'
  | 'view_not_found';
export type ItemStatus = 'draft' | 'publish' | 'scheduled' | 'trash';
/** One change. `action` says which */
export type BulkOperation =
  CreateOperation | UpdateOperation | PublishOperation | TrashOperation | RestoreOperation | DeleteOperation;
/** `restore` brought an earlier revision back */
export type ChangeAction = 'create' | 'update' | 'publish' | 'unpublish' | 'trash' | 'untrash' | 'restore';
/** How it was changed: in the admin, with an API key, by an import, at a time that was set, or by the service. Null for changes from before revisions were stored */
export type ChangeWay = 'admin' | 'key' | 'import' | 'schedule' | 'system';
/** A field with another name is removed and added */
export type FieldPlanChange = 'added' | 'removed' | 'changed';
/** While it is `converting` or `undoing`, items follow one after another */
export type TypeChangeStatus = 'converting' | 'completed' | 'undoing' | 'undone';
/** `checking`: the file is read to its end before anything is stored. `checked`: it waits to be started. After `failed` and `canceled`, what has been stored stays; importing the file again continues */
export type ImportStatus = 'pending' | 'checking' | 'checked' | 'importing' | 'completed' | 'failed' | 'canceled';
export type SubmissionStatus = 'submitted' | 'awaiting_payment' | 'paid';
export type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer';
export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';
export type PaymentStatus = 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
/** What its events are about */
export type WebhookKind = 'content' | 'form' | 'payment';
export type ItemEventName = 'item.published' | 'item.updated' | 'item.unpublished' | 'item.trashed' | 'item.deleted';
export type WebhookEventName =
  | 'item.published'
  | 'item.updated'
  | 'item.unpublished'
  | 'item.trashed'
  | 'item.deleted'
  | 'submitted'
  | 'paid'
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.refunded'
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.canceled'
  | 'invoice.paid'
  | 'invoice.payment_failed';
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
export type FormEventName = 'submitted' | 'paid';
export type PaymentEventName =
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.refunded'
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.canceled'
  | 'invoice.paid'
  | 'invoice.payment_failed';
/** An event in the feed, identified by `type` */
export type FeedEvent =
  ItemFeedEvent | SubmissionFeedEvent | PaymentFeedEvent | SubscriptionFeedEvent | InvoiceFeedEvent;
export type Role = 'owner' | 'editor';
export type TokenScope =
  | 'content:read'
  | 'content:write'
  | 'forms:read'
  | 'forms:write'
  | 'payments:read'
  | 'payments:write'
  | 'crm:read'
  | 'crm:write'
  | 'admin';
/** An event of payments, subscriptions and invoices */
export type PaymentEvent = PaymentResultEvent | PaymentRefundedEvent | SubscriptionEvent | InvoiceEvent;
/** Any event, identified by `type` */
export type WebhookEvent = ItemEvent | FormEvent | PaymentEvent | TestEvent;

/** One fault of a request */
export interface Fault {
  /** JSON pointer into the body, or the name of a query parameter */
  pointer: string;
  code: string;
  detail: string;
}
/** Problem details (RFC 9457) */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  instance?: string;
  code: ProblemCode;
  errors?: Fault[];
  [k: string]: unknown;
}
/** With a token, this names the fields of the types of the site */
export interface ItemFilters {
  [k: string]: string;
}
export interface ItemConditions {
  id?: string;
  'id[eq]'?: string;
  'id[ne]'?: string;
  'id[in]'?: string;
  'id[nin]'?: string;
  slug?: string;
  'slug[eq]'?: string;
  'slug[ne]'?: string;
  'slug[in]'?: string;
  'slug[nin]'?: string;
  'slug[contains]'?: string;
  'slug[startsWith]'?: string;
  'slug[endsWith]'?: string;
  title?: string;
  'title[eq]'?: string;
  'title[ne]'?: string;
  'title[in]'?: string;
  'title[nin]'?: string;
  'title[gt]'?: string;
  'title[gte]'?: string;
  'title[lt]'?: string;
  'title[lte]'?: string;
  'title[contains]'?: string;
  'title[startsWith]'?: string;
  publishedAt?: string;
  'publishedAt[eq]'?: string;
  'publishedAt[ne]'?: string;
  'publishedAt[in]'?: string;
  'publishedAt[nin]'?: string;
  'publishedAt[gt]'?: string;
  'publishedAt[gte]'?: string;
  'publishedAt[lt]'?: string;
  'publishedAt[lte]'?: string;
  'publishedAt[exists]'?: boolean;
  createdAt?: string;
  'createdAt[eq]'?: string;
  'createdAt[ne]'?: string;
  'createdAt[in]'?: string;
  'createdAt[nin]'?: string;
  'createdAt[gt]'?: string;
  'createdAt[gte]'?: string;
  'createdAt[lt]'?: string;
  'createdAt[lte]'?: string;
  updatedAt?: string;
  'updatedAt[eq]'?: string;
  'updatedAt[ne]'?: string;
  'updatedAt[in]'?: string;
  'updatedAt[nin]'?: string;
  'updatedAt[gt]'?: string;
  'updatedAt[gte]'?: string;
  'updatedAt[lt]'?: string;
  'updatedAt[lte]'?: string;
  menuOrder?: string;
  'menuOrder[eq]'?: string;
  'menuOrder[ne]'?: string;
  'menuOrder[in]'?: string;
  'menuOrder[nin]'?: string;
  'menuOrder[gt]'?: string;
  'menuOrder[gte]'?: string;
  'menuOrder[lt]'?: string;
  'menuOrder[lte]'?: string;
  author?: string;
  'author[eq]'?: string;
  'author[ne]'?: string;
  'author[in]'?: string;
  'author[nin]'?: string;
  'author[exists]'?: boolean;
  parent?: string;
  'parent[eq]'?: string;
  'parent[ne]'?: string;
  'parent[in]'?: string;
  'parent[nin]'?: string;
  'parent[exists]'?: boolean;
  'tag[eq]'?: string;
  'tag[ne]'?: string;
  'tag[in]'?: string;
  'tag[nin]'?: string;
  'tag[all]'?: string;
  'tag[exists]'?: boolean;
  'category[eq]'?: string;
  'category[ne]'?: string;
  'category[in]'?: string;
  'category[nin]'?: string;
  'category[all]'?: string;
  'category[exists]'?: boolean;
  'category[under]'?: string;
}
export interface TermConditions {
  [k: string]: string;
}
/** A media record in a field of an item that was read with `expand` */
export interface ExpandedMedia {
  id: string;
  /** Null if the caller may not read the file */
  url: string | null;
  /** In pixels */
  width: number | null;
  /** In pixels */
  height: number | null;
  alt: string;
  /** URLs of smaller sizes with their widths; null if there are none */
  srcset: string | null;
}
/** An item in a field of another one that was read with `expand` */
export interface ExpandedItem {
  /** Opaque ID */
  id: string;
  slug: string;
  title: string;
  excerpt: string;
  /** Singular name of the content type */
  type: string;
  status: 'draft' | 'publish' | 'scheduled';
  /** RFC 3339 in UTC, with milliseconds */
  publishedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Custom fields of the content type */
  fields: {
    [k: string]: unknown;
  };
}
/** HTML without elements but `<mark>` around the words of a search; only with `highlight` */
export interface Highlight {
  /** The title */
  title: string;
  /** The part of the content with the first of the words; else the excerpt */
  text: string;
}
/** An item in a list */
export interface ListedItem {
  /** Opaque ID */
  id: string;
  slug: string;
  title: string;
  excerpt: string;
  /** Custom fields of the content type */
  fields: {
    [k: string]: unknown;
  };
  /** Singular name of the content type */
  type: string;
  status: ItemStatus;
  /** RFC 3339 in UTC, with milliseconds */
  publishedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Only in the trash: when it was moved there. It is deleted permanently `trashDays` (settings) later */
  trashedAt?: string;
  /** Only if it is set, and for callers with content:write: when the item becomes a draft */
  unpublishAt?: string;
  /** Only if it has a draft, and for callers with content:write */
  hasDraft?: true;
  author?: {
    slug: string;
    name: string;
    /** Only with `expand=author` */
    id?: string;
  } | null;
  highlight?: Highlight;
}
/** A user or an API key */
export interface ChangeMaker {
  /** Opaque ID */
  id: string;
  /** As it was at that time */
  name: string | null;
}
/** What will change in an item when its draft is published */
export interface DraftNote {
  /** Increases by 1 with every change of the draft */
  version: number;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  by: ChangeMaker | null;
  /** The members that will change when it is published, custom fields as `fields.` and their name */
  changed: string[];
  /** When it will be published */
  publishAt: string | null;
  /** Why it was not published at its time */
  problem: string | null;
}
/** An item with the members that `select` names */
export interface SelectedItem {
  /** Opaque ID */
  id: string;
  slug?: string;
  title?: string;
  excerpt?: string;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  /** Singular name of the content type */
  type?: string;
  status?: ItemStatus;
  /** RFC 3339 in UTC, with milliseconds */
  publishedAt?: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
  /** Only in the trash: when it was moved there. It is deleted permanently `trashDays` (settings) later */
  trashedAt?: string;
  /** Only if it is set, and for callers with content:write: when the item becomes a draft */
  unpublishAt?: string;
  /** Only if it has a draft, and for callers with content:write */
  hasDraft?: true;
  author?: {
    slug: string;
    name: string;
    /** Only with `expand=author` */
    id?: string;
  } | null;
  highlight?: Highlight;
  content?: string;
  menuOrder?: number;
  /** Slugs */
  tags?: string[];
  /** Slugs */
  categories?: string[];
  /** Only if the type has taxonomies of the site: slugs of terms by the names of the taxonomies */
  terms?: {
    [k: string]: string[];
  };
  /** Opaque ID */
  parentId?: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** Increases by 1 with every change */
  version?: number;
  draft?: DraftNote;
  /** Only at a slug that the item no longer has: its present URL in the API */
  redirect?: string;
}
export interface NewItem {
  title: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  slug?: string;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** Opaque ID */
  parentId?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  status?: 'draft' | 'publish' | 'scheduled';
  /** RFC 3339: when a published or scheduled item becomes a draft; null: not at a time */
  unpublishAt?: string | null;
}
/** An item with its content */
export interface Item {
  /** Opaque ID */
  id: string;
  slug: string;
  title: string;
  excerpt: string;
  /** Custom fields of the content type */
  fields: {
    [k: string]: unknown;
  };
  /** Singular name of the content type */
  type: string;
  status: ItemStatus;
  /** RFC 3339 in UTC, with milliseconds */
  publishedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Only in the trash: when it was moved there. It is deleted permanently `trashDays` (settings) later */
  trashedAt?: string;
  /** Only if it is set, and for callers with content:write: when the item becomes a draft */
  unpublishAt?: string;
  content: string;
  menuOrder: number;
  /** Slugs */
  tags: string[];
  /** Slugs */
  categories: string[];
  /** Only if the type has taxonomies of the site: slugs of terms by the names of the taxonomies */
  terms?: {
    [k: string]: string[];
  };
  /** Opaque ID */
  parentId: string | null;
  author: {
    slug: string;
    name: string;
    /** Only with `expand=author` */
    id?: string;
  } | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** Increases by 1 with every change */
  version: number;
  draft?: DraftNote;
  /** Only at a slug that the item no longer has: its present URL in the API */
  redirect?: string;
}
/** An item can be sent back as it was read. `fields` merges key by key, and null removes a key. A `status` other than `trash` restores an item from the trash, under a numbered slug if another item has its slug now. The rules of the type bind the fields that change, and all fields when the item is published */
export interface ItemChange {
  title?: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  /** Made from the title again if null */
  slug?: string | null;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** Opaque ID */
  parentId?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  status?: ItemStatus;
  /** RFC 3339: when a published or scheduled item becomes a draft; null: not at a time */
  unpublishAt?: string | null;
  /** Accepted only as it was read */
  id?: string;
  /** Accepted only as it was read */
  type?: string;
  /** Accepted only as it was read */
  author?: {
    slug: string;
    name: string;
    /** Only with `expand=author` */
    id?: string;
  } | null;
  /** Accepted only as it was read */
  createdAt?: string;
  /** Accepted only as it was read */
  updatedAt?: string;
  /** Accepted only as it was read */
  version?: number;
  draft?: DraftNote;
  /** Accepted only as it was read */
  trashedAt?: string;
  /** Accepted only as it was read */
  hasDraft?: boolean;
  /** Accepted only as it was read */
  redirect?: string;
}
export interface Deleted {
  /** Opaque ID */
  id: string;
  deleted: true;
}
/** Creates an item, like `POST /content/:type` */
export interface CreateOperation {
  action: 'create';
  title: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  slug?: string;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** Opaque ID */
  parentId?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  status?: 'draft' | 'publish' | 'scheduled';
  /** RFC 3339: when a published or scheduled item becomes a draft; null: not at a time */
  unpublishAt?: string | null;
}
/** Updates an item, like `PATCH /content/:type/:id`, and can add and remove single tags, categories and other terms */
export interface UpdateOperation {
  action: 'update';
  /** ID or slug of an item that exists before the request */
  id: string;
  /** The `ETag` of the item as it was read, as in the header `If-Match` */
  ifMatch?: string;
  title?: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  /** Made from the title again if null */
  slug?: string | null;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** Opaque ID */
  parentId?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  status?: ItemStatus;
  /** RFC 3339: when a published or scheduled item becomes a draft; null: not at a time */
  unpublishAt?: string | null;
  /** Accepted only as it was read */
  type?: string;
  /** Accepted only as it was read */
  author?: {
    slug: string;
    name: string;
    /** Only with `expand=author` */
    id?: string;
  } | null;
  /** Accepted only as it was read */
  createdAt?: string;
  /** Accepted only as it was read */
  updatedAt?: string;
  /** Accepted only as it was read */
  version?: number;
  draft?: DraftNote;
  /** Accepted only as it was read */
  trashedAt?: string;
  /** Accepted only as it was read */
  hasDraft?: boolean;
  /** Accepted only as it was read */
  redirect?: string;
  /**
   * Slugs or names of tags to add to those that the item has
   *
   * @maxItems 100
   */
  addTags?: string[];
  /**
   * Slugs or names of tags to remove. Those that the item does not have are ignored
   *
   * @maxItems 100
   */
  removeTags?: string[];
  /**
   * Slugs or names of categories to add to those that the item has
   *
   * @maxItems 100
   */
  addCategories?: string[];
  /**
   * Slugs or names of categories to remove. Those that the item does not have are ignored
   *
   * @maxItems 100
   */
  removeCategories?: string[];
  /** Slugs or names of terms to add, by the names of the taxonomies of the type */
  addTerms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** Slugs or names of terms to remove, by taxonomy. Those that the item does not have are ignored */
  removeTerms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
}
/** Publishes an item with its draft, like `POST /content/:type/:id/publish` */
export interface PublishOperation {
  action: 'publish';
  /** ID or slug of an item that exists before the request */
  id: string;
  /** The `ETag` of the item as it was read, as in the header `If-Match` */
  ifMatch?: string;
}
/** Moves an item to the trash. One that is already there stays as it is */
export interface TrashOperation {
  action: 'trash';
  /** ID or slug of an item that exists before the request */
  id: string;
  /** The `ETag` of the item as it was read, as in the header `If-Match` */
  ifMatch?: string;
}
/** Restores an item from the trash. One that is elsewhere stays as it is */
export interface RestoreOperation {
  action: 'restore';
  /** ID or slug of an item that exists before the request */
  id: string;
  /** The `ETag` of the item as it was read, as in the header `If-Match` */
  ifMatch?: string;
  /** What it becomes */
  status?: 'draft' | 'publish' | 'scheduled';
}
/** Deletes an item permanently, like `DELETE /content/:type/:id?force=true`. References of items that the same request deletes are no obstacle */
export interface DeleteOperation {
  action: 'delete';
  /** ID or slug of an item that exists before the request */
  id: string;
  /** The `ETag` of the item as it was read, as in the header `If-Match` */
  ifMatch?: string;
  /** Remove the references of other items to it. Without this, it is not deleted while other items refer to it (409) */
  references?: 'clear';
}
export interface BulkRequest {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  operations: BulkOperation[];
}
/** What the item was before; null for a new one */
export interface BulkPrevious {
  status: ItemStatus;
  /** RFC 3339 in UTC, with milliseconds */
  publishedAt: string | null;
  /** Slugs */
  tags: string[];
  /** Slugs */
  categories: string[];
  /** Only if the type has taxonomies of the site: slugs of terms by the names of the taxonomies */
  terms?: {
    [k: string]: string[];
  };
}
/** What one operation did */
export interface BulkResult {
  action: 'create' | 'update' | 'publish' | 'trash' | 'restore' | 'delete';
  /** Null for an item that a dry run would create */
  id: string | null;
  slug: string;
  status: ItemStatus | null;
  /** Null for a deleted item */
  version: number | null;
  /** Whether it changed anything */
  changed: boolean;
  previous: BulkPrevious | null;
}
/** What the operations did, or would do */
export interface BulkResponse {
  dryRun: boolean;
  /** One for each operation, in their order */
  results: BulkResult[];
}
/** What an item was between two changes, and the change that made it so */
export interface Revision {
  /** The `version` that the item had */
  number: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  action: ChangeAction;
  way: ChangeWay | null;
  by: ChangeMaker | null;
  /** The members with other values than before, custom fields as `fields.` and their name */
  changed: string[];
  /** A named revision is always kept */
  name: string | null;
  /** Whether it is what the item is now */
  current: boolean;
}
/** A revision with what the item was */
export interface WholeRevision {
  /** The `version` that the item had */
  number: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  action: ChangeAction;
  way: ChangeWay | null;
  by: ChangeMaker | null;
  /** The members with other values than before, custom fields as `fields.` and their name */
  changed: string[];
  /** A named revision is always kept */
  name: string | null;
  /** Whether it is what the item is now */
  current: boolean;
  item: {
    title: string;
    slug: string;
    excerpt: string;
    content: string;
    /** RFC 3339 in UTC, with milliseconds */
    publishedAt: string | null;
    /** Only if it is set, and for callers with content:write: when the item becomes a draft */
    unpublishAt?: string;
    menuOrder: number;
    /** Slugs */
    tags: string[];
    /** Slugs */
    categories: string[];
    /** Only if the type has taxonomies of the site: slugs of terms by the names of the taxonomies */
    terms?: {
      [k: string]: string[];
    };
    /** Opaque ID */
    parentId: string | null;
    fields: {
      [k: string]: unknown;
    };
    status: 'draft' | 'publish' | 'trash';
    /** Opaque ID */
    authorId: string | null;
  };
}
export interface RevisionName {
  name: string | null;
}
/** The members that differ between two revisions */
export interface Differences {
  /** Number of the earlier revision */
  from: number;
  /** Number of the later revision */
  to: number;
  changes: {
    /** A member of the item; custom fields are `fields.` and their name */
    member: string;
    /** Null if it had none */
    before: {
      [k: string]: unknown;
    };
    /** Null if it has none */
    after: {
      [k: string]: unknown;
    };
  }[];
}
/** What will change when the draft is published. It is not checked before that, so it may be incomplete. `fields` merges key by key, and null removes a key */
export interface DraftChange {
  /** May be empty until it is published */
  title?: string;
  /** HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean */
  content?: string;
  slug?: string;
  /** Made from the content if null or never set */
  excerpt?: string | null;
  /** Custom fields of the content type */
  fields?: {
    [k: string]: unknown;
  };
  menuOrder?: number;
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Slugs or names; created on first use
   *
   * @maxItems 100
   */
  categories?: string[];
  /** Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are */
  terms?: {
    /**
     * Slugs or names; created on first use
     *
     * @maxItems 100
     */
    [k: string]: string[];
  };
  /** RFC 3339; a future time schedules the item */
  publishedAt?: string | null;
  /** Opaque ID */
  parentId?: string | null;
  /** ID or slug of an author; by default the signed-in user who creates the item */
  authorId?: string | null;
  /** Accepted only as it was read */
  id?: string;
  /** Accepted only as it was read */
  type?: string;
  /** Accepted only as it was read */
  author?: {
    slug: string;
    name: string;
    /** Only with `expand=author` */
    id?: string;
  } | null;
  /** Accepted only as it was read */
  createdAt?: string;
  /** Accepted only as it was read */
  updatedAt?: string;
  /** Accepted only as it was read */
  version?: number;
  draft?: DraftNote;
  /** Accepted only as it was read */
  trashedAt?: string;
  /** Accepted only as it was read */
  hasDraft?: boolean;
  /** Accepted only as it was read */
  redirect?: string;
  /** Accepted only as it was read */
  status?: string;
  /** Accepted only as it was read */
  unpublishAt?: string;
}
export interface Publication {
  /** RFC 3339; now without it. Null: a draft that waits for its time does not any more */
  at?: string | null;
}
/** A user or API key that is editing an item now */
export interface Editor {
  /** Opaque ID */
  itemId: string;
  /** Singular name of the content type */
  type: string;
  by: ChangeMaker;
  /** RFC 3339 in UTC, with milliseconds */
  since: string;
  /** RFC 3339 in UTC, with milliseconds */
  seenAt: string;
}
export interface OpenEditor {
  /** Opaque ID */
  itemId: string;
  /** Chosen by the caller at random for each window: 8 to 64 letters, digits, hyphens and underscores */
  window: string;
}
export interface Editing {
  /** The other windows with this item, the first opened first */
  others: Editor[];
  /** When the item or its draft was saved last, and by whom */
  saved: {
    version: number;
    /** Null without a draft */
    draftVersion: number | null;
    /** RFC 3339 in UTC, with milliseconds */
    at: string;
    by: ChangeMaker | null;
  };
}
/** A slug that an item had, and still answers at */
export interface FormerSlug {
  slug: string;
  /** When the item got another slug */
  createdAt: string;
}
/** An item that refers to another one */
export interface ItemUse {
  /** Opaque ID */
  id: string;
  /** Singular name of the content type */
  type: string;
  slug: string;
  title: string;
  /** Fields that refer to it; `content` for a text that links to it with `data-item` */
  fields: string[];
}
/** An item that refers to another one */
export interface ItemReference {
  /** Opaque ID */
  id: string;
  /** Singular name of the content type */
  type: string;
  slug: string;
  title: string;
  status: 'draft' | 'publish' | 'scheduled';
  /** Fields that refer to it, such as `brand` or `rows.photo`; `content` for a text that links to it */
  fields: string[];
}
export interface PreviewBody {
  /** Seconds */
  expiresIn?: number;
}
/** A link with which anyone can read the draft of an item until it expires */
export interface Preview {
  /** From `previewUrl` of the type, or else a simple page of the service */
  url: string;
  /** For `GET /content/:type/:id?preview=<token>` */
  token: string;
  /** RFC 3339 in UTC, with milliseconds */
  expiresAt: string;
}
/** A custom field of a content type, or a question of a form */
export interface FieldDeclaration {
  /** Key of the value */
  name: string;
  /** Kind of field */
  type:
    | 'text'
    | 'textarea'
    | 'richtext'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'select'
    | 'radio'
    | 'multiselect'
    | 'checkbox'
    | 'url'
    | 'email'
    | 'phone'
    | 'media'
    | 'reference'
    | 'time'
    | 'color'
    | 'slug'
    | 'money'
    | 'geo'
    | 'group'
    | 'list'
    | 'blocks'
    | 'json'
    | 'consent'
    | 'hidden'
    | 'file'
    | 'payment';
  /** What people see instead of the name */
  label?: string;
  /** A hint beside the field */
  help?: string;
  /** Whether a value is required; a text must not be blank, and a list not empty */
  required?: boolean;
  default?: unknown;
  /** Minimum value, earliest date, minimum number of characters, or of entries in a list */
  min?: number | string;
  /** Maximum value, latest date, maximum number of characters, or of entries in a list */
  max?: number | string;
  /** Regular expression that the whole text must match, without look-around and back-references */
  pattern?: string;
  /**
   * What can be chosen: texts, or objects whose `label` people see instead of the `value`
   *
   * @minItems 1
   * @maxItems 1000
   */
  options?: (
    | string
    | {
        value: string;
        label: string;
      }
  )[];
  /** Whether two items of a type may not have the same value */
  unique?: boolean;
  /** Whether lists that filter or sort by the field use an index, which keeps them fast with many items */
  indexed?: boolean;
  /** The scope that reading the field requires, besides reading the item. For everyone else neither the field nor its values exist: `content:read` hides it from visitors, `content:write` from all who may not change the items */
  scope?: 'content:read' | 'content:write';
  /**
   * The fields of a group
   *
   * @minItems 1
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
  of?: EntryDeclaration;
  /**
   * The blocks that a list can have: each has a `name`, which its values have as `type`, and `fields`
   *
   * @minItems 1
   * @maxItems 100
   */
  blocks?: BlockDeclaration[];
  /**
   * Singular names of the content types whose items can be referred to; without it, all
   *
   * @minItems 1
   * @maxItems 50
   */
  to?: string[];
  /** Whether the value is a list of several */
  multiple?: boolean;
  /** What happens when a referenced item or media record is deleted permanently: `refuse`, the default, rejects that unless the request clears references; `clear` removes the reference; `keep` leaves the ID */
  onDelete?: 'refuse' | 'clear' | 'keep';
  /** Accepted media types, such as image/png or image/* */
  accept?: string[];
  /** Maximum size of one file in bytes */
  maxSize?: number;
  /** Maximum number of files */
  maxFiles?: number;
  /** Price in the minor unit of the currency, such as cents */
  amount?: number;
  /** ISO 4217, such as eur */
  currency?: string;
  /** What the payment is for */
  description?: string;
  /** In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is never required, and its answer is not stored */
  visibleWhen?: {
    field: string;
    equals?: unknown;
    notEquals?: unknown;
  };
  /** In a form, the part of the hosted page that shows the field */
  step?: number;
}
/** What each entry of a list is: a declaration without `name`, such as `{ "type": "number", "min": 0 }` or a group. Without it, the entries are texts */
export interface EntryDeclaration {
  /** Kind of field */
  type:
    | 'text'
    | 'textarea'
    | 'richtext'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'select'
    | 'radio'
    | 'multiselect'
    | 'checkbox'
    | 'url'
    | 'email'
    | 'phone'
    | 'media'
    | 'reference'
    | 'time'
    | 'color'
    | 'slug'
    | 'money'
    | 'geo'
    | 'group'
    | 'list'
    | 'blocks'
    | 'json'
    | 'consent'
    | 'hidden'
    | 'file'
    | 'payment';
  /** What people see instead of the name */
  label?: string;
  /** A hint beside the field */
  help?: string;
  /** Whether a value is required; a text must not be blank, and a list not empty */
  required?: boolean;
  default?: unknown;
  /** Minimum value, earliest date, minimum number of characters, or of entries in a list */
  min?: number | string;
  /** Maximum value, latest date, maximum number of characters, or of entries in a list */
  max?: number | string;
  /** Regular expression that the whole text must match, without look-around and back-references */
  pattern?: string;
  /**
   * What can be chosen: texts, or objects whose `label` people see instead of the `value`
   *
   * @minItems 1
   * @maxItems 1000
   */
  options?: (
    | string
    | {
        value: string;
        label: string;
      }
  )[];
  /** Whether two items of a type may not have the same value */
  unique?: boolean;
  /** Whether lists that filter or sort by the field use an index, which keeps them fast with many items */
  indexed?: boolean;
  /** The scope that reading the field requires, besides reading the item. For everyone else neither the field nor its values exist: `content:read` hides it from visitors, `content:write` from all who may not change the items */
  scope?: 'content:read' | 'content:write';
  /**
   * The fields of a group
   *
   * @minItems 1
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
  of?: EntryDeclaration1;
  /**
   * The blocks that a list can have: each has a `name`, which its values have as `type`, and `fields`
   *
   * @minItems 1
   * @maxItems 100
   */
  blocks?: BlockDeclaration[];
  /**
   * Singular names of the content types whose items can be referred to; without it, all
   *
   * @minItems 1
   * @maxItems 50
   */
  to?: string[];
  /** Whether the value is a list of several */
  multiple?: boolean;
  /** What happens when a referenced item or media record is deleted permanently: `refuse`, the default, rejects that unless the request clears references; `clear` removes the reference; `keep` leaves the ID */
  onDelete?: 'refuse' | 'clear' | 'keep';
  /** Accepted media types, such as image/png or image/* */
  accept?: string[];
  /** Maximum size of one file in bytes */
  maxSize?: number;
  /** Maximum number of files */
  maxFiles?: number;
  /** Price in the minor unit of the currency, such as cents */
  amount?: number;
  /** ISO 4217, such as eur */
  currency?: string;
  /** What the payment is for */
  description?: string;
  /** In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is never required, and its answer is not stored */
  visibleWhen?: {
    field: string;
    equals?: unknown;
    notEquals?: unknown;
  };
  /** In a form, the part of the hosted page that shows the field */
  step?: number;
}
/** What each entry of a list is: a declaration without `name`, such as `{ "type": "number", "min": 0 }` or a group. Without it, the entries are texts */
export interface EntryDeclaration1 {
  /** Kind of field */
  type:
    | 'text'
    | 'textarea'
    | 'richtext'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'select'
    | 'radio'
    | 'multiselect'
    | 'checkbox'
    | 'url'
    | 'email'
    | 'phone'
    | 'media'
    | 'reference'
    | 'time'
    | 'color'
    | 'slug'
    | 'money'
    | 'geo'
    | 'group'
    | 'list'
    | 'blocks'
    | 'json'
    | 'consent'
    | 'hidden'
    | 'file'
    | 'payment';
  /** What people see instead of the name */
  label?: string;
  /** A hint beside the field */
  help?: string;
  /** Whether a value is required; a text must not be blank, and a list not empty */
  required?: boolean;
  default?: unknown;
  /** Minimum value, earliest date, minimum number of characters, or of entries in a list */
  min?: number | string;
  /** Maximum value, latest date, maximum number of characters, or of entries in a list */
  max?: number | string;
  /** Regular expression that the whole text must match, without look-around and back-references */
  pattern?: string;
  /**
   * What can be chosen: texts, or objects whose `label` people see instead of the `value`
   *
   * @minItems 1
   * @maxItems 1000
   */
  options?: (
    | string
    | {
        value: string;
        label: string;
      }
  )[];
  /** Whether two items of a type may not have the same value */
  unique?: boolean;
  /** Whether lists that filter or sort by the field use an index, which keeps them fast with many items */
  indexed?: boolean;
  /** The scope that reading the field requires, besides reading the item. For everyone else neither the field nor its values exist: `content:read` hides it from visitors, `content:write` from all who may not change the items */
  scope?: 'content:read' | 'content:write';
  /**
   * The fields of a group
   *
   * @minItems 1
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
  of?: EntryDeclaration1;
  /**
   * The blocks that a list can have: each has a `name`, which its values have as `type`, and `fields`
   *
   * @minItems 1
   * @maxItems 100
   */
  blocks?: BlockDeclaration[];
  /**
   * Singular names of the content types whose items can be referred to; without it, all
   *
   * @minItems 1
   * @maxItems 50
   */
  to?: string[];
  /** Whether the value is a list of several */
  multiple?: boolean;
  /** What happens when a referenced item or media record is deleted permanently: `refuse`, the default, rejects that unless the request clears references; `clear` removes the reference; `keep` leaves the ID */
  onDelete?: 'refuse' | 'clear' | 'keep';
  /** Accepted media types, such as image/png or image/* */
  accept?: string[];
  /** Maximum size of one file in bytes */
  maxSize?: number;
  /** Maximum number of files */
  maxFiles?: number;
  /** Price in the minor unit of the currency, such as cents */
  amount?: number;
  /** ISO 4217, such as eur */
  currency?: string;
  /** What the payment is for */
  description?: string;
  /** In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is never required, and its answer is not stored */
  visibleWhen?: {
    field: string;
    equals?: unknown;
    notEquals?: unknown;
  };
  /** In a form, the part of the hosted page that shows the field */
  step?: number;
}
/** A kind of block in a field */
export interface BlockDeclaration {
  /** The `type` of its values */
  name: string;
  /** What people see instead of the name */
  label?: string;
  /**
   * The fields of the block
   *
   * @maxItems 200
   */
  fields: FieldDeclaration[];
}
/** A kind of content and its custom fields */
export interface PostType {
  /** Singular name, as in URLs */
  name: string;
  /** Plural name, which also works in URLs; the name and `s` by default */
  plural: string;
  /** What people see, in the plural, such as Products; made from `plural` by default */
  label: string;
  /** Whether undeclared custom fields are rejected */
  strict: boolean;
  /** Whether published items can be read without a token */
  publicRead: boolean;
  /** Where items are on the site: an http or https URL with `{slug}` or `{id}`, and perhaps `{type}` and `{plural}` */
  url?: string;
  /** Where the site shows items that are not published. As `url`; `{token}` is what reads the draft: `GET /content/:type/:id?preview=<token>` */
  previewUrl?: string;
  /** Posts and pages, which cannot be deleted */
  builtIn: boolean;
  /** @maxItems 200 */
  fields: FieldDeclaration[];
  /** Only if there are any: the names of the taxonomies of the site that its items have */
  taxonomies?: string[];
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
export interface NewPostType {
  /** Singular name, as in URLs */
  name: string;
  /** Plural name, which also works in URLs; the name and `s` by default */
  plural?: string;
  /** What people see, in the plural, such as Products; made from `plural` by default */
  label?: string;
  /** Whether undeclared custom fields are rejected */
  strict?: boolean;
  /** Whether published items can be read without a token */
  publicRead?: boolean;
  /** Where items are on the site: an http or https URL with `{slug}` or `{id}`, and perhaps `{type}` and `{plural}` */
  url?: string | null;
  /** Where the site shows items that are not published. As `url`; `{token}` is what reads the draft: `GET /content/:type/:id?preview=<token>` */
  previewUrl?: string | null;
  /** @maxItems 200 */
  fields?: FieldDeclaration[];
}
/** Only the given members change */
export interface PostTypeChange {
  /** Plural name, which also works in URLs; the name and `s` by default */
  plural?: string;
  /** What people see, in the plural, such as Products; made from `plural` by default */
  label?: string;
  /** Whether undeclared custom fields are rejected */
  strict?: boolean;
  /** Whether published items can be read without a token */
  publicRead?: boolean;
  /** Where items are on the site: an http or https URL with `{slug}` or `{id}`, and perhaps `{type}` and `{plural}` */
  url?: string | null;
  /** Where the site shows items that are not published. As `url`; `{token}` is what reads the draft: `GET /content/:type/:id?preview=<token>` */
  previewUrl?: string | null;
  /** @maxItems 200 */
  fields?: FieldDeclaration[];
}
/** What a change of a content type means for stored values */
export interface FieldConversion {
  field: string;
  /** Stored values of another kind that can be converted */
  convertible: number;
  /** Stored values that cannot be converted */
  misfits: number;
  /** Some of the values that cannot be converted */
  examples: {
    /** Opaque ID */
    itemId: string;
    value: unknown;
  }[];
}
/** An item with a stored value, and what becomes of it */
export interface PlannedValue {
  /** Opaque ID */
  id: string;
  slug: string;
  title: string;
  /** The stored value; long ones are cut */
  value: {
    [k: string]: unknown;
  };
  /** What it would be converted to; null for a value that says nothing */
  result?: {
    [k: string]: unknown;
  };
  /** Why it does not fit */
  reason?: string;
}
/** What a change of a content type means for one field */
export interface FieldPlan {
  field: string;
  change: FieldPlanChange;
  /** The kind of the field before */
  from: string | null;
  /** The kind of the field after */
  to: string | null;
  /** Items with a value of this name. Those of a removed field keep it */
  values: number;
  /** Items whose value would be converted with `convert=true` */
  converted: number;
  /** Items that would no longer fit. Their values stay as they are, and must fit before the field is changed or the item is published */
  unfit: number;
  /** At most 20 items that would not fit, then at most 20 that would be converted */
  examples: PlannedValue[];
}
/** What a change of a content type would mean for its items */
export interface TypeChangePlan {
  /** Items of the type, including those in the trash */
  items: number;
  /** Fields whose values or rules change */
  fields: FieldPlan[];
}
/** A change of a content type, with what became of its items */
export interface TypeChange {
  /** Opaque ID */
  id: string;
  /** Singular name of the content type */
  type: string;
  status: TypeChangeStatus;
  /** What changed: members of the type, and fields as `fields.` and their name */
  members: string[];
  /** Whether stored values are converted */
  converts: boolean;
  by: ChangeMaker | null;
  progress: {
    /** Items that have been read */
    read: number;
    /** Items of the type when it began */
    total: number;
  };
  /** Fields with stored values that did not fit */
  conversions: FieldConversion[];
  /** When it was undone: items that had been edited since, which keep these values */
  left: number;
  /** At most 20 of them, with the fields that were edited */
  leftItems: {
    /** Opaque ID */
    id: string;
    slug: string;
    title: string;
    fields: string[];
  }[];
  /** Whether it is the last change, and can be undone now */
  undoable: boolean;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  endedAt: string | null;
  /** When it can no longer be undone */
  keptUntil: string | null;
}
/** A content type, and what its change means for stored values: `plan` of a dry run, `change` if values are converted */
export interface ChangedPostType {
  /** Singular name, as in URLs */
  name: string;
  /** Plural name, which also works in URLs; the name and `s` by default */
  plural: string;
  /** What people see, in the plural, such as Products; made from `plural` by default */
  label: string;
  /** Whether undeclared custom fields are rejected */
  strict: boolean;
  /** Whether published items can be read without a token */
  publicRead: boolean;
  /** Where items are on the site: an http or https URL with `{slug}` or `{id}`, and perhaps `{type}` and `{plural}` */
  url?: string;
  /** Where the site shows items that are not published. As `url`; `{token}` is what reads the draft: `GET /content/:type/:id?preview=<token>` */
  previewUrl?: string;
  /** Posts and pages, which cannot be deleted */
  builtIn: boolean;
  /** @maxItems 200 */
  fields: FieldDeclaration[];
  /** Only if there are any: the names of the taxonomies of the site that its items have */
  taxonomies?: string[];
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Fields with stored values that did not fit */
  conversions?: FieldConversion[];
  plan?: TypeChangePlan;
  change?: TypeChange;
}
/** Filters, order and columns of a list of items, under a name */
export interface SavedView {
  /** Opaque ID */
  id: string;
  /** Singular name of the content type */
  type: string;
  name: string;
  /** Whether all users see it */
  shared: boolean;
  /** The query of the list in the admin: filters, order, columns and size of a page */
  search: {
    [k: string]: string;
  };
  /** Who saved it */
  by: {
    /** Opaque ID */
    id: string;
    name: string;
  };
  /** Whether you can change and delete it: yours, and as an owner all shared ones */
  editable: boolean;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
export interface NewSavedView {
  /** Singular or plural name of a content type */
  type: string;
  name: string;
  /** Whether all users see it */
  shared?: boolean;
  /** The query of the list in the admin: filters, order, columns and size of a page */
  search: {
    [k: string]: string;
  };
}
/** Only the given members change */
export interface SavedViewChange {
  name?: string;
  /** Whether all users see it */
  shared?: boolean;
  /** The query of the list in the admin: filters, order, columns and size of a page */
  search?: {
    [k: string]: string;
  };
}
/** A tag or a category */
export interface Term {
  /** Opaque ID */
  id: string;
  slug: string;
  name: string;
  description: string;
  /** Opaque ID */
  parentId: string | null;
  /** Number of published items with this term */
  count: number;
}
export interface NewTerm {
  name: string;
  slug?: string;
  description?: string;
  /** Slug or ID of a term of the same taxonomy that can be nested, such as a category */
  parent?: string | null;
}
export interface TermChange {
  name?: string;
  slug?: string;
  description?: string;
  /** Slug or ID of a term of the same taxonomy that can be nested, such as a category */
  parent?: string | null;
}
/** What items are sorted into: its terms are those of items of some types */
export interface Taxonomy {
  /** As in URLs, in `terms` of items and in filters (`terms[brands]=nike`): it cannot be changed */
  name: string;
  /** What people see, in the plural, such as Brands; made from `name` by default */
  label: string;
  /** What people see for one term, such as Brand; `label` by default */
  singular: string;
  /** What its terms are for */
  description: string;
  /** Whether terms can have a parent */
  nested: boolean;
  /** Whether its terms can be read without a token */
  publicRead: boolean;
  /** The singular names of the content types whose items have its terms */
  types: string[];
  /** Tags and categories, which all types have and which cannot be changed */
  builtIn: boolean;
  /** Null for tags and categories */
  createdAt: string | null;
  /** Null for tags and categories */
  updatedAt: string | null;
}
export interface NewTaxonomy {
  /** As in URLs, in `terms` of items and in filters (`terms[brands]=nike`): it cannot be changed */
  name: string;
  /** What people see, in the plural, such as Brands; made from `name` by default */
  label?: string;
  /** What people see for one term, such as Brand; `label` by default */
  singular?: string;
  /** What its terms are for */
  description?: string;
  /** Whether terms can have a parent */
  nested?: boolean;
  /** Whether its terms can be read without a token */
  publicRead?: boolean;
  /**
   * The singular names of the content types whose items have its terms
   *
   * @maxItems 200
   */
  types?: string[];
}
/** Only the given members change */
export interface TaxonomyChange {
  /** What people see, in the plural, such as Brands; made from `name` by default */
  label?: string;
  /** What people see for one term, such as Brand; `label` by default */
  singular?: string;
  /** What its terms are for */
  description?: string;
  /** Whether terms can have a parent */
  nested?: boolean;
  /** Whether its terms can be read without a token */
  publicRead?: boolean;
  /**
   * The singular names of the content types whose items have its terms
   *
   * @maxItems 200
   */
  types?: string[];
}
/** A term of a taxonomy */
export interface TaxonomyTerm {
  /** Opaque ID */
  id: string;
  slug: string;
  name: string;
  description: string;
  /** Opaque ID */
  parentId: string | null;
  /** Number of published items with this term */
  count: number;
  /** The place among the terms with the same parent, in trees; of equal ones the slug decides */
  menuOrder: number;
}
export interface NewTaxonomyTerm {
  name: string;
  slug?: string;
  description?: string;
  /** Slug or ID of a term of the same taxonomy that can be nested, such as a category */
  parent?: string | null;
  /** The place among the terms with the same parent, in trees; of equal ones the slug decides */
  menuOrder?: number;
}
/** A term of a taxonomy at its place in the tree */
export interface TreeTerm {
  /** Opaque ID */
  id: string;
  slug: string;
  name: string;
  description: string;
  /** Opaque ID */
  parentId: string | null;
  /** Number of published items with this term */
  count: number;
  /** The place among the terms with the same parent, in trees; of equal ones the slug decides */
  menuOrder: number;
  /** How many terms are above it */
  depth: number;
}
export interface TaxonomyTermChange {
  name?: string;
  slug?: string;
  description?: string;
  /** Slug or ID of a term of the same taxonomy that can be nested, such as a category */
  parent?: string | null;
  /** The place among the terms with the same parent, in trees; of equal ones the slug decides */
  menuOrder?: number;
}
export interface TermMerge {
  /** Slug or ID of the term that stays, of the same taxonomy */
  into: string;
}
/** The term that stays, and what it got */
export interface MergedTerm {
  term: TaxonomyTerm;
  /** How many items had the term that was merged, drafts and the trash included */
  items: number;
  /** How many terms were directly below it */
  children: number;
  dryRun: boolean;
}
/** A link on the page of an author */
export interface AuthorLink {
  label: string;
  /** `https://`, `http://` or `mailto:` */
  url: string;
}
/** An author of items */
export interface Author {
  /** Opaque ID */
  id: string;
  slug: string;
  name: string;
  /** Text without markup */
  bio: string;
  /** Opaque ID */
  pictureId: string | null;
  picture: ExpandedMedia | null;
  links: AuthorLink[];
  /** Number of published items of this author */
  count: number;
  /** Only with content:write */
  email?: string | null;
  /** The user who is this author; only with content:write */
  userId?: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
export interface NewAuthor {
  name: string;
  slug?: string;
  /** Text without markup */
  bio?: string;
  /** ID of a media record */
  pictureId?: string | null;
  /** @maxItems 20 */
  links?: AuthorLink[];
  /** Never public */
  email?: string | null;
  /** The user who is this author; requires `admin`. Null: an author who cannot sign in */
  userId?: string | null;
}
export interface AuthorChange {
  name?: string;
  slug?: string;
  /** Text without markup */
  bio?: string;
  /** ID of a media record */
  pictureId?: string | null;
  /** @maxItems 20 */
  links?: AuthorLink[];
  /** Never public */
  email?: string | null;
  /** The user who is this author; requires `admin`. Null: an author who cannot sign in */
  userId?: string | null;
}
/** A picture or another file used in items */
export interface Media {
  /** Opaque ID */
  id: string;
  title: string;
  /** Text that describes the picture to people who cannot see it */
  alt: string;
  caption: string;
  description: string;
  mimeType: string | null;
  /** Where it was imported from */
  sourceUrl: string | null;
  /** Opaque ID */
  fileId: string | null;
  /** The item it was uploaded to */
  itemId: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** Where the file is: the URL changes when the file is replaced, and old ones lead to the new file. Without a file, the `sourceUrl` */
  url: string | null;
  /** As it was uploaded */
  fileName: string | null;
  /** Bytes of the file behind `url` */
  size: number | null;
  /** In pixels */
  width: number | null;
  /** In pixels */
  height: number | null;
  /** A tiny picture as a data URL, to be shown while the file is loaded */
  placeholder: string | null;
  /** URLs of smaller sizes with their widths, for `<img srcset>`; null if there are none */
  srcset: string | null;
  /** SHA-256 of the file as it was sent, in hex */
  sha256: string | null;
  /** What stays visible when the picture is cropped: 0 is the left edge, 1 the right one */
  focalX: number | null;
  /** The same from top to bottom */
  focalY: number | null;
  /** Names joined by slashes; empty for none */
  folder: string;
  tags: string[];
  /** Whether the file requires a key with `content:read`, or a link that expires */
  private: boolean;
}
/** A file to fetch, and its texts */
export interface MediaFromUrl {
  /** Where to fetch the file from */
  url: string;
  title?: string;
  alt?: string;
  caption?: string;
  description?: string;
  /** Names joined by slashes, such as `Products/2027`; empty for none */
  folder?: string;
  /** @maxItems 50 */
  tags?: string[];
  focalX?: number | null;
  focalY?: number | null;
  private?: boolean;
}
/** A folder or tag, and how many records it has */
export interface MediaLabel {
  name: string;
  count: number;
}
/** The texts to update */
export interface MediaTexts {
  title?: string;
  alt?: string;
  caption?: string;
  description?: string;
  /** Names joined by slashes, such as `Products/2027`; empty for none */
  folder?: string;
  /** @maxItems 50 */
  tags?: string[];
  focalX?: number | null;
  focalY?: number | null;
  private?: boolean;
}
/** An item that uses a media record */
export interface MediaUse {
  /** Opaque ID */
  id: string;
  /** Singular name of the content type */
  type: string;
  slug: string;
  title: string;
  /** Fields that refer to it; `content` for a text that contains its URL */
  fields: string[];
}
export interface MediaLinkBody {
  /** Seconds */
  expiresIn?: number;
}
/** A URL that anyone can use until it expires */
export interface MediaLink {
  url: string;
  /** RFC 3339 in UTC, with milliseconds */
  expiresAt: string;
}
export interface FileFromUrl {
  /** Where to fetch the file from */
  url: string;
}
/** Read it again every second or so */
export interface ImportProgress {
  /** How much of the file has been read in this phase */
  bytes: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  /** Records that were changed in both places */
  problems: number;
}
/** What an export has */
export interface ImportSummary {
  /** Of the format */
  version: string;
  /** Of the site */
  title: string;
  /** Of the site */
  baseUrl: string;
  authors: number;
  /** By taxonomy */
  terms: {
    [k: string]: number;
  };
  /** By content type, with those that will be skipped */
  items: {
    [k: string]: number;
  };
  comments: number;
  /** Of dates that are not given in UTC */
  timeZone: {
    name: string;
    /** Whether it was given, published items show it, or it is UTC because they do not */
    from: 'option' | 'export' | 'default';
  };
}
/** Something that an import found; with an ID if it is an item or a media record */
export interface ImportedRecord {
  /** As it is called in the export */
  name: string;
  /** The content type, if it is an item */
  type?: string;
  /** Of the item or media record */
  id?: string;
}
/** Records that an import counted, and the first of them */
export interface ImportedRecords {
  /** A kind of record, or a sentence about the records */
  what: string;
  count: number;
  examples: ImportedRecord[];
}
/** What an import has done */
export interface ImportReport {
  site: {
    title: string;
    link: string;
  };
  /** Of dates that are not given in UTC */
  timeZone: {
    name: string;
    /** Whether it was given, published items show it, or it is UTC because they do not */
    from: 'option' | 'export' | 'default';
  };
  /** By kind: content types, `media`, `tag`, `category`, `author` */
  created: {
    [k: string]: number;
  };
  /** By kind: unchanged since an earlier import, or there under the same slug */
  existing: {
    [k: string]: number;
  };
  /** Changed in the export, and left as they are: `update` updates them */
  changed: ImportedRecords[];
  /** Changed in the export, and updated here */
  updated: ImportedRecords[];
  /** Changed in the export and edited here: left as edited here */
  edited: ImportedRecords[];
  /** What is never imported */
  skipped: {
    what: string;
    count: number;
    why: string;
  }[];
  /** Custom fields that WordPress hides: kept apart until a content type declares them */
  hidden: string[];
  /** What waits for another file of the same site, with some of the IDs or names that it waits for */
  open: {
    what: string;
    count: number;
    examples: string[];
  }[];
  /** What differs from the export */
  notes: ImportedRecords[];
}
/** Why an import failed */
export interface ImportError {
  /** One sentence for the person who chose the file */
  detail: string;
  /** In the file */
  line: number | null;
  column: number | null;
}
/** The import of an uploaded export */
export interface Import {
  /** Opaque ID */
  id: string;
  status: ImportStatus;
  fileName: string;
  /** Of the file, in bytes */
  size: number;
  /** Whether items that changed in the export and were not edited here are updated */
  update: boolean;
  /** Whether webhooks and the feed of events are notified of what it publishes and updates */
  events: boolean;
  /** Of dates that are not given in UTC, such as `Europe/Vienna` or `+02:00`. Null: as published items show */
  timeZone: string | null;
  progress: ImportProgress | null;
  /** How often it was begun. More than once if the service stopped meanwhile: what was stored before counts as unchanged then */
  runs: number;
  summary: ImportSummary | null;
  report: ImportReport | null;
  error: ImportError | null;
  /** The user or API key that started it */
  by: {
    /** Opaque ID */
    id: string;
    name: string | null;
  } | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  startedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  endedAt: string | null;
}
/** Options that replace those that came with the file */
export interface ImportStart {
  /** Whether items that changed in the export and were not edited here are updated */
  update?: boolean;
  /** Whether webhooks and the feed of events are notified of what it publishes and updates */
  events?: boolean;
  /** Of dates that are not given in UTC, such as `Europe/Vienna` or `+02:00`. Null: as published items show */
  timeZone?: string | null;
}
export interface NewForm {
  /** What people see */
  name: string;
  /** Generated from the name if absent */
  slug?: string;
  /** Whether the form can be submitted without a token */
  public?: boolean;
  /** Whether the form accepts submissions */
  open?: boolean;
  /** Whether unknown keys are rejected; otherwise they are stored in `extra` */
  strict?: boolean;
  /** Further submissions are rejected */
  maxSubmissions?: number | null;
  /** Where visitors go after submitting or paying; a page of the service by default */
  successUrl?: string | null;
  /** @maxItems 200 */
  fields: FieldDeclaration[];
  /** Any settings of the program that uses the form. The hosted page shows the texts `description`, `button`, `thanks` and `closed` */
  settings?: {
    [k: string]: unknown;
  };
}
/** A form. Visitors see it up to `successUrl`; the rest needs `forms:read` */
export interface Form {
  /** Opaque ID */
  id: string;
  slug: string;
  name: string;
  public: boolean;
  open: boolean;
  /** @maxItems 200 */
  fields: FieldDeclaration[];
  strict?: boolean;
  maxSubmissions?: number | null;
  successUrl?: string | null;
  /** Any settings of the program that uses the form. The hosted page shows the texts `description`, `button`, `thanks` and `closed` */
  settings?: {
    [k: string]: unknown;
  };
  submissionCount?: number;
  version?: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt?: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt?: string;
}
/** The given members are replaced */
export interface FormChange {
  /** Generated from the name if absent */
  slug?: string;
  /** What people see */
  name?: string;
  /** Whether the form can be submitted without a token */
  public?: boolean;
  /** Whether the form accepts submissions */
  open?: boolean;
  /** Whether unknown keys are rejected; otherwise they are stored in `extra` */
  strict?: boolean;
  /** Further submissions are rejected */
  maxSubmissions?: number | null;
  /** Where visitors go after submitting or paying; a page of the service by default */
  successUrl?: string | null;
  /** @maxItems 200 */
  fields?: FieldDeclaration[];
  /** Any settings of the program that uses the form. The hosted page shows the texts `description`, `button`, `thanks` and `closed` */
  settings?: {
    [k: string]: unknown;
  };
}
/** The answers to a form */
export interface Submission {
  /** Opaque ID */
  id: string;
  /** Opaque ID */
  formId: string;
  status: SubmissionStatus;
  data: {
    [k: string]: unknown;
  };
  extra: {
    [k: string]: unknown;
  };
  files: {
    /** Opaque ID */
    id: string;
    field: string;
    name: string;
    type: string;
    /** Bytes */
    size: number;
  }[];
  contactId: string | null;
  payment: {
    /** Opaque ID */
    id: string;
    status: string;
    amount: number;
    currency: string;
    paymentIntentId: string | null;
    amountRefunded: number;
  } | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
export interface NewCheckout {
  /** In the smallest unit of the currency: cents for usd, whole yen for jpy */
  amount: number;
  /** ISO 4217, lowercase */
  currency: string;
  description?: string;
  /** Opaque ID */
  contactId?: string;
  /** Opaque ID */
  invoiceId?: string;
  /** An http or https URL; `{CHECKOUT_SESSION_ID}` is replaced */
  successUrl?: string;
  /** An http or https URL; `{CHECKOUT_SESSION_ID}` is replaced */
  cancelUrl?: string;
}
export interface NewRefund {
  /** The ID of the payment intent, or of the payment */
  paymentIntentId: string;
  /** In the smallest unit of the currency; the full remaining amount by default */
  amount?: number;
  reason?: RefundReason;
}
/** A requested refund */
export interface Refund {
  id: string;
  paymentIntentId: string | null;
  amount: number;
  currency: string;
  reason: string | null;
  status: RefundStatus;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** A charge, from the attempt to its refunds */
export interface Payment {
  id: string;
  /** The processor's id */
  paymentIntentId: string | null;
  checkoutSessionId: string | null;
  /** In the smallest unit of the currency */
  amount: number;
  currency: string;
  /** In the smallest unit of the currency */
  amountReceived: number;
  /** In the smallest unit of the currency */
  amountRefunded: number;
  status: PaymentStatus;
  disputed: boolean;
  /** Whether less was received than requested. The form is then not paid, and the invoice stays open */
  underpaid: boolean;
  /** Why a person should look at it: what was reported of it makes no sense, or its invoice is void or was paid already */
  review: string | null;
  description: string | null;
  contactId: string | null;
  invoiceId: string | null;
  submissionId: string | null;
  failureMessage: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  paidAt: string | null;
}
/** A refund of a payment */
export interface PaymentRefund {
  id: string;
  processorRefundId: string | null;
  paymentId: string;
  /** In the smallest unit of the currency */
  amount: number;
  currency: string;
  status: RefundStatus;
  reason: string | null;
  failureMessage: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** A payment and its refunds */
export interface PaymentWithRefunds {
  id: string;
  /** The processor's id */
  paymentIntentId: string | null;
  checkoutSessionId: string | null;
  /** In the smallest unit of the currency */
  amount: number;
  currency: string;
  /** In the smallest unit of the currency */
  amountReceived: number;
  /** In the smallest unit of the currency */
  amountRefunded: number;
  status: PaymentStatus;
  disputed: boolean;
  /** Whether less was received than requested. The form is then not paid, and the invoice stays open */
  underpaid: boolean;
  /** Why a person should look at it: what was reported of it makes no sense, or its invoice is void or was paid already */
  review: string | null;
  description: string | null;
  contactId: string | null;
  invoiceId: string | null;
  submissionId: string | null;
  failureMessage: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  paidAt: string | null;
  refunds: PaymentRefund[];
}
/** The payment processor in use */
export interface Processor {
  name: 'sandbox' | 'stripe';
  mode: ('test' | 'live') | null;
  /** The URL to which the processor sends its events */
  receiverUrl: string | null;
  /** The types of events that the processor must send */
  receiverEvents: string[];
  /** Without it, events of the processor are rejected */
  hasReceiverSecret: boolean;
  /** `settings`: entered with `PUT`; `sandbox`: there are none */
  keysFrom: 'environment' | 'settings' | 'sandbox';
  /** Without it, no payment can be made: the stored keys were lost or removed */
  hasKey: boolean;
  /** The last four characters of the secret key */
  lastFour: string | null;
}
export interface ProcessorKeys {
  /** Starts with `sk_` or `rk_` */
  secretKey: string;
  /** Signing secret of the endpoint that the processor sends its events to */
  webhookSecret: string;
}
/** A person, at most one for each email address */
export interface Contact {
  id: string;
  email: string | null;
  name: string | null;
  phone: string | null;
  /** Where it comes from: `api`, `form` or `payment` */
  source: string;
  /** Any other data */
  fields: {
    [k: string]: unknown;
  };
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  version: number;
}
export interface NewContact {
  email?: string | null;
  name?: string | null;
  phone?: string | null;
  /** Any other data */
  fields?: {
    [k: string]: unknown;
  };
}
/** `fields` merges key by key, and null removes a key */
export interface ContactChange {
  email?: string | null;
  name?: string | null;
  phone?: string | null;
  /** Any other data */
  fields?: {
    [k: string]: unknown;
  };
}
/** An event of a contact */
export interface TimelineEntry {
  id: string;
  type: string;
  subject: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  data: unknown;
  /** The name of the form that was submitted or paid */
  formName?: string;
  /** What was paid, refunded or requested, in the smallest unit of the currency */
  amount?: number;
  currency?: string;
}
/** What a contact owes and has paid */
export interface Invoice {
  id: string;
  number: string | null;
  contactId: string | null;
  status: InvoiceStatus;
  amount: number | null;
  amountPaid: number;
  currency: string | null;
  description: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  dueAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  paidAt: string | null;
  processorInvoiceId: string | null;
  subscriptionId: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  version: number;
}
export interface NewInvoice {
  /** Opaque ID */
  contactId?: string | null;
  number?: string | null;
  description?: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  dueAt?: string | null;
  status?: 'draft' | 'open';
  /** Minor units of the currency */
  amount: number;
  /** ISO 4217, lowercase */
  currency: string;
}
export interface InvoiceChange {
  /** Opaque ID */
  contactId?: string | null;
  number?: string | null;
  description?: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  dueAt?: string | null;
  status?: 'draft' | 'open' | 'void';
  /** Minor units of the currency */
  amount?: number;
  /** ISO 4217, lowercase */
  currency?: string;
}
/** A webhook of any kind */
export interface Webhook {
  id: string;
  /** Null for content and payments */
  formId: string | null;
  url: string;
  events: string[];
  /** paused: deliveries wait; disabled: the receiver responded with 410, and new deliveries are not stored */
  status: 'active' | 'paused' | 'disabled';
  /** RFC 3339 in UTC, with milliseconds */
  failingSince: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  previousSecretUntil: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
  kind: WebhookKind;
  /** Content types of its events; null for all */
  types: string[] | null;
}
/** A webhook for content */
export interface NewWebhook {
  /** http or https, with a public address */
  url: string;
  /** @minItems 1 */
  events: ItemEventName[];
  /**
   * Names of content types; null for all
   *
   * @minItems 1
   * @maxItems 100
   */
  types?: string[] | null;
  /** Shared signing secret */
  secret?: string;
}
/** A new subscriber and its secret */
export interface SubscriberWithSecret {
  id: string;
  url: string;
  events: string[];
  /** Only in this response. A repeated request no longer gets it once it has been replaced */
  secret?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** Its events are those of its kind, and only a webhook for content has types */
export interface WebhookChange {
  /** http or https, with a public address */
  url?: string;
  /** @minItems 1 */
  events?: WebhookEventName[];
  /**
   * Names of content types; null for all
   *
   * @minItems 1
   * @maxItems 100
   */
  types?: string[] | null;
  status?: 'active' | 'paused';
}
/** A subscriber and its new secret */
export interface RotatedSecret {
  id: string;
  url: string;
  events: string[];
  /** Only in this response. A repeated request no longer gets it once it has been replaced */
  secret?: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** The old secret keeps signing until then */
  previousSecretUntil: string;
}
/** One event for one subscriber */
export interface Delivery {
  id: string;
  /** Also in the header `webhook-id` and as `id` in the body */
  eventId: string;
  /** Name of the event, or `test` */
  type: string;
  subscriberId: string;
  formId: string | null;
  url: string;
  status: DeliveryStatus;
  /** Why it failed */
  failure: string | null;
  attemptCount: number;
  /** RFC 3339 in UTC, with milliseconds */
  nextAttemptAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  deliveredAt: string | null;
}
export interface NewFormSubscriber {
  /** http or https, with a public address */
  url: string;
  /** @minItems 1 */
  events: FormEventName[];
  /** Shared signing secret */
  secret?: string;
}
/** A webhook receiver and its events */
export interface Subscriber {
  id: string;
  /** Null for payment events */
  formId: string | null;
  url: string;
  events: string[];
  /** paused: deliveries wait; disabled: the receiver responded with 410, and new deliveries are not stored */
  status: 'active' | 'paused' | 'disabled';
  /** RFC 3339 in UTC, with milliseconds */
  failingSince: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  previousSecretUntil: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
export interface FormSubscriberChange {
  /** http or https, with a public address */
  url?: string;
  /** @minItems 1 */
  events?: FormEventName[];
  status?: 'active' | 'paused';
}
export interface NewPaymentSubscriber {
  /** http or https, with a public address */
  url: string;
  /** @minItems 1 */
  events: PaymentEventName[];
  /** Shared signing secret */
  secret?: string;
}
export interface PaymentSubscriberChange {
  /** http or https, with a public address */
  url?: string;
  /** @minItems 1 */
  events?: PaymentEventName[];
  status?: 'active' | 'paused';
}
export interface DeliveryAttempt {
  id: string;
  number: number;
  /** HTTP status; null without a response */
  status: number | null;
  error: string | null;
  /** The first 16 KiB of the response */
  response: string;
  durationMs: number;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
/** A delivery with its body and its attempts */
export interface DeliveryWithAttempts {
  id: string;
  /** Also in the header `webhook-id` and as `id` in the body */
  eventId: string;
  /** Name of the event, or `test` */
  type: string;
  subscriberId: string;
  formId: string | null;
  url: string;
  status: DeliveryStatus;
  /** Why it failed */
  failure: string | null;
  attemptCount: number;
  /** RFC 3339 in UTC, with milliseconds */
  nextAttemptAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  deliveredAt: string | null;
  /** The exact body of the request */
  body: string;
  attempts: DeliveryAttempt[];
}
export interface ResendWindow {
  /** Opaque ID */
  subscriber?: string;
  /** RFC 3339 in UTC, with milliseconds */
  from?: string;
  /** RFC 3339 in UTC, with milliseconds */
  to?: string;
}
/** An item as the readers of the site know it, without its content */
export interface ItemEventData {
  id: string;
  /** Name of the content type */
  type: string;
  slug: string;
  /** Where it is on the site, if its type has a `url` */
  url: string | null;
  /** Null unless it is public */
  title: string | null;
  status: ('publish' | 'scheduled' | 'draft' | 'trash') | null;
  /** Increases with every change of the item */
  version: number;
  /** RFC 3339 in UTC, with milliseconds */
  publishedAt: string | null;
  /** Of `item.updated`: the members with other values, custom fields as `fields.` and their name. Empty in others */
  changed: string[];
  /** Where a public item was before it got another slug */
  former: {
    slug: string;
    url: string | null;
  } | null;
}
/** What the readers of the site see has changed */
export interface ItemFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: ItemEventName;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  data: ItemEventData;
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A form was submitted, or a submission was paid */
export interface SubmissionFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: 'submission.submitted' | 'submission.paid';
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  data: {
    /** Opaque ID */
    submissionId: string;
    /** Opaque ID */
    formId: string;
  };
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A payment succeeded, failed or was refunded */
export interface PaymentFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: 'payment.succeeded' | 'payment.failed' | 'payment.refunded';
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  data: {
    /** Opaque ID */
    paymentId: string;
    /** Opaque ID */
    submissionId: string | null;
    /** Opaque ID */
    refundId?: string;
    failureMessage?: string | null;
  };
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A subscription was created, updated or canceled */
export interface SubscriptionFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: 'subscription.created' | 'subscription.updated' | 'subscription.canceled';
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  data: {
    /** Opaque ID */
    subscriptionId: string;
    subscription: {
      [k: string]: unknown;
    };
  };
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** An invoice of the processor was paid, or an attempt to collect it failed */
export interface InvoiceFeedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: 'invoice.paid' | 'invoice.payment_failed';
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  data: {
    /** Opaque ID */
    invoiceId: string;
    invoice: {
      [k: string]: unknown;
    };
  };
  /** For `after`: continues with the event after this one */
  cursor: string;
}
/** A part of the feed */
export interface FeedPage {
  /** In their order, the oldest first */
  items: FeedEvent[];
  /** For the next request, also if there were no events */
  after: string;
  /** Whether there may be more events already */
  more: boolean;
}
/** The person who is signed in, and the site */
export interface Me {
  user: {
    /** Opaque ID */
    id: string;
    name: string;
    email: string;
    role: Role;
    scopes: TokenScope[];
  };
  /** From the settings */
  site: {
    name: string;
    /** A path on the origin of the service */
    logoUrl: string | null;
    brandColor: string | null;
    currency: string;
    timeZone: string | null;
    locale: string | null;
    firstDayOfWeek: 'monday' | 'saturday' | 'sunday' | null;
    trashDays: number;
  };
}
/** A browser in which someone is signed in */
export interface Session {
  /** Opaque ID */
  id: string;
  userAgent: string | null;
  ip: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  lastSeenAt: string;
  /** Whether this request belongs to the session */
  current: boolean;
}
/** A person who can sign in to the admin */
export interface User {
  /** Opaque ID */
  id: string;
  name: string;
  email: string;
  role: Role;
  scopes: TokenScope[];
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** RFC 3339 in UTC, with milliseconds */
  updatedAt: string;
}
export interface NewUser {
  name: string;
  email: string;
  role: Role;
  /** 10 to 1024 bytes */
  password: string;
}
export interface UserChange {
  name?: string;
  role?: Role;
  /** 10 to 1024 bytes */
  password?: string;
}
export interface NewToken {
  name: string;
  /**
   * @minItems 1
   * @maxItems 100
   *
   * Items: A scope, or with a content type or form behind it only for that: `content:read:product`, `forms:write:contact`. A form is named by slug or ID, and stored by its ID
   */
  scopes: string[];
  /** RFC 3339 in UTC, with milliseconds */
  expiresAt?: string | null;
}
/** A new API key */
export interface CreatedToken {
  id: string;
  name: string;
  /** Items: A scope, or with a content type or form behind it only for that: `content:read:product`, `forms:write:contact`. A form is named by slug or ID, and stored by its ID */
  scopes: string[];
  lastFour: string;
  /** RFC 3339 in UTC, with milliseconds */
  expiresAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  lastUsedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  /** The key itself, which is not shown again */
  token: string;
}
/** An API key */
export interface Token {
  id: string;
  name: string;
  /** Items: A scope, or with a content type or form behind it only for that: `content:read:product`, `forms:write:contact`. A form is named by slug or ID, and stored by its ID */
  scopes: string[];
  lastFour: string;
  /** RFC 3339 in UTC, with milliseconds */
  expiresAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  lastUsedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
}
export interface Settings {
  siteName: string;
  /** The ID of a picture in the media library that is not private */
  logo: string | null;
  /** Of buttons on pages for visitors, which use a shade that can be seen on their background */
  brandColor: string | null;
  /** Of new prices and invoices, in the admin */
  currency: string;
  /** Of dates and times in the admin; null for the time zone of each reader */
  timeZone: string | null;
  /** Its conventions for dates, numbers and amounts in the admin; null for those of each reader. Its language decides which forms of a word the search takes for the same; English if null */
  locale: string | null;
  /** With which day weeks begin in the calendars of the admin; null for that of the country in `locale` */
  firstDayOfWeek: 'monday' | 'saturday' | 'sunday' | null;
  /** Whether the home screen shows the first steps to owners */
  firstSteps: boolean;
  /** What a checkout does with a contact or invoice ID that the CRM does not have */
  unknownReferences: 'create' | 'reject';
  /** For how many days every earlier revision of an item is kept */
  revisionsAllDays: number;
  /** For how many days the last revision of each day is kept. Named revisions are always kept */
  revisionsDailyDays: number;
  /** Days after which items in the trash are deleted permanently; 0 keeps them */
  trashDays: number;
  /** For how many days the feed of events can be read again */
  eventDays: number;
}
export interface Summary {
  /** In the site's time zone; in UTC if it has none */
  from: string;
  /** In the site's time zone; in UTC if it has none */
  to: string;
  submissions: {
    total: number;
    /** Every day, including days without submissions */
    days: {
      /** In the site's time zone; in UTC if it has none */
      day: string;
      count: number;
    }[];
  };
  /** One entry per currency; empty for callers without `payments:read` */
  payments: {
    currency: string;
    /** In minor units */
    succeeded: number;
    /** In minor units */
    refunded: number;
    /** `succeeded` minus `refunded` */
    net: number;
    days: {
      /** In the site's time zone; in UTC if it has none */
      day: string;
      net: number;
    }[];
  }[];
  failingReceivers: {
    id: string;
    kind: WebhookKind;
    formId: string | null;
    url: string;
    status: 'active' | 'paused' | 'disabled';
    /** RFC 3339 in UTC, with milliseconds */
    failingSince: string | null;
  }[];
  /** The latest events, newest first */
  events: {
    id: string;
    type: string;
    subject: string;
    contactId: string | null;
    /** RFC 3339 in UTC, with milliseconds */
    createdAt: string;
    /** IDs of the records that the event is about */
    data: {
      [k: string]: unknown;
    };
  }[];
  /** What a new site has already; null for callers without `admin`, and after it was hidden */
  firstSteps: {
    /** There is a content type besides posts and pages */
    contentType: boolean;
    /** Something was imported */
    import: boolean;
    form: boolean;
    /** A payment processor other than the sandbox is in use */
    processor: boolean;
    /** More than one person can sign in */
    user: boolean;
  } | null;
}
/** A record that the search has found */
export interface SearchResult {
  kind: 'item' | 'contact' | 'payment' | 'invoice' | 'form' | 'submission' | 'media';
  /** Opaque ID */
  id: string;
  /** What people call the record: a title, name, number or email */
  title: string;
  /** What tells it from others with that title; may be empty */
  detail: string;
  /** The content type of an item */
  type: string | null;
  /** The form of a submission */
  formId: string | null;
  /** Of an item, payment, invoice or submission */
  status: string | null;
  /** Of a payment or invoice, in minor units */
  amount: number | null;
  currency: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  highlight: Highlight | null;
}
/** Only with `facets`: all items that were found, not only those in the response */
export interface SearchFacets {
  /** The number of items that were found */
  total: number;
  /** How many items of each content type were found, the most first */
  types: {
    type: string;
    count: number;
  }[];
}
export interface SearchResults {
  /** By kind, the kind with the best match first; within a kind the best match first, then the newest */
  items: SearchResult[];
  /** The kinds whose search took too long and was given up */
  incomplete: ('item' | 'contact' | 'payment' | 'invoice' | 'form' | 'submission' | 'media')[];
  facets?: SearchFacets;
}
export interface SubmitResult {
  /** Opaque ID */
  submissionId: string;
  status: 'ok';
  /** Present if the form has a payment field that is visible with these answers: redirect the user to it */
  paymentUrl?: string;
}
/** What the readers of the site see has changed */
export interface ItemEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: ItemEventName;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  data: ItemEventData;
}
/** A form was submitted, or a submission was paid */
export interface FormEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: FormEventName;
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  form: {
    id: string;
    slug: string;
    name: string;
  };
  submission: Submission;
  contact: Contact | null;
  payment: Payment | null;
}
/** A payment succeeded, or an attempt to pay failed */
export interface PaymentResultEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: 'payment.succeeded' | 'payment.failed';
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  data: Payment;
  contact: Contact | null;
  invoice: Invoice | null;
}
/** A refund and its payment */
export interface RefundData {
  id: string;
  processorRefundId: string | null;
  paymentId: string;
  /** In the smallest unit of the currency */
  amount: number;
  currency: string;
  status: RefundStatus;
  reason: string | null;
  failureMessage: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  paymentIntentId: string | null;
  payment: Payment | null;
}
/** A payment was refunded */
export interface PaymentRefundedEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: 'payment.refunded';
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  data: RefundData;
  contact: Contact | null;
  invoice: Invoice | null;
}
/** A subscription of the processor in our own terms, with the processor's ids */
export interface SubscriptionData {
  id: string;
  status: string;
  customerId: string | null;
  currency: string | null;
  description: string | null;
  items: {
    id: string | null;
    priceId: string | null;
    productId: string | null;
    quantity: number;
    unitAmount: number | null;
    currency: string | null;
    interval: string | null;
    intervalCount: number | null;
  }[];
  /** RFC 3339 in UTC, with milliseconds */
  currentPeriodStart: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  /** RFC 3339 in UTC, with milliseconds */
  cancelAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  canceledAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  endedAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  trialStart: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  trialEnd: string | null;
  /** What happens to invoices while collection is paused */
  pauseBehavior: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  pausedUntil: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  startedAt: string | null;
}
/** A subscription was created, updated or canceled */
export interface SubscriptionEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: 'subscription.created' | 'subscription.updated' | 'subscription.canceled';
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  data: SubscriptionData;
  contact: Contact | null;
  invoice: Invoice | null;
}
/** An invoice of the processor in our own terms, with the processor's ids */
export interface InvoiceData {
  id: string;
  processorInvoiceId: string;
  subscriptionId: string | null;
  number: string | null;
  status: InvoiceStatus;
  amount: number;
  amountPaid: number;
  currency: string;
  description: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  dueAt: string | null;
  /** RFC 3339 in UTC, with milliseconds */
  paidAt: string | null;
  contactId: string | null;
  customerId: string | null;
  attemptCount: number;
  hostedUrl: string | null;
  billingReason: string | null;
}
/** An invoice of the processor was paid, or an attempt to collect it failed */
export interface InvoiceEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: 'invoice.paid' | 'invoice.payment_failed';
  /** Counts the events of one item, submission, payment … */
  sequence: number;
  data: InvoiceData;
  contact: Contact | null;
  invoice: Invoice | null;
}
/** A test that someone sent to a subscriber */
export interface TestEvent {
  /** The same in every attempt, so that a repeated event can be recognized */
  id: string;
  /** RFC 3339 in UTC, with milliseconds */
  createdAt: string;
  type: 'test';
  subscriber: {
    id: string;
    url: string;
    events: string[];
  };
}
/** What an entry of a list is */
export interface EntryDeclaration2 {
  /** Kind of field */
  type:
    | 'text'
    | 'textarea'
    | 'richtext'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'select'
    | 'radio'
    | 'multiselect'
    | 'checkbox'
    | 'url'
    | 'email'
    | 'phone'
    | 'media'
    | 'reference'
    | 'time'
    | 'color'
    | 'slug'
    | 'money'
    | 'geo'
    | 'group'
    | 'list'
    | 'blocks'
    | 'json'
    | 'consent'
    | 'hidden'
    | 'file'
    | 'payment';
  /** What people see instead of the name */
  label?: string;
  /** A hint beside the field */
  help?: string;
  /** Whether a value is required; a text must not be blank, and a list not empty */
  required?: boolean;
  default?: unknown;
  /** Minimum value, earliest date, minimum number of characters, or of entries in a list */
  min?: number | string;
  /** Maximum value, latest date, maximum number of characters, or of entries in a list */
  max?: number | string;
  /** Regular expression that the whole text must match, without look-around and back-references */
  pattern?: string;
  /**
   * What can be chosen: texts, or objects whose `label` people see instead of the `value`
   *
   * @minItems 1
   * @maxItems 1000
   */
  options?: (
    | string
    | {
        value: string;
        label: string;
      }
  )[];
  /** Whether two items of a type may not have the same value */
  unique?: boolean;
  /** Whether lists that filter or sort by the field use an index, which keeps them fast with many items */
  indexed?: boolean;
  /** The scope that reading the field requires, besides reading the item. For everyone else neither the field nor its values exist: `content:read` hides it from visitors, `content:write` from all who may not change the items */
  scope?: 'content:read' | 'content:write';
  /**
   * The fields of a group
   *
   * @minItems 1
   * @maxItems 200
   */
  fields?: FieldDeclaration[];
  of?: EntryDeclaration1;
  /**
   * The blocks that a list can have: each has a `name`, which its values have as `type`, and `fields`
   *
   * @minItems 1
   * @maxItems 100
   */
  blocks?: BlockDeclaration[];
  /**
   * Singular names of the content types whose items can be referred to; without it, all
   *
   * @minItems 1
   * @maxItems 50
   */
  to?: string[];
  /** Whether the value is a list of several */
  multiple?: boolean;
  /** What happens when a referenced item or media record is deleted permanently: `refuse`, the default, rejects that unless the request clears references; `clear` removes the reference; `keep` leaves the ID */
  onDelete?: 'refuse' | 'clear' | 'keep';
  /** Accepted media types, such as image/png or image/* */
  accept?: string[];
  /** Maximum size of one file in bytes */
  maxSize?: number;
  /** Maximum number of files */
  maxFiles?: number;
  /** Price in the minor unit of the currency, such as cents */
  amount?: number;
  /** ISO 4217, such as eur */
  currency?: string;
  /** What the payment is for */
  description?: string;
  /** In a form, when the field applies: if the answer to `field` is `equals`, is not `notEquals`, or, without both, if there is one. A field that does not apply is never required, and its answer is not stored */
  visibleWhen?: {
    field: string;
    equals?: unknown;
    notEquals?: unknown;
  };
  /** In a form, the part of the hosted page that shows the field */
  step?: number;
}
export interface ListItemsQuery {
  limit?: number;
  offset?: number;
  /** `date`, `title`, `menu_order`, `relevance` (with `search`) or `fields.` and the name of a declared field */
  orderBy?: string;
  order?: 'asc' | 'desc';
  /** Up to four keys to sort by, separated by commas, in place of `orderBy` and `order`: `date`, `title`, `slug`, `menuOrder`, `publishedAt`, `createdAt`, `updatedAt` or `fields.` and a name. `-` before a name is descending. Items without a value come last */
  sort?: string;
  /** `any` is everything outside the trash. Without content:write only published items are visible */
  status?: 'draft' | 'publish' | 'any' | 'scheduled' | 'trash';
  /** Slug of a tag */
  tag?: string;
  /** Slug of a category, without items of its children */
  category?: string;
  /** Words that must all occur in some form; the last one may be a prefix. `"a phrase"` occurs as it stands, of `red OR blue` one occurs, `-green` does not. Any text is valid */
  search?: string;
  /** With `search`: shows where each item has its words, in a member `highlight` */
  highlight?: boolean;
  /** Conditions as JSON. The members of an object must all be met: a field (`fields.price`) or a member of items (`author`, `parent`, `tag`, `category`, `terms.brands`, `publishedAt` …) with a value or with operators, and the groups `and` and `or` (lists of objects) and `not` (an object) */
  where?: string;
  /** Members of items, separated by commas: exactly these are in the response (SelectedItem), and `id`. `fields.` and a name for one field. Lists can have `content`, `tags`, `categories`, `author` and all else that single items have, too */
  select?: string;
  /** What to add to the response, separated by commas. `fields.` and the name of a media field: the record in place of its ID (ExpandedMedia); of a reference: the item (ExpandedItem), or null if the caller may not see it; of a group, a list or blocks: all that is inside. Names joined by dots lead into groups and references, three levels at most, as in `fields.brand.country`. `author`: its ID as well, and in lists the author at all. `content`, or `fields.` and the name of a rich text: its pictures of the media library get `srcset`, `sizes`, `width`, `height` and `loading` where these are missing, and its links to items their present URLs */
  expand?: string;
  /** Empty for the first page, then `nextCursor` of the previous response */
  cursor?: string;
}
export interface GetItemQuery {
  /** `draft`: as it will be when its draft is published, or as it is without one. Requires content:write */
  version?: 'live' | 'draft';
  /** The token of a preview (`POST /content/:type/:id/preview`): the item with its draft, without an API key */
  preview?: string;
  /** At a slug that the item no longer has, respond with 308 and its present URL instead of the item */
  redirect?: '308';
  /** Members of items, separated by commas: exactly these are in the response (SelectedItem), and `id`. `fields.` and a name for one field. Lists can have `content`, `tags`, `categories`, `author` and all else that single items have, too */
  select?: string;
  /** What to add to the response, separated by commas. `fields.` and the name of a media field: the record in place of its ID (ExpandedMedia); of a reference: the item (ExpandedItem), or null if the caller may not see it; of a group, a list or blocks: all that is inside. Names joined by dots lead into groups and references, three levels at most, as in `fields.brand.country`. `author`: its ID as well, and in lists the author at all. `content`, or `fields.` and the name of a rich text: its pictures of the media library get `srcset`, `sizes`, `width`, `height` and `loading` where these are missing, and its links to items their present URLs */
  expand?: string;
}
export interface UpdateItemQuery {
  /** For programs that save while a person is writing. The autosaves of one user or key within 10 minutes, and the save after them, are one revision */
  autosave?: boolean;
}
export interface DeleteItemQuery {
  /** Delete permanently */
  force?: boolean;
  /** Remove the references of other items to it. Without this, it is not deleted while other items refer to it (409) */
  references?: 'clear';
}
export interface BulkItemsQuery {
  /** Check everything and answer as usual, but change nothing */
  dryRun?: boolean;
}
export interface ListRevisionsQuery {
  limit?: number;
  offset?: number;
}
export interface CompareRevisionsQuery {
  /** Number of another revision; the current one by default */
  with?: number;
}
export interface RestoreRevisionQuery {
  /** `draft`: into the draft of the item, so that what is live stays until it is published */
  to?: 'live' | 'draft';
}
export interface ListEditorsQuery {
  /** Singular or plural name of a content type */
  type?: string;
  /** Opaque ID */
  itemId?: string;
}
export interface ListFormerSlugsQuery {
  limit?: number;
  offset?: number;
}
export interface ListItemUsesQuery {
  limit?: number;
  offset?: number;
}
export interface ListItemReferencesQuery {
  limit?: number;
  /** `nextCursor` of the previous response */
  cursor?: string;
}
export interface ListPostTypesQuery {
  limit?: number;
  offset?: number;
}
export interface UpdatePostTypeQuery {
  /** Convert stored values to the new kinds of their fields, such as the text "10" to a number. Without this, the change is rejected (422) while there are values that can be converted. Values that cannot be converted stay as they are */
  convert?: boolean;
  /** Change nothing; `plan` says what the change means for each field */
  dryRun?: boolean;
}
export interface ListTypeChangesQuery {
  limit?: number;
  offset?: number;
}
export interface ListSavedViewsQuery {
  /** Singular or plural name of a content type */
  type: string;
  limit?: number;
  offset?: number;
}
export interface ListTagsQuery {
  limit?: number;
  offset?: number;
  search?: string;
}
export interface ListCategoriesQuery {
  limit?: number;
  offset?: number;
  search?: string;
}
export interface ListTaxonomiesQuery {
  limit?: number;
  offset?: number;
}
export interface ListTermsQuery {
  limit?: number;
  offset?: number;
  /** Whether `count` includes the items of the terms below a term, each item once */
  children?: boolean;
  search?: string;
}
export interface GetTermTreeQuery {
  /** Whether `count` includes the items of the terms below a term, each item once */
  children?: boolean;
}
export interface GetTermQuery {
  /** Whether `count` includes the items of the terms below a term, each item once */
  children?: boolean;
}
export interface MergeTermQuery {
  /** Only count what would move */
  dryRun?: boolean;
}
export interface ListAuthorsQuery {
  limit?: number;
  offset?: number;
  /** Part of the name or slug; with content:write also of the email */
  search?: string;
  /** Empty for the first page, then `nextCursor` of the previous response */
  cursor?: string;
}
export interface DeleteAuthorQuery {
  /** Slug or ID of the author who gets the items */
  replaceBy?: string;
}
export interface ListMediaQuery {
  limit?: number;
  offset?: number;
  /** In the texts and the file name */
  search?: string;
  type?: 'image' | 'video' | 'audio' | 'document';
  /** Empty for those in no folder */
  folder?: string;
  tag?: string;
  /** Of the file as it was sent */
  sha256?: string;
  orderBy?: 'createdAt' | 'updatedAt' | 'title' | 'size';
  order?: 'asc' | 'desc';
}
export interface DeleteMediaQuery {
  /** Remove the references of other items to it. Without this, it is not deleted while other items refer to it (409) */
  references?: 'clear';
}
export interface ListMediaUsesQuery {
  limit?: number;
  offset?: number;
}
export interface ListImportsQuery {
  limit?: number;
  offset?: number;
}
export interface ListFormsQuery {
  limit?: number;
  offset?: number;
  /** By creation time */
  order?: 'asc' | 'desc';
}
export interface DeleteFormQuery {
  force?: boolean;
}
export interface ListSubmissionsQuery {
  limit?: number;
  offset?: number;
  /** By submission time */
  order?: 'asc' | 'desc';
  status?: SubmissionStatus;
  /** A time, or a day in UTC; inclusive */
  from?: string;
  /** A time, or a day in UTC; inclusive */
  to?: string;
  /** Text in any answer; case and accents are ignored */
  search?: string;
}
export interface ExportSubmissionsQuery {
  /** By submission time */
  order?: 'asc' | 'desc';
  status?: SubmissionStatus;
  /** A time, or a day in UTC; inclusive */
  from?: string;
  /** A time, or a day in UTC; inclusive */
  to?: string;
  /** Text in any answer; case and accents are ignored */
  search?: string;
}
export interface ListPaymentsQuery {
  limit?: number;
  offset?: number;
  /** By creation time */
  order?: 'asc' | 'desc';
  status?: PaymentStatus;
  /** Whether something of the payment was refunded. Its status stays `succeeded` */
  refunded?: boolean;
  /** Opaque ID */
  contactId?: string;
  /** Opaque ID */
  invoiceId?: string;
  /** RFC 3339 in UTC, with milliseconds */
  from?: string;
  /** RFC 3339 in UTC, with milliseconds */
  to?: string;
}
export interface ListContactsQuery {
  limit?: number;
  offset?: number;
  /** By creation time */
  order?: 'asc' | 'desc';
  search?: string;
  email?: string;
  /** Up to 100 IDs, separated by commas. IDs of no contact are left out of the answer */
  ids?: string;
}
export interface ListContactTimelineQuery {
  limit?: number;
  offset?: number;
  /** By creation time */
  order?: 'asc' | 'desc';
}
export interface ListInvoicesQuery {
  limit?: number;
  offset?: number;
  /** By creation time */
  order?: 'asc' | 'desc';
  status?: InvoiceStatus;
  /** Opaque ID */
  contactId?: string;
}
export interface ListWebhooksQuery {
  limit?: number;
  offset?: number;
}
export interface ListFormWebhooksQuery {
  limit?: number;
  offset?: number;
}
export interface ListPaymentWebhooksQuery {
  limit?: number;
  offset?: number;
}
export interface ListDeliveriesQuery {
  limit?: number;
  offset?: number;
  /** By creation time */
  order?: 'asc' | 'desc';
  /** Opaque ID */
  subscriber?: string;
  /** Name or ID of the event */
  event?: string;
  /** ID of the subject of the event, such as a submission or a payment */
  subject?: string;
  status?: DeliveryStatus;
}
export interface ListEventsQuery {
  /** The `after` of the response before, or the `cursor` of an event; `latest` for events from now on. Without it, all that are kept */
  after?: string;
  limit?: number;
  /** Names of events, separated by commas; without them, all that the key may read */
  events?: string;
  /** Content types, separated by commas: only events of their items */
  types?: string;
  /** Seconds to wait for an event if there is none */
  wait?: number;
}
export interface ExportSiteQuery {
  /** Only these parts, separated by commas: `settings` (the settings of the site), `content` (content types, items with their history, tags, categories and other taxonomies, authors, shared views), `media` (the media library with its files), `forms` (forms, submissions and their files), `contacts` (contacts), `payments` (payments, refunds, invoices, subscriptions), `events` (what happened, as timelines show it), `webhooks` (webhooks and their deliveries) */
  only?: string;
}
export interface ExportItemsQuery {
  /** Singular or plural name of a content type */
  type: string;
}
export interface GetSummaryQuery {
  days?: number;
}
export interface SearchQuery {
  /** What to look for. Only the first 200 characters count */
  q: string;
  /** Results of each kind */
  limit?: number;
  /** Whether to count all items that are found, by content type */
  facets?: boolean;
}
