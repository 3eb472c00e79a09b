// The report on money over HTTP.

import Type from 'typebox';
import { inBackground } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { Id, queryOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { readSite } from '../settings/site.ts';
import { MoneyReport } from './money-report.schemas.ts';
import { reportMoney } from './money-report.ts';

const describe = routesOf('Payments');

export function moneyReportRoutes(app: App): void {
  app.get(
    '/reports/money',
    describe(
      'payments:read',
      'getMoneyReport',
      'Get what was received, refunded and taxed by month, and what is owed',
      {
        querystring: queryOf({
          months: Type.Optional(
            Type.Integer({
              description: 'Number of calendar months until the current one',
              minimum: 1,
              maximum: 36,
              default: 12,
            }),
          ),
          currency: Type.Optional(
            Type.String({ pattern: '^[a-z]{3}$', description: 'Only in this one: ISO 4217, lowercase' }),
          ),
          formId: Type.Optional({ ...Id, description: 'Only payments of this form, and their invoices' }),
        }),
        200: MoneyReport,
      },
    ),
    async ({ ctx, query }) => {
      const { months = 12, currency, formId } = query;
      const { timeZone } = await readSite(ctx);
      return reportMoney(inBackground(ctx), { months, currency, formId }, timeZone ?? 'UTC');
    },
  );
}
