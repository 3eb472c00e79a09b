// What items refer to by their custom fields and texts, so that nothing with references is deleted unnoticed.

import { sql } from 'kysely';
import { requireScope } from '../../context/access.ts';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { keptQueries } from '../../database/kept-queries.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { fail } from '../../lib/errors.ts';
import { reportChange } from '../lifecycle/report-change.ts';
import { lockItem } from '../model/find-item.ts';
import { type FieldValues, fieldColumns } from '../model/item-fields.ts';
import { keepRevision, readTermsOf } from '../lifecycle/keep-revision.ts';
import { isNamedBy, namesHiddenFrom } from '../types/hidden-fields.ts';
import type { PostType } from '../types/post-types.ts';
import { mayReadAll, mayReadType, shownStatus } from '../model/visibility.ts';
import { idsIn, referenceAt, withoutReferences } from './field-references.ts';
import { idsWithVisibleTexts } from './visible-texts.ts';

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
const inText = 'content';

/**
 * Locks the items whose references go with what is deleted: all of them with `clear`, otherwise those of types that clear
 * references by themselves. Call it before the record itself is locked: a request that saves one of them locks that item
 * first, and then what it refers to.
 */
export async function lockReferrers(ctx: WriteContext, targetId: string, clear: boolean): Promise<void> {
  const clearing = sql<string>`'%"onDelete":"clear"%'`;
  const referrers = ctx.db
    .selectFrom('items')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('itemReferences').select('itemId').where('targetId', '=', targetId))
    .$if(!clear, (query) =>
      query.where('type', 'in', (eb) =>
        eb.selectFrom('postTypes').select('name').where(sql`cast("fields" as text)`, 'like', clearing),
      ),
    )
    .orderBy('id');
  await ctx.dialect.lockRowsForChange(referrers).execute();
}

type Release = {
  clear: boolean;
  leaveTexts?: boolean;
  authors?: readonly string[];
  forms?: readonly string[];
  /** Whether the site shows it on its pages. */
  isOfSite?: boolean;
};

/**
 * Call it before an item or a media record is deleted, with its row locked, so that no other reference to it is stored
 * meanwhile. Throws 409 still_referenced if other items refer to it in fields that do not say otherwise (`onDelete`). With
 * `clear`, removes all references instead; with `leaveTexts`, texts that lead to it are no obstacle. `authors` and `forms`
 * are the names of those that refer to it, too.
 */
export async function releaseReferences(
  ctx: WriteContext,
  targetId: string,
  { clear, leaveTexts = false, authors = [], forms = [], isOfSite = false }: Release,
): Promise<void> {
  const referrers = await readReferrers(ctx, targetId);
  const holds = ([name, use]: [string, OnDelete]): boolean => use === 'refuse' && !(leaveTexts && name === inText);
  const holding = clear ? [] : referrers.map((referrer) => withUses(referrer, holds)).filter(isUsing);
  if (holding.length > 0 || (!clear && (authors.length + forms.length > 0 || isOfSite)))
    throw stillReferenced(await shownTo(ctx, targetId, holding), holding.length, { authors, forms, isOfSite });
  // A URL in a text is left for its authors: what is around it would have to change as well.
  const clears = ([name, use]: [string, OnDelete]): boolean => (clear || use === 'clear') && name !== inText;
  const clearing = referrers.map((referrer) => withUses(referrer, clears)).filter(isUsing);
  // What a type declares to be cleared is cleared for everyone; what the request asks for requires the scope.
  if (clear) for (const { type } of clearing) requireScope(ctx, 'content:write', type);
  for (const referrer of clearing) await removeReferences(ctx, referrer, targetId);
}

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
type OnDelete = NonNullable<FieldDeclaration['onDelete']>;
type FoundReferrer = ReferringItem & {
  /** The names of the fields that refer to it. */
  uses: Record<string, OnDelete>;
  declared: FieldDeclaration[];
};

/** Those that the caller may see: with content:write in any status, because items in the trash may be restored. */
export async function findReferrers(ctx: ReadContext, targetId: string): Promise<Referrer[]> {
  return shownTo(ctx, targetId, await readReferrers(ctx, targetId));
}

/** Without the items, fields and texts that the caller may not read. */
async function shownTo(ctx: ReadContext, targetId: string, referrers: readonly FoundReferrer[]): Promise<Referrer[]> {
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

function withUses(referrer: FoundReferrer, isMeant: (use: [string, OnDelete]) => boolean): FoundReferrer {
  return { ...referrer, uses: Object.fromEntries(Object.entries(referrer.uses).filter(isMeant)) };
}

function isUsing({ uses }: FoundReferrer): boolean {
  return Object.keys(uses).length > 0;
}

async function readReferrers(ctx: ReadContext, targetId: string): Promise<FoundReferrer[]> {
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

const maxListed = 20;
const maxNamed = 3;

/** `referrers` are those that the caller may see, of `total`. */
function stillReferenced(
  referrers: Referrer[],
  total: number,
  { authors, forms, isOfSite }: Pick<Required<Release>, 'authors' | 'forms' | 'isOfSite'>,
): Error {
  const items = namesOf(
    referrers.map(({ title }) => title),
    total,
  );
  const details = [
    ...(total > 0 ? [`Items that refer to it: ${items}`] : []),
    ...(authors.length > 0 ? [`Authors whose picture it is: ${namesOf(authors, authors.length)}`] : []),
    ...(forms.length > 0 ? [`Forms that show it: ${namesOf(forms, forms.length)}`] : []),
    ...(isOfSite ? ['The site shows it on its pages'] : []),
  ];
  return fail('still_referenced', {
    detail: details.join('. '),
    extra: { referrers: referrers.slice(0, maxListed), referrersTotal: total },
  });
}

function namesOf(all: readonly string[], total: number): string {
  const names = all.slice(0, maxNamed).map((name) => `"${name.slice(0, 100)}"`);
  const others = total - names.length;
  return names.length === 0 ? `${total}` : `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

async function removeReferences(
  ctx: WriteContext,
  { id, type: name, declared, uses }: FoundReferrer,
  targetId: string,
): Promise<void> {
  const item = await lockItem(ctx, name, id);
  const names = Object.keys(uses);
  const fields = withoutReferences(declared, JSON.parse(item.fields), names, targetId);
  const changed = [...new Set(names.map((name) => `fields.${topOf(declared, name)}`))];
  const revision = await keepRevision(ctx, item, await readTermsOf(ctx, item.id), { action: 'update', changed });
  const next = { ...revision, version: item.version + 1, updatedAt: timeOf(ctx) };
  const type = { name, fields: declared };
  await ctx.db
    .updateTable('items')
    .set({ ...next, ...(await fieldColumns(type, fields)) })
    .where('id', '=', item.id)
    .execute();
  await storeReferences(ctx, type, item.id, fields);
  await reportChange(ctx, { before: item, after: { ...item, ...next }, changed });
}

/** The field of the item that a name such as `rows.photo` is in. Undeclared names may have dots as well. */
function topOf(declared: readonly FieldDeclaration[], name: string): string {
  const outer = declared.find((field) => name === field.name || name.startsWith(`${field.name}.`));
  return outer?.name ?? name;
}
