// The states of a payment and the ways between them.
//
//   open         waits for the payer
//   processing   the payer is done, the bank is not (delayed methods)
//   failed       the last try was declined; another may follow
//   canceled     given up at the processor
//   expired      its checkout session ended unpaid
//   succeeded    the money was received: final
//   report       what the processor says of a payment; it may come late, twice and in any order
//
// Money received beats everything, and a failure never blocks a later success. The table is an order: of a report and a
// state the higher one stays, so the same reports lead to the same state in whatever order and number they come.
// Only one way leads back: a new checkout session reopens a payment that ended unpaid (checkout.ts).

export type PaymentStatus = 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';

/** State → the reports that change it. */
export const moves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  open: ['processing', 'failed', 'canceled', 'expired', 'succeeded'],
  processing: ['failed', 'canceled', 'expired', 'succeeded'],
  failed: ['canceled', 'expired', 'succeeded'],
  canceled: ['expired', 'succeeded'],
  expired: ['succeeded'],
  succeeded: [],
};

/** The state after a report; the present one where the report changes nothing. */
export function nextStatus(status: PaymentStatus, report: PaymentStatus): PaymentStatus {
  return moves[status].includes(report) ? report : status;
}

/** Whether a new checkout session may reopen it. */
export function mayReopen(status: PaymentStatus): boolean {
  return status === 'expired' || status === 'canceled';
}
