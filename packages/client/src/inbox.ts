// The inbox: the submissions across all forms, and what people do with them.

import type * as api from './api-types.ts';
import { type CreateOptions, keyed, remove } from './collection.ts';
import type { CallOptions, Connection, ExportOptions } from './connection.ts';
import { eachByCursor, type Page, type WithTotal } from './pages.ts';
import { flattenFilter, path } from './query.ts';

type Operand = string | number | boolean;

/** `{ guests: { gte: 2 }, name: 'Ada' }` */
export type AnswerFilter = Record<string, Operand | { [operator: string]: Operand | readonly Operand[] }>;

export type InboxQuery = Omit<api.ListSubmissionsQuery, 'total'> & {
  /** Conditions on the answers of the `form`. */
  answers?: AnswerFilter | undefined;
};

export type InboxFilters = Omit<InboxQuery, 'limit' | 'offset' | 'cursor'>;

export type InboxPage<Total extends boolean = true> = Page<api.InboxSubmission, Total> & { nextCursor: string | null };

export type Inbox = {
  list<const Total extends boolean = true>(
    query?: InboxQuery & WithTotal<Total>,
    options?: CallOptions,
  ): Promise<InboxPage<Total>>;
  /** Every matching submission, for `for await`. Reads page by page. */
  all(query?: InboxQuery, options?: CallOptions): AsyncGenerator<api.InboxSubmission, void, undefined>;
  /** Every matching submission, as CSV by default. The body of the response streams. */
  export(query?: InboxFilters, options?: ExportOptions): Promise<Response>;
  get(id: string, options?: CallOptions): Promise<api.InboxSubmission>;
  update(id: string, change: api.SubmissionChange, options?: CallOptions): Promise<api.InboxSubmission>;
  /** Changes up to 1,000 submissions: all of them, or none. */
  updateMany(ids: readonly string[], change: api.SubmissionChange, options?: CallOptions): Promise<{ updated: number }>;
  /** Deletes up to 1,000 submissions, of any forms, spam as well: all of them, or none. */
  deleteMany(ids: readonly string[], options?: CallOptions): Promise<{ deleted: number }>;
  /** Says of up to 100 submissions whether they are spam. */
  sortSpam(ids: readonly string[], spam: boolean, options?: CallOptions): Promise<api.SortedSpam>;
  /** How many are unread. */
  unread(options?: CallOptions): Promise<api.UnreadCount>;
  /** The users who can be in charge. */
  assignees(options?: CallOptions): Promise<Page<api.Assignee>>;
  /** Events, mails and notes; the newest is last. */
  story(id: string, options?: CallOptions): Promise<Page<api.StoryEntry>>;
  addNote(id: string, note: api.NewSubmissionNote, options?: CreateOptions): Promise<api.SubmissionNote>;
  /** Who a reply can go to, and whether mails can be sent. */
  draftReply(id: string, options?: CallOptions): Promise<api.SubmissionReplyDraft>;
  /** Sends a mail to who submitted the form. */
  reply(id: string, reply: api.NewSubmissionReply, options?: CreateOptions): Promise<api.SubmissionReply>;
  deleteNote(id: string, noteId: string, options?: CallOptions): Promise<api.Deleted>;
};

export function inboxOf(connection: Connection): Inbox {
  const read = <T>(address: string, { signal, timeoutSeconds }: CallOptions = {}, query?: object): Promise<T> =>
    connection.request('GET', address, { query, signal, timeoutSeconds });
  const list: Inbox['list'] = (query, options) => read('/submissions', options, flatten(query));
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
      connection.request('PATCH', '/submissions', { body: { ids, change }, signal, timeoutSeconds }),
    deleteMany: (ids, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', '/submissions/delete', { body: { ids }, signal, timeoutSeconds }),
    sortSpam: (ids, spam, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', '/submissions/spam', { body: { ids, spam }, signal, timeoutSeconds }),
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
