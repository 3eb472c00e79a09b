// API keys over HTTP (scope admin).

import { inTransaction } from '../../context.ts';
import { failBody } from '../../errors.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeList, created, deleted } from '../../http/responses.ts';
import { Deleted, IdParams, listOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { CreatedToken, NewToken, TokenSchema } from '../accounts.schemas.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

const describe = routesOf('API keys');

export function tokensRoutes(app: App): void {
  app.post(
    '/tokens',
    describe('admin', 'createToken', 'Create an API key; it is returned only once, so Idempotency-Key is ignored', {
      body: NewToken,
      201: CreatedToken,
      config: { idempotency: 'none' },
    }),
    async (request, reply) => {
      const { expiresAt } = request.body;
      if (expiresAt && Date.parse(expiresAt) <= request.ctx.now().getTime()) {
        throw failBody([{ pointer: '/expiresAt', code: 'not_allowed', detail: 'must be in the future' }]);
      }
      const token = await inTransaction(request.ctx, (ctx) => createToken(ctx, request.body));
      return created(request, reply, token, token.id);
    },
  );

  app.get('/tokens', describe('admin', 'listTokens', 'List API keys', { 200: listOf(TokenSchema) }), async (request) =>
    completeList(await listTokens(request.ctx)),
  );

  app.delete(
    '/tokens/:id',
    describe('admin', 'revokeToken', 'Revoke an API key; it stops working at once', { params: IdParams, 200: Deleted }),
    async (request) => {
      await inTransaction(request.ctx, (ctx) => revokeToken(ctx, request.params.id));
      return deleted(request.params.id);
    },
  );
}
