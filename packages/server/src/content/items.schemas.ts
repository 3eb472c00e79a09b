// What goes in and out of the items' addresses.

import Type from 'typebox';
import { bodyOf, Id, nullable, pageQuery, Time } from '../http/schemas.ts';
import { filterPattern } from './field-filters.ts';
import { orderByPattern } from './list-order.ts';

const Fields = Type.Record(Type.String(), Type.Unknown(), { description: 'Custom fields of the post type' });

const listed = {
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  excerpt: Type.String(),
  fields: Fields,
  type: Type.String({ description: 'Singular name of the post type' }),
  status: Type.Enum(['draft', 'publish', 'scheduled', 'trash']),
  publishedAt: nullable(Time),
  updatedAt: Time,
};

export const ListedItem = Type.Object(listed);

export const WholeItemSchema = Type.Object({
  ...listed,
  content: Type.String(),
  menuOrder: Type.Integer(),
  tags: Type.Array(Type.String(), { description: 'Slugs' }),
  categories: Type.Array(Type.String(), { description: 'Slugs' }),
  parentId: nullable(Id),
  author: nullable(Type.Object({ slug: Type.String(), name: Type.String() })),
  createdAt: Time,
  version: Type.Integer({ description: 'Counts the changes, from 1' }),
});

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

const TermTexts = Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), {
  maxItems: 100,
  description: 'Slugs or names; made on first use',
});

const changeable = {
  content: Type.Optional(Type.String({ maxLength: 900_000, description: 'Body of the item, HTML' })),
  slug: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  excerpt: Type.Optional(
    nullable(Type.String({ maxLength: 10_000, description: 'Null, or absent at first: made from the content' })),
  ),
  fields: Type.Optional(Fields),
  menuOrder: Type.Optional(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })),
  tags: Type.Optional(TermTexts),
  categories: Type.Optional(TermTexts),
  publishedAt: Type.Optional(
    nullable(Type.String({ format: 'date-time', description: 'RFC 3339; a future time schedules the item' })),
  ),
  parentId: Type.Optional(nullable(Id)),
  authorId: Type.Optional(nullable(Id)),
};

const Title = Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' });

export const NewItemBody = bodyOf({
  title: Title,
  ...changeable,
  status: Type.Optional(Type.Enum(['draft', 'publish', 'scheduled'], { default: 'draft' })),
});

export const ItemChangeBody = bodyOf({
  title: Type.Optional(Title),
  ...changeable,
  status: Type.Optional(
    Type.Enum(['draft', 'publish', 'scheduled', 'trash'], { description: 'Also the way out of the trash' }),
  ),
});
