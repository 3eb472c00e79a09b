// An invoice of our own by mail: to its contact, with a link to pay it.

import type { WriteContext } from '../context/context.ts';
import { invoiceLink } from '../crm/invoice-link.ts';
import type { Row } from '../database/dialect.ts';
import { publish } from '../events/events.ts';
import { fail } from '../lib/errors.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import { factsOf, takePaper, writeMail } from './compose.ts';
import type { ListedMail } from './mails.schemas.ts';
import { findMail } from './mails.ts';
import { addMails } from './outbox.ts';

const kind = 'invoiceToPay';

/** Stores the mail. Throws invoice_not_found, and conflict with the reason for one that cannot be paid or mailed. */
export async function mailInvoiceToPay(ctx: WriteContext, invoiceId: string): Promise<ListedMail> {
  const invoice = await ctx.db
    .selectFrom('invoices')
    .leftJoin('contacts', 'contacts.id', 'invoices.contactId')
    .selectAll('invoices')
    .select(['contacts.name as contactName', 'contacts.email as contactEmail'])
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirst();
  if (!invoice) throw fail('invoice_not_found');
  const { id, status, number, description, amount, amountPaid, currency, dueAt, contactName, contactEmail } = invoice;
  if (!ctx.wantsMail(kind)) throw fail('conflict', 'Mails of this kind are switched off in the settings');
  if (invoice.processorInvoiceId !== null) throw fail('conflict', 'The payment processor sends this invoice');
  if (status !== 'open') throw fail('conflict', `Only open invoices can be sent. This invoice is ${status}`);
  if (amount === null || currency === null || amount <= amountPaid)
    throw fail('conflict', 'Nothing is left to pay on this invoice');
  if (contactEmail === null || !isMailAddress(contactEmail))
    throw fail('conflict', 'The invoice has no contact with an email address. Enter one first');
  const paper = await takePaper(ctx, kind);
  const { formats, language } = paper;
  const { words } = language.texts.mails;
  const money = (value: number): string => formats.money(value, currency);
  const due = dueAt === null ? null : formats.day(dueAt.slice(0, 10));
  const rendered = writeMail(paper, {
    ...{ name: contactName, number, description, due, amount: money(amount - amountPaid) },
    link: invoiceLink(ctx, id),
    details: factsOf([
      [words.number, number],
      [words.description, description],
      [words.amount, money(amount)],
      [words.paid, amountPaid > 0 ? money(amountPaid) : null],
      [words.due, due],
    ]),
  });
  // A user may send it again.
  const key = `${kind}:${id}:${ctx.now().toISOString()}`;
  await addMails(ctx, [{ ...rendered, kind, key, recipient: contactEmail, about: id }]);
  return findMail(ctx, key);
}

/** A mail server has just accepted this mail: publishes that its invoice was sent. */
export async function publishSentInvoice(
  ctx: WriteContext,
  mail: Pick<Row<'mails'>, 'id' | 'kind' | 'about' | 'attempts'> & { sentAt: string },
): Promise<void> {
  if (mail.kind !== kind || mail.about === null) return;
  const invoices = ctx.db
    .selectFrom('invoices')
    .select(['id', 'contactId', 'number', 'amount', 'amountPaid', 'currency'])
    .where('id', '=', mail.about);
  const row = await ctx.dialect.lockRows(invoices).executeTakeFirst();
  if (!row) return;
  const { id, contactId, ...invoice } = row;
  await publish(ctx, 'invoice.sent', {
    key: `invoice-sent:${mail.id}:${mail.attempts}`,
    subject: id,
    contactId,
    data: { invoiceId: id, mailId: mail.id, sentAt: mail.sentAt, invoice },
    facts: null,
  });
}
