// The tags and categories of an item after some were added and others removed.

import type { WriteContext } from '../../context.ts';
import { type Fault, failBody } from '../../errors.ts';
import { findTermsNamed } from '../terms/named-terms.ts';
import type { Operation } from './bulk.schemas.ts';

const maxTerms = 100;

type Terms = { tags: readonly string[]; categories: readonly string[] };
type Change = Extract<Operation, { action: 'update' }>;

const taxonomies = [
  { of: 'tag', whole: 'tags', add: 'addTags', remove: 'removeTags' },
  { of: 'category', whole: 'categories', add: 'addCategories', remove: 'removeCategories' },
] as const;

/** The complete lists for those that change. Throws 422. */
export async function termsAfter(
  ctx: WriteContext,
  before: Terms,
  change: Omit<Change, 'action' | 'id'>,
): Promise<Partial<Record<'tags' | 'categories', string[]>>> {
  const after: Partial<Record<'tags' | 'categories', string[]>> = {};
  const faults: Fault[] = [];
  for (const { of, whole, add, remove } of taxonomies) {
    const [added, removed] = [change[add], change[remove]];
    if (!added && !removed) continue;
    if (change[whole]) {
      const given = added ? add : remove;
      faults.push({ pointer: `/${given}`, code: 'not_allowed', detail: `cannot be combined with \`${whole}\`` });
      continue;
    }
    const terms = await findTermsNamed(ctx, { [of]: removed ?? [] });
    const slugs = new Set(terms.map(({ slug }) => slug));
    // `News` and `news` are one term.
    const both =
      removed && added ? (await findTermsNamed(ctx, { [of]: added })).find(({ slug }) => slugs.has(slug)) : null;
    if (both) {
      faults.push({
        pointer: `/${add}`,
        code: 'not_allowed',
        detail: `has "${both.name}", which is in \`${remove}\` too`,
      });
      continue;
    }
    after[whole] = [...before[whole].filter((slug) => !slugs.has(slug)), ...(added ?? [])];
    if (after[whole].length > maxTerms)
      faults.push({
        pointer: `/${add}`,
        code: 'max_items',
        detail: `would give the item more than ${maxTerms} ${whole}`,
      });
  }
  if (faults.length > 0) throw failBody(faults);
  return after;
}
