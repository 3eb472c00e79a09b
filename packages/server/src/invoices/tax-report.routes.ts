// The tax report over HTTP, and as files.

import { inBackground } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { exportRoutes } from '../http/export-routes.ts';
import { queryOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { checkPeriod, periodQuery } from './issued.ts';
import { TaxReport } from './tax-report.schemas.ts';
import { readTaxReport, taxReportTable } from './tax-report.ts';

const describe = routesOf('Invoices');

export function taxReportRoutes(app: App): void {
  app.get(
    '/reports/tax',
    describe('crm:read', 'getTaxReport', 'Get the taxes of a period, by currency, country, category and percentage', {
      querystring: queryOf(periodQuery),
      200: TaxReport,
    }),
    async ({ ctx, query }) => {
      checkPeriod(query);
      return readTaxReport(inBackground(ctx), query);
    },
  );

  exportRoutes(app, {
    ...{ tag: 'Invoices', path: '/reports/tax', access: 'crm:read' },
    ...{ operation: 'exportTaxReport', what: 'the taxes of a period' },
    query: queryOf(periodQuery),
    open: (ctx, { query }) => {
      checkPeriod(query);
      async function* pages() {
        yield (await readTaxReport(inBackground(ctx), query)).rows;
      }
      return { table: taxReportTable, pages: pages(), name: `taxes-${query.firstDay}-${query.lastDay}` };
    },
  });
}
