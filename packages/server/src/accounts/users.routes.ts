// Users over HTTP (scope admin), the signed-in one, and setting up the site.

import Type from 'typebox';
import { requireUser } from '../context/access.ts';
import { inTransaction } from '../context/context.ts';
import { pageOf } from '../database/record-list.ts';
import { clientOf, requireSameOrigin } from '../http/browser-session.ts';
import { contentTag, matchCheck, NotModified, sendTagged, tagged } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { created, deleted } from '../http/responses.ts';
import { bodyOf, Deleted, Id, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import {
  Email,
  EndedSessions,
  GivenPassword,
  MeSchema,
  NewPassword,
  NewUser,
  PersonName,
  SiteName,
  sessionList,
  UserChange,
  UserSchema,
  userList,
} from './accounts.schemas.ts';
import { sendSession } from './sessions.routes.ts';
import { endSession, endSessions, listSessions } from './sessions.ts';
import { isSetupCode, setUp } from './setup.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import {
  changePassword,
  changeUser,
  createUser,
  deleteUser,
  describeMe,
  emailKeyOf,
  findForChange,
  findUser,
  hasOwner,
  listUsers,
} from './users.ts';

const describe = routesOf('Users');

export function usersRoutes(app: App): void {
  app.get(
    '/users',
    describe('admin', 'listUsers', 'List users', { querystring: userList.query, 200: userList.page }),
    async (request) => pageOf(await listUsers(request.ctx), userList, request.query),
  );

  app.post(
    '/users',
    describe('admin', 'createUser', 'Create a user with an initial password', {
      body: NewUser,
      201: UserSchema,
      problems: [409],
      config: { idempotency: 'none', owners: 'theirs' },
    }),
    async (request, reply) => {
      const user = await createUser(request.ctx, request.body);
      return created(request, reply, user, user.id);
    },
  );

  app.get(
    '/users/:id',
    describe('admin', 'getUser', 'Read a user', { params: IdParams, 200: UserSchema, 304: NotModified }),
    async (request, reply) =>
      sendTagged(request, reply, JSON.stringify(await findUser(request.ctx, request.params.id))),
  );

  app.patch(
    '/users/:id',
    describe(
      'admin',
      'updateUser',
      'Update the name or role of a user, or set a new password, which ends their sessions',
      { params: IdParams, body: UserChange, 200: UserSchema, problems: [409, 412], config: { owners: 'theirs' } },
    ),
    async (request, reply) => {
      const check = matchCheck(request, contentTag);
      return tagged(reply, await changeUser(request.ctx, request.params.id, request.body, check), contentTag);
    },
  );

  app.delete(
    '/users/:id',
    describe('admin', 'deleteUser', 'Delete a user and end their sessions; not the last owner', {
      params: IdParams,
      200: Deleted,
      problems: [409, 412],
      config: { owners: 'theirs' },
    }),
    async (request) => {
      const { id } = request.params;
      await inTransaction(request.ctx, (ctx) => deleteUser(ctx, id, matchCheck(request, contentTag)));
      return deleted(id);
    },
  );

  app.get(
    '/users/:id/sessions',
    describe('admin', 'listUserSessions', 'List the sessions of a user', {
      params: IdParams,
      querystring: sessionList.query,
      200: sessionList.page,
    }),
    async ({ ctx, params, query, sessionId }) => {
      const user = await findUser(ctx, params.id);
      const sessions = await listSessions(ctx, user.id);
      const marked = sessions.map((session) => ({ ...session, current: session.id === sessionId }));
      return pageOf(marked, sessionList, query);
    },
  );

  app.delete(
    '/users/:id/sessions',
    describe('admin', 'deleteUserSessions', 'End all sessions of a user, but the one of this request', {
      params: IdParams,
      200: EndedSessions,
      config: { owners: 'theirs' },
    }),
    async ({ ctx, params, sessionId }) => {
      const { id } = await findForChange(ctx, params.id);
      return { deleted: await inTransaction(ctx, (ctx) => endSessions(ctx, id, { except: sessionId ?? '' })) };
    },
  );

  app.delete(
    '/users/:id/sessions/:sessionId',
    describe('admin', 'deleteUserSession', 'End a session of a user', {
      params: Type.Object({ id: Id, sessionId: Id }),
      200: Deleted,
      config: { owners: 'theirs' },
    }),
    async ({ ctx, params }) => {
      await findForChange(ctx, params.id);
      await inTransaction(ctx, (ctx) => endSession(ctx, params.id, params.sessionId));
      return deleted(params.sessionId);
    },
  );
}

// Setting up the site over HTTP.

export function setupRoutes(app: App, limit: SignInLimit): void {
  app.get(
    '/setup',
    describeAccount('public', 'getSetup', 'Get whether the site still needs its owner', {
      200: Type.Object(
        { needed: Type.Boolean({ description: 'Whether there is no owner yet' }) },
        { title: 'SetupStatus', description: 'Whether the site has been set up' },
      ),
    }),
    async (request) => ({ needed: !(await hasOwner(request.ctx)) }),
  );

  app.post(
    '/setup',
    describeAccount('public', 'createSetup', 'Create the owner and name the site, with the code of the one-time link', {
      body: bodyOf(
        {
          code: Type.String({
            description: 'From the link that the service printed at its first start',
            minLength: 1,
            maxLength: 200,
          }),
          siteName: SiteName,
          name: PersonName,
          email: Email,
          password: NewPassword,
        },
        { title: 'Setup', description: 'The owner and the name of the site' },
      ),
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

// The signed-in user over HTTP, and their password.

const describeAccount = routesOf('Account');

export function meRoutes(app: App, limit: SignInLimit): void {
  app.get(
    '/me',
    describeAccount('user', 'getMe', 'Get the signed-in user and the site', {
      200: MeSchema,
      headers: ['Cache-Control'],
    }),
    async (request, reply) => {
      const me = await describeMe(request.ctx, requireUser(request.ctx), request.needsSecondFactor);
      return reply.header('cache-control', 'no-store').send(me);
    },
  );

  app.post(
    '/me/password',
    describeAccount('user', 'updatePassword', 'Change my password; ends my other sessions', {
      body: bodyOf(
        { currentPassword: GivenPassword, newPassword: NewPassword },
        { title: 'PasswordChange', description: 'The password that is in use, and the one to replace it' },
      ),
      200: Type.Object(
        { changed: Type.Literal(true, { description: 'Other sessions have ended' }) },
        { title: 'ChangedPassword', description: 'Confirms the change' },
      ),
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
