// The documents of a period over HTTP.

import Type from 'typebox';
import { routesOf } from '../http/describe-route.ts';
import { exportHeaders } from '../http/export-routes.ts';
import { attachmentHeader } from '../http/headers.ts';
import { queryOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { writeZip } from '../lib/write-zip.ts';
import { streamPages } from '../lib/yield-to-event-loop.ts';
import { exportDocuments } from './document-export.ts';
import { checkPeriod, periodQuery } from './issued.ts';

const describe = routesOf('Invoices');

export function documentExportRoutes(app: App): void {
  app.get(
    '/export/invoices.zip',
    describe('crm:read', 'exportInvoiceDocuments', 'Export the invoices and credit notes of a period as a ZIP', {
      description:
        'Every document that was issued in the period, in each format, and `index.csv` with its number, day, buyer, amounts and files. ' +
        'The index says which ones have no file and why: the format needs more than they say, or they cannot be rendered.',
      querystring: queryOf(periodQuery),
      200: {
        description: 'A ZIP',
        content: {
          'application/zip': { schema: Type.Unsafe<unknown>({ type: 'string', contentMediaType: 'application/zip' }) },
        },
      },
      headers: exportHeaders,
      config: { audit: 'always' },
    }),
    async ({ ctx, query }, reply) => {
      checkPeriod(query);
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', attachmentHeader(`invoices-${query.firstDay}-${query.lastDay}.zip`))
        .header('cache-control', 'private, no-store')
        .send(streamPages(writeZip(exportDocuments(ctx, query)))) as never;
    },
  );
}
