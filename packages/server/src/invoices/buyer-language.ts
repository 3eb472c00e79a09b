// The language of who owes an invoice, in which its document, its page and its mails are.

import type { ReadContext } from '../context/context.ts';
import type { InvoiceRow } from './invoices.ts';
import { paperOf } from './paper.ts';

/** To sort all of a contact who submits every day would take long, and the language hardly ever changes. */
const maxRead = 100;

/**
 * That of the document, which does not change any more. Before the issue, that of the buyer, else of the page on which the contact
 * submitted a form last; null for that of the site.
 */
export async function languageOfInvoice(
  ctx: ReadContext,
  invoice: Pick<InvoiceRow, 'paper' | 'contactId'>,
): Promise<string | null> {
  return languageOnPaper(invoice) ?? (await languageOfContact(ctx, invoice.contactId));
}

/** The language that the invoice itself names; null if it does not. */
export function languageOnPaper(invoice: Pick<InvoiceRow, 'paper'>): string | null {
  const { letterhead, buyer } = paperOf(invoice);
  return letterhead?.language ?? buyer?.language ?? null;
}

/** That of the page on which the contact submitted a form last; null if it is not known. */
export async function languageOfContact(ctx: ReadContext, contactId: string | null): Promise<string | null> {
  if (contactId === null) return null;
  const submissions = ctx.db.selectFrom('submissions').select(['language', 'createdAt']);
  const known = submissions.where('contactId', '=', contactId).where('language', 'is not', null).limit(maxRead);
  const found = (await known.execute()).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return found[0]?.language ?? null;
}
