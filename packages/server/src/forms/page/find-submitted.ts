// What a visitor has submitted, for the page after it. Answers are shown only to who submitted them: by a signed link, or by
// the checkout session that was paid, and only for a while, because the link stays in the history of the browser.

import type { Context, ReadContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { safeEqual } from '../../lib/crypto.ts';
import { refreshForPayer } from '../../payments/late-events.ts';
import type { Form } from '../form/form.ts';
import { pageSigner } from '../form/page-token.ts';

const shownMs = 86_400_000;

type Payment = Row<'payments'>;

export type Submitted = {
  submission: Pick<Row<'submissions'>, 'id' | 'status' | 'data' | 'createdAt' | 'paymentId'>;
  payment: Payment | null;
  /** Whether the visitor has paid in the session that the URL names. */
  hasPaidHere: boolean;
  /** Whether the visitor may see the answers. */
  showsAnswers: boolean;
};

/** What the URL of the page after a submission has, so that it shows the answers. */
export async function thanksQuery(
  ctx: Context,
  { id, pageKey }: { id: string; pageKey: string | null },
  submissionId: string,
): Promise<string> {
  const sign = await pageSigner(ctx, id, pageKey);
  return `submission=${submissionId}&key=${sign(`thanks.${submissionId}`)}`;
}

/** The submission of a form that the query of a URL names, with what the processor says of its payment; null if there is none. */
export async function findSubmitted(
  ctx: Context,
  form: Form,
  { submission: id, key, session }: Record<string, unknown>,
): Promise<Submitted | null> {
  const isFresh = (time: string): boolean => ctx.now().getTime() - Date.parse(time) < shownMs;
  if (typeof session === 'string') {
    await refreshForPayer(ctx, { checkoutSessionId: session });
    const payment = await findPayment(ctx, 'checkoutSessionId', session);
    const submission = payment?.submissionId ? await findSubmission(ctx, form.id, payment.submissionId) : null;
    if (!payment || !submission) return null;
    return { submission, payment, hasPaidHere: true, showsAnswers: isFresh(payment.paidAt ?? submission.createdAt) };
  }
  const submission = typeof id === 'string' ? await findCurrent(ctx, form.id, id) : null;
  if (!submission) return null;
  const isSigned =
    typeof key === 'string' && safeEqual(key, (await pageSigner(ctx, form.id))(`thanks.${submission.id}`));
  const payment = submission.paymentId === null ? null : await findPayment(ctx, 'id', submission.paymentId);
  return { submission, payment, hasPaidHere: false, showsAnswers: isSigned && isFresh(submission.createdAt) };
}

/** With what the processor says of its payment, if no event has said it yet. */
async function findCurrent(ctx: Context, formId: string, id: string): ReturnType<typeof findSubmission> {
  const found = await findSubmission(ctx, formId, id);
  if (found?.status !== 'awaiting_payment' || found.paymentId === null) return found;
  return (await refreshForPayer(ctx, { id: found.paymentId })) ? findSubmission(ctx, formId, id) : found;
}

async function findPayment(
  ctx: ReadContext,
  column: 'id' | 'checkoutSessionId',
  value: string,
): Promise<Payment | null> {
  const row = ctx.db.selectFrom('payments').selectAll().where(column, '=', value);
  return (await row.executeTakeFirst()) ?? null;
}

async function findSubmission(ctx: ReadContext, formId: string, id: string) {
  const columns = ['id', 'data', 'createdAt', 'paymentId'] as const;
  const row = await ctx.db
    .selectFrom('submissions')
    .select([...columns, 'status'])
    .where('id', '=', id)
    .where('formId', '=', formId)
    .unionAll(
      // Visitors do not learn that it counts as spam, and none of these waits for a payment.
      ctx.db
        .selectFrom('spamSubmissions')
        .select((eb) => [...columns, eb.val('submitted').$castTo<Row<'submissions'>['status']>().as('status')])
        .where('id', '=', id)
        .where('formId', '=', formId),
    )
    .executeTakeFirst();
  return row ?? null;
}
