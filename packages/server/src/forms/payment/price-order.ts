// Works out the price of an order from the stored form: its lines, the discount, and what it takes from the stock.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import type { FieldDeclaration } from '../../fields/field.ts';
import { addsTax, hasOrder, linesOf, maxAmount, stockOf } from '../../fields/price-lines.ts';
import { placesKey, stockKey } from '../../fields/stock-keys.ts';
import { calculate, withoutTax } from '../../invoices/calculate.ts';
import type { VatIdCheck } from '../../invoices/invoices.schemas.ts';
import type { LineTax } from '../../invoices/tax-prices.ts';
import type { PaymentLine, PaymentLines } from '../../payments/payment-lines.ts';
import type { Reservation } from '../../payments/reservations.ts';
import type { BuyerKind } from '../../settings/invoicing.ts';
import { discountPrefix } from '../form/stock-totals.ts';
import type { Chosen } from './read-order.ts';
import { appliesTo, type Off, takeOff } from './take-off.ts';

/** What a discount code takes off. */
export type Discount = Off & { id: string; code: string };

type ItemUnits = NonNullable<Reservation['items']>;

export type Price = PaymentLines & {
  total: number;
  /** How many it takes, by stock. */
  units: Record<string, number>;
  /** How many it takes of the stock of items. */
  items: ItemUnits;
};

export type LineTaxation = {
  /** Its own rate. */
  taxRateId: string | null;
  /** What applies. */
  tax: LineTax | null;
  /** The tax that its price includes, and that is not due from this buyer. */
  percentOff: string | null;
};

export type Taxation = {
  /** As whom the tax rules see the buyer; null if there are none. */
  taxedAs: BuyerKind | null;
  /** What the EU said of the VAT ID of the buyer; null if it was not asked. */
  vatIdCheck: VatIdCheck | null;
  /** The lines of a field by their names, and items with another rate, by their stock keys. */
  lines: ReadonlyMap<string, LineTaxation>;
};

/** Null if the total is more than can be paid. `taxes`: null if no invoice is issued. */
export function priceOrder(
  field: FieldDeclaration,
  chosen: readonly Chosen[],
  { discount, taxes }: { discount: Discount | null; taxes: Taxation | null },
): Price | null {
  const step = chargeStep(field.currency ?? '');
  const lines = chosen.map(({ line: name, option, label, item, quantity, unitAmount: price }): PaymentLine => {
    const { percentOff = null, ...taxed } = taxes?.lines.get(stockKey(name, option)) ?? taxes?.lines.get(name) ?? {};
    const unitAmount = percentOff === null ? price : withoutTax(price, percentOff, step);
    return {
      ...{ name, option, label, ...(item && option && { itemId: option }), quantity, unitAmount },
      // At most 1,000 times 10^11: exact.
      amount: quantity * unitAmount,
      discount: 0,
      ...taxed,
    };
  });
  // At most 100 lines of 10^14 each: exact, too.
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (subtotal > maxAmount) return null;
  const off = discount && takeOff(lines, discount, step);
  const taxed = taxes && taxLines(lines, { pricesIncludeTax: !addsTax(field), step });
  const total = taxed?.total ?? subtotal - (off ?? 0);
  if (total > maxAmount) return null;
  return {
    ...{ lines, total, ...taxed?.members },
    ...(taxes?.taxedAs && { taxedAs: taxes.taxedAs }),
    ...(taxes?.vatIdCheck && { vatIdCheck: taxes.vatIdCheck }),
    discount: discount && off !== null ? { code: discount.code, amount: off } : null,
    units: unitsOf(field, chosen, discount),
    items: itemsOf(chosen),
  };
}

function itemsOf(chosen: readonly Chosen[]): ItemUnits {
  const items: ItemUnits = {};
  for (const { option, item, quantity } of chosen) {
    if (option === null || !item || item.stock === null || item.left === null) continue;
    const { type, stock: field } = item;
    items[option] = { type, field, quantity: quantity + (items[option]?.quantity ?? 0) };
  }
  return items;
}

/** As the invoice will work it out (invoices/sale.ts). */
function taxLines(lines: readonly PaymentLine[], how: { pricesIncludeTax: boolean; step: number }) {
  const priced = lines.map(({ quantity, unitAmount, discount, tax = null }) => ({
    ...{ quantity: String(quantity), unitAmount, discount: { amount: discount }, tax },
  }));
  const { gross, taxes } = calculate({ lines: priced, discount: null, ...how }).totals;
  return { total: gross, members: { pricesIncludeTax: how.pricesIncludeTax, taxes } };
}

/** Whether a discount is for anything of the order. */
export function isDiscounted(chosen: readonly Chosen[], discount: Discount): boolean {
  return chosen.some(({ line, option, unitAmount }) => unitAmount > 0 && appliesTo(discount, line, option));
}

function unitsOf(field: FieldDeclaration, chosen: readonly Chosen[], discount: Discount | null) {
  const limits = stockOf(field);
  const units: Record<string, number> = {};
  const add = (key: string, count: number): void => {
    units[key] = (units[key] ?? 0) + count;
  };
  for (const { line, option, quantity } of chosen) {
    const key = stockKey(line, option);
    if ((limits.get(key) ?? null) !== null) add(key, quantity);
  }
  const places = placesOf(field, chosen);
  if ((limits.get(placesKey) ?? null) !== null && places > 0) add(placesKey, places);
  if (discount) add(discountKey(discount.id), 1);
  return units;
}

/** The places that an order takes: one for each of the lines that take places, or one in all. */
function placesOf(field: FieldDeclaration, chosen: readonly Chosen[]): number {
  if (!hasOrder(field)) return 0;
  if (!linesOf(field).some(({ takesPlaces }) => takesPlaces)) return chosen.length > 0 ? 1 : 0;
  return chosen.reduce((sum, { takesPlaces, quantity }) => sum + (takesPlaces ? quantity : 0), 0);
}

export function discountKey(id: string): string {
  return `${discountPrefix}${id}`;
}
