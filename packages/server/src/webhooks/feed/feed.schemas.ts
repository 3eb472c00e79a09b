// How the feed is asked. Its events are in document/webhook-events.schemas.ts.

import Type, { type Static } from 'typebox';
import { queryOf } from '../../http/schemas.ts';

export const maxWaitSeconds = 30;

export const FeedQuery = queryOf({
  after: Type.Optional(
    Type.String({
      pattern: '^(latest|\\d{1,15})$',
      description:
        'The `after` of the response before, or the `cursor` of an event; `latest` for events from now on. Without it, all that are kept',
    }),
  ),
  limit: Type.Optional(Type.Integer({ description: 'Size of a page', minimum: 1, maximum: 500, default: 100 })),
  events: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'The `name`s of events, separated by commas; without them, all that the key may read',
    }),
  ),
  types: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Content types, separated by commas: only events of their items' }),
  ),
  waitSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxWaitSeconds,
      default: 0,
      description: 'How long to wait for an event if there is none',
    }),
  ),
});
export type FeedQuery = Static<typeof FeedQuery>;
