// A discount code as it is entered, and what is sent of it.

import type { Discount, Form, NewDiscount } from '@frontdesk/client';
import { isPriceField } from '../../fields/field-kinds.ts';
import { amountError, inputError } from '../../ui/input-error.ts';
import { fromLocalInput, toLocalInput } from '../../ui/local-time.ts';
import { editableMoney, parseMoney } from '../../ui/money-text.ts';
import { parseNumber } from '../../ui/number-text.ts';

export type DiscountDraft = {
  code: string;
  kind: 'percent' | 'amount';
  off: string;
  maxUses: string;
  validFrom: string;
  validUntil: string;
  appliesTo: string[];
};

export function currencyOf(form: Form): string {
  return form.fields.find(isPriceField)?.currency ?? 'eur';
}

/** What a code can be for: lines, and their options as `line/option`. */
export function choicesOf(form: Form): { value: string; label: string }[] {
  return (form.fields.find(isPriceField)?.lines ?? []).flatMap(({ name, label = name, options = [] }) => [
    { value: name, label },
    ...options.map((option) => ({ value: `${name}/${option.value}`, label: `${label}: ${option.label}` })),
  ]);
}

export function discountDraftOf(discount: Discount | null): DiscountDraft {
  const { code = '', percentOff, amountOff, currency, maxUses, validFrom, validUntil, appliesTo } = discount ?? {};
  return {
    ...{ code, kind: typeof amountOff === 'number' ? 'amount' : 'percent' },
    off: typeof amountOff === 'number' ? editableMoney(amountOff, currency ?? 'eur') : String(percentOff ?? ''),
    maxUses: String(maxUses ?? ''),
    ...{ validFrom: toLocalInput(validFrom ?? null), validUntil: toLocalInput(validUntil ?? null) },
    appliesTo: appliesTo ?? [],
  };
}

/** All members, also those without a value. Throws what to enter. A time that was not edited keeps its seconds. */
export function discountOf(draft: DiscountDraft, before: Discount | null, currency: string): Required<NewDiscount> {
  const { code, kind, off, maxUses, appliesTo } = draft;
  const amountOff = kind === 'amount' ? parseMoney(off, currency) : null;
  if (kind === 'amount' && amountOff === null) throw amountError('/amountOff', currency);
  const known = discountDraftOf(before);
  const timeOf = (name: 'validFrom' | 'validUntil'): string | null =>
    draft[name] === known[name] ? (before?.[name] ?? null) : fromLocalInput(draft[name]);
  return {
    ...{ code, amountOff, percentOff: kind === 'amount' ? null : wholeNumber('/percentOff', off) },
    maxUses: maxUses.trim() === '' ? null : wholeNumber('/maxUses', maxUses),
    ...{ validFrom: timeOf('validFrom'), validUntil: timeOf('validUntil') },
    appliesTo: appliesTo.length === 0 ? null : appliesTo,
  };
}

/** Throws what to enter. */
function wholeNumber(pointer: string, text: string): number {
  try {
    return parseNumber(text, { isWhole: true });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw inputError([{ pointer, code: 'invalid', detail: error.message }]);
  }
}

/** Whether it can be used now. */
export function discountStatus({ validFrom, validUntil, maxUses, used, held }: Discount) {
  const now = Date.now();
  if (validUntil !== null && Date.parse(validUntil) <= now) return 'ended';
  if (maxUses !== null && used + held >= maxUses) return 'used up';
  return validFrom !== null && Date.parse(validFrom) > now ? 'scheduled' : 'active';
}
