// An invoice or credit note as EN 16931 sees it, from which both of its syntaxes are written. Amounts are decimal numbers.
// The names of its rules are those of the standard: BR-… in https://ec.europa.eu/digital-building-blocks (EN 16931-1, 6.4).

import { fail } from '../lib/errors.ts';
import { decimalAmount } from '../lib/money.ts';
import type { Buyer, Seller } from '../settings/invoicing.ts';
import type { TaxTotal } from './calculate.ts';
import type { CreditNote, Invoice } from './invoices.schemas.ts';
import type { TaxCategory } from './tax-categories.ts';
import { type LineTax, outOfScope } from './tax-prices.ts';

export type EInvoice = {
  /** UNTDID 1001. */
  typeCode: '380' | '381';
  number: string;
  issueDay: string;
  /** The invoice that a credit note takes back. */
  corrected: { number: string; issueDay: string } | null;
  currency: string;
  note: string | null;
  seller: Seller;
  buyer: Buyer;
  /** Null where the scope of VAT ends (BR-O-02). */
  sellerVatId: string | null;
  /** The same. */
  sellerTaxNumber: string | null;
  buyerVatId: string | null;
  deliveryFrom: string | null;
  deliveryUntil: string | null;
  dueDay: string | null;
  lines: ELine[];
  taxes: ETax[];
  net: string;
  tax: string;
  gross: string;
};

export type ELine = {
  id: string;
  description: string;
  quantity: string;
  /** UN/ECE Recommendation 20. */
  unitCode: string;
  /** What `baseQuantity` costs, without tax. */
  price: string;
  baseQuantity: string;
  discount: string | null;
  net: string;
  category: TaxCategory;
  /** Null outside the scope of VAT (BR-O-05). */
  percent: string | null;
};

export type ETax = {
  category: TaxCategory;
  percent: string | null;
  reason: string | null;
  reasonCode: string | null;
  base: string;
  tax: string;
};

/** The words for units that have a code of their own; all others are counted as one (C62). */
const unitCodes: Record<string, string> = {
  ...{ piece: 'H87', hour: 'HUR', minute: 'MIN', day: 'DAY', week: 'WEE', month: 'MON', year: 'ANN' },
  ...{ kg: 'KGM', g: 'GRM', t: 'TNE', m: 'MTR', km: 'KMT', m2: 'MTK', m3: 'MTQ', l: 'LTR', kwh: 'KWH' },
};

/** VATEX codes of the categories for which there is one. */
const reasonCodes: Partial<Record<TaxCategory, string>> = {
  ...{ AE: 'VATEX-EU-AE', K: 'VATEX-EU-IC', G: 'VATEX-EU-G', O: 'VATEX-EU-O' },
};

/**
 * `dueDay` is the day of its `dueAt` where the site is. Throws conflict for an invoice that was not issued, and for what the standard
 * needs and it does not say.
 */
export function invoiceToEInvoice(invoice: Invoice, dueDay: string | null): EInvoice {
  const { number, issueDay, currency, totals, seller, buyer, deliveryFrom, deliveryUntil } = invoice;
  if (issueDay === null || number === null || currency === null || totals === null)
    throw fail('conflict', 'Only what was issued has a document. Issue the invoice first');
  const decimal = decimalIn(currency);
  const lines = invoice.lines.map((line): ELine => {
    const { position, description, quantity, unit, unitAmount, discountAmount, netAmount, tax } = line;
    const own = { id: `${position}`, description, quantity, unitCode: unitCodeOf(unit), net: decimal(netAmount) };
    const taxed = taxOf(tax);
    if (!invoice.pricesIncludeTax) {
      const discount = discountAmount === 0 ? null : decimal(discountAmount);
      return { ...own, ...taxed, price: decimal(unitAmount), baseQuantity: '1', discount };
    }
    return { ...own, ...taxed, price: decimal(netAmount), baseQuantity: quantity, discount: null };
  });
  return complete(totals.taxes, {
    ...{ typeCode: '380', number, issueDay, corrected: null, currency, note: invoice.notes, lines, dueDay },
    ...{ seller: seller ?? {}, buyer: buyer ?? {}, deliveryFrom, deliveryUntil },
    ...{ net: decimal(totals.net), tax: decimal(totals.tax), gross: decimal(totals.gross) },
  });
}

/** Throws conflict for what the standard needs and it does not say. */
export function creditNoteToEInvoice(note: CreditNote, invoice: Invoice): EInvoice {
  const { number, issueDay, currency, totals, seller, buyer, reason } = note;
  const decimal = decimalIn(currency);
  const lines = note.lines.map((line): ELine => {
    const { position, description, unit, netAmount, tax } = line;
    const quantity = line.quantity ?? '1';
    const own = { id: `${position}`, description, quantity, unitCode: unitCodeOf(unit), net: decimal(netAmount) };
    return { ...own, ...taxOf(tax), price: decimal(netAmount), baseQuantity: quantity, discount: null };
  });
  return complete(totals.taxes, {
    ...{ typeCode: '381', number, issueDay, currency, note: reason, lines, dueDay: null },
    corrected: { number: invoice.number ?? '', issueDay: invoice.issueDay ?? '' },
    ...{ seller: seller ?? {}, buyer: buyer ?? {} },
    ...{ deliveryFrom: invoice.deliveryFrom, deliveryUntil: invoice.deliveryUntil },
    ...{ net: decimal(totals.net), tax: decimal(totals.tax), gross: decimal(totals.gross) },
  });
}

function complete(
  taxes: readonly TaxTotal[],
  document: Omit<EInvoice, 'taxes' | 'sellerVatId' | 'sellerTaxNumber' | 'buyerVatId'>,
): EInvoice {
  const decimal = decimalIn(document.currency);
  const isOutside = taxes.some(({ category }) => category === 'O');
  const sellerVatId = isOutside ? null : vatIdOf(document.seller.vatId);
  const buyerVatId = isOutside ? null : vatIdOf(document.buyer.vatId);
  const found = {
    ...document,
    sellerVatId,
    sellerTaxNumber: isOutside ? null : document.seller.taxNumber || null,
    buyerVatId,
    taxes: taxes.map(({ category, percent, reason, base, tax }) => ({
      ...{ category, percent: category === 'O' ? null : percent, base: decimal(base), tax: decimal(tax) },
      reason: reason ?? (category === 'O' ? 'Not subject to VAT' : null),
      reasonCode: reasonCodes[category] ?? null,
    })),
  };
  requireMembers('An e-invoice', missingIn(found));
  return found;
}

function requireMembers(what: string, missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw fail('conflict', { detail: `${what} needs more: ${missing.join(', ')}`, extra: { missing } });
}

/** Throws conflict for what XRechnung needs, and the invoice does not say. */
export function checkXRechnung(invoice: EInvoice): void {
  requireMembers('An XRechnung', missingForXRechnung(invoice));
}

/** What XRechnung 3.0 needs beyond the standard (https://xeinkauf.de/xrechnung/, chapter 12), by the names of the API. */
export function missingForXRechnung({ seller, buyer }: EInvoice): string[] {
  const rules: [rule: string, value: string | undefined, name: string][] = [
    ['BR-DE-1', seller.iban, 'seller.iban'],
    ['BR-DE-3', seller.address?.city, 'seller.address.city'],
    ['BR-DE-4', seller.address?.postalCode, 'seller.address.postalCode'],
    ['BR-DE-6', seller.phone, 'seller.phone'],
    ['BR-DE-7', seller.email, 'seller.email'],
    ['BR-DE-8', buyer.address?.city, 'buyer.address.city'],
    ['BR-DE-9', buyer.address?.postalCode, 'buyer.address.postalCode'],
    ['BR-DE-15', buyer.reference, 'buyer.reference'],
    ['PEPPOL-EN16931-R010', buyer.email, 'buyer.email'],
  ];
  return rules.filter(([, value]) => !value?.trim()).map(([, , name]) => name);
}

/** What the standard needs, by the names of the API. */
function missingIn({ seller, buyer, taxes, ...document }: EInvoice): string[] {
  const { sellerVatId, buyerVatId, deliveryFrom, deliveryUntil } = document;
  const has = (category: TaxCategory): boolean => taxes.some((tax) => tax.category === category);
  const isSupplied = deliveryFrom !== null || deliveryUntil !== null;
  const rules: [rule: string, isMet: boolean, name: string][] = [
    ['BR-06', !!seller.name, 'seller.name'],
    ['BR-09', !!seller.address?.country, 'seller.address.country'],
    ['BR-07', !!buyer.name, 'buyer.name'],
    ['BR-11', !!buyer.address?.country, 'buyer.address.country'],
    ['BR-S-02', has('O') || !!(sellerVatId ?? seller.taxNumber), 'seller.vatId'],
    ['BR-CO-26', !!(sellerVatId ?? registrationOf(seller)), 'seller.registration'],
    ['BR-IC-02', !(has('K') || has('G')) || sellerVatId !== null, 'seller.vatId'],
    ['BR-AE-02', !(has('AE') || has('K')) || buyerVatId !== null, 'buyer.vatId'],
    ['BR-IC-11', !has('K') || isSupplied, 'deliveryFrom'],
  ];
  return [...new Set(rules.filter(([, isMet]) => !isMet).map(([, , name]) => name))];
}

/** By which a seller is known beside the VAT ID (BT-30). */
export function registrationOf({ registration, taxNumber }: Seller): string | null {
  return registration || taxNumber || null;
}

function taxOf(tax: LineTax | null): Pick<ELine, 'category' | 'percent'> {
  const { category, percent } = tax ?? outOfScope;
  return { category, percent: category === 'O' ? null : percent };
}

function unitCodeOf(unit: string | null): string {
  return unitCodes[unit?.trim().toLowerCase().replace(/s$/, '') ?? ''] ?? 'C62';
}

/** BR-CO-09: it begins with its country in capital letters. */
function vatIdOf(vatId: string | undefined): string | null {
  return vatId?.replace(/[\s.-]/g, '').toUpperCase() || null;
}

/** Amounts have up to two decimals (BR-DEC). Throws conflict for one that has three. */
function decimalIn(currency: string): (amount: number) => string {
  return (amount) => {
    const [number, third = '0'] = decimalAmount(amount, currency).split(/(?<=\.\d\d)(?=\d)/);
    if (third !== '0') throw fail('conflict', `An e-invoice has amounts of two decimals, and ${currency} has three`);
    return number as string;
  };
}
