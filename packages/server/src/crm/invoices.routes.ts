// Invoices over HTTP.

import { versionTag } from '../http/conditional.ts';
import { resourceRoutes } from '../http/resource-routes.ts';
import type { App } from '../http/typed-app.ts';
import { InvoicePatch, InvoiceQuery, InvoiceSchema, NewInvoice } from './crm.schemas.ts';
import { createInvoice, deleteInvoice, getInvoice, listInvoices, patchInvoice } from './invoices.ts';

export function invoicesRoutes(app: App): void {
  resourceRoutes(app, {
    ...{ tag: 'Invoices', path: '/invoices', one: 'Invoice', many: 'Invoices', read: 'crm:read', write: 'crm:write' },
    item: InvoiceSchema,
    tagOf: versionTag,
    list: { query: InvoiceQuery, run: listInvoices },
    get: { run: (ctx, { id }) => getInvoice(ctx, id) },
    create: { body: NewInvoice, run: createInvoice },
    update: { body: InvoicePatch, run: (ctx, { id }, patch, check) => patchInvoice(ctx, id, patch, check) },
    delete: { summary: 'Delete a draft invoice', run: (ctx, { id }, check) => deleteInvoice(ctx, id, check) },
  });
}
