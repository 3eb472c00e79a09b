// Tax rates over HTTP.

import type { WriteContext } from '../context/context.ts';
import { versionTag } from '../http/conditional.ts';
import { resourceRoutes } from '../http/resource-routes.ts';
import type { App } from '../http/typed-app.ts';
import { NewTaxRate, TaxRateChange, TaxRateSchema, taxRateList } from './invoices.schemas.ts';
import { createTaxRate, deleteTaxRate, getTaxRate, listTaxRates, updateTaxRate } from './tax-rates.ts';

/** `keep`: throws, in the transaction that deletes a rate, for one that is in use elsewhere. */
export function taxRatesRoutes(app: App, keep: (ctx: WriteContext, id: string) => Promise<void>): void {
  resourceRoutes(app, {
    ...{ tag: 'Invoices', path: '/tax-rates', one: 'TaxRate', many: 'TaxRates', words: ['Tax rate', 'Tax rates'] },
    ...{ read: 'crm:read', write: 'crm:write' },
    item: TaxRateSchema,
    tagOf: versionTag,
    list: { ...taxRateList, run: listTaxRates },
    get: { run: (ctx, { id }) => getTaxRate(ctx, id) },
    create: { body: NewTaxRate, run: createTaxRate },
    update: {
      summary: 'Update a tax rate; its percentage, country and category never change',
      body: TaxRateChange,
      run: (ctx, { id }, change, check) => updateTaxRate(ctx, id, change, check),
    },
    delete: {
      summary: 'Delete a tax rate that no form uses; invoices keep what it was',
      run: async (ctx, { id }, check) => {
        const deleted = await deleteTaxRate(ctx, id, check);
        await keep(ctx, id);
        return deleted;
      },
    },
  });
}
