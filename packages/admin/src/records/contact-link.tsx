// A contact by name, leading to it.

import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMe } from '../accounts/me.ts';
import { api } from '../api.ts';
import { TextLink } from '../ui/links.tsx';

export function contactQuery(id: string) {
  return queryOptions({
    queryKey: ['contacts', id],
    queryFn: ({ signal }) => api.contacts.get(id, { signal }),
  });
}

type Known = { id: string; name: string | null; email: string | null; phone: string | null };

export function nameOfContact({ id, name, email, phone }: Known): string {
  return name ?? email ?? phone ?? id;
}

/** Name (or address) of a contact; plain text where `isPlain`, in a row that leads elsewhere. */
export function ContactLink({ id, isPlain = false }: { id: string | null; isPlain?: boolean }) {
  const { may } = useMe();
  const mayRead = may('crm:read');
  const { data, error } = useQuery({ ...contactQuery(id ?? ''), enabled: id !== null && mayRead, staleTime: 60_000 });
  if (id === null) return <Dimmed>None</Dimmed>;
  if (!mayRead) return <span>{id}</span>;
  if (error) return <Dimmed>{(error as { status?: number }).status === 404 ? 'Removed contact' : id}</Dimmed>;
  const name = data ? nameOfContact(data) : '…';
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
