// Hosted checkout sessions.

import type { Context } from '../context.ts';

/**
 * The address where an open payment is paid: makes the processor's session, or answers the one that is open.
 * The processor is asked with the payment's id as its idempotency key, so asking again is harmless.
 * Throws processor_unreachable, processor_error, already_paid, checkout_expired.
 */
export async function startCheckout(_ctx: Context, _paymentId: string): Promise<{ url: string }> {
  throw new Error('not here yet');
}
