// The row above a list: a debounced search, filters, and a button to clear them.

import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';

type FilterBarProps = { children: ReactNode; isFiltered: boolean; clear(): void };

export function FilterBar({ children, isFiltered, clear }: FilterBarProps) {
  return (
    <Group mb="md" gap="xs" role="search">
      {children}
      {isFiltered && (
        <Button variant="subtle" color="gray" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

type SearchInputProps = { value: string; set(value: string): void; label: string };

export function SearchInput({ value, set, label }: SearchInputProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const setLater = useDebouncedCallback(set, 250);
  return (
    <TextInput
      type="search"
      flex="1 1 200px"
      maw={360}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setLater(event.currentTarget.value);
      }}
    />
  );
}

type FilterSelectProps = {
  label: string;
  value: string;
  set(value: string): void;
  /** The first is the default. */
  options: { value: string; label: string }[];
};

export function FilterSelect({ label, value, set, options }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      data={options}
      value={value}
      onChange={(value) => value !== null && set(value)}
      allowDeselect={false}
      flex="1 1 140px"
      maw={220}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
