// Sets the links of imported records, and reports those whose targets are not there.

import { type DroppedLink, type LinkKind, listOpenLinks, setLinks } from '../content/imports/import-links.ts';
import { type Context, inTransaction } from '../context/context.ts';
import type { ImportRun } from './wordpress-import-items.ts';

/** Links that one transaction sets. */
const batchSize = 100;

const openLinks: Record<LinkKind, string> = {
  parent: 'items without their parent',
  image: 'items without their featured image',
  item: 'media records without the item they were uploaded to',
  termParent: 'categories and other terms without their parent',
  term: 'tags, categories and other terms known only by name',
  author: 'authors known only by login',
};

const droppedLinks: Record<DroppedLink['reason'], string> = {
  circular: 'in a circle of parents: imported without a parent',
  otherType: 'linked to a record of another type: imported without the link',
};

/** Sets the links that can be set, also those that earlier files left open. */
export async function setAllLinks(
  ctx: Context,
  { names: { source }, report, pace, options }: ImportRun,
): Promise<void> {
  pace.beginKind();
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    const { last, dropped } = await inTransaction(ctx, (ctx) =>
      setLinks(ctx, source, from, { ...options, limit: pace.limit(batchSize) }),
    );
    for (const { reason, target } of dropped) report.note(droppedLinks[reason], { name: shorten(source, target) });
    after = last;
    await pace.giveWay(ctx);
  }
  for (const { kind, count, targets } of await listOpenLinks(ctx, source)) {
    report.leaveOpen(
      openLinks[kind],
      count,
      targets.map((target) => shorten(source, target)),
    );
  }
}

function shorten(source: string, target: string): string {
  return target.slice(source.length + 1);
}
