// The page after a submission. In a frame on another site it also says what happened to the submission in its URL, and
// waits for its payment to be confirmed.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, ReadContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { refreshForPayer } from '../../payments/checkout/late-events.ts';
import type { Form } from '../forms.ts';
import type { EmbeddedEvent } from './embedding.ts';
import { renderMessagePage, textSetting } from './form-page.ts';
import { readFrame, withBrand } from './frame.ts';
import { reachOf, sendPage } from './send-page.ts';

const maxWait = 64;

export async function sendThanks(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
  const { submission, wait, payment } = request.query as Record<string, unknown>;
  const frame = await withBrand(request, readFrame(request, form), form);
  const { thanks } = frame.language.texts;
  const found =
    frame.embedding && typeof submission === 'string' ? await findCurrent(request.ctx, form, submission) : null;
  const send = (title: string, text: string, more: Parameters<typeof renderMessagePage>[3] = {}) =>
    sendPage(reply, 200, renderMessagePage(title, text, frame, more), reachOf(request, frame, form));
  if (found?.status === 'awaiting_payment') {
    // After 1, 2, 4 … seconds, and then about every minute.
    const seconds = Math.min(Number(wait) || 1, maxWait);
    const next = new URLSearchParams([...new URLSearchParams(frame.query), ['submission', found.id]]);
    next.set('wait', String(seconds * 2));
    reply.header('refresh', `${seconds}; url=?${next}`);
    return send(thanks.title, thanks.confirming);
  }
  const received = textSetting(frame.form, 'thanks') ?? (frame.embedding ? thanks.received : thanks.receivedAndClose);
  const text = payment === 'later' ? thanks.payLater : received;
  if (!found) return send(thanks.title, text);
  const isPaid = found.status === 'paid';
  const url = isPaid ? null : form.successUrl;
  const event: EmbeddedEvent = {
    name: isPaid ? 'paid' : 'submitted',
    submissionId: found.id,
    ...(url !== null && { next: url }),
  };
  return send(thanks.title, text, { next: url === null ? null : { url, text: thanks.continue }, event });
}

/** With what the processor says of its payment, if no event has said it yet. */
async function findCurrent(ctx: Context, form: Form, id: string): ReturnType<typeof findOne> {
  const found = await findOne(ctx, form, id);
  if (found?.status !== 'awaiting_payment' || found.paymentId === null) return found;
  return (await refreshForPayer(ctx, { id: found.paymentId })) ? findOne(ctx, form, id) : found;
}

function findOne(ctx: ReadContext, form: Form, id: string) {
  return ctx.db
    .selectFrom('submissions')
    .select(['id', 'status', 'paymentId'])
    .where('id', '=', id)
    .where('formId', '=', form.id)
    .unionAll(
      // Visitors do not learn that it counts as spam, and none of these waits for a payment.
      ctx.db
        .selectFrom('spamSubmissions')
        .select((eb) => [
          'id',
          eb.val('submitted').$castTo<Row<'submissions'>['status']>().as('status'),
          eb.val<string | null>(null).as('paymentId'),
        ])
        .where('id', '=', id)
        .where('formId', '=', form.id),
    )
    .executeTakeFirst();
}
