// Credit notes: they take back an invoice that was issued, or a part of it, in the cents that its lines have stored.

import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { listRecords, type RecordPage } from '../database/record-list.ts';
import { publishChange } from '../events/events.ts';
import { type Fault, fail, failBody } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { languageOfInvoice } from './buyer-language.ts';
import {
  addQuantities,
  type CreditableLine,
  creditableOf,
  grossOfQuantity,
  isMoreThan,
  shareCredit,
  splitCredit,
  taxesOf,
  totalsOf,
} from './calculate.ts';
import { drawNumber } from './draw-number.ts';
import type { CreditNote, CreditNoteQuery, InvoiceLine, NewCreditNote } from './invoices.schemas.ts';
import { creditNoteList } from './invoices.schemas.ts';
import { type InvoiceRow, lockInvoice, openAmount, updateInvoice } from './invoices.ts';
import { type Letterhead, readLetterhead } from './letterhead.ts';
import { paperOf } from './paper.ts';
import { renderLater } from './render-later.ts';

export type CreditNoteRow = Row<'creditNotes'>;

type Paper = Pick<CreditNote, 'lines' | 'seller' | 'buyer'> & { letterhead?: Letterhead };
type Line = CreditableLine & Pick<InvoiceLine, 'position' | 'description' | 'unit' | 'tax'>;
/** How much of a line is credited; the quantity if it was named. */
type Part = { gross: number; quantity: string | null };

export function listCreditNotes(ctx: ReadContext, query: CreditNoteQuery): Promise<RecordPage<CreditNote>> {
  return listRecords(ctx.db.selectFrom('creditNotes').selectAll(), creditNoteList, query, creditNoteJson);
}

/** All of an invoice, in the order of their issue. */
export async function creditNotesOf(ctx: ReadContext, invoiceId: string): Promise<CreditNote[]> {
  const notes = ctx.db.selectFrom('creditNotes').selectAll().where('invoiceId', '=', invoiceId);
  return (await notes.orderBy('issuedAt').orderBy('id').execute()).map(creditNoteJson);
}

/** Throws credit_note_not_found. */
export async function getCreditNote(ctx: ReadContext, id: string): Promise<CreditNote> {
  const row = await ctx.db.selectFrom('creditNotes').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw fail('credit_note_not_found');
  return creditNoteJson(row);
}

/**
 * Issues a credit note. With the same `operation` again, it returns the first one. Throws invoice_not_found, conflict for an invoice
 * that was not issued, and invalid_body for more than is left.
 */
export async function createCreditNote(
  ctx: WriteContext,
  invoiceId: string,
  input: NewCreditNote,
  operation: string,
): Promise<CreditNote> {
  const invoice = await lockInvoice(ctx, invoiceId);
  if (!invoice) throw fail('invoice_not_found');
  const id = idFrom('cn', operation);
  const known = await ctx.db.selectFrom('creditNotes').selectAll().where('id', '=', id).executeTakeFirst();
  if (known) return creditNoteJson(known);
  if (invoice.issuedAt === null) throw fail('conflict', 'Only what was issued is credited. Change or void the invoice');
  const lines = await creditableLines(ctx, invoice);
  const { note } = await credit(ctx, invoice, {
    id,
    parts: partsOf(lines, input),
    lines,
    reason: input.reason ?? null,
  });
  return creditNoteJson(note);
}

/**
 * Credits an issued invoice with what was refunded of its payment, or with what is left to credit if that is less. Once for each
 * refund; nothing happens if nothing is left.
 */
export async function creditRefund(
  ctx: WriteContext,
  invoiceId: string,
  refund: { id: string; amount: number },
): Promise<void> {
  const invoice = await lockInvoice(ctx, invoiceId);
  if (!invoice || invoice.issuedAt === null) return;
  const id = idFrom('cn', refund.id);
  if (await ctx.db.selectFrom('creditNotes').select('id').where('id', '=', id).executeTakeFirst()) return;
  const lines = await creditableLines(ctx, invoice);
  const left = lines.reduce((sum, line) => sum + creditableOf(line), 0);
  const amount = Math.min(refund.amount, left);
  if (amount === 0) return;
  const parts = partsOf(lines, { amount });
  await credit(ctx, invoice, { id, parts, lines, reason: null, refundId: refund.id });
}

/** Withdraws a locked invoice that was issued: all of it is credited. Throws conflict if something was paid. */
export async function voidIssued(ctx: WriteContext, invoice: InvoiceRow): Promise<InvoiceRow> {
  if (invoice.amountPaid > 0)
    throw fail('conflict', 'Something has been paid. Create a credit note, and refund what was paid');
  const lines = await creditableLines(ctx, invoice);
  const parts = lines.map((line) => ({ gross: creditableOf(line), quantity: null }));
  const { credited } = await credit(ctx, invoice, { id: idFrom('cn', invoice.id), parts, lines, reason: null });
  return credited;
}

/** Takes only the contact from them, who goes away: they stay as they were sent. Returns how many there were. */
export async function detachCreditNotes(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const detached = await ctx.db
    .updateTable('creditNotes')
    .set((eb) => ({ contactId: null, version: eb('version', '+', 1), updatedAt: timeOf(ctx) }))
    .where('id', 'in', ['', ...ids])
    .returning('id')
    .execute();
  return detached.length;
}

/** The lines of an invoice with what was taken back of them. */
async function creditableLines(ctx: ReadContext, invoice: InvoiceRow): Promise<Line[]> {
  const notes = await ctx.db.selectFrom('creditNotes').select('paper').where('invoiceId', '=', invoice.id).execute();
  const taken = notes.flatMap(({ paper }) => (JSON.parse(paper) as Paper).lines);
  return (paperOf(invoice).lines ?? []).map((line) => {
    const own = taken.filter(({ position }) => position === line.position);
    return {
      ...line,
      creditedAmount: own.reduce((sum, { grossAmount }) => sum + grossAmount, 0),
      creditedQuantity: own.reduce((sum, { quantity }) => addQuantities(sum, quantity ?? '0'), '0'),
    };
  });
}

/** How much of each line is credited. */
function partsOf(lines: readonly Line[], { lines: named, amount }: NewCreditNote): Part[] {
  const faults: Fault[] = [];
  const left = lines.reduce((sum, line) => sum + creditableOf(line), 0);
  if (left === 0) throw fail('conflict', 'All of the invoice has been credited');
  if (amount !== undefined) {
    if (named) faults.push({ pointer: '/amount', code: 'not_allowed', detail: 'cannot stand beside `lines`' });
    else if (amount > left) faults.push({ pointer: '/amount', code: 'maximum', detail: `must be at most ${left}` });
    if (faults.length > 0) throw failBody(faults);
    return shareCredit(lines, amount).map((gross) => ({ gross, quantity: null }));
  }
  if (!named) return lines.map((line) => restOf(line));
  const parts = new Map<number, Part>();
  for (const [at, { position, quantity, amount }] of named.entries()) {
    const line = lines.find((one) => one.position === position);
    const add = (name: string, code: Fault['code'], detail: string) =>
      faults.push({ pointer: `/lines/${at}/${name}`, code, detail });
    if (!line || parts.has(position)) {
      add('position', line ? 'not_unique' : 'not_found', line ? 'is named twice' : 'is not a line of the invoice');
      continue;
    }
    const part = quantity === undefined && amount === undefined ? restOf(line) : partOf(line, quantity, amount);
    if (quantity !== undefined && amount !== undefined) add('amount', 'not_allowed', 'cannot stand beside `quantity`');
    else if (part === null) add('quantity', 'maximum', `must be at most what is left of ${line.quantity}`);
    else if (part.gross > creditableOf(line)) add('amount', 'maximum', `must be at most ${creditableOf(line)}`);
    else parts.set(position, part);
  }
  if (faults.length === 0 && [...parts.values()].every(({ gross }) => gross === 0))
    faults.push({ pointer: '/lines', code: 'minimum', detail: 'come to nothing' });
  if (faults.length > 0) throw failBody(faults);
  return lines.map(({ position }) => parts.get(position) ?? { gross: 0, quantity: null });
}

/** Null if it is more than the quantity that is left. */
function partOf(line: Line, quantity: string | undefined, amount: number | undefined): Part | null {
  if (quantity === undefined) return { gross: amount ?? 0, quantity: null };
  if (isMoreThan(addQuantities(line.creditedQuantity, quantity), line.quantity)) return null;
  return { gross: grossOfQuantity(line, quantity), quantity };
}

/** With its quantity if nothing of it was taken back before. */
function restOf(line: Line): Part {
  const isWhole = line.creditedAmount === 0;
  return { gross: creditableOf(line), quantity: isWhole ? line.quantity : null };
}

type NewNote = {
  id: string;
  parts: readonly Part[];
  lines: readonly Line[];
  reason: string | null;
  refundId?: string | null;
};

async function credit(
  ctx: WriteContext,
  invoice: InvoiceRow,
  { id, parts, lines, reason, refundId = null }: NewNote,
): Promise<{ note: CreditNoteRow; credited: InvoiceRow }> {
  const taken = lines.flatMap((line, at) => {
    const { gross, quantity } = parts[at] as Part;
    const { position, description, unit, tax } = line;
    return gross === 0 ? [] : [{ position, description, quantity, unit, tax, ...splitCredit(line, gross) }];
  });
  const amount = taken.reduce((sum, { grossAmount }) => sum + grossAmount, 0);
  const { seller, buyer } = paperOf(invoice);
  const buyerLanguage = await languageOfInvoice(ctx, invoice);
  const letterhead = await readLetterhead(ctx, { seller, buyerLanguage, amountPaid: 0 });
  await renderLater(ctx, { kind: 'creditNote', id });
  const now = timeOf(ctx);
  const row: CreditNoteRow = {
    ...{ id, invoiceId: invoice.id, contactId: invoice.contactId, refundId, amount, reason },
    currency: invoice.currency as string,
    taxAmount: taken.reduce((sum, { taxAmount }) => sum + taxAmount, 0),
    paper: JSON.stringify({ lines: taken, seller, buyer, letterhead } satisfies Paper),
    ...(await drawNumber(ctx, 'creditNotes')),
    ...{ version: 1, createdAt: now, updatedAt: now },
  };
  const note = await ctx.db.insertInto('creditNotes').values(row).returningAll().executeTakeFirstOrThrow();
  await publishChange(ctx, 'credit_note.created', note, { contactId: note.contactId });
  return { note, credited: await settle(ctx, invoice, invoice.amountCredited + amount) };
}

/** One of which nothing is left to pay is paid, or void if nothing ever was. */
async function settle(ctx: WriteContext, invoice: InvoiceRow, amountCredited: number): Promise<InvoiceRow> {
  const isSettled = invoice.status === 'open' && openAmount({ ...invoice, amountCredited }) === 0;
  return updateInvoice(ctx, invoice, {
    amountCredited,
    ...(isSettled && (invoice.amountPaid > 0 ? { status: 'paid', paidAt: timeOf(ctx) } : { status: 'void' })),
  });
}

/** A credit note as in the API and in events. */
export function creditNoteJson(row: CreditNoteRow): CreditNote {
  const { id, number, invoiceId, contactId, refundId, amount, currency, reason, issuedAt, issueDay } = row;
  const { createdAt, updatedAt, version } = row;
  const { lines, seller, buyer } = JSON.parse(row.paper) as Paper;
  return {
    ...{ id, number, invoiceId, contactId, refundId, amount, currency, reason, lines },
    totals: totalsOf(taxesOf(lines)),
    ...{ seller, buyer, issuedAt, issueDay, createdAt, updatedAt, version },
  };
}
