// Finds contacts, content, forms and payments by name, for the search.

import type { Payment, PostType } from '@frontdesk/client';
import { api } from '../api.ts';
import { contactName } from '../records/contact-link.tsx';
import { formatMoney } from '../ui/format.ts';

export type FoundRecord = { id: string; label: string; kind: string } & (
  | { to: '/contacts/$contact'; params: { contact: string } }
  | { to: '/payments/$payment'; params: { payment: string } }
  | { to: '/forms/$form'; params: { form: string } }
  | { to: '/content/$type/$id'; params: { type: string; id: string } }
);

type Searched = { types: PostType[]; contacts: boolean; payments: boolean; forms: boolean };

/** The best matches of each kind that the user may see. */
export async function findRecords(search: string, searched: Searched, signal: AbortSignal): Promise<FoundRecord[]> {
  const found = await Promise.all([
    searched.contacts ? findContacts(search, searched.payments, signal) : [],
    searched.forms ? findForms(search, signal) : [],
    ...searched.types.map((type) => findItems(search, type, signal)),
  ]);
  return found.flat();
}

const maxOfKind = 5;

/** Contacts, and the latest payments of each: a payment has no name of its own. */
async function findContacts(search: string, withPayments: boolean, signal: AbortSignal): Promise<FoundRecord[]> {
  const { items } = await api.contacts.list({ search, limit: maxOfKind }, { signal });
  const payments = await Promise.all(
    items.map(async (contact) => {
      if (!withPayments) return [];
      const { items } = await api.payments.list({ contactId: contact.id, limit: 3 }, { signal });
      return items.map((payment) => foundPayment(payment, contactName(contact)));
    }),
  );
  const contacts = items.map(
    (contact): FoundRecord => ({
      id: contact.id,
      label: contactName(contact),
      kind: 'Contact',
      to: '/contacts/$contact',
      params: { contact: contact.id },
    }),
  );
  return [...contacts, ...payments.flat()];
}

function foundPayment({ id, amount, currency }: Payment, payer: string): FoundRecord {
  const label = `${formatMoney(amount, currency)} from ${payer}`;
  return { id, label, kind: 'Payment', to: '/payments/$payment', params: { payment: id } };
}

/** The API has no search for forms; a site has few. */
async function findForms(search: string, signal: AbortSignal): Promise<FoundRecord[]> {
  const { items } = await api.forms.list({ limit: 100 }, { signal });
  return items
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .slice(0, maxOfKind)
    .map(({ id, name }) => ({ id, label: name, kind: 'Form', to: '/forms/$form', params: { form: id } }));
}

async function findItems(search: string, type: PostType, signal: AbortSignal): Promise<FoundRecord[]> {
  const { items } = await api.content(type.name).list({ search, status: 'any', limit: maxOfKind }, { signal });
  return items.map(({ id, title }) => ({
    id,
    label: title,
    kind: type.label,
    to: '/content/$type/$id',
    params: { type: type.name, id },
  }));
}
