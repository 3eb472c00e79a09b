// The shapes of many changes in one request.

import Type, { type Static, type TSchema } from 'typebox';
import { bodyOf, Id, IdOrSlug, nullable, queryOf, Time } from '../../http/schemas.ts';
import {
  clearQuery,
  ItemChangeBody,
  ItemSchema,
  NewItemBody,
  TermTexts,
  TermTextsByTaxonomy,
} from './items.schemas.ts';

export const maxOperations = 1000;

const target = {
  id: { ...IdOrSlug, description: 'ID or slug of an item that exists before the request' },
  ifMatch: Type.Optional(
    Type.String({ maxLength: 1000, description: 'The `ETag` of the item as it was read, as in the header `If-Match`' }),
  ),
};

const { id: _id, ...itemChange } = ItemChangeBody.properties;

function addition(what: string) {
  return Type.Optional({ ...TermTexts, description: `Slugs or names of ${what} to add to those that the item has` });
}

function removal(what: string) {
  return Type.Optional({
    ...TermTexts,
    description: `Slugs or names of ${what} to remove. Those that the item does not have are ignored`,
  });
}

const CreateOperation = bodyOf(
  { action: Type.Literal('create', { description: 'Creates an item' }), ...NewItemBody.properties },
  { title: 'CreateOperation', description: 'Creates an item, like `POST /content/:type`' },
);

export const UpdateOperation = bodyOf(
  {
    action: Type.Literal('update', { description: 'Updates an item' }),
    ...target,
    ...itemChange,
    addTags: addition('tags'),
    removeTags: removal('tags'),
    addCategories: addition('categories'),
    removeCategories: removal('categories'),
    addTerms: Type.Optional({
      ...TermTextsByTaxonomy,
      description: 'Slugs or names of terms to add, by the names of the taxonomies of the type',
    }),
    removeTerms: Type.Optional({
      ...TermTextsByTaxonomy,
      description: 'Slugs or names of terms to remove, by taxonomy. Those that the item does not have are ignored',
    }),
  },
  {
    title: 'UpdateOperation',
    description:
      'Updates an item, like `PATCH /content/:type/:id`, and can add and remove single tags, categories and other terms',
  },
);

const PublishOperation = bodyOf(
  { action: Type.Literal('publish', { description: 'Publishes an item' }), ...target },
  {
    title: 'PublishOperation',
    description: 'Publishes an item with its draft, like `POST /content/:type/:id/publish`',
  },
);

const TrashOperation = bodyOf(
  { action: Type.Literal('trash', { description: 'Moves an item to the trash' }), ...target },
  { title: 'TrashOperation', description: 'Moves an item to the trash. One that is already there stays as it is' },
);

const RestoreOperation = bodyOf(
  {
    action: Type.Literal('restore', { description: 'Restores an item from the trash' }),
    ...target,
    status: Type.Optional(
      Type.Enum(['draft', 'publish', 'scheduled'], { default: 'draft', description: 'What it becomes' }),
    ),
  },
  { title: 'RestoreOperation', description: 'Restores an item from the trash. One that is elsewhere stays as it is' },
);

const DeleteOperation = bodyOf(
  { action: Type.Literal('delete', { description: 'Deletes an item permanently' }), ...target, ...clearQuery },
  {
    title: 'DeleteOperation',
    description:
      'Deletes an item permanently, like `DELETE /content/:type/:id?force=true`. References of items that the same request deletes are no obstacle',
  },
);

const operations = [
  CreateOperation,
  UpdateOperation,
  PublishOperation,
  TrashOperation,
  RestoreOperation,
  DeleteOperation,
] as const;

export type Operation = Static<(typeof operations)[number]>;
export const actions = operations.map(({ properties }) => properties.action.const);

/** A union whose validator looks at `action` and reports the faults of that branch only. */
const OperationSchema = Type.Unsafe<Operation>({
  type: 'object',
  title: 'BulkOperation',
  description: 'One change. `action` says which',
  required: ['action'],
  discriminator: { propertyName: 'action' },
  oneOf: operations as readonly TSchema[],
});

export const BulkBody = bodyOf(
  {
    operations: Type.Array(OperationSchema, {
      description: 'All happen, or none of them',
      minItems: 1,
      maxItems: maxOperations,
    }),
  },
  {
    title: 'BulkRequest',
    description: 'Changes of items of one type, which all happen or none of them',
    examples: [
      {
        operations: [
          { action: 'create', title: 'Boat tour', status: 'publish', fields: { price: 45, sku: 'TOUR-3' } },
          { action: 'update', id: 'walking-tour', fields: { price: 25 }, addTags: ['summer'] },
          { action: 'publish', id: 'walking-tour' },
        ],
      },
    ],
  },
);

export const BulkQuery = queryOf({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Check everything and answer as usual, but change nothing' }),
  ),
});

const { tags, categories, terms, status } = ItemSchema.properties;

const BulkChange = Type.Object(
  {
    action: Type.Enum(actions, { description: 'The `action` of the operation' }),
    id: nullable({ ...Id, description: 'Null for an item that a dry run would create' }),
    slug: Type.String({ description: 'Slug of the item, as it is now' }),
    status: { ...nullable(status), description: 'Null for a deleted item' },
    version: nullable(Type.Integer({ description: 'Null for a deleted item' })),
    changed: Type.Boolean({ description: 'Whether it changed anything' }),
    previous: nullable(
      Type.Object(
        { status, publishedAt: nullable(Time), tags, categories, terms },
        { title: 'BulkPrevious', description: 'What the item was before; null for a new one' },
      ),
    ),
  },
  { title: 'BulkResult', description: 'What one operation did' },
);
export type BulkResult = Static<typeof BulkChange>;

export const BulkResponse = Type.Object(
  {
    dryRun: Type.Boolean({ description: 'Whether nothing was changed, because the request said so' }),
    results: Type.Array(BulkChange, { description: 'One for each operation, in their order' }),
  },
  { title: 'BulkResponse', description: 'What the operations did, or would do' },
);
