// The query and the answer of the list of items.

import Type from 'typebox';
import { nullable, pageQuery } from '../../http/schemas.ts';
import { ListedItem } from '../items/items.schemas.ts';
import { filterPattern } from './field-filters.ts';
import { orderByPattern } from './list-order.ts';

export const ItemList = Type.Object({
  items: Type.Array(ListedItem),
  total: Type.Integer({ minimum: 0, description: 'Number of matching items' }),
  nextCursor: Type.Optional(nullable(Type.String({ description: 'For the next page; only where a cursor was given' }))),
});

export const ItemQuerySchema = Type.Object(
  {
    ...pageQuery,
    orderBy: Type.Optional(
      Type.String({
        pattern: orderByPattern,
        default: 'date',
        description: '`date`, `title`, `menu_order`, `relevance` (with a search) or `fields.` and a declared field',
      }),
    ),
    order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
    status: Type.Optional(
      Type.Enum(['draft', 'publish', 'any', 'scheduled', 'trash'], {
        default: 'publish',
        description: '`any` is everything outside the trash. Without content:write only published items are seen',
      }),
    ),
    tag: Type.Optional(Type.String({ maxLength: 200, description: 'Slug of a tag' })),
    category: Type.Optional(
      Type.String({ maxLength: 200, description: 'Slug of a category; items of its children are not in it' }),
    ),
    search: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Words that all occur; the last may be a beginning' }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 5000, description: 'Empty for the first page, then `nextCursor` of the answer before' }),
    ),
  },
  {
    additionalProperties: false,
    patternProperties: { [filterPattern]: {} },
    description:
      'Also filters on custom fields: `fields[price][gte]=10`. Operators: eq, ne, gt, gte, lt, lte, in, contains, exists',
  },
);
