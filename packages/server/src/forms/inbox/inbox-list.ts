// Reads the inbox: the submissions across all forms that the caller may read, with what people do with them.

import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { namesFor, requireUser } from '../../accounts/access.ts';
import type { ReadContext } from '../../context.ts';
import type { Tables } from '../../database/tables.ts';
import { fail, failQuery, Problem } from '../../errors.ts';
import { pageMatches } from '../exports/page-matches.ts';
import { type Form, findForm } from '../forms.ts';
import { describeItems, filterSubmissions, type ItemRow, selectItems } from '../submission-list.ts';
import { readAnswerConditions } from './answer-conditions.ts';
import type { InboxFilters, InboxQuery, InboxSubmission } from './inbox.schemas.ts';

type Submissions = SelectQueryBuilder<Tables, 'submissions', object>;

/** Lists the matching submissions, newest first by default. */
export async function listInbox(
  ctx: ReadContext,
  query: InboxQuery,
): Promise<{ items: InboxSubmission[]; total: number | null; nextCursor: string | null }> {
  const { limit = 20, offset = 0, order = 'desc', cursor } = query;
  if (cursor !== undefined && offset > 0)
    throw failQuery([{ pointer: 'cursor', code: 'invalid', detail: 'cannot be combined with offset' }]);
  const matches = await matchInbox(ctx, query);
  const page = cursor ? behind(matches, readCursor(cursor), order) : matches;
  const rows = await selectInbox(page)
    .orderBy('submissions.createdAt', order)
    .orderBy('submissions.id', order)
    .limit(limit + 1)
    .offset(offset)
    .execute();
  const items = await describeInbox(ctx, rows.slice(0, limit));
  const last = rows.length > limit ? items.at(-1) : undefined;
  const total = query.total === false ? null : await count(matches);
  return { items, total, nextCursor: last ? writeCursor(last) : null };
}

/** Reads all matching submissions, for an export. Throws invalid_query. */
export async function pageInbox(ctx: ReadContext, filters: InboxFilters): Promise<AsyncGenerator<InboxSubmission[]>> {
  const matches = { query: await matchInbox(ctx, filters), order: filters.order };
  return pageMatches(ctx, matches, async (ids, order) => {
    const rows = selectInbox(readable(ctx).where('submissions.id', 'in', ids))
      .orderBy('submissions.createdAt', order)
      .orderBy('submissions.id', order);
    return describeInbox(ctx, await rows.execute());
  });
}

async function count(matches: Submissions): Promise<number> {
  const { total } = await matches.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** Throws submission_not_found, also if it is of a form that the caller may not read. */
export async function readFromInbox(ctx: ReadContext, id: string): Promise<InboxSubmission> {
  const rows = await selectInbox(readable(ctx).where('submissions.id', '=', id)).execute();
  const [item] = await describeInbox(ctx, rows);
  if (!item) throw fail('submission_not_found');
  return item;
}

/** How many are unread, of the forms that the caller may read. */
export async function countUnread(ctx: ReadContext): Promise<{ unread: number }> {
  return { unread: await count(readable(ctx).where(isUnread)) };
}

/** Those of forms that the caller may read, or write. */
export function readable(ctx: ReadContext, scope: 'forms:read' | 'forms:write' = 'forms:read'): Submissions {
  const ids = namesFor(ctx.actor, scope);
  const all = ctx.db.selectFrom('submissions') as unknown as Submissions;
  return ids === null ? all : all.where('submissions.formId', 'in', ['', ...ids]);
}

// Written as in the conditions of the indexes, which cannot be used with parameters.
const isUnread = sql<SqlBool>`"submissions"."unread" = 1`;
const isStarred = sql<SqlBool>`"submissions"."starred" = 1`;
// The time is always later, which makes the databases look into the index instead of reading all of it.
const isOpen = sql<SqlBool>`("submissions"."progress" <> 'done' and "submissions"."createdAt" > '')`;

/** Throws invalid_query. */
async function matchInbox(ctx: ReadContext, filters: InboxFilters): Promise<Submissions> {
  const { form: named, unread, starred, progress, assignee } = filters;
  const form = named === undefined ? null : await findNamed(ctx, named);
  let query = filterSubmissions(readable(ctx), filters);
  if (form) query = query.where('submissions.formId', '=', form.id);
  if (unread !== undefined) query = query.where(when(isUnread, unread));
  if (starred !== undefined) query = query.where(when(isStarred, starred));
  if (progress !== undefined && progress !== 'done') query = query.where(isOpen);
  if (progress !== undefined && progress !== 'open') query = query.where('submissions.progress', '=', progress);
  if (assignee === 'none') query = query.where('submissions.assigneeId', 'is', null);
  else if (assignee !== undefined)
    query = query.where('submissions.assigneeId', '=', assignee === 'me' ? requireUser(ctx) : assignee);
  for (const condition of readAnswerConditions(ctx, filters, form?.fields ?? null)) query = query.where(condition);
  return query;
}

async function findNamed(ctx: ReadContext, idOrSlug: string): Promise<Form> {
  try {
    return await findForm(ctx, idOrSlug);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'form_not_found') throw error;
    throw failQuery([{ pointer: 'form', code: 'unknown', detail: 'is not the ID or slug of a form' }]);
  }
}

function when(condition: RawBuilder<SqlBool>, isMet: boolean): RawBuilder<SqlBool> {
  return isMet ? condition : sql<SqlBool>`not (${condition})`;
}

function selectInbox(query: Submissions) {
  return selectItems(query)
    .leftJoin('forms', 'forms.id', 'submissions.formId')
    .leftJoin('users', 'users.id', 'submissions.assigneeId')
    .select([
      'forms.slug as formSlug',
      'forms.name as formName',
      'submissions.unread',
      'submissions.starred',
      'submissions.progress',
      'users.id as assigneeId',
      'users.name as assigneeName',
    ])
    .select((eb) =>
      eb
        .selectFrom('submissionNotes')
        .whereRef('submissionNotes.submissionId', '=', 'submissions.id')
        .select((eb) => eb.fn.countAll<number>().as('notes'))
        .as('noteCount'),
    );
}

type InboxRow = ItemRow & Awaited<ReturnType<ReturnType<typeof selectInbox>['execute']>>[number];

async function describeInbox(ctx: ReadContext, rows: InboxRow[]): Promise<InboxSubmission[]> {
  const items = await describeItems(ctx, rows);
  return items.map((item, index) => {
    const row = rows[index] as InboxRow;
    return {
      ...item,
      form: { id: item.formId, slug: row.formSlug ?? '', name: row.formName ?? '' },
      unread: row.unread === 1,
      starred: row.starred === 1,
      progress: row.progress,
      assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName },
      noteCount: Number(row.noteCount),
    };
  });
}

type Place = Pick<InboxSubmission, 'createdAt' | 'id'>;

function behind(query: Submissions, { createdAt, id }: Place, order: 'asc' | 'desc'): Submissions {
  const [until, beyond] = order === 'asc' ? (['>=', '>'] as const) : (['<=', '<'] as const);
  return query
    .where('submissions.createdAt', until, createdAt)
    .where((eb) => eb.or([eb('submissions.createdAt', beyond, createdAt), eb('submissions.id', beyond, id)]));
}

function writeCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

function readCursor(cursor: string): Place {
  const [createdAt = '', id, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (id === undefined || rest.length > 0 || !/^\d{4}-[\dT:.-]+Z$/.test(createdAt))
    throw failQuery([{ pointer: 'cursor', code: 'invalid', detail: 'must be the nextCursor of a response' }]);
  return { createdAt, id };
}
