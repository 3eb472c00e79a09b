// Payments: one intended charge each.

import type { ReadContext, WriteContext } from '../context.ts';

export type NewPayment = {
  /** `pay_…`, made by the caller (idFrom), so that a second run finds the first one's row. */
  id: string;
  amount: number;
  currency: string;
  description: string | null;
  contactId: string | null;
  invoiceId: string | null;
  submissionId: string | null;
  email: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
};

/** Stores an open payment; nothing happens where its id exists. */
export async function openPayment(_ctx: WriteContext, _payment: NewPayment): Promise<void> {
  throw new Error('not here yet');
}

/** Sets the contact of a payment that has none. */
export async function linkPaymentContact(_ctx: WriteContext, _paymentId: string, _contactId: string): Promise<void> {
  throw new Error('not here yet');
}

/** A payment as the API and the events tell it; null for an unknown id. */
export async function describePayment(_ctx: ReadContext, _id: string | null): Promise<Record<string, unknown> | null> {
  throw new Error('not here yet');
}
