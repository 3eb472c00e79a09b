// Settings in the database: by name, as JSON.

import { sql } from 'kysely';
import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';

/** The name of a site until it is set up. */
export const defaultSiteName = 'Frontdesk';
export const defaultTrashDays = 30;
export const defaultEventDays = 30;
/** In days, how long what was sent, and what the processor sent, is kept. */
export const keptDays = { deliveryDays: 30, mailDays: 90, processorEventDays: 180 };
export const defaultAuditDays = 365;

/** How long revisions are kept: every one, then the last of each day. In days since the item was changed again. */
export const revisionDefaults = { revisionsAllDays: 30, revisionsDailyDays: 365 };

/** The value of a setting; null if it is not set. */
export async function readSetting<T>(ctx: ReadContext, name: string): Promise<T | null> {
  const row = await ctx.db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row ? (JSON.parse(row.value) as T) : null;
}

/** The same, which no other transaction changes until this one ends. */
export async function lockSetting<T>(ctx: WriteContext, name: string): Promise<T | null> {
  const query = ctx.db.selectFrom('settings').select('value').where('name', '=', name);
  const row = await ctx.dialect.lockRows(query).executeTakeFirst();
  return row ? (JSON.parse(row.value) as T) : null;
}

/**
 * Settings that are changed together: until this transaction ends, another one that calls it for them waits, also if none is
 * stored yet. Once per transaction.
 */
export async function lockSettings(ctx: WriteContext, group: 'site' | 'spam' | 'backup plan'): Promise<void> {
  await ctx.dialect.lockValues(ctx.db, 'settings', [group]);
}

/** The values of several settings, each of which is its default if it is not set. */
export async function readSettings<Values extends Record<string, unknown>>(
  ctx: ReadContext,
  defaults: Values,
): Promise<Values> {
  const names = Object.keys(defaults);
  return settingsOf(defaults, await selectSettings(ctx, names).execute());
}

/** The rows of these settings, also for a part of a larger query. */
export function selectSettings(ctx: ReadContext, names: readonly string[]) {
  return ctx.db
    .selectFrom('settings')
    .select(['name', sql<string>`cast("value" as text)`.as('value')])
    .where('name', 'in', names);
}

/** The values in such rows. */
export function settingsOf<Values extends Record<string, unknown>>(
  defaults: Values,
  rows: readonly { name: string; value: string }[],
): Values {
  return { ...defaults, ...Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])) };
}

/** Days after which items in the trash are deleted permanently; 0 if they are kept. */
export async function readTrashDays(ctx: ReadContext): Promise<number> {
  return (await readSetting<number>(ctx, 'trashDays')) ?? defaultTrashDays;
}

export async function writeSetting(ctx: WriteContext, name: string, value: unknown): Promise<void> {
  const row = { value: JSON.stringify(value), updatedAt: timeOf(ctx) };
  await ctx.db
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Returns whether it was set: of several calls at once, one gets true. */
export async function removeSetting(ctx: WriteContext, name: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('settings').where('name', '=', name).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Stores a setting unless it exists. Returns whether it did: of several calls at once, one gets true. */
export async function addSetting(ctx: WriteContext, name: string, value: unknown): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value), updatedAt: timeOf(ctx) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The value of a setting, which is set to `value` if it is missing: of several calls at once, the first one counts. */
export async function ensureSetting<T>(ctx: WriteContext, name: string, value: T): Promise<T> {
  await addSetting(ctx, name, value);
  return (await readSetting<T>(ctx, name)) ?? value;
}
