// Who has unsubscribed from notices, over HTTP (scope admin).

import { inTransaction } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { deleted } from '../../http/responses.ts';
import { countedListOf, Deleted, IdParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { MailOptOutQuery, MailOptOutSchema } from './opt-outs.schemas.ts';
import { listOptOuts, removeOptOut } from './opt-outs.ts';

const describe = routesOf('Mail');

export function optOutsRoutes(app: App): void {
  app.get(
    '/mail-opt-outs',
    describe('admin', 'listMailOptOuts', 'List the addresses that have unsubscribed from notices', {
      querystring: MailOptOutQuery,
      200: countedListOf(MailOptOutSchema),
    }),
    ({ ctx, query }) => listOptOuts(ctx, query),
  );

  app.delete(
    '/mail-opt-outs/:id',
    describe('admin', 'deleteMailOptOut', 'Send notices to an address again that has unsubscribed', {
      params: IdParams,
      200: Deleted,
    }),
    async ({ ctx, params: { id } }) => {
      await inTransaction(ctx, (ctx) => removeOptOut(ctx, id));
      return deleted(id);
    },
  );
}
