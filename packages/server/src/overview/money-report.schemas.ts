// The shape of the report on money.

import Type, { type Static } from 'typebox';
import { nullable } from '../http/schemas.ts';

const Amount = (description: string) => Type.Integer({ description });
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Day = Type.String({ format: 'date', description: 'At the site' });

const ofPayments = {
  received: Amount('Payments that succeeded, by `paidAt`'),
  refunded: Amount('Refunds that succeeded, by `createdAt`'),
  net: Amount('`received` minus `refunded`'),
  payments: Count('The number of payments that succeeded'),
};
const sums = {
  ...ofPayments,
  tax: nullable(
    Amount(
      'Of the invoices less the credit notes that were issued, by `issueDay`; null for callers without `crm:read`',
    ),
  ),
};
const MoneySums = Type.Object(sums, { title: 'MoneySums', description: 'In the smallest unit of the currency' });
export type MoneySums = Static<typeof MoneySums>;

const FormMoney = Type.Object(
  { formId: nullable(Type.String({ description: 'Null for payments that no form asked for' })), ...ofPayments },
  { title: 'FormMoney', description: 'In the smallest unit of the currency' },
);
export type FormMoney = Static<typeof FormMoney>;

const Owed = Type.Object(
  { amount: Amount('What is left to pay'), invoices: Count('The number of invoices') },
  { title: 'OwedMoney', description: 'In the smallest unit of the currency; null for callers without `crm:read`' },
);

const CurrencyMoney = Type.Object(
  {
    currency: Type.String({ description: 'ISO 4217, lowercase' }),
    ...sums,
    before: MoneySums,
    months: Type.Array(
      Type.Object({
        month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'In the time zone of the site' }),
        ...sums,
      }),
      { description: 'Every month, the first one first' },
    ),
    forms: Type.Array(FormMoney, { description: 'By the form that asked for it, the largest net amount first' }),
    open: nullable(Owed),
    overdue: nullable(Owed),
  },
  { title: 'CurrencyMoney', description: 'The money in one currency: in all of the months, and what is owed now' },
);

export const MoneyReport = Type.Object(
  {
    firstDay: Day,
    lastDay: Day,
    before: Type.Object(
      { firstDay: Day, lastDay: Day },
      { description: 'What the months are compared with: as many before them, until the same day' },
    ),
    currencies: Type.Array(CurrencyMoney, { description: 'One for each currency' }),
  },
  { title: 'MoneyReport', description: 'What was received, refunded and taxed by month, and what is open and overdue' },
);
export type MoneyReport = Static<typeof MoneyReport>;
