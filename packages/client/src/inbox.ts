// The inbox: the submissions across all forms, and what people do with them.

import type * as api from './api-types.ts';
import { type CreateOptions, keyed, remove } from './collection.ts';
import type { CallOptions, Connection, ExportOptions } from './connection.ts';
import { eachByCursor, type Page, type WithTotal } from './pages.ts';
import { flattenFilter, path } from './query.ts';

type Operand = string | number | boolean;

/** `{ guests: { gte: 2 }, name: 'Ada' }` */
export type AnswerFilter = Record<string, Operand | { [operator: string]: Operand | readonly Operand[] }>;

/** Which submissions the inbox shows, and which page of them. */
export type InboxQuery = Omit<api.ListSubmissionsQuery, 'total'> & {
  /** Conditions on the answers of the `form`. */
  answers?: AnswerFilter | undefined;
};

/** Which submissions the inbox shows. */
export type InboxFilters = Omit<InboxQuery, 'limit' | 'offset' | 'cursor'>;

/** A page of submissions. */
export type InboxPage<Total extends boolean = true> = Page<api.InboxSubmission, Total> & {
  /** Where the next page begins; null on the last one. */
  nextCursor: string | null;
};

/** The submissions across all forms, and what people do with them. */
export type Inbox = {
  /** A page of submissions, the newest first. */
  list<const Total extends boolean = true>(
    query?: InboxQuery & WithTotal<Total>,
    options?: CallOptions,
  ): Promise<InboxPage<Total>>;
  /** Every matching submission, for `for await`. Reads page by page. */
  all(query?: InboxQuery, options?: CallOptions): AsyncGenerator<api.InboxSubmission, void, undefined>;
  /** Every matching submission, as CSV by default. The body of the response streams. */
  export(query?: InboxFilters, options?: ExportOptions): Promise<Response>;
  /** One submission, by its ID. */
  get(id: string, options?: CallOptions): Promise<api.InboxSubmission>;
  /** Changes who looks after a submission, and whether it is read, starred or done. */
  update(id: string, change: api.SubmissionChange, options?: CallOptions): Promise<api.InboxSubmission>;
  /** Changes up to 1,000 submissions: all of them, or none. */
  updateMany(ids: readonly string[], change: api.SubmissionChange, options?: CallOptions): Promise<api.SortedSpam>;
  /** Deletes up to 1,000 submissions, of any forms, spam as well: all of them, or none. */
  deleteMany(ids: readonly string[], options?: CallOptions): Promise<api.SortedSpam>;
  /** Says of up to 100 submissions whether they are spam. */
  sortSpam(ids: readonly string[], spam: boolean, options?: CallOptions): Promise<api.SortedSpam>;
  /** How many are unread. */
  unread(options?: CallOptions): Promise<api.UnreadCount>;
  /** The users who can be in charge. */
  assignees(options?: CallOptions): Promise<Page<api.Assignee>>;
  /** Events, mails and notes; the newest is last. */
  story(id: string, options?: CallOptions): Promise<Page<api.StoryEntry>>;
  /** Adds a note for colleagues. */
  addNote(id: string, note: api.NewSubmissionNote, options?: CreateOptions): Promise<api.SubmissionNote>;
  /** Who a reply can go to, and whether mails can be sent. */
  draftReply(id: string, options?: CallOptions): Promise<api.SubmissionReplyDraft>;
  /** Sends a mail to who submitted the form. */
  reply(id: string, reply: api.NewSubmissionReply, options?: CreateOptions): Promise<api.SubmissionReply>;
  /** Deletes a note. */
  deleteNote(id: string, noteId: string, options?: CallOptions): Promise<api.Deleted>;
};

export function inboxOf(connection: Connection): Inbox {
  const read = <T>(address: string, { signal, timeoutSeconds }: CallOptions = {}, query?: object): Promise<T> =>
    connection.request('GET', address, { query, signal, timeoutSeconds });
  const list: Inbox['list'] = (query, options) => read('/submissions', options, flatten(query));
  const bulk = (body: api.SubmissionsChange, options: CallOptions): Promise<api.SortedSpam> =>
    connection.request('POST', '/submissions/bulk', { body, ...options });
  return {
    list,
    all: (query = {}, options) => eachByCursor((page: InboxQuery) => list({ ...page, total: false }, options), query),
    export: (query = {}, { format = 'csv', signal, timeoutSeconds } = {}) =>
      connection.send('GET', `/submissions.${format}`, {
        query: flatten(query),
        headers: { accept: '*/*' },
        signal,
        timeoutSeconds,
      }),
    get: (id, options) => read(path`/submissions/${id}`, options),
    update: (id, body, { signal, timeoutSeconds } = {}) =>
      connection.request('PATCH', path`/submissions/${id}`, { body, signal, timeoutSeconds }),
    updateMany: (ids, change, { signal, timeoutSeconds } = {}) =>
      bulk({ ids: [...ids], action: 'update', change }, { signal, timeoutSeconds }),
    deleteMany: (ids, { signal, timeoutSeconds } = {}) =>
      bulk({ ids: [...ids], action: 'delete' }, { signal, timeoutSeconds }),
    sortSpam: (ids, spam, { signal, timeoutSeconds } = {}) =>
      bulk({ ids: [...ids], action: spam ? 'spam' : 'notSpam' }, { signal, timeoutSeconds }),
    unread: (options) => read('/submissions/unread', options),
    assignees: (options) => read('/submissions/assignees', options),
    story: (id, options) => read(path`/submissions/${id}/story`, options),
    addNote: (id, body, options) =>
      connection.request('POST', path`/submissions/${id}/notes`, { body, ...keyed(options) }),
    draftReply: (id, options) => read(path`/submissions/${id}/reply`, options),
    reply: (id, body, options) =>
      connection.request('POST', path`/submissions/${id}/replies`, { body, ...keyed(options) }),
    deleteNote: (id, noteId, options) => remove(connection, path`/submissions/${id}/notes/${noteId}`, options),
  };
}

function flatten({ answers, ...query }: InboxQuery & { total?: boolean | undefined } = {}): object {
  return { ...query, ...flattenFilter(answers, 'answers') };
}
