// The outbox and the mail server over HTTP (scope admin).

import Type from 'typebox';
import { type Context, inBackground, inTransaction } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { IdParams, queryOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { readSite } from '../settings/site.ts';
import { previewCreditNoteMail, previewInvoiceMail, sendCreditNoteMail, sendInvoiceMail } from './invoice-mails.ts';
import { mailReminder } from './invoice-reminders.ts';
import { withLogo } from './mail-kinds.routes.ts';
import { enterMailServer, removeMailServer, sendTestMail } from './mail-server-settings.ts';
import {
  InvoiceMailPreview,
  ListedMailSchema,
  MailSchema,
  MailServerSchema,
  MailTest,
  mailList,
  NewInvoiceMail,
  NewMailServer,
  SentMailTest,
} from './mails.schemas.ts';
import { countWaiting, getMail, listMails, resendMail } from './mails.ts';

const describe = routesOf('Mail');

/** A mail loads nothing, and in the preview only the logo of the site. */
const previewPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'";

export function mailsRoutes(app: App): void {
  app.get(
    '/mails',
    describe('admin', 'listMails', 'List the mails of the outbox, by status, recipient or what they are about', {
      querystring: mailList.query,
      200: mailList.page,
    }),
    (request) => listMails(inBackground(request.ctx), request.query),
  );

  app.get('/mails/:id', describe('admin', 'getMail', 'Read a mail', { params: IdParams, 200: MailSchema }), (request) =>
    getMail(request.ctx, request.params.id),
  );

  app.get(
    '/mails/:id/preview',
    describe('admin', 'getMailPreview', 'Show the HTML of a mail', {
      params: IdParams,
      200: {
        description: 'A page without scripts, with the logo of the site in its place',
        content: { 'text/html': { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
      },
      headers: ['Cache-Control', 'Content-Security-Policy', 'Referrer-Policy'],
    }),
    async ({ ctx, params }, reply) => {
      const { html } = await getMail(ctx, params.id);
      const { logoUrl } = await readSite(ctx);
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': previewPolicy,
          // Its links may hold what signs someone in.
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        })
        .serializer((markup: string) => markup)
        .send(logoUrl === null ? html : withLogo(html, logoUrl));
    },
  );

  app.post(
    '/mails/:id/resend',
    describe('admin', 'sendMail', 'Send a mail again now', {
      params: IdParams,
      202: ListedMailSchema,
      problems: [409],
    }),
    async (request, reply) => {
      const mail = await inTransaction(request.ctx, (ctx) => resendMail(ctx, request.params.id));
      return reply.status(202).send(mail);
    },
  );

  app.get(
    '/settings/mail',
    describe('admin', 'getMailServer', 'Get the server that sends mails', { 200: MailServerSchema }),
    (request) => describeServer(request.ctx),
  );

  app.put(
    '/settings/mail',
    describe('admin', 'replaceMailServer', 'Set the server that sends mails', {
      description: 'A test mail is sent first. The password is stored encrypted. Mails that waited are sent at once.',
      body: NewMailServer,
      200: MailServerSchema,
      problems: [409],
      // Who sets the server can read the links with which owners set their passwords.
      config: { idempotency: 'none', owners: 'only' },
    }),
    async (request) => {
      await enterMailServer(request.ctx, request.body);
      return describeServer(request.ctx);
    },
  );

  app.delete(
    '/settings/mail',
    describe('admin', 'deleteMailServer', 'Remove the server that sends mails; they wait in the outbox', {
      200: MailServerSchema,
      problems: [409],
      config: { owners: 'only' },
    }),
    async (request) => {
      await removeMailServer(request.ctx);
      return describeServer(request.ctx);
    },
  );

  app.post(
    '/settings/mail/test',
    describe('admin', 'sendMailTest', 'Send a test mail now, by default to the user who is signed in', {
      body: MailTest,
      200: SentMailTest,
      problems: [409],
      config: { idempotency: 'none' },
    }),
    (request) => sendTestMail(request.ctx, request.body?.to ?? null),
  );
}

async function describeServer(ctx: Context) {
  const { setIn, host, port, security, user, password, from, fromName, dkim } = ctx.mailer.server ?? none;
  return {
    ...{ setIn, host, port, security, user, from, fromName },
    passwordConfigured: password !== null,
    dkim: dkim && { domain: dkim.domain, selector: dkim.selector },
    waitingMails: await countWaiting(ctx),
  };
}

const none = {
  ...{ setIn: null, host: null, port: null, security: null, user: null, password: null },
  ...{ from: null, fromName: null, dkim: null },
};

// Mailing an invoice over HTTP.

const describeInvoices = routesOf('Invoices');

export function invoiceMailsRoutes(app: App): void {
  app.get(
    '/invoices/:id/mail',
    describeInvoices('crm:read', 'getInvoiceMail', 'Read the mail of an open or paid invoice before it is sent', {
      params: IdParams,
      querystring: queryOf({
        reminder: Type.Optional(Type.Boolean({ description: 'The reminder instead' })),
      }),
      200: InvoiceMailPreview,
      problems: [409],
    }),
    ({ ctx, params, query }) => previewInvoiceMail(ctx, params.id, { isReminder: query.reminder === true }),
  );

  app.post(
    '/invoices/:id/mail',
    describeInvoices('crm:write', 'sendInvoice', 'Send an open invoice, or a copy of a paid one, by mail', {
      description:
        'The mail has a link to the page of the invoice and its document attached. Without a mail server it waits in the outbox.',
      params: IdParams,
      body: NewInvoiceMail,
      202: ListedMailSchema,
      problems: [409],
    }),
    async ({ ctx, params, body, operation }, reply) => {
      const mail = await inTransaction(ctx, (ctx) => sendInvoiceMail(ctx, params.id, body, operation));
      return reply.status(202).send(mail);
    },
  );

  app.get(
    '/credit-notes/:id/mail',
    describeInvoices('crm:read', 'getCreditNoteMail', 'Read the mail of a credit note before it is sent', {
      params: IdParams,
      200: InvoiceMailPreview,
    }),
    ({ ctx, params }) => previewCreditNoteMail(ctx, params.id),
  );

  app.post(
    '/credit-notes/:id/mail',
    describeInvoices('crm:write', 'sendCreditNote', 'Send a credit note by mail', {
      description: 'The mail has a link to the page of the invoice and the document of the credit note attached.',
      params: IdParams,
      body: NewInvoiceMail,
      202: ListedMailSchema,
      problems: [409],
    }),
    async ({ ctx, params, body, operation }, reply) => {
      const mail = await inTransaction(ctx, (ctx) => sendCreditNoteMail(ctx, params.id, body, operation));
      return reply.status(202).send(mail);
    },
  );

  app.post(
    '/invoices/:id/remind',
    describeInvoices('crm:write', 'sendInvoiceReminder', 'Send a reminder of an open invoice by mail', {
      description: 'Now, whatever the schedule in the settings says.',
      params: IdParams,
      body: NewInvoiceMail,
      202: ListedMailSchema,
      problems: [409],
    }),
    async ({ ctx, params, body, operation }, reply) => {
      const mail = await inTransaction(ctx, (ctx) => mailReminder(ctx, params.id, body, operation));
      return reply.status(202).send(mail);
    },
  );
}
