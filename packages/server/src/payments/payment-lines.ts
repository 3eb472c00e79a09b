// What was bought with a payment: its lines and its discount, as they were when it was requested.

import Type, { type Static } from 'typebox';
import type { Row } from '../database/dialect.ts';
import { nullable } from '../http/schemas.ts';

const Minor = Type.Integer({ minimum: 0, description: 'In the smallest unit of the currency' });

export const PaymentLine = Type.Object(
  {
    name: Type.String({ description: 'Name of the line in the form' }),
    option: nullable(Type.String({ description: 'The chosen option; null if the line has none' })),
    label: Type.String({ description: 'What the payer sees' }),
    quantity: Type.Integer({ minimum: 1, description: 'How many were bought' }),
    unitAmount: { ...Minor, description: 'Price of one, in the smallest unit of the currency' },
    amount: { ...Minor, description: 'Price of all, before the discount, in the smallest unit of the currency' },
    discount: { ...Minor, description: 'What the discount takes off this line, in the smallest unit of the currency' },
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

export type PaymentLines = { lines: PaymentLine[]; discount: PaymentDiscount | null };

/** The lines of a payment; null if it has one price only. */
export function paymentLines({ lines }: Pick<Row<'payments'>, 'lines'>): PaymentLines | null {
  return lines === null ? null : (JSON.parse(lines) as PaymentLines);
}

/** What was bought in one line of text: `2 × Early bird, Lunch`. */
export function summarizeLines(lines: readonly PaymentLine[]): string {
  return lines.map(({ label, quantity }) => (quantity === 1 ? label : `${quantity} × ${label}`)).join(', ');
}
