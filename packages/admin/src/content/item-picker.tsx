// Chooses another item by its title.

import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import type { InputFault } from '../ui/saving.ts';
import type { AnyListedItem } from './item-query.ts';

type ItemPickerProps = {
  label: string;
  description?: string;
  required?: boolean;
  /** Names of the types it is looked for in. */
  types: string[];
  /** Its id. */
  value: string | null;
  set(id: string | null): void;
  fault: InputFault;
};

export function ItemPicker({ label, description, required, types, value, set, fault }: ItemPickerProps) {
  const [search, setSearch] = useState('');
  const chosen = useQuery({
    queryKey: ['content', 'any', 'named', value, types],
    queryFn: () => findItem(types, value ?? ''),
    enabled: value !== null && types.length > 0,
  });
  const isNameOfChosen = chosen.data?.title === search;
  const [typed] = useDebouncedValue(isNameOfChosen ? '' : search.trim(), 200);
  const found = useQuery({
    queryKey: ['content', 'any', 'options', typed, types],
    queryFn: () => findItems(types, typed),
    enabled: types.length > 0,
    placeholderData: keepPreviousData,
  });
  const items = new Map((found.data ?? []).map((item) => [item.id, item]));
  if (chosen.data) items.set(chosen.data.id, chosen.data);
  const options = [...items.values()].map((item) => ({
    value: item.id,
    label: types.length > 1 ? `${item.title} (${item.type})` : item.title,
  }));
  // One that is gone is shown by its id, and can be taken away.
  if (value !== null && !items.has(value)) options.push({ value, label: value });
  return (
    <Select
      label={label}
      description={description}
      required={required === true}
      data={options}
      value={value}
      onChange={set}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      onSearchChange={setSearch}
      // The server has searched already, in the text as well.
      filter={({ options }) => options}
      nothingFoundMessage="None found"
      placeholder="None"
      {...fault}
    />
  );
}

async function findItems(types: string[], search: string): Promise<AnyListedItem[]> {
  const limit = types.length > 1 ? 5 : 20;
  const query = { status: 'any' as const, limit, ...(search ? { search, orderBy: 'relevance' as const } : {}) };
  const pages = await Promise.all(types.map((type) => api.content(type).list(query)));
  return pages.flatMap((page) => page.items);
}

async function findItem(types: string[], id: string): Promise<AnyListedItem | null> {
  for (const type of types) {
    const item = await api
      .content(type)
      .get(id)
      .catch(() => null);
    if (item) return item;
  }
  return null;
}
