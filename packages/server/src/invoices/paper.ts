// What the document of an invoice says: its lines with their amounts, its taxes, seller and buyer. Stored as one text, which does not
// change any more once the invoice is issued.

import type { ReadContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { mergePatch } from '../http/merge-patch.ts';
import { type Fault, failBody } from '../lib/errors.ts';
import type { Mentions } from '../lib/mentions.ts';
import type { Buyer, BuyerKind, Seller } from '../settings/invoicing.ts';
import { type AppliedRates, readAppliedRates, taxOf } from './applied-rates.ts';
import { calculate, type Discount, type Totals, taxesOf, totalsOf } from './calculate.ts';
import type { InvoiceLine, InvoicePatch, NewInvoiceLine, VatIdCheck } from './invoices.schemas.ts';
import type { Letterhead } from './letterhead.ts';
import type { LineTax } from './tax-prices.ts';

type Discounts = { discount: number | null; discountPercent: string | null };

export type Paper = Discounts & {
  /** Null if the invoice has only an amount. */
  lines: InvoiceLine[] | null;
  pricesIncludeTax: boolean;
  /** Why the tax rules do not apply; null if they do. */
  taxOverride: string | null;
  /** As whom they saw the buyer when the lines were taxed. */
  taxedAs: BuyerKind | null;
  /** What the EU said of the VAT ID of the buyer; null before the issue, unless a form has sold it, and if it was not asked. */
  vatIdCheck: VatIdCheck | null;
  notes: string | null;
  deliveryFrom: string | null;
  deliveryUntil: string | null;
  buyer: Buyer | null;
  /** As it was when the invoice was issued. */
  seller: Seller | null;
  /** What its document has from the site, as it was then; none before, and none of what was issued by earlier builds. */
  letterhead?: Letterhead;
};

const blank: Paper = {
  ...{ lines: null, pricesIncludeTax: false, discount: null, discountPercent: null, notes: null },
  ...{ taxOverride: null, taxedAs: null, vatIdCheck: null },
  ...{ deliveryFrom: null, deliveryUntil: null, buyer: null, seller: null },
};

export function paperOf({ paper }: { paper: string | null }): Paper {
  return paper === null ? blank : { ...blank, ...(JSON.parse(paper) as Partial<Paper>) };
}

/** What is left of it without a person: no buyer, and no `words` in its texts. */
export function erasePaper(paper: Paper, words: Mentions): Paper {
  const { lines, notes, taxOverride } = paper;
  return {
    ...paper,
    buyer: null,
    vatIdCheck: null,
    notes: notes && words.erasedFrom(notes),
    taxOverride: taxOverride && words.erasedFrom(taxOverride),
    lines: lines?.map((line) => ({ ...line, description: words.erasedFrom(line.description) })) ?? null,
  };
}

/** What of a change is on the document. */
type PaperChange = Pick<InvoicePatch, Exclude<keyof Paper, 'seller' | 'letterhead' | 'taxedAs' | 'vatIdCheck'>>;

/** Whether its lines keep the tax that they have: it was issued, or money was received for it. */
export function keepsTax({ issuedAt, amountPaid, status }: TaxState): boolean {
  return issuedAt !== null || amountPaid > 0 || status === 'paid';
}
type TaxState = Pick<Row<'invoices'>, 'issuedAt' | 'amountPaid' | 'status'>;

/** The paper with a change, or null if there is none. Throws invalid_body. */
export async function changePaper(
  ctx: ReadContext,
  row: TaxState & { paper: string | null },
  change: PaperChange,
): Promise<Paper | null> {
  const paper = paperOf(row);
  const { lines, pricesIncludeTax, taxOverride, notes, deliveryFrom, deliveryUntil, buyer } = change;
  const { discount, discountPercent } = change;
  const discounts = { discount, discountPercent };
  const given = { lines, pricesIncludeTax, taxOverride, notes, deliveryFrom, deliveryUntil, buyer, ...discounts };
  if (Object.values(given).every((value) => value === undefined)) return null;
  const next = {
    ...paper,
    ...(pricesIncludeTax !== undefined && { pricesIncludeTax }),
    ...(taxOverride !== undefined && { taxOverride: taxOverride?.trim() || null }),
    ...(notes !== undefined && { notes }),
    ...(deliveryFrom !== undefined && { deliveryFrom }),
    ...(deliveryUntil !== undefined && { deliveryUntil }),
    ...(buyer !== undefined && { buyer: buyer && (mergePatch(paper.buyer ?? {}, buyer) as Buyer) }),
    ...discountsOf(paper, change),
  };
  checkPaper(next, change);
  const unpriced = lines ? lines.map(unpricedLine) : paper.lines;
  if (unpriced === null) return next;
  const kept = keepsTax(row) ? taxesIn(paper) : new Map<string, LineTax>();
  const applied = await readAppliedRates(ctx, next, ratesIn(unpriced));
  if (lines) checkRatesExist(lines, (id) => kept.has(id) || applied.ownRates.has(id));
  const taxedAs = keepsTax(row) ? paper.taxedAs : applied.taxedAs;
  return { ...next, taxedAs, lines: withAmounts(next, taxed(unpriced, applied, kept)) };
}

/**
 * What an invoice says with the rates that apply now, by its buyer and the tax rules, these rates by the own ones of its lines, and
 * what is to be asked before it is issued. What keeps its tax says what it did.
 */
export async function taxAnew(
  ctx: ReadContext,
  row: TaxState & { paper: string | null },
): Promise<{ paper: Paper } & Pick<AppliedRates, 'rates' | 'vatIdQuestion'>> {
  const paper = paperOf(row);
  if (paper.lines === null) return { paper, rates: new Map(), vatIdQuestion: null };
  const applied = await readAppliedRates(ctx, paper, ratesIn(paper.lines));
  const { taxedAs, rates, vatIdQuestion } = applied;
  if (keepsTax(row)) return { paper, rates, vatIdQuestion: null };
  return { paper: { ...paper, taxedAs, lines: withAmounts(paper, taxed(paper.lines, applied)) }, rates, vatIdQuestion };
}

/** One kind of discount takes the place of the other. */
function discountsOf(before: Discounts, { discount, discountPercent }: Partial<Discounts>): Discounts {
  if (discount !== undefined || discountPercent !== undefined)
    return { discount: discount ?? null, discountPercent: discountPercent ?? null };
  return { discount: before.discount, discountPercent: before.discountPercent };
}

function checkPaper({ deliveryFrom, deliveryUntil, ...paper }: Paper, { lines = [] }: PaperChange): void {
  const faults: Fault[] = [];
  const places = [['', paper], ...lines.map((line, at) => [`/lines/${at}`, line])] as [string, Partial<Discounts>][];
  for (const [pointer, { discount, discountPercent }] of places)
    if ((discount ?? null) !== null && (discountPercent ?? null) !== null)
      faults.push({
        pointer: `${pointer}/discountPercent`,
        code: 'not_allowed',
        detail: 'cannot stand beside `discount`',
      });
  if (deliveryUntil !== null && (deliveryFrom ?? deliveryUntil) > deliveryUntil)
    faults.push({ pointer: '/deliveryUntil', code: 'before_start', detail: 'is before `deliveryFrom`' });
  if (faults.length > 0) throw failBody(faults);
}

type UnpricedLine = Omit<InvoiceLine, 'discountAmount' | 'netAmount' | 'taxAmount' | 'grossAmount'>;

function taxesIn({ lines }: Paper): Map<string, LineTax> {
  return new Map((lines ?? []).flatMap(({ taxRateId, tax }) => (taxRateId !== null && tax ? [[taxRateId, tax]] : [])));
}

function ratesIn(lines: readonly { taxRateId?: string | null }[]): string[] {
  return lines.flatMap(({ taxRateId }) => taxRateId ?? []);
}

function checkRatesExist(lines: readonly NewInvoiceLine[], isKnown: (id: string) => boolean): void {
  const faults = lines.flatMap(({ taxRateId }, at): Fault[] =>
    (taxRateId ?? null) === null || isKnown(taxRateId as string)
      ? []
      : [{ pointer: `/lines/${at}/taxRateId`, code: 'not_found', detail: 'is not a known tax rate' }],
  );
  if (faults.length > 0) throw failBody(faults);
}

function unpricedLine(line: NewInvoiceLine, at: number): UnpricedLine {
  const { description, quantity = '1', unit = null, unitAmount, discount = null, discountPercent = null } = line;
  return {
    ...{ position: at + 1, description, quantity, unit, unitAmount, discount, discountPercent },
    ...{ taxRateId: line.taxRateId ?? null, tax: null, itemId: line.itemId ?? null },
  };
}

/** Lines with what applies to them. One whose rate was deleted stays as it is, and cannot be issued. */
function taxed<Line extends UnpricedLine>(
  lines: readonly Line[],
  { rates }: AppliedRates,
  kept: ReadonlyMap<string, LineTax> = new Map(),
): Line[] {
  return lines.map((line) => {
    if (line.taxRateId === null) return line;
    const rate = rates.get(line.taxRateId);
    return { ...line, tax: kept.get(line.taxRateId) ?? (rate ? taxOf(rate) : line.tax) };
  });
}

function withAmounts(
  paper: Pick<Paper, 'pricesIncludeTax' | keyof Discounts>,
  lines: UnpricedLine[],
  step?: number,
): InvoiceLine[] {
  const { lines: amounts } = calculate({
    lines: lines.map(({ quantity, unitAmount, tax, ...discounts }) => ({
      ...{ quantity, unitAmount, tax, discount: discountIn(discounts) },
    })),
    discount: discountIn(paper),
    pricesIncludeTax: paper.pricesIncludeTax,
    ...(step && { step }),
  });
  return lines.map((line, at) => ({ ...line, ...(amounts[at] as (typeof amounts)[number]) }));
}

/** What a form has sold, with the taxes that were promised. */
export type Sale = {
  lines: readonly Pick<InvoiceLine, 'description' | 'quantity' | 'unitAmount' | 'discount' | 'taxRateId' | 'tax'>[];
  pricesIncludeTax: boolean;
  taxedAs: BuyerKind | null;
  vatIdCheck: VatIdCheck | null;
  /** The smallest amount that can be charged. */
  step: number;
};

/** What an invoice says that only names its buyer. */
export function paperFor(buyer: Buyer): Paper {
  return { ...blank, buyer };
}

/** What the invoice of a sale says. */
export function paperOfSale(
  { lines, pricesIncludeTax, taxedAs, vatIdCheck, step }: Sale,
  buyer: Buyer | null,
): Paper & { lines: InvoiceLine[] } {
  const paper = { ...blank, buyer, pricesIncludeTax, taxedAs, vatIdCheck };
  const sold = lines.map((line, at) => ({
    ...{ position: at + 1, unit: null, discountPercent: null, itemId: null, ...line },
  }));
  return { ...paper, lines: withAmounts(paper, sold, step) };
}

function discountIn({ discount, discountPercent }: Discounts): Discount | null {
  if (discountPercent !== null) return { percent: discountPercent };
  return discount === null ? null : { amount: discount };
}

/** The lines of an invoice, one of which stands for an amount alone. */
export function linesOf(paper: Paper, row: { amount: number | null; description: string | null }): InvoiceLine[] {
  if (paper.lines) return paper.lines;
  const { amount, description } = row;
  if (amount === null) return [];
  return [
    {
      ...{ position: 1, description: description ?? '', quantity: '1', unit: null, unitAmount: amount },
      ...{ discount: null, discountPercent: null, taxRateId: null, tax: null, itemId: null },
      ...{ discountAmount: 0, netAmount: amount, taxAmount: 0, grossAmount: amount },
    },
  ];
}

export function totalsOfLines(lines: readonly InvoiceLine[]): Totals {
  const discount = lines.reduce((sum, { discountAmount }) => sum + discountAmount, 0);
  return { ...totalsOf(taxesOf(lines)), discount };
}
