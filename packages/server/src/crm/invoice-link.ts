// Links to pay an invoice: the person who has one may pay, without signing in. They are encrypted, so they cannot be guessed, and say
// nothing about the invoice.

import type { Sealer } from '../lib/sealed-box.ts';

type Known = { sealer: Sealer; publicUrl(): string | null };

const purpose = 'invoiceLink';

export function invoiceLink({ sealer, publicUrl }: Known, invoiceId: string): string {
  return `${publicUrl() ?? ''}/payments/invoices/${sealer.seal(invoiceId, purpose)}`;
}

/** The ID of the invoice; null for a link that is not ours. */
export function invoiceOfLink({ sealer }: Pick<Known, 'sealer'>, key: string): string | null {
  return sealer.unseal(key, purpose);
}
