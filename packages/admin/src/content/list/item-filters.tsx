// Filters of a list of items.

import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { languageName } from '../../ui/language-names.ts';
import { useTermOptions } from '../terms/term-options.ts';

/** Filters by language. Sites whose items have none of their own do not see it. */
export function LanguageFilter({ value, set }: { value: string; set(language: string): void }) {
  const { data } = useQuery({
    queryKey: ['content', 'languages'],
    queryFn: ({ signal }) => api.languages({ signal }),
    staleTime: 60_000,
  });
  const tags = new Set([...(data?.items.map(({ language }) => language) ?? []), ...(value ? [value] : [])]);
  if (tags.size === 0) return null;
  const options = [...tags].map((tag) => ({ value: tag, label: languageName(tag) }));
  return (
    <Select
      aria-label="Any language"
      placeholder="Any language"
      data={options.sort((a, b) => a.label.localeCompare(b.label, 'en'))}
      value={value || null}
      onChange={(language) => set(language ?? '')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear any language' }}
      nothingFoundMessage="No results"
      w={170}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

type TermFilterProps = { taxonomy: string; label: string; value: string; set(value: string): void };

/** Filters by a tag, a category or another term. */
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
