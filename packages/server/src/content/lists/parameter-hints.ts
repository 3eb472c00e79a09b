// What the sender of a wrong parameter meant: `page` is `offset`, `price=10` and `filter[price][$gte]=10` are `fields[price]`
// and `fields[price][gte]`, `orderBy=price` is `orderBy=fields.price`, and `terms.brands=nike` is
// `terms[brands]=nike`.

import type { Fault } from '../../lib/errors.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { isOperator } from '../conditions/condition.ts';
import { subjectNames } from '../conditions/read-condition.ts';
import type { PostType } from '../types/post-types.ts';
import { ItemQuerySchema } from './item-query.schemas.ts';

/** What other services call their parameters. */
const otherNames: Record<string, readonly string[]> = {
  limit: ['per_page', 'perpage', 'page_size', 'pagesize', 'first', 'count'],
  offset: ['page', 'skip', 'start'],
  cursor: ['after', 'starting_after', 'page_token', 'pagetoken'],
  orderBy: ['sort_by', 'sortby', 'order_by', 'orderby'],
  search: ['q', 'query', 's'],
};
const filterPrefix = /^(fields?|filters?|where)$/i;

export function addHint(type: PostType, query: { orderBy: unknown }, fault: Fault): Fault {
  if (fault.pointer === 'orderBy' && fault.code === 'pattern') return { ...fault, detail: describeOrders(type, query) };
  if (fault.code === 'wrong_type' && (fault.pointer === 'tag' || fault.pointer === 'category'))
    return {
      ...fault,
      detail: `${fault.detail}: use \`${fault.pointer}[all]\` or \`${fault.pointer}[in]\` for several`,
    };
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
  if (/^terms?$/i.test(names[0] ?? '')) return `terms[${names.slice(1).join('][') || 'name'}]`;
  if (isFilter || type.fields.some(({ name }) => name === field))
    return `fields[${field ?? 'name'}]${operator !== undefined && isOperator(operator) ? `[${operator}]` : ''}`;
  const other = Object.keys(otherNames).find((name) => otherNames[name]?.includes(parameter.toLowerCase()));
  return other ?? nearestTo(parameter);
}

/** With the same operator, such as `publishedAt[gte]` for `pubishedAt[gte]`. */
function nearestTo(parameter: string): string | null {
  const [name = '', ...rest] = parameter.split(/(?=\[)/);
  const known = [...subjectNames, ...(rest.length === 0 ? Object.keys(ItemQuerySchema.properties) : [])];
  const nearest = nearestName(name, known, 2);
  return nearest === null ? null : nearest + rest.join('');
}
