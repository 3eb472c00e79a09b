// Selects an author by name.

import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { InputFault } from '../../ui/saving.ts';

type AuthorPickerProps = {
  label: string;
  description?: string;
  placeholder: string;
  required?: boolean;
  /** The slug of the author. */
  value: string | null;
  set(slug: string | null): void;
  /** An author who cannot be chosen. */
  without?: string;
  fault: InputFault;
};

export function AuthorPicker({ value, set, without, fault, ...props }: AuthorPickerProps) {
  const [search, setSearch] = useState('');
  const selected = useQuery({
    queryKey: ['authors', 'named', value],
    queryFn: () => api.authors.get(value as string).catch(() => null),
    enabled: value !== null,
  });
  // The input also shows the selected author, which is not a search.
  const [typed] = useDebouncedValue(selected.data?.name === search ? '' : search.trim(), 200);
  const found = useQuery({
    queryKey: ['authors', 'options', typed],
    queryFn: ({ signal }) => api.authors.list({ limit: 20, ...(typed ? { search: typed } : {}) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const authors = new Map((found.data?.items ?? []).map(({ slug, name }) => [slug, name]));
  if (value !== null) authors.set(value, selected.data?.name ?? authors.get(value) ?? value);
  if (without !== undefined) authors.delete(without);
  return (
    <Select
      {...props}
      data={[...authors].map(([slug, name]) => ({ value: slug, label: name }))}
      value={value}
      onChange={set}
      searchable
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': `Clear ${props.label.toLowerCase()}` }}
      onSearchChange={setSearch}
      // The server has already searched, in slugs and emails as well.
      filter={({ options }) => options}
      nothingFoundMessage="No authors found"
      {...fault}
    />
  );
}
