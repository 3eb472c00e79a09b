// The shape of the sums of invoices.

import Type, { type Static } from 'typebox';

const Amount = (description: string) => Type.Integer({ description });
const Count = Type.Integer({ minimum: 0, description: 'The number of invoices' });
const Owed = (description: string) =>
  Type.Object({ amount: Amount('What is left to pay'), invoices: Count }, { description });

export const InvoiceSums = Type.Object(
  {
    currencies: Type.Array(
      Type.Object(
        {
          currency: Type.String({ description: 'ISO 4217, lowercase' }),
          amount: Amount('What the invoices say, with tax'),
          invoices: Count,
          open: Owed('The open ones of them'),
          overdue: Owed('The open ones that should have been paid by now'),
        },
        { title: 'CurrencyInvoiceSums', description: 'In the smallest unit of the currency' },
      ),
      { description: 'One for each currency; invoices without an amount do not count' },
    ),
  },
  { title: 'InvoiceSums', description: 'What the matching invoices come to' },
);
export type InvoiceSums = Static<typeof InvoiceSums>;
