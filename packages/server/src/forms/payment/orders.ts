// Orders of a form: what a submission buys, priced from the stored form, and held while it is paid.

import { minimumCharge } from '@frontdesk/payment-sandbox/currencies';
import type { Context, ReadContext, WriteContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { addsTax, linesOf, maxAmount, taxRatesOf } from '../../fields/price-lines.ts';
import { placesKey, stockKey } from '../../fields/stock-keys.ts';
import { readAppliedRates, taxOf } from '../../invoices/applied-rates.ts';
import type { VatIdCheck } from '../../invoices/invoices.schemas.ts';
import { isOutOfScope } from '../../invoices/tax-prices.ts';
import { checkVatId, type VatIdQuestion } from '../../invoices/vat-id-checks.ts';
import { type Fault, type FaultCode, fail, failBody } from '../../lib/errors.ts';
import { ViesError } from '../../lib/vies.ts';
import type { NewPayment } from '../../payments/payments.ts';
import { findShortages, reserve, type Shortage } from '../../payments/reservations.ts';
import type { Buyer } from '../../settings/invoicing.ts';
import { discountPrefix } from '../form/stock-totals.ts';
import type { BilledTo } from './buyer.ts';
import { findDiscount, type WrongCodes } from './discounts.ts';
import { type OrderText, orderFault, orderTexts } from './order-texts.ts';
import { type LineTaxation, type Price, priceOrder, type Taxation } from './price-order.ts';
import type { Order } from './read-order.ts';

export type PricedOrder = {
  field: FieldDeclaration;
  price: Price | null;
  /** Whether the tax rules have another total for this buyer than pages show at first. */
  isOtherTotal?: boolean;
  faults: Fault[];
};

/** Who enters a discount code. Those with access may try as many as they like. */
export type CodeEntry = { address: string; isTrusted: boolean; wrongCodes: WrongCodes };

const defaultHoldMinutes = 60;

/**
 * The price of an order, or what is wrong with it. Null if the form has a fixed price, or the answers are invalid. Throws conflict
 * if a tax rate of the form was deleted, or its lines cannot be on one invoice.
 */
export async function checkOrder(
  ctx: Context,
  formId: string,
  {
    payment: field,
    order,
    faults,
    billed,
  }: { payment: FieldDeclaration | null; order: Order | null; faults: readonly Fault[]; billed: BilledTo | null },
  entry: CodeEntry,
): Promise<PricedOrder | null> {
  if (!field || !order || faults.some(({ pointer }) => pointer.split('/')[1] === field.name)) return null;
  const rejected = (member: string, code: FaultCode, text: OrderText): PricedOrder => ({
    ...{ field, price: null },
    faults: [orderFault(`/${field.name}${member}`, code, text)],
  });
  const { chosen, discountCode, expected } = order;
  const found = discountCode === null ? null : await tryCode(ctx, formId, discountCode, { field, chosen }, entry);
  if (found && 'name' in found)
    return rejected('/discountCode', found.name === 'codeNotForThis' ? 'not_for_this' : 'invalid_code', found);
  const taxes = await readTaxation(ctx, field, billed?.buyer ?? null);
  const checked = await checkBuyer(ctx, taxes.vatIdQuestion);
  if (checked && 'detail' in checked)
    return { field, price: null, faults: [{ pointer: `/${billed?.field}/vatId`, ...checked }] };
  const applied = taxes.applied && { ...taxes.applied, vatIdCheck: checked };
  const price = priceOrder(field, chosen, { discount: found, taxes: applied });
  if (applied) checkScope(price?.lines ?? []);
  const currency = field.currency as string;
  if (!price) return rejected('', 'maximum', { name: 'totalTooLarge', money: [maxAmount, currency] });
  const minimum = minimumCharge(currency);
  if (price.total > 0 && price.total < minimum)
    return rejected('', 'minimum', { name: 'totalTooSmall', money: [minimum, currency] });
  if (expected !== null && expected !== price.total)
    return rejected('/amount', 'other_price', { name: 'otherPrice', money: [price.total, currency] });
  const own = taxes.own && { ...taxes.own, vatIdCheck: null };
  const ownTotal = own ? priceOrder(field, chosen, { discount: found, taxes: own })?.total : price.total;
  return { field, price, isOtherTotal: ownTotal !== price.total, faults: [] };
}

/** What the EU says of the VAT ID on which the tax depends, or what is wrong with it; null if nothing is asked. */
async function checkBuyer(
  ctx: Context,
  question: VatIdQuestion | null,
): Promise<VatIdCheck | Omit<Fault, 'pointer'> | null> {
  if (question === null) return null;
  try {
    const answer = await checkVatId(ctx, question);
    return answer === 'not_in_use' ? vatIdFaults.notInUse : answer;
  } catch (error) {
    if (!(error instanceof ViesError)) throw error;
    ctx.log.warn({ err: error }, 'the EU could not be asked about the VAT ID of an order');
    return vatIdFaults.unchecked;
  }
}

const vatIdFaults: Record<'notInUse' | 'unchecked', Omit<Fault, 'pointer'>> = {
  notInUse: { code: 'vat_id_not_in_use', detail: 'is not in use, says the EU. Correct it, or leave it out' },
  unchecked: { code: 'vat_id_unchecked', detail: 'could not be checked now. Try again later, or leave it out' },
};

/** Throws conflict for lines that cannot be on one invoice: forms have none with such rates, but the tax rules may lead to them. */
function checkScope(lines: Price['lines']): void {
  const outside = lines.filter(({ tax }) => isOutOfScope(tax));
  if (outside.length === 0 || outside.length === lines.length) return;
  const labels = outside.map(({ label }) => `“${label}”`).join(', ');
  throw fail(
    'conflict',
    `The tax rules of the site put only a part of this order outside the scope of tax (${labels}), and no invoice can have both. Change the rules`,
  );
}

type Taxes = Omit<Taxation, 'vatIdCheck'>;
type Taxations = { applied: Taxes | null; own: Taxes | null; vatIdQuestion: VatIdQuestion | null };

/**
 * What the lines are taxed with now: what applies to this buyer, which is null if the form issues no invoices, and their own rates if
 * the tax rules have a say.
 */
async function readTaxation(ctx: ReadContext, field: FieldDeclaration, buyer: Buyer | null): Promise<Taxations> {
  if (field.invoice === undefined) return { applied: null, own: null, vatIdQuestion: null };
  const ids = [...taxRatesOf(field)];
  const { taxedAs, rates, ownRates, vatIdQuestion } = await readAppliedRates(
    ctx,
    { buyer },
    ids.flatMap(([, id]) => id ?? []),
  );
  const given = new Set(linesOf(field).flatMap(({ name, type }) => (type === 'custom' ? [name] : [])));
  const lineWith = (known: typeof rates, line: string, id: string): LineTaxation => {
    const [own, rate] = [ownRates.get(id), known.get(id)];
    if (!own || !rate) throw fail('conflict', `The tax rate ${id} of the form was deleted. Choose another one`);
    // What visitors give stays what they gave.
    const isUntaxed = rate.category !== 'S' && own.category === 'S' && !addsTax(field) && !given.has(line);
    return { taxRateId: id, tax: taxOf(rate), percentOff: isUntaxed ? own.percent : null };
  };
  const taxationWith = (known: typeof rates): Taxation['lines'] =>
    new Map(
      ids.map(([line, id]) => [
        line,
        id === null ? { taxRateId: null, tax: null, percentOff: null } : lineWith(known, line, id),
      ]),
    );
  const applied = { taxedAs, lines: taxationWith(rates) };
  const own = taxedAs === null ? null : { taxedAs: null, lines: taxationWith(ownRates) };
  return { applied, own, vatIdQuestion };
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
  const { units = {}, items = {} } = price ?? {};
  const faults = shortageFaults(field, await reserve(ctx, { formId, units, items }));
  if (faults.length > 0) throw failBody(faults);
}

/** What there is too little of now, without taking any. */
export async function findShort(
  ctx: ReadContext,
  formId: string,
  field: FieldDeclaration,
  price: Price,
): Promise<Fault[]> {
  const left = new Map(
    linesOf(field).flatMap(({ options = [] }) => options.map(({ value, item }) => [value, item?.left])),
  );
  const shortItems = Object.entries(price.items).flatMap(([key, { quantity }]) => {
    const count = left.get(key) ?? 0;
    return count < quantity ? [{ key, left: Math.max(0, count) }] : [];
  });
  return shortageFaults(field, [...shortItems, ...(await findShortages(ctx, formId, price.units))]);
}

/** What to say of too little stock. */
function shortageFaults(field: FieldDeclaration, short: readonly Shortage[]): Fault[] {
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
    const option = options.find(({ value }) => key === stockKey(name, value) || key === value);
    if (option) return option.label;
  }
  return key;
}

/** What a payment for an order stores. */
export function boughtOf(formId: string, field: FieldDeclaration, price: Price): NewPayment['bought'] {
  const { total: _total, units, items, ...bought } = price;
  const { holdMinutes = defaultHoldMinutes } = field;
  const ofItems = Object.keys(items).length > 0 && { items };
  return { ...bought, reservation: { formId, holdMinutes, units, ...ofItems } };
}
