// Totals of lists with one range, such as `fields[startsAt][gte]=…`, whose end is often the present time and thus another
// one in each request. From a known total of a range nearby, they follow from the few items between both ends.

import { type SqlBool, sql } from 'kysely';
import { slot } from '../../database/kept-queries.ts';
import { countUpTo } from '../../lib/count-up-to.ts';
import { compare } from '../conditions/compare.ts';
import type { Condition, Range } from '../conditions/condition.ts';
import type { Known } from '../model/known.ts';
import type { ListContext, Selection } from './selection.ts';

type KnownTotal = { value: Range['value']; total: number };
type CountUpTo = (selection: Selection, end: number) => Promise<number>;

const maxKnown = 1000;
/** Counting more is hardly quicker than counting all. */
const maxBetween = 500;

/**
 * The range that alone decides which items of a type and status the list has; null if there is more. Null where several
 * processes share the database, too: what another one has changed is noticed up to a second later, and until then what is
 * between would be of another moment than what is known.
 */
export function rangeIn({ dialect }: ListContext, { tag, category, filters, words }: Selection): Range | null {
  if (dialect.isShared) return null;
  const [filter, ...more] = filters;
  const isAlone = more.length === 0 && tag === undefined && category === undefined && words === null;
  return isAlone && filter ? filter.range : null;
}

/** The total, from a known one if there is one nearby. `known` forgets them with each change, and when time shows more items. */
export async function countRange(
  known: Known,
  selection: Selection,
  range: Range,
  count: { upTo: CountUpTo; all: () => Promise<number> },
): Promise<number> {
  const [filter] = selection.filters as [Condition];
  const totals = await known.value<KnownTotal[]>(
    `ranges ${selection.type} ${selection.status} ${filter.shape}`,
    async () => [],
  );
  const at = placeOf(totals, range.value);
  const [below, above] = [totals[at - 1], totals[at]];
  if (below && (below.value === range.value || below.total === above?.total)) return below.total;
  const near = below ?? above;
  const between = near ? await count.upTo(itemsBetween(selection, filter, range, near.value), maxBetween + 1) : null;
  const total =
    !near || between === null || between > maxBetween
      ? await count.all()
      : // An item may have changed since the known one was counted: this response is not kept then.
        Math.max(0, near.total + (isWider(range, near.value) ? between : -between));
  note(totals, { value: range.value, total });
  return total;
}

/** The list with the items between both ends: those that are in one of the ranges only. */
function itemsBetween(selection: Selection, filter: Condition, range: Range, other: Range['value']): Selection {
  const [from, to] = range.value < other ? [range.value, other] : [other, range.value];
  const hasStart = range.operator === 'gte' || range.operator === 'lt';
  const where = () =>
    sql<SqlBool>`(${compare(range.key, hasStart ? 'gte' : 'gt', [slot('from')])} and ${compare(range.key, hasStart ? 'lt' : 'lte', [slot('to')])})`;
  return { ...selection, filters: [{ ...filter, shape: `between ${filter.shape}`, values: { from, to }, where }] };
}

function isWider({ operator, value }: Range, other: Range['value']): boolean {
  return operator === 'gt' || operator === 'gte' ? value < other : value > other;
}

/** How many of the totals are of values up to this one. They are in order. */
function placeOf(totals: readonly KnownTotal[], value: Range['value']): number {
  return countUpTo(totals, value, (known) => known.value);
}

/** Other requests may have noted some meanwhile. */
function note(totals: KnownTotal[], known: KnownTotal): void {
  if (totals.length >= maxKnown) totals.splice(0, maxKnown, ...totals.filter((_, at) => at % 2 === 0));
  const at = placeOf(totals, known.value);
  if (totals[at - 1]?.value !== known.value) totals.splice(at, 0, known);
}
