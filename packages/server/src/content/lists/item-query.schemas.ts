// The query of lists of items.

import Type from 'typebox';
import { isOperator } from '../../database/compare.ts';
import { pageQuery } from '../../http/schemas.ts';
import type { Fault } from '../../lib/errors.ts';
import { nearestName } from '../../lib/names.ts';
import { whereQuery } from '../conditions/condition-schema.ts';
import { subjectNames } from '../conditions/read-condition.ts';
import { conditionPattern } from '../conditions/read-conditions.ts';
import { expandQuery } from '../model/expand.schemas.ts';
import { selectQuery } from '../select/read-select.ts';
import type { PostType } from '../types/post-types.ts';
import { orderByPattern } from './list-order.ts';
import { termFacetsQuery } from './term-facets.ts';

export const ItemQuerySchema = Type.Object(
  {
    ...pageQuery,
    orderBy: Type.Optional(
      Type.String({
        pattern: orderByPattern,
        default: 'date',
        description:
          '`date`, `title`, `menu_order`, `relevance` (with `search`) or `fields.` and the name of a declared field',
      }),
    ),
    order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'Direction of `orderBy`', default: 'desc' })),
    sort: Type.Optional(
      Type.String({
        maxLength: 400,
        description:
          'Up to four keys to sort by, separated by commas, in place of `orderBy` and `order`: `date`, `title`, `slug`, `menuOrder`, `publishedAt`, `createdAt`, `updatedAt` or `fields.` and a name. `-` before a name is descending. Items without a value come last',
        examples: ['-fields.price,title'],
      }),
    ),
    status: Type.Optional(
      Type.Enum(['draft', 'publish', 'any', 'scheduled', 'trash'], {
        default: 'publish',
        description: '`any` is everything outside the trash. Without content:write only published items are visible',
      }),
    ),
    tag: Type.Optional(Type.String({ maxLength: 200, description: 'Slug of a tag' })),
    category: Type.Optional(
      Type.String({ maxLength: 200, description: 'Slug of a category, without items of its children' }),
    ),
    search: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'Words that must all occur in some form; the last one may be a prefix. `"a phrase"` occurs as it stands, of `red OR blue` one occurs, `-green` does not. Any text is valid',
      }),
    ),
    highlight: Type.Optional(
      Type.Boolean({ description: 'With `search`: shows where each item has its words, in a member `highlight`' }),
    ),
    ...termFacetsQuery,
    ...whereQuery,
    ...selectQuery,
    ...expandQuery,
    cursor: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'Empty for the first page, then `nextCursor` of the previous response',
      }),
    ),
  },
  // Conditions are described by the parameters of condition-schema.ts.
  { additionalProperties: false, patternProperties: { [conditionPattern]: {} } },
);

// What the sender of a wrong parameter meant: `page` is `offset`, `price=10` and `filter[price][$gte]=10` are `fields[price]`
// and `fields[price][gte]`, `orderBy=price` is `orderBy=fields.price`, and `terms.brands=nike` is
// `terms[brands]=nike`.

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
