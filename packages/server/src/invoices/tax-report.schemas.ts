// The shape of the tax report.

import Type, { type Static } from 'typebox';
import { nullable } from '../http/schemas.ts';
import { Country } from '../settings/invoicing.ts';
import { Currency, Percent, TaxCategorySchema } from './invoices.schemas.ts';
import { periodQuery } from './issued.ts';

const Sum = (description: string) => Type.Integer({ description });

const TaxAmounts = Type.Object(
  { base: Sum('What is taxed'), tax: Sum('The tax on it'), gross: Sum('With tax') },
  { title: 'TaxAmounts', description: 'In the smallest unit of the currency' },
);
export type TaxAmounts = Static<typeof TaxAmounts>;

const sums = {
  documents: Type.Integer({ minimum: 0, description: 'The number of invoices and credit notes' }),
  invoiced: TaxAmounts,
  credited: TaxAmounts,
  balance: TaxAmounts,
};

const TaxReportRow = Type.Object(
  {
    currency: Currency,
    country: nullable({ ...Country, description: 'Of the buyer; of the seller if the document does not say it' }),
    category: TaxCategorySchema,
    percent: Percent,
    ...sums,
  },
  { title: 'TaxReportRow', description: 'What was invoiced and credited for one tax in one country' },
);
export type TaxReportRow = Static<typeof TaxReportRow>;

const TaxReportTotal = Type.Object(
  { currency: Currency, ...sums },
  { title: 'TaxReportTotal', description: 'What was invoiced and credited in one currency' },
);
export type TaxReportTotal = Static<typeof TaxReportTotal>;

export const TaxReport = Type.Object(
  {
    ...periodQuery,
    rows: Type.Array(TaxReportRow, { description: 'By currency, country, category and percentage' }),
    totals: Type.Array(TaxReportTotal, { description: 'One for each currency' }),
  },
  { title: 'TaxReport', description: 'Taxes of the invoices and credit notes of a period, by their `issueDay`' },
);
export type TaxReport = Static<typeof TaxReport>;
