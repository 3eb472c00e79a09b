// Merges a term with another one of its taxonomy, which gets its items and children and answers at its slug. Items move some
// at a time, so that other writers need not wait; an interrupted merge is finished by asking for it again.

import Type, { type Static } from 'typebox';
import { type Context, inTransaction, timeOf, type WriteContext } from '../../context/context.ts';
import { bodyOf } from '../../http/schemas.ts';
import { type Fault, type FaultCode, failBody } from '../../lib/errors.ts';
import { findNamed } from '../model/slugs.ts';
import { indexStaleItems, markStale } from '../search/index-items.ts';
import { forgetImported, moveImported } from '../sources/import-sources.ts';
import { rulesForChange } from './taxonomies.ts';
import {
  getTerm,
  getTermWithId,
  lockTermWithId,
  lockTree,
  type TaxonomyTerm,
  TaxonomyTermSchema,
  type TermRules,
} from './terms.ts';
import { lockItemsWith, unlinkTerms } from './unlink-terms.ts';

export const MergeBody = bodyOf(
  { into: Type.String({ maxLength: 200, description: 'Slug or ID of the term that stays, of the same taxonomy' }) },
  { title: 'TermMerge', description: 'The term to merge with' },
);

export const MergedTerm = Type.Object(
  {
    term: TaxonomyTermSchema,
    items: Type.Integer({ description: 'How many items had the term that was merged, drafts and the trash included' }),
    children: Type.Integer({ description: 'How many terms were directly below it' }),
    dryRun: Type.Boolean({ description: 'Whether nothing was changed, because the request said so' }),
  },
  { title: 'MergedTerm', description: 'The term that stays, and what it got' },
);
export type MergedTerm = Static<typeof MergedTerm>;

const batchSize = 300;

/** Throws 404, and 412 and 422 before anything is changed. */
export async function mergeTerm(
  ctx: Context,
  taxonomy: string,
  { from, into }: { from: string; into: string },
  { dryRun, check }: { dryRun: boolean; check: (term: TaxonomyTerm) => void },
): Promise<MergedTerm> {
  const found = await inTransaction(ctx, async (ctx) => {
    const rules = await rulesForChange(ctx, taxonomy);
    const source = await getTerm(ctx, rules, from);
    check(source);
    return { rules, source, target: await targetOf(ctx, rules, source, into) };
  });
  const { rules, source, target } = found;
  const items = await countLinks(ctx, source.id);
  const children = await countChildren(ctx, source.id);
  if (dryRun) return { term: target, items, children, dryRun };
  while (!(await inTransaction(ctx, (ctx) => endMerge(ctx, taxonomy, source.id, target.id))))
    await inTransaction(ctx, (ctx) => moveSome(ctx, source.id, target.id));
  return { term: await getTermWithId(ctx, rules, target.id), items, children, dryRun };
}

async function targetOf(
  ctx: WriteContext,
  rules: TermRules,
  source: TaxonomyTerm,
  into: string,
): Promise<TaxonomyTerm> {
  const terms = ctx.db.selectFrom('terms').select(['id', 'slug']).where('taxonomy', '=', rules.key);
  const target = await findNamed(terms, into);
  const fault = (code: FaultCode, detail: string) => failBody([{ pointer: '/into', code, detail }]);
  if (!target) throw fault('unknown', `no ${rules.one} has this slug or ID`);
  if (target.id === source.id) throw fault('not_allowed', 'is the term itself');
  return getTermWithId(ctx, rules, target.id);
}

async function countLinks({ db }: Pick<Context, 'db'>, termId: string): Promise<number> {
  const links = db.selectFrom('termItems').select((eb) => eb.fn.countAll<number>().as('count'));
  return Number((await links.where('termId', '=', termId).executeTakeFirstOrThrow()).count);
}

async function countChildren({ db }: Pick<Context, 'db'>, termId: string): Promise<number> {
  const below = db.selectFrom('terms').select((eb) => eb.fn.countAll<number>().as('count'));
  return Number((await below.where('parentId', '=', termId).executeTakeFirstOrThrow()).count);
}

/** Gives some items the other term. Who saves one of them at this moment finishes first. */
async function moveSome(ctx: WriteContext, fromId: string, intoId: string): Promise<void> {
  const links = ctx.db.selectFrom('termItems').select('itemId').where('termId', '=', fromId);
  const ids = (await links.limit(batchSize).execute()).map(({ itemId }) => itemId);
  if (ids.length === 0) return;
  await ctx.dialect
    .lockRowsForChange(ctx.db.selectFrom('items').select('id').where('id', 'in', ids).orderBy('id'))
    .execute();
  const target = await ctx.dialect
    .lockKeyShare(ctx.db.selectFrom('terms').select('id').where('id', '=', intoId))
    .executeTakeFirst();
  if (!target) return;
  const moved = await ctx.db
    .deleteFrom('itemTerms')
    .where('termId', '=', fromId)
    .where('itemId', 'in', ids)
    .returning('itemId')
    .execute();
  if (moved.length === 0) return;
  await giveTerm(
    ctx,
    moved.map(({ itemId }) => itemId),
    intoId,
  );
  await indexStaleItems(ctx);
}

/** Gives items a locked term instead of one that they have lost. Call indexStaleItems after the last of them. */
async function giveTerm(ctx: WriteContext, itemIds: readonly string[], termId: string): Promise<void> {
  await ctx.db
    .insertInto('itemTerms')
    .values(itemIds.map((itemId) => ({ itemId, termId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Words of a former name may still be waiting for their turn, even if both have one name now.
  await markStale(ctx, itemIds);
}

/** Removes the term once no item has it. Returns false while some have it. */
async function endMerge(ctx: WriteContext, taxonomy: string, fromId: string, intoId: string): Promise<boolean> {
  const rules = await rulesForChange(ctx, taxonomy);
  if (rules.nested) await lockTree(ctx, rules);
  const terms = new Map<string, TaxonomyTerm>();
  // In one order, so that two merges do not wait for each other.
  for (const id of [fromId, intoId].sort()) terms.set(id, await lockTermWithId(ctx, rules, id));
  const [from, into] = [terms.get(fromId), terms.get(intoId)] as [TaxonomyTerm, TaxonomyTerm];
  const link = ctx.db.selectFrom('termItems').select('itemId').where('termId', '=', from.id).limit(1);
  if (await link.executeTakeFirst()) return false;
  await replaceTerm(ctx, rules, from, into);
  return true;
}

/** Gives the children, the slug and the imported names of a locked term without items to another one, and deletes it. */
async function replaceTerm(ctx: WriteContext, rules: TermRules, from: TaxonomyTerm, into: TaxonomyTerm): Promise<void> {
  const updatedAt = timeOf(ctx);
  if (await isBelow(ctx, into.parentId, from.id))
    await ctx.db.updateTable('terms').set({ parentId: from.parentId, updatedAt }).where('id', '=', into.id).execute();
  await ctx.db
    .updateTable('terms')
    .set({ parentId: into.id, updatedAt })
    .where('parentId', '=', from.id)
    .where('id', '<>', into.id)
    .execute();
  await ctx.db.updateTable('formerTerms').set({ termId: into.id }).where('termId', '=', from.id).execute();
  await ctx.db
    .insertInto('formerTerms')
    .values({ taxonomy: rules.key, slug: from.slug, termId: into.id })
    .onConflict((conflict) => conflict.columns(['taxonomy', 'slug']).doUpdateSet({ termId: into.id }))
    .execute();
  await moveImported(ctx, from.id, into.id);
  await forgetImported(ctx, from.id);
  await ctx.db.deleteFrom('terms').where('id', '=', from.id).execute();
}

/** Whether this term is the other one or below it. */
async function isBelow(ctx: WriteContext, id: string | null, aboveId: string): Promise<boolean> {
  for (let next = id; next !== null; ) {
    if (next === aboveId) return true;
    const row = ctx.db.selectFrom('terms').select('parentId').where('id', '=', next);
    next = (await row.executeTakeFirst())?.parentId ?? null;
  }
  return false;
}

// Merges several terms with another one of their taxonomy in one transaction: all of them, or none.

/** More would keep other writers waiting; a merge of one term moves its items some at a time. */
const maxItems = 10_000;

export const MergeManyBody = bodyOf(
  {
    terms: Type.Array(Type.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Slugs or IDs of the terms that are merged, and deleted',
      examples: [['nippon', 'nihon']],
    }),
    into: MergeBody.properties.into,
  },
  {
    title: 'TermsMerge',
    description: 'Terms to merge with another one',
  },
);

/** Throws 404, and 422 if one of them cannot be merged, or all together have too many items. */
export function mergeTerms(
  ctx: Context,
  taxonomy: string,
  { terms, into }: { terms: readonly string[]; into: string },
  { dryRun }: { dryRun: boolean },
): Promise<MergedTerm> {
  return inTransaction(ctx, async (ctx) => {
    const rules = await rulesForChange(ctx, taxonomy);
    const { sources, target } = await findTerms(ctx, rules, terms, into);
    const ids = sources.map(({ id }) => id);
    const items = await countItems(ctx, ids);
    const below = ctx.db.selectFrom('terms').select('id').where('parentId', 'in', ids);
    const children = (await below.where('id', 'not in', [...ids, target.id]).execute()).length;
    if (dryRun) return { term: target, items, children, dryRun };
    await lockItemsWith(ctx, ids);
    if (rules.nested) await lockTree(ctx, rules);
    for (const id of [...ids, target.id].sort()) await lockTermWithId(ctx, rules, id);
    await moveLinks(ctx, ids, target.id);
    // Each may have moved the others.
    for (const id of ids)
      await replaceTerm(ctx, rules, await getTermWithId(ctx, rules, id), await getTermWithId(ctx, rules, target.id));
    return { term: await getTermWithId(ctx, rules, target.id), items, children, dryRun };
  });
}

async function findTerms(
  ctx: WriteContext,
  rules: TermRules,
  names: readonly string[],
  into: string,
): Promise<{ sources: TaxonomyTerm[]; target: TaxonomyTerm }> {
  const terms = ctx.db.selectFrom('terms').select(['id', 'slug']).where('taxonomy', '=', rules.key);
  const unknown = `no ${rules.one} has this slug or ID`;
  const target = await findNamed(terms, into);
  const faults: Fault[] = target ? [] : [{ pointer: '/into', code: 'unknown', detail: unknown }];
  const ids = new Set<string>();
  for (const [index, name] of names.entries()) {
    const found = await findNamed(terms, name);
    const pointer = `/terms/${index}`;
    if (!found) faults.push({ pointer, code: 'unknown', detail: unknown });
    else if (found.id === target?.id) faults.push({ pointer, code: 'not_allowed', detail: 'is the term that stays' });
    else ids.add(found.id);
  }
  if (!target || faults.length > 0) throw failBody(faults);
  const sources: TaxonomyTerm[] = [];
  for (const id of ids) sources.push(await getTermWithId(ctx, rules, id));
  return { sources, target: await getTermWithId(ctx, rules, target.id) };
}

/** How many items have any of these terms. Throws 422 for too many. */
async function countItems(ctx: WriteContext, termIds: readonly string[]): Promise<number> {
  const links = ctx.db.selectFrom('termItems').select('itemId').distinct().where('termId', 'in', termIds);
  const found = ctx.db.selectFrom(links.limit(maxItems + 1).as('found'));
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (Number(count) <= maxItems) return Number(count);
  const detail = `have more than ${maxItems.toLocaleString('en')} items, too many for one request: merge one term at a time`;
  throw failBody([{ pointer: '/terms', code: 'too_many', detail }]);
}

async function moveLinks(ctx: WriteContext, termIds: readonly string[], intoId: string): Promise<void> {
  for await (const items of unlinkTerms(ctx, termIds)) await giveTerm(ctx, items, intoId);
  await indexStaleItems(ctx);
}
