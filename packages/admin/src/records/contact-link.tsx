// The name of a contact, linked to the contact.

import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { humanize } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { findContact } from './find-contact.ts';

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
