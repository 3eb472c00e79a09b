// Forms: submitting them, what was submitted, who is told, and the forms themselves.

import {
  type Collection,
  type CreateOptions,
  collectionAt,
  type Deleted,
  keyed,
  type OrderedQuery,
  remove,
  type Tagged,
} from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { holdsFiles, toFormData } from './multipart.ts';
import { eachByOffset, type Page } from './pages.ts';
import type { FieldDeclaration } from './post-types.ts';
import { path } from './query.ts';
import { type FormEventName, type Subscribers, subscribersAt } from './subscribers.ts';

export type SubmitResult = {
  submissionId: string;
  status: 'ok';
  /** Only when the form has a payment field: send the user there. */
  paymentUrl?: string;
};

export type SubmissionStatus = 'submitted' | 'awaiting_payment' | 'paid';

type StoredAnswer<Value> = unknown extends Value
  ? unknown
  : [NonNullable<Value>] extends [Blob | readonly Blob[]]
    ? string[]
    : NonNullable<Value>;

/** Answers as they are stored: of a file field the ids of its files. */
export type StoredAnswers<Body> = { [Name in keyof Body]?: StoredAnswer<Body[Name]> };

export type Submission<Body = Record<string, unknown>> = {
  id: string;
  formId: string;
  status: SubmissionStatus;
  data: StoredAnswers<Body>;
  /** What was sent under names that the form does not declare. */
  extra: Record<string, unknown>;
  files: { id: string; field: string; name: string; type: string; size: number }[];
  contactId: string | null;
  payment: {
    id: string;
    status: string;
    amount: number;
    currency: string;
    paymentIntentId: string | null;
    amountRefunded: number;
  } | null;
  createdAt: string;
};

export type SubmissionFilters = {
  order?: 'asc' | 'desc';
  status?: SubmissionStatus;
  /** A moment or a day (UTC), included. */
  from?: string;
  to?: string;
  /** Part of any answer; case and accents do not count. */
  search?: string;
};

export type SubmissionQuery = SubmissionFilters & { limit?: number; offset?: number };

export type FormArea<Body> = {
  /**
   * Submits the form: as JSON, or with files (`File` or `Blob` values, or a `FormData`) as multipart. An idempotency key
   * is made where none is given, so that a lost answer is asked for again and nothing is submitted twice.
   */
  submit(body: Body | FormData, options?: CreateOptions): Promise<SubmitResult>;
  submissions(query?: SubmissionQuery, options?: CallOptions): Promise<Page<Submission<Body>>>;
  /** `for await`: every submission that matches, page by page. */
  allSubmissions(query?: SubmissionQuery, options?: CallOptions): AsyncGenerator<Submission<Body>, void, undefined>;
  submission(id: string, options?: CallOptions): Promise<Submission<Body>>;
  deleteSubmission(id: string, options?: CallOptions): Promise<Deleted>;
  /** All that match as CSV; the answer's body streams. */
  exportSubmissions(query?: SubmissionFilters, options?: CallOptions): Promise<Response>;
  webhooks: Subscribers<FormEventName>;
};

export type Form = {
  id: string;
  slug: string;
  name: string;
  /** Submitted without a token. */
  public: boolean;
  /** Takes submissions. */
  open: boolean;
  fields: FieldDeclaration[];
  successUrl?: string | null;
  /** From here on only with `forms:read`. */
  strict?: boolean;
  maxSubmissions?: number | null;
  settings?: Record<string, unknown>;
  submissionCount?: number;
  version?: number;
  createdAt?: string;
  updatedAt?: string;
};

/** The given members are replaced. */
export type FormChange = {
  slug?: string;
  name?: string;
  public?: boolean;
  open?: boolean;
  strict?: boolean;
  maxSubmissions?: number | null;
  successUrl?: string | null;
  fields?: FieldDeclaration[];
  settings?: Record<string, unknown>;
};

export type NewForm = FormChange & { name: string; fields: FieldDeclaration[] };

type FormShape = {
  listed: Form;
  one: Tagged<Form>;
  created: Tagged<Form>;
  query: OrderedQuery;
  fresh: NewForm;
  change: FormChange;
};

export type FormCollection = Collection<FormShape>;

/** The form of this id or slug. */
export function formArea<Body>(connection: Connection, form: string): FormArea<Body> {
  const address = path`/forms/${form}`;
  const submissions = (query: SubmissionQuery = {}, { signal }: CallOptions = {}): Promise<Page<Submission<Body>>> =>
    connection.request('GET', `${address}/submissions`, { query, signal });
  return {
    submit: (body, options) =>
      connection.request('POST', `${address}/submit`, { body: submitBody(body as object), ...keyed(options) }),
    submissions,
    allSubmissions: (query = {}, options) => eachByOffset((page: SubmissionQuery) => submissions(page, options), query),
    submission: (id, { signal } = {}) => connection.request('GET', address + path`/submissions/${id}`, { signal }),
    deleteSubmission: (id, options) => remove(connection, address + path`/submissions/${id}`, options),
    exportSubmissions: (query = {}, { signal } = {}) =>
      connection.send('GET', `${address}/submissions.csv`, { query, headers: { accept: 'text/csv' }, signal }),
    webhooks: subscribersAt(connection, `${address}/webhooks`),
  };
}

function submitBody(body: object): object {
  return !(body instanceof FormData) && holdsFiles(body) ? toFormData(body) : body;
}

export function formCollection(connection: Connection): FormCollection {
  return collectionAt<FormShape>(connection, '/forms');
}
