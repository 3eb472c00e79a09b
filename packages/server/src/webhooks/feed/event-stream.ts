// The feed as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). The ID of each is its
// position, which the browser sends as `Last-Event-ID` when it connects again.

import type { Context } from '../../context/context.ts';
import type { IsChosen } from './choose-events.ts';
import type { CommitWatch } from './commit-watch.ts';
import { eventJson, type FeedPart, readFeed } from './read-feed.ts';

/** After this time the caller connects again, and the key is checked again. */
const maxStreamMs = 5 * 60_000;
/** Proxies close connections on which nothing happens. */
const signOfLifeMs = 15_000;
const perRead = 100;

export type StreamOptions = {
  isChosen: IsChosen;
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
  { isChosen, watch, expiresAt, signal }: StreamOptions,
): AsyncGenerator<string, void, undefined> {
  const until = Math.min(ctx.now().getTime() + maxStreamMs, expiresAt);
  let part = first;
  yield `retry: 2000\n\n${textOf(part)}`;
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
    yield next.after === before ? ':\n\n' : textOf(part);
  }
}

/** An ID alone is remembered by the browser, so that it does not read again what was not chosen. */
function textOf({ events, after }: FeedPart): string {
  const texts = events.map((event) => `id: ${event.position}\nevent: ${event.type}\ndata: ${eventJson(event)}\n\n`);
  return events.at(-1)?.position === after ? texts.join('') : `${texts.join('')}id: ${after}\n\n`;
}
