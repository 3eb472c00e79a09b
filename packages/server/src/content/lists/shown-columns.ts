// The rows of a page of items.

import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { hasDraft } from '../model/borrowed-columns.ts';
import { type ListRow, listColumns } from '../model/item-json.ts';
import { columnsOf, type Member, type SelectedRow } from '../select/selected-members.ts';

/** With `select` only what is shown. `total` is that of the list, if the statement has found all its items. */
export type PageRow = (ListRow | SelectedRow) & { id: string; orderKey: unknown; total?: number | null };

/** The members that are shown; null for those of lists. */
export type Shown = ReadonlySet<Member> | null;

/** `items` reads the table, among others. */
export function showMembers<Query>(items: Query, shown: Shown): Query {
  const query = items as unknown as SelectQueryBuilder<Tables, 'items', unknown>;
  const columns =
    shown === null
      ? query.select(listColumns).select(hasDraft.as('hasDraft'))
      : query.select('items.id').select(columnsOf(shown));
  return columns as unknown as Query;
}
