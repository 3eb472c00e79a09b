// Merges several terms with another one of their taxonomy in one transaction: all of them, or none.

import Type from 'typebox';
import { type Context, inTransaction, type WriteContext } from '../../context/context.ts';
import { bodyOf } from '../../http/schemas.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { findNamed } from '../model/slugs.ts';
import { indexStaleItems } from '../search/index-items.ts';
import { giveTerm, MergeBody, type MergedTerm, replaceTerm } from './merge-terms.ts';
import { rulesForChange } from './taxonomies.ts';
import { getTermWithId, lockTermWithId, lockTree, type TaxonomyTerm, type TermRules } from './terms.ts';
import { lockItemsWith, unlinkTerms } from './unlink-terms.ts';

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
