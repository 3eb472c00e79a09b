// The list of items over HTTP: filtered, sorted, page by page.

import type { FastifyRequest } from 'fastify';
import { NotModified } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { sendKept } from '../../http/kept-responses.ts';
import type { App } from '../../http/typed-app.ts';
import type { Fault } from '../../lib/errors.ts';
import { faultsOf, type SchemaError } from '../../lib/validation.ts';
import { ItemQuerySchema } from '../lists/item-query.schemas.ts';
import { type ItemQuery, listItems } from '../lists/list-items.ts';
import type { MakeResponse, Memo } from '../model/memo.ts';
import { ItemList, TypeParams } from './items.schemas.ts';

const describe = routesOf('Content');

export function itemListRoutes(app: App, makeResponse: MakeResponse): void {
  app.get(
    '/content/:type',
    {
      ...describe('rule', 'listItems', 'List items of a content type', {
        params: TypeParams,
        querystring: ItemQuerySchema,
        200: ItemList,
        304: NotModified,
        headers: ['Surrogate-Key'],
      }),
      attachValidation: true,
    },
    async (request, reply) => {
      const { ctx } = request;
      const query = request.query as ItemQuery;
      const list = async (memo: Memo) => {
        const type = memo.type(request.params.type);
        const { json, hidden } = await listItems(ctx, type, query, memo, queryFaults(request));
        return { json, shared: { keys: [type.name, `${type.name}.list`], hidden } };
      };
      return sendKept(request, reply, await makeResponse(ctx, request.url, list));
    },
  );
}

function queryFaults({ validationError }: FastifyRequest): Fault[] {
  const faults = faultsOf((validationError?.validation ?? []) as SchemaError[]);
  return faults.map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^\//, '') }));
}
