// The pages that payers return to, unless the caller has its own. The page after a payment names the business and the
// form, and loads itself again until the payment is confirmed, without a script.

import Type from 'typebox';
import type { ReadContext } from '../../context.ts';
import { sendMessagePage } from '../../http/message-page.ts';
import type { App } from '../../http/typed-app.ts';
import { readSite, type Site } from '../../settings/site.ts';
import { siteFormats } from '../../settings/site-formats.ts';
import { isUnderpaid } from '../payments.ts';

const maxChecks = 6;

const Query = Type.Object({
  session: Type.Optional(Type.String({ maxLength: 200 })),
  /** How often the page has loaded itself again. */
  checks: Type.Optional(Type.Integer({ minimum: 0, maximum: maxChecks })),
});

/** Mounted at the origin. */
export function checkoutPagesRoutes(app: App): void {
  app.get(
    '/payments/thanks',
    { config: { access: 'public' }, schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const { session = '', checks = 0 } = request.query;
      const siteRead = await readSite(request.ctx);
      const { name: site, logoUrl } = siteRead;
      const { paragraphs, isConfirmed } = await describeOutcome(request.ctx, siteRead, session);
      if (!isConfirmed) reply.header('refresh', nextCheck(session, checks));
      return sendMessagePage(reply, 200, { title: 'Thank you', site, logoUrl, paragraphs });
    },
  );

  app.get('/payments/canceled', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const text = 'The payment was canceled and nothing was charged. You can close this page, or go back and try again.';
    const { name: site, logoUrl } = await readSite(request.ctx);
    return sendMessagePage(reply, 200, { title: 'Payment canceled', site, logoUrl, paragraphs: [text] });
  });
}

/** After 1, 2, 4 … seconds, and then about every minute. */
function nextCheck(session: string, checks: number): string {
  const query = new URLSearchParams({ session, checks: String(Math.min(checks + 1, maxChecks)) });
  return `${2 ** checks}; url=/payments/thanks?${query}`;
}

type Outcome = { paragraphs: string[]; isConfirmed: boolean };

async function describeOutcome(ctx: ReadContext, shown: Site, sessionId: string): Promise<Outcome> {
  const { name: site } = shown;
  const payment = await findPaid(ctx, sessionId);
  const subject = payment?.formName ? `to ${site} for “${payment.formName}”` : `to ${site}`;
  if (payment?.status === 'processing') {
    const text = `Your payment ${subject} is being processed by your bank, which can take a few days.`;
    return { paragraphs: [text, 'You can close this page.'], isConfirmed: true };
  }
  if (payment?.status !== 'succeeded') {
    const text = `Your payment ${subject} is being confirmed. This page updates by itself.`;
    return { paragraphs: [text, 'You do not need to do anything else.'], isConfirmed: false };
  }
  const { amount, amountReceived, currency } = payment;
  const { money } = siteFormats(shown);
  const received = money(amountReceived, currency);
  if (isUnderpaid(payment)) {
    const text = `${received} of ${money(amount, currency)} was received for your payment ${subject}.`;
    return { paragraphs: [text, `Please contact ${site} about the rest.`], isConfirmed: true };
  }
  const texts = [
    thanksOf(payment.formSettings),
    amountReceived > 0 && `Your payment ${subject} of ${received} has been received.`,
    'You can close this page.',
  ];
  return { paragraphs: texts.filter((text) => typeof text === 'string'), isConfirmed: true };
}

/** The payment of a session, with the form it pays for. */
function findPaid(ctx: ReadContext, sessionId: string) {
  return ctx.db
    .selectFrom('payments')
    .leftJoin('submissions', 'submissions.id', 'payments.submissionId')
    .leftJoin('forms', 'forms.id', 'submissions.formId')
    .selectAll('payments')
    .select(['forms.name as formName', 'forms.settings as formSettings'])
    .where('payments.checkoutSessionId', '=', sessionId)
    .executeTakeFirst();
}

/** The thank-you text of the form, if it has one. */
function thanksOf(settings: string | null): string | null {
  const { thanks } = JSON.parse(settings ?? '{}');
  return typeof thanks === 'string' && thanks.trim() !== '' ? thanks : null;
}
