// The filters, the sorting and the page of a list, kept in the address: links, reloads and the back button work.

import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Paging, Sorting } from './data-table.tsx';

type Filters = Record<string, string>;

export type ListQuery<F extends Filters> = {
  filters: F;
  /** Changes some of the filters and goes to the first page. */
  set(change: Partial<F>): void;
  /** Whether anything but the sorting and the page differs from the defaults. */
  isFiltered: boolean;
  clear(): void;
  /** For DataTable. */
  paging: Paging;
  sorting: Sorting;
  /** For the API: filters that are set, `limit` and `offset`. Also what belongs in the query key. */
  query: Partial<F> & { limit: number; offset: number };
};

/**
 * `defaults` names all filters with the values that stand for "not set"; they are kept out of the address.
 * Sorting uses the filters `orderBy` and `order` where there are such.
 */
export function useListQuery<F extends Filters>(defaults: F, pageSize = 20): ListQuery<F> {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const filters = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, search[name] ?? value]),
  ) as F;
  const page = Math.max(1, Math.trunc(Number(search.page)) || 1);

  const go = (change: Record<string, string | undefined>, isNewEntry: boolean): void => {
    const update = (old: Record<string, string | undefined>): Record<string, string | undefined> => {
      const all = { ...old, ...change };
      for (const [name, value] of Object.entries(all)) {
        if (value === undefined || value === defaults[name] || (name === 'page' && value === '1')) delete all[name];
      }
      return all;
    };
    navigate({ to: '.', search: update as never, replace: !isNewEntry, resetScroll: isNewEntry });
  };
  const cleared = Object.fromEntries(Object.keys(defaults).map((name) => [name, undefined]));
  const set = (change: Partial<F>): void => go({ ...change, page: undefined } as Filters, false);
  const isSet = (name: string): boolean => filters[name] !== defaults[name];
  const sent = Object.entries(filters).filter(([, value]) => value !== '');
  return {
    filters,
    set,
    isFiltered: Object.keys(defaults).some((name) => !['order', 'orderBy'].includes(name) && isSet(name)),
    clear: () => go({ ...cleared, page: undefined }, true),
    paging: { page, pageSize, set: (page) => go({ page: String(page) }, true) },
    sorting: {
      by: filters.orderBy ?? '',
      order: filters.order === 'asc' ? 'asc' : 'desc',
      set: (orderBy, order) => set({ orderBy, order } as unknown as Partial<F>),
    },
    query: { ...(Object.fromEntries(sent) as Partial<F>), limit: pageSize, offset: (page - 1) * pageSize },
  };
}
