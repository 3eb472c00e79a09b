// The signed-in user over HTTP, and their password.

import Type from 'typebox';
import { requireUser } from '../context/access.ts';
import { routesOf } from '../http/describe-route.ts';
import { bodyOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { GivenPassword, MeSchema, NewPassword } from './accounts.schemas.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { changePassword, describeMe } from './users.ts';

const describe = routesOf('Account');

export function meRoutes(app: App, limit: SignInLimit): void {
  app.get(
    '/me',
    describe('user', 'getMe', 'Get the signed-in user and the site', { 200: MeSchema, headers: ['Cache-Control'] }),
    async (request, reply) => {
      const me = await describeMe(request.ctx, requireUser(request.ctx), request.needsSecondFactor);
      return reply.header('cache-control', 'no-store').send(me);
    },
  );

  app.post(
    '/me/password',
    describe('user', 'changePassword', 'Change my password; ends my other sessions', {
      body: bodyOf({ currentPassword: GivenPassword, newPassword: NewPassword }),
      200: Type.Object({ changed: Type.Literal(true, { description: 'Other sessions have ended' }) }),
      config: { idempotency: 'none' },
    }),
    async (request) => {
      const { ctx, body } = request;
      const userId = requireUser(ctx);
      const attempt = { account: userId, address: request.ip, device: request.sessionId };
      await limit.take(attempt);
      await changePassword(ctx, userId, { ...body, keepSession: request.sessionId ?? '' });
      await limit.forgive(attempt);
      return { changed: true as const };
    },
  );
}
