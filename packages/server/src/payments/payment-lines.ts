// What was bought with a payment: its lines and its discount, as they were when it was requested.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import Type, { type Static } from 'typebox';
import type { Row } from '../database/dialect.ts';
import { nullable } from '../http/schemas.ts';
import { LineTax, TaxTotal, type VatIdCheck } from '../invoices/invoices.schemas.ts';
import type { Sale } from '../invoices/paper.ts';
import { BuyerKindSchema } from '../settings/invoicing.ts';

const Minor = Type.Integer({ minimum: 0, description: 'In the smallest unit of the currency' });

export const PaymentLine = Type.Object(
  {
    name: Type.String({ description: 'Name of the line in the form' }),
    option: nullable(Type.String({ description: 'The chosen option; null if the line has none' })),
    label: Type.String({ description: 'What the payer sees' }),
    itemId: Type.Optional(Type.String({ description: 'The item that was bought; absent if the option is none' })),
    quantity: Type.Integer({ minimum: 1, description: 'How many were bought' }),
    unitAmount: { ...Minor, description: 'Price of one, in the smallest unit of the currency' },
    amount: { ...Minor, description: 'Price of all, before the discount, in the smallest unit of the currency' },
    discount: { ...Minor, description: 'What the discount takes off this line, in the smallest unit of the currency' },
    taxRateId: Type.Optional(
      nullable(Type.String({ description: 'ID of its tax rate; absent if the form issues no invoice' })),
    ),
    tax: Type.Optional(nullable(LineTax)),
  },
  { title: 'PaymentLine', description: 'A part of what was bought' },
);
export type PaymentLine = Static<typeof PaymentLine>;

export const PaymentDiscount = Type.Object(
  {
    code: Type.String({ description: 'The discount code, in capital letters' }),
    amount: { ...Minor, description: 'What it takes off, in the smallest unit of the currency' },
  },
  { title: 'PaymentDiscount', description: 'A discount code that was used' },
);
export type PaymentDiscount = Static<typeof PaymentDiscount>;

/** What a price says of tax, if an invoice is issued for it. */
export const taxMembers = {
  pricesIncludeTax: Type.Optional(
    Type.Boolean({ description: 'Whether the amounts of the lines include tax; absent if the form issues no invoice' }),
  ),
  taxes: Type.Optional(
    Type.Array(TaxTotal, { description: 'What is due for each tax; absent if the form issues no invoice' }),
  ),
  taxedAs: Type.Optional(BuyerKindSchema),
};
const Taxed = Type.Object(taxMembers);

export type PaymentLines = Static<typeof Taxed> & {
  lines: PaymentLine[];
  discount: PaymentDiscount | null;
  /** For the invoice: what the EU said of the VAT ID of the buyer. */
  vatIdCheck?: VatIdCheck;
};

/** The taxes that come on top of the amounts of the lines. */
export function addedTaxes({ pricesIncludeTax, taxes = [] }: Static<typeof Taxed>): Static<typeof TaxTotal>[] {
  return pricesIncludeTax ? [] : taxes.filter(({ tax }) => tax > 0);
}

/** The lines of a payment; null if it has one price only. */
export function paymentLines({ lines }: Pick<Row<'payments'>, 'lines'>): PaymentLines | null {
  return lines === null ? null : (JSON.parse(lines) as PaymentLines);
}

/** What was sold, for its invoice; null if the form issues none. */
export function saleOf(payment: Pick<Row<'payments'>, 'lines' | 'currency'>): Sale | null {
  const { lines = [], pricesIncludeTax, taxedAs = null, vatIdCheck = null } = paymentLines(payment) ?? {};
  if (pricesIncludeTax === undefined) return null;
  const sold = lines.map(
    ({ label, name, itemId = null, quantity, discount, taxRateId = null, tax = null, ...line }) => ({
      ...{ description: label.trim() || name, itemId, quantity: String(quantity), unitAmount: line.unitAmount },
      ...{ taxRateId, tax, discount: discount > 0 ? discount : null },
    }),
  );
  return { lines: sold, pricesIncludeTax, taxedAs, vatIdCheck, step: chargeStep(payment.currency) };
}

/** What was bought in one line of text: `2 × Early bird, Lunch`. */
export function summarizeLines(lines: readonly PaymentLine[]): string {
  return lines.map(({ label, quantity }) => (quantity === 1 ? label : `${quantity} × ${label}`)).join(', ');
}
