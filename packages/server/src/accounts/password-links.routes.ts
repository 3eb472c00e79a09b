// Setting a password by a link from a mail, over HTTP.

import Type from 'typebox';
import { clientOf, readBrowserCookie, requireSameOrigin } from '../http/browser-session.ts';
import { routesOf } from '../http/describe-route.ts';
import { created } from '../http/responses.ts';
import { bodyOf, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { Email, MeSchema, NewPassword, PersonName, RoleSchema, SignInCode, UserSchema } from './accounts.schemas.ts';
import { UsedCredential } from './passkeys.schemas.ts';
import { inviteAgain, inviteUser, requestReset, usePasswordLink } from './password-links.ts';
import { sendSession } from './sessions.routes.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { checkAnswer } from './use-passkey.ts';
import { emailKeyOf } from './users.ts';

const describe = routesOf('Account');
const describeUsers = routesOf('Users');

export function passwordLinksRoutes(app: App, limit: SignInLimit): void {
  app.post(
    '/password-resets',
    describe('public', 'createPasswordReset', 'Ask for a mail with a link to set a new password', {
      description: 'The response is the same whether or not there is a user with this address.',
      body: bodyOf({ email: Email }, { title: 'PasswordReset', description: 'Who forgot a password' }),
      202: Type.Object(
        { accepted: Type.Literal(true, { description: 'Confirms the request' }) },
        { title: 'AcceptedPasswordReset', description: 'A mail is sent if there is a user with this address' },
      ),
      problems: [403],
      config: { idempotency: 'none', rateLimit: 'none' },
    }),
    async (request, reply) => {
      requireSameOrigin(request);
      await limit.takeFrom(request.ip);
      await requestReset(request.ctx, emailKeyOf(request.body.email));
      return reply.status(202).send({ accepted: true as const });
    },
  );

  app.post(
    '/passwords',
    describe('public', 'replacePasswordByLink', 'Set a password with the token of a link, which works once', {
      description:
        'Ends all sessions of the user, and starts one: the response sets the session cookie. A second factor is asked for as when signing in, and a `passkey` that answers `createPasskeyChallenge` is as good.',
      body: bodyOf(
        {
          token: Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'From the link',
            examples: ['4fLk0PzQ2vXy7TtB9mWcR1sJ8dNaHgUeKoI3pVb6Yx'],
          }),
          password: NewPassword,
          code: Type.Optional(SignInCode),
          passkey: Type.Optional(UsedCredential),
        },
        { title: 'PasswordByLink', description: 'A password, and the link that allows to set it' },
      ),
      201: MeSchema,
      problems: [403],
      headers: ['Set-Cookie', 'Cache-Control'],
      config: { idempotency: 'none', rateLimit: 'none', audit: 'always' },
    }),
    async (request, reply) => {
      const { ctx, body } = request;
      const { passkey } = body;
      requireSameOrigin(request);
      await limit.takeFrom(request.ip);
      const begun = await usePasswordLink(
        ctx,
        {
          ...body,
          code: body.code,
          checkPasskey: passkey && (() => checkAnswer(ctx, readBrowserCookie(request), passkey)),
          takeCode: (account) => limit.takeCode({ account, address: request.ip, device: null }),
        },
        clientOf(request),
      );
      return sendSession(request, reply, begun, begun.emailKey);
    },
  );

  app.post(
    '/users/invitations',
    describeUsers('admin', 'createInvitation', 'Create a user, who gets a mail with a link to set a password', {
      body: bodyOf(
        { name: PersonName, email: Email, role: RoleSchema },
        { title: 'Invitation', description: 'Who is invited' },
      ),
      201: UserSchema,
      problems: [409],
      config: { idempotency: 'none', owners: 'theirs' },
    }),
    async (request, reply) => {
      const user = await inviteUser(request.ctx, request.body);
      return created(request, reply, user, user.id);
    },
  );

  app.post(
    '/users/:id/invite',
    describeUsers('admin', 'sendInvitation', 'Send the invitation again, with a new link', {
      params: IdParams,
      200: UserSchema,
      problems: [409],
      config: { idempotency: 'none', owners: 'theirs' },
    }),
    (request) => inviteAgain(request.ctx, request.params.id),
  );
}
