// Reads the processor's objects into our own terms, in the shapes of its old and new API versions.
// Subscriptions and invoices are read in processor-billing.ts.

import type { PaymentStatus } from './payment-status.ts';

export type ProcessorObject = Record<string, unknown>;

/** Ids of ours that we wrote into the processor's metadata. A hint: anybody at its dashboard can change them. */
export type Hints = {
  payment: string | null;
  contact: string | null;
  invoice: string | null;
  submission: string | null;
  refund: string | null;
  /** What others may have written there by the names of our interface; the weaker hints. */
  contactGuess: string | null;
  invoiceGuess: string | null;
};

export type Payer = { customerId: string | null; email: string | null; name: string | null; phone: string | null };

export type Intent = {
  id: string;
  reports: PaymentStatus;
  amount: number;
  amountReceived: number;
  currency: string;
  description: string | null;
  chargeId: string | null;
  invoiceId: string | null;
  payer: Payer;
  hints: Hints;
  failureMessage: string | null;
  livemode: boolean;
  createdAt: string;
};

export function readIntent(object: ProcessorObject): Intent {
  const charge = objectOf(object.latest_charge) ?? firstOf(object.charges);
  const customer = objectOf(object.customer);
  const billing = objectOf(charge?.billing_details);
  const amount = numberOf(object.amount);
  const reports = intentStatus(object);
  return {
    id: idOf(object) ?? '',
    reports,
    amount,
    amountReceived: numberOf(object.amount_received) || (reports === 'succeeded' ? amount : 0),
    currency: textOf(object.currency) ?? 'usd',
    description: textOf(object.description),
    chargeId: idOf(object.latest_charge) ?? idOf(charge),
    invoiceId: idOf(object.invoice),
    payer: {
      customerId: idOf(object.customer),
      email: textOf(billing?.email) ?? textOf(object.receipt_email) ?? textOf(customer?.email),
      name: textOf(billing?.name) ?? textOf(customer?.name),
      phone: textOf(billing?.phone) ?? textOf(customer?.phone),
    },
    hints: hintsOf(object),
    failureMessage: textOf(objectOf(object.last_payment_error)?.message),
    livemode: object.livemode === true,
    createdAt: dateOf(object.created) ?? new Date(0).toISOString(),
  };
}

function intentStatus(object: ProcessorObject): PaymentStatus {
  const status = textOf(object.status);
  if (status === 'succeeded' || status === 'canceled') return status;
  if (status === 'processing' || status === 'requires_capture') return 'processing';
  return objectOf(object.last_payment_error) ? 'failed' : 'open';
}

export type Session = {
  id: string;
  mode: string;
  status: string;
  paymentStatus: string;
  paymentId: string | null;
  intentId: string | null;
  subscriptionId: string | null;
  invoiceId: string | null;
  url: string | null;
  expiresAt: string | null;
  amount: number;
  currency: string;
  livemode: boolean;
  createdAt: string;
  payer: Payer;
  hints: Hints;
};

export function readSession(object: ProcessorObject): Session {
  const details = objectOf(object.customer_details);
  const hints = hintsOf(object);
  const reference = textOf(object.client_reference_id);
  return {
    id: idOf(object) ?? '',
    mode: textOf(object.mode) ?? 'payment',
    status: textOf(object.status) ?? 'complete',
    paymentStatus: textOf(object.payment_status) ?? 'unpaid',
    paymentId: hints.payment ?? (reference?.startsWith('pay_') ? reference : null),
    intentId: idOf(object.payment_intent),
    subscriptionId: idOf(object.subscription),
    invoiceId: idOf(object.invoice),
    url: textOf(object.url),
    expiresAt: dateOf(object.expires_at),
    amount: numberOf(object.amount_total),
    currency: textOf(object.currency) ?? 'usd',
    livemode: object.livemode === true,
    createdAt: dateOf(object.created) ?? new Date(0).toISOString(),
    payer: {
      customerId: idOf(object.customer),
      email: textOf(details?.email) ?? textOf(object.customer_email),
      name: textOf(details?.name),
      phone: textOf(details?.phone),
    },
    hints,
  };
}

/** The intent behind a session, as far as the session tells of it; null where it has none. */
export function intentOfSession(session: Session): Intent | null {
  const { intentId, amount, currency, payer, hints, livemode, createdAt } = session;
  if (intentId === null) return null;
  const isPaid = session.paymentStatus === 'paid';
  return {
    id: intentId,
    reports: isPaid ? 'succeeded' : session.status === 'complete' ? 'processing' : 'open',
    amount,
    amountReceived: isPaid ? amount : 0,
    currency,
    description: null,
    chargeId: null,
    invoiceId: session.invoiceId,
    payer,
    hints,
    failureMessage: null,
    livemode,
    createdAt,
  };
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';

export type Refund = {
  id: string;
  intentId: string | null;
  chargeId: string | null;
  amount: number;
  currency: string;
  reason: string | null;
  status: RefundStatus;
  failureMessage: string | null;
  hints: Hints;
  createdAt: string;
};

export function readRefund(object: ProcessorObject): Refund {
  const status = textOf(object.status);
  return {
    id: idOf(object) ?? '',
    intentId: idOf(object.payment_intent),
    chargeId: idOf(object.charge),
    amount: numberOf(object.amount),
    currency: textOf(object.currency) ?? 'usd',
    reason: textOf(object.reason),
    // Anything else (requires_action …) is not settled yet.
    status: status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending',
    failureMessage: textOf(object.failure_reason),
    hints: hintsOf(object),
    createdAt: dateOf(object.created) ?? new Date(0).toISOString(),
  };
}

export function hintsOf(object: ProcessorObject): Hints {
  const metadata = objectOf(object.metadata) ?? {};
  return {
    payment: textOf(metadata.svc_payment),
    contact: textOf(metadata.svc_contact),
    invoice: textOf(metadata.svc_invoice),
    submission: textOf(metadata.svc_submission),
    refund: textOf(metadata.svc_refund),
    contactGuess: textOf(metadata.contactId) ?? textOf(metadata.contact_id),
    invoiceGuess: textOf(metadata.invoiceId) ?? textOf(metadata.invoice_id),
  };
}

const longestId = 255;

/** The id of a field that holds an id or the object itself; null for what no processor would give as an id. */
export function idOf(value: unknown): string | null {
  const id = typeof value === 'string' ? value : objectOf(value)?.id;
  if (typeof id !== 'string' || id.length > longestId || !id.isWellFormed()) return null;
  return textOf(id);
}

export function objectOf(value: unknown): ProcessorObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ProcessorObject) : null;
}

/** Text that is not empty; NUL and halves of characters are left out, as PostgreSQL cannot store them. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') || null : null;
}

/** An amount or a count; 0 for what is no whole number. */
export function numberOf(value: unknown): number {
  return Number.isSafeInteger(value) ? (value as number) : 0;
}

const endOfDates = 253_402_300_800;

/** Unix seconds as a date, up to the year 9999; null for anything else. */
export function dateOf(seconds: unknown): string | null {
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 0 || seconds >= endOfDates) return null;
  return new Date(seconds * 1000).toISOString();
}

export function listOf(value: unknown): ProcessorObject[] {
  const data: unknown = Array.isArray(value) ? value : objectOf(value)?.data;
  return Array.isArray(data) ? data.map(objectOf).filter((entry) => entry !== null) : [];
}

function firstOf(value: unknown): ProcessorObject | null {
  return listOf(value)[0] ?? null;
}
