// What a list of items is asked for, and what it is read with.

import type { Context, ReadContext } from '../../context/context.ts';
import type { SearchQuery } from '../../lib/search-query.ts';
import type { Condition } from '../conditions/condition.ts';
import type { StatusFilter } from '../model/visibility.ts';
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
