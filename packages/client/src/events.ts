// The feed of events: what changed, in one order, from any point within the time that events are kept.

import type { FeedEvent, FeedPage, ListEventsQuery } from './api-types.ts';
import type { CallOptions, Connection } from './connection.ts';

type Names = {
  /** Without them, all that the key may read. */
  events?: readonly FeedEvent['name'][] | undefined;
  /** Content types: only events of their items. */
  types?: readonly string[] | undefined;
};

/** Which events the feed has. */
export type FeedQuery = Omit<ListEventsQuery, keyof Names> & Names;

/** What changed, in one order, as a feed that can be read again. */
export type Events = {
  /** A part of the feed. With `waitSeconds`, waits up to so many seconds for an event if there is none. */
  list(query?: FeedQuery, options?: CallOptions): Promise<FeedPage>;
  /**
   * Every event, for `for await`; waits for the next ones without end. Store the `cursor` of an event when it is done with, and
   * continue `after` it. Throws FrontdeskError with the code `events_forgotten` if that is not kept any more.
   */
  stream(query?: Omit<FeedQuery, 'waitSeconds'>, options?: CallOptions): AsyncGenerator<FeedEvent, void, undefined>;
};

/** Shorter than the time after which proxies close a connection on which nothing happens. */
const waitSeconds = 20;

export function eventsOf(connection: Connection): Events {
  const list: Events['list'] = ({ events, types, ...query } = {}, { signal, timeoutSeconds } = {}) =>
    connection.request('GET', '/events', {
      query: { ...query, events: events?.join(','), types: types?.join(',') },
      signal,
      timeoutSeconds,
    });
  return {
    list,
    async *stream(query = {}, options) {
      for (let { after } = query; ; ) {
        const page: FeedPage = await list({ ...query, after, waitSeconds }, options);
        yield* page.items;
        ({ after } = page);
      }
    },
  };
}
