// The statuses of a payment, and the transitions between them.
//
//   open         waiting for the payer
//   processing   the payer is done, the bank is not (delayed payment methods)
//   failed       the last attempt was declined; another may follow
//   canceled     canceled at the processor
//   expired      its checkout session ended unpaid
//   succeeded    the money was received: final
//   report       a status according to the processor; it may arrive late, twice and in any order
//
// A success overrides everything, and a failure never blocks a later success. The table is an order: of a status and a
// report the higher one wins, so the same reports lead to the same status in any order and number.
// The only way back: a new checkout session reopens a payment that ended unpaid (checkout.ts).

export type PaymentStatus = 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';

/** Status → the reports that change it. */
export const moves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  open: ['processing', 'failed', 'canceled', 'expired', 'succeeded'],
  processing: ['failed', 'canceled', 'expired', 'succeeded'],
  failed: ['canceled', 'expired', 'succeeded'],
  canceled: ['expired', 'succeeded'],
  expired: ['succeeded'],
  succeeded: [],
};

/** The status after a report; the current one if the report changes nothing. */
export function nextStatus(status: PaymentStatus, report: PaymentStatus): PaymentStatus {
  return moves[status].includes(report) ? report : status;
}

/** Whether a new checkout session may reopen it. */
export function mayReopen(status: PaymentStatus): boolean {
  return status === 'expired' || status === 'canceled';
}
