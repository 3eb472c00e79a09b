// Contacts and invoices.

import type {
  Contact,
  ContactChange,
  Invoice,
  InvoiceChange,
  ListContactsQuery,
  ListContactTimelineQuery,
  ListedMail,
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

export type Invoices = Collection<InvoiceShape> & {
  /** Sends an open invoice to its contact by mail, with a link to pay it. */
  mail(id: string, options?: CallOptions): Promise<ListedMail>;
};

export function invoicesOf(connection: Connection): Invoices {
  return {
    ...collectionAt<InvoiceShape>(connection, '/invoices'),
    mail: (id, { signal, timeoutSeconds } = {}) =>
      connection.request('POST', path`/invoices/${id}/mail`, { signal, timeoutSeconds }),
  };
}
