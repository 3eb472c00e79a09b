// Selects another item by its title.

import type { ListedItem } from '@frontdesk/client';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { InputFault } from '../../ui/saving.ts';

type Item = ListedItem<Record<string, unknown>>;

type ItemPickerProps = {
  label: string;
  description?: string;
  required?: boolean;
  /** The types to search in. */
  types: string[];
  /** The ID of the item. */
  value: string | null;
  set(id: string | null): void;
  fault: InputFault;
  /** Whether what is selected is added elsewhere, so that nothing stays selected here. */
  isAdding?: boolean;
};

export function ItemPicker(props: ItemPickerProps) {
  const { label, description, required, types, value, set, fault, isAdding = false } = props;
  const [search, setSearch] = useState('');
  const selected = useItemNamed(types, value);
  const isTitleOfSelected = selected.data?.title === search;
  const [typed] = useDebouncedValue(isTitleOfSelected ? '' : search.trim(), 200);
  const found = useQuery({
    queryKey: ['content', 'any', 'options', typed, types],
    queryFn: () => findItems(types, typed),
    enabled: types.length > 0,
    placeholderData: keepPreviousData,
  });
  const items = new Map((found.data ?? []).map((item) => [item.id, item]));
  if (selected.data) items.set(selected.data.id, selected.data);
  const options = [...items.values()].map((item) => ({
    value: item.id,
    label: types.length > 1 ? `${item.title} (${item.type})` : item.title,
  }));
  // A deleted item is shown by its ID, so that it can be cleared.
  if (value !== null && !items.has(value)) options.push({ value, label: value });
  return (
    <Select
      label={label}
      description={description}
      required={required === true}
      data={options}
      value={value}
      onChange={(id) => {
        set(id);
        if (isAdding) setSearch('');
      }}
      {...(isAdding ? { searchValue: search } : {})}
      searchable
      clearable={!isAdding}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      onSearchChange={setSearch}
      // The server has already searched, in the content as well.
      filter={({ options }) => options}
      nothingFoundMessage="No items found"
      placeholder={isAdding ? 'Search' : 'None'}
      {...fault}
    />
  );
}

/** The item with this ID, of one of these types; null if there is none. */
export function useItemNamed(types: string[], id: string | null) {
  return useQuery({
    queryKey: ['content', 'any', 'named', id, types],
    queryFn: () => findItem(types, id ?? ''),
    enabled: id !== null && types.length > 0,
  });
}

async function findItems(types: string[], search: string): Promise<Item[]> {
  const limit = types.length > 1 ? 5 : 20;
  const query = { status: 'any' as const, limit, ...(search ? { search, orderBy: 'relevance' as const } : {}) };
  const pages = await Promise.all(types.map((type) => api.content(type).list(query)));
  return pages.flatMap((page) => page.items);
}

async function findItem(types: string[], id: string): Promise<Item | null> {
  for (const type of types) {
    const item = await api
      .content(type)
      .get(id)
      .catch(() => null);
    if (item) return item;
  }
  return null;
}
