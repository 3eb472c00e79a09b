// Orders of a form: what a submission buys, priced from the stored form, and held while it is paid.

import { minimumCharge } from '@frontdesk/payment-sandbox/currencies';
import type { ReadContext, WriteContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { linesOf, maxAmount, placesKey, stockKey } from '../../fields/price-lines.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import type { NewPayment } from '../../payments/payments.ts';
import { type Shortage, takeStock } from '../../payments/reservations.ts';
import { discountPrefix } from '../form/stock-totals.ts';
import { findDiscount, type WrongCodes } from './discounts.ts';
import { type OrderText, orderFault, orderTexts } from './order-texts.ts';
import { type Price, priceOrder } from './price-order.ts';
import type { Order } from './read-order.ts';

export type PricedOrder = { field: FieldDeclaration; price: Price | null; faults: Fault[] };

/** Who enters a discount code. Those with access may try as many as they like. */
export type CodeEntry = { address: string; isTrusted: boolean; wrongCodes: WrongCodes };

const defaultHoldMinutes = 60;

/** The price of an order, or what is wrong with it. Null if the form has a fixed price, or the answers are invalid. */
export async function checkOrder(
  ctx: ReadContext,
  formId: string,
  {
    payment: field,
    order,
    faults,
  }: { payment: FieldDeclaration | null; order: Order | null; faults: readonly Fault[] },
  entry: CodeEntry,
): Promise<PricedOrder | null> {
  if (!field || !order || faults.some(({ pointer }) => pointer.split('/')[1] === field.name)) return null;
  const rejected = (member: string, code: string, text: OrderText): PricedOrder => ({
    ...{ field, price: null },
    faults: [orderFault(`/${field.name}${member}`, code, text)],
  });
  const { chosen, discountCode, expected } = order;
  const found = discountCode === null ? null : await tryCode(ctx, formId, discountCode, { field, chosen }, entry);
  if (found && 'name' in found)
    return rejected('/discountCode', found.name === 'codeNotForThis' ? 'not_for_this' : 'invalid_code', found);
  const price = priceOrder(field, chosen, found);
  const currency = field.currency as string;
  if (!price) return rejected('', 'maximum', { name: 'totalTooLarge', money: [maxAmount, currency] });
  const minimum = minimumCharge(currency);
  if (price.total > 0 && price.total < minimum)
    return rejected('', 'minimum', { name: 'totalTooSmall', money: [minimum, currency] });
  if (expected !== null && expected !== price.total)
    return rejected('/amount', 'other_price', { name: 'otherPrice', money: [price.total, currency] });
  return { field, price, faults: [] };
}

/** The discount of a code, if its sender has not entered too many that do not exist. */
async function tryCode(
  ctx: ReadContext,
  formId: string,
  code: string,
  bought: Parameters<typeof findDiscount>[3],
  { address, isTrusted, wrongCodes }: CodeEntry,
): Promise<Awaited<ReturnType<typeof findDiscount>>> {
  if (isTrusted) return findDiscount(ctx, formId, code, bought);
  const entered = { formId, address, code };
  if (!(await wrongCodes.take(entered))) return { name: 'tooManyCodes' };
  const found = await findDiscount(ctx, formId, code, bought);
  if (!('name' in found) || found.name !== 'unknownCode') await wrongCodes.forgive(entered);
  return found;
}

/** Takes what an order needs, in the transaction that stores its payment. Throws invalid_body if there is too little. */
export async function holdOrder(ctx: WriteContext, formId: string, { field, price }: PricedOrder): Promise<void> {
  const faults = shortageFaults(field, await takeStock(ctx, formId, price?.units ?? {}));
  if (faults.length > 0) throw failBody(faults);
}

/** What to say of too little stock. */
export function shortageFaults(field: FieldDeclaration, short: readonly Shortage[]): Fault[] {
  return short.map(({ key, left }): Fault => {
    const fault = (text: OrderText): Fault => orderFault(`/${field.name}`, 'sold_out', text);
    if (key.startsWith(discountPrefix))
      return orderFault(`/${field.name}/discountCode`, 'used_up', { name: 'codeUsedUp' });
    if (key === placesKey) return fault(left > 0 ? { name: 'fewPlaces', count: left } : { name: 'noPlaces' });
    const label = labelOfStock(field, key);
    return fault(left > 0 ? orderTexts.fewLeft(label, left) : orderTexts.soldOut(label));
  });
}

/** What people call a stock. */
export function labelOfStock(field: FieldDeclaration, key: string): string {
  for (const { name, label, options = [] } of linesOf(field)) {
    if (key === name) return label ?? name;
    const option = options.find(({ value }) => key === stockKey(name, value));
    if (option) return option.label;
  }
  return key;
}

/** What a payment for an order stores. */
export function boughtOf(formId: string, field: FieldDeclaration, price: Price): NewPayment['bought'] {
  const { lines, discount, units } = price;
  const { holdMinutes = defaultHoldMinutes } = field;
  return { lines, discount, reservation: { formId, holdMinutes, units } };
}
