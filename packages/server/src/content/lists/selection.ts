// What a list of items is asked for, and what it is read with.

import type { SelectQueryBuilder } from 'kysely';
import type { Context, ReadContext } from '../../context/context.ts';
import type { Tables } from '../../database/tables.ts';
import type { SearchQuery } from '../../lib/search-query.ts';
import type { Condition } from '../conditions/condition.ts';
import { drafted } from '../model/borrowed-columns.ts';
import { type ListRow, listColumns } from '../model/item-json.ts';
import type { StatusFilter } from '../model/visibility.ts';
import { columnsOf, type Member, type SelectedRow } from '../select/selected-members.ts';
import type { ListOrder } from './list-order.ts';
import type { Sort } from './sort-keys.ts';

/** What a list selects, whatever the page. */
export type Selection = {
  /** Equal for the same items, whatever the order. */
  name: string;
  type: string;
  status: StatusFilter;
  /** Slugs. */
  tag: string | undefined;
  category: string | undefined;
  filters: Condition[];
  words: SearchQuery | null;
  /** If there are several keys, the first of them. */
  order: ListOrder;
  /** Null for an order that `orderBy` can name. */
  sort: Sort | null;
  /** Whether the list has a total. */
  wantsTotal: boolean;
  /** The index through which the path of the filters goes; null if it goes through those of fields. */
  through: string | null;
  /** How many items that finds, if it is known: as many as can be sorted, or so many that the order soon comes to a page of them. */
  found: 'few' | 'many' | null;
  now: string;
};

/** What a list is read with: quick statements on the event loop's connection, others beside it. */
export type ListContext = ReadContext & Pick<Context, 'slowDb'>;

// The rows of a page of items.

/** With `select` only what is shown. `total` is that of the list, if the statement has found all its items. */
export type PageRow = (ListRow | SelectedRow) & { id: string; orderKey: unknown; total?: number | null };

/** The members that are shown; null for those of lists. */
export type Shown = ReadonlySet<Member> | null;

/** `items` reads the table, among others. */
export function showMembers<Query>(items: Query, shown: Shown): Query {
  const query = items as unknown as SelectQueryBuilder<Tables, 'items', unknown>;
  const columns =
    shown === null
      ? query.select(listColumns).select(drafted.as('drafted'))
      : query.select('items.id').select(columnsOf(shown));
  return columns as unknown as Query;
}
