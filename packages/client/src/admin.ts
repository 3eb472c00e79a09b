// The entry point `@frontdesk/client/admin`: all that a page uses, and what those who run a site do as well.

import type { ItemLanguage, StorageUse, System } from './api-types.ts';
import { type AuditLog, auditLogOf } from './audit-log.ts';
import { type Authors, authorsOf } from './authors.ts';
import { type Backups, backupsOf } from './backups.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { type CallOptions, connect } from './connection.ts';
import { type Contacts, contactsOf } from './contacts.ts';
import { type AdminContentOf, adminContentOf } from './content.ts';
import { type Deliveries, deliveriesOf } from './deliveries.ts';
import { type Editors, editorsOf } from './editors.ts';
import { type Events, eventsOf } from './events.ts';
import { type Exports, exportsOf } from './exports.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { type Files, filesOf } from './files.ts';
import { type AdminFormArea, adminFormArea, type FormCollection, formCollection } from './forms.ts';
import { type Imports, importsOf } from './imports.ts';
import { type Inbox, inboxOf } from './inbox.ts';
import {
  type CreditNotes,
  creditNotesOf,
  type Invoices,
  invoicesOf,
  type Reports,
  reportsOf,
  type TaxRates,
  taxRatesOf,
} from './invoices.ts';
import { type Mails, mailsOf } from './mails.ts';
import { type MediaLibrary, mediaOf } from './media.ts';
import type { Page } from './pages.ts';
import { type AdminPaymentArea, adminPaymentArea } from './payments.ts';
import { type PostTypes, postTypesOf } from './post-types.ts';
import { type Privacy, privacyOf } from './privacy.ts';
import type { AnySite, SiteShape, TaxonomyNames, TypeName, TypeNamed } from './site.ts';
import { type Webhooks, webhooksOf } from './subscribers.ts';
import { type Taxonomies, taxonomiesOf } from './taxonomies.ts';
import { type Terms, termsAt } from './terms.ts';
import { type Tokens, tokensOf } from './tokens.ts';
import { type SavedViews, savedViewsOf } from './views.ts';

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
export type { AuditLog } from './audit-log.ts';
export type { Authors, DeleteAuthorOptions } from './authors.ts';
export type { Backups } from './backups.ts';
export * from './client.ts';
export type { ExportOptions } from './connection.ts';
export type { Contacts } from './contacts.ts';
export type { AdminContentOf, BulkOperation, BulkOptions, DraftChange } from './content.ts';
export type { Deliveries } from './deliveries.ts';
export type { Editors } from './editors.ts';
export type { Events, FeedQuery } from './events.ts';
export type { ExportedList, ExportedPart, Exports } from './exports.ts';
export { fetchWithProgress, type ProgressInit, type UploadProgress } from './fetch-with-progress.ts';
export type { Download, Files } from './files.ts';
export type { AdminFormArea, FormCollection } from './forms.ts';
export type { ImportOptions, Imports, NewImport } from './imports.ts';
export type { AnswerFilter, Inbox, InboxFilters, InboxPage, InboxQuery } from './inbox.ts';
export type { CreditNotes, Invoices, Reports, TaxRates } from './invoices.ts';
export type { Mails } from './mails.ts';
export type { MediaLibrary, MediaSource, UploadOptions } from './media.ts';
export { type MergePatch, mergePatchBetween } from './merge-patch.ts';
export type { FileSource } from './multipart-file.ts';
export type { AdminPaymentArea } from './payments.ts';
export type { PostTypes } from './post-types.ts';
export type { Revisions } from './revisions.ts';
export type { AreaWebhooks, NewAreaWebhook, Webhooks, WebhookWithSecret } from './subscribers.ts';
export type { Taxonomies, TermsOfTaxonomy } from './taxonomies.ts';
export type { Terms } from './terms.ts';
export type { Tokens } from './tokens.ts';
export type { SavedViews } from './views.ts';

type NameIn<T> = Extract<keyof T, string>;

/** What `createAdminClient` returns. */
export type AdminClient<Site extends SiteShape = AnySite> = Omit<
  Client<Site>,
  'content' | 'forms' | 'tags' | 'categories' | 'payments'
> & {
  /** The items of a content type, by its singular or plural name, with drafts, revisions and changes of many at once. */
  content<Name extends TypeName<Site['types']>>(type: Name): AdminContentOf<TypeNamed<Site['types'], Name>>;
  /** `forms('contact')` is one form, by slug or ID; `forms.list()` and so on manage all forms. */
  forms: FormCollection & (<Name extends NameIn<Site['forms']>>(form: Name) => AdminFormArea<Site['forms'][Name]>);
  /** The submissions across all forms, and what people do with them. */
  inbox: Inbox;
  /** Checkouts, refunds, the payments themselves, and their webhooks. */
  payments: AdminPaymentArea;
  /** The people that the site knows. */
  contacts: Contacts;
  /** All about one person. */
  privacy: Privacy;
  /** Our own invoices. */
  invoices: Invoices;
  /** What corrects them. */
  creditNotes: CreditNotes;
  /** With which lines are taxed. */
  taxRates: TaxRates;
  /** Sums of what was invoiced, paid and is owed. */
  reports: Reports;
  /** Of content, forms and payments; new ones are for content. */
  webhooks: Webhooks;
  /** What was sent to webhooks, with every attempt. */
  deliveries: Deliveries;
  /** What changed, in one order, as a feed that can be read again. */
  events: Events;
  /** The content types. */
  types: PostTypes;
  /** The tags of items. */
  tags: Terms;
  /** The categories of items. */
  categories: Terms;
  /** Those of the site beside tags and categories, and the terms of all of them. */
  taxonomies: Taxonomies<TaxonomyNames<Site>>;
  /** Those who are named as authors of items. */
  authors: Authors;
  /** The outbox, and the server that sends mails. */
  mails: Mails;
  /** The library of pictures and files that items use. */
  media: MediaLibrary;
  /** Files that visitors have sent with forms. */
  files: Files;
  /** The whole site or parts of it, as files. */
  exports: Exports;
  /** Imports from other systems. */
  imports: Imports;
  /** Who is editing which item at this moment. */
  editors: Editors;
  /** API keys. */
  tokens: Tokens;
  /** Who changed what, and when. */
  auditLog: AuditLog;
  /** Backups that the service makes. */
  backups: Backups;
  /** Lists that users have saved with their filters. */
  views: SavedViews;
  /** The languages that items have, beside that of the site. */
  languages(options?: CallOptions): Promise<Page<ItemLanguage>>;
  /** The version, the database and the jobs of the service that are due. */
  system(options?: CallOptions): Promise<System>;
  /** What takes how much room in the database and on the disk. */
  storageUse(options?: CallOptions): Promise<StorageUse>;
};

/**
 * Creates a client with everything that the API offers, for programs that manage a site. It is what `createClient` is and more, and
 * uploads report how much has been sent (`onProgress`).
 */
export function createAdminClient<Site extends SiteShape = AnySite>(options: ClientOptions): AdminClient<Site> {
  const withProgress = { ...options, fetch: options?.fetch ?? fetchWithProgress };
  const connection = connect(withProgress);
  return {
    ...createClient<Site>(withProgress),
    content: (type) => adminContentOf(connection, type),
    forms: Object.assign(
      <Name extends NameIn<Site['forms']>>(form: Name) => adminFormArea<Site['forms'][Name]>(connection, form),
      formCollection(connection),
    ),
    payments: adminPaymentArea(connection),
    contacts: contactsOf(connection),
    privacy: privacyOf(connection),
    invoices: invoicesOf(connection),
    creditNotes: creditNotesOf(connection),
    taxRates: taxRatesOf(connection),
    reports: reportsOf(connection),
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
    languages: (options) => connection.request('GET', '/languages', options),
    system: (options) => connection.request('GET', '/system', options),
    storageUse: (options) => connection.request('GET', '/system/storage', options),
  };
}
