// Reading the revisions of an item. The newest is the item itself; the others are stored (keep-revision.ts).

import type { ReadContext } from '../../context/context.ts';
import type { Page, PageQuery } from '../../database/list-page.ts';
import { fail } from '../../lib/errors.ts';
import { readTermsOf } from '../lifecycle/keep-revision.ts';
import { type ItemState, stateOf, unpackState } from '../lifecycle/states.ts';
import { type Change, lastChangeOf } from '../model/changes.ts';
import type { Revision, WholeRevision } from './revisions.schemas.ts';

/** The revisions of an item, the newest first. */
export async function listRevisions(
  ctx: ReadContext,
  id: string,
  { limit = 20, offset = 0 }: PageQuery,
): Promise<Page<Revision>> {
  const current = await readNewest(ctx, id);
  const stored = ctx.db.selectFrom('revisions').where('itemId', '=', id);
  const rows = await stored
    .select(['number', 'change', 'name'])
    .orderBy('number', 'desc')
    .limit(offset === 0 ? limit - 1 : limit)
    .offset(Math.max(0, offset - 1))
    .execute();
  const { count } = await stored.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const newest = offset === 0 ? [revisionOf(current.version, lastChangeOf(current), true)] : [];
  const older = rows.map(({ number, change, name }) =>
    revisionOf(number, { ...(JSON.parse(change) as Change), ...(name === null ? {} : { name }) }, false),
  );
  return { items: [...newest, ...older], total: Number(count) + 1 };
}

/** A revision with what the item was. Throws 404, and 410 for one that is no longer kept. */
export async function readRevision(
  ctx: ReadContext,
  itemId: string,
  number: number,
): Promise<WholeRevision & { state: ItemState }> {
  const current = await readNewest(ctx, itemId);
  if (number === current.version) {
    const item = await ctx.db.selectFrom('items').selectAll().where('id', '=', itemId).executeTakeFirstOrThrow();
    const state = stateOf(item, await readTermsOf(ctx, itemId));
    return { ...revisionOf(number, lastChangeOf(current), true), item: shownState(state), state };
  }
  const row = await ctx.db
    .selectFrom('revisions')
    .selectAll()
    .where('itemId', '=', itemId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) {
    const detail = `The item has the revisions 1 to ${current.version}`;
    throw number < current.version ? fail('revision_pruned') : fail('revision_not_found', { detail });
  }
  const change: Change = { ...JSON.parse(row.change), ...(row.name === null ? {} : { name: row.name }) };
  const state = unpackState(row.state);
  return { ...revisionOf(number, change, false), item: shownState(state), state };
}

/** The number of the newest revision, and its change. */
export function readNewest(ctx: ReadContext, itemId: string) {
  return ctx.db
    .selectFrom('items')
    .select(['version', 'lastChange', 'createdAt', 'updatedAt'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
}

function revisionOf(number: number, { at, name, autosavedFrom: _, ...change }: Change, current: boolean): Revision {
  return { number, ...change, createdAt: at, name: name ?? null, current };
}

function shownState({ excerptIsMade: _, ...state }: ItemState): WholeRevision['item'] {
  return state;
}
