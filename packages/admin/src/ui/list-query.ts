// The filters, sorting and page of a list, kept in the URL so that links, reloads and the back button work.

import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Paging, Sorting } from './data-table.tsx';
import { pageSizes } from './pager.tsx';

type Filters = Record<string, string>;
type Search = Record<string, string | undefined>;

const lastSearches = new Map<string, Search>();

/** The filters, sorting and page that a list had when it was last shown, for links back to it. */
export function lastSearchOf(list: string): never {
  return (lastSearches.get(list) ?? {}) as never;
}

export type ListQuery<F extends Filters> = {
  filters: F;
  /** Changes some filters and goes to the first page. */
  set(change: Partial<F>): void;
  /** Whether a filter is set; sorting and page do not count. */
  isFiltered: boolean;
  /** How many filters are set, without a search. */
  filterCount: number;
  clear(): void;
  /** For DataTable. */
  paging: Paging;
  sorting: Sorting;
  /** For the API and the query key: the filters that are set, `limit` and `offset`. */
  query: Partial<F> & { limit: number; offset: number };
};

/** What a list shows of its records, and not which: no reason to go to the first page, and kept when filters are cleared. */
const displays = ['columns'];
/** Not for the API: `view` is the saved view that the list began with. */
const ofAdmin = ['view', ...displays];
const notFilters = ['orderBy', 'order', ...ofAdmin];

/**
 * `defaults` lists every filter with the value that means "not set"; those are left out of the URL.
 * Sorting uses the filters `orderBy` and `order`, and the columns are in `columns`, if the list has them. The size of a page
 * can be chosen, unless the list has one of its own.
 */
export function useListQuery<F extends Filters>(defaults: F, ownSize?: number): ListQuery<F> {
  const search = useSearch({ strict: false }) as Search;
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    lastSearches.set(pathname, search);
  }, [pathname, search]);
  const navigate = useNavigate();
  const filters = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, search[name] ?? value]),
  ) as F;
  const pageSize = ownSize ?? pageSizes.find((size) => String(size) === String(search.size)) ?? pageSizes[0];
  const page = Math.max(1, Math.trunc(Number(search.page)) || 1);

  const go = (change: Record<string, string | undefined>, isNewEntry: boolean): void => {
    const update = (old: Record<string, string | undefined>): Record<string, string | undefined> => {
      const all = { ...old, ...change };
      for (const [name, value] of Object.entries(all)) {
        if (value === undefined || value === { page: '1', size: String(pageSizes[0]), ...defaults }[name])
          delete all[name];
      }
      return all;
    };
    navigate({ to: '.', search: update as never, replace: !isNewEntry, resetScroll: isNewEntry });
  };
  const clearable = Object.keys(defaults).filter((name) => !displays.includes(name));
  const cleared = Object.fromEntries(clearable.map((name) => [name, undefined]));
  const set = (change: Partial<F>): void => {
    const isDisplay = Object.keys(change).every((name) => displays.includes(name));
    go({ ...change, ...(isDisplay ? {} : { page: undefined }) } as Filters, false);
  };
  const isSet = (name: string): boolean => filters[name] !== defaults[name];
  const sent = Object.entries(filters).filter(([name, value]) => value !== '' && !ofAdmin.includes(name));
  const chosen = Object.keys(defaults).filter((name) => !notFilters.includes(name) && isSet(name));
  return {
    filters,
    set,
    isFiltered: chosen.length > 0,
    filterCount: chosen.filter((name) => name !== 'search').length,
    clear: () => go({ ...cleared, page: undefined }, true),
    paging: {
      page,
      pageSize,
      set: (page) => go({ page: String(page) }, true),
      setSize: ownSize ? undefined : (size) => go({ size: String(size), page: undefined }, false),
    },
    sorting: {
      by: filters.orderBy ?? '',
      order: filters.order === 'asc' ? 'asc' : 'desc',
      set: (orderBy, order) => set({ orderBy, order } as unknown as Partial<F>),
    },
    query: { ...(Object.fromEntries(sent) as Partial<F>), limit: pageSize, offset: (page - 1) * pageSize },
  };
}
