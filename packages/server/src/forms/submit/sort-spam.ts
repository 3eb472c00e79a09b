// What people say about spam: a submission is none, which sends it the whole way once, or an ordinary one is spam.

import { namesFor } from '../../context/access.ts';
import { type Context, inTransaction, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { hasOrder } from '../../fields/price-lines.ts';
import { listFilesOf } from '../../files/files.ts';
import { fail, Problem } from '../../lib/errors.ts';
import { paymentFor } from '../answers/answers.ts';
import { findForm } from '../form/form.ts';
import { contactOf } from '../results/contact-fields.ts';
import { putBack, removeSpam, storeSpam, submissionOf } from '../spam/spam-rows.ts';
import { forgetAnswers, takeAnswers } from '../unique/unique-answers.ts';
import { type ReturnUrls, storeSubmission } from './submissions.ts';

type Sorted = { done: string[]; failed: { id: string; code: string; detail: string }[] };

/** Says of each submission of a form whether it is spam, each in a transaction of its own. */
export function sortSpam(ctx: Context, formId: string, ids: readonly string[], isSpam: boolean): Promise<Sorted> {
  return sortEach(
    ctx,
    ids.map((id) => ({ id, formId })),
    isSpam,
  );
}

/** The same for submissions of any forms. Those of forms that the caller may not write are not found. */
export async function sortInboxSpam(ctx: Context, ids: readonly string[], isSpam: boolean): Promise<Sorted> {
  const forms = namesFor(ctx.actor, 'forms:write');
  const rowsOf = (table: 'submissions' | 'spamSubmissions') =>
    ctx.db
      .selectFrom(table)
      .select(['id', 'formId'])
      .where('id', 'in', [...ids])
      .$if(forms !== null, (query) => query.where('formId', 'in', ['', ...(forms ?? [])]));
  const rows = await rowsOf('submissions').unionAll(rowsOf('spamSubmissions')).execute();
  const formOf = new Map(rows.map(({ id, formId }) => [id, formId]));
  return sortEach(
    ctx,
    ids.map((id) => ({ id, formId: formOf.get(id) ?? '' })),
    isSpam,
  );
}

async function sortEach(
  ctx: Context,
  submissions: readonly { id: string; formId: string }[],
  isSpam: boolean,
): Promise<Sorted> {
  const sorted: Sorted = { done: [], failed: [] };
  for (const { id, formId } of submissions) {
    try {
      await inTransaction(ctx, (ctx) => (isSpam ? markAsSpam(ctx, formId, id) : markAsNoSpam(ctx, formId, id)));
      sorted.done.push(id);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      sorted.failed.push({ id, code: error.code, detail: error.message });
    }
  }
  return sorted;
}

/**
 * Sends it the way of every submission: contact, payment, event, deliveries and mails, all in this transaction. One that
 * is none any more stays as it is. Throws submission_not_found, form_full, invalid_body.
 */
async function markAsNoSpam(ctx: WriteContext, formId: string, id: string): Promise<void> {
  const spam = await removeSpam(ctx, id, formId);
  if (spam === null) return requireSubmission(ctx, formId, id);
  const form = await findForm(ctx, formId);
  if (spam.published) {
    await takeAnswers(ctx, form, spam);
    return putBack(ctx, spam);
  }
  const data = JSON.parse(spam.data) as Record<string, unknown>;
  // The form may have changed since: what has to be paid is what it asks for now.
  const asked = spam.paymentId === null ? null : paymentFor(form.fields, data);
  // What would have been chosen since is not known.
  const payment = asked && hasOrder(asked) ? null : asked;
  const submission: Row<'submissions'> = {
    ...submissionOf(spam),
    ...(payment === null && { paymentId: null, status: 'submitted' as const }),
  };
  const files = await listFilesOf(ctx, [id]);
  const person = contactOf(form, data);
  const returnTo = JSON.parse(spam.returnTo) as ReturnUrls | null;
  const more = { payment, order: null, files, newFiles: [], person, returnTo };
  await storeSubmission(ctx, form, submission, more, { mayBeClosed: true });
}

/** What followed from it stays: its contact, its deliveries, its mails. Throws submission_not_found, submission_paid. */
async function markAsSpam(ctx: WriteContext, formId: string, id: string): Promise<void> {
  const row = await ctx.db
    .deleteFrom('submissions')
    .where('id', '=', id)
    .where('formId', '=', formId)
    .returningAll()
    .executeTakeFirst();
  if (!row) return requireSpam(ctx, formId, id);
  if (row.status === 'paid') throw fail('submission_paid');
  await forgetAnswers(ctx, id);
  await storeSpam(ctx, { ...row, score: null, limit: null, reasons: [], returnTo: null, isPublished: true });
}

async function requireSubmission(ctx: WriteContext, formId: string, id: string): Promise<void> {
  await ctx.db
    .selectFrom('submissions')
    .select('id')
    .where('id', '=', id)
    .where('formId', '=', formId)
    .executeTakeFirstOrThrow(() => fail('submission_not_found'));
}

async function requireSpam(ctx: WriteContext, formId: string, id: string): Promise<void> {
  await ctx.db
    .selectFrom('spamSubmissions')
    .select('id')
    .where('id', '=', id)
    .where('formId', '=', formId)
    .executeTakeFirstOrThrow(() => fail('submission_not_found'));
}
