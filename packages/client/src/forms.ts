// Forms: submitting them, their submissions and webhooks, and the forms themselves.

import type * as api from './api-types.ts';
import { type Collection, type CreateOptions, collectionAt, keyed, remove, type Tagged } from './collection.ts';
import type { CallOptions, Connection, ExportOptions } from './connection.ts';
import { eachByOffset, type Page, type WithTotal } from './pages.ts';
import { path } from './query.ts';
import { type Subscribers, subscribersAt } from './subscribers.ts';

type StoredAnswer<Value> = unknown extends Value
  ? unknown
  : [NonNullable<Value>] extends [Blob | readonly Blob[]]
    ? string[]
    : NonNullable<Value>;

/** Answers as they are stored: a file field contains the IDs of its files. */
export type StoredAnswers<Body> = { [Name in keyof Body]?: StoredAnswer<Body[Name]> };

export type Submission<Body = Record<string, unknown>> = Omit<api.Submission, 'data'> & { data: StoredAnswers<Body> };

type SubmissionQuery = api.ListFormSubmissionsQuery;

export type FormArea<Body> = {
  /**
   * Submits the form as JSON, or as multipart if it contains files (`File` or `Blob` values, or a `FormData`). Without
   * an idempotency key one is generated, so that a repeated request does not submit twice.
   */
  submit(body: Body | FormData, options?: CreateOptions): Promise<api.SubmitResult>;
  submissions<const Total extends boolean = true>(
    query?: SubmissionQuery & WithTotal<Total>,
    options?: CallOptions,
  ): Promise<Page<Submission<Body>, Total>>;
  /** Every matching submission, for `for await`. Reads page by page. */
  allSubmissions(query?: SubmissionQuery, options?: CallOptions): AsyncGenerator<Submission<Body>, void, undefined>;
  submission(id: string, options?: CallOptions): Promise<Submission<Body>>;
  deleteSubmission(id: string, options?: CallOptions): Promise<api.Deleted>;
  /** Says which submissions are spam, or are not: what is none goes the way of every submission, once. */
  sortSpam(sorting: api.SpamSorting, options?: CallOptions): Promise<api.SortedSpam>;
  /** What the form would delete with these periods, and when. Deletes nothing. */
  planRetention(retention: api.FormRetention, options?: CallOptions): Promise<api.RetentionPlan>;
  /** What the form asked in one of its versions, as submissions have it in `formVersion`. */
  version(version: number, options?: CallOptions): Promise<api.FormVersion>;
  /** Deletes all spam of the form, with its files. */
  emptySpam(options?: CallOptions): Promise<api.EmptiedSpam>;
  /** Every matching submission, as CSV by default. The body of the response streams. */
  exportSubmissions(query?: api.ExportFormSubmissionsQuery, options?: ExportOptions): Promise<Response>;
  /** Counts, numbers and times of what was submitted in a period. */
  summary(query?: api.GetFormSummaryQuery, options?: CallOptions): Promise<api.FormSummary>;
  /** The code that puts the form on a page of another site. */
  code(options?: CallOptions): Promise<api.FormCode>;
  webhooks: Subscribers<api.FormEventName>;
  /** A challenge of ALTCHA, to solve before the form is submitted without a key. */
  challenge(options?: CallOptions): Promise<api.Challenge>;
  /** What is sold out. Needs no key for a public form. */
  availability(options?: CallOptions): Promise<Listed<api.Availability>>;
  /** What an order would cost. Needs no key for a public form. */
  quote(answers: Record<string, unknown>, options?: CallOptions): Promise<api.Quote>;
  /** What is held and sold of what the form sells in limited numbers. */
  stock(options?: CallOptions): Promise<Listed<api.Stock>>;
  correctStock(correction: api.StockCorrection, options?: CallOptions): Promise<Listed<api.Stock>>;
  discounts: Discounts;
};

type Listed<Item> = { items: Item[]; total: number };

export type Discounts = {
  list(options?: CallOptions): Promise<Listed<api.Discount>>;
  get(id: string, options?: CallOptions): Promise<api.Discount>;
  create(discount: api.NewDiscount, options?: CreateOptions): Promise<api.Discount>;
  update(id: string, change: api.DiscountChange, options?: CallOptions): Promise<api.Discount>;
  delete(id: string, options?: CallOptions): Promise<api.Deleted>;
};

type FormShape = {
  listed: api.Form;
  one: Tagged<api.Form>;
  created: Tagged<api.Form>;
  query: api.ListFormsQuery;
  fresh: api.NewForm;
  change: api.FormChange;
};

export type FormCollection = Collection<FormShape>;

/** One form, by slug or ID. */
export function formArea<Body>(connection: Connection, form: string): FormArea<Body> {
  const address = path`/forms/${form}`;
  const submissions: FormArea<Body>['submissions'] = (query, { signal, timeoutSeconds } = {}) =>
    connection.request('GET', `${address}/submissions`, { query, signal, timeoutSeconds });
  return {
    submit: (body, options) =>
      connection.request('POST', `${address}/submit`, { body: submitBody(body as object), ...keyed(options) }),
    submissions,
    allSubmissions: (query = {}, options) => eachByOffset((page: SubmissionQuery) => submissions(page, options), query),
    submission: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', address + path`/submissions/${id}`, { signal, timeoutSeconds }),
    deleteSubmission: (id, options) => remove(connection, address + path`/submissions/${id}`, options),
    sortSpam: (body, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', `${address}/spam`, { body, signal, timeoutSeconds }),
    planRetention: (body, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', `${address}/retention/plan`, { body, signal, timeoutSeconds }),
    version: (version, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', `${address}/versions/${version}`, { signal, timeoutSeconds }),
    emptySpam: ({ signal, timeoutSeconds } = {}) =>
      connection.request('DELETE', `${address}/spam`, { signal, timeoutSeconds }),
    exportSubmissions: (query = {}, { format = 'csv', signal, timeoutSeconds } = {}) =>
      connection.send('GET', `${address}/submissions.${format}`, {
        query,
        headers: { accept: '*/*' },
        signal,
        timeoutSeconds,
      }),
    summary: (query = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', `${address}/summary`, { query, signal, timeoutSeconds }),
    code: ({ signal, timeoutSeconds } = {}) => connection.request('GET', `${address}/code`, { signal, timeoutSeconds }),
    webhooks: subscribersAt(connection, `${address}/webhooks`),
    challenge: (options) => connection.request('GET', `${address}/challenge`, { ...options }),
    availability: (options) => connection.request('GET', `${address}/availability`, { ...options }),
    quote: (body, options) => connection.request('POST', `${address}/quote`, { body, ...options }),
    stock: (options) => connection.request('GET', `${address}/stock`, { ...options }),
    correctStock: (body, options) => connection.request('PATCH', `${address}/stock`, { body, ...options }),
    discounts: {
      list: (options) => connection.request('GET', `${address}/discounts`, { ...options }),
      get: (id, options) => connection.request('GET', address + path`/discounts/${id}`, { ...options }),
      create: (body, options) => connection.request('POST', `${address}/discounts`, { body, ...keyed(options) }),
      update: (id, body, options) =>
        connection.request('PATCH', address + path`/discounts/${id}`, { body, ...options }),
      delete: (id, options) => remove(connection, address + path`/discounts/${id}`, options),
    },
  };
}

function submitBody(body: object): object {
  return !(body instanceof FormData) && holdsFiles(body) ? toFormData(body) : body;
}

export function formCollection(connection: Connection): FormCollection {
  return collectionAt<FormShape>(connection, '/forms');
}

/** Whether a value is a file, which JSON cannot contain. */
function holdsFiles(body: object): boolean {
  return Object.values(body).some((value) => (Array.isArray(value) ? value.some(isFile) : isFile(value)));
}

/** One part for each value. Lists become several parts with the same name; null and undefined are skipped. */
function toFormData(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part === undefined || part === null) continue;
      if (isFile(part)) form.append(name, part);
      else form.append(name, typeof part === 'object' ? JSON.stringify(part) : String(part));
    }
  }
  return form;
}

function isFile(value: unknown): value is Blob {
  return value instanceof Blob;
}
