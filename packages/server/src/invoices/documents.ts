// The documents of what was issued: rendered once, after its issue by a job or when one is first read, and stored. What is shown later is
// what was sent. All that they say was stored at the issue (paper.ts), so that it does not matter when that is.

import { type Context, inTransaction, type ReadContext, timeOf, unrecorded } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import type { Job } from '../jobs/queue.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import { sha256 } from '../lib/crypto.ts';
import { fail, Problem } from '../lib/errors.ts';
import { dayOf } from '../lib/zone-days.ts';
import { drawLogo } from '../settings/site-logo.ts';
import { languageOfInvoice } from './buyer-language.ts';
import { creditNoteJson } from './credit-notes.ts';
import { openAtIssue, type Printed, writePage } from './document-page.ts';
import { renderInTurn, UnrenderableError } from './document-renderer.ts';
import { creditNoteToEInvoice, invoiceToEInvoice, missingForXRechnung } from './e-invoice.ts';
import { epcCode } from './epc-code.ts';
import { invoiceJson } from './invoices.ts';
import { previewInvoice } from './issue-invoice.ts';
import { type Letterhead, readLetterhead } from './letterhead.ts';
import { type DocumentRecord, renderTask } from './render-later.ts';
import { writeCii } from './write-cii.ts';
import { writeUbl, writeXRechnung } from './write-ubl.ts';

export const documentFormats = ['pdf', 'ubl', 'cii', 'xrechnung'] as const;
export type DocumentFormat = (typeof documentFormats)[number];
/** Characters of what is on a document. A picture draws each of them. */
const maxPictured = 20_000;
/** What was not issued is shown, and never stored. */
const previewFormats = ['pdf', 'svg'] as const;
type PreviewFormat = (typeof previewFormats)[number];
export const readableFormats = [...documentFormats, 'svg'] as const;
export type ReadableFormat = (typeof readableFormats)[number];

export type Document = {
  filename: string;
  contentType: string;
  /** SHA-256, in hexadecimal digits. */
  digest: string;
  body: Buffer;
  /** Of what was not issued. */
  isPreview: boolean;
};

/** A record with what its documents need. */
type Source = Printed & {
  record: DocumentRecord;
  letterhead: Letterhead;
  number: string | null;
  issuedAt: string | null;
};

/**
 * A document of an invoice or credit note. One that was not issued has a preview as PDF and as a picture. Throws invoice_not_found,
 * credit_note_not_found, and conflict for what has no such document.
 */
export async function readDocument(ctx: Context, record: DocumentRecord, format: ReadableFormat): Promise<Document> {
  const source = await readSource(ctx, record);
  if (source.issuedAt === null) return describe(source, format, await preview(ctx, source, format));
  if (format === 'svg') throw fail('conflict', 'There is a picture only of what is not issued. Read the PDF');
  return describe(source, format, await readStored(ctx, source, format));
}

/** The formats that there are of what was issued, in the order in which they are offered. What lacks something is no e-invoice. */
export async function formatsOf(ctx: ReadContext, record: DocumentRecord): Promise<DocumentFormat[]> {
  const source = await readSource(ctx, record);
  if (source.issuedAt === null) return [];
  const eInvoice = await unlessConflict(Promise.resolve(source).then(eInvoiceOf));
  if (eInvoice === null) return ['pdf'];
  return documentFormats.filter((format) => format !== 'xrechnung' || missingForXRechnung(eInvoice).length === 0);
}

/** The stored bytes, which are rendered if there are none. */
async function readStored(ctx: Context, source: Source, format: DocumentFormat): Promise<Buffer> {
  const { id } = source.record;
  const found =
    (await findStored(ctx, id, format)) ?? (await store(ctx, id, format, await render(ctx, source, format)));
  return found.bytes;
}

function findStored(ctx: ReadContext, recordId: string, format: DocumentFormat) {
  return ctx.db
    .selectFrom('documents')
    .select('bytes')
    .where('recordId', '=', recordId)
    .where('format', '=', format)
    .executeTakeFirst();
}

/** Two may render at once: the one who stores first is right. */
async function store(context: Context, recordId: string, format: DocumentFormat, bytes: Buffer) {
  const ctx = unrecorded(context);
  return inTransaction(ctx, async (ctx) => {
    const row: Row<'documents'> = { recordId, format, digest: sha256(bytes), bytes, createdAt: timeOf(ctx) };
    await ctx.db
      .insertInto('documents')
      .values(row)
      .onConflict((conflict) => conflict.columns(['recordId', 'format']).doNothing())
      .execute();
    return (await findStored(ctx, recordId, format)) ?? row;
  });
}

async function render(ctx: Context, source: Source, format: DocumentFormat): Promise<Buffer> {
  if (format !== 'pdf') return Buffer.from(writers[format](eInvoiceOf(source)));
  return renderPage(ctx, source, { format, xml: await eInvoiceInside(ctx, source) });
}

const writers = { ubl: writeUbl, cii: writeCii, xrechnung: writeXRechnung };

function eInvoiceOf({ invoice, note, dueDay }: Source) {
  return note ? creditNoteToEInvoice(note, invoice) : invoiceToEInvoice(invoice, dueDay);
}

/** What the PDF carries; null if the invoice does not say all that the standard needs. */
async function eInvoiceInside(ctx: Context, source: Source): Promise<string | null> {
  const bytes = await unlessConflict(readStored(ctx, source, 'cii'));
  return bytes?.toString() ?? null;
}

async function renderPage(
  ctx: Context,
  source: Source,
  { format, xml }: { format: PreviewFormat; xml: string | null },
): Promise<Buffer> {
  const { invoice, letterhead, isDraft, issuedAt, number } = source;
  const { currency, seller } = invoice;
  if (currency === null || invoice.amount === null) throw fail('conflict', 'The invoice has no amount yet');
  const logo = letterhead.logo && (await drawLogo(ctx, letterhead.logo, 'document'));
  const amount = isDraft ? 0 : openAtIssue(source, letterhead);
  const qr = epcCode({ seller: seller ?? {}, amount, currency, reference: number ?? '' });
  // A preview is the same until the draft changes.
  const createdAt = Math.floor(Date.parse(issuedAt ?? invoice.updatedAt) / 1000);
  const page = await writePage(source, letterhead);
  if (format === 'svg' && JSON.stringify(page).length > maxPictured)
    throw fail('conflict', 'This draft is too long for a picture. Read the PDF');
  return renderInTurn({ format, page, logo: logo ? logo.toString('base64') : null, qr, xml, createdAt });
}

async function preview(ctx: Context, source: Source, format: ReadableFormat): Promise<Buffer> {
  const { status, processorInvoiceId } = source.invoice;
  if (processorInvoiceId !== null) throw fail('conflict', 'The payment processor issues this invoice');
  if (!isShown(format) || status === 'void' || status === 'uncollectible')
    throw fail('conflict', 'Only what was issued has this document. Issue the invoice first');
  return renderPage(ctx, source, { format, xml: null });
}

async function readSource(ctx: ReadContext, record: DocumentRecord): Promise<Source> {
  const note = record.kind === 'creditNote' ? await readNote(ctx, record.id) : null;
  const invoices = ctx.db.selectFrom('invoices').selectAll();
  const stored = await invoices.where('id', '=', note?.invoiceId ?? record.id).executeTakeFirst();
  if (!stored) throw fail('invoice_not_found');
  const isDraft = stored.issuedAt === null;
  const row = isDraft ? await previewInvoice(ctx, stored) : stored;
  const invoice = invoiceJson(row);
  const printed = note ? creditNoteJson(note) : null;
  const { seller, number, issuedAt } = printed ?? invoice;
  const kept = (JSON.parse((note ?? row).paper ?? '{}') as { letterhead?: Letterhead }).letterhead;
  const buyerLanguage = kept ? null : await languageOfInvoice(ctx, row);
  const letterhead = kept ?? (await readLetterhead(ctx, { seller, buyerLanguage, amountPaid: row.amountPaid }));
  const zone = letterhead.timeZone ?? 'UTC';
  const dueDay = invoice.dueAt === null ? null : dayOf(new Date(invoice.dueAt), zone).toString();
  return { record, invoice, note: printed, dueDay, isDraft, letterhead, number, issuedAt };
}

async function readNote(ctx: ReadContext, id: string): Promise<Row<'creditNotes'>> {
  const notes = ctx.db.selectFrom('creditNotes').selectAll().where('id', '=', id);
  return notes.executeTakeFirstOrThrow(() => fail('credit_note_not_found'));
}

/** What the file is called. */
export function documentName({ number, id }: { number: string | null; id: string }, format: ReadableFormat): string {
  return `${baseName(number ?? id)}${endingOf(format)}`;
}

/** A number without what no name of a file has. */
export function baseName(number: string): string {
  return number.replace(/[^\p{L}\p{N}._-]+/gu, '-');
}

export function endingOf(format: ReadableFormat): string {
  return isShown(format) ? `.${format}` : `-${format}.xml`;
}

function isShown(format: ReadableFormat): format is PreviewFormat {
  return previewFormats.some((one) => one === format);
}

const contentTypes = { pdf: 'application/pdf', svg: 'image/svg+xml' };

function describe({ number, record, isDraft }: Source, format: ReadableFormat, body: Buffer): Document {
  return {
    filename: documentName({ number, id: record.id }, format),
    contentType: isShown(format) ? contentTypes[format] : 'application/xml; charset=utf-8',
    digest: sha256(body),
    body,
    isPreview: isDraft,
  };
}

/** Why a record has no such document; null for an error that says nothing about it, such as that of a database. */
export function whyNoDocument(error: unknown): string | null {
  const isReason = error instanceof UnrenderableError || (error instanceof Problem && error.code === 'conflict');
  return isReason ? error.message : null;
}

async function unlessConflict<Result>(result: Promise<Result>): Promise<Result | null> {
  return result.catch((error) => {
    if (error instanceof Problem && error.code === 'conflict') return null;
    throw error;
  });
}

export const documentTasks: Record<string, Task> = {
  [renderTask]: { run: renderAll, retryAfterMs: internalSchedule },
};

/** Renders what was just issued. An e-invoice that lacks something has no document in its syntax. */
async function renderAll(ctx: Context, job: Job): Promise<void> {
  for (const format of documentFormats) await unlessConflict(readDocument(ctx, job.payload as DocumentRecord, format));
}
