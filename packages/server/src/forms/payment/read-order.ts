// Reads what was sent for a payment field as an order: what was chosen of its lines, and how many.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import type { FieldDeclaration } from '../../fields/field.ts';
import { asBoolean, asWhole } from '../../fields/from-text.ts';
import { type ItemOption, linesOf, maxEntries, type PriceLine, quantitiesOf } from '../../fields/price-lines.ts';
import { stockKey } from '../../fields/stock-keys.ts';
import type { Fault, FaultCode } from '../../lib/errors.ts';
import { currencySigns, minorDigits, readAmount } from '../../lib/money.ts';
import { dropSign, foldTyped, type NumberMarks, readNumber } from '../../lib/typed-text.ts';
import { isObject } from '../../lib/validation.ts';
import { codePart } from '../form/check-lines.ts';
import { noCodes } from './misplaced-codes.ts';
import { type OrderText, orderFault, orderTexts } from './order-texts.ts';

export type Chosen = {
  line: string;
  option: string | null;
  label: string;
  quantity: number;
  unitAmount: number;
  takesPlaces: boolean;
  /** If the option is an item. */
  item?: ItemOption | undefined;
};
export type Order = {
  chosen: Chosen[];
  discountCode: string | null;
  /** The total that the sender has shown. */
  expected: number | null;
};

type Entry = { line?: unknown; option?: unknown; quantity?: unknown; amount?: unknown };

const members = ['lines', 'discountCode', 'amount', 'currency'];
const entryMembers = ['line', 'option', 'quantity', 'amount'];

/** The order, and every fault in it; pointers start with the name of the field. */
export function readOrder(field: FieldDeclaration, value: unknown): { order: Order; faults: Fault[] } {
  const faults: Fault[] = [];
  const report: Report = (member, code, text) => {
    faults.push(orderFault(`/${field.name}${member}`, code, text));
    return null;
  };
  const sent = isObject(value) ? value : typeof value === 'number' ? { amount: value } : {};
  if (sent !== value && typeof value !== 'number')
    report('', 'wrong_type', 'must be an object, such as { "lines": [] }');
  const { lines = [], discountCode, amount, currency } = sent as Record<string, unknown>;
  for (const name of Object.keys(sent)) if (!members.includes(name)) report(`/${name}`, 'unknown', 'is not known');
  if (currency !== undefined && textOf(currency).toLowerCase() !== field.currency)
    report('/currency', 'not_allowed', `must be ${field.currency}`);
  if (discountCode !== undefined && (typeof discountCode !== 'string' || !field.discountCodes))
    report('/discountCode', 'not_allowed', field.discountCodes ? 'must be a text' : noCodes);
  const chosen: Chosen[] = [];
  if (!Array.isArray(lines)) report('/lines', 'wrong_type', 'must be an array');
  else if (lines.length > maxEntries) report('/lines', 'max_items', `must have at most ${maxEntries} entries`);
  else chosen.push(...readEntries(field, lines, report));
  if (faults.length === 0) chosen.push(...addRequired(field, chosen, report));
  const code = typeof discountCode === 'string' ? discountCode.trim() : '';
  const expected = typeof amount === 'string' ? Number(amount) : ((amount as number) ?? null);
  if (expected !== null && !Number.isInteger(expected)) report('/amount', 'wrong_type', 'must be a whole number');
  return { order: { chosen, discountCode: code === '' ? null : code, expected }, faults };
}

/** Reports a fault; there is no value then. */
type Report = (member: string, code: FaultCode, text: OrderText | string) => null;

function readEntries(field: FieldDeclaration, entries: unknown[], report: Report): Chosen[] {
  const byName = new Map(linesOf(field).map((line) => [line.name, line]));
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const fault: Report = (member, code, text) => report(`/lines/${index}${member}`, code, text);
    if (typeof entry !== 'object' || entry === null) return fault('', 'wrong_type', 'must be an object') ?? [];
    for (const name of Object.keys(entry))
      if (!entryMembers.includes(name)) fault(`/${name}`, 'unknown', 'is not known');
    const { line: name, option = null } = entry as Entry;
    const line = byName.get(textOf(name));
    if (!line) return fault('/line', 'unknown', orderTexts.notOffered(textOf(name))) ?? [];
    const chosen = readEntry(field, line, entry, fault);
    if (!chosen) return [];
    const key = stockKey(line.name, line.type === 'choice' && line.multiple ? textOf(option) : null);
    if (seen.has(key)) return fault('', 'not_unique', orderTexts.chosenTwice(labelOf(line))) ?? [];
    seen.add(key);
    return chosen.quantity === 0 ? [] : [chosen];
  });
}

function readEntry(field: FieldDeclaration, line: PriceLine, entry: Entry, fault: Report): Chosen | null {
  const { option = null, quantity, amount } = entry;
  const label = labelOf(line);
  const known = { line: line.name, option: null, label, takesPlaces: line.takesPlaces === true };
  if (line.type === 'custom') {
    if (quantity !== undefined && quantity !== 1) fault('/quantity', 'not_allowed', 'must be absent');
    const unitAmount = readCustom(field, line, amount, fault);
    return unitAmount === null ? null : { ...known, quantity: 1, unitAmount };
  }
  if (amount !== undefined) return fault('/amount', 'not_allowed', 'must be absent: the form has the price');
  if (line.type === 'item') {
    if (option !== null) return fault('/option', 'not_allowed', 'must be absent');
    const count = readQuantity(line, quantity, label, fault);
    return count === null ? null : { ...known, quantity: count, unitAmount: line.amount ?? 0 };
  }
  const found = line.options?.find(({ value }) => value === option);
  if (!found) return fault('/option', 'unknown', orderTexts.notOffered(textOf(option ?? '')));
  // None of an option is as good as not choosing it.
  const count = quantity === 0 ? 0 : readQuantity(line, quantity, found.label, fault);
  if (count === null) return null;
  const name = line.label === undefined ? found.label : `${line.label}: ${found.label}`;
  const { value, amount: unitAmount, item } = found;
  return { ...known, option: value, label: name, quantity: count, unitAmount, ...(item && { item }) };
}

function readQuantity(line: PriceLine, quantity: unknown, label: string, fault: Report): number | null {
  const { min, max } = quantitiesOf(line);
  const count = quantity === undefined ? Math.max(1, min) : quantity;
  if (!Number.isSafeInteger(count)) return fault('/quantity', 'wrong_type', orderTexts.notWhole(label));
  if ((count as number) < min) return fault('/quantity', 'minimum', orderTexts.tooFew(label, min));
  if ((count as number) > max) return fault('/quantity', 'maximum', orderTexts.tooMany(label, max));
  // A stored -0 would be written as 0, but is not equal to it.
  return (count as number) + 0;
}

function readCustom(
  { currency = '' }: FieldDeclaration,
  { minimum = 1, maximum = Number.MAX_SAFE_INTEGER, ...line }: PriceLine,
  amount: unknown,
  fault: Report,
): number | null {
  const label = labelOf(line);
  if (!Number.isSafeInteger(amount)) return fault('/amount', 'wrong_type', orderTexts.noAmount(label, currency));
  const wished = amount as number;
  if (wished < minimum) return fault('/amount', 'minimum', orderTexts.amountTooSmall(label, minimum, currency));
  if (wished > maximum) return fault('/amount', 'maximum', orderTexts.amountTooLarge(label, maximum, currency));
  if (wished % chargeStep(currency) !== 0)
    return fault('/amount', 'not_allowed', orderTexts.notPayable(label, chargeStep(currency), currency));
  return wished;
}

/** Objects have no text: what they call `toString` may be anything. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What is bought without being chosen; reports what must be chosen. */
function addRequired(field: FieldDeclaration, chosen: readonly Chosen[], report: Report): Chosen[] {
  const named = new Set(chosen.map(({ line }) => line));
  const added: Chosen[] = [];
  for (const line of linesOf(field)) {
    if (named.has(line.name)) continue;
    const { min } = quantitiesOf(line);
    const label = labelOf(line);
    if (line.type === 'item' && min > 0) {
      const takesPlaces = line.takesPlaces === true;
      added.push({ line: line.name, option: null, label, quantity: min, unitAmount: line.amount ?? 0, takesPlaces });
    } else if (line.required && line.type === 'choice') report('', 'required', orderTexts.notChosen(label));
    else if (line.required) report('', 'required', orderTexts.noAmount(label, field.currency ?? ''));
  }
  return added;
}

function labelOf({ name, label }: Pick<PriceLine, 'name' | 'label'>): string {
  return label ?? name;
}

/** The texts of a page as the JSON that programs send. `parts` are by what follows the name of the field. */
export function orderFromTexts(
  field: FieldDeclaration,
  parts: Record<string, unknown>,
  marks: NumberMarks,
): Record<string, unknown> {
  const left = new Map(Object.entries(parts).map(([name, value]) => [name, [value].flat().at(-1)]));
  const take = (name: string): string => {
    const text = left.get(name);
    left.delete(name);
    return typeof text === 'string' ? text.trim() : '';
  };
  const lines: Record<string, unknown>[] = [];
  for (const { name: line, type, options = [], multiple } of linesOf(field)) {
    if (type === 'custom') {
      const text = take(line);
      if (text !== '')
        lines.push({
          line,
          amount: readAmountText(text, field.currency ?? '', marks) ?? text,
        });
    } else if (type === 'item') {
      const text = take(line);
      if (text !== '') lines.push({ line, quantity: readCount(text, marks) });
    } else if (multiple) {
      for (const { value: option } of options) {
        const quantity = readCount(take(`${line}.${option}`) || '0', marks);
        if (quantity !== 0) lines.push({ line, option, quantity });
      }
    } else {
      const [option, quantity] = [take(line), take(`${line}.quantity`)];
      if (option !== '') lines.push({ line, option, ...(quantity !== '' && { quantity: readCount(quantity, marks) }) });
    }
  }
  const discountCode = take(codePart);
  // What a page still sends although the form has changed.
  for (const [line, text] of left) if (text !== '' && text !== '0') lines.push({ line });
  return { lines, ...(discountCode !== '' && { discountCode }) };
}

function readAmountText(text: string, currency: string, marks: NumberMarks): number | null {
  const number = dropSign(foldTyped(text), currencySigns(currency, marks.locale));
  return readAmount(readNumber(number, marks, minorDigits(currency)) ?? '', currency);
}

function readCount(text: string, marks: NumberMarks): unknown {
  const isChosen = asBoolean(text);
  return typeof isChosen === 'boolean' ? Number(isChosen) : asWhole(text, marks);
}
