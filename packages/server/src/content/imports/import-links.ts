// Links of imported records. A link is stored with its record and set once its target is there, which may be in the next
// file of a site that is exported in pieces. Until then it is open.

import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { filledUp, keptQueries, slot, slotsIn } from '../../database/kept-queries.ts';
import { followChanges } from '../lifecycle/effects.ts';
import { fieldColumns } from '../model/item-fields.ts';
import { findNamed } from '../model/slugs.ts';
import { lockTargets } from '../references/check-references.ts';
import { type ImportOptions, keepStamp } from '../sources/import-sources.ts';
import { lockTree } from '../terms/terms.ts';
import { getPostType, lockPostType } from '../types/post-types.ts';

type Link = Row<'importLinks'>;
export type LinkKind = Link['kind'];
export type NewLink = { kind: LinkKind; target: string };
export type OpenLinks = { kind: LinkKind; count: number; targets: string[] };

/** Why a link whose target is there was not set. */
export type DroppedLink = { kind: LinkKind; target: string; reason: 'circular' | 'otherType' };

/** The custom field that holds the ID of the featured image's media record. */
export const featuredImageField = 'featuredImage';
const queries = keptQueries();
const maxExamples = 10;
const maxDepth = 100;
/** What these link to may be deleted at any time. */
const mustExist: readonly LinkKind[] = ['image', 'item'];
/** Set where authors and terms are imported (import-names.ts). */
const namedOnly: readonly LinkKind[] = ['author', 'term'];

export async function addLinks(
  ctx: WriteContext,
  source: string,
  links: readonly (NewLink & { fromId: string })[],
): Promise<void> {
  const rows = links.map(({ fromId, kind, target }) => ({ id: linkId(fromId, kind), source, kind, fromId, target }));
  await queries.insert(ctx, 'add', rows, (slots) =>
    ctx.db
      .insertInto('importLinks')
      .values(slots)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/**
 * The media records that are there among the featured images of these items, by their source keys. They cannot be deleted
 * until the transaction ends. A link that is set at once saves changing the item later, with its long row.
 */
export async function findImages(
  ctx: WriteContext,
  items: readonly { links: readonly NewLink[] }[],
): Promise<Map<string, string>> {
  const targets = items.flatMap(({ links }) => links.flatMap(({ kind, target }) => (kind === 'image' ? [target] : [])));
  const keys = filledUp([...new Set(targets)]);
  if (keys.length === 0) return new Map();
  const rows = await queries.run(ctx, `images ${keys.length}`, { ...keys }, () =>
    ctx.dialect.lockKeyShare(
      ctx.db
        .selectFrom('media')
        .select(['id', 'sourceKey'])
        .where((eb) => ctx.dialect.inTurn(eb('sourceKey', 'in', slotsIn(keys)), eb.ref('id'), 'shared')),
      { inOrder: true },
    ),
  );
  return new Map(rows.map(({ id, sourceKey }) => [sourceKey as string, id]));
}

export function linkId(fromId: string, kind: LinkKind): string {
  return `${fromId} ${kind}`;
}

/** The key of a term in the other system. */
export function termKey(source: string, taxonomy: string, slug: string): string {
  return `${source}#${taxonomy}/${slug}`;
}

function readTermKey(source: string, key: string): { taxonomy: string; name: string } {
  const [taxonomy = '', ...rest] = key.slice(`${source}#`.length).split('/');
  return { taxonomy, name: rest.join('/') };
}

/** The open links of a source by kind, with some of their targets. */
export async function listOpenLinks(ctx: ReadContext, source: string): Promise<OpenLinks[]> {
  const counts = await ctx.db
    .selectFrom('importLinks')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('source', '=', source)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  const all: OpenLinks[] = [];
  for (const { kind, count } of counts) {
    const examples = await ctx.db
      .selectFrom('importLinks')
      .select('target')
      .where('source', '=', source)
      .where('kind', '=', kind)
      .orderBy('id')
      .limit(maxExamples)
      .execute();
    all.push({ kind, count: Number(count), targets: [...new Set(examples.map(({ target }) => target))] });
  }
  return all;
}

/**
 * Sets the links whose targets have been imported, at most `limit` after `after` in each call; `last` is null at the end. What was
 * set here meanwhile stays.
 */
export async function setLinks(
  ctx: WriteContext,
  source: string,
  after: string,
  { events, limit }: Pick<ImportOptions, 'events'> & { limit: number },
): Promise<{ last: string | null; dropped: DroppedLink[] }> {
  const links = await ctx.db
    .selectFrom('importLinks')
    .selectAll()
    .where('source', '=', source)
    .where('id', '>', after)
    .where('kind', 'not in', namedOnly)
    .orderBy('id')
    .limit(limit)
    .execute();
  await lockTrees(ctx, links);
  const targets = await findTargets(ctx, links);
  const ready = links.filter((link) => targets.has(link.target));
  await lockTypes(ctx, ready);
  const existing = await lockLinked(ctx, ready, targets);
  const dropped: DroppedLink[] = [];
  const circular = new Set<string>();
  for (const link of ready) {
    const target = targets.get(link.target) as Target;
    if (circular.has(link.id) || (mustExist.includes(link.kind) && !existing.has(target.id))) continue;
    const reason = await setters[link.kind](ctx, link.fromId, target, { circular, isSilent: !events });
    if (reason !== null) dropped.push({ kind: link.kind, target: link.target, reason });
  }
  const done = [...new Set([...ready.map((link) => link.id), ...circular])];
  if (done.length > 0) await ctx.db.deleteFrom('importLinks').where('id', 'in', done).execute();
  return { last: links.at(-1)?.id ?? null, dropped };
}

type Target = { id: string /** Of an item. */; type: string | null };

async function findTargets(ctx: WriteContext, links: readonly Link[]): Promise<Map<string, Target>> {
  const found = new Map<string, Target>();
  const keys = [...new Set(links.map((link) => link.target))];
  if (keys.length === 0) return found;
  const items = ctx.db.selectFrom('items').select(['id', 'type', 'sourceKey']).where('sourceKey', 'in', keys);
  for (const { id, type, sourceKey } of await items.execute()) found.set(sourceKey as string, { id, type });
  const media = ctx.db.selectFrom('media').select(['id', 'sourceKey']).where('sourceKey', 'in', keys);
  for (const { id, sourceKey } of await media.execute()) found.set(sourceKey as string, { id, type: null });
  for (const { source, kind, target } of links) {
    if (kind !== 'termParent') continue;
    const { taxonomy, name } = readTermKey(source, target);
    const terms = ctx.db.selectFrom('terms').select(['id', 'slug', 'name']).where('taxonomy', '=', taxonomy);
    const former = ctx.db.selectFrom('formerTerms').select('termId as id').where('taxonomy', '=', taxonomy);
    const term =
      (await findNamed(terms, name)) ??
      (await terms.where('name', '=', name).executeTakeFirst()) ??
      (await former.where('slug', '=', name).executeTakeFirst());
    if (term) found.set(target, { id: term.id, type: null });
  }
  return found;
}

/** Terms that get parents are neither deleted nor moved meanwhile, and nor are their parents. */
async function lockTrees(ctx: WriteContext, links: readonly Link[]): Promise<void> {
  const keys = links.filter(({ kind }) => kind === 'termParent');
  const taxonomies = new Set(keys.map(({ source, target }) => readTermKey(source, target).taxonomy));
  for (const key of [...taxonomies].sort()) await lockTree(ctx, { key });
}

/** The targets that were not deleted meanwhile; they cannot be until the transaction ends. */
async function lockLinked(
  ctx: WriteContext,
  links: readonly Link[],
  targets: ReadonlyMap<string, Target>,
): Promise<ReadonlyMap<string, unknown>> {
  const linked = links
    .filter(({ kind }) => mustExist.includes(kind))
    .map(({ target }) => targets.get(target)?.id ?? '');
  return linked.length === 0 ? new Map() : lockTargets(ctx, [...new Set(linked)]);
}

/** Before any item is changed, so that two transactions do not wait for each other. Parents may only change under this lock. */
async function lockTypes(ctx: WriteContext, links: readonly Link[]): Promise<void> {
  const ids = links.map((link) => link.fromId);
  if (ids.length === 0) return;
  const types = await ctx.db.selectFrom('items').select('type').distinct().where('id', 'in', ids).execute();
  for (const type of types.map((item) => item.type).sort()) await lockPostType(ctx, type);
}

type SetLink = (
  ctx: WriteContext,
  fromId: string,
  target: Target,
  options: { circular: Set<string>; isSilent: boolean },
) => Promise<DroppedLink['reason'] | null>;

const setters: Record<LinkKind, SetLink> = {
  async parent(ctx, fromId, target, { circular, isSilent }) {
    const item = await findItem(ctx, fromId);
    if (!item || item.parentId !== null) return null;
    if (target.type !== item.type) return 'otherType';
    const circle = await findCircle(ctx, fromId, target.id);
    for (const id of circle) circular.add(linkId(id, 'parent'));
    if (circle.length > 0) return 'circular';
    await changeItem(ctx, item, { parentId: target.id }, { changed: ['parentId'], isSilent });
    return null;
  },

  async image(ctx, fromId, target, { isSilent }) {
    const item = await findItem(ctx, fromId);
    if (!item) return null;
    if (target.type !== null) return 'otherType';
    const fields = JSON.parse(item.fields);
    if (Object.hasOwn(fields, featuredImageField)) return null;
    const linked = { ...fields, [featuredImageField]: target.id };
    const type = await getPostType(ctx, item.type);
    const changed = [`fields.${featuredImageField}`];
    await changeItem(ctx, item, await fieldColumns(type, linked), { changed, isSilent });
    return null;
  },

  async item(ctx, fromId, target) {
    if (target.type === null) return 'otherType';
    await queries.send(ctx, 'item', { fromId, itemId: target.id }, () =>
      ctx.db
        .updateTable('media')
        .set({ itemId: slot('itemId') })
        .where('id', '=', slot('fromId'))
        .where('itemId', 'is', null),
    );
    return null;
  },

  async termParent(ctx, fromId, target) {
    let next: string | null = target.id;
    for (let depth = 0; next !== null && depth < maxDepth; depth++) {
      if (next === fromId) return 'circular';
      const above: { parentId: string | null } | undefined = await ctx.db
        .selectFrom('terms')
        .select('parentId')
        .where('id', '=', next)
        .executeTakeFirst();
      next = above?.parentId ?? null;
    }
    await ctx.db
      .updateTable('terms')
      .set({ parentId: target.id, updatedAt: timeOf(ctx) })
      .where('id', '=', fromId)
      .where('parentId', 'is', null)
      .execute();
    return null;
  },

  term: async () => null,
  author: async () => null,
};

function findItem(ctx: WriteContext, id: string): Promise<Row<'items'> | undefined> {
  return ctx.dialect.lockRows(ctx.db.selectFrom('items').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** An item that was not edited here still counts as unedited. */
async function changeItem(
  ctx: WriteContext,
  item: Row<'items'>,
  change: Partial<Row<'items'>>,
  { changed, isSilent }: { changed: string[]; isSilent: boolean },
): Promise<void> {
  const version = item.version + 1;
  await ctx.db
    .updateTable('items')
    .set({ ...change, version })
    .where('id', '=', item.id)
    .execute();
  await keepStamp(ctx, item.id, item.version);
  await followChanges(ctx, [{ before: item, after: { ...item, ...change, version }, changed, isSilent }]);
}

/** The items of the circle that this parent would close, whether their parents are set or open; none if it is no circle. */
async function findCircle(ctx: WriteContext, itemId: string, parentId: string): Promise<string[]> {
  const seen = new Set([itemId]);
  for (let next: string | null = parentId; next !== null; ) {
    if (next === itemId) return [...seen];
    if (seen.has(next)) break;
    seen.add(next);
    const above: { parentId: string | null; openId: string | null } | undefined = await ctx.db
      .selectFrom('items')
      .leftJoin('importLinks', (join) =>
        join.onRef('importLinks.fromId', '=', 'items.id').on('importLinks.kind', '=', 'parent'),
      )
      .leftJoin('items as target', 'target.sourceKey', 'importLinks.target')
      .select(['items.parentId', 'target.id as openId'])
      .where('items.id', '=', next)
      .executeTakeFirst();
    next = above?.parentId ?? above?.openId ?? null;
  }
  return [];
}
