// Forms: submitting them, their submissions and webhooks, and the forms themselves.

import type * as api from './api-types.ts';
import {
  type Collection,
  type CreateOptions,
  collectionAt,
  keyed,
  type Readable,
  readableAt,
  remove,
  type Tagged,
} from './collection.ts';
import type { CallOptions, Connection, ExportOptions } from './connection.ts';
import { eachByOffset, type Page, type WithTotal } from './pages.ts';
import { path } from './query.ts';
import { type AreaWebhooks, areaWebhooksAt } from './subscribers.ts';

type StoredAnswer<Value> = unknown extends Value
  ? unknown
  : [NonNullable<Value>] extends [Blob | readonly Blob[]]
    ? string[]
    : NonNullable<Value>;

/** What is bought, which is stored as a payment and not as an answer. */
type Order = { lines?: readonly { line: string }[] };

/** Answers as they are stored: a file field contains the IDs of its files. */
export type StoredAnswers<Body> = {
  [Name in keyof Body as unknown extends Body[Name]
    ? Name
    : Body[Name] extends Order | undefined
      ? never
      : Name]?: StoredAnswer<Body[Name]>;
};

/** A submission with the answers of its form. */
export type Submission<Body = Record<string, unknown>> = Omit<api.Submission, 'data'> & {
  /** The answers, by the names of the fields. */
  data: StoredAnswers<Body>;
};

type SubmissionQuery = api.ListFormSubmissionsQuery;

/** A `FormData`, by what makes it one: with its methods, editors would offer them among the fields of a form. */
type HtmlAnswers = Pick<FormData, typeof Symbol.iterator>;

/** One form, as pages use it. */
export type FormArea<Body> = {
  /**
   * Submits the form as JSON, or as multipart if it contains files (`File` or `Blob` values), or what an HTML form has:
   * `submit(new FormData(form))`. Without an idempotency key one is generated, so that a repeated request does not submit twice.
   */
  submit(body: Body | HtmlAnswers, options?: CreateOptions): Promise<api.SubmitResult>;
  /** What an order would cost. Needs no key for a public form. */
  quote(answers: Record<string, unknown>, options?: CallOptions): Promise<api.Quote>;
  /** What is sold out. Needs no key for a public form. */
  availability(options?: CallOptions): Promise<Listed<api.Availability>>;
  /** A challenge of ALTCHA, to solve before the form is submitted without a key. */
  challenge(options?: CallOptions): Promise<api.Challenge>;
  /** A page of submissions, the newest first. */
  submissions<const Total extends boolean = true>(
    query?: SubmissionQuery & WithTotal<Total>,
    options?: CallOptions,
  ): Promise<Page<Submission<Body>, Total>>;
  /** Every matching submission, for `for await`. Reads page by page. */
  allSubmissions(query?: SubmissionQuery, options?: CallOptions): AsyncGenerator<Submission<Body>, void, undefined>;
  /** One submission, by its ID. */
  submission(id: string, options?: CallOptions): Promise<Submission<Body>>;
};

/** What those who manage a form do as well. */
export type AdminFormArea<Body> = FormArea<Body> & {
  /** Deletes a submission with its files. */
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
  /** The webhooks that get the events of this form. `client.webhooks` changes them. */
  webhooks: AreaWebhooks<api.FormEventName>;
  /** What is held and sold of what the form sells in limited numbers. */
  stock(options?: CallOptions): Promise<Listed<api.Stock>>;
  /** Sets how many were sold elsewhere, so that no more are sold than there are. */
  correctStock(correction: api.StockCorrection, options?: CallOptions): Promise<Listed<api.Stock>>;
  /** The discount codes of the form. */
  discounts: Discounts;
};

type Listed<Item> = {
  /** All of them. */
  items: Item[];
  /** How many there are. */
  total: number;
};

/** The discount codes of a form. */
export type Discounts = {
  /** All codes. */
  list(options?: CallOptions): Promise<Listed<api.Discount>>;
  /** One code, by its ID. */
  get(id: string, options?: CallOptions): Promise<api.Discount>;
  /** Creates a code. */
  create(discount: api.NewDiscount, options?: CreateOptions): Promise<api.Discount>;
  /** Changes the given members of a code. */
  update(id: string, change: api.DiscountChange, options?: CallOptions): Promise<api.Discount>;
  /** Deletes a code: it is not accepted any more. */
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

/** The forms themselves. */
export type FormCollection = Collection<FormShape>;
/** What pages read of the forms: their fields, for a page that draws one by itself. */
export type ReadableForms = Readable<FormShape>;

/** One form, by slug or ID. */
export function formArea<Body>(connection: Connection, form: string): FormArea<Body> {
  const address = path`/forms/${form}`;
  const submissions: FormArea<Body>['submissions'] = (query, options) =>
    connection.request('GET', `${address}/submissions`, { query, ...options });
  return {
    submit: (body, options) =>
      connection.request('POST', `${address}/submit`, { body: submitBody(body as object), ...keyed(options) }),
    quote: (body, options) => connection.request('POST', `${address}/quote`, { body, ...options }),
    availability: (options) => connection.request('GET', `${address}/availability`, options),
    challenge: (options) => connection.request('GET', `${address}/challenge`, options),
    submissions,
    allSubmissions: (query = {}, options) => eachByOffset((page: SubmissionQuery) => submissions(page, options), query),
    submission: (id, options) => connection.request('GET', address + path`/submissions/${id}`, options),
  };
}

/** The same, with all that is done with a form and its submissions. */
export function adminFormArea<Body>(connection: Connection, form: string): AdminFormArea<Body> {
  const address = path`/forms/${form}`;
  return {
    ...formArea<Body>(connection, form),
    deleteSubmission: (id, options) => remove(connection, address + path`/submissions/${id}`, options),
    sortSpam: (body, options) => connection.request('POST', `${address}/spam`, { body, ...options }),
    planRetention: (body, options) => connection.request('POST', `${address}/retention/plan`, { body, ...options }),
    version: (version, options) => connection.request('GET', `${address}/versions/${version}`, options),
    emptySpam: (options) => connection.request('DELETE', `${address}/spam`, options),
    exportSubmissions: (query = {}, { format = 'csv', ...options } = {}) =>
      connection.send('GET', `${address}/submissions.${format}`, { query, headers: { accept: '*/*' }, ...options }),
    summary: (query = {}, options) => connection.request('GET', `${address}/summary`, { query, ...options }),
    code: (options) => connection.request('GET', `${address}/code`, options),
    webhooks: areaWebhooksAt(connection, `${address}/webhooks`),
    stock: (options) => connection.request('GET', `${address}/stock`, options),
    correctStock: (body, options) => connection.request('PATCH', `${address}/stock`, { body, ...options }),
    discounts: {
      list: (options) => connection.request('GET', `${address}/discounts`, options),
      get: (id, options) => connection.request('GET', address + path`/discounts/${id}`, options),
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

/** The forms as pages read them. */
export function readableForms(connection: Connection): ReadableForms {
  return readableAt<FormShape>(connection, '/forms');
}

/** The forms, to manage them. */
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
