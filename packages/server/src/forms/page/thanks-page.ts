// The page after a submission: what was answered and paid, for who submitted it. In a frame on another site it also says what
// happened to the submission in its URL. It waits for payments to be confirmed.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { answerInWords } from '../../fields/answer-words.ts';
import { controlOf, isAnswered, isFileField, isPriceField } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { fillIn } from '../../languages/language-texts.ts';
import { type Html, html } from '../../lib/html.ts';
import { lineFacts } from '../../mail/layout.ts';
import { describeOutcome } from '../../payments/outcome.ts';
import { type Form, successUrlOf } from '../form/form.ts';
import { findSubmitted, type Submitted } from './find-submitted.ts';
import { renderMessagePage, textSetting } from './form-page.ts';
import { type BrandedFrame, type EmbeddedEvent, readFrame, withBrand } from './frame.ts';
import { reachOf, sendPage } from './send-page.ts';

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
  const url = isPaid ? null : successUrlOf(form, id);
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

// What was answered and paid, as the page after a submission shows it.

type Line = readonly [label: string, value: string, role?: string];

async function renderSubmitted(ctx: ReadContext, frame: BrandedFrame, shown: Submitted): Promise<Html> {
  const { thanks } = frame.language.texts;
  const paid = shown.payment === null ? [] : await paidLines(frame, shown.payment);
  const { form } = frame;
  const price = form.fields.find(isPriceField);
  return html`${renderLines(thanks.answers, await answerLines(ctx, frame, shown))}${renderLines(price ? labelOf(price) : form.name, paid)}${renderReceipt(ctx, frame, shown.payment)}`;
}

function renderLines(title: string, lines: readonly Line[]): Html {
  if (lines.length === 0) return html``;
  return html`<section class="submitted">
<h2>${title}</h2>
<dl>
${lines.map(
  ([label, value, role]) => html`<div${role === 'total' && html` class="sum"`}><dt>${label}</dt><dd>${value}</dd></div>
`,
)}</dl>
</section>
`;
}

/** What visitors do not see on the page is not shown here either. */
async function answerLines(ctx: ReadContext, { form, formats, language }: BrandedFrame, { submission }: Submitted) {
  const data = JSON.parse(submission.data) as Record<string, unknown>;
  const asked = form.fields.filter((field) => isAnswered(field) && !controlOf(field).isHidden);
  const words = { code: language.code, ...language.texts.mails.words, formats };
  const files = asked.some(isFileField) ? await readFileNames(ctx, submission.id) : new Map<string, string[]>();
  return asked.flatMap((field): Line[] => {
    const value = isFileField(field)
      ? (files.get(field.name) ?? []).join('\n')
      : answerInWords(field, Object.hasOwn(data, field.name) ? data[field.name] : undefined, words);
    return value === '' ? [] : [[labelOf(field), value]];
  });
}

async function readFileNames(ctx: ReadContext, submissionId: string): Promise<Map<string, string[]>> {
  const files = ctx.db.selectFrom('files').select(['fieldName', 'name']).where('submissionId', '=', submissionId);
  const byField = Map.groupBy(await files.orderBy('id').execute(), ({ fieldName }) => fieldName);
  return new Map([...byField].map(([field, files]) => [field, files.map(({ name }) => name)]));
}

async function paidLines({ formats, language }: BrandedFrame, payment: Row<'payments'>): Promise<Line[]> {
  const { words } = language.texts.mails;
  const bought = lineFacts(payment, { formats, language });
  const isPaid = payment.status === 'succeeded' && payment.amountReceived > 0;
  return [
    ...(bought.length > 0 ? bought : [[words.amount, formats.money(payment.amount, payment.currency)] as const]),
    ...(isPaid ? [[words.paid, formats.money(payment.amountReceived, payment.currency)] as const] : []),
    ...(isPaid && payment.paidAt !== null ? [[words.date, formats.time(payment.paidAt)] as const] : []),
    [words.reference, payment.id],
  ];
}

/** The receipt is at the processor, and ours goes to the payer by mail (mail/payment-mails.ts). */
function renderReceipt(ctx: ReadContext, { language }: BrandedFrame, payment: Row<'payments'> | null): Html {
  if (!payment || payment.amountReceived === 0) return html``;
  const { checkoutSessionId: session, email } = payment;
  const { receipt, receiptSent } = language.texts.thanks;
  const isSent = email !== null && ctx.wantsMail('receipt') && !ctx.lacksMailServer();
  return html`${
    session !== null &&
    html`<p><a href="/payments/receipt?${new URLSearchParams({ session }).toString()}">${receipt}</a></p>
`
  }${
    isSent &&
    html`<p>${fillIn(receiptSent, { email })}</p>
`
  }`;
}
