// The signed-in user over HTTP, and their password.

import Type from 'typebox';
import { bodyOf, problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { requireUser } from './access.ts';
import { GivenPassword, MeSchema, NewPassword } from './accounts.schemas.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { changePassword, describeMe } from './users.ts';

const tags = ['Account'];

export function meRoutes(app: App, limit: SignInLimit): void {
  app.get(
    '/me',
    {
      config: { access: 'rule' },
      schema: {
        tags,
        summary: 'Get the signed-in user and the site',
        operationId: 'getMe',
        response: { 200: MeSchema, ...problemsOf(401, 403) },
      },
    },
    async (request, reply) => {
      const me = await describeMe(request.ctx, requireUser(request.ctx));
      return reply.header('cache-control', 'no-store').send(me);
    },
  );

  app.post(
    '/me/password',
    {
      config: { access: 'rule', idempotency: 'none' },
      schema: {
        tags,
        summary: 'Change my password; ends my other sessions',
        operationId: 'changePassword',
        body: bodyOf({ currentPassword: GivenPassword, newPassword: NewPassword }),
        response: { 200: Type.Object({ changed: Type.Literal(true) }), ...problemsOf(401, 403, 422, 429) },
      },
    },
    async (request) => {
      const { ctx, body } = request;
      const userId = requireUser(ctx);
      await limit.take(userId, request.ip);
      await changePassword(ctx, userId, { ...body, keepSession: request.sessionId ?? '' });
      await limit.forgive(userId);
      return { changed: true as const };
    },
  );
}
