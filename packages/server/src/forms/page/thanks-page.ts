// The page after a submission. In a frame on another site it also says what happened to the submission in its URL, and
// waits for its payment to be confirmed.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
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
  const found = frame.embedding && typeof submission === 'string' ? await findOne(request.ctx, form, submission) : null;
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

function findOne(ctx: ReadContext, form: Form, id: string) {
  return ctx.db
    .selectFrom('submissions')
    .select(['id', 'status'])
    .where('id', '=', id)
    .where('formId', '=', form.id)
    .unionAll(
      // Visitors do not learn that it counts as spam, and none of these waits for a payment.
      ctx.db
        .selectFrom('spamSubmissions')
        .select((eb) => ['id', eb.val('submitted').$castTo<Row<'submissions'>['status']>().as('status')])
        .where('id', '=', id)
        .where('formId', '=', form.id),
    )
    .executeTakeFirst();
}
