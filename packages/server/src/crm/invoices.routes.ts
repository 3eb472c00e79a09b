// Invoices over HTTP.

import { inBackground, inTransaction } from '../context/context.ts';
import { NotModified, sendTagged, tagged, versionCheck, versionTag } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { created, deleted } from '../http/responses.ts';
import { countedListOf, Deleted, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { InvoicePatch, InvoiceQuery, InvoiceSchema, NewInvoice } from './crm.schemas.ts';
import { createInvoice, deleteInvoice, getInvoice, listInvoices, patchInvoice } from './invoices.ts';

const describe = routesOf('Invoices');

export function invoicesRoutes(app: App): void {
  app.get(
    '/invoices',
    describe('crm:read', 'listInvoices', 'List invoices', {
      querystring: InvoiceQuery,
      200: countedListOf(InvoiceSchema),
    }),
    (request) => listInvoices(inBackground(request.ctx), request.query),
  );

  app.get(
    '/invoices/:id',
    describe('crm:read', 'getInvoice', 'Read an invoice', {
      params: IdParams,
      200: InvoiceSchema,
      304: NotModified,
    }),
    async (request, reply) => {
      const invoice = await getInvoice(request.ctx, request.params.id);
      return sendTagged(request, reply, JSON.stringify(invoice), versionTag(invoice));
    },
  );

  app.post(
    '/invoices',
    describe('crm:write', 'createInvoice', 'Create an invoice', {
      body: NewInvoice,
      201: InvoiceSchema,
      headers: ['ETag'],
    }),
    async (request, reply) => {
      const invoice = await inTransaction(request.ctx, (ctx) => createInvoice(ctx, request.body, request.operation));
      return created(request, reply, tagged(reply, invoice), invoice.id);
    },
  );

  app.patch(
    '/invoices/:id',
    describe('crm:write', 'updateInvoice', 'Update an invoice', {
      params: IdParams,
      body: InvoicePatch,
      200: InvoiceSchema,
      problems: [409, 412],
    }),
    async (request, reply) => {
      const { params, body } = request;
      const check = versionCheck(request);
      const invoice = await inTransaction(request.ctx, (ctx) => patchInvoice(ctx, params.id, body, check));
      return tagged(reply, invoice);
    },
  );

  app.delete(
    '/invoices/:id',
    describe('crm:write', 'deleteInvoice', 'Delete a draft invoice', {
      params: IdParams,
      200: Deleted,
      problems: [409, 412],
    }),
    async (request) => {
      const { id } = request.params;
      await inTransaction(request.ctx, (ctx) => deleteInvoice(ctx, id, versionCheck(request)));
      return deleted(id);
    },
  );
}
