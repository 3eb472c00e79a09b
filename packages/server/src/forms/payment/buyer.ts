// Who buys: the answer to the billing details of a form.

import type { FieldDeclaration } from '../../fields/field.ts';
import { isBilling } from '../../fields/field-kinds.ts';
import { normalizeVatId } from '../../lib/vat-ids.ts';
import type { Buyer } from '../../settings/invoicing.ts';

/** The field whose answer decides on the tax of an order; null if there is none, or no invoice is issued. */
export function billingOfOrder(fields: readonly FieldDeclaration[]): string | null {
  if (!fields.some(({ invoice }) => invoice !== undefined)) return null;
  return fields.find(isBilling)?.name ?? null;
}

const members = ['name', 'vatId', 'street', 'postalCode', 'city', 'region', 'country'] as const;

/** The buyer of an invoice, and the field whose answer says it. */
export type BilledTo = { field: string; buyer: Buyer };

/** Null if the form does not ask who buys, or it was not answered. Answers may be unchecked. */
export function billedTo(fields: readonly FieldDeclaration[], answers: Record<string, unknown>): BilledTo | null {
  const field = fields.find((one) => isBilling(one) && answers[one.name]);
  if (!field) return null;
  const answer = Object(answers[field.name]) as Record<string, unknown>;
  const texts = members.map((name) => [name, typeof answer[name] === 'string' ? answer[name] : undefined]);
  const { name, vatId, street, postalCode, city, region, country } = Object.fromEntries(texts) as Answer;
  const address = { line1: street, postalCode, city, region, country: country?.toLowerCase() };
  const buyer = { ...answered({ name, vatId: vatId && normalizeVatId(vatId) }), address: answered(address) };
  return { field: field.name, buyer };
}
type Answer = Partial<Record<(typeof members)[number], string>>;

function answered<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as never;
}
