// The history of deliveries, and who may see it.

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { may, requireScope, type Scope } from '../context/access.ts';
import type { ReadContext, WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { type CountedPage, listByTime } from '../database/list-page.ts';
import type { Tables } from '../database/tables.ts';
import { fail } from '../lib/errors.ts';
import type { Delivery, DeliveryQuery, DeliveryWithAttempts } from './webhooks.schemas.ts';

/** What subscribers and deliveries are about. */
export type Kind = 'form' | 'payment' | 'content';
type Verb = 'read' | 'write';

const areas = { form: 'forms', payment: 'payments', content: 'content' } as const;
const allKinds = Object.keys(areas) as Kind[];

export function kindOf({ formId, forContent }: Pick<Row<'subscribers'>, 'formId' | 'forContent'>): Kind {
  if (forContent) return 'content';
  return formId === null ? 'payment' : 'form';
}

/** Subscribers to content may be read by those who may change content: their URLs are nothing for readers. */
export function scopeFor(kind: Kind, verb: Verb): Scope {
  return kind === 'content' ? 'content:write' : `${areas[kind]}:${verb}`;
}

/** The kinds of subscribers and deliveries the caller may read or change. Throws 401 or 403 if there are none. */
export function kindsFor(ctx: ReadContext, verb: Verb): Kind[] {
  const kinds = allKinds.filter((kind) => may(ctx.actor, scopeFor(kind, verb)));
  if (kinds.length === 0) requireScope(ctx, scopeFor('form', verb));
  return kinds;
}

/** The deliveries of these kinds. Every read goes through this. */
export function deliveriesOf(ctx: ReadContext, kinds: readonly Kind[]) {
  const query = ctx.db.selectFrom('deliveries');
  return kinds.length === allKinds.length ? query : query.where((eb) => isOfKinds(eb, kinds));
}

/** Of rows of deliveries or subscribers. */
export function isOfKinds(
  { eb, or, and }: ExpressionBuilder<Tables, 'deliveries' | 'subscribers'>,
  kinds: readonly Kind[],
): Expression<SqlBool> {
  const conditions = {
    form: () => eb('formId', 'is not', null),
    payment: () => and([eb('formId', 'is', null), eb('forContent', '=', 0)]),
    content: () => eb('forContent', '=', 1),
  };
  return or(kinds.map((kind) => conditions[kind]()));
}

export async function listDeliveries(ctx: ReadContext, query: DeliveryQuery): Promise<CountedPage<Delivery>> {
  let matching = deliveriesOf(ctx, kindsFor(ctx, 'read'));
  const { subscriber, event, subject, status, retrying } = query;
  if (subscriber !== undefined) matching = matching.where('subscriberId', '=', subscriber);
  if (event !== undefined)
    matching = matching.where((eb) => eb.or([eb('type', '=', event), eb('eventId', '=', event)]));
  if (subject !== undefined)
    matching = matching.where('eventId', 'in', (eb) =>
      eb.selectFrom('events').select('events.id').where('events.subject', '=', subject),
    );
  if (status !== undefined) matching = matching.where('status', '=', status);
  if (retrying) matching = matching.where('status', '=', 'pending').where('failure', 'is not', null);
  else if (retrying === false)
    matching = matching.where((eb) => eb.or([eb('status', '!=', 'pending'), eb('failure', 'is', null)]));
  return listByTime(matching.select(shownColumns), query, describe);
}

/** A delivery with its body and its stored attempts. Throws delivery_not_found. */
export async function getDelivery(ctx: ReadContext, id: string): Promise<DeliveryWithAttempts> {
  const row = await deliveriesOf(ctx, kindsFor(ctx, 'read'))
    .select([...shownColumns, 'body'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => fail('delivery_not_found'));
  const attempts = await ctx.db
    .selectFrom('attempts')
    .select(['id', 'number', 'status', 'error', 'response', 'durationMs', 'createdAt'])
    .where('deliveryId', '=', id)
    .orderBy('number')
    .orderBy('id')
    .execute();
  return { ...describe(row), attempts };
}

/** A delivery as in lists, without checking access. */
export async function readDelivery(ctx: ReadContext, id: string): Promise<Delivery> {
  const query = ctx.db.selectFrom('deliveries').select(shownColumns).where('id', '=', id);
  return describe(await query.executeTakeFirstOrThrow());
}

const shownColumns = [
  'id',
  'eventId',
  'type',
  'subscriberId',
  'formId',
  'url',
  'status',
  'failure',
  'attempts',
  'nextAttemptAt',
  'createdAt',
  'deliveredAt',
] as const;

function describe<R extends Pick<Row<'deliveries'>, (typeof shownColumns)[number]>>(row: R) {
  const { attempts: attemptCount, ...rest } = row;
  return { ...rest, attemptCount };
}

// Erases deliveries that name a person, with what receivers responded.

/** Returns how many there were. One that was not sent yet is not sent any more. */
export async function eraseDeliveries(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const some = ['', ...ids];
  await ctx.db.deleteFrom('attempts').where('deliveryId', 'in', some).execute();
  const { numDeletedRows } = await ctx.db.deleteFrom('deliveries').where('id', 'in', some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
