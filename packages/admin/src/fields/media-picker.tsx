// Selects a file from the media library by its title.

import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import type { InputFault } from '../ui/saving.ts';

type MediaPickerProps = InputFault & {
  label: string;
  description: string | undefined;
  required: boolean;
  /** The ID of the media item. */
  value: string | null;
  set(id: string | null): void;
};

export function MediaPicker({ value, set, label, ...props }: MediaPickerProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    queryKey: ['media', 'options'],
    queryFn: ({ signal }) => api.media.list({ limit: 100 }, { signal }),
    staleTime: 60_000,
  });
  const options = (data?.items ?? []).map((media) => ({ value: media.id, label: media.title || media.id }));
  // Older files, which are not in the list, can be entered by ID.
  for (const id of [value, search.trim()]) {
    const isId = id !== null && /^med_[0-9a-z]+$/.test(id);
    if (isId && !options.some((option) => option.value === id)) options.push({ value: id, label: id });
  }
  return (
    <Select
      {...props}
      label={label}
      data={options}
      value={value}
      onChange={set}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      onSearchChange={setSearch}
      nothingFoundMessage="No files found. You can also enter an ID (med_…)."
      placeholder="None"
    />
  );
}
