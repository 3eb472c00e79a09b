// The pages that payers return to, unless the caller has its own. The page after a payment names the business and the
// form, and loads itself again until the payment is confirmed, without a script.

import Type from 'typebox';
import type { ReadContext } from '../../context.ts';
import { sendMessagePage } from '../../http/message-page.ts';
import type { App } from '../../http/typed-app.ts';
import { anyPreferredLanguage, type Language, languageOfTag, loadLanguage } from '../../languages/language.ts';
import { fillIn } from '../../languages/language-texts.ts';
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
      const language = await languageFor(request, siteRead);
      const { paragraphs, isConfirmed } = await describeOutcome(request.ctx, siteRead, language, session);
      if (!isConfirmed) reply.header('refresh', nextCheck(session, checks));
      return sendMessagePage(reply, 200, { language, title: language.texts.paid.title, site, logoUrl, paragraphs });
    },
  );

  app.get('/payments/canceled', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const siteRead = await readSite(request.ctx);
    const { name: site, logoUrl } = siteRead;
    const language = await languageFor(request, siteRead);
    const { canceledTitle: title, canceled } = language.texts.paid;
    return sendMessagePage(reply, 200, { language, title, site, logoUrl, paragraphs: [canceled] });
  });
}

function languageFor({ headers }: { headers: { 'accept-language'?: string } }, { locale }: Site): Promise<Language> {
  return loadLanguage(anyPreferredLanguage(headers['accept-language'], languageOfTag(locale) ?? 'en'));
}

/** After 1, 2, 4 … seconds, and then about every minute. */
function nextCheck(session: string, checks: number): string {
  const query = new URLSearchParams({ session, checks: String(Math.min(checks + 1, maxChecks)) });
  return `${2 ** checks}; url=/payments/thanks?${query}`;
}

type Outcome = { paragraphs: string[]; isConfirmed: boolean };

async function describeOutcome(ctx: ReadContext, shown: Site, language: Language, sessionId: string): Promise<Outcome> {
  const { paid } = language.texts;
  const payment = await findPaid(ctx, sessionId);
  const form = payment?.formName ?? null;
  const values = { site: shown.name, form: form ?? '' };
  if (payment?.status === 'processing') {
    const text = fillIn(form === null ? paid.processing : paid.processingFor, values);
    return { paragraphs: [text, paid.closePage], isConfirmed: true };
  }
  if (payment?.status !== 'succeeded') {
    const text = fillIn(form === null ? paid.confirming : paid.confirmingFor, values);
    return { paragraphs: [text, paid.nothingToDo], isConfirmed: false };
  }
  const { currency } = payment;
  const { money } = siteFormats(shown, language.code);
  const received = money(payment.amountReceived, currency);
  if (isUnderpaid(payment)) {
    const amounts = { received, amount: money(payment.amount, currency) };
    const text = fillIn(form === null ? paid.underpaid : paid.underpaidFor, { ...values, ...amounts });
    return { paragraphs: [text, fillIn(paid.contactAboutRest, values)], isConfirmed: true };
  }
  const confirmation = fillIn(form === null ? paid.received : paid.receivedFor, { ...values, amount: received });
  const texts = [thanksOf(payment.formSettings), payment.amountReceived > 0 && confirmation, paid.closePage];
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
