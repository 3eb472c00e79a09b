// The query of lists of items.

import Type from 'typebox';
import { countedQuery } from '../../http/schemas.ts';
import { whereQuery } from '../conditions/condition-schema.ts';
import { conditionPattern } from '../conditions/read-conditions.ts';
import { expandQuery } from '../model/expand.schemas.ts';
import { selectQuery } from '../select/select.schemas.ts';
import { orderByPattern } from './list-order.ts';
import { termFacetsQuery } from './term-facets.schemas.ts';

export const ItemQuerySchema = Type.Object(
  {
    ...countedQuery,
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
