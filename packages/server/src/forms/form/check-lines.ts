// Checks what a payment field declares besides a fixed price: lines, options and their limits.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import { asSeen, type FieldDeclaration } from '../../fields/field.ts';
import { maxAmount, maxQuantity, type PriceLine } from '../../fields/price-lines.ts';
import type { Fault, FaultCode } from '../../lib/errors.ts';
import { isCurrency } from '../../lib/money.ts';

type Report = (member: string, code: FaultCode, detail: string) => void;

/** Which settings a line of each type can have besides those of all. */
const ownSettings = {
  item: ['amount', 'stock', 'minQuantity', 'maxQuantity', 'takesPlaces'],
  choice: ['options', 'optionsFrom', 'required', 'multiple', 'minQuantity', 'maxQuantity', 'takesPlaces'],
  custom: ['minimum', 'maximum', 'preset', 'required'],
} as const satisfies Record<PriceLine['type'], readonly (keyof PriceLine)[]>;
const typed = [...new Set(Object.values(ownSettings).flat())];

const noInvoices = 'must be absent without `invoice`: the form issues no invoices';

/** A part of a form's answer that is not the name of a line. */
export const codePart = 'discountCode';

/** Every fault in the lines of a payment field; pointers are relative to the field. */
export function checkLines(field: FieldDeclaration): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const [index, line] of (field.lines ?? []).entries()) {
    const report: Report = (member, code, detail) =>
      void faults.push({ pointer: `/lines/${index}/${member}`, code, detail });
    if (seen.has(line.name)) report('name', 'not_unique', `is already the name of another line: ${line.name}`);
    seen.add(line.name);
    if (line.name === codePart) report('name', 'not_allowed', 'is reserved: it is the discount code of an answer');
    checkLine(line, field.currency?.toLowerCase(), report);
    if (line.taxRateId !== undefined && !field.invoice) report('taxRateId', 'not_allowed', noInvoices);
    if (line.optionsFrom?.taxRate !== undefined && !field.invoice)
      report('optionsFrom/taxRate', 'not_allowed', noInvoices);
  }
  return faults;
}

function checkLine(line: PriceLine, currency: string | undefined, report: Report): void {
  const own: readonly (keyof PriceLine)[] = ownSettings[line.type];
  for (const member of typed) {
    if (line[member] !== undefined && !own.includes(member))
      report(member, 'not_allowed', `is not for lines of the type ${line.type}`);
  }
  const step = currency !== undefined && isCurrency(currency) ? chargeStep(currency) : 1;
  const checkAmount = (member: string, amount: number | undefined): void => {
    if (amount === undefined) return;
    if (amount > maxAmount) report(member, 'maximum', `must be at most ${maxAmount}`);
    else if (amount % step !== 0)
      report(member, 'not_allowed', `is not a payable amount in ${currency}: it must be a multiple of ${step}`);
  };
  if (line.type === 'item' && line.amount === undefined) report('amount', 'required', 'is required');
  checkAmount('amount', line.amount);
  if (line.type === 'custom') {
    const { minimum = 1, maximum = maxAmount, preset } = line;
    for (const member of ['minimum', 'maximum', 'preset'] as const) checkAmount(member, line[member]);
    if (minimum > maximum) report('minimum', 'maximum', 'must be at most `maximum`');
    if (preset !== undefined && (preset < minimum || preset > maximum))
      report('preset', 'not_allowed', 'must be between `minimum` and `maximum`');
  }
  if ((line.minQuantity ?? 0) > (line.maxQuantity ?? maxQuantity))
    report('minQuantity', 'maximum', 'must be at most `maxQuantity`');
  if (line.type === 'choice') checkOptions(line, checkAmount, report);
}

function checkOptions(
  { options, optionsFrom, minQuantity }: PriceLine,
  checkAmount: (member: string, amount: number) => void,
  report: Report,
): void {
  if (minQuantity === 0) report('minQuantity', 'minimum', 'must be at least 1: what is not chosen has no quantity');
  if (options && optionsFrom) report('optionsFrom', 'not_allowed', 'cannot stand beside `options`');
  if (!options) {
    if (!optionsFrom) report('options', 'required', 'is required');
    return;
  }
  if (options.length === 0) report('options', 'min_items', 'must have at least 1 entry');
  const values = new Set<string>();
  for (const [index, { value, amount }] of options.entries()) {
    if (values.has(asSeen(value)))
      report(`options/${index}/value`, 'not_unique', `is already another option: ${value}`);
    values.add(asSeen(value));
    checkAmount(`options/${index}/amount`, amount);
  }
}
