// What items of an export point to: parents, the item a picture was uploaded to, featured images.

import { setImmediate } from 'node:timers/promises';
import { setImportedField, setImportedMediaItem, setImportedParent } from '../../content/imports.ts';
import { type Context, inTransaction, type WriteContext } from '../../context.ts';
import type { ReportBuilder } from '../import-report.ts';

/** An imported item or media record, and the WordPress ids of what it points to. */
export type Linked = {
  id: string;
  /** Null for media. */
  type: string | null;
  wpId: number | null;
  parentWpId: number | null;
  imageWpId: number | null;
};

/** The custom field that holds the id of the featured image's media record. */
const featuredImageField = 'featuredImage';
const batchSize = 200;

/** Sets the links once everything is stored. */
export async function setLinks(ctx: Context, all: readonly Linked[], report: ReportBuilder): Promise<void> {
  const byWpId = new Map(all.flatMap((one) => (one.wpId === null ? [] : [[one.wpId, one] as const])));
  const linked = all.filter((one) => one.parentWpId !== null || one.imageWpId !== null);
  for (let from = 0; from < linked.length; from += batchSize) {
    const batch = linked.slice(from, from + batchSize);
    await inTransaction(ctx, async (ctx) => {
      for (const one of batch) await (one.type === null ? linkMedia : linkItem)(ctx, one, byWpId);
    });
    await setImmediate();
  }
  for (const one of linked) {
    if (one.type !== null && one.parentWpId !== null && !findParent(one, byWpId)) {
      report.note('without a parent, because it is not in the file', String(one.wpId));
    }
  }
}

async function linkMedia(ctx: WriteContext, media: Linked, byWpId: Map<number, Linked>): Promise<void> {
  const item = byWpId.get(media.parentWpId ?? 0);
  if (item?.type) await setImportedMediaItem(ctx, media.id, item.id);
}

async function linkItem(ctx: WriteContext, item: Linked, byWpId: Map<number, Linked>): Promise<void> {
  const parent = findParent(item, byWpId);
  if (parent) await setImportedParent(ctx, item.id, parent.id);
  const image = byWpId.get(item.imageWpId ?? 0);
  if (image?.type === null) await setImportedField(ctx, item.id, featuredImageField, image.id);
}

/** The parent, if it has the same type and is not also a descendant. */
function findParent(item: Linked, byWpId: Map<number, Linked>): Linked | null {
  const parent = byWpId.get(item.parentWpId ?? 0);
  if (!parent || parent.type !== item.type) return null;
  const seen = new Set<Linked>();
  for (let next: Linked | undefined = parent; next && !seen.has(next); next = byWpId.get(next.parentWpId ?? 0)) {
    if (next === item) return null;
    seen.add(next);
  }
  return parent;
}
