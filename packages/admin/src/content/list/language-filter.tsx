// Filters a list of items by their language. Sites whose items have none of their own do not see it.

import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { languageName } from '../language-names.ts';

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
