// What items refer to by their custom fields and texts, so that nothing with references is deleted unnoticed.

import { type ReadContext, timeOf, type WriteContext } from '../../context.ts';
import { keptQueries } from '../../database/kept-queries.ts';
import { fail } from '../../errors.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { reportChange } from '../item-events/report-change.ts';
import { lockItem } from '../items/find-item.ts';
import { fieldColumns } from '../items/item-fields.ts';
import { keepRevision, readTermsOf } from '../revisions/keep-revision.ts';

const queries = keptQueries();

const idPattern = /^(item|med)_[0-9a-z]{26}$/;

/**
 * Stores what the fields of an item refer to, instead of what was stored before. Every ID counts, because its field may be
 * declared later, or never: imports leave the field of the featured image undeclared.
 */
export async function storeReferences(
  ctx: WriteContext,
  itemId: string,
  values: Record<string, unknown>,
): Promise<void> {
  await ctx.db.deleteFrom('itemReferences').where('itemId', '=', itemId).execute();
  await addReferences(ctx, [{ id: itemId, fields: values }]);
}

/** Stores what the fields of new items refer to. */
export async function addReferences(
  ctx: WriteContext,
  items: readonly { id: string; fields: Record<string, unknown> }[],
): Promise<void> {
  const rows = items.flatMap(({ id, fields }) =>
    Object.entries(fields).flatMap(([field, value]) =>
      typeof value === 'string' && idPattern.test(value) ? [{ itemId: id, field, targetId: value }] : [],
    ),
  );
  await queries.insert(ctx, 'add', rows, (slots) => ctx.db.insertInto('itemReferences').values(slots));
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
 * Locks the items that refer to what is deleted with `clear`. Call it before the record itself is locked: a request that
 * saves one of them locks that item first, and then what it refers to.
 */
export async function lockReferrers(ctx: WriteContext, targetId: string): Promise<void> {
  const referrers = ctx.db
    .selectFrom('items')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('itemReferences').select('itemId').where('targetId', '=', targetId))
    .orderBy('id');
  await ctx.dialect.lockRowsForChange(referrers).execute();
}

/**
 * Call it before an item or a media record is deleted, with its row locked, so that no other reference to it is stored
 * meanwhile. Throws 409 still_referenced if other items refer to it. With `clear`, removes these references instead; with
 * `leaveTexts`, texts that lead to it are no obstacle.
 */
export async function releaseReferences(
  ctx: WriteContext,
  targetId: string,
  { clear, leaveTexts = false }: { clear: boolean; leaveTexts?: boolean },
): Promise<void> {
  const referrers = await findReferrers(ctx, targetId);
  const isBound = ({ fields }: Referrer): boolean => !leaveTexts || fields.some((name) => name !== inText);
  if (referrers.some(isBound) && !clear) throw stillReferenced(referrers.filter(isBound));
  // A URL in a text is left for its authors: what is around it would have to change as well.
  for (const referrer of referrers) {
    const fields = referrer.fields.filter((name) => name !== inText);
    if (fields.length > 0) await removeReferences(ctx, { ...referrer, fields }, targetId);
  }
}

/** Items of any status: those in the trash may be restored. */
export async function findReferrers(ctx: ReadContext, targetId: string): Promise<Referrer[]> {
  const rows = await ctx.db
    .selectFrom('itemReferences')
    .innerJoin('items', 'items.id', 'itemReferences.itemId')
    .innerJoin('postTypes', 'postTypes.name', 'items.type')
    .select(['items.id', 'items.type', 'items.slug', 'items.title', 'field', 'postTypes.fields as declared'])
    .where('itemReferences.targetId', '=', targetId)
    .where('items.id', '!=', targetId)
    .orderBy('itemReferences.itemId')
    .execute();
  const referrers = new Map<string, Referrer>();
  for (const { declared, field, ...item } of rows) {
    if (!mayRefer(JSON.parse(declared), field)) continue;
    const referrer = referrers.get(item.id) ?? { ...item, fields: [] };
    referrers.set(item.id, { ...referrer, fields: [...referrer.fields, field].sort() });
  }
  for (const item of await findTexts(ctx, targetId)) {
    const referrer = referrers.get(item.id) ?? { ...item, fields: [] };
    referrers.set(item.id, { ...referrer, fields: [...referrer.fields, inText] });
  }
  return [...referrers.values()];
}

/** Items whose texts contain the URL of a media record, or link to an item. */
async function findTexts(ctx: ReadContext, targetId: string): Promise<Omit<Referrer, 'fields'>[]> {
  if (targetId.startsWith('item_')) {
    return ctx.db
      .selectFrom('linksInTexts')
      .innerJoin('items', 'items.id', 'linksInTexts.itemId')
      .select(['items.id', 'items.type', 'items.slug', 'items.title'])
      .where('linksInTexts.targetId', '=', targetId)
      .orderBy('linksInTexts.itemId')
      .execute();
  }
  return ctx.db
    .selectFrom('mediaInTexts')
    .innerJoin('items', 'items.id', 'mediaInTexts.itemId')
    .select(['items.id', 'items.type', 'items.slug', 'items.title'])
    .where('mediaInTexts.mediaId', '=', targetId)
    .orderBy('mediaInTexts.itemId')
    .execute();
}

/** An ID in a field of another kind is only a text. */
function mayRefer(declared: readonly FieldDeclaration[], name: string): boolean {
  const field = declared.find((field) => field.name === name);
  return field === undefined || kindOf(field).refersTo !== undefined;
}

const maxListed = 20;
const maxNamed = 3;

function stillReferenced(referrers: Referrer[]): Error {
  const titles = referrers.slice(0, maxNamed).map(({ title }) => `"${title.slice(0, 100)}"`);
  const others = referrers.length > maxNamed ? ` and ${referrers.length - maxNamed} more` : '';
  return fail('still_referenced', {
    detail: `Items that refer to it: ${titles.join(', ')}${others}`,
    extra: { referrers: referrers.slice(0, maxListed), referrersTotal: referrers.length },
  });
}

async function removeReferences(ctx: WriteContext, referrer: Referrer, targetId: string): Promise<void> {
  const item = await lockItem(ctx, referrer.type, referrer.id);
  const kept = Object.entries(JSON.parse(item.fields)).filter(
    ([name, value]) => value !== targetId || !referrer.fields.includes(name),
  );
  const fields = Object.fromEntries(kept);
  const changed = referrer.fields.map((name) => `fields.${name}`);
  const revision = await keepRevision(ctx, item, await readTermsOf(ctx, item.id), { action: 'update', changed });
  const next = { ...revision, version: item.version + 1, updatedAt: timeOf(ctx) };
  await ctx.db
    .updateTable('items')
    .set({ ...next, ...(await fieldColumns(item.type, fields)) })
    .where('id', '=', item.id)
    .execute();
  await storeReferences(ctx, item.id, fields);
  await reportChange(ctx, { before: item, after: { ...item, ...next }, changed });
}
