// The members that differ between two revisions of an item.

import { isDeepStrictEqual } from 'node:util';
import type { Differences, WholeRevision } from './revisions.schemas.ts';

type Item = Record<string, unknown> & Pick<WholeRevision['item'], 'fields' | 'terms'>;

/** Title first, custom fields last. */
export function findDifferences(before: Item, after: Item): Differences['changes'] {
  const [old, next] = [flatten(before), flatten(after)];
  const members = [...new Set([...old.keys(), ...next.keys()])];
  return members
    .map((member) => ({ member, before: old.get(member) ?? null, after: next.get(member) ?? null }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

function flatten({ fields, terms = {}, ...members }: Item): Map<string, unknown> {
  const named = Object.entries(fields).map(([name, value]): [string, unknown] => [`fields.${name}`, value]);
  const own = Object.entries(terms).map(([name, slugs]): [string, unknown] => [`terms.${name}`, slugs]);
  return new Map([...Object.entries(members), ...own, ...named]);
}
