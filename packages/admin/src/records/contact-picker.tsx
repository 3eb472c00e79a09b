// Selects a contact by name, email or phone number, or adds the one that is typed.

import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { toastError } from '../ui/toast.tsx';
import { contactName, contactQuery } from './contact-link.tsx';

type ContactPickerProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | null;
  onChange(id: string | null): void;
  /** Whether a contact can be added by its name or email. */
  canAdd?: boolean;
};

/** No ID. */
const toAdd = '+';

export function ContactPicker({ value, onChange, canAdd = false, ...props }: ContactPickerProps) {
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, 200);
  const query = { search: debounced, limit: 20 };
  const { data } = useQuery({
    queryKey: ['contacts', 'list', query],
    queryFn: ({ signal }) => api.contacts.list(debounced === '' ? { limit: 20 } : query, { signal }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({ ...contactQuery(value ?? ''), enabled: value !== null }).data;
  const known = [...(data?.items ?? [])];
  if (chosen && !known.some(({ id }) => id === chosen.id)) known.unshift(chosen);
  const typed = search.trim();
  const add = async (): Promise<void> => {
    try {
      const contact = await api.contacts.create(typed.includes('@') ? { email: typed } : { name: typed });
      queries.setQueryData(contactQuery(contact.id).queryKey, contact);
      queries.invalidateQueries({ queryKey: ['contacts', 'list'] });
      onChange(contact.id);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Select
      {...props}
      searchable
      clearable
      placeholder="Name, email or phone"
      nothingFoundMessage="No contacts found"
      // The server has already filtered the options.
      filter={({ options }) => options}
      data={[
        ...known.map((contact) => ({ value: contact.id, label: labelOf(contact) })),
        ...(canAdd && typed !== '' ? [{ value: toAdd, label: `Add “${typed}” as a contact` }] : []),
      ]}
      value={value}
      onChange={(id) => (id === toAdd ? add() : onChange(id))}
      onSearchChange={(text) => setSearch(known.some((contact) => labelOf(contact) === text) ? '' : text)}
    />
  );
}

function labelOf(contact: Parameters<typeof contactName>[0]): string {
  const name = contactName(contact);
  return contact.email && contact.email !== name ? `${name} (${contact.email})` : name;
}
