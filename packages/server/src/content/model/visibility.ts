// Which items a caller may see, as one where clause for lists, totals, filters and single reads, and the status an item
// shows.

import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { may, namesFor } from '../../context/access.ts';
import { type ReadContext, timeOf } from '../../context/context.ts';
import type { Tables } from '../../database/tables.ts';

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

/** Items of one type: without content:write for it, only those that are published and due. */
export function visibleTo(ctx: ReadContext, type: string, now = timeOf(ctx), columns?: StatusColumns): ItemCondition {
  if (mayReadAll(ctx, type)) return (eb) => eb.lit(true);
  return hasStatus('publish', now, columns);
}

/** The same for items of any type. */
export function visibleOfAll(ctx: ReadContext, now = timeOf(ctx)): ItemCondition {
  const writable = namesFor(ctx.actor, 'content:write');
  if (writable === null) return (eb) => eb.lit(true);
  const published = hasStatus('publish', now);
  if (writable.length === 0) return published;
  return (eb) => eb.or([published(eb), eb('items.type', 'in', writable)]);
}

/** Whether the caller sees the drafts, scheduled items and the trash of a type. */
export function mayReadAll({ actor }: Pick<ReadContext, 'actor'>, type: string): boolean {
  return may(actor, 'content:write', type);
}

/** Whether the caller may read the items of a type that are published. */
export function mayReadType(
  { actor }: Pick<ReadContext, 'actor'>,
  { name, publicRead }: { name: string; publicRead: boolean },
): boolean {
  return publicRead || may(actor, 'content:read', name);
}

/** Those items of any type whose type the caller may read. */
export function ofReadableType({ actor }: Pick<ReadContext, 'actor'>): RawBuilder<SqlBool> {
  const names = namesFor(actor, 'content:read');
  if (names === null) return sql<SqlBool>`(1 = 1)`;
  const isPublic = sql<SqlBool>`"items"."type" in (select "name" from "postTypes" where "publicRead" = 1)`;
  return names.length === 0 ? isPublic : sql<SqlBool>`(${isPublic} or "items"."type" in (${sql.join(names)}))`;
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

/** Whether the caller may read the terms of a taxonomy: without a token only those of one with `publicRead`. */
export function mayReadTerms({ actor }: Pick<ReadContext, 'actor'>, taxonomy: { publicRead: boolean } | null): boolean {
  return taxonomy?.publicRead === true || may(actor, 'content:read');
}
