// What refers to an item, for those who read the site, over HTTP.

import Type from 'typebox';
import { pageOf } from '../../database/record-list.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeListOf } from '../../http/list-of-records.ts';
import { Id, nullable, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { findItem } from '../model/find-item.ts';
import { listReferences } from '../references/list-references.ts';
import { findReferrers } from '../references/referrers.ts';
import { findPostType, getPostType, requireReadable } from '../types/post-types.ts';
import { ItemParams } from './item-requests.ts';

const ItemReference = Type.Object(
  {
    id: Id,
    type: Type.String({ description: 'Singular name of the content type' }),
    slug: Type.String({ description: 'Names the item in URLs' }),
    title: Type.String({ description: 'Title of the item' }),
    status: Type.Enum(['draft', 'publish', 'scheduled'], {
      description: 'Other than `publish` only for callers with content:write',
    }),
    fields: Type.Array(Type.String(), {
      description: 'Fields that refer to it, such as `brand` or `rows.photo`; `content` for a text that links to it',
    }),
  },
  { title: 'ItemReference', description: 'An item that refers to another one' },
);

const ItemReferenceList = Type.Object(
  {
    items: Type.Array(ItemReference, { description: 'The items of this page' }),
    total: Type.Null({ description: 'Counting would read all texts' }),
    nextCursor: nullable(Type.String({ description: 'Cursor of the next page; a page may have fewer than `limit`' })),
  },
  { title: 'ItemReferenceList', description: 'A page of what refers to an item' },
);

const describe = routesOf('Content');

export function referencesRoutes(app: App): void {
  app.get(
    '/content/:type/:id/references',
    describe('rule', 'listItemReferences', 'List the items that refer to an item, as far as the caller may read them', {
      params: ItemParams,
      querystring: queryOf({
        limit: Type.Optional(Type.Integer({ description: 'Size of a page', minimum: 1, maximum: 100, default: 20 })),
        cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the previous response' })),
      }),
      200: ItemReferenceList,
    }),
    async ({ ctx, params, query }) => {
      const type = (await findPostType(ctx, params.type)) ?? undefined;
      requireReadable(ctx, type, params.type);
      const { id } = await findItem(ctx, type.name, params.id);
      const page = await listReferences(ctx, id, { ...query, limit: query.limit ?? 20 });
      return { ...page, total: null };
    },
  );
}

// What refers to an item, over HTTP.

const ItemUse = Type.Object(
  {
    id: Id,
    type: Type.String({ description: 'Singular name of the content type' }),
    slug: Type.String({ description: 'Names the item in URLs' }),
    title: Type.String({ description: 'Title of the item' }),
    fields: Type.Array(Type.String(), {
      description: 'Fields that refer to it; `content` for a text that links to it with `data-item`',
    }),
  },
  { title: 'ItemUse', description: 'An item that refers to another one' },
);

const itemUses = completeListOf({ item: ItemUse, filters: ['type', 'slug'], sort: ['title', 'type', 'slug'] });

export function usesRoutes(app: App): void {
  app.get(
    '/content/:type/:id/uses',
    describe('content:read', 'listItemUses', 'List the items that refer to an item', {
      params: ItemParams,
      config: { limited: 'type' },
      querystring: itemUses.query,
      200: itemUses.page,
    }),
    async ({ ctx, params, query }) => {
      const { name } = await getPostType(ctx, params.type);
      const { id } = await findItem(ctx, name, params.id);
      return pageOf(await findReferrers(ctx, id), itemUses, query);
    },
  );
}
