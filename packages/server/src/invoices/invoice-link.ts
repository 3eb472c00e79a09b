// Links to the page of an invoice: the person who has one may read and pay it, without signing in. They are encrypted, so they
// cannot be guessed, and say nothing about the invoice.

import type { Static } from 'typebox';
import type { Sealer } from '../lib/sealed-box.ts';
import type { Invoice, InvoiceSchema } from './invoices.schemas.ts';

type Known = { sealer: Sealer; publicUrl(): string | null };

const purpose = 'invoiceLink';

export function invoiceLink({ sealer, publicUrl }: Known, invoiceId: string): string {
  return `${publicUrl() ?? ''}/i/${sealer.sealSame(invoiceId, purpose)}`;
}

/** For those who may read invoices. Events go to other programs, and do not have it. */
export function withPageUrl(known: Known, invoice: Invoice): Static<typeof InvoiceSchema> {
  const { id, status, amount, currency } = invoice;
  const hasPage = status !== 'draft' && amount !== null && currency !== null && known.publicUrl() !== null;
  return { ...invoice, pageUrl: hasPage ? invoiceLink(known, id) : null };
}

/** The ID of the invoice; null for a link that is not ours. */
export function invoiceOfLink({ sealer }: Pick<Known, 'sealer'>, key: string): string | null {
  return sealer.unseal(key, purpose);
}
