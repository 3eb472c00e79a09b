// Discount codes that were sent where none is read. They are never ignored: who sends one relies on a lower price.

import type { FieldDeclaration } from '../../fields/field.ts';
import type { Fault } from '../../lib/errors.ts';
import { escapePointer, isObject } from '../../lib/validation.ts';
import { codePart } from '../form/check-lines.ts';

export const noCodes = 'is not accepted: this form has no discount codes';

/** A code beside the answers, of which there are those that no field declares. */
export function findMisplacedCodes(payment: FieldDeclaration, unknown: Record<string, unknown>): Fault[] {
  const { name: field, discountCodes } = payment;
  const detail = discountCodes ? `must be in the answer to ${field}: { "${field}": { "${codePart}": "…" } }` : noCodes;
  return [codePart, `${field}.${codePart}`]
    .filter((name) => !['', null, undefined].includes(unknown[name] as string))
    .map((name) => ({ pointer: `/${escapePointer(name)}`, code: 'unknown', detail }));
}

/** A code in the answer to a field with a fixed price. */
export function findCodeInPrice({ name }: FieldDeclaration, sent: unknown): Fault | null {
  if (!isObject(sent) || sent[codePart] === undefined) return null;
  return { pointer: `/${name}/${codePart}`, code: 'not_allowed', detail: noCodes };
}
