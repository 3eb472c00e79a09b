// Issuing: the invoice gets its number, its day, seller and buyer as they are now, and does not change any more.

import { isDeepStrictEqual } from 'node:util';
import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { unlessTaken } from '../database/external-ids.ts';
import { fail, Problem } from '../lib/errors.ts';
import { Temporal } from '../lib/temporal.ts';
import { isBlank } from '../lib/typed-text.ts';
import { normalizeVatId } from '../lib/vat-ids.ts';
import { dayOf, startOfDay } from '../lib/zone-days.ts';
import { type Buyer, missingOf, readInvoicing, type Seller } from '../settings/invoicing.ts';
import { dayAtSite, readSite } from '../settings/site.ts';
import { type AppliedRates, taxOf } from './applied-rates.ts';
import { languageOfInvoice } from './buyer-language.ts';
import { drawNumber } from './draw-number.ts';
import type { Invoice, InvoiceLine } from './invoices.schemas.ts';
import { type InvoiceRow, invoiceJson, lockInvoice, updateInvoice } from './invoices.ts';
import { readLetterhead } from './letterhead.ts';
import { keepsTax, linesOf, type Paper, taxAnew, totalsOfLines } from './paper.ts';
import { renderLater } from './render-later.ts';
import { isOutOfScope } from './tax-prices.ts';
import { requireVatIdInUse } from './vat-id-checks.ts';

/**
 * Issues an invoice, once: asked again, it returns it. `check` gets the row first and may throw. Throws invoice_not_found,
 * seller_missing, vat_id_unchecked, and conflict for what cannot be issued.
 */
export async function issueInvoice(ctx: WriteContext, id: string, check: (row: InvoiceRow) => void): Promise<Invoice> {
  const row = await lockInvoice(ctx, id);
  if (!row) throw fail('invoice_not_found');
  check(row);
  return invoiceJson(row.issuedAt === null ? await issue(ctx, row) : row);
}

/** Issues a locked invoice that was not. What it throws, it throws before it writes. */
export async function issue(ctx: WriteContext, row: InvoiceRow): Promise<InvoiceRow> {
  if (row.processorInvoiceId !== null) throw fail('conflict', 'The payment processor issues this invoice');
  if (row.status === 'void' || row.status === 'uncollectible')
    throw fail('conflict', `This invoice is ${row.status}: create another one`);
  if (row.amount === null || row.currency === null) throw fail('conflict', 'The invoice has no amount yet');
  const { seller, dueDays } = await readInvoicing(ctx);
  const zone = (await readSite(ctx)).timeZone ?? 'UTC';
  checkSeller(seller);
  const { paper: before, rates, vatIdQuestion } = await taxAnew(ctx, row);
  const lines = linesOf(before, row);
  checkLines(lines);
  const buyer = await completeBuyer(ctx, before.buyer, row.contactId);
  const today = dayOf(ctx.now(), zone).toString();
  checkRates(lines, rates, { day: before.deliveryUntil ?? before.deliveryFrom ?? today, isKept: keepsTax(row) });
  const buyerLanguage = await languageOfInvoice(ctx, row);
  const letterhead = await readLetterhead(ctx, { seller, buyerLanguage, amountPaid: row.amountPaid });
  const vatIdCheck = vatIdQuestion ? await requireVatIdInUse(ctx, vatIdQuestion) : proofOf(before);
  // From here on, others who issue wait.
  const numbered = await numberOf(ctx, row);
  const { issueDay, issuedAt } = numbered;
  const paper: Paper = { ...before, lines, seller, buyer, vatIdCheck, letterhead };
  await renderLater(ctx, { kind: 'invoice', id: row.id });
  const { gross, tax: taxAmount } = totalsOfLines(lines);
  const amount = keepsTax(row) ? row.amount : gross;
  const isFree = amount === 0;
  const update = updateInvoice(ctx, row, {
    ...numbered,
    paper: JSON.stringify(paper),
    ...{ amount, taxAmount },
    dueAt: row.dueAt ?? endOfTerm(issueDay, dueDays, zone),
    status: isFree ? 'paid' : row.status === 'draft' ? 'open' : row.status,
    ...(isFree && { paidAt: issuedAt }),
  });
  return unlessTaken(ctx, update, () =>
    fail('conflict', `Another invoice was issued with the number ${numbered.number}. Give this one another, or null`),
  );
}

/** The same, but says what is in the way instead of throwing it. */
export async function issueIfPossible(
  ctx: WriteContext,
  row: InvoiceRow,
): Promise<{ row: InvoiceRow; obstacle: string | null }> {
  try {
    return { row: await issue(ctx, row), obstacle: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { row, obstacle: error.message };
  }
}

/** A row that is not issued, as its document would be now. */
export async function previewInvoice(ctx: ReadContext, row: InvoiceRow): Promise<InvoiceRow> {
  const { seller, dueDays } = await readInvoicing(ctx);
  const zone = (await readSite(ctx)).timeZone ?? 'UTC';
  const { paper: before } = await taxAnew(ctx, row);
  const buyer = await completeBuyer(ctx, before.buyer, row.contactId);
  const dueAt = row.dueAt ?? endOfTerm(dayOf(ctx.now(), zone).toString(), dueDays, zone);
  const amount = before.lines && !keepsTax(row) ? totalsOfLines(before.lines).gross : row.amount;
  return { ...row, amount, dueAt, paper: JSON.stringify({ ...before, seller, buyer } satisfies Paper) };
}

/** What was asked when it was sold, if it is about who buys now. */
function proofOf({ vatIdCheck, buyer }: Paper): Paper['vatIdCheck'] {
  return vatIdCheck?.vatId === normalizeVatId(buyer?.vatId ?? '') ? vatIdCheck : null;
}

/** One from elsewhere keeps its number, and takes none of ours. */
async function numberOf(ctx: WriteContext, { number }: InvoiceRow) {
  if (number === null) return drawNumber(ctx, 'invoices');
  return { number, issuedAt: timeOf(ctx), issueDay: await dayAtSite(ctx, ctx.now()) };
}

function checkSeller(seller: Seller): void {
  const missing = missingOf(seller);
  if (missing.length > 0) throw fail('seller_missing', { extra: { missing } });
}

function checkLines(lines: readonly InvoiceLine[]): void {
  if (lines.some(({ description }) => isBlank(description)))
    throw fail('conflict', 'The invoice does not say what it is for. Enter a `description`');
  const isOutside = ({ tax }: InvoiceLine): boolean => isOutOfScope(tax);
  if (lines.some(isOutside) && !lines.every(isOutside)) {
    const line = lines.find(isOutside);
    throw fail('conflict', `Line ${line?.position} has no tax rate, and others do. Give it one, if only of 0 %`);
  }
}

/** What was paid keeps a tax that does not apply any more, such as that of a rate that was deleted: it is in what was received. */
function checkRates(
  lines: readonly InvoiceLine[],
  rates: AppliedRates['rates'],
  { day, isKept }: { day: string; isKept: boolean },
): void {
  for (const { position, taxRateId, tax } of lines) {
    if (taxRateId === null) continue;
    const rate = rates.get(taxRateId);
    if (isKept && (!rate || !isDeepStrictEqual(taxOf(rate), tax))) continue;
    if (!rate) throw fail('conflict', `The tax rate of line ${position} was deleted. Choose another one`);
    if ((rate.validFrom ?? day) > day || (rate.validUntil ?? day) < day)
      throw fail('conflict', `The tax rate of line ${position}, ${rate.name}, is not valid on ${day}`);
  }
}

/** What the invoice does not say itself, the contact does. */
async function completeBuyer(ctx: ReadContext, buyer: Buyer | null, contactId: string | null): Promise<Buyer | null> {
  if (contactId === null) return buyer;
  const contacts = ctx.db.selectFrom('contacts').select(['name', 'email']).where('id', '=', contactId);
  const { name, email } = (await contacts.executeTakeFirst()) ?? {};
  return { ...(name && { name }), ...(email && { email }), ...buyer };
}

/** The end of the last day, in the time zone of the site. */
function endOfTerm(issueDay: string, days: number, timeZone: string): string {
  const next = Temporal.PlainDate.from(issueDay).add({ days: days + 1 });
  return new Date(Date.parse(startOfDay(next, timeZone)) - 1).toISOString();
}
