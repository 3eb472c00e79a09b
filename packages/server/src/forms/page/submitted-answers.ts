// What was answered and paid, as the page after a submission shows it.

import type { ReadContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { answerInWords } from '../../fields/answer-words.ts';
import { controlOf, isAnswered, isFileField, isPriceField } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { fillIn } from '../../languages/language-texts.ts';
import { loadMailLanguage } from '../../languages/mails/mail-texts.ts';
import { type Html, html } from '../../lib/html.ts';
import { lineFacts } from '../../mail/line-facts.ts';
import type { Submitted } from './find-submitted.ts';
import type { BrandedFrame } from './frame.ts';

type Line = readonly [label: string, value: string, role?: string];

export async function renderSubmitted(ctx: ReadContext, frame: BrandedFrame, shown: Submitted): Promise<Html> {
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
  const { code, texts } = await loadMailLanguage(language.code);
  const words = { code, ...texts.words, formats };
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
  const mail = await loadMailLanguage(language.code);
  const { words } = mail.texts;
  const bought = lineFacts(payment, { formats, language: mail });
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
