// Credit notes over HTTP.

import { inBackground, inTransaction } from '../context/context.ts';
import { versionTag } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { exportRoutes } from '../http/export-routes.ts';
import { resourceRoutes } from '../http/resource-routes.ts';
import { IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { createCreditNote, getCreditNote, listCreditNotes } from './credit-notes.ts';
import { creditNoteTable, pageCreditNotes } from './invoice-exports.ts';
import { CreditNoteSchema, creditNoteList, NewCreditNote } from './invoices.schemas.ts';

const describe = routesOf('Invoices');

export function creditNotesRoutes(app: App): void {
  resourceRoutes(app, {
    ...{ tag: 'Invoices', path: '/credit-notes', one: 'CreditNote', many: 'CreditNotes' },
    ...{ words: ['Credit note', 'Credit notes'], read: 'crm:read', write: 'crm:write' },
    item: CreditNoteSchema,
    tagOf: versionTag,
    list: { ...creditNoteList, run: listCreditNotes },
    get: { run: (ctx, { id }) => getCreditNote(ctx, id) },
  });

  exportRoutes(app, {
    ...{ tag: 'Invoices', path: '/credit-notes', access: 'crm:read' },
    ...{ operation: 'exportCreditNotes', what: 'all matching credit notes' },
    query: creditNoteList.exportQuery,
    open: (ctx, { query }) => ({
      table: creditNoteTable,
      pages: pageCreditNotes(inBackground(ctx), query),
      name: 'credit-notes',
    }),
  });

  app.post(
    '/invoices/:id/credit-notes',
    describe('crm:write', 'createCreditNote', 'Take back an invoice that was issued, or a part of it', {
      params: IdParams,
      body: NewCreditNote,
      201: CreditNoteSchema,
      problems: [409],
    }),
    async (request, reply) => {
      const { params, body, operation } = request;
      const note = await inTransaction(request.ctx, (ctx) => createCreditNote(ctx, params.id, body, operation));
      const location = `${request.url.split('/invoices/')[0]}/credit-notes/${note.id}`;
      reply.status(201).header('location', location);
      return note;
    },
  );
}
