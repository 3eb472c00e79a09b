// Addresses that do not accept mail, over HTTP (scope admin).

import { inTransaction } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { deleted } from '../../http/responses.ts';
import { Deleted } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import {
  AddressParams,
  allowAddress,
  listRefusals,
  MailRefusalSchema,
  NewMailRefusal,
  refusalList,
  reportBounce,
} from './refusals.ts';

const describe = routesOf('Mail');

export function refusalsRoutes(app: App): void {
  app.get(
    '/mail-refusals',
    describe('admin', 'listMailRefusals', 'List the addresses that do not accept mail', {
      querystring: refusalList.query,
      200: refusalList.page,
    }),
    ({ ctx, query }) => listRefusals(ctx, query),
  );

  app.post(
    '/mail-refusals',
    describe('admin', 'createMailRefusal', 'Report that a mail came back from an address', {
      description: 'For a program that reads the mailbox of the sender, or receives the reports of a mail provider.',
      body: NewMailRefusal,
      200: MailRefusalSchema,
      config: { idempotency: 'none' },
    }),
    ({ ctx, body }) => inTransaction(ctx, (ctx) => reportBounce(ctx, body)),
  );

  app.delete(
    '/mail-refusals/:address',
    describe('admin', 'deleteMailRefusal', 'Send mails to an address again', {
      params: AddressParams,
      200: Deleted,
    }),
    async ({ ctx, params: { address } }) => {
      await inTransaction(ctx, (ctx) => allowAddress(ctx, address));
      return deleted(address);
    },
  );
}
