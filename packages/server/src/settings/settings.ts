// Settings that live in the database: by name, as JSON.

import { type ReadContext, timeOf, type WriteContext } from '../context.ts';

/** What a site is called until it is set up. */
export const defaultSiteName = 'Frontdesk';

/** The value of a setting, or null where it was never set. */
export async function readSetting<T>(ctx: ReadContext, name: string): Promise<T | null> {
  const row = await ctx.db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row ? (JSON.parse(row.value) as T) : null;
}

export async function writeSetting(ctx: WriteContext, name: string, value: unknown): Promise<void> {
  const row = { value: JSON.stringify(value), updatedAt: timeOf(ctx) };
  await ctx.db
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Whether there was one to remove: of several that try at once, one is told so. */
export async function removeSetting(ctx: WriteContext, name: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('settings').where('name', '=', name).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The value of a setting; where there is none, the one given here: of several at once the first. */
export async function ensureSetting<T>(ctx: WriteContext, name: string, value: T): Promise<T> {
  await ctx.db
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value), updatedAt: timeOf(ctx) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readSetting<T>(ctx, name)) ?? value;
}
