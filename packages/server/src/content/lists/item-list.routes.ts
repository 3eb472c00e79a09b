// The list of items over HTTP: filtered, sorted, page by page.

import type { FastifyRequest } from 'fastify';
import type { Fault } from '../../errors.ts';
import { sendTagged } from '../../http/conditional.ts';
import { problemsOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { faultsOf, type SchemaError } from '../../lib/validation.ts';
import { ItemList, ItemQuerySchema, TypeParams } from '../items/items.schemas.ts';
import { getReadablePostType } from '../types/post-types.ts';
import { type ItemQuery, listItems } from './list-items.ts';
import { createResponseCache } from './response-cache.ts';

export function itemListRoutes(app: App): void {
  const cache = createResponseCache();

  app.get(
    '/content/:type',
    {
      config: { access: 'rule' },
      // Faults that the schema finds are reported together with those that only the type can find.
      attachValidation: true,
      schema: {
        tags: ['Content'],
        summary: 'List items of a post type',
        operationId: 'listItems',
        params: TypeParams,
        querystring: ItemQuerySchema,
        response: { 200: ItemList, ...problemsOf(400, 401, 403, 404) },
      },
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
