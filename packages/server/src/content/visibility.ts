// Which items a caller may see, as one where clause for lists, totals, filters and single reads, and the status an item
// shows.

import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { may } from '../accounts/access.ts';
import { type ReadContext, timeOf } from '../context.ts';
import type { Tables } from '../database/tables.ts';

export type ItemsBuilder = ExpressionBuilder<Tables, 'items'>;
export type ItemCondition = (eb: ItemsBuilder) => Expression<SqlBool>;

/** A published item whose time is in the future shows as scheduled. */
export type ShownStatus = 'draft' | 'publish' | 'scheduled' | 'trash';
export type StatusFilter = ShownStatus | 'any';

/**
 * Compared with a value that is given later, SQLite would prepare the statement again each time it runs: the indexes of
 * fields are for one type only, and the value decides which of them serve.
 */
export function isOfType(type: string): ItemCondition {
  return (eb) => eb('items.type', '=', sql.lit(type));
}

/** Forms of the columns, such as those that no index has. */
export type StatusColumns = { status: RawBuilder<unknown>; sortDate: RawBuilder<unknown> };
const statusColumns: StatusColumns = { status: sql.ref('items.status'), sortDate: sql.ref('items.sortDate') };

/** Without content:write only items that are published and due. */
export function visibleTo(ctx: ReadContext, now = timeOf(ctx), columns?: StatusColumns): ItemCondition {
  if (mayReadAll(ctx)) return (eb) => eb.lit(true);
  return hasStatus('publish', now, columns);
}

/** Whether the caller sees drafts, scheduled items and the trash. */
export function mayReadAll({ actor }: Pick<ReadContext, 'actor'>): boolean {
  return may(actor, 'content:write');
}

/** `any` is everything outside the trash. */
export function hasStatus(
  filter: StatusFilter,
  now: string,
  { status, sortDate }: StatusColumns = statusColumns,
): ItemCondition {
  switch (filter) {
    case 'any':
      return (eb) => eb(status, 'in', storedStatuses(filter));
    // The sortDate of a published item is its publishedAt, and the index of lists contains it.
    case 'publish':
      return (eb) => eb.and([eb(status, '=', 'publish'), eb(sortDate, '<=', now)]);
    case 'scheduled':
      return (eb) => eb.and([eb(status, '=', 'publish'), eb(sortDate, '>', now)]);
    default:
      return (eb) => eb(status, '=', filter);
  }
}

/** The stored statuses among which the items of this status are. */
export function storedStatuses(status: StatusFilter): ('draft' | 'publish' | 'trash')[] {
  if (status === 'any') return ['draft', 'publish'];
  return [status === 'scheduled' ? 'publish' : status];
}

export function shownStatus(
  item: { status: 'draft' | 'publish' | 'trash'; sortDate: string },
  now: string,
): ShownStatus {
  return item.status === 'publish' && item.sortDate > now ? 'scheduled' : item.status;
}
