// Many changes of items over HTTP.

import { inTransaction } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { storeResponseWithChange } from '../../http/idempotency.ts';
import { bodyFaults } from '../../http/problem.ts';
import type { App } from '../../http/typed-app.ts';
import type { Fault } from '../../lib/errors.ts';
import { getPostType } from '../types/post-types.ts';
import { actions, BulkBody, BulkQuery, BulkResponse, type BulkResult } from './bulk.schemas.ts';
import { sendJson } from './item-requests.ts';
import { TypeParams } from './items.schemas.ts';
import { prepareBulk, runBulk, tryBulk } from './run-bulk.ts';

const describe = routesOf('Content');

const bodyLimit = 2 * 1024 * 1024;
const maxMembers = 40_000;

export function bulkRoutes(app: App): void {
  app.post(
    '/content/:type/bulk',
    {
      ...describe('content:write', 'updateItems', 'Change up to 1,000 items at once: all of them, or none', {
        description:
          'The operations run in their order in one transaction. If any has a fault, nothing is changed, and `errors` names every fault by its place, such as `/operations/17/fields/price`. The body can have up to 2 MiB and 40,000 keys and list elements',
        params: TypeParams,
        querystring: BulkQuery,
        body: BulkBody,
        200: BulkResponse,
        config: { maxMembers, limited: 'type' },
      }),
      bodyLimit,
      // What an item has already is not at fault, so the handler decides.
      attachValidation: true,
    },
    async (request, reply) => {
      const { body, query } = request;
      const faults = bodyFaults(request).map(nameActions);
      const type = await getPostType(request.ctx, request.params.type);
      const bulk = await prepareBulk(type, body.operations, faults);
      const json = (results: BulkResult[]) => JSON.stringify({ dryRun: query.dryRun ?? false, results });
      if (query.dryRun) return sendJson(reply, json(await tryBulk(request.ctx, type, bulk)));
      const text = await inTransaction(request.ctx, async (ctx) => {
        const text = json(await runBulk(ctx, type, bulk));
        await storeResponseWithChange(ctx, request, text);
        return text;
      });
      return sendJson(reply, text);
    },
  );
}

/** A validator of unions knows which member decides, but not what it can be. */
function nameActions(fault: Fault): Fault {
  if (fault.code !== 'not_allowed' || !/^\/operations\/\d+\/action$/.test(fault.pointer)) return fault;
  return { ...fault, detail: `must be one of ${actions.join(', ')}` };
}
