// Setting up the site over HTTP.

import Type from 'typebox';
import { clientOf, requireSameOrigin } from '../http/browser-session.ts';
import { routesOf } from '../http/describe-route.ts';
import { bodyOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { Email, MeSchema, NewPassword, PersonName, SiteName } from './accounts.schemas.ts';
import { sendSession } from './sessions.routes.ts';
import { isSetupCode, setUp } from './setup.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { emailKeyOf, hasOwner } from './users.ts';

const describe = routesOf('Account');

export function setupRoutes(app: App, limit: SignInLimit): void {
  app.get(
    '/setup',
    describe('public', 'getSetup', 'Get whether the site still needs its owner', {
      200: Type.Object({ needed: Type.Boolean({ description: 'Whether there is no owner yet' }) }),
    }),
    async (request) => ({ needed: !(await hasOwner(request.ctx)) }),
  );

  app.post(
    '/setup',
    describe('public', 'setUp', 'Create the owner and name the site, with the code of the one-time link', {
      body: bodyOf({
        code: Type.String({
          description: 'From the link that the service printed at its first start',
          minLength: 1,
          maxLength: 200,
        }),
        siteName: SiteName,
        name: PersonName,
        email: Email,
        password: NewPassword,
      }),
      201: MeSchema,
      problems: [403, 409],
      headers: ['Set-Cookie', 'Cache-Control'],
      config: { idempotency: 'none', rateLimit: 'none', audit: 'always' },
    }),
    async (request, reply) => {
      const { ctx, body } = request;
      requireSameOrigin(request);
      // The right code always works, however many wrong ones came from the same address.
      if (!(await isSetupCode(ctx, body.code))) await limit.takeFrom(request.ip);
      const begun = await setUp(ctx, body, clientOf(request));
      return sendSession(request, reply, begun, emailKeyOf(body.email));
    },
  );
}
