// Queries for items.

import type { Item, ListedItem, Tagged } from '@frontdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { queries } from '../queries.ts';

type Fields = Record<string, unknown>;
export type AnyItem = Tagged<Item<Fields>>;
export type AnyListedItem = ListedItem<Fields>;

export function itemQuery(type: string, id: string) {
  return queryOptions({
    queryKey: ['content', type, 'item', id],
    queryFn: ({ signal }): Promise<AnyItem> => api.content(type).get(id, { signal }),
  });
}

/** Reloads all lists and counts of items and terms, after a change. */
export function refreshContent(): Promise<unknown> {
  return Promise.all(
    ['content', 'tags', 'categories', 'types-counts'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  );
}
