// Filters a list by a tag, a category or another term.

import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTermOptions } from './term-options.ts';

type TermFilterProps = { taxonomy: string; label: string; value: string; set(value: string): void };

export function TermFilter({ taxonomy, label, value, set }: TermFilterProps) {
  const [search, setSearch] = useState('');
  const options = useTermOptions(taxonomy, typedText(search, value), value ? [value] : []);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={options}
      value={value || null}
      onChange={(value) => set(value ?? '')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      onSearchChange={setSearch}
      nothingFoundMessage="No results"
      w={170}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** The input also shows the selected option, which is not a search. */
function typedText(search: string, value: string): string {
  return value ? '' : search;
}
