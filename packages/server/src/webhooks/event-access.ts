// Who may read events, register webhooks for them and see their deliveries: all follows from the group of an event.

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { may, namesFor, requireScope, type Scope } from '../context/access.ts';
import type { ReadContext } from '../context/context.ts';
import type { Tables } from '../database/tables.ts';
import { type EventGroup, eventGroups, groupOf, webhookEvents } from '../events/event-types.ts';

type Verb = 'read' | 'write';

const areas = {
  content: 'content',
  submissions: 'forms',
  payments: 'payments',
  crm: 'crm',
  forms: 'forms',
  /** They may be those of any group, and their URLs secret. */
  webhooks: null,
} as const satisfies Record<EventGroup, string | null>;
const groups = Object.keys(areas) as EventGroup[];

/** To read the events of a group in the feed. */
function scopeToRead(group: EventGroup): Scope {
  const area = areas[group];
  return area === null ? 'admin' : `${area}:read`;
}

/** For webhooks of a group. Those of content may be read by those who may change it: their URLs are nothing for its readers. */
function webhookScope(group: EventGroup, verb: Verb): Scope {
  const area = areas[group];
  if (area === null) return 'admin';
  return area === 'content' ? 'content:write' : `${area}:${verb}`;
}

/** Any of them may read the feed. */
export const feedScopes = [...new Set(groups.map(scopeToRead))];

/** Any of them may read or change some webhooks. */
export const webhookScopes = {
  read: [...new Set(groups.map((group) => webhookScope(group, 'read')))],
  write: [...new Set(groups.map((group) => webhookScope(group, 'write')))],
};

/** The types of the events that others may read. */
export const feedEvents: readonly string[] = Object.values(eventGroups).flat();
const allNames: readonly string[] = Object.values(webhookEvents).flat();

/** To read an event in the feed that others may read. */
export function scopeOf(type: string): Scope {
  return scopeToRead(groupOf(type) as EventGroup);
}

/** What an event says beside its head, for the caller: records of another area are null for those who may not read them there. */
export function asReadBy({ actor }: ReadContext, body: object): object {
  const hidden = {
    ...(!may(actor, 'crm:read') && { contact: null, invoice: null }),
    ...(!may(actor, 'payments:read') && { payment: null }),
  };
  return { ...body, ...Object.fromEntries(Object.entries(hidden).filter(([name]) => name in body)) };
}

/** To read or change webhooks for the event with this name. */
function scopeFor(name: string, verb: Verb): Scope {
  return webhookScope(groupOf(name) as EventGroup, verb);
}

/** Whose events a webhook gets: its names, about one form only if there is one. */
type Subscription = { formId?: string | null; events: readonly string[] };

/** Throws 401 and 403 for a caller who may not change webhooks with these events. */
export function requireChange(ctx: ReadContext, { events, formId }: Subscription): void {
  for (const name of events) requireScope(ctx, scopeFor(name, 'write'), formId ?? undefined);
}

/** The names of the events whose webhooks the caller may read or change, and the forms of which it may those of a form. */
function reachOf(ctx: ReadContext, verb: Verb): { hidden: string[]; names: string[]; formIds: string[] } {
  const isNamed = (name: string) => may(ctx.actor, scopeFor(name, verb));
  const names = allNames.filter(isNamed);
  const formIds = namesFor(ctx.actor, `forms:${verb}`) ?? [];
  if (names.length + formIds.length === 0) requireScope(ctx, scopeFor(allNames[0] ?? '', verb));
  return { names, formIds, hidden: allNames.filter((name) => !names.includes(name)) };
}

/** Whether a row of subscribers has none of these events. */
function isWithout({ dialect }: ReadContext, names: readonly string[]): (eb: Builder) => Expression<SqlBool> {
  const events = sql.ref('subscribers.events');
  return ({ and, not }) => and(names.map((name) => not(dialect.jsonArrayHas(events, [], name))));
}

type Builder = ExpressionBuilder<Tables, 'subscribers'>;

/** The webhooks that the caller may read. Every read goes through this. Throws 401 and 403 if there can be none. */
export function readableWebhooks(ctx: ReadContext) {
  const { hidden, formIds } = reachOf(ctx, 'read');
  const rows = ctx.db.selectFrom('subscribers');
  if (hidden.length === 0) return rows;
  const isShown = isWithout(ctx, hidden);
  return formIds.length === 0
    ? rows.where(isShown)
    : rows.where((eb) => eb.or([isShown(eb), eb('subscribers.formId', 'in', formIds)]));
}

/** The webhooks of a form. */
export function formWebhooks(ctx: ReadContext, formId: string) {
  return ctx.db.selectFrom('subscribers').where('subscribers.formId', '=', formId);
}

/** The webhooks with no other events than those of payments. */
export function paymentWebhooks(ctx: ReadContext) {
  const { payments } = webhookEvents;
  const others = allNames.filter((name) => !(payments as readonly string[]).includes(name));
  return ctx.db.selectFrom('subscribers').where(isWithout(ctx, others));
}

/**
 * The deliveries that the caller may read or resend: of events that it may read, whatever their webhook gets now, to webhooks that it may
 * read or change, or that are gone. Every read goes through this.
 */
export function deliveriesFor(ctx: ReadContext, verb: Verb) {
  const { hidden, names } = reachOf(ctx, verb);
  const deliveries = ctx.db.selectFrom('deliveries');
  if (hidden.length === 0) return deliveries;
  const own = ctx.db.selectFrom('subscribers').select('subscribers.id').where(isWithout(ctx, hidden));
  const all = ctx.db.selectFrom('subscribers').select('subscribers.id');
  return deliveries.where((eb) =>
    eb.or([
      eb.and([eb('deliveries.type', 'in', ['test', ...names]), eb('deliveries.subscriberId', 'in', own)]),
      eb.and([eb('deliveries.type', 'in', ['', ...names]), eb('deliveries.subscriberId', 'not in', all)]),
    ]),
  );
}
