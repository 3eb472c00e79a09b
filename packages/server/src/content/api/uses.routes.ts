// What refers to an item, over HTTP.

import Type from 'typebox';
import { routesOf } from '../../http/describe-route.ts';
import { completeList } from '../../http/responses.ts';
import { Id, listOf, partQuery, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { findItem } from '../model/find-item.ts';
import { findReferrers } from '../references/referrers.ts';
import { getPostType } from '../types/post-types.ts';
import { ItemParams } from './item-requests.ts';

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

const describe = routesOf('Content');

export function usesRoutes(app: App): void {
  app.get(
    '/content/:type/:id/uses',
    describe('content:read', 'listItemUses', 'List the items that refer to an item', {
      params: ItemParams,
      config: { limited: 'type' },
      querystring: queryOf(partQuery),
      200: listOf(ItemUse),
    }),
    async ({ ctx, params, query }) => {
      const { name } = await getPostType(ctx, params.type);
      const { id } = await findItem(ctx, name, params.id);
      return completeList(await findReferrers(ctx, id), query);
    },
  );
}
