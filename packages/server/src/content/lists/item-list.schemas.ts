// The query and the response of the list of items.

import Type from 'typebox';
import { nullable, pageQuery } from '../../http/schemas.ts';
import { ListedItem } from '../items/items.schemas.ts';
import { filterPattern } from './field-filters.ts';
import { orderByPattern } from './list-order.ts';

export const ItemList = Type.Object({
  items: Type.Array(ListedItem),
  total: Type.Integer({ minimum: 0, description: 'Number of matching items' }),
  nextCursor: Type.Optional(nullable(Type.String({ description: 'Cursor of the next page; only with `cursor`' }))),
});

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
    order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
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
      Type.String({ maxLength: 1000, description: 'Words that must all occur; the last one may be a prefix' }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 5000,
        description: 'Empty for the first page, then `nextCursor` of the previous response',
      }),
    ),
  },
  {
    additionalProperties: false,
    patternProperties: { [filterPattern]: {} },
    description:
      'Custom fields can be filters too: `fields[price][gte]=10`. Operators: eq, ne, gt, gte, lt, lte, in, contains, exists',
  },
);
