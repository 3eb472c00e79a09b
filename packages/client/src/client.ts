// The way into the package: a client of one service, typed by its site.

import { type Connection, type ConnectionOptions, connect } from './connection.ts';
import { type ContentOf, contentOf } from './content.ts';
import { type Contacts, contactsOf, type Invoices, invoicesOf } from './crm.ts';
import { type Deliveries, deliveriesOf } from './deliveries.ts';
import { type Files, filesOf } from './files.ts';
import { type FormArea, type FormCollection, formArea, formCollection } from './forms.ts';
import { type Authors, authorsOf, type MediaLibrary, mediaOf } from './library.ts';
import { type PaymentArea, paymentArea } from './payments.ts';
import { type PostTypes, postTypesOf } from './post-types.ts';
import type { AnySite, SiteShape } from './site.ts';
import { type Terms, termsAt } from './terms.ts';
import { type Tokens, tokensOf } from './tokens.ts';

export type * from './api-types.ts';
export type {
  ExportSubmissionsQuery as SubmissionFilters,
  ListContactsQuery as ContactQuery,
  ListDeliveriesQuery as DeliveryQuery,
  ListInvoicesQuery as InvoiceQuery,
  ListPaymentsQuery as PaymentQuery,
  ListSubmissionsQuery as SubmissionQuery,
} from './api-types.ts';
export type * from './collection.ts';
export type { CallOptions, RequestOptions } from './connection.ts';
export type {
  ContentOf,
  Item,
  ItemChange,
  ItemFilters,
  ItemPage,
  ItemQuery,
  ListedItem,
  NewItem,
  OrderBy,
} from './content.ts';
export type { Contacts, Invoices } from './crm.ts';
export type { Deliveries } from './deliveries.ts';
export type { Download, Files } from './files.ts';
export type { FormArea, FormCollection, StoredAnswers, Submission } from './forms.ts';
export { FrontdeskError } from './frontdesk-error.ts';
export type { Authors, MediaLibrary } from './library.ts';
export type { Page } from './pages.ts';
export type { PaymentArea } from './payments.ts';
export type { PostTypes } from './post-types.ts';
export type { AnySite, Filter, SiteShape } from './site.ts';
export type {
  NewSubscriber,
  RotatedSecret,
  Subscriber,
  SubscriberChange,
  Subscribers,
  SubscriberWithSecret,
} from './subscribers.ts';
export type { Terms } from './terms.ts';
export type { Tokens } from './tokens.ts';
export { verifyWebhook, type WebhookFault, type WebhookMessage, WebhookVerificationError } from './webhooks.ts';

export type ClientOptions = ConnectionOptions;

type NameIn<T> = Extract<keyof T, string>;

export type Client<Site extends SiteShape = AnySite> = {
  /** The items of a post type, by its name. */
  content<Name extends NameIn<Site['types']>>(type: Name): ContentOf<Site['types'][Name]>;
  /** One form by its slug (or id); the forms themselves by the members. */
  forms: FormCollection & (<Name extends NameIn<Site['forms']>>(form: Name) => FormArea<Site['forms'][Name]>);
  payments: PaymentArea;
  contacts: Contacts;
  invoices: Invoices;
  deliveries: Deliveries;
  types: PostTypes;
  tags: Terms;
  categories: Terms;
  authors: Authors;
  media: MediaLibrary;
  files: Files;
  tokens: Tokens;
  /** Any call that has no function of its own; answers the body. */
  request: Connection['request'];
  /** The same, answering the `Response` itself with its body not read. */
  send: Connection['send'];
};

/**
 * A client of the service at `baseUrl`, which ends in `/api/v1`. With `token` it is authenticated as an API key. Without
 * one it is anonymous, except on pages of the service itself, where the session of the browser counts. Every failure is a FrontdeskError. Reads are tried again twice when the
 * service cannot be reached or is busy (502, 503, 429, as `Retry-After` says, 10 s at most), and so are POSTs that bear
 * an idempotency key; nothing else is.
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
    invoices: invoicesOf(connection),
    deliveries: deliveriesOf(connection),
    types: postTypesOf(connection),
    tags: termsAt(connection, '/tags'),
    categories: termsAt(connection, '/categories'),
    authors: authorsOf(connection),
    media: mediaOf(connection),
    files: filesOf(connection),
    tokens: tokensOf(connection),
    request: connection.request,
    send: connection.send,
  };
}
