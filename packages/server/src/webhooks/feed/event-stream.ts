// The feed as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). The ID of each is its
// position, which the browser sends as `Last-Event-ID` when it connects again.

import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import type { Context } from '../../context/context.ts';
import type { IsChosen } from './choose-events.ts';
import { type DescribeEvents, type FeedPart, readFeed, showEvents } from './read-feed.ts';

/** After this time the caller connects again, and the key is checked again. */
const maxStreamMs = 5 * 60_000;
/** Proxies close connections on which nothing happens. */
const signOfLifeMs = 15_000;
const perRead = 100;

export type StreamOptions = {
  isChosen: IsChosen;
  describe: DescribeEvents;
  watch: CommitWatch;
  /** In milliseconds: when the key expires. */
  expiresAt: number;
  /** Aborted when the caller is gone. */
  signal: AbortSignal;
};

/** Continues after `first`, which has been read already. Ends when it cannot read: the caller connects again. */
export async function* streamEvents(
  ctx: Context,
  first: FeedPart & { stamp: ReturnType<Context['stamp']> },
  { isChosen, describe, watch, expiresAt, signal }: StreamOptions,
): AsyncGenerator<string, void, undefined> {
  const until = Math.min(ctx.now().getTime() + maxStreamMs, expiresAt);
  let part = first;
  yield `retry: 2000\n\n${await textOf(ctx, part, describe)}`;
  while (!signal.aborted && !watch.isClosed()) {
    const ms = Math.min(signOfLifeMs, until - ctx.now().getTime());
    if (ms <= 0) return;
    if (!part.more) await watch.waitForOther(part.stamp, ms, signal);
    const stamp = ctx.stamp();
    const before = part.after;
    const next = await readFeed(ctx, before, { limit: perRead, isChosen }).catch((error) => {
      ctx.log.warn({ err: error }, 'the stream of events ends because they cannot be read');
      return null;
    });
    if (next === null) return;
    part = { ...next, stamp };
    yield next.after === before ? ':\n\n' : await textOf(ctx, part, describe);
  }
}

/** An ID alone is remembered by the browser, so that it does not read again what was not chosen. */
async function textOf(ctx: Context, { events, after }: FeedPart, describe: DescribeEvents): Promise<string> {
  const shown = await showEvents(ctx, events, describe);
  const texts = shown.map(({ cursor, name, json }) => `id: ${cursor}\nevent: ${name}\ndata: ${json}\n\n`);
  return events.at(-1)?.position === after ? texts.join('') : `${texts.join('')}id: ${after}\n\n`;
}

// Waits for commits, of this process and of others: the stamp of the database changes with each (context.ts).

const lookEveryMs = 100;
const maxWaiting = 1000;

type Stamp = ReturnType<Context['stamp']>;

type CommitWatch = {
  /** Whether another request may wait. */
  hasRoom(): boolean;
  /** Whether the service is closing: nothing waits any more. */
  isClosed(): boolean;
  /** Until the stamp is another than `seen`, but not longer than `ms`, nor when the signal is aborted or the watch closes. */
  waitForOther(seen: Stamp, ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
};

export function watchCommits(stamp: () => Stamp): CommitWatch {
  const waiting = new Set<{ seen: Stamp; resolve: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const look = (): void => {
    const now = stamp();
    for (const waiter of waiting) if (waiter.seen !== now) waiter.resolve();
  };
  return {
    hasRoom: () => waiting.size < maxWaiting,
    isClosed: () => closed,
    waitForOther: (seen, ms, signal) =>
      new Promise((resolve) => {
        if (closed || signal.aborted || ms <= 0) return resolve();
        const end = (): void => {
          waiting.delete(waiter);
          clearTimeout(timeout);
          signal.removeEventListener('abort', end);
          if (waiting.size === 0) clearInterval(timer);
          resolve();
        };
        const waiter = { seen, resolve: end };
        const timeout = setTimeout(end, ms);
        signal.addEventListener('abort', end);
        if (waiting.size === 0) timer = setInterval(look, lookEveryMs);
        waiting.add(waiter);
      }),
    close() {
      closed = true;
      for (const { resolve } of waiting) resolve();
    },
  };
}
