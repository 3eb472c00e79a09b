// Invoices over HTTP.

import { inTransaction } from '../context.ts';
import { requireMatch, sendTagged, versionTag } from '../http/conditional.ts';
import { Deleted, IdParams, listOf, problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { InvoicePatch, InvoiceQuery, InvoiceSchema, NewInvoice } from './crm.schemas.ts';
import { createInvoice, deleteInvoice, getInvoice, listInvoices, patchInvoice } from './invoices.ts';

const tags = ['Invoices'];

export function invoicesRoutes(app: App): void {
  app.get(
    '/invoices',
    {
      config: { access: 'crm:read' },
      schema: {
        tags,
        summary: 'List invoices',
        operationId: 'listInvoices',
        querystring: InvoiceQuery,
        response: { 200: listOf(InvoiceSchema), ...problemsOf(400, 401, 403) },
      },
    },
    (request) => listInvoices(request.ctx, request.query),
  );

  app.get(
    '/invoices/:id',
    {
      config: { access: 'crm:read' },
      schema: {
        tags,
        summary: 'Read an invoice',
        operationId: 'getInvoice',
        params: IdParams,
        response: { 200: InvoiceSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const invoice = await getInvoice(request.ctx, request.params.id);
      return sendTagged(request, reply, JSON.stringify(invoice), versionTag(invoice.id, invoice.version));
    },
  );

  app.post(
    '/invoices',
    {
      config: { access: 'crm:write' },
      schema: {
        tags,
        summary: 'Create an invoice',
        operationId: 'createInvoice',
        body: NewInvoice,
        response: { 201: InvoiceSchema, ...problemsOf(401, 403, 422) },
      },
    },
    async (request, reply) => {
      const invoice = await inTransaction(request.ctx, (ctx) => createInvoice(ctx, request.body, request.operation));
      return reply
        .status(201)
        .header('location', `${request.routeOptions.url}/${invoice.id}`)
        .header('etag', versionTag(invoice.id, invoice.version))
        .send(invoice);
    },
  );

  app.patch(
    '/invoices/:id',
    {
      config: { access: 'crm:write' },
      schema: {
        tags,
        summary: 'Update an invoice',
        operationId: 'updateInvoice',
        params: IdParams,
        body: InvoicePatch,
        response: { 200: InvoiceSchema, ...problemsOf(401, 403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const invoice = await inTransaction(request.ctx, (ctx) =>
        patchInvoice(ctx, id, request.body, (version) => requireMatch(request, versionTag(id, version))),
      );
      return reply.header('etag', versionTag(id, invoice.version)).send(invoice);
    },
  );

  app.delete(
    '/invoices/:id',
    {
      config: { access: 'crm:write' },
      schema: {
        tags,
        summary: 'Delete a draft invoice',
        operationId: 'deleteInvoice',
        params: IdParams,
        response: { 200: Deleted, ...problemsOf(401, 403, 404, 409, 412) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await inTransaction(request.ctx, (ctx) =>
        deleteInvoice(ctx, id, (version) => requireMatch(request, versionTag(id, version))),
      );
      return { id, deleted: true as const };
    },
  );
}
