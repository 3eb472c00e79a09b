// Keeps the feed: events that are not read get their positions too, and old events are forgotten.

import { type Context, timeOf } from '../../context/context.ts';
import { forgetEvents, placeEvents } from '../../events/feed.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { defaultEventDays, readSetting } from '../../settings/settings.ts';

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
