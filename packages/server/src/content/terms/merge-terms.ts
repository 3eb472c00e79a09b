// Merges a term with another one of its taxonomy, which gets its items and children and answers at its slug. Items move some
// at a time, so that other writers need not wait; an interrupted merge is finished by asking for it again.

import Type, { type Static } from 'typebox';
import { type Context, inTransaction, type WriteContext } from '../../context/context.ts';
import { bodyOf } from '../../http/schemas.ts';
import { failBody } from '../../lib/errors.ts';
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
  const fault = (code: string, detail: string) => failBody([{ pointer: '/into', code, detail }]);
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
export async function giveTerm(ctx: WriteContext, itemIds: readonly string[], termId: string): Promise<void> {
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
export async function replaceTerm(
  ctx: WriteContext,
  rules: TermRules,
  from: TaxonomyTerm,
  into: TaxonomyTerm,
): Promise<void> {
  if (await isBelow(ctx, into.parentId, from.id))
    await ctx.db.updateTable('terms').set({ parentId: from.parentId }).where('id', '=', into.id).execute();
  await ctx.db
    .updateTable('terms')
    .set({ parentId: into.id })
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
