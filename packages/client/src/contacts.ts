// Contacts.

import type {
  Contact,
  ContactChange,
  ExternalContact,
  ListContactsQuery,
  ListContactTimelineQuery,
  NewContact,
  TimelineEntry,
} from './api-types.ts';
import { type Collection, collectionAt, type External, externalAt, type Tagged } from './collection.ts';
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

/** The people that the site knows. */
export type Contacts = Collection<ContactShape> &
  External<Tagged<Contact>, ExternalContact> & {
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
    ...externalAt<Tagged<Contact>, ExternalContact>(connection, '/contacts'),
    timeline: (id, query = {}, { signal, timeoutSeconds } = {}) =>
      connection.request('GET', path`/contacts/${id}/timeline`, { query, signal, timeoutSeconds }),
  };
}
