// Where the link of an invoice leads: to the checkout of what is left to pay, or to a page that says that it is paid.

import Type from 'typebox';
import { type Context, inTransaction, type ReadContext } from '../context/context.ts';
import { invoiceOfLink } from '../crm/invoice-link.ts';
import { sendMessagePage } from '../http/message-page.ts';
import type { App } from '../http/typed-app.ts';
import { anyPreferredLanguage, languageOfTag, loadLanguage } from '../languages/language.ts';
import { fillIn } from '../languages/language-texts.ts';
import { Problem } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { readSite } from '../settings/site.ts';
import { siteFormats } from '../settings/site-formats.ts';
import { startCheckout } from './checkout.ts';
import { refreshForPayer } from './late-events.ts';
import { openPayment } from './payments.ts';

const Params = Type.Object({ key: Type.String({ maxLength: 300 }) });

/** Mounted at the origin. */
export function invoiceLinkRoutes(app: App): void {
  app.get(
    '/payments/invoices/:key',
    { config: { access: 'public' }, schema: { hide: true, params: Params } },
    async ({ ctx, params, headers }, reply) => {
      const invoice = await findCurrent(ctx, invoiceOfLink(ctx, params.key));
      const site = await readSite(ctx);
      const preferred = anyPreferredLanguage(headers['accept-language'], languageOfTag(site.locale) ?? 'en');
      const language = await loadLanguage(preferred);
      const { missing, paid } = language.texts;
      const show = (status: number, title: string, ...paragraphs: string[]) =>
        sendMessagePage(reply, status, { language, title, site: site.name, logoUrl: site.logoUrl, paragraphs });
      if (invoice === null) return show(404, missing.pageTitle, missing.pageText);
      const { amountPaid, currency } = invoice;
      const showPaid = (text: string) => show(200, paid.title, fillIn(text, { site: site.name }), paid.nothingToDo);
      if (invoice.left <= 0) {
        const amount = siteFormats(site, language.code).money(amountPaid, currency);
        return show(200, paid.title, fillIn(paid.received, { site: site.name, amount }), paid.closePage);
      }
      try {
        const { url } = await payRest(ctx, invoice);
        return reply.header('cache-control', 'no-store').redirect(url, 303);
      } catch (error) {
        // It was paid just now, and the processor has not reported it yet.
        if (error instanceof Problem && error.code === 'already_paid') return showPaid(paid.confirming);
        throw error;
      }
    },
  );
}

/** With what the processor says of its payment, if no event has said it yet: a paid checkout must not be offered again. */
async function findCurrent(ctx: Context, id: string | null): ReturnType<typeof findInvoice> {
  const found = await findInvoice(ctx, id);
  const asked = found && found.left > 0 ? await findAsked(ctx, found) : undefined;
  return asked && (await refreshForPayer(ctx, asked)) ? findInvoice(ctx, id) : found;
}

type Payable = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/** Null for one that does not exist, or that is not to be paid here any more. */
async function findInvoice(ctx: ReadContext, id: string | null) {
  if (id === null) return null;
  const row = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
  const { amount = null, currency = null } = row ?? {};
  if (!row || amount === null || currency === null || !['open', 'paid'].includes(row.status)) return null;
  const { amountPaid, contactId, number, description } = row;
  const left = row.status === 'paid' ? 0 : amount - amountPaid;
  return { id, left, amountPaid, currency, contactId, description: description ?? number };
}

/** The payment of what is left that was begun last. */
function findAsked(ctx: ReadContext, { id, left, currency }: Payable) {
  return ctx.db
    .selectFrom('payments')
    .select('id')
    .where('invoiceId', '=', id)
    .where('amount', '=', left)
    .where('currency', '=', currency)
    .where('status', 'not in', ['succeeded', 'processing'])
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}

/** However often the link is opened, what is left is one payment. */
async function payRest(ctx: Context, invoice: Payable) {
  const { id: invoiceId, left, currency, contactId, description } = invoice;
  const paymentId = await inTransaction(ctx, async (ctx) => {
    await ctx.dialect.lockRows(ctx.db.selectFrom('invoices').select('id').where('id', '=', invoiceId)).execute();
    const asked = await findAsked(ctx, invoice);
    if (asked) return asked.id;
    const id = newId('pay');
    const contacts = ctx.db.selectFrom('contacts').select('email');
    const contact = contactId === null ? undefined : await contacts.where('id', '=', contactId).executeTakeFirst();
    await openPayment(ctx, {
      ...{ id, amount: left, currency, description, contactId, invoiceId },
      ...{ submissionId: null, email: contact?.email ?? null, successUrl: null, cancelUrl: null },
    });
    return id;
  });
  return startCheckout(ctx, paymentId);
}
