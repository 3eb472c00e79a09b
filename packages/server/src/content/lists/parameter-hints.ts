// What the sender of a wrong parameter meant: `page` is `offset`, `price=10` and `filter[price][$gte]=10` are `fields[price]`
// and `fields[price][gte]`, `orderBy=price` is `orderBy=fields.price`.

import type { Fault } from '../../errors.ts';
import type { PostType } from '../types/post-types.ts';
import { isOperator } from './field-filters.ts';

/** What other services call their parameters. */
const otherNames: Record<string, readonly string[]> = {
  limit: ['per_page', 'perpage', 'page_size', 'pagesize', 'first', 'count'],
  offset: ['page', 'skip', 'start'],
  cursor: ['after', 'starting_after', 'page_token', 'pagetoken'],
  orderBy: ['sort', 'sort_by', 'sortby', 'order_by', 'orderby'],
  search: ['q', 'query', 's'],
};
const filterPrefix = /^(fields?|filters?|where)$/i;

export function addHint(type: PostType, query: { orderBy: unknown }, fault: Fault): Fault {
  if (fault.pointer === 'orderBy' && fault.code === 'pattern') return { ...fault, detail: describeOrders(type, query) };
  if (fault.code !== 'unknown') return fault;
  const meant = nameMeant(type, fault.pointer);
  return { ...fault, detail: `is not a known parameter${meant === null ? '' : ` (did you mean \`${meant}\`?)`}` };
}

function describeOrders(type: PostType, { orderBy }: { orderBy: unknown }): string {
  const isField = type.fields.some(({ name }) => name === orderBy);
  const hint = isField ? ` (did you mean \`fields.${orderBy}\`?)` : '';
  return `must be date, title, menu_order, relevance or the name of a field, such as fields.price${hint}`;
}

function nameMeant(type: PostType, parameter: string): string | null {
  const names = parameter.split(/[[\].$]+/).filter((name) => name !== '');
  const isFilter = filterPrefix.test(names[0] ?? '');
  const [field, operator] = isFilter ? names.slice(1) : names;
  if (isFilter || type.fields.some(({ name }) => name === field))
    return `fields[${field ?? 'name'}]${operator !== undefined && isOperator(operator) ? `[${operator}]` : ''}`;
  return Object.keys(otherNames).find((name) => otherNames[name]?.includes(parameter.toLowerCase())) ?? null;
}
