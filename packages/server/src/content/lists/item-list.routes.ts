// The list of items over HTTP: filtered, sorted, page by page.

import type { FastifyRequest } from 'fastify';
import type { Fault } from '../../errors.ts';
import { sendTagged } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import type { App } from '../../http/typed-app.ts';
import { faultsOf, type SchemaError } from '../../lib/validation.ts';
import { ItemList, ItemQuerySchema, TypeParams } from '../items/items.schemas.ts';
import { getReadablePostType } from '../types/post-types.ts';
import { type ItemQuery, listItems } from './list-items.ts';
import { createResponseCache } from './response-cache.ts';

const describe = routesOf('Content');

export function itemListRoutes(app: App): void {
  const cache = createResponseCache();

  app.get(
    '/content/:type',
    {
      ...describe('rule', 'listItems', 'List items of a post type', {
        params: TypeParams,
        querystring: ItemQuerySchema,
        200: ItemList,
      }),
      attachValidation: true,
    },
    async (request, reply) => {
      const { ctx } = request;
      const { body, etag } = await cache.get(ctx, request.url, async () => {
        const type = await getReadablePostType(ctx, request.params.type);
        return listItems(ctx, type, request.query as ItemQuery, queryFaults(request));
      });
      return sendTagged(request, reply, body, etag);
    },
  );
}

function queryFaults({ validationError }: FastifyRequest): Fault[] {
  const faults = faultsOf((validationError?.validation ?? []) as SchemaError[]);
  return faults.map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^\//, '') }));
}
