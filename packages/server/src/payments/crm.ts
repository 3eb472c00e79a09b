// What payments ask of the CRM. Slices do not import each other: the composition root hands these functions in.

import type { ReadContext, WriteContext } from '../context.ts';

export type PersonHints = { email?: string | null; name?: string | null; phone?: string | null };

/** The processor's invoice in our own terms. */
export type ProcessorInvoice = {
  processorInvoiceId: string;
  /** Ours, from its metadata, where it was made for one. */
  invoiceId: string | null;
  contactId: string | null;
  subscriptionId: string | null;
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  amount: number;
  amountPaid: number;
  currency: string;
  description: string | null;
  dueAt: string | null;
  paidAt: string | null;
};

export type Crm = {
  /** Makes a stub contact with this id unless it exists (a contactId of the caller's that is new to us). */
  ensureContact(ctx: WriteContext, contactId: string): Promise<void>;
  /** Makes a stub invoice with this id unless it exists; fills what a stub lacks. */
  ensureInvoice(
    ctx: WriteContext,
    invoiceId: string,
    facts: { contactId: string | null; amount: number; currency: string; description: string | null },
  ): Promise<void>;
  /**
   * The contact behind a payer, first hit wins: `contactId` if it exists (or is made as a stub), the contact of the
   * processor's customer, the contact with this e-mail, a new contact if there is an e-mail. Fills blanks of the
   * contact, never overwrites; remembers customer → contact. Null where nothing is known.
   */
  resolveContact(
    ctx: WriteContext,
    hints: { contactId?: string | null; customerId?: string | null } & PersonHints,
  ): Promise<string | null>;
  /** Stores the processor's invoice as ours, once; answers our id. */
  saveProcessorInvoice(ctx: WriteContext, invoice: ProcessorInvoice): Promise<string>;
  /** Our id of a processor's invoice. */
  findInvoice(ctx: ReadContext, processorInvoiceId: string): Promise<string | null>;
  /** A payment of ours paid this invoice (in whole or part). */
  settleInvoice(
    ctx: WriteContext,
    invoiceId: string,
    payment: { amount: number; currency: string; paidAt: string },
  ): Promise<void>;
};
