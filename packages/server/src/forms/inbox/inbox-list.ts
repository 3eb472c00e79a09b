// Reads the inbox: the submissions across all forms that the caller may read, with what people do with them.

import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { may, namesFor, requireUser } from '../../context/access.ts';
import type { ReadContext } from '../../context/context.ts';
import { listRecords, type RecordPage, readConditions } from '../../database/record-list.ts';
import type { Tables } from '../../database/tables.ts';
import { type Fault, fail, failQuery, Problem } from '../../lib/errors.ts';
import { type Form, findForm } from '../form/form.ts';
import {
  describeItems,
  type ItemRow,
  matchSearch,
  pageMatches,
  selectFrom,
  selectItems,
} from '../results/submission-list.ts';
import { readAnswerConditions } from './answer-conditions.ts';
import { type InboxQuery, type InboxSubmission, inboxList } from './inbox.schemas.ts';

type Submissions = SelectQueryBuilder<Tables, 'submissions', object>;

/** Lists the matching submissions, newest first by default. */
export async function listInbox(ctx: ReadContext, query: InboxQuery): Promise<RecordPage<InboxSubmission>> {
  const isSpam = isOfSpam(query);
  const request = resolve(ctx, query);
  const matches = await matchInbox(ctx, request);
  const page = await listRecords(selectInbox(matches, isSpam), inboxList, request, undefined, matches);
  return { ...page, items: await describeInbox(ctx, page.items, isSpam) };
}

/** Reads all matching submissions, for an export. Throws invalid_query. */
export async function pageInbox(ctx: ReadContext, query: InboxQuery): Promise<AsyncGenerator<InboxSubmission[]>> {
  const isSpam = isOfSpam(query);
  const request = resolve(ctx, query);
  return pageMatches(await matchInbox(ctx, request), inboxList, request, async (ids, order) => {
    const rows = selectInbox(readable(ctx, 'forms:read', isSpam).where('submissions.id', 'in', ids), isSpam)
      .orderBy('submissions.createdAt', order)
      .orderBy('submissions.id', order);
    return describeInbox(ctx, await rows.execute(), isSpam);
  });
}

/** `me` is the signed-in user. */
function resolve(ctx: ReadContext, query: InboxQuery): InboxQuery {
  const isMine = 'assigneeId' in query && query.assigneeId === 'me';
  return isMine ? { ...query, ...{ assigneeId: requireUser(ctx) } } : query;
}

async function count(matches: Submissions): Promise<number> {
  const { total } = await matches.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** Spam as well. Throws submission_not_found, also if it is of a form that the caller may not read. */
export async function readFromInbox(ctx: ReadContext, id: string): Promise<InboxSubmission> {
  for (const isSpam of [false, true]) {
    const rows = await selectInbox(
      readable(ctx, 'forms:read', isSpam).where('submissions.id', '=', id),
      isSpam,
    ).execute();
    const [item] = rows.length === 0 ? [] : await describeInbox(ctx, rows, isSpam);
    if (item) return item;
  }
  throw fail('submission_not_found');
}

/** How many are unread, of the forms that the caller may read. */
export async function countUnread(ctx: ReadContext): Promise<{ unread: number }> {
  return { unread: await count(readable(ctx).where(isUnread)) };
}

/** Those of forms that the caller may read, or write; or the spam of these forms. */
export function readable(
  ctx: ReadContext,
  scope: 'forms:read' | 'forms:write' = 'forms:read',
  isSpam = false,
): Submissions {
  const ids = namesFor(ctx.actor, scope);
  const all = selectFrom(ctx, isSpam) as unknown as Submissions;
  return ids === null ? all : all.where('submissions.formId', 'in', ['', ...ids]);
}

// Written as in the conditions of the indexes, which cannot be used with parameters.
const isUnread = sql<SqlBool>`"submissions"."unread" = 1`;
const isStarred = sql<SqlBool>`"submissions"."starred" = 1`;
// The time is always later, which makes the databases look into the index instead of reading all of it.
const isOpen = sql<SqlBool>`("submissions"."progress" <> 'done' and "submissions"."createdAt" > '')`;

/** Throws invalid_query. */
async function matchInbox(ctx: ReadContext, request: InboxQuery): Promise<Submissions> {
  const { formId, unread, starred } = request;
  const isSpam = isOfSpam(request);
  if (isSpam) refuseHandling(request);
  const form = formId === undefined ? null : await findNamed(ctx, formId);
  let query = matchSearch(readable(ctx, 'forms:read', isSpam), request);
  if (form) query = query.where('submissions.formId', '=', form.id);
  if (unread !== undefined) query = query.where(when(isUnread, unread));
  if (starred !== undefined) query = query.where(when(isStarred, starred));
  if (isOfOpen(request)) query = query.where(isOpen);
  // What is wrong with conditions would name fields of a form that the caller may not read; none of its answers match.
  if (form && !may(ctx.actor, 'forms:read', form.id)) return query;
  for (const condition of readAnswerConditions(ctx, request, form?.fields ?? null)) query = query.where(condition);
  return query;
}

function isOfSpam({ status }: Pick<InboxQuery, 'status'>): boolean {
  return status === 'spam';
}

/** Whether all that is asked for is in the index of what is not done. */
function isOfOpen(request: InboxQuery): boolean {
  return readConditions(inboxList, request).some(
    ({ name, operator, values }) =>
      name === 'progress' && (operator === 'ne' || operator === 'nin') === values.includes('done'),
  );
}

/** What people do with submissions, they do not do with spam. */
function refuseHandling(request: InboxQuery): void {
  const faults = Object.keys(request)
    .filter((name) => /^(unread|starred|progress|assigneeId)\b/.test(name))
    .map((pointer): Fault => ({ pointer, code: 'invalid', detail: 'cannot be combined with status=spam' }));
  if (faults.length > 0) throw failQuery(faults);
}

async function findNamed(ctx: ReadContext, idOrSlug: string): Promise<Form> {
  try {
    return await findForm(ctx, idOrSlug);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'form_not_found') throw error;
    throw failQuery([{ pointer: 'formId', code: 'unknown', detail: 'is not the ID or slug of a form' }]);
  }
}

function when(condition: RawBuilder<SqlBool>, isMet: boolean): RawBuilder<SqlBool> {
  return isMet ? condition : sql<SqlBool>`not (${condition})`;
}

type Handled = ReturnType<typeof withHandling>;

/** The rows of spam are without what people do with submissions. */
function selectInbox(query: Submissions, isSpam: boolean): Handled {
  const rows = withForm(query);
  return isSpam ? (rows as unknown as Handled) : withHandling(rows);
}

function withForm(query: Submissions) {
  return selectItems(query)
    .leftJoin('forms', 'forms.id', 'submissions.formId')
    .select(['forms.slug as formSlug', 'forms.name as formName'])
    .select((eb) =>
      eb
        .selectFrom('submissionNotes')
        .whereRef('submissionNotes.submissionId', '=', 'submissions.id')
        .select((eb) => eb.fn.countAll<number>().as('notes'))
        .as('noteCount'),
    );
}

function withHandling(rows: ReturnType<typeof withForm>) {
  return rows
    .leftJoin('users', 'users.id', 'submissions.assigneeId')
    .select([
      'submissions.unread',
      'submissions.starred',
      'submissions.progress',
      'users.id as assigneeId',
      'users.name as assigneeName',
    ]);
}

type InboxRow = ItemRow & Awaited<ReturnType<ReturnType<typeof selectInbox>['execute']>>[number];

async function describeInbox(ctx: ReadContext, rows: InboxRow[], isSpam: boolean): Promise<InboxSubmission[]> {
  const items = await describeItems(ctx, rows, isSpam);
  return items.map((item, index) => {
    const row = rows[index] as InboxRow;
    return {
      ...item,
      form: { id: item.formId, slug: row.formSlug ?? '', name: row.formName ?? '' },
      unread: row.unread === 1,
      starred: row.starred === 1,
      // Spam has none.
      progress: row.progress ?? 'new',
      assignee: row.assigneeId ? { id: row.assigneeId, name: row.assigneeName } : null,
      noteCount: Number(row.noteCount),
    };
  });
}
