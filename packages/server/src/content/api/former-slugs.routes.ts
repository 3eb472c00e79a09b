// The former slugs of an item over HTTP. `GET /content/:type/:id` follows them (items.routes.ts).

import Type from 'typebox';
import { inTransaction } from '../../context/context.ts';
import { pageOf } from '../../database/record-list.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeListOf } from '../../http/list-of-records.ts';
import { deleted } from '../../http/responses.ts';
import { Deleted } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { deleteFormerSlug, FormerSlug, listFormerSlugs } from '../lifecycle/former-slugs.ts';
import { findItemId } from '../model/find-item.ts';
import { getPostType } from '../types/post-types.ts';
import { ItemParams } from './item-requests.ts';

const FormerSlugParams = Type.Object({ ...ItemParams.properties, slug: Type.String({ description: 'A former slug' }) });
const formerSlugs = completeListOf({
  item: FormerSlug,
  key: 'slug',
  filters: ['slug', 'createdAt'],
  sort: ['-createdAt', 'slug'],
});
const describe = routesOf('Content');

export function formerSlugsRoutes(app: App): void {
  app.get(
    '/content/:type/:id/former-slugs',
    describe('content:write', 'listFormerSlugs', 'List the slugs that an item had while it was public', {
      params: ItemParams,
      config: { limited: 'type' },
      querystring: formerSlugs.query,
      200: formerSlugs.page,
    }),
    async ({ ctx, params, query }) => {
      const { name } = await getPostType(ctx, params.type);
      return pageOf(await listFormerSlugs(ctx, await findItemId(ctx, name, params.id)), formerSlugs, query);
    },
  );

  app.delete(
    '/content/:type/:id/former-slugs/:slug',
    describe('content:write', 'deleteFormerSlug', 'Delete a former slug: the item no longer answers at it', {
      params: FormerSlugParams,
      config: { limited: 'type' },
      200: Deleted,
    }),
    async ({ ctx, params }) => {
      const { name } = await getPostType(ctx, params.type);
      const id = await findItemId(ctx, name, params.id);
      await inTransaction(ctx, (ctx) => deleteFormerSlug(ctx, id, params.slug));
      return deleted(params.slug);
    },
  );
}
