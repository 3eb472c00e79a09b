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
import { refreshForPayer } from './late-events.ts';

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
      await refreshForPayer(request.ctx, { checkoutSessionId: session });
      const payment = await findPaid(request.ctx, session);
      const language = await languageFor(request, siteRead, payment?.language);
      const { paragraphs, isConfirmed } = describeOutcome(siteRead, language, payment);
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

type Headers = { headers: { 'accept-language'?: string } };

/** That of the submission, or else what the browser prefers. */
function languageFor({ headers }: Headers, { locale }: Site, submitted: string | null = null): Promise<Language> {
  const preferred = () => anyPreferredLanguage(headers['accept-language'], languageOfTag(locale) ?? 'en');
  return loadLanguage(languageOfTag(submitted) ?? preferred());
}

/** After 1, 2, 4 … seconds, and then about every minute. */
function nextCheck(session: string, checks: number): string {
  const query = new URLSearchParams({ session, checks: String(Math.min(checks + 1, maxChecks)) });
  return `${2 ** checks}; url=/payments/thanks?${query}`;
}

type Outcome = { paragraphs: string[]; isConfirmed: boolean };

type Paid = Awaited<ReturnType<typeof findPaid>>;

function describeOutcome(shown: Site, language: Language, payment: Paid): Outcome {
  const { paid } = language.texts;
  const { name: form, thanks } = formTexts(payment, language);
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
  const texts = [thanks, payment.amountReceived > 0 && confirmation, paid.closePage];
  return { paragraphs: texts.filter((text) => typeof text === 'string'), isConfirmed: true };
}

/** The payment of a session, with the form it pays for. */
function findPaid(ctx: ReadContext, sessionId: string) {
  return ctx.db
    .selectFrom('payments')
    .leftJoin('submissions', 'submissions.id', 'payments.submissionId')
    .leftJoin('forms', 'forms.id', 'submissions.formId')
    .selectAll('payments')
    .select(['forms.name as formName', 'forms.settings as formSettings', 'forms.translations as formTranslations'])
    .select('submissions.language as language')
    .where('payments.checkoutSessionId', '=', sessionId)
    .executeTakeFirst();
}

/** The name of the form, and its thank-you text if it has one, in this language or else in its own. */
function formTexts(payment: Paid, { code }: Language): { name: string | null; thanks: string | null } {
  const own = { ...JSON.parse(payment?.formSettings ?? '{}'), name: payment?.formName };
  const translated = JSON.parse(payment?.formTranslations ?? '{}')[code];
  const textOf = (name: 'name' | 'thanks'): string | null =>
    [translated?.[name], own[name]].find((text) => typeof text === 'string' && text.trim() !== '') ?? null;
  return { name: textOf('name'), thanks: textOf('thanks') };
}
