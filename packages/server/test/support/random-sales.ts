// Random invoices and credit notes with every category of tax, as e-invoices.

import fc from 'fast-check';
import {
  type CreditableLine,
  calculate,
  creditableOf,
  grossOfQuantity,
  type PricedLine,
  splitCredit,
  taxesOf,
  totalsOf,
} from '../../src/invoices/calculate.ts';
import { creditNoteToEInvoice, type EInvoice, invoiceToEInvoice } from '../../src/invoices/e-invoice.ts';
import type { CreditNote, Invoice } from '../../src/invoices/invoices.schemas.ts';
import { type TaxCategory, taxCategories } from '../../src/invoices/tax-categories.ts';

const percents: Partial<Record<TaxCategory, string[]>> = { S: ['5.5', '7', '19', '20', '8.1'] };
export const categories = Object.keys(taxCategories) as TaxCategory[];
const taxOf = (category: TaxCategory) =>
  fc.constantFrom(...(percents[category] ?? ['0'])).map((percent) => ({
    ...{ percent, category },
    reason: taxCategories[category].needsReason ? `Reason of ${category}` : null,
  }));
const discount = fc.option(fc.constantFrom({ percent: '10' }, { percent: '33.3333' }, { amount: 5 }));

/** A sale whose lines have these categories. */
export const saleOf = (allowed: readonly TaxCategory[]) =>
  fc.record({
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 9999 }).map((count) => `${count / 100}`),
        unitAmount: fc.integer({ min: 1000, max: 900_000 }),
        discount,
        tax: fc.constantFrom(...allowed).chain(taxOf),
      }),
      { minLength: 1, maxLength: 8 },
    ) as fc.Arbitrary<PricedLine[]>,
    discount,
    pricesIncludeTax: fc.boolean(),
    currency: fc.constantFrom('eur', 'usd', 'jpy'),
    iban: fc.boolean(),
    credited: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true })),
  });

/** Outside the scope of VAT stands alone (BR-O-11). */
export const sale = fc
  .oneof(
    { weight: 5, arbitrary: fc.constant(categories.filter((one) => one !== 'O')) },
    { weight: 1, arbitrary: fc.constant<TaxCategory[]>(['O']) },
  )
  .chain(saleOf);

type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

const address = { line1: 'Hafenstraße 1 & 2', postalCode: '20457', city: 'Hamburg' };
const seller = { name: 'Harbor <Ltd>', vatId: 'DE123456789', taxNumber: '22/815/08155', email: 'office@example.com' };
const buyer = { name: 'Ada "L" Lovelace', vatId: 'ATU12345678', reference: '04011000-12345-34' };

/** The documents of a sale: the invoice, and perhaps a credit note. */
export function documentsOf({ lines, credited, currency, iban, ...sale }: Sale): EInvoice[] {
  const { lines: amounts, totals } = calculate({ lines, ...sale });
  const day = '2027-02-19';
  const shared = {
    ...{ currency, deliveryFrom: '2027-02-01', deliveryUntil: day, issueDay: day, notes: 'Thank you' },
    seller: { ...seller, address: { ...address, country: 'de' }, ...(iban && { iban: 'DE02 1203 0000 0000 2020 51' }) },
    buyer: { ...buyer, address: { ...address, country: 'at' } },
  };
  const invoice = {
    ...{ ...shared, number: 'INV-2027-0001', pricesIncludeTax: sale.pricesIncludeTax, totals },
    lines: lines.map((line, at) => ({
      ...{ ...line, ...amounts[at], position: at + 1, description: `Line ${at}`, unit: 'hour' },
    })),
  } as unknown as Invoice;
  const documents = [invoiceToEInvoice(invoice, '2027-03-05')];
  if (credited !== null) {
    const parts = lines.flatMap(({ quantity, tax }, at) => {
      const line = { ...amounts[at], quantity, creditedAmount: 0, creditedQuantity: '0' } as CreditableLine;
      const part = `${Math.max(0.01, Math.floor(Number(quantity) * credited * 100) / 100)}`;
      const gross = at % 2 === 0 ? grossOfQuantity(line, part) : Math.floor(creditableOf(line) * credited);
      const named = at % 2 === 0 ? part : null;
      if (gross === 0) return [];
      return [
        { position: at + 1, description: `Line ${at}`, quantity: named, unit: 'm2', tax, ...splitCredit(line, gross) },
      ];
    });
    const note = {
      ...shared,
      number: 'CN-2027-0001',
      reason: 'Returned',
      lines: parts,
      totals: totalsOf(taxesOf(parts)),
    };
    if (parts.length > 0) documents.push(creditNoteToEInvoice(note as unknown as CreditNote, invoice));
  }
  return documents;
}
