// The payment field of a form: its price is the stored form's, whatever a client says.

import type { Fault } from '../errors.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { isCurrency, isPayableAmount } from '../lib/money.ts';

/** More than any processor takes in one payment. */
const mostAmount = 99_999_999_999;

export type Price = { amount: number; currency: string };

/** Faults of the payment fields among a form's declarations. */
export function checkPaymentFields(fields: readonly FieldDeclaration[]): Fault[] {
  const faults: Fault[] = [];
  let isFirst = true;
  for (const [index, field] of fields.entries()) {
    if (field.type !== 'payment') continue;
    const fault = (member: string, code: string, detail: string): void =>
      void faults.push({ pointer: `/fields/${index}/${member}`, code, detail });
    if (!isFirst) fault('type', 'not_unique', 'a form has one payment field at most');
    isFirst = false;
    if (field.currency === undefined) fault('currency', 'required', 'is required');
    else if (!isCurrency(field.currency)) fault('currency', 'not_allowed', 'must be a currency of ISO 4217');
    if (field.amount === undefined) fault('amount', 'required', 'is required');
    else if (field.amount > mostAmount) fault('amount', 'maximum', `must be <= ${mostAmount}`);
    else if (field.currency && isCurrency(field.currency) && !isPayableAmount(field.amount, field.currency))
      fault('amount', 'not_allowed', `cannot be paid in ${field.currency}: its smallest coins are larger`);
  }
  return faults;
}

/** The price of a (stored, hence checked) payment field. */
export function priceOf(field: FieldDeclaration): Price {
  return { amount: field.amount as number, currency: field.currency as string };
}

/** A client may repeat the price it shows; any other value is a misunderstanding it has to hear of. */
export function isSamePrice(field: FieldDeclaration, value: unknown): boolean {
  const { amount, currency } = priceOf(field);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const said = value as Record<string, unknown>;
    return (
      Object.keys(said).every((key) => key === 'amount' || key === 'currency') &&
      said.amount === amount &&
      (said.currency === undefined || String(said.currency).toLowerCase() === currency)
    );
  }
  return value === amount || value === String(amount);
}
