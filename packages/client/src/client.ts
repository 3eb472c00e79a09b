// The entry point of the package: a client of one service, with the types of its site.

import type { GetSearchResultsQuery, ItemLanguage, SearchResults, StorageUse, System } from './api-types.ts';
import { type AuditLog, auditLogOf } from './audit-log.ts';
import { type Authors, authorsOf } from './authors.ts';
import { type Backups, backupsOf } from './backups.ts';
import { type CallOptions, type Connection, type ConnectionOptions, connect } from './connection.ts';
import { type ContentOf, contentOf, type FacetTaxonomy } from './content.ts';
import { type Contacts, contactsOf, type Invoices, invoicesOf } from './crm.ts';
import { type Deliveries, deliveriesOf } from './deliveries.ts';
import { type Editors, editorsOf } from './editors.ts';
import { type Events, eventsOf } from './events.ts';
import { type Exports, exportsOf } from './exports.ts';
import { type Files, filesOf } from './files.ts';
import { type FormArea, type FormCollection, formArea, formCollection } from './forms.ts';
import { type Imports, importsOf } from './imports.ts';
import { type Inbox, inboxOf } from './inbox.ts';
import { type Mails, mailsOf } from './mails.ts';
import { type MediaLibrary, mediaOf } from './media.ts';
import { type PaymentArea, paymentArea } from './payments.ts';
import { type PostTypes, postTypesOf } from './post-types.ts';
import { type Privacy, privacyOf } from './privacy.ts';
import type { AnySite, SiteShape, TaxonomyNames, TypeName, TypeNamed } from './site.ts';
import { type Webhooks, webhooksOf } from './subscribers.ts';
import { type Taxonomies, taxonomiesOf } from './taxonomies.ts';
import { type Terms, termsAt } from './terms.ts';
import { type Tokens, tokensOf } from './tokens.ts';
import { type SavedViews, savedViewsOf } from './views.ts';

export type * from './api-types.ts';
export type {
  ExportFormSubmissionsQuery as SubmissionFilters,
  ListAuditEntriesQuery as AuditQuery,
  ListContactsQuery as ContactQuery,
  ListDeliveriesQuery as DeliveryQuery,
  ListFormSubmissionsQuery as SubmissionQuery,
  ListInvoicesQuery as InvoiceQuery,
  ListMailsQuery as MailQuery,
  ListMediaQuery as MediaQuery,
  ListPaymentsQuery as PaymentQuery,
} from './api-types.ts';
export type { Authors, DeleteAuthorOptions } from './authors.ts';
export type { Backups } from './backups.ts';
export type * from './collection.ts';
export type { CallOptions, ExportOptions, RequestOptions } from './connection.ts';
export type {
  BulkOperation,
  BulkOptions,
  ContentOf,
  DraftChange,
  Item,
  ItemChange,
  ItemFilters,
  ItemPage,
  ItemQuery,
  ListedItem,
  NewItem,
  OrderBy,
  SortKey,
} from './content.ts';
export type { Contacts, Invoices } from './crm.ts';
export type { Deliveries } from './deliveries.ts';
export type { Editors } from './editors.ts';
export type { Events, FeedQuery } from './events.ts';
export type { ExportedPart, Exports } from './exports.ts';
export { fetchWithProgress, type ProgressInit, type UploadProgress } from './fetch-with-progress.ts';
export type { Download, Files } from './files.ts';
export type { FormArea, FormCollection, StoredAnswers, Submission } from './forms.ts';
export { type ErrorCode, FrontdeskError } from './frontdesk-error.ts';
export type { ImportOptions, Imports, NewImport } from './imports.ts';
export type { AnswerFilter, Inbox, InboxFilters, InboxPage, InboxQuery } from './inbox.ts';
export type { Mails } from './mails.ts';
export type { MediaLibrary, MediaSource, UploadOptions } from './media.ts';
export type { FileSource } from './multipart-file.ts';

import type { Page } from './pages.ts';

export type { AuditLog } from './audit-log.ts';
export type { Page, PageQuery } from './pages.ts';
export type { PaymentArea } from './payments.ts';
export type { PostTypes } from './post-types.ts';
export type { Revisions } from './revisions.ts';
export type { AnySite, Filter, SiteShape, Where } from './site.ts';
export type {
  NewSubscriber,
  RotatedSecret,
  Subscriber,
  SubscriberChange,
  Subscribers,
  SubscriberWithSecret,
  Webhooks,
} from './subscribers.ts';
export type { Taxonomies, TermsOfTaxonomy } from './taxonomies.ts';
export type { Terms } from './terms.ts';
export type { Tokens } from './tokens.ts';
export type { SavedViews } from './views.ts';
export {
  type FormEventOf,
  isOfForm,
  verifyWebhook,
  type WebhookEventOf,
  type WebhookFault,
  type WebhookMessage,
  WebhookVerificationError,
} from './webhooks.ts';

export type ClientOptions = ConnectionOptions;

type NameIn<T> = Extract<keyof T, string>;

export type Client<Site extends SiteShape = AnySite> = {
  /** The items of a content type, by its singular or plural name. */
  content<Name extends TypeName<Site['types']>>(type: Name): ContentOf<TypeNamed<Site['types'], Name>>;
  /** `forms('contact')` is one form, by slug or ID; `forms.list()` and so on manage all forms. */
  forms: FormCollection & (<Name extends NameIn<Site['forms']>>(form: Name) => FormArea<Site['forms'][Name]>);
  /** The submissions across all forms, and what people do with them. */
  inbox: Inbox;
  payments: PaymentArea;
  contacts: Contacts;
  /** All about one person. */
  privacy: Privacy;
  invoices: Invoices;
  /** Of content, forms and payments; new ones are for content. */
  webhooks: Webhooks;
  deliveries: Deliveries;
  /** What changed, in one order, as a feed that can be read again. */
  events: Events;
  types: PostTypes;
  tags: Terms;
  categories: Terms;
  /** Those of the site beside tags and categories, and the terms of all of them. */
  taxonomies: Taxonomies<TaxonomyNames<Site>>;
  authors: Authors;
  /** The outbox, and the server that sends mails. */
  mails: Mails;
  media: MediaLibrary;
  files: Files;
  exports: Exports;
  imports: Imports;
  editors: Editors;
  tokens: Tokens;
  auditLog: AuditLog;
  /** Backups that the service makes. */
  backups: Backups;
  views: SavedViews;
  /** The languages that items have, beside that of the site. */
  languages(options?: CallOptions): Promise<Page<ItemLanguage>>;
  /** The version, the database and the jobs of the service that are due. */
  system(options?: CallOptions): Promise<System>;
  /** What takes how much room in the database and on the disk. */
  storageUse(options?: CallOptions): Promise<StorageUse>;
  /** Finds items, contacts, payments, invoices, forms and submissions: the best matches of each kind that the caller may read. */
  search(
    query: Omit<GetSearchResultsQuery, 'termFacets'> & { termFacets?: readonly FacetTaxonomy[] },
    options?: CallOptions,
  ): Promise<SearchResults>;
  /** Sends any other request and returns the parsed body. */
  request: Connection['request'];
  /** Sends any request and returns the `Response`, its body unread. */
  send: Connection['send'];
};

/**
 * Creates a client of the service at `baseUrl`, which ends in `/api/v1`. `token` is an API key. Without one, requests are
 * anonymous, except on the pages of the service itself, where they use the session of the browser.
 *
 * Every failure is a FrontdeskError. Reads, and POSTs with an idempotency key, are retried twice after a lost connection,
 * 429, 502 or 503, and wait as long as `Retry-After` says, up to 10 seconds. No other request is repeated.
 */
export function createClient<Site extends SiteShape = AnySite>(options: ClientOptions): Client<Site> {
  const connection = connect(options);
  return {
    content: (type) => contentOf(connection, type),
    forms: Object.assign(
      <Name extends NameIn<Site['forms']>>(form: Name) => formArea<Site['forms'][Name]>(connection, form),
      formCollection(connection),
    ),
    payments: paymentArea(connection),
    contacts: contactsOf(connection),
    privacy: privacyOf(connection),
    invoices: invoicesOf(connection),
    webhooks: webhooksOf(connection),
    deliveries: deliveriesOf(connection),
    events: eventsOf(connection),
    types: postTypesOf(connection),
    tags: termsAt(connection, '/tags'),
    categories: termsAt(connection, '/categories'),
    taxonomies: taxonomiesOf(connection),
    authors: authorsOf(connection),
    inbox: inboxOf(connection),
    mails: mailsOf(connection),
    media: mediaOf(connection),
    files: filesOf(connection),
    exports: exportsOf(connection),
    imports: importsOf(connection),
    editors: editorsOf(connection),
    tokens: tokensOf(connection),
    auditLog: auditLogOf(connection),
    backups: backupsOf(connection),
    views: savedViewsOf(connection),
    languages: ({ signal, timeoutSeconds } = {}) => connection.request('GET', '/languages', { signal, timeoutSeconds }),
    system: ({ signal, timeoutSeconds } = {}) => connection.request('GET', '/system', { signal, timeoutSeconds }),
    storageUse: ({ signal, timeoutSeconds } = {}) =>
      connection.request('GET', '/system/storage', { signal, timeoutSeconds }),
    search: (query, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', '/search', { query, signal, timeoutSeconds }),
    request: connection.request,
    send: connection.send,
  };
}
