// The table of spam. A submission is either there or among the submissions, never in both: it moves in one transaction.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { newInInbox } from '../answers/submission-rows.ts';
import type { Reason } from './score.ts';

export type NewSpam = Row<'submissions'> & {
  /** Null if a person says that it is spam. */
  score: number | null;
  limit: number | null;
  reasons: readonly Reason[];
  returnTo: unknown;
  /** Whether its event was published already. */
  isPublished?: boolean;
};

/** Returns whether it is new. */
export async function storeSpam(
  ctx: WriteContext,
  { limit, reasons, returnTo, isPublished = false, unread, starred, progress, assigneeId, ...submission }: NewSpam,
): Promise<boolean> {
  const row = {
    ...submission,
    scoreLimit: limit,
    reasons: JSON.stringify(reasons),
    returnTo: JSON.stringify(returnTo),
    published: isPublished ? (1 as const) : (0 as const),
    movedAt: timeOf(ctx),
  };
  const inserted = await ctx.db
    .insertInto('spamSubmissions')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns whether it was there. */
export async function deleteSpam(ctx: WriteContext, formId: string, id: string): Promise<boolean> {
  return (await removeSpam(ctx, id, formId)) !== null;
}

/** Removes it from the spam and returns it. Of several at once, one gets it. */
export async function removeSpam(
  ctx: WriteContext,
  id: string,
  formId?: string,
): Promise<Row<'spamSubmissions'> | null> {
  const row = await ctx.db
    .deleteFrom('spamSubmissions')
    .where('id', '=', id)
    .$if(formId !== undefined, (query) => query.where('formId', '=', formId ?? ''))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Puts a submission back that a person moved to the spam after its event was published. Returns whether it did. */
export async function takeBack(ctx: WriteContext, id: string): Promise<boolean> {
  const row = await removeSpam(ctx, id);
  if (row !== null) await putBack(ctx, row);
  return row !== null;
}

/** Without anything that follows from a new submission. */
export async function putBack(ctx: WriteContext, row: Row<'spamSubmissions'>): Promise<void> {
  await ctx.db.insertInto('submissions').values(submissionOf(row)).execute();
}

/** The row as it was, or would have been, among the submissions. */
export function submissionOf(row: Row<'spamSubmissions'>): Row<'submissions'> {
  const { score, scoreLimit, reasons, returnTo, published, movedAt, ...submission } = row;
  return { ...submission, ...newInInbox };
}
