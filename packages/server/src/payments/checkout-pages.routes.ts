// The pages that payers return to, unless the caller has its own: that of a public form, or else one that names the business and
// loads itself again until the payment is confirmed, without a script.

import Type from 'typebox';
import type { Context, ReadContext } from '../context/context.ts';
import { sendMessagePage } from '../http/message-page.ts';
import type { App } from '../http/typed-app.ts';
import { anyPreferredLanguage, type Language, languageOfTag, loadLanguage } from '../languages/language.ts';
import { asciiUrl } from '../lib/web-url.ts';
import { readSite, type Site } from '../settings/site.ts';
import { siteFormats } from '../settings/site-formats.ts';
import { endForPayer, refreshForPayer } from './late-events.ts';
import { describeOutcome, maxChecks, nextCheck } from './outcome.ts';
import { objectOf, textOf } from './processor/processor-object.ts';

const Query = Type.Object({
  session: Type.Optional(Type.String({ maxLength: 200 })),
  /** How often the page has loaded itself again. */
  checks: Type.Optional(Type.Integer({ minimum: 0, maximum: maxChecks })),
});

const CancelQuery = Type.Object({ payment: Type.Optional(Type.String({ maxLength: 200 })) });

/** Mounted at the origin. */
export function checkoutPagesRoutes(app: App): void {
  app.get(
    '/payments/thanks',
    { config: { access: 'public' }, schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const { session = '', checks = 0 } = request.query;
      const found = await findPaid(request.ctx, session);
      // The page of the form shows what was answered and paid, in the looks of the form, and asks the processor itself.
      if (found?.formIsPublic) return reply.redirect(formThanks(found, session), 303);
      const isAsked = await refreshForPayer(request.ctx, { checkoutSessionId: session });
      const payment = isAsked ? await findPaid(request.ctx, session) : found;
      const siteRead = await readSite(request.ctx);
      const { name: site, logoUrl } = siteRead;
      const language = await languageFor(request, siteRead, payment?.language);
      const { name: form, thanks } = formTexts(payment, language);
      const { paragraphs, isConfirmed } = describeOutcome(payment, {
        ...{ site, form, thanks, texts: language.texts.paid },
        formats: siteFormats(siteRead, language.code),
      });
      if (!isConfirmed) reply.header('refresh', nextCheck('/payments/thanks', { session, checks }));
      return sendMessagePage(reply, 200, { language, title: language.texts.paid.title, site, logoUrl, paragraphs });
    },
  );

  app.get(
    '/payments/receipt',
    { config: { access: 'public' }, schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const { session = '' } = request.query;
      const url = await findReceipt(request.ctx, session);
      return reply.redirect(url ?? thanksPath({ session }), 303);
    },
  );

  app.get(
    '/payments/canceled',
    { config: { access: 'public' }, schema: { hide: true, querystring: CancelQuery } },
    async (request, reply) => {
      const { payment = '' } = request.query;
      await endForPayer(request.ctx, payment);
      const found = payment === '' ? undefined : await findCanceled(request.ctx, payment);
      // It was paid all the same, in another window or just before.
      if (found?.status === 'succeeded' || found?.status === 'processing') {
        return reply.redirect(thanksPath({ session: found.checkoutSessionId ?? '' }), 303);
      }
      if (found?.cancelUrl) return reply.redirect(asciiUrl(found.cancelUrl), 303);
      const siteRead = await readSite(request.ctx);
      const { name: site, logoUrl } = siteRead;
      const language = await languageFor(request, siteRead);
      const { canceledTitle: title, canceled } = language.texts.paid;
      return sendMessagePage(reply, 200, { language, title, site, logoUrl, paragraphs: [canceled] });
    },
  );
}

/** That of the processor. Asked for each time: its address ends after a while. */
async function findReceipt(ctx: Context, sessionId: string): Promise<string | null> {
  const payment = await findPaid(ctx, sessionId);
  if (!payment?.paymentIntentId || payment.amountReceived === 0) return null;
  const intent = await ctx.processor.retrieve('intent', payment.paymentIntentId).catch((error) => {
    ctx.log.warn({ err: error, payment: payment.id }, 'the processor did not say where a receipt is');
    return null;
  });
  const url = textOf(objectOf(intent?.latest_charge)?.receipt_url);
  return url === null ? null : asciiUrl(url);
}

function findCanceled(ctx: ReadContext, paymentId: string) {
  return ctx.db
    .selectFrom('payments')
    .select(['status', 'checkoutSessionId', 'cancelUrl'])
    .where('id', '=', paymentId)
    .executeTakeFirst();
}

type Headers = { headers: { 'accept-language'?: string } };

/** That of the submission, or else what the browser prefers. */
function languageFor({ headers }: Headers, { locale }: Site, submitted: string | null = null): Promise<Language> {
  const preferred = () => anyPreferredLanguage(headers['accept-language'], languageOfTag(locale) ?? 'en');
  return loadLanguage(languageOfTag(submitted) ?? preferred());
}

function thanksPath(query: Record<string, string>): string {
  return `/payments/thanks?${new URLSearchParams(query)}`;
}

type Paid = Awaited<ReturnType<typeof findPaid>>;

/** The page of the form after a submission (forms/page), in the language of the submission. */
function formThanks({ formSlug, language }: NonNullable<Paid>, session: string): string {
  const query = new URLSearchParams({ session, ...(language !== null && { lang: language }) });
  return `/f/${encodeURIComponent(formSlug as string)}/thanks?${query}`;
}

/** The payment of a session, with the form it pays for. */
function findPaid(ctx: ReadContext, sessionId: string) {
  return ctx.db
    .selectFrom('payments')
    .leftJoin('submissions', 'submissions.id', 'payments.submissionId')
    .leftJoin('forms', 'forms.id', 'submissions.formId')
    .selectAll('payments')
    .select(['forms.name as formName', 'forms.settings as formSettings', 'forms.translations as formTranslations'])
    .select(['forms.slug as formSlug', 'forms.public as formIsPublic'])
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
