// The terms of an item after some were added and others removed.

import type { WriteContext } from '../../context/context.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { checkTaxonomies, type ItemTerms, listsOf } from '../model/terms-of-items.ts';
import { findTermsNamed } from '../terms/named-terms.ts';
import type { PostType } from '../types/post-types.ts';
import type { Operation } from './bulk.schemas.ts';

const maxTerms = 100;

type Change = Omit<Extract<Operation, { action: 'update' }>, 'action' | 'id'>;
type After = Partial<Pick<Change, 'tags' | 'categories' | 'terms'>>;

/** How the members of an operation are called that change a list of terms. */
const additions: Record<string, string> = { tags: 'addTags', categories: 'addCategories' };
const removals: Record<string, string> = { tags: 'removeTags', categories: 'removeCategories' };
const nameIn = (names: Record<string, string>, own: string, member: string): string =>
  names[member] ?? member.replace('terms.', `${own}.`);

/** The complete lists for those that change. Throws 422. */
export async function termsAfter(ctx: WriteContext, type: PostType, before: ItemTerms, change: Change): Promise<After> {
  const { addTags, addCategories, addTerms, removeTags, removeCategories, removeTerms } = change;
  const unknown = [
    ...checkTaxonomies(type, addTerms).map((fault) => within('addTerms', fault)),
    ...checkTaxonomies(type, removeTerms).map((fault) => within('removeTerms', fault)),
  ];
  if (unknown.length > 0) throw failBody(unknown);
  const given = byMember(listsOf(change));
  const had = byMember(listsOf(before));
  const added = byMember(listsOf({ tags: addTags, categories: addCategories, terms: addTerms }));
  const removed = byMember(listsOf({ tags: removeTags, categories: removeCategories, terms: removeTerms }));
  const after: After = {};
  const faults: Fault[] = [];
  for (const member of new Set([...added.keys(), ...removed.keys()])) {
    const [add, remove] = [nameIn(additions, 'addTerms', member), nameIn(removals, 'removeTerms', member)];
    const fail = (name: string, code: string, detail: string) =>
      faults.push({ pointer: `/${name.replace('.', '/')}`, code, detail });
    if (given.has(member)) {
      fail(added.has(member) ? add : remove, 'not_allowed', `cannot be combined with \`${member}\``);
      continue;
    }
    const { key } = (added.get(member) ?? removed.get(member)) as { key: string };
    const addedTexts = added.get(member)?.texts;
    const removedTexts = removed.get(member)?.texts;
    const terms = await findTermsNamed(ctx, { [key]: removedTexts ?? [] });
    const slugs = new Set(terms.map(({ slug }) => slug));
    // `News` and `news` are one term.
    const both =
      removedTexts && addedTexts
        ? (await findTermsNamed(ctx, { [key]: addedTexts })).find(({ slug }) => slugs.has(slug))
        : null;
    if (both) {
      fail(add, 'not_allowed', `has "${both.name}", which is in \`${remove}\` too`);
      continue;
    }
    const kept = (had.get(member)?.texts ?? []).filter((slug) => !slugs.has(slug));
    const texts = [...kept, ...(addedTexts ?? [])];
    if (texts.length > maxTerms) fail(add, 'max_items', `would give the item more than ${maxTerms} ${member}`);
    if (member === 'tags' || member === 'categories') after[member] = texts;
    else after.terms = { ...after.terms, [key]: texts };
  }
  if (faults.length > 0) throw failBody(faults);
  return after.terms && change.terms ? { ...after, terms: { ...change.terms, ...after.terms } } : after;
}

function within(member: string, fault: Fault): Fault {
  return { ...fault, pointer: fault.pointer.replace('/terms', `/${member}`) };
}

function byMember(lists: ReturnType<typeof listsOf>) {
  return new Map(lists.map((list) => [list.member, list]));
}
