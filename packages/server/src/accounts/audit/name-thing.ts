// The name of the record in an entry of the audit log, where the change did not result in it: a deletion leaves none.

import type { ReadContext } from '../../context/context.ts';
import type { Tables } from '../../database/tables.ts';
import { hostOf, isId, type Thing } from './describe-change.ts';

/** Where the names of records with IDs are. Contacts and what people submitted are not among them. */
const columns: Record<string, readonly [table: keyof Tables, column: string]> = {
  author: ['authors', 'name'],
  discount: ['discounts', 'code'],
  form: ['forms', 'name'],
  import: ['imports', 'fileName'],
  invoice: ['invoices', 'number'],
  item: ['items', 'title'],
  media: ['media', 'title'],
  passkey: ['passkeys', 'name'],
  term: ['terms', 'name'],
  token: ['tokens', 'name'],
  user: ['users', 'name'],
  view: ['savedViews', 'name'],
  webhook: ['subscribers', 'url'],
};

/** The record with its name: as it is after the change, or as the entry before has it if it was deleted. */
export async function nameThing(ctx: ReadContext, thing: Thing): Promise<Thing> {
  const { kind, id, name } = thing;
  const place = columns[kind];
  if (name !== null || !isId(id) || !place) return thing;
  const [table, column] = place as ['users', 'name'];
  const row = await ctx.db.selectFrom(table).select(column).where('id', '=', id).executeTakeFirst();
  const now = row?.[column];
  if (now) return { ...thing, name: kind === 'webhook' ? hostOf(now) : now.slice(0, 200) };
  const earlier = await ctx.db
    .selectFrom('auditLog')
    .select('thingName')
    .where('thingId', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { ...thing, name: earlier?.thingName ?? null };
}
