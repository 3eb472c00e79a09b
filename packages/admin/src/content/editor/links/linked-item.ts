// Items that links lead to: found by words, or by the ID that a link names.

import type { SearchResult } from '@frontdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { typesQuery } from '../../../api/types-query.ts';

export type LinkedItem = { id: string; type: string; title: string; slug: string; status: string };

/** The best matches among items of every type, by their text. */
export async function findItemsToLink(words: string, signal: AbortSignal): Promise<LinkedItem[]> {
  const { items } = await api.search({ q: words, limit: 8 }, { signal });
  return items.flatMap((result) => itemOf(result));
}

function itemOf({ kind, id, type, title, detail, status }: SearchResult): LinkedItem[] {
  return kind === 'item' && type !== null ? [{ id, type, title, slug: detail, status: status ?? '' }] : [];
}

/** The item with this ID; null if it was deleted. */
export function linkedItemQuery(id: string) {
  return queryOptions({
    queryKey: ['content', 'any', 'linked', id],
    queryFn: async ({ signal }): Promise<LinkedItem | null> => {
      const { items } = await api.search({ q: id, limit: 1 }, { signal });
      const found = items.flatMap((result) => itemOf(result)).find((item) => item.id === id);
      return found ?? findInTrash(id);
    },
    staleTime: 60_000,
  });
}

/** The search does not look in the trash. */
async function findInTrash(id: string): Promise<LinkedItem | null> {
  const { items: types } = await queries.ensureQueryData(typesQuery);
  for (const { name } of types) {
    const item = await api
      .content(name)
      .get(id)
      .catch(() => null);
    if (item) return { id, type: name, title: item.title, slug: item.slug, status: item.status };
  }
  return null;
}
