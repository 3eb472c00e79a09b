// Reads submissions: a list, one, or all in pages. Three statements for any number of rows, and one more for spam, which is
// in a table of its own.

import { type SelectQueryBuilder, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { containsText } from '../../database/expressions.ts';
import {
  eachPage,
  isAscending,
  type ListRequest,
  listRecords,
  type RecordList,
  type RecordPage,
} from '../../database/record-list.ts';
import type { Tables } from '../../database/tables.ts';
import { type FileRecord, listFilesOf } from '../../files/files.ts';
import { quarantineJson } from '../../files/quarantine.ts';
import { fail } from '../../lib/errors.ts';
import { fold } from '../../lib/text.ts';
import { mapYielding } from '../../lib/yield-to-event-loop.ts';
import { boughtJson } from '../../payments/payments.ts';
import { listConsents } from '../answers/consents.ts';
import { type SubmissionItem, type SubmissionQuery, submissionList } from './submissions.schemas.ts';

/** Lists the matching submissions of a form, newest first by default. */
export async function listSubmissions(
  ctx: ReadContext,
  formId: string,
  query: SubmissionQuery,
): Promise<RecordPage<SubmissionItem>> {
  const matches = matchSubmissions(ctx, formId, query);
  const page = await listRecords(selectItems(matches), submissionList, query, undefined, matches);
  return { ...page, items: await describeItems(ctx, page.items, isSpam(query)) };
}

/** Reads all matching submissions, for an export. */
export function pageSubmissions(
  ctx: ReadContext,
  formId: string,
  query: SubmissionQuery,
): AsyncGenerator<SubmissionItem[]> {
  return pageMatches(matchSubmissions(ctx, formId, query), submissionList, query, async (ids, order) => {
    const rows = selectItems(selectFrom(ctx, isSpam(query)).where('submissions.id', 'in', ids))
      .orderBy('submissions.createdAt', order)
      .orderBy('submissions.id', order);
    return describeItems(ctx, await rows.execute(), isSpam(query));
  });
}

/** One submission as in the list, spam as well; null for an unknown ID. */
export async function describeSubmission(ctx: ReadContext, id: string): Promise<SubmissionItem | null> {
  const [item = null] = await readSubmissions(ctx, [id]);
  return item;
}

/** Those with these IDs, spam as well, in no order. */
export async function readSubmissions(ctx: ReadContext, ids: readonly string[]): Promise<SubmissionItem[]> {
  const found: SubmissionItem[] = [];
  for (const isSpam of [false, true]) {
    const known = new Set(found.map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length === 0) continue;
    const rows = selectItems(selectFrom(ctx, isSpam).where('submissions.id', 'in', missing));
    found.push(...(await describeItems(ctx, await rows.execute(), isSpam)));
  }
  return found;
}

/** Reads one submission of this form. Throws submission_not_found. */
export async function readSubmission(ctx: ReadContext, formId: string, id: string): Promise<SubmissionItem> {
  const item = await describeSubmission(ctx, id);
  if (!item || item.formId !== formId) throw fail('submission_not_found');
  return item;
}

function isSpam({ status }: Pick<SubmissionQuery, 'status'>): boolean {
  return status === 'spam';
}

/** Both tables have the columns that are read here. */
export function selectFrom(ctx: ReadContext, isSpam: boolean) {
  return ctx.db.selectFrom((isSpam ? 'spamSubmissions as submissions' : 'submissions') as 'submissions');
}

function matchSubmissions(ctx: ReadContext, formId: string, query: SubmissionQuery) {
  return matchSearch(selectFrom(ctx, isSpam(query)).where('submissions.formId', '=', formId), query);
}

type Submissions = SelectQueryBuilder<Tables, 'submissions', object>;

/** Those of the query with this status and these words. */
export function matchSearch(
  submissions: Submissions,
  { status, search = '' }: Pick<SubmissionQuery, 'status' | 'search'>,
): Submissions {
  let query = submissions;
  if (status !== undefined && status !== 'spam') query = query.where('submissions.status', '=', status);
  // The text is folded, so that both databases find the same.
  if (search.trim() !== '') query = query.where(containsText(sql.ref('submissions.searchText'), fold(search.trim())));
  return query;
}

/** What a submission shows of itself and its payment. */
export function selectItems(query: Submissions) {
  return query
    .leftJoin('payments', 'payments.id', 'submissions.paymentId')
    .select([
      'submissions.id',
      'submissions.formId',
      'submissions.status',
      'submissions.data',
      'submissions.extra',
      'submissions.contactId',
      'submissions.language',
      'submissions.removedAnswers',
      'submissions.formVersion',
      'submissions.consents',
      'submissions.createdAt',
      'payments.id as paymentId',
      'payments.status as paymentStatus',
      'payments.amount',
      'payments.currency',
      'payments.paymentIntentId',
      'payments.amountRefunded',
      'payments.lines',
      'payments.reservationStatus',
    ]);
}

export type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['execute']>>[number];

/** With their files, and why they are spam. */
export async function describeItems(ctx: ReadContext, rows: ItemRow[], isSpam = false): Promise<SubmissionItem[]> {
  const ids = rows.map(({ id }) => id);
  const files = await listFilesOf(ctx, ids);
  const byOwner = Map.groupBy(files, ({ submissionId }) => submissionId);
  const whys = isSpam ? await listWhys(ctx, ids) : null;
  return mapYielding(rows, (row) => {
    const item = submissionJson(row, byOwner.get(row.id) ?? [], describePaymentOf(row));
    const spam = whys?.get(row.id);
    return spam ? { ...item, status: 'spam' as const, spam } : item;
  });
}

/** Why submissions are spam. */
async function listWhys(ctx: ReadContext, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('spamSubmissions')
    .select(['id', 'score', 'scoreLimit', 'reasons', 'movedAt'])
    .where('id', 'in', ['', ...ids])
    .execute();
  return new Map(
    rows.map(({ id, score, scoreLimit: limit, reasons, movedAt: since }) => [
      id,
      { score, limit, reasons: JSON.parse(reasons) as NonNullable<SubmissionItem['spam']>['reasons'], since },
    ]),
  );
}

type PaymentPart = NonNullable<SubmissionItem['payment']>;

/** A submission as in the API and in events. */
export function submissionJson(
  row: Pick<
    Row<'submissions'>,
    | ('id' | 'formId' | 'status' | 'data' | 'extra' | 'contactId' | 'createdAt')
    | ('language' | 'removedAnswers' | 'formVersion' | 'consents')
  >,
  files: readonly Omit<FileRecord, 'submissionId'>[],
  payment: PaymentPart | null,
): SubmissionItem {
  const { id, formId, status, contactId, language, removedAnswers, formVersion, consents, createdAt } = row;
  return {
    id,
    formId,
    status,
    data: JSON.parse(row.data),
    extra: JSON.parse(row.extra),
    files: files.map(({ id, fieldName, name, type, size, ...rest }) => ({
      ...{ id, field: fieldName, name, type, size },
      ...quarantineJson(rest),
    })),
    contactId,
    ...(language !== null && { language }),
    ...(formVersion !== null && { formVersion }),
    ...(consents !== null && { consents: listConsents(consents, createdAt) }),
    ...(removedAnswers !== null && listRemoved(removedAnswers)),
    payment: payment && pick(payment),
    createdAt,
  };
}

function listRemoved(removedAnswers: string): Pick<SubmissionItem, 'removed'> {
  const times = Object.entries(JSON.parse(removedAnswers) as Record<string, string | null>);
  const removed = times.flatMap(([field, at]) => (at === null ? [] : [{ field, at }]));
  return removed.length === 0 ? {} : { removed };
}

function pick({ id, status, amount, currency, paymentIntentId, amountRefunded, ...rest }: PaymentPart): PaymentPart {
  const { lines, discount, reservation } = rest;
  return {
    ...{ id, status, amount, currency, paymentIntentId, amountRefunded },
    ...(lines && { lines, discount, reservation }),
  };
}

function describePaymentOf(row: ItemRow): SubmissionItem['payment'] {
  const { paymentId: id, paymentStatus: status, amount, currency, paymentIntentId, amountRefunded } = row;
  if (id === null || status === null || amount === null || currency === null) return null;
  return {
    ...{ id, status, amount, currency, paymentIntentId, amountRefunded: amountRefunded ?? 0 },
    ...boughtJson(row),
  };
}

// Reads all submissions that match, in pages of limited size, so that an export of any size leaves the event loop free.

const maxPageRows = 100;
const maxPageBytes = 512 * 1024;

/** `read` returns the submissions with these IDs, in the same order. */
export async function* pageMatches<Item>(
  query: Submissions,
  list: RecordList,
  request: ListRequest,
  read: (ids: string[], order: 'asc' | 'desc') => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const rows = query
    .select('submissions.id')
    .select(
      sql<number>`octet_length(cast("submissions"."data" as text)) + octet_length(cast("submissions"."extra" as text))`.as(
        'bytes',
      ),
    );
  const order = isAscending(list, request) ? 'asc' : 'desc';
  for await (const found of eachPage(rows, list, request, maxPageRows))
    for (const ids of splitBySize(found)) yield await read(ids, order);
}

/** The IDs, in parts that have few bytes together, or one row. */
function splitBySize(rows: readonly { id: string; bytes: number }[]): string[][] {
  const parts: string[][] = [];
  let free = 0;
  for (const { id, bytes } of rows) {
    if (bytes > free) {
      parts.push([]);
      free = maxPageBytes;
    }
    parts.at(-1)?.push(id);
    free -= bytes;
  }
  return parts;
}
