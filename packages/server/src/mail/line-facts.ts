// What was bought, as rows of a mail: a line for each, what a code takes off, and the total.

import type { Row } from '../database/dialect.ts';
import { paymentLines } from '../payments/payment-lines.ts';
import type { Paper } from './compose.ts';
import type { Facts } from './template.ts';

/** None for a payment with one price only. */
export function lineFacts(
  payment: Pick<Row<'payments'>, 'lines' | 'amount' | 'currency'>,
  { formats, language }: Pick<Paper, 'formats' | 'language'>,
): Facts {
  const bought = paymentLines(payment);
  if (bought === null) return [];
  const { words } = language.texts;
  const money = (amount: number) => formats.money(amount, payment.currency);
  const { lines, discount } = bought;
  return [
    ...lines.map(({ label, quantity, amount }) => {
      const text = quantity === 1 ? label : `${formats.number(quantity)} × ${label}`;
      return [text, money(amount), 'line'] as const;
    }),
    ...(discount ? [[`${words.discount} (${discount.code})`, money(-discount.amount), 'line'] as const] : []),
    [words.total, money(payment.amount), 'total'],
  ];
}
