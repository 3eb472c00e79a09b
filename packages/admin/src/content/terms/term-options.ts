// Terms of a taxonomy to choose from: those that match the search, and those already selected.

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

type Option = { value: string; label: string };

/** Options by slug; includes the terms whose slugs are in `selected`. */
export function useTermOptions(taxonomy: string, search: string, selected: string[]): Option[] {
  const [typed] = useDebouncedValue(search.trim(), 200);
  const terms = api.taxonomies.terms(taxonomy);
  const found = useQuery({
    queryKey: ['terms', taxonomy, 'options', typed],
    queryFn: ({ signal }) => terms.list({ limit: 50, ...(typed ? { search: typed } : {}) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const items = found.data?.items ?? [];
  const missing = found.data ? selected.filter((slug) => !items.some((term) => term.slug === slug)) : [];
  const named = useQueries({
    queries: missing.filter(isSlug).map((slug) => ({
      queryKey: ['terms', taxonomy, 'option', slug],
      queryFn: () =>
        terms.get(slug).then(
          (term) => [term],
          () => [],
        ),
      staleTime: 60_000,
    })),
  });
  const all = [...items, ...named.flatMap((query) => query.data ?? [])];
  const options = new Map(all.map((term) => [term.slug, { value: term.slug, label: term.name }]));
  return [...options.values()];
}

function isSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]*$/.test(text);
}
