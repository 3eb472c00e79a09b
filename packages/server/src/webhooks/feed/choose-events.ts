// Which events a request asks for, among those that its caller may read.

import { type Limitable, may, mayForSome, namesFor, requireScope } from '../../context/access.ts';
import type { ReadContext } from '../../context/context.ts';
import type { FedEvent } from '../../events/feed.ts';
import { failQuery } from '../../lib/errors.ts';
import { readTypeNames } from '../any-subscriber.ts';
import { feedEvents, scopeOf } from '../event-access.ts';
import type { FeedQuery } from './feed.schemas.ts';

export type IsChosen = (event: FedEvent) => boolean;

/** Throws 400 for names that do not exist, and 403 for events that the caller may not read. */
export async function chooseEvents(
  ctx: ReadContext,
  { events, types }: Pick<FeedQuery, 'events' | 'types'>,
): Promise<IsChosen> {
  const names = new Set(events === undefined ? feedEvents.filter(mayRead(ctx)) : readNames(ctx, events));
  const isReadable = withinLimits(ctx);
  if (types === undefined) return (event) => names.has(event.type) && isReadable(event);
  const chosen = new Set(await readTypes(ctx, types));
  return (event) =>
    names.has(event.type) &&
    event.type.startsWith('item.') &&
    chosen.has(JSON.parse(event.data).type) &&
    isReadable(event);
}

function mayRead(ctx: ReadContext): (name: string) => boolean {
  return (name) => mayForSome(ctx.actor, scopeOf(name));
}

/** Whether an event is about a content type or form that the caller may read, for events that it may read at all. */
function withinLimits({ actor }: ReadContext): IsChosen {
  const limited = (['content:read', 'forms:read'] as const).filter((scope) => namesFor(actor, scope)?.length);
  if (limited.length === 0) return () => true;
  return ({ type, data }) => {
    const scope = scopeOf(type) as Limitable;
    if (!limited.includes(scope as (typeof limited)[number])) return true;
    const about = JSON.parse(data) as { type?: string; formId?: string };
    return may(actor, scope, scope === 'content:read' ? about.type : about.formId);
  };
}

function readNames(ctx: ReadContext, text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !feedEvents.includes(name));
  if (unknown !== undefined) {
    const detail = `"${unknown.slice(0, 100)}" is not an event; it must be among: ${feedEvents.join(', ')}`;
    throw failQuery([{ pointer: 'events', code: 'unknown', detail }]);
  }
  const isRead = mayRead(ctx);
  for (const name of names) if (!isRead(name)) requireScope(ctx, scopeOf(name));
  return names;
}

async function readTypes(ctx: ReadContext, text: string): Promise<string[]> {
  const parts = text.split(',').map((name) => name.trim());
  const names = await readTypeNames(ctx, parts);
  const unknown = parts.find((_, index) => names[index] === undefined);
  if (unknown === undefined) return names as string[];
  const detail = `"${unknown.slice(0, 100)}" is not a content type`;
  throw failQuery([{ pointer: 'types', code: 'unknown', detail }]);
}
