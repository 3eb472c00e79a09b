// The documents of what was issued, for people (PDF) and for programs of others (e-invoices).

import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { NotModified, sendUnlessKnown } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { exportHeaders } from '../http/export-routes.ts';
import { acceptedType, attachmentHeader } from '../http/headers.ts';
import { IdParams, queryOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { fail } from '../lib/errors.ts';
import { type ReadableFormat, readableFormats, readDocument } from './documents.ts';
import type { DocumentRecord } from './render-later.ts';

const describe = routesOf('Invoices');

const file = (type: string) => ({ schema: Type.Unsafe<unknown>({ type: 'string', contentMediaType: type }) });

const parts = {
  params: IdParams,
  querystring: queryOf({
    format: Type.Optional(
      Type.Enum([...readableFormats], {
        description:
          '`pdf`: PDF/A-3, which carries the e-invoice (Factur-X, ZUGFeRD) if it says all that EN 16931 needs; `ubl`: an e-invoice as in Peppol; `cii`: as in Factur-X; `xrechnung`: as authorities in Germany accept it (UBL); `svg`: a picture of the preview of a draft. If it is left out, `Accept` says whether it is `pdf` or, for XML, `ubl`',
      }),
    ),
  }),
  200: {
    description: 'The document, as it was when it was issued',
    content: {
      'application/pdf': file('application/pdf'),
      'application/xml': file('application/xml'),
      'image/svg+xml': file('image/svg+xml'),
    },
  },
  304: NotModified,
  headers: exportHeaders,
  problems: [406, 409],
} as const;

export function documentsRoutes(app: App): void {
  app.get(
    '/invoices/:id/document',
    describe('crm:read', 'getInvoiceDocument', 'Read the document of an invoice, or of a draft a preview', parts),
    (request, reply) => send(request, reply, { kind: 'invoice', id: request.params.id }, request.query.format),
  );

  app.get(
    '/credit-notes/:id/document',
    describe('crm:read', 'getCreditNoteDocument', 'Read the document of a credit note', parts),
    (request, reply) => send(request, reply, { kind: 'creditNote', id: request.params.id }, request.query.format),
  );
}

async function send(
  request: Pick<FastifyRequest, 'ctx' | 'headers'>,
  reply: FastifyReply,
  record: DocumentRecord,
  format: ReadableFormat = acceptedFormat(request.headers.accept),
): Promise<never> {
  const { filename, contentType, digest, body, isPreview } = await readDocument(request.ctx, record, format);
  reply
    .header('content-type', contentType)
    .header('content-disposition', attachmentHeader(filename, isPreview ? 'inline' : 'attachment'))
    .header('cache-control', 'private, no-store')
    .header('vary', 'authorization, accept');
  return sendUnlessKnown(request as FastifyRequest, reply, body, `"${digest}"`) as never;
}

const types = { 'application/pdf': 'pdf', 'application/xml': 'ubl', 'text/xml': 'ubl' } as const;
const typeNames = Object.keys(types) as (keyof typeof types)[];

/** Browsers that open a link accept XML, too, but mean what people read. Throws not_acceptable. */
function acceptedFormat(accept = '*/*'): ReadableFormat {
  if (accept.includes('text/html')) return 'pdf';
  const type = acceptedType(accept, typeNames);
  if (type === null) throw fail('not_acceptable', 'There are `application/pdf` and `application/xml`');
  return types[type];
}
