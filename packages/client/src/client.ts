// The entry point of the package for pages: a client of one service, with the types of its site. `@frontdesk/client/admin` is the rest.

import type { GetSearchResultsQuery, SearchResults } from './api-types.ts';
import { type CallOptions, type Connection, type ConnectionOptions, connect } from './connection.ts';
import { type ContentOf, contentOf, type FacetTaxonomy } from './content.ts';
import { type FormArea, formArea, type ReadableForms, readableForms } from './forms.ts';
import { type PaymentArea, paymentArea } from './payments.ts';
import type { AnySite, SiteShape, TypeName, TypeNamed } from './site.ts';
import { type ReadableTerms, readableTermsAt } from './terms.ts';

export type * from './api-types.ts';
export type * from './collection.ts';
export type { CallOptions, RequestOptions } from './connection.ts';
export type {
  ContentOf,
  FacetTaxonomy,
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
export type { FormArea, ReadableForms, StoredAnswers, Submission } from './forms.ts';
export { type ErrorCode, FrontdeskError } from './frontdesk-error.ts';
export type { Page, PageQuery } from './pages.ts';
export type { PaymentArea } from './payments.ts';
export type { AnySite, Filter, SiteShape, Where } from './site.ts';
export type { ReadableTerms } from './terms.ts';
export {
  type FormEventOf,
  isOfForm,
  verifyWebhook,
  type WebhookEventOf,
  type WebhookFault,
  type WebhookMessage,
  WebhookVerificationError,
} from './webhooks.ts';

/** What a client needs. */
export type ClientOptions = ConnectionOptions;

type NameIn<T> = Extract<keyof T, string>;

/** What `createClient` returns. */
export type Client<Site extends SiteShape = AnySite> = {
  /** The items of a content type, by its singular or plural name. */
  content<Name extends TypeName<Site['types']>>(type: Name): ContentOf<TypeNamed<Site['types'], Name>>;
  /** `forms('contact')` is one form, by slug or ID; `forms.get('contact')` reads its fields. */
  forms: ReadableForms & (<Name extends NameIn<Site['forms']>>(form: Name) => FormArea<Site['forms'][Name]>);
  /** The tags of items, with their names. */
  tags: ReadableTerms;
  /** The categories of items, with their names. */
  categories: ReadableTerms;
  /** Checkouts, refunds, and the payments themselves. */
  payments: PaymentArea;
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
      readableForms(connection),
    ),
    tags: readableTermsAt(connection, '/tags'),
    categories: readableTermsAt(connection, '/categories'),
    payments: paymentArea(connection),
    search: (query, options) => connection.request('GET', '/search', { query, ...options }),
    request: connection.request,
    send: connection.send,
  };
}
