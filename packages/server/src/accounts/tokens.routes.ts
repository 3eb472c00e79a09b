// API keys over HTTP (scope admin).

import { requireOwner } from '../context/access.ts';
import { inTransaction, type ReadContext, type WriteContext } from '../context/context.ts';
import { pageOf } from '../database/record-list.ts';
import { matchCheck, tagged } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { created, deleted } from '../http/responses.ts';
import { Deleted, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { failBody } from '../lib/errors.ts';
import { CreatedToken, NewToken, TokenChange, TokenSchema, tokenList } from './accounts.schemas.ts';
import { createToken, listTokens, revokeToken, tokenTag, updateToken } from './tokens.ts';

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

  app.get(
    '/tokens',
    describe('admin', 'listTokens', 'List API keys', { querystring: tokenList.query, 200: tokenList.page }),
    async (request) => pageOf(await listTokens(request.ctx), tokenList, request.query),
  );

  app.patch(
    '/tokens/:id',
    describe('admin', 'updateToken', 'Change the name, the scopes or the end of an API key, with immediate effect', {
      params: IdParams,
      body: TokenChange,
      200: TokenSchema,
      problems: [412],
      config: { owners: 'theirs' },
    }),
    async (request, reply) => {
      checkExpiry(request.ctx, request.body);
      requireOwnerFor(request.ctx, request.body);
      const check = matchCheck(request, tokenTag);
      const update = (ctx: WriteContext) => updateToken(ctx, request.params.id, request.body, check);
      return tagged(reply, await inTransaction(request.ctx, update), tokenTag);
    },
  );

  app.delete(
    '/tokens/:id',
    describe('admin', 'deleteToken', 'Revoke an API key; it stops working at once', {
      params: IdParams,
      200: Deleted,
      problems: [412],
    }),
    async (request) => {
      const check = matchCheck(request, tokenTag);
      await inTransaction(request.ctx, (ctx) => revokeToken(ctx, request.params.id, check));
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
