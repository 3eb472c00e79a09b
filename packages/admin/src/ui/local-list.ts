// Lists that the API returns whole: searched and divided into pages in the browser.

import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Paging } from './data-table.tsx';
import { pageSizes } from './pager.tsx';

type WholeList<Row> = Pick<UseQueryResult<{ items: Row[] }>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>;
type Shown<Row> = Pick<
  UseQueryResult<{ items: Row[]; total: number }>,
  'data' | 'error' | 'refetch' | 'isPlaceholderData'
>;

/** Of a list whose search and page are in the URL. `textOf` says what is searched; each word has to be in it. */
export function searchedPage<Row>(
  list: WholeList<Row>,
  { search, paging: { page, pageSize } }: { search: string; paging: Pick<Paging, 'page' | 'pageSize'> },
  textOf: (row: Row) => string,
): Shown<Row> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (row: Row): boolean => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const items = words.length === 0 ? list.data?.items : list.data?.items.filter(isFound);
  return pageOf(list, items, page, pageSize);
}

/** Of a list that is not the only one on its screen. `paging` is undefined while one page is enough. */
export function useLocalPages<Row>(list: WholeList<Row>): { query: Shown<Row>; paging?: Paging } {
  const [chosen, set] = useState(1);
  const pageSize = pageSizes[0];
  const total = list.data?.items.length ?? 0;
  // Rows may have been removed since.
  const page = Math.min(chosen, Math.max(1, Math.ceil(total / pageSize)));
  const query = pageOf(list, list.data?.items, page, pageSize);
  return total > pageSize ? { query, paging: { page, pageSize, set } } : { query };
}

function pageOf<Row>(list: WholeList<Row>, items: Row[] | undefined, page: number, pageSize: number): Shown<Row> {
  const { error, refetch, isPlaceholderData } = list;
  const data = items && { items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length };
  return { data, error, refetch: refetch as Shown<Row>['refetch'], isPlaceholderData };
}
