// Reads submissions: a list, one, or all in pages. Three statements for any number of rows, and one more for spam, which is
// in a table of its own.

import { type SelectQueryBuilder, sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { containsText } from '../../database/expressions.ts';
import { type CountedPage, listPage } from '../../database/list-page.ts';
import type { Tables } from '../../database/tables.ts';
import { type FileRecord, listFilesOf } from '../../files/files.ts';
import { quarantineJson } from '../../files/quarantine.ts';
import { fail, failQuery } from '../../lib/errors.ts';
import { fold } from '../../lib/text.ts';
import { mapYielding } from '../../lib/yield-to-event-loop.ts';
import { boughtJson } from '../../payments/payments.ts';
import { listConsents } from '../answers/consents.ts';
import type { SubmissionFilters, SubmissionItem, SubmissionListQuery } from './submissions.schemas.ts';

/** Lists the matching submissions of a form, newest first by default. */
export async function listSubmissions(
  ctx: ReadContext,
  formId: string,
  query: SubmissionListQuery,
): Promise<CountedPage<SubmissionItem>> {
  const { order = 'desc' } = query;
  const rows = selectItems(matchSubmissions(ctx, formId, query))
    .orderBy('submissions.createdAt', order)
    .orderBy('submissions.id', order);
  const { items, total } = await listPage(rows, query);
  return { items: await describeItems(ctx, items, isSpam(query)), total };
}

/** Reads all matching submissions, for an export. */
export function pageSubmissions(
  ctx: ReadContext,
  formId: string,
  filters: SubmissionFilters,
): AsyncGenerator<SubmissionItem[]> {
  const matches = { query: matchSubmissions(ctx, formId, filters), order: filters.order };
  return pageMatches(matches, async (ids, order) => {
    const rows = selectItems(selectFrom(ctx, isSpam(filters)).where('submissions.id', 'in', ids))
      .orderBy('submissions.createdAt', order)
      .orderBy('submissions.id', order);
    return describeItems(ctx, await rows.execute(), isSpam(filters));
  });
}

/** One submission as in the list, spam as well; null for an unknown ID. */
export async function describeSubmission(ctx: ReadContext, id: string): Promise<SubmissionItem | null> {
  for (const isSpam of [false, true]) {
    const rows = await selectItems(selectFrom(ctx, isSpam).where('submissions.id', '=', id)).execute();
    const [item] = rows.length === 0 ? [] : await describeItems(ctx, rows, isSpam);
    if (item) return item;
  }
  return null;
}

/** Reads one submission of this form. Throws submission_not_found. */
export async function readSubmission(ctx: ReadContext, formId: string, id: string): Promise<SubmissionItem> {
  const item = await describeSubmission(ctx, id);
  if (!item || item.formId !== formId) throw fail('submission_not_found');
  return item;
}

function isSpam({ status }: Pick<SubmissionFilters, 'status'>): boolean {
  return status === 'spam';
}

/** Both tables have the columns that are read here. */
export function selectFrom(ctx: ReadContext, isSpam: boolean) {
  return ctx.db.selectFrom((isSpam ? 'spamSubmissions as submissions' : 'submissions') as 'submissions');
}

function matchSubmissions(ctx: ReadContext, formId: string, filters: SubmissionFilters) {
  return filterSubmissions(selectFrom(ctx, isSpam(filters)).where('submissions.formId', '=', formId), filters);
}

type Submissions = SelectQueryBuilder<Tables, 'submissions', object>;

/** Those of the query that match the filters of every list of submissions. */
export function filterSubmissions(query: Submissions, filters: SubmissionFilters): Submissions {
  const { status, from, to, search } = filters;
  if (status !== undefined && status !== 'spam') query = query.where('submissions.status', '=', status);
  if (from !== undefined)
    query = query.where('submissions.createdAt', '>=', timeOfFilter('from', from, '00:00:00.000'));
  if (to !== undefined) query = query.where('submissions.createdAt', '<=', timeOfFilter('to', to, '23:59:59.999'));
  if (search !== undefined && search.trim() !== '') {
    // The text is folded, so that both databases find the same.
    query = query.where(containsText(sql.ref('submissions.searchText'), fold(search.trim())));
  }
  return query;
}

/** Converts a filter to a time. A day means the whole day, in UTC. */
function timeOfFilter(name: string, text: string, timeOfDay: string): string {
  const time = new Date(text.length === 10 ? `${text}T${timeOfDay}Z` : text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw failQuery([{ pointer: name, code: 'invalid', detail: 'is not a valid date or time' }]);
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

type Matches = {
  /** What matches, without an order. */
  query: SelectQueryBuilder<Tables, 'submissions', object>;
  order: 'asc' | 'desc' | undefined;
};

/** `read` returns the submissions with these IDs, in the same order. */
export async function* pageMatches<Item>(
  { query, order = 'desc' }: Matches,
  read: (ids: string[], order: 'asc' | 'desc') => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const [until, beyond] = order === 'asc' ? (['>=', '>'] as const) : (['<=', '<'] as const);
  let last: { id: string; createdAt: string } | undefined;
  for (;;) {
    let page = query
      .select(['submissions.id', 'submissions.createdAt'])
      .select(
        sql<number>`octet_length(cast("submissions"."data" as text)) + octet_length(cast("submissions"."extra" as text))`.as(
          'bytes',
        ),
      )
      .orderBy('submissions.createdAt', order)
      .orderBy('submissions.id', order)
      .limit(maxPageRows);
    if (last) {
      const { createdAt, id } = last;
      page = page
        .where('submissions.createdAt', until, createdAt)
        .where((eb) => eb.or([eb('submissions.createdAt', beyond, createdAt), eb('submissions.id', beyond, id)]));
    }
    const found = await page.execute();
    for (const ids of splitBySize(found)) yield await read(ids, order);
    if (found.length < maxPageRows) return;
    last = found.at(-1);
  }
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
