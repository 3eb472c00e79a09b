// API keys over HTTP (scope admin).

import { requireOwner } from '../context/access.ts';
import { inTransaction, type ReadContext } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { completeList, created, deleted } from '../http/responses.ts';
import { Deleted, IdParams, listOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { failBody } from '../lib/errors.ts';
import { CreatedToken, NewToken, TokenChange, TokenSchema } from './accounts.schemas.ts';
import { createToken, listTokens, revokeToken, updateToken } from './tokens.ts';

const describe = routesOf('API keys');

export function tokensRoutes(app: App): void {
  app.post(
    '/tokens',
    describe('admin', 'createToken', 'Create an API key; it is returned only once, so Idempotency-Key is ignored', {
      body: NewToken,
      201: CreatedToken,
      config: { idempotency: 'none', owners: 'theirs' },
    }),
    async (request, reply) => {
      checkExpiry(request.ctx, request.body);
      requireOwnerFor(request.ctx, request.body);
      const token = await inTransaction(request.ctx, (ctx) => createToken(ctx, request.body));
      return created(request, reply, token, token.id);
    },
  );

  app.get('/tokens', describe('admin', 'listTokens', 'List API keys', { 200: listOf(TokenSchema) }), async (request) =>
    completeList(await listTokens(request.ctx)),
  );

  app.patch(
    '/tokens/:id',
    describe('admin', 'updateToken', 'Change the name, the scopes or the end of an API key, with immediate effect', {
      params: IdParams,
      body: TokenChange,
      200: TokenSchema,
      config: { owners: 'theirs' },
    }),
    async (request) => {
      checkExpiry(request.ctx, request.body);
      requireOwnerFor(request.ctx, request.body);
      return inTransaction(request.ctx, (ctx) => updateToken(ctx, request.params.id, request.body));
    },
  );

  app.delete(
    '/tokens/:id',
    describe('admin', 'deleteToken', 'Revoke an API key; it stops working at once', { params: IdParams, 200: Deleted }),
    async (request) => {
      await inTransaction(request.ctx, (ctx) => revokeToken(ctx, request.params.id));
      return deleted(request.params.id);
    },
  );
}

/** A key with `admin` may do what owners may. */
function requireOwnerFor(ctx: ReadContext, { scopes }: TokenChange): void {
  if (scopes?.includes('admin')) requireOwner(ctx);
}

function checkExpiry(ctx: ReadContext, { expiresAt }: TokenChange): void {
  if (!expiresAt || Date.parse(expiresAt) > ctx.now().getTime()) return;
  throw failBody([{ pointer: '/expiresAt', code: 'not_allowed', detail: 'must be in the future' }]);
}
