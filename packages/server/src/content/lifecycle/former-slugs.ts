// Slugs that items had while they were public. What asks for one gets the item, unless another item has the slug now
// (model/find-item.ts).

import Type, { type Static } from 'typebox';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { Time } from '../../http/schemas.ts';
import { fail } from '../../lib/errors.ts';
import { isFormerSlug } from '../model/find-item.ts';
import { shownStatus } from '../model/visibility.ts';

export const FormerSlug = Type.Object(
  {
    slug: Type.String({ description: 'A slug that the item had' }),
    createdAt: { ...Time, description: 'When the item got another slug' },
  },
  { title: 'FormerSlug', description: 'A slug that an item had, and still answers at' },
);
export type FormerSlug = Static<typeof FormerSlug>;

type Addressed = Pick<Row<'items'>, 'id' | 'type' | 'slug' | 'status' | 'sortDate'>;

/**
 * Keeps the slug of an item that was live and gets another one, or is live no more: it may get another one meanwhile. A
 * row with the slug that its item has is harmless, because that is looked for first.
 */
export async function keepFormerSlug(ctx: WriteContext, before: Addressed, after: Addressed): Promise<void> {
  const now = timeOf(ctx);
  const isGivenUp = after.slug !== before.slug || shownStatus(after, now) !== 'publish';
  if (!isGivenUp || shownStatus(before, now) !== 'publish') return;
  const { id: itemId, type, slug } = before;
  const owner = { itemId, createdAt: now };
  await ctx.db
    .insertInto('formerSlugs')
    .values({ type, slug, ...owner })
    .onConflict((conflict) => conflict.columns(['type', 'slug']).doUpdateSet(owner))
    .execute();
}

/** Those of an item without the slug that it has, the newest first. */
export async function listFormerSlugs(ctx: ReadContext, itemId: string): Promise<FormerSlug[]> {
  return ctx.db
    .selectFrom('formerSlugs')
    .innerJoin('items', 'items.id', 'formerSlugs.itemId')
    .select(['formerSlugs.slug', 'formerSlugs.createdAt'])
    .where('itemId', '=', itemId)
    .whereRef('formerSlugs.slug', '<>', 'items.slug')
    .orderBy('formerSlugs.createdAt', 'desc')
    .execute();
}

/** Throws 404. */
export async function deleteFormerSlug(ctx: WriteContext, itemId: string, slug: string): Promise<void> {
  const entry = ctx.db.deleteFrom('formerSlugs').where('itemId', '=', itemId).where('slug', '=', slug);
  const deleted = await entry.returning('slug').executeTakeFirst();
  if (!deleted) throw fail('not_found', `The item has no former slug "${slug.slice(0, 200)}"`);
}

// Where an item is that was found at a slug that it no longer has.

/** The schema of a 308. */
export const MovedPermanently = Type.Null({
  description: 'With `redirect=308`: the item has another slug now. `Location` is its present URL',
});

/** Thrown where an item is read, so that a redirect is sent instead. */
export class Moved extends Error {
  readonly url: string;
  constructor(url: string) {
    super(`Moved to ${url}`);
    this.url = url;
  }
}

/** The present URL of an item that was found at a former slug, else null. `url` is any that differs in the slug only. */
export function movedFrom(url: string, item: { id: string; slug: string }, slugOrId: string): string | null {
  if (!isFormerSlug(item, slugOrId)) return null;
  const [path = ''] = url.split('?');
  return `${path.replace(/\/[^/]*\/?$/, '')}/${encodeURIComponent(item.slug)}`;
}
