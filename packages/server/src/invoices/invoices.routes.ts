// Invoices over HTTP.

import { inBackground, inTransaction } from '../context/context.ts';
import { requireMatch, versionTag } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { exportRoutes } from '../http/export-routes.ts';
import { resourceRoutes } from '../http/resource-routes.ts';
import { IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { createInvoice, deleteInvoice, patchInvoice, replaceInvoice } from './change-invoice.ts';
import { ContactCredit, getContactCredit } from './contact-credit.ts';
import { invoiceTable, pageInvoices } from './invoice-exports.ts';
import { withPageUrl } from './invoice-link.ts';
import { InvoiceSums } from './invoice-sums.schemas.ts';
import { sumInvoices } from './invoice-sums.ts';
import { ExternalInvoice, InvoicePatch, InvoiceSchema, invoiceList, NewInvoice } from './invoices.schemas.ts';
import { getInvoice, getInvoiceByExternalId, type InvoiceRow, listInvoices } from './invoices.ts';
import { issueInvoice } from './issue-invoice.ts';

const describe = routesOf('Invoices');

type Check = (row: InvoiceRow | null) => void;

export function invoicesRoutes(app: App): void {
  resourceRoutes(app, {
    ...{ tag: 'Invoices', path: '/invoices', one: 'Invoice', many: 'Invoices', read: 'crm:read', write: 'crm:write' },
    item: InvoiceSchema,
    tagOf: versionTag,
    list: {
      ...invoiceList,
      run: async (ctx, query) => {
        const page = await listInvoices(ctx, query);
        return { ...page, items: page.items.map((invoice) => withPageUrl(ctx, invoice)) };
      },
    },
    get: { run: async (ctx, { id }) => withPageUrl(ctx, await getInvoice(ctx, id)) },
    create: {
      body: NewInvoice,
      run: async (ctx, body, operation) => withPageUrl(ctx, await createInvoice(ctx, body, operation)),
    },
    update: {
      body: InvoicePatch,
      run: async (ctx, { id }, patch, check: Check) => withPageUrl(ctx, await patchInvoice(ctx, id, patch, check)),
    },
    external: {
      body: ExternalInvoice,
      get: async (ctx, externalId) => withPageUrl(ctx, await getInvoiceByExternalId(ctx, externalId)),
      replace: async (ctx, externalId, body, options: { operation: string; check: Check }) => {
        const { record, isNew } = await replaceInvoice(ctx, externalId, body, options);
        return { record: withPageUrl(ctx, record), isNew };
      },
    },
    delete: { summary: 'Delete a draft invoice', run: (ctx, { id }, check) => deleteInvoice(ctx, id, check) },
  });

  exportRoutes(app, {
    ...{ tag: 'Invoices', path: '/invoices', access: 'crm:read' },
    ...{ operation: 'exportInvoices', what: 'all matching invoices' },
    query: invoiceList.exportQuery,
    open: (ctx, { query }) => ({
      table: invoiceTable,
      pages: pageInvoices(inBackground(ctx), query),
      name: 'invoices',
    }),
  });

  app.get(
    '/reports/invoices',
    describe(
      'crm:read',
      'getInvoiceSums',
      'Get what the matching invoices come to, and what of it is open and overdue',
      {
        querystring: invoiceList.conditions,
        200: InvoiceSums,
      },
    ),
    ({ ctx, query }) => sumInvoices(inBackground(ctx), query),
  );

  app.get(
    '/contacts/:id/credit',
    describe('crm:read', 'getContactCredit', 'Get what a contact has paid too much', {
      params: IdParams,
      200: ContactCredit,
    }),
    ({ ctx, params }) => getContactCredit(ctx, params.id),
  );

  app.post(
    '/invoices/:id/issue',
    describe('crm:write', 'issueInvoice', 'Issue an invoice: it gets its number, and does not change any more', {
      params: IdParams,
      200: InvoiceSchema,
      problems: [409, 412],
      headers: ['ETag'],
    }),
    async (request, reply) => {
      const invoice = await inTransaction(request.ctx, (ctx) =>
        issueInvoice(ctx, request.params.id, (row) => requireMatch(request, versionTag(row))),
      );
      reply.header('etag', versionTag(invoice));
      return withPageUrl(request.ctx, invoice);
    },
  );
}
