// The name of a contact, linked to the contact.

import type { Contact } from '@frontdesk/client';
import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { humanize } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';

export function contactQuery(id: string) {
  return queryOptions({
    queryKey: ['contacts', id],
    queryFn: ({ signal }) => api.contacts.get(id, { signal }),
  });
}

type NamedContact = { id: string; name: string | null; email: string | null; phone: string | null };

export function contactName({ id, name, email, phone }: NamedContact): string {
  return name ?? email ?? phone ?? id;
}

/** The API does not tell contacts that users create in the admin from those of programs. */
export function sourceLabel(source: string): string {
  return source === 'api' ? 'Admin or API' : humanize(source);
}

/** Shows the name, email or phone number of a contact; `isPlain` leaves out the link, for rows that link elsewhere. */
export function ContactLink({ id, isPlain = false }: { id: string | null; isPlain?: boolean }) {
  const { may } = useMe();
  const mayRead = may('crm:read');
  const { data, isError } = useQuery({
    queryKey: ['contacts', 'named', id],
    queryFn: () => findContact(id ?? ''),
    enabled: id !== null && mayRead,
    staleTime: 60_000,
  });
  if (id === null) return <Dimmed>None</Dimmed>;
  if (!mayRead) return <span>{id}</span>;
  if (isError || data === null) return <Dimmed>{isError ? id : 'Deleted contact'}</Dimmed>;
  const name = data ? contactName(data) : '…';
  if (isPlain) return <span>{name}</span>;
  return (
    <TextLink to="/contacts/$contact" params={{ contact: id }}>
      {name}
    </TextLink>
  );
}

function Dimmed({ children }: { children: string }) {
  return (
    <Text component="span" inherit c="dimmed">
      {children}
    </Text>
  );
}

/** What `GET /contacts` accepts. */
const maxIds = 100;

type Batch = { ids: Set<string>; answer: Promise<Map<string, Contact>> };

let open: Batch | null = null;

/** Those that a screen asks for at the same time come with one request. Null if there is no such contact, or no longer. */
async function findContact(id: string): Promise<Contact | null> {
  if (open === null || open.ids.size >= maxIds) open = startBatch();
  open.ids.add(id);
  return (await open.answer).get(id) ?? null;
}

function startBatch(): Batch {
  const ids = new Set<string>();
  const read = async (): Promise<Map<string, Contact>> => {
    // Every row of a list asks before this.
    await new Promise((resolve) => setTimeout(resolve));
    if (open?.ids === ids) open = null;
    const { items } = await api.contacts.list({ ids: [...ids].join(), limit: maxIds });
    return new Map(items.map((contact) => [contact.id, contact]));
  };
  return { ids, answer: read() };
}
