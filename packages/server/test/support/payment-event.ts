// The data that subscribers receive for a stored payment event, read from the current rows.

import type { ReadContext } from '../../src/context/context.ts';
import type { Row } from '../../src/database/dialect.ts';
import { describeEvent } from '../../src/event-bodies.ts';

/** Returns the `data` of the forwarded body, and the ID of the invoice. */
export async function readPaymentEvent(
  ctx: ReadContext,
  stored: Pick<Row<'events'>, 'type' | 'subject' | 'contactId' | 'data'>,
): Promise<{ data: Record<string, unknown>; invoiceId: string | null }> {
  const body = await describeEvent(ctx, { ...stored, data: JSON.parse(stored.data) }, null);
  const { data, invoice } = body as { data: Record<string, unknown>; invoice: { id: string } | null };
  return { data, invoiceId: invoice?.id ?? null };
}
