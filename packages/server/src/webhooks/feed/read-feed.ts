// Reads the feed for a request: a part of it, from a position on.

import { type Context, type ReadContext, timeOf } from '../../context/context.ts';
import { eventHead } from '../../events/events.ts';
import { type FedEvent, forgetEvents, placeEvents, readEnds, readEvents } from '../../events/feed.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { fail } from '../../lib/errors.ts';
import { mapYielding } from '../../lib/yield-to-event-loop.ts';
import { defaultEventDays, readSetting } from '../../settings/settings.ts';
import type { IsChosen } from './choose-events.ts';

const perRead = 500;
/** How many events a request looks at: one that chooses few of many gets none and a later position instead. */
const maxSeen = 5000;
/** More are placed by the next request, or by the job. */
const maxPlacings = 5;

export type FeedPart = { events: FedEvent[]; after: number; more: boolean };

/** From the first event that is kept. */
const beginning = -1;

/** The position that a request names. Events from before `latest` have a position when this returns. */
export async function findStart(ctx: Context, after: string | undefined): Promise<number> {
  if (after === undefined) return beginning;
  if (after !== 'latest') return Number(after);
  while (await placeEvents(ctx));
  return (await readEnds(ctx)).last;
}

/** The next chosen events after a position. Throws 410 if some of them are not kept any more. */
export async function readFeed(
  ctx: Context,
  after: number,
  { limit, isChosen }: { limit: number; isChosen: IsChosen },
): Promise<FeedPart> {
  let hasUnplaced = true;
  for (let count = 0; hasUnplaced && count < maxPlacings; count++) hasUnplaced = await placeEvents(ctx);
  const part = await readPart(ctx, after, { limit, isChosen });
  // Looked at last, because events may be forgotten while others are read.
  const { last, forgotten } = await readEnds(ctx);
  if (after !== beginning && after < forgotten) throw fail('events_forgotten');
  if (after > last)
    throw fail(
      'events_forgotten',
      'The feed ends before this position, which it has never given, unless the service was restored from a backup since. Read it again without `after`',
    );
  return { ...part, after: Math.max(part.after, forgotten), more: part.more || hasUnplaced };
}

async function readPart(
  ctx: Context,
  after: number,
  { limit, isChosen }: { limit: number; isChosen: IsChosen },
): Promise<FeedPart> {
  const events: FedEvent[] = [];
  let position = after;
  for (let seen = 0; seen < maxSeen; seen += perRead) {
    const some = await readEvents(ctx, position, perRead);
    for (const event of some) {
      if (events.length === limit) return { events, after: position, more: true };
      position = event.position;
      if (isChosen(event)) events.push(event);
    }
    if (some.length < perRead) return { events, after: position, more: false };
  }
  return { events, after: position, more: true };
}

/** What events say beside their heads, as far as the caller may read it. Set by the composition root (event-bodies.ts). */
export type DescribeEvents = (ctx: ReadContext, events: readonly FedEvent[]) => Promise<object[]>;

export type ShownEvent = { name: string; cursor: string; json: string };

/** Events as in the response: as webhooks get them, with their cursor. */
export async function showEvents(
  ctx: ReadContext,
  events: readonly FedEvent[],
  describe: DescribeEvents,
): Promise<ShownEvent[]> {
  const bodies = await describe(ctx, events);
  return mapYielding(events.entries(), ([index, event]) => {
    const head = eventHead(event);
    const cursor = String(event.position);
    return { name: head.name, cursor, json: JSON.stringify({ ...head, ...bodies[index], cursor }) };
  });
}

// Keeps the feed: events that are not read get their positions too, and old events are forgotten.

const dayMs = 86_400_000;

export const feedTasks: Record<string, Task> = {
  'events.keepFeed': { run: keepFeed, retryAfterMs: internalSchedule, everyMs: 10 * 60_000 },
};

/** Works in batches, each in a transaction of its own. */
export async function keepFeed(ctx: Context): Promise<void> {
  while (await placeEvents(ctx));
  const days = (await readSetting<number>(ctx, 'eventDays')) ?? defaultEventDays;
  while (await forgetEvents(ctx, timeOf(ctx, -days * dayMs)));
}
