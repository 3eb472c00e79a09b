// Mailing an invoice over HTTP.

import { inTransaction } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { mailInvoiceToPay } from './invoice-mails.ts';
import { ListedMailSchema } from './mails.schemas.ts';

const describe = routesOf('Invoices');

export function invoiceMailsRoutes(app: App): void {
  app.post(
    '/invoices/:id/mail',
    describe('crm:write', 'mailInvoice', 'Send an open invoice to its contact by mail', {
      description: 'The mail has a link to pay what is left. Without a mail server it waits in the outbox.',
      params: IdParams,
      202: ListedMailSchema,
      problems: [409],
    }),
    async (request, reply) => {
      const mail = await inTransaction(request.ctx, (ctx) => mailInvoiceToPay(ctx, request.params.id));
      return reply.status(202).send(mail);
    },
  );
}
