// Queries for items.

import type { Editor, Item, ListedItem, Tagged } from '@frontdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { api, background } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';

type Fields = Record<string, unknown>;
export type AnyItem = Tagged<Item<Fields>>;
export type AnyListedItem = ListedItem<Fields>;

/** The item as the editor shows it: with its draft, if it has one and the user may see it. */
export function itemQuery(type: string, id: string, { mayWrite = true } = {}) {
  return queryOptions({
    queryKey: ['content', type, 'item', id],
    queryFn: ({ signal }): Promise<AnyItem> =>
      api.content(type).get(id, { ...(mayWrite && { version: 'draft' }), signal }),
  });
}

/** Who is editing items of a type now. */
export function editorsQuery(type: string) {
  return queryOptions({
    queryKey: ['editors', type],
    queryFn: async ({ signal }): Promise<Editor[]> => (await background.editors.list({ type }, { signal })).items,
    staleTime: 0,
    refetchInterval: 15_000,
  });
}

/** Whether changes are saved in the draft of the item, so that what is live stays until they are published. */
export function usesDraft({ status, draft }: Pick<AnyItem, 'status' | 'draft'>): boolean {
  return status === 'publish' || draft !== undefined;
}

/** Reloads all lists and counts of items and terms, after a change; with `isLater` only when they are shown the next time. */
export function refreshContent({ isLater = false } = {}): Promise<unknown> {
  const refetchType = isLater ? 'none' : 'active';
  return Promise.all(
    ['content', 'terms', 'types-counts'].map((key) => queries.invalidateQueries({ queryKey: [key], refetchType })),
  );
}
