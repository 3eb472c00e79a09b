// Which events a request asks for, among those that its caller may read.

import { may, requireScope, type Scope } from '../../accounts/access.ts';
import type { ReadContext } from '../../context.ts';
import { failQuery } from '../../errors.ts';
import { itemEvents, paymentEvents } from '../../events/event-types.ts';
import type { FedEvent } from '../../events/feed.ts';
import { readTypeNames } from '../any-subscriber.ts';
import type { FeedQuery } from './feed.schemas.ts';

const scopes = {
  'content:read': itemEvents,
  'forms:read': ['submission.submitted', 'submission.paid'],
  'payments:read': paymentEvents,
} as const satisfies Partial<Record<Scope, readonly string[]>>;

const scopeOf = new Map<string, Scope>(
  Object.entries(scopes).flatMap(([scope, names]) => names.map((name) => [name, scope as Scope] as const)),
);

export type IsChosen = (event: FedEvent) => boolean;

/** Throws 400 for names that do not exist, and 403 for events that the caller may not read. */
export async function chooseEvents(
  ctx: ReadContext,
  { events, types }: Pick<FeedQuery, 'events' | 'types'>,
): Promise<IsChosen> {
  const names = new Set(events === undefined ? [...scopeOf.keys()].filter(mayRead(ctx)) : readNames(ctx, events));
  if (types === undefined) return ({ type }) => names.has(type);
  const chosen = new Set(await readTypes(ctx, types));
  return ({ type, data }) => names.has(type) && type.startsWith('item.') && chosen.has(JSON.parse(data).type);
}

function mayRead(ctx: ReadContext): (name: string) => boolean {
  return (name) => may(ctx.actor, scopeOf.get(name) as Scope);
}

function readNames(ctx: ReadContext, text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !scopeOf.has(name));
  if (unknown !== undefined) {
    const detail = `"${unknown.slice(0, 100)}" is not an event; it must be among: ${[...scopeOf.keys()].join(', ')}`;
    throw failQuery([{ pointer: 'events', code: 'unknown', detail }]);
  }
  for (const name of names) requireScope(ctx, scopeOf.get(name) as Scope);
  return names;
}

async function readTypes(ctx: ReadContext, text: string): Promise<string[]> {
  const given = text.split(',').map((name) => name.trim());
  const names = await readTypeNames(ctx, given);
  const unknown = given.find((_, index) => names[index] === undefined);
  if (unknown === undefined) return names as string[];
  const detail = `"${unknown.slice(0, 100)}" is not a content type`;
  throw failQuery([{ pointer: 'types', code: 'unknown', detail }]);
}
