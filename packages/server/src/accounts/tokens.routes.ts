// API keys over HTTP (scope admin).

import { inTransaction } from '../context.ts';
import { failBody } from '../errors.ts';
import { Deleted, IdParams, listOf, problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { requireScope } from './access.ts';
import { CreatedToken, NewToken, TokenSchema } from './accounts.schemas.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

const tags = ['API keys'];

export function tokensRoutes(app: App): void {
  app.post(
    '/tokens',
    {
      // The response has the key itself, which is not stored.
      config: { access: 'admin', idempotency: 'none' },
      schema: {
        tags,
        summary: 'Create an API key; it is returned only once, so `Idempotency-Key` is ignored',
        operationId: 'createToken',
        body: NewToken,
        response: {
          201: CreatedToken,
          ...problemsOf(401, 403, 422),
        },
      },
    },
    async (request, reply) => {
      // A key cannot have more scopes than its creator.
      for (const scope of request.body.scopes) requireScope(request.ctx, scope);
      const { expiresAt } = request.body;
      if (expiresAt && Date.parse(expiresAt) <= request.ctx.now().getTime()) {
        throw failBody([{ pointer: '/expiresAt', code: 'not_allowed', detail: 'must be in the future' }]);
      }
      const token = await inTransaction(request.ctx, (ctx) => createToken(ctx, request.body));
      return reply.status(201).header('location', `${request.url}/${token.id}`).send(token);
    },
  );

  app.get(
    '/tokens',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'List API keys',
        operationId: 'listTokens',
        response: { 200: listOf(TokenSchema), ...problemsOf(401, 403) },
      },
    },
    async (request) => {
      const items = await listTokens(request.ctx);
      return { items, total: items.length };
    },
  );

  app.delete(
    '/tokens/:id',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Revoke an API key; it stops working at once',
        operationId: 'revokeToken',
        params: IdParams,
        response: { 200: Deleted, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => {
      await inTransaction(request.ctx, (ctx) => revokeToken(ctx, request.params.id));
      return { id: request.params.id, deleted: true as const };
    },
  );
}
