// What is chosen of a payment field in the preview of a form, and what it costs, as the page of the form adds it up.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import { type Off, takeOff } from '../../../server/src/forms/payment/take-off.ts';
import { taxPrices } from '../../../server/src/invoices/tax-prices.ts';
import { parseMoney } from '../ui/money-text.ts';
import type { OrderTaxes } from './order-taxes.ts';
import type { PreviewedField, PricedOption, SoldLine } from './preview-props.ts';

/** By the key of a line or an option: how many, the key of the chosen option, or the amount that is entered. */
export type OrderAnswers = Readonly<Record<string, string>>;

/** The lines; a fixed price that is limited, discounted or taxed is one. Null for any other. */
export function soldLines({ name, label, description, amount, price }: PreviewedField): readonly SoldLine[] | null {
  if (price.lines !== null) return price.lines;
  if (price.places.trim() === '' && !price.discountCodes && !price.issuesInvoice) return null;
  const fixed = { type: 'item', name, label: description || label || name, amount } as const;
  const none = {
    help: '',
    isRequired: false,
    isMultiple: false,
    minQuantity: '',
    maxQuantity: '',
    preset: '',
    taxRateId: null,
  };
  return [{ ...fixed, ...none, key: 'fixed', stock: '', options: [], optionsFrom: null }];
}

/** The least and the most of it that can be bought at once. */
export function quantitiesOf({ minQuantity, maxQuantity }: SoldLine): { min: number; max: number } {
  const [min, max] = [wholeOf(minQuantity) ?? 1, wholeOf(maxQuantity) ?? 1];
  return { min, max: Math.max(min, max) };
}

/** Where how many of an option are chosen is kept. */
export function quantityKey({ key }: SoldLine): string {
  return `${key}/quantity`;
}

type Pricing = { answers: OrderAnswers; currency: string; taxes: OrderTaxes | null };

/** `added`: the taxes that come on top of the prices. */
export function totalOf(lines: readonly SoldLine[], pricing: Pricing, discount?: Off) {
  const step = chargeStep(pricing.currency);
  const bought = lines.flatMap((line) => boughtOf(line, pricing));
  const off = discount ? takeOff(bought, discount, step) : 0;
  const prices = bought.map(({ amount, discount }) => amount - discount);
  const { taxes } = pricing;
  const due = taxes?.pricesIncludeTax === false ? taxPrices(prices.map(BigInt), bought, { ...taxes, step }).taxes : [];
  const added = due.filter(({ tax }) => tax > 0n).map(({ percent, tax }) => ({ percent, amount: Number(tax) }));
  return {
    total: [...prices, ...added.map(({ amount }) => amount)].reduce((sum, amount) => sum + amount, 0),
    off,
    added,
  };
}

function boughtOf(line: SoldLine, { answers, currency, taxes }: Pricing) {
  const { min, max } = quantitiesOf(line);
  const entry = (option: PricedOption | null, count: number, price: string) => {
    const amount = count * (parseMoney(price, currency) ?? 0);
    const tax = taxes?.taxOf(option?.taxRateId ?? line.taxRateId) ?? null;
    return { name: line.name ?? line.key, option: option?.value ?? null, amount, discount: 0, tax };
  };
  const { key, type, options, amount } = line;
  if (type === 'custom') return [entry(null, 1, answers[key] ?? line.preset)];
  if (type === 'item') return [entry(null, min === max ? min : (wholeOf(answers[key] ?? '') ?? min), amount)];
  if (line.isMultiple) return options.map((one) => entry(one, wholeOf(answers[one.key] ?? '') ?? 0, one.amount));
  const chosen = options.find((one) => one.key === answers[key]);
  const count = wholeOf(answers[quantityKey(line)] ?? '') ?? min;
  return chosen ? [entry(chosen, count, chosen.amount)] : [];
}

function wholeOf(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}
