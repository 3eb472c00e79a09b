// The saved views of a list of items, or of the inbox.

import type { SavedView } from '@frontdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { queries } from '../queries.ts';

export function viewsQuery(type: string) {
  return queryOptions({
    queryKey: ['views', type],
    queryFn: ({ signal }) => api.views.list({ type }, { signal }),
    staleTime: 60_000,
  });
}

export function refreshViews(type: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['views', type] });
}

/** What a view keeps of the query of a list: all but the page, the view itself and what is open beside the list. */
export function searchToSave(search: Record<string, unknown>): SavedView['search'] {
  const kept = Object.entries(search).filter(
    ([name, value]) => !['page', 'view', 'open'].includes(name) && value !== undefined,
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

export function isSameSearch(one: SavedView['search'], other: SavedView['search']): boolean {
  const textOf = (search: SavedView['search']) => JSON.stringify(Object.entries(search).sort());
  return textOf(one) === textOf(other);
}
