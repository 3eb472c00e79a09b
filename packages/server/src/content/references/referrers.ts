// What items refer to by their custom fields and texts, so that nothing with references is deleted unnoticed.

import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { keptQueries } from '../../database/kept-queries.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import type { FieldValues } from '../model/item-fields.ts';
import { mayReadAll, mayReadType, shownStatus } from '../model/visibility.ts';
import { isNamedBy, namesHiddenFrom } from '../types/hidden-fields.ts';
import type { PostType } from '../types/post-types.ts';
import { idsIn, referenceAt } from './field-references.ts';
import { idsWithVisibleTexts } from './links-in-texts.ts';

const queries = keptQueries();

type Declared = Pick<PostType, 'fields'>;

/** Stores what the fields of an item refer to, instead of what was stored before. */
export async function storeReferences(
  ctx: WriteContext,
  type: Declared,
  itemId: string,
  values: FieldValues,
): Promise<void> {
  await ctx.db.deleteFrom('itemReferences').where('itemId', '=', itemId).execute();
  await addReferences(ctx, [{ id: itemId, type, fields: values }]);
}

/** Stores what the fields of new items refer to. */
export async function addReferences(
  ctx: WriteContext,
  items: readonly { id: string; type: Declared; fields: FieldValues }[],
): Promise<void> {
  const rows = items.flatMap(({ id, type, fields }) =>
    idsIn(type.fields, fields).map((found) => ({ itemId: id, ...found })),
  );
  await queries.sendRows(ctx, 'add', rows, (slots) => ctx.db.insertInto('itemReferences').values(slots));
}

export type Referrer = {
  id: string;
  type: string;
  slug: string;
  title: string;
  /** Custom fields, and `content` for a text that contains the URL of a media record or links to an item. */
  fields: string[];
};

/** How a text is named among fields. */
export const inText = 'content';

type ReferringItem = Omit<Referrer, 'fields'> &
  Pick<Row<'items'>, 'status' | 'sortDate'> &
  Pick<Row<'postTypes'>, 'publicRead'>;

const itemColumns = [
  'postTypes.publicRead',
  'items.id',
  'items.type',
  'items.slug',
  'items.title',
  'items.status',
  'items.sortDate',
] as const;

/** What the deletion of what a field refers to means for it. */
export type OnDelete = NonNullable<FieldDeclaration['onDelete']>;
export type FoundReferrer = ReferringItem & {
  /** The names of the fields that refer to it. */
  uses: Record<string, OnDelete>;
  declared: FieldDeclaration[];
};

/** Those that the caller may see: with content:write in any status, because items in the trash may be restored. */
export async function findReferrers(ctx: ReadContext, targetId: string): Promise<Referrer[]> {
  return shownTo(ctx, targetId, await readReferrers(ctx, targetId));
}

/** Without the items, fields and texts that the caller may not read. */
export async function shownTo(
  ctx: ReadContext,
  targetId: string,
  referrers: readonly FoundReferrer[],
): Promise<Referrer[]> {
  const seen = referrers.filter(isSeenBy(ctx)).map((referrer) => {
    const hidden = namesHiddenFrom(ctx, { name: referrer.type, fields: referrer.declared });
    return { referrer, hidden };
  });
  const linking = seen.flatMap(({ referrer: { id, uses }, hidden }) => (inText in uses ? [{ id, hidden }] : []));
  const inTexts = await idsWithVisibleTexts(ctx, targetId, linking);
  return seen
    .map(({ referrer, hidden }) =>
      withUses(referrer, ([name]) => (name === inText ? inTexts.has(referrer.id) : !isNamedBy(hidden, name))),
    )
    .filter(isUsing)
    .map(shown);
}

/** The IDs of all of them, whatever the caller may see. */
export async function findReferrerIds(ctx: ReadContext, targetId: string): Promise<string[]> {
  return (await readReferrers(ctx, targetId)).map(({ id }) => id);
}

function isSeenBy(ctx: ReadContext): (referrer: FoundReferrer) => boolean {
  const now = timeOf(ctx);
  return ({ type: name, publicRead, ...item }) =>
    mayReadAll(ctx, name) ||
    (mayReadType(ctx, { name, publicRead: publicRead === 1 }) && shownStatus(item, now) === 'publish');
}

function shown({ id, type, slug, title, uses }: FoundReferrer): Referrer {
  const fields = Object.keys(uses).filter((name) => name !== inText);
  return { id, type, slug, title, fields: [...fields.sort(), ...(inText in uses ? [inText] : [])] };
}

export function withUses(referrer: FoundReferrer, isMeant: (use: [string, OnDelete]) => boolean): FoundReferrer {
  return { ...referrer, uses: Object.fromEntries(Object.entries(referrer.uses).filter(isMeant)) };
}

export function isUsing({ uses }: FoundReferrer): boolean {
  return Object.keys(uses).length > 0;
}

export async function readReferrers(ctx: ReadContext, targetId: string): Promise<FoundReferrer[]> {
  const rows = await ctx.db
    .selectFrom('itemReferences')
    .innerJoin('items', 'items.id', 'itemReferences.itemId')
    .innerJoin('postTypes', 'postTypes.name', 'items.type')
    .select([...itemColumns, 'field', 'postTypes.fields as declared'])
    .where('itemReferences.targetId', '=', targetId)
    .where('items.id', '!=', targetId)
    .orderBy('itemReferences.itemId')
    .execute();
  const types = new Map<string, FieldDeclaration[]>();
  const referrers = new Map<string, FoundReferrer>();
  for (const { declared: json, field: name, ...item } of rows) {
    const declared = types.get(item.type) ?? JSON.parse(json);
    types.set(item.type, declared);
    const field = referenceAt(declared, name);
    // An ID in a field of another kind is only a text.
    if (field === null) continue;
    const referrer: FoundReferrer = referrers.get(item.id) ?? { ...item, uses: {}, declared };
    referrers.set(item.id, referrer);
    referrer.uses[name] = field?.onDelete ?? 'refuse';
  }
  for (const item of await findTexts(ctx, targetId)) {
    const { declared: json, ...rest } = item;
    const declared = types.get(item.type) ?? JSON.parse(json);
    types.set(item.type, declared);
    const referrer: FoundReferrer = referrers.get(item.id) ?? { ...rest, uses: {}, declared };
    referrers.set(item.id, referrer);
    referrer.uses[inText] = 'refuse';
  }
  return [...referrers.values()];
}

/** Items whose texts contain the URL of a media record, or link to an item. */
async function findTexts(ctx: ReadContext, targetId: string): Promise<(ReferringItem & { declared: string })[]> {
  if (targetId.startsWith('item_')) {
    return ctx.db
      .selectFrom('linksInTexts')
      .innerJoin('items', 'items.id', 'linksInTexts.itemId')
      .innerJoin('postTypes', 'postTypes.name', 'items.type')
      .select([...itemColumns, 'postTypes.fields as declared'])
      .where('linksInTexts.targetId', '=', targetId)
      .orderBy('linksInTexts.itemId')
      .execute();
  }
  return ctx.db
    .selectFrom('mediaInTexts')
    .innerJoin('items', 'items.id', 'mediaInTexts.itemId')
    .innerJoin('postTypes', 'postTypes.name', 'items.type')
    .select([...itemColumns, 'postTypes.fields as declared'])
    .where('mediaInTexts.mediaId', '=', targetId)
    .orderBy('mediaInTexts.itemId')
    .execute();
}
