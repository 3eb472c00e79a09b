// The data that subscribers receive for a stored payment event, read from the current rows.

import type { ReadContext } from '../../src/context/context.ts';
import { paymentEventJson } from '../../src/payments/payment-events.ts';

type Known = { paymentId?: string; refundId?: string; invoiceId?: string };

/** Returns the `data` of the forwarded body, and the ID of the invoice. */
export async function readPaymentEvent(
  { db }: ReadContext,
  stored: { data: string },
): Promise<{ data: Record<string, unknown>; invoiceId: string | null }> {
  const data = JSON.parse(stored.data) as Known;
  const find = async (table: 'payments' | 'refunds' | 'invoices', id: string | undefined) =>
    id && (await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow());
  const facts = {
    ...(data.paymentId && { payment: await find('payments', data.paymentId) }),
    ...(data.refundId && { refund: await find('refunds', data.refundId) }),
    ...(data.invoiceId && { invoice: await find('invoices', data.invoiceId) }),
  } as Parameters<typeof paymentEventJson>[1];
  const invoiceId = data.invoiceId ?? (facts && 'payment' in facts ? facts.payment.invoiceId : null);
  const json = paymentEventJson(data as Parameters<typeof paymentEventJson>[0], facts);
  return { data: json as Record<string, unknown>, invoiceId };
}
