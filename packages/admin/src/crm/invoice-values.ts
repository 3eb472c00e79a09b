// What is typed into the editor of an invoice, and what is sent for it. No amount is worked out here: the server does that.

import type { Buyer, Currency, Fault, Invoice, InvoiceLine, NewInvoice, NewInvoiceLine } from '@frontdesk/client';
import { shownMarks, siteTimeZone } from '../ui/format.ts';
import { amountHint, inputError } from '../ui/input-error.ts';
import { endOfDay, toSiteDay } from '../ui/local-time.ts';
import { editableMoney, parseMoney } from '../ui/money-text.ts';
import { readDecimal } from '../ui/number-text.ts';

export type LineValues = {
  /** Names the line on the screen. */
  key: string;
  description: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  /** An amount, or a percentage such as "10 %". */
  discount: string;
  taxRateId: string | null;
  itemId: string | null;
};

export type InvoiceValues = {
  contactId: string | null;
  currency: string;
  number: string;
  subject: string;
  dueDay: string;
  deliveryFrom: string;
  deliveryUntil: string;
  lines: LineValues[];
  pricesIncludeTax: boolean;
  /** Why the tax rules do not apply; null if they do. */
  taxOverride: string | null;
  discount: string;
  notes: string;
  buyer: Buyer;
};

let lineCount = 0;

function nextKey(): string {
  return String(++lineCount);
}

/** With the tax rate of the line before it. */
export function newLine(before?: LineValues): LineValues {
  return {
    ...{ key: nextKey(), description: '', quantity: '1', unit: '', unitPrice: '', discount: '' },
    ...{ taxRateId: before?.taxRateId ?? null, itemId: null },
  };
}

export function newInvoiceValues(contactId: string | null, currency: string): InvoiceValues {
  return {
    ...{ contactId, currency, number: '', subject: '', dueDay: '', deliveryFrom: '', deliveryUntil: '' },
    ...{ lines: [newLine()], pricesIncludeTax: false, taxOverride: null, discount: '', notes: '', buyer: {} },
  };
}

/** As a draft is typed. */
export function invoiceValuesOf(invoice: Invoice, siteCurrency: string): InvoiceValues {
  const { contactId, number, description, dueAt, deliveryFrom, deliveryUntil, pricesIncludeTax, notes } = invoice;
  const currency = invoice.currency ?? siteCurrency;
  const lines = invoice.lines.map((line) => lineValuesOf(line, currency));
  return {
    ...{ contactId, currency, number: number ?? '', subject: description ?? '', pricesIncludeTax },
    dueDay: toSiteDay(dueAt),
    ...{ deliveryFrom: deliveryFrom ?? '', deliveryUntil: deliveryUntil ?? '', notes: notes ?? '' },
    lines: lines.length > 0 ? lines : [newLine()],
    discount: discountText(invoice, currency),
    buyer: invoice.buyer ?? {},
    taxOverride: invoice.taxOverride,
  };
}

function lineValuesOf(line: InvoiceLine, currency: string): LineValues {
  const { description, quantity, unit, unitAmount, taxRateId, itemId } = line;
  return {
    ...{ key: nextKey(), description, unit: unit ?? '', taxRateId, itemId },
    quantity: decimalText(quantity),
    unitPrice: editableMoney(unitAmount, currency),
    discount: discountText(line, currency),
  };
}

type Discount = Pick<Invoice, 'discount' | 'discountPercent'>;

function discountText({ discount, discountPercent }: Discount, currency: string): string {
  if (discountPercent !== null) return `${decimalText(discountPercent)} %`;
  return discount === null ? '' : editableMoney(discount, currency);
}

/** "1.5" of the API with the reader's mark. */
function decimalText(number: string): string {
  return number.replace('.', shownMarks().decimal);
}

/** Units that are written with an s; the documents have the words of every language. */
const countedUnits = new Set(['hour', 'minute', 'day', 'week', 'month', 'year']);

/** "1.5 hours", as on the document. */
export function quantityText(quantity: string, unit: string | null): string {
  const isCounted = countedUnits.has(unit?.toLowerCase() ?? '') && quantity !== '1';
  return [decimalText(quantity), isCounted ? `${unit}s` : unit].filter(Boolean).join(' ');
}

/** A new invoice with what another one says. */
export function copyOf(invoice: Invoice, currency: string): NewInvoice {
  const { contactId, description, pricesIncludeTax, discount, discountPercent, notes, buyer } = invoice;
  const lines = invoice.lines.map(({ quantity, unit, unitAmount, taxRateId, itemId, ...line }) => ({
    ...{ description: line.description || 'Invoice', quantity, unit, unitAmount, taxRateId, itemId },
    ...{ discount: line.discount, discountPercent: line.discountPercent },
  }));
  return {
    ...{ contactId, description, lines, pricesIncludeTax, discount, discountPercent, notes },
    currency: currency as Currency,
    ...{ buyer, status: 'draft' },
  };
}

/** What to send, but for the buyer. Throws the faults of what cannot be read. */
export function invoiceBodyOf(values: InvoiceValues): NewInvoice & { lines: NewInvoiceLine[] } {
  const faults: Fault[] = [];
  const { contactId, currency, number, subject, dueDay, deliveryFrom, deliveryUntil, pricesIncludeTax, notes } = values;
  const lines = usedLines(values.lines).map((line, at) => readLine(line, `/lines/${at}`, currency, faults));
  const body = {
    ...{ contactId, lines, pricesIncludeTax, ...readDiscount(values.discount, '/discount', currency, faults) },
    // The server says if there is no such currency.
    currency: currency as Currency,
    taxOverride: values.taxOverride?.trim() || null,
    number: number.trim() || null,
    description: subject.trim() || null,
    dueAt: dueDay ? endOfDay(dueDay, siteTimeZone()) : null,
    ...{ deliveryFrom: deliveryFrom || null, deliveryUntil: deliveryUntil || null, notes: notes.trim() || null },
  };
  if (faults.length > 0) throw inputError(faults);
  return body;
}

/** Without the blank ones at the end; an invoice has at least one. */
function usedLines(lines: readonly LineValues[]): readonly LineValues[] {
  const last = lines.findLastIndex(({ description, unitPrice }) => (description + unitPrice).trim() !== '');
  return lines.slice(0, Math.max(1, last + 1));
}

function readLine(line: LineValues, pointer: string, currency: string, faults: Fault[]): NewInvoiceLine {
  const add = (name: string, detail: string) => faults.push({ pointer: `${pointer}/${name}`, code: 'invalid', detail });
  const description = line.description.trim();
  const quantity = readDecimal(line.quantity, 6);
  const unitAmount = parseMoney(line.unitPrice, currency);
  if (description === '') add('description', 'Enter what was supplied');
  if (quantity === null || Number(quantity) === 0) add('quantity', `Enter a quantity, such as ${decimalText('1.5')}`);
  if (unitAmount === null) add('unitAmount', amountHint(currency));
  return {
    ...{ description, quantity: quantity ?? '1', unit: line.unit.trim() || null, unitAmount: unitAmount ?? 0 },
    ...readDiscount(line.discount, `${pointer}/discount`, currency, faults),
    ...{ taxRateId: line.taxRateId, itemId: line.itemId },
  };
}

function readDiscount(text: string, pointer: string, currency: string, faults: Fault[]): Discount {
  const none = { discount: null, discountPercent: null };
  const isPercent = text.trim().endsWith('%');
  if (text.trim() === '') return none;
  const percent = isPercent ? readDecimal(text.trim().slice(0, -1), 4) : null;
  const amount = isPercent ? null : parseMoney(text, currency);
  if (percent !== null) return { ...none, discountPercent: percent };
  if (amount !== null) return { ...none, discount: amount };
  faults.push({ pointer, code: 'invalid', detail: 'Enter an amount, or a percentage such as 10 %' });
  return none;
}
