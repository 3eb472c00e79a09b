// The payment field of a form. The price comes from the stored form, never from the client.

import type { Fault } from '../errors.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { isPriceField } from '../fields/field-kinds.ts';
import { isCurrency, isPayableAmount } from '../lib/money.ts';

/** More than any processor accepts in one payment. */
const maxAmount = 99_999_999_999;

export type Price = { amount: number; currency: string };

/** Checks the payment fields of a form. */
export function checkPaymentFields(fields: readonly FieldDeclaration[]): Fault[] {
  const faults: Fault[] = [];
  let isFirst = true;
  for (const [index, field] of fields.entries()) {
    if (!isPriceField(field)) continue;
    const fault = (member: string, code: string, detail: string): void =>
      void faults.push({ pointer: `/fields/${index}/${member}`, code, detail });
    if (!isFirst) fault('type', 'not_unique', 'a form can have only one payment field');
    isFirst = false;
    if (field.currency === undefined) fault('currency', 'required', 'is required');
    else if (!isCurrency(field.currency))
      fault('currency', 'not_allowed', 'must be an ISO 4217 currency code such as usd');
    if (field.amount === undefined) fault('amount', 'required', 'is required');
    else if (field.amount > maxAmount) fault('amount', 'maximum', `must be at most ${maxAmount}`);
    else if (field.currency && isCurrency(field.currency) && !isPayableAmount(field.amount, field.currency))
      fault('amount', 'not_allowed', `is not a payable amount in ${field.currency}, whose smallest coin is larger`);
  }
  return faults;
}

/** The price of a payment field. Stored fields have been checked, so it has one. */
export function priceOf(field: FieldDeclaration): Price {
  return { amount: field.amount as number, currency: field.currency as string };
}

/** Clients may send back the price they show. Any other price must be rejected, not ignored. */
export function isSamePrice(field: FieldDeclaration, value: unknown): boolean {
  const { amount, currency } = priceOf(field);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const sent = value as Record<string, unknown>;
    return (
      Object.keys(sent).every((key) => key === 'amount' || key === 'currency') &&
      sent.amount === amount &&
      (sent.currency === undefined || String(sent.currency).toLowerCase() === currency)
    );
  }
  return value === amount || value === String(amount);
}
