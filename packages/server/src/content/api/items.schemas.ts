// The shapes of items in requests and responses.

import Type, { type TSchema } from 'typebox';
import { anyObject, bodyOf, Deleted, ExternalId, Id, nullable, Time, Total } from '../../http/schemas.ts';
import { TermFacetsSchema } from '../lists/term-facets.ts';
import { ExpandedItem, ExpandedMedia, expandedAuthor, TermNames } from '../model/expand.schemas.ts';
import { DraftNote } from '../model/item-json.ts';

export const TypeParams = Type.Object({
  type: Type.String({ description: 'Singular or plural name of a content type' }),
});

const Fields = anyObject({ description: 'Custom fields of the content type' });

/** Any values, among which may be ExpandedMedia and ExpandedItem. */
const ShownFields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: { anyOf: [ExpandedMedia, ExpandedItem, { description: 'Any other value' }] },
  description: 'Custom fields of the content type',
});

const ItemStatus = Type.Enum(['draft', 'publish', 'scheduled', 'trash'], {
  title: 'ItemStatus',
  description:
    '`publish` is public, `scheduled` will be at `publishedAt`, `trash` is kept for a while before it is deleted',
});

const listed = {
  id: Id,
  slug: Type.String({ description: 'Names the item in URLs, unique in its content type' }),
  title: Type.String({ description: 'Text without markup' }),
  excerpt: Type.String({ description: 'A short text without markup, from the content if none was given' }),
  fields: ShownFields,
  type: Type.String({ description: 'Singular name of the content type' }),
  status: ItemStatus,
  publishedAt: nullable({ ...Time, description: 'When it became public or will; null for a draft that never was' }),
  updatedAt: Time,
  language: Type.Optional(
    Type.String({ description: 'Only if it is not that of the site (`locale` of the settings): a tag (BCP 47)' }),
  ),
  externalId: Type.Optional({ ...ExternalId, description: 'Only if it has one: what another system calls it' }),
  trashedAt: Type.Optional({
    ...Time,
    description: 'Only in the trash: when it was moved there. It is deleted permanently `trashDays` (settings) later',
  }),
  unpublishAt: Type.Optional({
    ...Time,
    description: 'Only if it is set, and for callers with content:write: when the item becomes a draft',
  }),
};

const ItemAuthor = nullable(
  Type.Object(
    {
      slug: Type.String({ description: 'Slug of the author' }),
      name: Type.String({ description: 'What readers see' }),
      ...Type.Partial(Type.Object(expandedAuthor)).properties,
    },
    { description: 'Who wrote it; null if that is not known. More than slug and name only with `expand=author`' },
  ),
);

export const HighlightSchema = Type.Object(
  {
    title: Type.String({ description: 'The title' }),
    text: Type.String({ description: 'The part of the content with the first of the words; else the excerpt' }),
  },
  {
    title: 'Highlight',
    description: 'HTML without elements but `<mark>` around the words of a search; only with `highlight`',
  },
);

const Drafted = Type.Literal(true, {
  description: 'Only if it has a draft, and for callers with content:write',
});

export const ListedItem = Type.Object(
  {
    ...listed,
    drafted: Type.Optional(Drafted),
    author: Type.Optional(ItemAuthor),
    termNames: Type.Optional(TermNames),
    highlight: Type.Optional(HighlightSchema),
  },
  { title: 'ListedItem', description: 'An item in a list' },
);

const ShownTerms = Type.Unsafe<Record<string, string[]>>({
  type: 'object',
  additionalProperties: Type.Array(Type.String()),
  description: 'Only if the type has taxonomies of the site: slugs of terms by the names of the taxonomies',
});

export const ItemSchema = Type.Object(
  {
    ...listed,
    content: Type.String({ description: 'HTML' }),
    menuOrder: Type.Integer({ description: 'Place among others when they are sorted by `menu_order`' }),
    tags: Type.Array(Type.String(), { description: 'Slugs' }),
    categories: Type.Array(Type.String(), { description: 'Slugs' }),
    terms: Type.Optional(ShownTerms),
    parentId: nullable({ ...Id, description: 'The item above it, in a tree of pages' }),
    author: ItemAuthor,
    termNames: Type.Optional(TermNames),
    createdAt: Time,
    version: Type.Integer({ description: 'Increases by 1 with every change' }),
    draft: Type.Optional(DraftNote),
    redirect: Type.Optional(
      Type.String({ description: 'Only at a slug that the item no longer has: its present URL in the API' }),
    ),
  },
  { title: 'Item', description: 'An item with its content' },
);

const { id: _id, ...selectable } = { ...ListedItem.properties, ...ItemSchema.properties };

export const SelectedItem = Type.Object(
  { id: Id, ...Type.Partial(Type.Object(selectable)).properties },
  { title: 'SelectedItem', description: 'An item with the members that `select` names' },
);

export const ItemOrSelection = Type.Union([ItemSchema, SelectedItem], {
  title: 'ItemOrSelection',
  description: 'The item, or with `select` the members of it that were asked for',
});
const ListedItemOrSelection = Type.Union([ListedItem, SelectedItem], {
  title: 'ListedItemOrSelection',
  description: 'The same in a list',
});
export const TrashedOrDeleted = Type.Union([ItemSchema, Deleted], {
  title: 'TrashedOrDeleted',
  description: 'The item in the trash; with `force=true` its ID',
});

/** The query of what deletes something that items may refer to. */
export const clearQuery = {
  references: Type.Optional(
    Type.Enum(['clear'], {
      description:
        'Remove the references of other items to it. Without this, it is not deleted while other items refer to it (409)',
    }),
  ),
};

export const TermTexts = Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), {
  maxItems: 100,
  description: 'Slugs or names; created on first use',
});

/** The terms of an item in the taxonomies of the site. */
export const TermTextsByTaxonomy = Type.Unsafe<Record<string, string[]>>({
  type: 'object',
  additionalProperties: TermTexts,
  description:
    'Terms in the taxonomies of the type, by their names: slugs or names, created on first use. Other taxonomies stay as they are',
});

const Slug = Type.String({
  description: 'Names the item in URLs. Made from the title if absent, and numbered if another item has it',
  minLength: 1,
  maxLength: 200,
});

export const changeable = {
  content: Type.Optional(
    Type.String({
      maxLength: 900_000,
      description:
        'HTML body of the item, within the 1 MiB of UTF-8 that a request body can have: about 340,000 characters of Chinese, Japanese or Korean',
    }),
  ),
  slug: Type.Optional(Slug),
  excerpt: Type.Optional(
    nullable(Type.String({ maxLength: 10_000, description: 'Made from the content if null or never set' })),
  ),
  fields: Type.Optional(Fields),
  menuOrder: Type.Optional(
    Type.Integer({
      description: 'Place among others when they are sorted by `menu_order`',
      minimum: -2_147_483_648,
      maximum: 2_147_483_647,
    }),
  ),
  tags: Type.Optional(TermTexts),
  categories: Type.Optional(TermTexts),
  terms: Type.Optional(TermTextsByTaxonomy),
  publishedAt: Type.Optional(
    nullable(Type.String({ format: 'date-time', description: 'RFC 3339; a future time schedules the item' })),
  ),
  parentId: Type.Optional(nullable({ ...Id, description: 'ID of the item above it, of the same type' })),
  language: Type.Optional(
    nullable(
      Type.String({
        format: 'language',
        maxLength: 35,
        description: 'Language of its texts (BCP 47), by whose rules they are searched; null for that of the site',
        examples: ['de', 'pt-BR'],
      }),
    ),
  ),
  authorId: Type.Optional(
    nullable({ ...Id, description: 'ID or slug of an author; by default the signed-in user who creates the item' }),
  ),
};

const externalId = Type.Optional(
  nullable({
    ...ExternalId,
    description:
      'What another system calls it. No two items of a type can have the same; those in the trash keep theirs',
  }),
);

const unpublishAt = Type.Optional(
  nullable(
    Type.String({
      format: 'date-time',
      description: 'RFC 3339: when a published or scheduled item becomes a draft; null: not at a time',
    }),
  ),
);

const Title = Type.String({
  description: 'Text without markup, not blank',
  minLength: 1,
  maxLength: 1000,
  pattern: '\\S',
});

/** What an item has and a request cannot change. Accepted as it was read, so that an item can be sent back. */
export const readOnly = {
  id: asRead(Id),
  type: asRead(ItemSchema.properties.type),
  author: asRead(ItemSchema.properties.author),
  createdAt: asRead(Time),
  updatedAt: asRead(Time),
  version: asRead(ItemSchema.properties.version),
  draft: Type.Optional(DraftNote),
  trashedAt: asRead(Time),
  drafted: asRead(Type.Boolean()),
  redirect: asRead(Type.String()),
};

/** Of a member that cannot be changed. */
export function asRead<Schema extends TSchema>(schema: Schema) {
  return Type.Optional({ ...schema, readOnly: true, description: 'Accepted only as it was read' } as Schema);
}

export const NewItemBody = bodyOf(
  {
    externalId,
    title: Title,
    ...changeable,
    status: Type.Optional(
      Type.Enum(['draft', 'publish', 'scheduled'], {
        description: '`scheduled` requires a `publishedAt` in the future',
        default: 'draft',
      }),
    ),
    unpublishAt,
  },
  {
    title: 'NewItem',
    description: 'An item to create',
    examples: [
      {
        title: 'Night tour',
        content: '<p>With a lantern.</p>',
        status: 'publish',
        fields: { price: 30, sku: 'TOUR-2' },
      },
    ],
  },
);

export const ItemChangeBody = bodyOf(
  {
    externalId,
    title: Type.Optional(Title),
    ...changeable,
    slug: Type.Optional(nullable({ ...Slug, description: 'Made from the title again if null' })),
    status: Type.Optional(ItemStatus),
    unpublishAt,
    ...readOnly,
  },
  {
    title: 'ItemChange',
    examples: [{ fields: { price: 32 } }],
    description:
      'An item can be sent back as it was read. `fields` merges key by key, and null removes a key. A `status` other than `trash` restores an item from the trash, under a numbered slug if another item has its slug now. The rules of the type bind the fields that change, and all fields when the item is published',
  },
);

const { externalId: _externalId, ...replaced } = ItemChangeBody.properties;

export const ExternalItem = bodyOf(Type.Omit(Type.Object(replaced), Object.keys(readOnly) as never).properties, {
  title: 'ExternalItem',
  description:
    'What another system knows of an item. What is left out stays as it is; `fields` merges key by key, and null removes a key. A new one needs a `title`, and begins as a draft unless `status` says otherwise',
  examples: [{ title: 'River tour', status: 'publish', fields: { price: 35, sku: 'RIVER-1' } }],
});

export const ItemList = Type.Object(
  {
    items: Type.Array(ListedItemOrSelection, { description: 'The items of this page' }),
    total: Total,
    nextCursor: Type.Optional(nullable(Type.String({ description: 'Cursor of the next page; only with `cursor`' }))),
    termFacets: Type.Optional(TermFacetsSchema),
  },
  { title: 'ItemList', description: 'A page of items' },
);
