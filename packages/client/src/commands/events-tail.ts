// `frontdesk events tail`.

import type { AdminClient } from '../admin.ts';
import type { FeedEvent, FeedPage } from '../api-types.ts';
import { defineCommand } from '../cli/define-command.ts';
import { type Column, showTime } from '../cli/output.ts';
import type { FeedQuery } from '../events.ts';

const columns: readonly Column<FeedEvent>[] = [
  { title: 'createdAt', of: ({ createdAt }) => createdAt },
  { title: 'event', of: ({ name }) => name },
  { title: 'subject', of: subjectOf },
  { title: 'cursor', of: ({ cursor }) => cursor },
];

export const eventsTail = defineCommand({
  name: 'events tail',
  summary: 'print events as they happen',
  args: '',
  scopes: 'the scopes of what it prints, such as content:read and forms:read',
  options: {
    after: { value: 'cursor', help: 'the events after this one first; 0 for all that are kept' },
    events: { value: 'names', help: 'only these, separated by commas, such as item.published' },
    types: { value: 'types', help: 'only events of items of these content types, separated by commas' },
    stop: { help: 'stop after the events that there are' },
  },
  notes: 'Without --stop, it goes on until it is interrupted.',
  examples: [
    'frontdesk events tail --types post,page',
    'frontdesk events tail --after 0 --stop --events item.deleted --json | jq -r .data.url',
  ],
  async run({ values: { after = 'latest', events, types, stop }, client, output }) {
    const query = {
      after,
      ...(events === undefined ? {} : { events: events.split(',') as NonNullable<FeedQuery['events']> }),
      ...(types === undefined ? {} : { types: types.split(',') }),
    };
    const stream = stop ? eventsUntilNow(client, query) : client.events.stream(query);
    // A table would wait for the end.
    if (output.isJson || !output.isTerminal) return void (await output.rows(stream, columns, ''));
    for await (const event of stream) {
      output.result(event, `${showTime(event.createdAt)}  ${event.name}  ${subjectOf(event)}`);
    }
    return undefined;
  },
});

async function* eventsUntilNow(client: AdminClient, query: FeedQuery): AsyncGenerator<FeedEvent, void, undefined> {
  for (let after = query.after, more = true; more; ) {
    const page: FeedPage = await client.events.list({ ...query, after });
    yield* page.items;
    ({ after, more } = page);
  }
}

/** Where an item is, and the ID of anything else. */
function subjectOf(event: FeedEvent): string {
  const item = 'data' in event && 'former' in event.data ? event.data : null;
  return item ? (item.url ?? `${item.type}/${item.slug}`) : event.subject;
}
