// Status and time of publication: what a change makes of what an item has.

import { type Fault, failBody } from '../../lib/errors.ts';

export type StoredStatus = {
  status: 'draft' | 'publish' | 'trash';
  publishedAt: string | null;
  /** When it becomes a draft; null unless it is published or scheduled. */
  unpublishAt: string | null;
  /** Null outside the trash. */
  trashedAt: string | null;
};

/** What an item has before its first change. */
export const firstStatus: StoredStatus = { status: 'draft', publishedAt: null, unpublishAt: null, trashedAt: null };

export type StatusChange = {
  status?: 'draft' | 'publish' | 'scheduled' | 'trash' | undefined;
  /** Null removes the time; a published item gets a new one. */
  publishedAt?: string | null | undefined;
  unpublishAt?: string | null | undefined;
};

/**
 * The status after the change. A time is set when an item is first published; a future time schedules it. Setting a
 * scheduled item to `publish` publishes it now. Throws 422.
 */
export function resolveStatus(before: StoredStatus, change: StatusChange, now: string): StoredStatus {
  const after = resolvePublication(before, change, now);
  return { ...after, unpublishAt: resolveEnd(before, change, after, now) };
}

type Publication = Omit<StoredStatus, 'unpublishAt'>;

function resolvePublication(before: StoredStatus, change: StatusChange, now: string): Publication {
  const publishedAt = change.publishedAt === undefined ? before.publishedAt : readTime(change.publishedAt);
  const status = change.status === 'scheduled' ? 'publish' : (change.status ?? before.status);
  // Its time may have come since it was read.
  const isKept = before.status === 'publish' && publishedAt === before.publishedAt;
  if (change.status === 'scheduled' && !isKept && (publishedAt === null || publishedAt <= now)) {
    throw failBody([timeFault('must be in the future for scheduled items')]);
  }
  const isPublishedNow =
    change.status === 'publish' &&
    change.publishedAt === undefined &&
    before.status === 'publish' &&
    publishedAt !== null &&
    publishedAt > now;
  const trashedAt = status === 'trash' ? (before.trashedAt ?? now) : null;
  if (status === 'publish' && (publishedAt === null || isPublishedNow)) return { status, publishedAt: now, trashedAt };
  return { status, publishedAt, trashedAt };
}

/** An item that is neither published nor scheduled any more has no end. */
function resolveEnd(
  before: StoredStatus,
  change: StatusChange,
  { status, publishedAt }: Publication,
  now: string,
): string | null {
  const end = change.unpublishAt === undefined ? before.unpublishAt : readTime(change.unpublishAt, 'unpublishAt');
  const isNew = end !== before.unpublishAt;
  if (end === null || (status !== 'publish' && !isNew)) return null;
  if (status !== 'publish') throw failBody([timeFault('requires a published or scheduled item', 'unpublishAt')]);
  if (isNew && end <= now) throw failBody([timeFault('must be in the future', 'unpublishAt')]);
  if (publishedAt === null || publishedAt < end) return end;
  throw failBody([
    isNew
      ? timeFault(`must be after publishedAt, ${publishedAt}`, 'unpublishAt')
      : timeFault(`must be before unpublishAt, ${end}`),
  ]);
}

/** Whether the change publishes or schedules the item, or publishes before its time. */
export function isPublishing(before: StoredStatus, after: StoredStatus, now: string): boolean {
  if (after.status !== 'publish') return false;
  const isDue = ({ publishedAt }: StoredStatus) => publishedAt !== null && publishedAt <= now;
  return before.status !== 'publish' || (isDue(after) && !isDue(before));
}

/** RFC 3339 in any zone → UTC with milliseconds. */
function readTime(text: string | null, member?: 'unpublishAt'): string | null {
  if (text === null) return null;
  const date = new Date(text);
  const year = date.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw failBody([timeFault('must be between the years 1 and 9999', member)]);
  return date.toISOString();
}

function timeFault(detail: string, member: 'publishedAt' | 'unpublishAt' = 'publishedAt'): Fault {
  return { pointer: `/${member}`, code: 'invalid', detail };
}
