// The feed of events over HTTP: parts of it, with or without waiting for events, or a stream.

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { routesOf } from '../../http/describe-route.ts';
import { prefers } from '../../http/headers.ts';
import type { App } from '../../http/typed-app.ts';
import { fail } from '../../lib/errors.ts';
import { feedScopes } from '../event-access.ts';
import { chooseEvents } from './choose-events.ts';
import { streamEvents, watchCommits } from './event-stream.ts';
import { FeedQuery } from './feed.schemas.ts';
import { type DescribeEvents, findStart, readFeed, showEvents } from './read-feed.ts';

const describe = routesOf('Webhooks');

const cursorPattern = /^(latest|\d{1,15})$/;

/** `page` is the schema of a part of the feed, and `describe` what its events say: both know the records of all slices. */
export function feedRoutes(
  app: App,
  stamp: () => string | number,
  { page, describe: describeEvents }: { page: TSchema; describe: DescribeEvents },
): void {
  const watch = watchCommits(stamp);
  app.addHook('preClose', async () => watch.close());

  app.get(
    '/events',
    describe(feedScopes, 'listEvents', 'Read the feed of events from any point, wait for the next, or stream them', {
      description:
        'The events of items (`content:read`), forms and submissions (`forms:read`), payments (`payments:read`), contacts and invoices (`crm:read`), and webhooks (`admin`), each once and in one order. An event is what webhooks get, with records as they are now; those of another area are null for a key that may not read them. With `Accept: text/event-stream` the response is a stream of server-sent events.',
      querystring: FeedQuery,
      config: { limited: 'rule' },
      200: page,
      problems: [410],
      requestHeaders: ['Last-Event-ID'],
      headers: ['Cache-Control', 'X-Accel-Buffering'],
      otherTypes: {
        'text/event-stream':
          'With `Accept: text/event-stream`: server-sent events without end. `data` is one event as JSON, `id` its cursor',
      },
    }),
    async (request, reply) => {
      const { ctx, query } = request;
      const isChosen = await chooseEvents(ctx, query);
      const isStream = prefers(request.headers.accept, 'text/event-stream');
      const { limit = 100, waitSeconds = 0 } = query;
      const until = ctx.now().getTime() + (isStream ? 0 : waitSeconds * 1000);
      const signal = signalOf(reply);
      let after = await findStart(ctx, (isStream ? lastEventId(request) : undefined) ?? query.after);
      for (;;) {
        // Before the read: what is committed during it may not be in it.
        const before = ctx.stamp();
        const part = await readFeed(ctx, after, { limit, isChosen });
        if (isStream && !watch.hasRoom()) throw fail('rate_limited', { headers: { 'retry-after': '10' } });
        if (isStream) {
          const { expiresAt } = request;
          const options = { isChosen, describe: describeEvents, watch, expiresAt, signal };
          const stream = streamEvents(ctx, { ...part, stamp: before }, options);
          return sendStream(reply, Readable.from(stream));
        }
        const ms = until - ctx.now().getTime();
        const mayWait = ms > 0 && watch.hasRoom() && !watch.isClosed() && !signal.aborted;
        after = part.after;
        if (part.events.length > 0 || part.more || !mayWait) {
          const items = await showEvents(ctx, part.events, describeEvents);
          const json = `{"items":[${items.map((item) => item.json)}],"after":"${after}","more":${part.more}}`;
          const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
          return (reply as FastifyReply).headers(headers).send(Buffer.from(json)) as never;
        }
        await watch.waitForOther(before, ms, signal);
      }
    },
  );
}

/** What a browser sends when it connects again. */
function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  if (typeof id === 'string' && cursorPattern.test(id)) return id;
  const detail = 'must be the ID of an event of this stream';
  throw fail('invalid_header', {
    detail: `Last-Event-ID: ${detail}`,
    errors: [{ pointer: 'Last-Event-ID', code: 'invalid', detail }],
  });
}

/** Aborted when the caller is gone. */
function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.on('close', () => gone.abort());
  return gone.signal;
}

function sendStream(reply: FastifyReply, stream: Readable): never {
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // For proxies that collect responses.
      'x-accel-buffering': 'no',
    })
    .send(stream) as never;
}
