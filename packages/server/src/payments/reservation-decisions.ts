// What a person decides about the stock of a payment: returned after a refund, or taken again for one that was paid late.

import { type Context, inTransaction } from '../context/context.ts';
import { fail } from '../lib/errors.ts';
import { publishFulfillment } from './payment-events.ts';
import { findPayment, lockPayment, moveReserved } from './payments.ts';

/** Throws payment_not_found, not_paid, nothing_reserved, sold_out. */
export async function decideReservation(ctx: Context, idOrIntent: string, to: 'sold' | 'released'): Promise<void> {
  const found = await findPayment(ctx, idOrIntent);
  if (!found) throw fail('payment_not_found');
  await inTransaction(ctx, async (ctx) => {
    const row = await lockPayment(ctx, found.id);
    if (!row) throw fail('payment_not_found');
    if (row.reservationStatus === null) throw fail('nothing_reserved');
    // An open checkout holds it; the payer may pay at any moment.
    if (row.status !== 'succeeded') throw fail('not_paid');
    if (row.reservationStatus === to) return;
    const moved = await moveReserved(ctx, row, to);
    if (to === 'sold') await publishFulfillment(ctx, moved);
  });
}
