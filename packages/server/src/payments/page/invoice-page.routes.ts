// The page of an invoice for who owes it, at a URL that cannot be guessed: what it says, what is left, and a button to pay that.

import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Context, ReadContext } from '../../context/context.ts';
import { attachmentHeader, inlineSource } from '../../http/headers.ts';
import { sendMessagePage } from '../../http/message-page.ts';
import type { App } from '../../http/typed-app.ts';
import { languageOfInvoice } from '../../invoices/buyer-language.ts';
import { documentFormats, readDocument } from '../../invoices/documents.ts';
import { invoiceOfLink } from '../../invoices/invoice-link.ts';
import type { InvoiceRow } from '../../invoices/invoices.ts';
import { anyPreferredLanguage, languageOf, loadLanguage } from '../../languages/language.ts';
import { fillIn } from '../../languages/language-texts.ts';
import { fail, Problem } from '../../lib/errors.ts';
import { readSite } from '../../settings/site.ts';
import { siteFormats } from '../../settings/site-formats.ts';
import { describeOutcome, maxChecks, nextCheck } from '../outcome.ts';
import { type Notice, type Pen, renderInvoicePage } from './invoice-page.ts';
import { payInvoice, refreshInvoice } from './pay-invoice.ts';
import { readInvoicePage } from './read-invoice-page.ts';

const Params = Type.Object({ key: Type.String({ maxLength: 300 }) });
const Query = Type.Object({
  /** Instead of the language of the buyer. */
  lang: Type.Optional(Type.String({ maxLength: 35 })),
  /** That of the checkout that the payer comes back from. */
  session: Type.Optional(Type.String({ maxLength: 200 })),
  /** How often the page has loaded itself again. */
  checks: Type.Optional(Type.Integer({ minimum: 0, maximum: maxChecks })),
  /** Whether the payer has turned back from the checkout. */
  canceled: Type.Optional(Type.Literal('1')),
});
const DocumentQuery = Type.Object({ format: Type.Optional(Type.Enum([...documentFormats])) });

type Visit = {
  ctx: Context;
  params: { key: string };
  headers: { 'accept-language'?: string };
  query: { lang?: string; session?: string; checks?: number; canceled?: '1' };
};

/** Mounted at the origin. */
export async function invoicePageRoutes(app: App): Promise<void> {
  await app.register(async (scope) => {
    const app = scope as unknown as App;
    // The link says everything, so what is in the body does not matter.
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    app.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 10_000 }, async () => undefined);
    const config = { access: 'public', idempotency: 'none' } as const;
    const schema = { hide: true, params: Params, querystring: Query };

    app.get('/i/:key', { config, schema }, async (request, reply) => {
      const { session = null, canceled } = request.query;
      const id = invoiceOfLink(request.ctx, request.params.key);
      if (id !== null) await refreshInvoice(request.ctx, id, session);
      return showPage(request, reply, { status: 200, about: session ?? (canceled ? 'canceled' : null) });
    });

    app.post('/i/:key', { config, schema }, async (request, reply) => {
      const { ctx, params, query } = request;
      const invoice = await findInvoice(ctx, params.key);
      if (!invoice) return showPage(request, reply, { status: 404, about: null });
      try {
        const page = { url: `${ctx.publicUrl() ?? ''}/i/${params.key}`, lang: query.lang };
        const url = await payInvoice(ctx, invoice.id, page);
        return reply.header('cache-control', 'no-store').redirect(url, 303);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        // It was paid just now, and the processor has not reported it yet.
        if (error.code === 'already_paid') return showPage(request, reply, { status: 200, about: 'confirming' });
        ctx.log.warn({ err: error, invoice: invoice.id }, 'an invoice could not be paid from its page');
        return showPage(request, reply, { status: error.status, about: 'failed' });
      }
    });

    app.get(
      '/i/:key/document',
      { config, schema: { hide: true, params: Params, querystring: DocumentQuery } },
      async ({ ctx, params, query }, reply) => {
        const invoice = await findInvoice(ctx, params.key);
        if (!invoice || invoice.issuedAt === null) throw fail('not_found');
        const record = { kind: 'invoice', id: invoice.id } as const;
        const { filename, contentType, body } = await readDocument(ctx, record, query.format ?? 'pdf');
        const headers = { 'content-type': contentType, 'content-disposition': attachmentHeader(filename) };
        return reply.headers({ ...privateHeaders, ...headers }).send(body as never);
      },
    );
  });
}

/** Its URL is all that one needs to read it. */
const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

async function findInvoice(ctx: ReadContext, key: string): Promise<InvoiceRow | undefined> {
  const id = invoiceOfLink(ctx, key);
  return id === null ? undefined : ctx.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
}

/** `about`: what has happened, or the session of a checkout. */
async function showPage(
  request: Visit,
  reply: FastifyReply,
  { status, about }: { status: number; about: string | null },
): Promise<FastifyReply> {
  const { ctx, params, query } = request;
  const row = await findInvoice(ctx, params.key);
  const page = row && (await readInvoicePage(ctx, row));
  const pen = await takePen(request, row);
  if (!page) return sendMissing(reply, pen);
  const path = `/i/${encodeURIComponent(params.key)}`;
  const { notice, isOver } = await noticeOf(ctx, pen, { about, invoiceId: page.invoice.id, isOpen: page.payable > 0 });
  const { paid } = pen.language.texts;
  const processing = page.isProcessing && { paragraphs: [fillIn(paid.processing, { site: pen.site.name })] };
  const { markup, css } = renderInvoicePage(
    pen,
    { ...page, lang: query.lang ?? null },
    path,
    notice ?? (processing || null),
  );
  if (!isOver) reply.header('refresh', nextCheck(path, request.query));
  return reply
    .status(status)
    .headers({
      ...privateHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-language': pen.language.code,
      'content-security-policy': policyOf(ctx, css),
    })
    .serializer((text: string) => text)
    .send(markup);
}

/** In the language that the URL names, else that of the buyer. What is not found is in the one that the browser prefers. */
async function takePen({ ctx, query, headers }: Visit, row: InvoiceRow | undefined): Promise<Pen> {
  const site = await readSite(ctx);
  const code = row
    ? languageOf(query.lang, await languageOfInvoice(ctx, row), site.locale)
    : anyPreferredLanguage(headers['accept-language'], languageOf(site.locale));
  const language = await loadLanguage(code);
  return { site, language, formats: siteFormats(site, language.code) };
}

function sendMissing(reply: FastifyReply, { site, language }: Pen): FastifyReply {
  const { pageTitle: title, pageText } = language.texts.missing;
  const { name, logoUrl } = site;
  return sendMessagePage(reply, 404, { language, title, site: name, logoUrl, paragraphs: [pageText] });
}

type Happened = { about: string | null; invoiceId: string; isOpen: boolean };

/** What became of the checkout. `isOver` is false as long as the processor has to confirm it. */
async function noticeOf(
  ctx: ReadContext,
  { site, language, formats }: Pen,
  { about, invoiceId, isOpen }: Happened,
): Promise<{ notice: Notice | null; isOver: boolean }> {
  const { paid, problems, invoicePage } = language.texts;
  const notice = (text: string, isAlert = false) => ({ paragraphs: [fillIn(text, { site: site.name })], isAlert });
  if (about === null) return { notice: null, isOver: true };
  if (about === 'canceled') return { notice: isOpen ? notice(invoicePage.stillOpen) : null, isOver: true };
  if (about === 'failed') return { notice: notice(problems.tryLater, true), isOver: true };
  if (about === 'confirming') return { notice: notice(paid.confirming), isOver: !isOpen };
  const payment = ctx.db.selectFrom('payments').selectAll().where('checkoutSessionId', '=', about);
  const found = await payment.where('invoiceId', '=', invoiceId).executeTakeFirst();
  if (!found) return { notice: null, isOver: true };
  const outcome = describeOutcome(found, { site: site.name, form: null, thanks: null, texts: paid, formats });
  return { notice: { paragraphs: outcome.paragraphs }, isOver: outcome.isConfirmed };
}

/** Browsers apply `form-action` to the redirect to the checkout, too. */
function policyOf(ctx: ReadContext, css: string): string {
  const targets = ["'self'", ctx.publicUrl(), 'https:'].filter(Boolean).join(' ');
  return `default-src 'none'; style-src ${inlineSource(css)}; img-src 'self'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`;
}
