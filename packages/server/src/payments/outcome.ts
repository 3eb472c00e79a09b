// What the page after a payment says: that the processor has not reported it yet, or what was received.

import type { Row } from '../database/dialect.ts';
import { fillIn, type Texts } from '../languages/language-texts.ts';
import type { SiteFormats } from '../settings/site-formats.ts';
import { isUnderpaid } from './payments.ts';

type Shown = {
  site: string;
  /** What was paid for, and what the form says after it; null if it has none. */
  form: string | null;
  thanks: string | null;
  texts: Texts['paid'];
  formats: Pick<SiteFormats, 'money'>;
};

/** How often a page that waits for the processor counts that it has loaded itself again. */
export const maxChecks = 6;

/** When such a page loads itself again, and where: after 1, 2, 4 … seconds, and then about every minute. For the header `refresh`. */
export function nextCheck(
  path: string,
  { checks = 0, ...query }: { checks?: number; [name: string]: unknown },
): string {
  const next = new URLSearchParams({ ...(query as object), checks: String(Math.min(checks + 1, maxChecks)) });
  return `${2 ** checks}; url=${path}?${next}`;
}

/** `isConfirmed` is false as long as the page has to be loaded again. */
export function describeOutcome(
  payment: Row<'payments'> | undefined,
  { site, form, thanks, texts: paid, formats: { money } }: Shown,
): { paragraphs: string[]; isConfirmed: boolean } {
  const values = { site, form: form ?? '' };
  if (payment?.status === 'processing') {
    const text = fillIn(form === null ? paid.processing : paid.processingFor, values);
    return { paragraphs: [text, paid.closePage], isConfirmed: true };
  }
  if (payment?.status !== 'succeeded') {
    const text = fillIn(form === null ? paid.confirming : paid.confirmingFor, values);
    return { paragraphs: [text, paid.nothingToDo], isConfirmed: false };
  }
  const { currency } = payment;
  const received = money(payment.amountReceived, currency);
  if (isUnderpaid(payment)) {
    const amounts = { received, amount: money(payment.amount, currency) };
    const text = fillIn(form === null ? paid.underpaid : paid.underpaidFor, { ...values, ...amounts });
    return { paragraphs: [text, fillIn(paid.contactAboutRest, values)], isConfirmed: true };
  }
  const confirmation = fillIn(form === null ? paid.received : paid.receivedFor, { ...values, amount: received });
  const texts = [thanks, payment.amountReceived > 0 && confirmation, paid.closePage];
  return { paragraphs: texts.filter((text) => typeof text === 'string'), isConfirmed: true };
}
