// Status and time of publication: what a request means by them, given what an item has.

import { type Fault, failBody } from '../../errors.ts';

export type StoredStatus = { status: 'draft' | 'publish' | 'trash'; publishedAt: string | null };
export type WantedStatus = {
  status?: 'draft' | 'publish' | 'scheduled' | 'trash' | undefined;
  /** Null takes the time away; what is published gets a new one. */
  publishedAt?: string | null | undefined;
};

/**
 * The outcome. A time is set when an item is first published; a future time schedules it. `publish` for what waits
 * for its time publishes it now. Throws 422.
 */
export function resolveStatus(before: StoredStatus, wanted: WantedStatus, now: string): StoredStatus {
  const publishedAt = wanted.publishedAt === undefined ? before.publishedAt : readTime(wanted.publishedAt);
  const status = wanted.status === 'scheduled' ? 'publish' : (wanted.status ?? before.status);
  if (wanted.status === 'scheduled' && (publishedAt === null || publishedAt <= now)) {
    throw failBody([timeFault('must be in the future for the status scheduled')]);
  }
  const isPublishedNow =
    wanted.status === 'publish' &&
    wanted.publishedAt === undefined &&
    before.status === 'publish' &&
    publishedAt !== null &&
    publishedAt > now;
  if (status === 'publish' && (publishedAt === null || isPublishedNow)) return { status, publishedAt: now };
  return { status, publishedAt };
}

/** RFC 3339 in any zone → UTC with milliseconds. */
function readTime(text: string | null): string | null {
  if (text === null) return null;
  const date = new Date(text);
  const year = date.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw failBody([timeFault('is not a time between the years 1 and 9999')]);
  return date.toISOString();
}

function timeFault(detail: string): Fault {
  return { pointer: '/publishedAt', code: 'invalid', detail };
}
