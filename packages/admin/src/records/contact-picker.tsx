// Chooses a contact by typing a part of the name or address.

import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { contactQuery, nameOfContact } from './contact-link.tsx';

type ContactPickerProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | null;
  onChange(id: string | null): void;
};

export function ContactPicker({ value, onChange, ...props }: ContactPickerProps) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 200);
  const query = { search: asked, limit: 20 };
  const { data } = useQuery({
    queryKey: ['contacts', 'list', query],
    queryFn: ({ signal }) => api.contacts.list(asked === '' ? { limit: 20 } : query, { signal }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({ ...contactQuery(value ?? ''), enabled: value !== null }).data;
  const known = [...(data?.items ?? [])];
  if (chosen && !known.some(({ id }) => id === chosen.id)) known.unshift(chosen);
  return (
    <Select
      {...props}
      searchable
      clearable
      placeholder="Type a name or an e-mail address"
      nothingFoundMessage="No contact has this name or address"
      // The server has done the searching.
      filter={({ options }) => options}
      data={known.map((contact) => ({ value: contact.id, label: labelOf(contact) }))}
      value={value}
      onChange={onChange}
      onSearchChange={(text) => setSearch(known.some((contact) => labelOf(contact) === text) ? '' : text)}
    />
  );
}

function labelOf(contact: Parameters<typeof nameOfContact>[0]): string {
  const name = nameOfContact(contact);
  return contact.email && contact.email !== name ? `${name} (${contact.email})` : name;
}
