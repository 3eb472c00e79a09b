// The page after a submission: what was answered and paid, for who submitted it. In a frame on another site it also says what
// happened to the submission in its URL. It waits for payments to be confirmed.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeOutcome } from '../../payments/outcome.ts';
import type { Form } from '../form/form.ts';
import type { EmbeddedEvent } from './embedding.ts';
import { findSubmitted, type Submitted } from './find-submitted.ts';
import { renderMessagePage, textSetting } from './form-page.ts';
import { type BrandedFrame, readFrame, withBrand } from './frame.ts';
import { reachOf, sendPage } from './send-page.ts';
import { renderSubmitted } from './submitted-answers.ts';

const maxWait = 64;

export async function sendThanks(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
  const frame = await withBrand(request, readFrame(request, form), form);
  const { thanks } = frame.language.texts;
  const found = await findSubmitted(request.ctx, form, request.query as Record<string, unknown>);
  const { paragraphs, isWaiting } = outcomeOf(request, frame, found);
  if (isWaiting) reply.header('refresh', nextCheck(request));
  const shown = found?.showsAnswers && !isWaiting ? await renderSubmitted(request.ctx, frame, found) : null;
  const page = renderMessagePage(thanks.title, paragraphs, frame, { shown, ...nextOf(frame, form, found, isWaiting) });
  return sendPage(reply, 200, page, reachOf(request, frame, form));
}

/** What has happened. Pages on other sites know the submission, but not the session that was paid. */
function outcomeOf({ query }: FastifyRequest, frame: BrandedFrame, found: Submitted | null) {
  const { form, brand, language, formats, embedding } = frame;
  const { thanks } = language.texts;
  const own = textSetting(form, 'thanks');
  if (found?.payment && found.hasPaidHere) {
    const texts = { site: brand.name, form: form.name, thanks: own, texts: language.texts.paid };
    const { paragraphs, isConfirmed } = describeOutcome(found.payment, { ...texts, formats });
    return { paragraphs, isWaiting: !isConfirmed };
  }
  if (embedding && found?.submission.status === 'awaiting_payment')
    return { paragraphs: [thanks.confirming], isWaiting: true };
  const isLater = (query as { payment?: unknown }).payment === 'later';
  const received = own ?? (embedding ? thanks.received : thanks.receivedAndClose);
  return { paragraphs: [isLater ? thanks.payLater : received], isWaiting: false };
}

/** In a frame: where to go on, and what its page is notified of. */
function nextOf({ embedding, language }: BrandedFrame, form: Form, found: Submitted | null, isWaiting: boolean) {
  if (!embedding || !found || isWaiting) return {};
  const { id, status } = found.submission;
  const isPaid = status === 'paid';
  const url = isPaid ? null : form.successUrl;
  const name = isPaid ? 'paid' : 'submitted';
  const event: EmbeddedEvent = { name, submissionId: id, ...(url !== null && { next: url }) };
  return { next: url === null ? null : { url, text: language.texts.thanks.continue }, event };
}

/** After 1, 2, 4 … seconds, and then about every minute. */
function nextCheck({ query }: FastifyRequest): string {
  const { wait, ...others } = query as Record<string, string>;
  const seconds = Math.min(Number(wait) || 1, maxWait);
  const next = new URLSearchParams({ ...others, wait: String(Math.min(seconds * 2, maxWait)) });
  return `${seconds}; url=?${next}`;
}
