// What items of a WordPress export point to: parents, the item a picture was uploaded to, featured images. Set when all
// are here, and only on items nobody has changed since.

import { setImmediate } from 'node:timers/promises';
import { type Context, inTransaction, type WriteContext } from '../../context.ts';
import type { ReportMaker } from './wordpress-import-report.ts';

export type Relation = {
  id: string;
  /** Null for media. */
  type: string | null;
  wpId: number | null;
  parentWpId: number | null;
  imageWpId: number | null;
};

const batchSize = 200;

/** The custom field that holds the id of the featured image's media record. */
export const featuredImageField = 'featuredImage';

export async function linkRelations(ctx: Context, relations: readonly Relation[], report: ReportMaker): Promise<void> {
  const byWpId = new Map(relations.flatMap((one) => (one.wpId === null ? [] : [[one.wpId, one] as const])));
  const linked = relations.filter((one) => one.parentWpId !== null || one.imageWpId !== null);
  for (let from = 0; from < linked.length; from += batchSize) {
    const batch = linked.slice(from, from + batchSize);
    await inTransaction(ctx, async (ctx) => {
      for (const one of batch) await link(ctx, one, byWpId);
    });
    await setImmediate();
  }
  for (const one of linked) {
    if (one.type !== null && one.parentWpId !== null && !parentOf(one, byWpId)) {
      report.note('without their parent, which is not in the file', String(one.wpId));
    }
  }
}

async function link(ctx: WriteContext, one: Relation, byWpId: Map<number, Relation>): Promise<void> {
  if (one.type === null) {
    const item = byWpId.get(one.parentWpId ?? 0);
    if (!item?.type) return;
    await ctx.db
      .updateTable('media')
      .set({ itemId: item.id })
      .where('id', '=', one.id)
      .where('itemId', 'is', null)
      .execute();
    return;
  }
  const parent = parentOf(one, byWpId);
  const image = byWpId.get(one.imageWpId ?? 0);
  if (parent) {
    await ctx.db
      .updateTable('items')
      .set({ parentId: parent.id })
      .where('id', '=', one.id)
      .where('version', '=', 1)
      .where('parentId', 'is', null)
      .execute();
  }
  if (image && image.type === null) await setFeaturedImage(ctx, one.id, image.id);
}

/** The parent, where it is of the same type and no circle leads back. */
function parentOf(one: Relation, byWpId: Map<number, Relation>): Relation | null {
  const parent = byWpId.get(one.parentWpId ?? 0);
  if (!parent || parent.type !== one.type) return null;
  const seen = new Set<Relation>();
  for (let next: Relation | undefined = parent; next && !seen.has(next); next = byWpId.get(next.parentWpId ?? 0)) {
    if (next === one) return null;
    seen.add(next);
  }
  return parent;
}

async function setFeaturedImage(ctx: WriteContext, itemId: string, mediaId: string): Promise<void> {
  const item = await ctx.db
    .selectFrom('items')
    .select('fields')
    .where('id', '=', itemId)
    .where('version', '=', 1)
    .executeTakeFirst();
  if (!item) return;
  const fields = JSON.parse(item.fields);
  if (Object.hasOwn(fields, featuredImageField)) return;
  await ctx.db
    .updateTable('items')
    .set({ fields: JSON.stringify({ ...fields, [featuredImageField]: mediaId }) })
    .where('id', '=', itemId)
    .where('version', '=', 1)
    .execute();
}
