// What to do about a list that took too long: each part of it that no index serves has a sentence.

import { fail } from '../../lib/errors.ts';
import type { Condition } from '../conditions/condition.ts';
import type { PostType } from '../types/post-types.ts';
import type { Selection } from './selection.ts';

export function tooSlow(type: PostType, selection: Selection, error: unknown): Error {
  const { filters, order, sort, words, wantsTotal } = selection;
  const conditions = filters.flatMap(withParts);
  const sorted = (sort?.keys ?? [order]).map(({ by }) => by);
  const isUsed = (name: string) => conditions.some(({ field }) => field === name) || sorted.includes(`fields.${name}`);
  const fields = type.fields.filter(({ name, indexed }) => !indexed && isUsed(name)).map(({ name }) => name);
  const others = conditions.filter(
    ({ index, field, opposite, parts }) => index === null && field === null && opposite === null && parts.length === 0,
  );
  const sentences = [
    ...(fields.length > 0 ? [`Declare ${fields.join(', ')} of the type ${type.name} as indexed`] : []),
    ...(others.length > 0
      ? [`No index finds items by ${namesOf(others)}: combine this with a condition that an index finds items for`]
      : []),
    ...(conditions.some(({ about, index }) => about === 'or' && index === null)
      ? [
          'For this group in `or`, items are checked one by one: give each part a condition that an index finds items for',
        ]
      : []),
    ...(words === null ? [] : [`Search for rarer words${order.key === null ? ', or sort by date' : ''}`]),
    ...(wantsTotal ? ['Leave out the total with total=false'] : []),
  ];
  const detail = sentences.length === 0 ? {} : { detail: sentences.join('. ') };
  return fail('query_too_slow', { ...detail, headers: { 'retry-after': '10' } }, error);
}

function withParts(condition: Condition): Condition[] {
  return [condition, ...condition.parts.flatMap(withParts)];
}

function namesOf(conditions: readonly Condition[]): string {
  return [...new Set(conditions.map(({ about }) => about))].join(', ');
}
