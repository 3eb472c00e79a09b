// Invoices of our own by mail: to who owes them, with a link to their page and their document attached; and reminders of them.

import type { Context, ReadContext, WriteContext } from '../context/context.ts';
import { MailError, type MailKind, type OutgoingMail } from '../context/mailer.ts';
import type { Row } from '../database/dialect.ts';
import { publish } from '../events/events.ts';
import { languageOfInvoice } from '../invoices/buyer-language.ts';
import { documentName, readDocument, whyNoDocument } from '../invoices/documents.ts';
import { invoiceLink } from '../invoices/invoice-link.ts';
import { openAmount } from '../invoices/invoices.ts';
import { fail } from '../lib/errors.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import { dayAtSite } from '../settings/site.ts';
import { factsOf, takePaper, writeMail } from './compose.ts';
import type { InvoiceMailPreview, ListedMail, NewInvoiceMail } from './mails.schemas.ts';
import { findMail } from './mails.ts';
import { addMails, type NewMail } from './outbox.ts';

const kinds = ['invoiceToPay', 'invoiceReminder', 'invoiceOverdue', 'invoicePaid'] as const satisfies MailKind[];
export type InvoiceMailKind = (typeof kinds)[number];

/** More than a mail server accepts is left out: the page has it. */
const maxAttachedBytes = 5 * 1024 * 1024;

export type MailedInvoice = NonNullable<Awaited<ReturnType<typeof readMailed>>>;

/** With the address of its contact. */
async function readMailed(ctx: ReadContext, invoiceId: string) {
  return ctx.db
    .selectFrom('invoices')
    .leftJoin('contacts', 'contacts.id', 'invoices.contactId')
    .selectAll('invoices')
    .select(['contacts.name as contactName', 'contacts.email as contactEmail'])
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirst();
}

/**
 * Stores the mail with what is to pay, or with a copy of what is paid. With the same `operation` again, it returns the first one.
 * Throws invoice_not_found, and conflict with the reason.
 */
export async function sendInvoiceMail(
  ctx: WriteContext,
  invoiceId: string,
  input: NewInvoiceMail,
  operation: string,
): Promise<ListedMail> {
  const invoice = await findMailable(ctx, invoiceId);
  return mailInvoice(ctx, invoice, { ...input, kind: usualKind(invoice) }, operation);
}

/** Throws conflict for a paid one that was never issued: there is no document to send a copy of. */
function usualKind({ status, issuedAt }: MailedInvoice): InvoiceMailKind {
  if (status !== 'paid') return 'invoiceToPay';
  if (issuedAt === null)
    throw fail('conflict', 'This invoice is paid but was not issued, so there is no copy to send. Issue it first');
  return 'invoicePaid';
}

/** By whether it is due. */
export function reminderKind(ctx: ReadContext, { dueAt }: Pick<MailedInvoice, 'dueAt'>): InvoiceMailKind {
  return dueAt !== null && dueAt < ctx.now().toISOString() ? 'invoiceOverdue' : 'invoiceReminder';
}

/** The mail as it would be sent now. Throws as sendInvoiceMail does, but for one without an address. */
export async function previewInvoiceMail(
  ctx: ReadContext,
  invoiceId: string,
  { isReminder }: { isReminder: boolean },
): Promise<InvoiceMailPreview> {
  const invoice = await (isReminder ? findPayable : findMailable)(ctx, invoiceId);
  const kind = isReminder ? reminderKind(ctx, invoice) : usualKind(invoice);
  const { subject, text, language } = await writeInvoiceMail(ctx, invoice, kind);
  const attachments = invoice.issuedAt === null ? [] : [documentName(invoice, 'pdf')];
  return { kind, recipient: invoice.contactEmail, language, subject, text, attachments };
}

/** Throws invoice_not_found, and conflict for one that cannot be paid. */
export async function findPayable(ctx: ReadContext, invoiceId: string): Promise<MailedInvoice> {
  const invoice = await findMailable(ctx, invoiceId);
  if (invoice.status === 'paid') throw fail('conflict', 'This invoice is paid');
  return invoice;
}

/** Throws invoice_not_found, and conflict for one that is neither paid nor can be. */
async function findMailable(ctx: ReadContext, invoiceId: string): Promise<MailedInvoice> {
  const invoice = await readMailed(ctx, invoiceId);
  if (!invoice) throw fail('invoice_not_found');
  const { status, amount, currency } = invoice;
  if (invoice.processorInvoiceId !== null) throw fail('conflict', 'The payment processor sends this invoice');
  if (status !== 'open' && status !== 'paid')
    throw fail('conflict', `Only open and paid invoices can be sent. This invoice is ${status}`);
  if (amount === null || currency === null || (status === 'open' && openAmount(invoice) === 0))
    throw fail('conflict', 'Nothing is left to pay on this invoice');
  return invoice;
}

/** Stores the mail that a person or program asks for. Throws conflict without an address. */
export async function mailInvoice(
  ctx: WriteContext,
  invoice: MailedInvoice,
  { kind, to, message }: NonNullable<NewInvoiceMail> & { kind: InvoiceMailKind },
  operation: string,
): Promise<ListedMail> {
  const recipient = requireRecipient(ctx, kind, to ?? invoice.contactEmail);
  // A user may send it again.
  const key = `${kind}:${invoice.id}:${operation}`;
  await addInvoiceMail(ctx, invoice, { kind, key, recipient }, message ?? null);
  return findMail(ctx, key);
}

/** Throws conflict for a kind that is switched off, and without an address. */
function requireRecipient(ctx: WriteContext, kind: MailKind, email: string | null): string {
  if (!ctx.wantsMail(kind)) throw fail('conflict', 'Mails of this kind are switched off in the settings');
  if (email !== null && isMailAddress(email)) return email;
  throw fail('conflict', 'The invoice has no contact with an email address. Enter one first');
}

/** Stores a mail of an invoice that can be paid. */
export async function addInvoiceMail(
  ctx: WriteContext,
  invoice: MailedInvoice,
  { kind, ...mail }: Pick<NewMail, 'key' | 'recipient'> & { kind: InvoiceMailKind },
  message: string | null = null,
): Promise<void> {
  const rendered = await writeInvoiceMail(ctx, invoice, kind, message);
  await addMails(ctx, [{ ...rendered, ...mail, kind, about: invoice.id }]);
}

async function writeInvoiceMail(
  ctx: ReadContext,
  invoice: MailedInvoice,
  kind: InvoiceMailKind,
  message: string | null = null,
) {
  const { id, number, description, amountPaid, amountCredited, dueAt, contactName } = invoice;
  const paper = await takePaper(ctx, kind, await languageOfInvoice(ctx, invoice));
  const { formats, language } = paper;
  const { words } = language.texts.mails;
  const { credited, open } = language.texts.invoicePage;
  const money = (value: number): string => formats.money(value, invoice.currency as string);
  const due = dueAt === null ? null : formats.day(await dayAtSite(ctx, new Date(dueAt)));
  const isPaid = kind === 'invoicePaid';
  const left = money(openAmount(invoice));
  const isReduced = !isPaid && (amountPaid > 0 || amountCredited > 0);
  const total = money(invoice.amount as number);
  const values = {
    ...{ name: contactName, number, description, due, amount: isPaid ? total : left },
    link: invoiceLink(ctx, id),
    details: factsOf([
      [words.number, number],
      [words.description, description],
      [words.amount, total],
      [credited, amountCredited > 0 ? money(amountCredited) : null],
      [words.paid, amountPaid > 0 ? money(amountPaid) : null],
      [open, isReduced ? left : null],
      [words.due, isPaid ? null : due],
    ]),
  };
  return writeMail(paper, values, message);
}

type MailedNote = NonNullable<Awaited<ReturnType<typeof readMailedNote>>>;

/** With its invoice, and the address of its contact. */
async function readMailedNote(ctx: ReadContext, noteId: string) {
  return ctx.db
    .selectFrom('creditNotes')
    .innerJoin('invoices', 'invoices.id', 'creditNotes.invoiceId')
    .leftJoin('contacts', 'contacts.id', 'creditNotes.contactId')
    .selectAll('creditNotes')
    .select(['invoices.number as invoiceNumber', 'invoices.description'])
    .select(['contacts.name as contactName', 'contacts.email as contactEmail'])
    .where('creditNotes.id', '=', noteId)
    .executeTakeFirst();
}

async function findMailedNote(ctx: ReadContext, noteId: string): Promise<MailedNote> {
  const note = await readMailedNote(ctx, noteId);
  if (!note) throw fail('credit_note_not_found');
  return note;
}

/** The mail of a credit note as it would be sent now. Throws credit_note_not_found. */
export async function previewCreditNoteMail(ctx: ReadContext, noteId: string): Promise<InvoiceMailPreview> {
  const note = await findMailedNote(ctx, noteId);
  const { subject, text, language } = await writeCreditNoteMail(ctx, note);
  const attachments = [documentName(note, 'pdf')];
  return { kind: 'creditNote', recipient: note.contactEmail, language, subject, text, attachments };
}

/** Stores the mail of a credit note. Throws credit_note_not_found, and conflict without an address. */
export async function sendCreditNoteMail(
  ctx: WriteContext,
  noteId: string,
  input: NewInvoiceMail,
  operation: string,
): Promise<ListedMail> {
  const note = await findMailedNote(ctx, noteId);
  const recipient = requireRecipient(ctx, 'creditNote', input?.to ?? note.contactEmail);
  const key = `creditNote:${noteId}:${operation}`;
  const rendered = await writeCreditNoteMail(ctx, note, input?.message ?? null);
  await addMails(ctx, [{ ...rendered, key, recipient, kind: 'creditNote', about: noteId }]);
  return findMail(ctx, key);
}

async function writeCreditNoteMail(ctx: ReadContext, note: MailedNote, message: string | null = null) {
  const paper = await takePaper(ctx, 'creditNote', await languageOfInvoice(ctx, note));
  const { formats, language } = paper;
  const { words } = language.texts.mails;
  const { invoiceNumber, description, contactName } = note;
  const amount = formats.money(note.amount, note.currency);
  const values = {
    ...{ name: contactName, number: invoiceNumber, description, amount, link: invoiceLink(ctx, note.invoiceId) },
    details: factsOf([
      [language.texts.invoicePaper.creditNote, note.number],
      [words.number, invoiceNumber],
      [words.description, description],
      [words.amount, amount],
    ]),
  };
  return writeMail(paper, values, message);
}

/**
 * The document that a mail of an invoice has, and the receipt of its payment: the one that its page shows. Throws MailError for one that
 * cannot be rendered: that may be mended while the mail is tried again.
 */
export async function attachmentsOf(
  ctx: Context,
  { kind, about }: Pick<Row<'mails'>, 'kind' | 'about'>,
): Promise<OutgoingMail['attachments']> {
  const record = await mailedRecord(ctx, { kind, about });
  if (record === null) return [];
  const document = await readDocument(ctx, record, 'pdf').catch((error) => {
    const reason = whyNoDocument(error);
    throw reason === null ? error : new MailError('message', false, reason, error);
  });
  const { filename: name, contentType: type, body: content } = document;
  return content.length > maxAttachedBytes ? [] : [{ name, type, content }];
}

/** The credit note of a mail, or its invoice, if it was issued. */
async function mailedRecord(
  ctx: ReadContext,
  { kind, about }: Pick<Row<'mails'>, 'kind' | 'about'>,
): Promise<Parameters<typeof readDocument>[1] | null> {
  if (about !== null && kind === 'creditNote') return { kind: 'creditNote', id: about };
  if (about === null || !(isOfInvoice(kind) || kind === 'receipt')) return null;
  const issued = ctx.db.selectFrom('invoices').select('id').where('issuedAt', 'is not', null);
  const paid = ctx.db.selectFrom('payments').select('invoiceId').where('id', '=', about);
  const found = issued.where('id', 'in', kind === 'receipt' ? paid : [about]);
  const invoice = await found.executeTakeFirst();
  return invoice ? { kind: 'invoice', id: invoice.id } : null;
}

function isOfInvoice(kind: Row<'mails'>['kind']): kind is InvoiceMailKind {
  return (kinds as readonly string[]).includes(kind);
}

function isReminder(kind: InvoiceMailKind): boolean {
  return kind === 'invoiceReminder' || kind === 'invoiceOverdue';
}

type SentMail = Pick<Row<'mails'>, 'id' | 'kind' | 'about' | 'attempts'> & { sentAt: string };

/** A mail server has just accepted this mail: publishes that its invoice or credit note was sent, or its contact reminded of it. */
export async function publishSentDocument(ctx: WriteContext, mail: SentMail): Promise<void> {
  if (mail.about === null) return;
  if (mail.kind === 'creditNote') return publishSentNote(ctx, mail.about, mail);
  if (!isOfInvoice(mail.kind)) return;
  const invoices = ctx.db
    .selectFrom('invoices')
    .select(['id', 'contactId', 'number', 'amount', 'amountPaid', 'currency'])
    .where('id', '=', mail.about);
  const row = await ctx.dialect.lockRows(invoices).executeTakeFirst();
  if (!row) return;
  const { id, contactId, ...invoice } = row;
  await publish(ctx, isReminder(mail.kind) ? 'invoice.reminded' : 'invoice.sent', {
    key: `invoice-sent:${mail.id}:${mail.attempts}`,
    subject: id,
    contactId,
    data: { invoiceId: id, mailId: mail.id, sentAt: mail.sentAt, invoice },
    facts: null,
  });
}

async function publishSentNote(ctx: WriteContext, noteId: string, { id: mailId, attempts, sentAt }: SentMail) {
  const notes = ctx.db
    .selectFrom('creditNotes')
    .select(['invoiceId', 'contactId', 'number', 'amount', 'currency'])
    .where('id', '=', noteId);
  const row = await ctx.dialect.lockRows(notes).executeTakeFirst();
  if (!row) return;
  const { invoiceId, contactId, ...creditNote } = row;
  await publish(ctx, 'credit_note.sent', {
    key: `credit-note-sent:${mailId}:${attempts}`,
    subject: noteId,
    contactId,
    data: { creditNoteId: noteId, invoiceId, mailId, sentAt, creditNote },
    facts: null,
  });
}
