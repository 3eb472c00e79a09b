// Contacts and invoices.

import { type Collection, collectionAt, type OrderedQuery, type Tagged } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { Page } from './pages.ts';
import { path } from './query.ts';

export type Contact = {
  id: string;
  email: string | null;
  name: string | null;
  phone: string | null;
  /** Where it came from: api, form, payment … */
  source: string;
  /** Anything else that is known. */
  fields: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  version: number;
};

/** Members and `fields` merge; null clears or removes. */
export type ContactChange = {
  email?: string | null;
  name?: string | null;
  phone?: string | null;
  fields?: Record<string, unknown>;
};

export type ContactQuery = OrderedQuery & { search?: string; email?: string };

export type TimelineEntry = { id: string; type: string; subject: string; createdAt: string; data: unknown };

type ContactShape = {
  listed: Contact;
  one: Tagged<Contact>;
  created: Tagged<Contact>;
  query: ContactQuery;
  fresh: ContactChange;
  change: ContactChange;
};

export type Contacts = Collection<ContactShape> & {
  /** What happened to a contact. */
  timeline(id: string, query?: OrderedQuery, options?: CallOptions): Promise<Page<TimelineEntry>>;
};

export function contactsOf(connection: Connection): Contacts {
  return {
    ...collectionAt<ContactShape>(connection, '/contacts'),
    timeline: (id, query = {}, { signal } = {}) =>
      connection.request('GET', path`/contacts/${id}/timeline`, { query, signal }),
  };
}

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';

export type Invoice = {
  id: string;
  number: string | null;
  contactId: string | null;
  status: InvoiceStatus;
  /** In the smallest unit of the currency. */
  amount: number | null;
  amountPaid: number;
  currency: string | null;
  description: string | null;
  dueAt: string | null;
  paidAt: string | null;
  processorInvoiceId: string | null;
  subscriptionId: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
};

type InvoiceTexts = {
  contactId?: string | null;
  number?: string | null;
  description?: string | null;
  dueAt?: string | null;
};

export type NewInvoice = InvoiceTexts & { status?: 'draft' | 'open'; amount: number; currency: string };
export type InvoiceChange = InvoiceTexts & { status?: 'draft' | 'open' | 'void'; amount?: number; currency?: string };
export type InvoiceQuery = OrderedQuery & { status?: InvoiceStatus; contactId?: string };

type InvoiceShape = {
  listed: Invoice;
  one: Tagged<Invoice>;
  created: Tagged<Invoice>;
  query: InvoiceQuery;
  fresh: NewInvoice;
  change: InvoiceChange;
};

export type Invoices = Collection<InvoiceShape>;

export function invoicesOf(connection: Connection): Invoices {
  return collectionAt<InvoiceShape>(connection, '/invoices');
}
