// The members of an item that two versions of it are compared by.

import type { WholeRevision } from '@frontdesk/client';
import type { AnyItem } from '../items/item-query.ts';
import type { ItemValues } from './item-values.ts';

export type Members = Record<string, unknown>;

/** The members of an item or a revision that can be compared, custom fields by `fields.` and their name. */
export function membersOf(item: WholeRevision['item'] | AnyItem): Members {
  const {
    title,
    content,
    excerpt,
    slug,
    status,
    publishedAt,
    menuOrder,
    parentId,
    language = null,
    tags,
    categories,
    terms = {},
  } = item;
  const fields = Object.entries(item.fields).map(([name, value]) => [`fields.${name}`, value]);
  return {
    ...{ title, content, excerpt, slug, status: status === 'scheduled' ? 'publish' : status, publishedAt },
    ...{ tags: [...tags].sort(), categories: [...categories].sort(), menuOrder, parentId, language },
    ...membersOfTerms(terms),
    ...Object.fromEntries(fields),
  };
}

/** By `terms.` and the name of the taxonomy; a revision has only those in which the item had terms. */
function membersOfTerms(terms: Record<string, string[]>): Members {
  const filled = Object.entries(terms).filter(([, slugs]) => slugs.length > 0);
  return Object.fromEntries(filled.map(([name, slugs]) => [`terms.${name}`, [...slugs].sort()]));
}

/** The same of values in the editor. */
export function membersOfValues({ fields, terms, ...values }: ItemValues): Members {
  return {
    ...values,
    ...membersOfTerms(terms),
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`fields.${name}`, value])),
  };
}

export function areSame(before: Members, after: Members): boolean {
  return changedNames(before, after).length === 0;
}

/** The names of the members whose values differ. */
export function changedNames(before: Members, after: Members): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
}
