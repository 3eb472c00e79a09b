// Contacts and invoices.

import type {
  Contact,
  ContactChange,
  Invoice,
  InvoiceChange,
  ListContactsQuery,
  ListContactTimelineQuery,
  ListInvoicesQuery,
  NewContact,
  NewInvoice,
  TimelineEntry,
} from './api-types.ts';
import { type Collection, collectionAt, type Tagged } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import type { Page, WithTotal } from './pages.ts';
import { path } from './query.ts';

type ContactShape = {
  listed: Contact;
  one: Tagged<Contact>;
  created: Tagged<Contact>;
  query: ListContactsQuery;
  fresh: NewContact;
  change: ContactChange;
};

export type Contacts = Collection<ContactShape> & {
  /** The events of a contact. */
  timeline<const Total extends boolean = true>(
    id: string,
    query?: ListContactTimelineQuery & WithTotal<Total>,
    options?: CallOptions,
  ): Promise<Page<TimelineEntry, Total>>;
};

export function contactsOf(connection: Connection): Contacts {
  return {
    ...collectionAt<ContactShape>(connection, '/contacts'),
    timeline: (id, query = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', path`/contacts/${id}/timeline`, { query, signal, timeoutSeconds }),
  };
}

type InvoiceShape = {
  listed: Invoice;
  one: Tagged<Invoice>;
  created: Tagged<Invoice>;
  query: ListInvoicesQuery;
  fresh: NewInvoice;
  change: InvoiceChange;
};

export type Invoices = Collection<InvoiceShape>;

export function invoicesOf(connection: Connection): Invoices {
  return collectionAt<InvoiceShape>(connection, '/invoices');
}
