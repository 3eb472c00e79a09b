// Publishes what a change of an item means for the readers of the site (decision 0051). An item that is not public, and was
// not, has no events; the event of one that is no longer public has what its readers knew.

import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import type { ItemEvent, ItemEventData } from '../../events/event-types.ts';
import { publish } from '../../events/events.ts';
import { lastChangeOf } from '../model/changes.ts';
import { type ShownStatus, shownStatus } from '../model/visibility.ts';
import { isScoped } from '../types/hidden-fields.ts';
import { urlOfItem } from '../types/item-urls.ts';
import { findPostType, type PostType } from '../types/post-types.ts';
import { announceLater } from './planned-changes.ts';

/** What a report reads of an item. */
export const reportedColumns = [
  'id',
  'type',
  'slug',
  'title',
  'status',
  'sortDate',
  'publishedAt',
  'version',
  'createdAt',
  'updatedAt',
  'lastChange',
] as const;
export type ReportedItem = Pick<Row<'items'>, (typeof reportedColumns)[number]>;

type UrlsOfType = Pick<PostType, 'name' | 'plural' | 'url'>;
type KnownType = UrlsOfType & Partial<Pick<PostType, 'fields'>>;

export type ItemReport = {
  /** Read if it is not given and the change is one for readers. */
  type?: KnownType;
  /** Null for a new item. */
  before: ReportedItem | null;
  /** With the next version; null for a deleted item. */
  after: ReportedItem | null;
  /** The names of the members with other values. */
  changed?: readonly string[];
  /** Imports publish nothing unless it is asked for. A scheduled item still becomes public at its time. */
  isSilent?: boolean;
};

/** Members that only writers see. */
const hiddenMembers = ['unpublishAt'];
const prefix = 'fields.';

/** Call it in the transaction of the change, with the item locked. */
export async function reportChange(ctx: WriteContext, report: ItemReport): Promise<void> {
  const { before, after, isSilent = false } = report;
  const item = after ?? before;
  if (after) await announceLater(ctx, before, after);
  if (item === null || isSilent) return;
  const now = timeOf(ctx);
  const changed = await shownTo(ctx, report);
  const event = eventOf(before, after, now);
  if (event === null || (event === 'item.updated' && changed.length === 0)) return;
  const live = isPublic(after, now) ? after : null;
  const wasLive = isPublic(before, now) ? before : null;
  const known = live || wasLive ? null : await readLast(ctx, item.id);
  // Its readers have never seen it.
  if (live === null && wasLive === null && known === null) return;
  const type = report.type ?? (await findPostType(ctx, item.type)) ?? { name: item.type, plural: item.type };
  if (wasLive) await publishDue(ctx, wasLive, type);
  const data = live
    ? { ...describe(type, live, changed), former: formerOf(type, wasLive, live) }
    : gone(known ?? describe(type, wasLive ?? item, []), after && shownStatus(after, now), item.version);
  const key = after ? `${event}:${item.id}:${item.version}` : `${event}:${item.id}`;
  await publishItemEvent(ctx, event, { key, data });
}

/**
 * Publishes that a scheduled item became public, once: at its time, or before what is reported about it first if that was
 * earlier than the job. Call it with the item locked and public.
 */
export async function publishDue(ctx: WriteContext, item: ReportedItem, type: UrlsOfType): Promise<void> {
  const { publishedAt } = item;
  const wasScheduled = publishedAt !== null && item.lastChange !== null && lastChangeOf(item).at < publishedAt;
  if (!wasScheduled) return;
  const data = { ...describe(type, item, []), former: null };
  await publishItemEvent(ctx, 'item.published', { key: `item.published:${item.id}:${publishedAt}`, data });
}

/** The changed members that every reader sees. Fields with a scope are left out, as what only writers see. */
async function shownTo(ctx: ReadContext, { type: known, changed = [], before, after }: ItemReport): Promise<string[]> {
  const names = changed.filter((name) => !hiddenMembers.includes(name));
  if (!names.some((name) => name.startsWith(prefix))) return names;
  const type = known?.fields ? known : await findPostType(ctx, (after ?? before)?.type ?? '');
  const scoped = (type?.fields ?? []).filter(isScoped).map(({ name }) => `${prefix}${name}`);
  return names.filter((name) => !scoped.includes(name));
}

function isPublic(item: ReportedItem | null, now: string): boolean {
  return item !== null && shownStatus(item, now) === 'publish';
}

/** What happened for those who see public items, and knew of this one. */
function eventOf(before: ReportedItem | null, after: ReportedItem | null, now: string): ItemEvent | null {
  if (after === null) return 'item.deleted';
  if (isPublic(after, now)) return isPublic(before, now) ? 'item.updated' : 'item.published';
  if (before === null || (before.status === after.status && !isPublic(before, now))) return null;
  if (after.status === 'trash') return 'item.trashed';
  return isPublic(before, now) || before.status === 'trash' ? 'item.unpublished' : null;
}

type Described = Omit<ItemEventData, 'former'>;

function describe(type: UrlsOfType, item: ReportedItem, changed: readonly string[]): Described {
  const { id, slug, title, version, publishedAt } = item;
  const url = urlOfItem(type, item);
  return { id, type: item.type, slug, url, title, status: 'publish', version, publishedAt, changed: [...changed] };
}

function formerOf(type: UrlsOfType, before: ReportedItem | null, after: ReportedItem): ItemEventData['former'] {
  if (before === null || before.slug === after.slug) return null;
  return { slug: before.slug, url: urlOfItem(type, before) };
}

function gone(known: Described, status: ShownStatus | null, version: number): ItemEventData {
  return { ...known, title: null, publishedAt: null, status, version, changed: [], former: null };
}

/** What the last event of the item said; null if it has none. */
async function readLast(ctx: ReadContext, itemId: string): Promise<ItemEventData | null> {
  const last = ctx.db.selectFrom('events').select('data').where('subject', '=', itemId);
  const row = await last.orderBy('sequence', 'desc').limit(1).executeTakeFirst();
  return row ? JSON.parse(row.data) : null;
}

async function publishItemEvent(
  ctx: WriteContext,
  event: ItemEvent,
  { key, data }: { key: string; data: ItemEventData },
): Promise<void> {
  await publish(ctx, event, { key, subject: data.id, contactId: null, data, facts: null });
}
