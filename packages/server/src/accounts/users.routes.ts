// Users over HTTP (scope admin).

import Type from 'typebox';
import { inTransaction } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { completeList, created, deleted } from '../http/responses.ts';
import { Deleted, Id, IdParams, listOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { EndedSessions, NewUser, SessionSchema, UserChange, UserSchema } from './accounts.schemas.ts';
import { endSession, endSessions, listSessions } from './sessions.ts';
import { changeUser, createUser, deleteUser, findForChange, findUser, listUsers } from './users.ts';

const describe = routesOf('Users');

export function usersRoutes(app: App): void {
  app.get('/users', describe('admin', 'listUsers', 'List users', { 200: listOf(UserSchema) }), async (request) =>
    completeList(await listUsers(request.ctx)),
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
    describe('admin', 'getUser', 'Read a user', { params: IdParams, 200: UserSchema }),
    async (request) => findUser(request.ctx, request.params.id),
  );

  app.patch(
    '/users/:id',
    describe(
      'admin',
      'updateUser',
      'Update the name or role of a user, or set a new password, which ends their sessions',
      { params: IdParams, body: UserChange, 200: UserSchema, problems: [409], config: { owners: 'theirs' } },
    ),
    async (request) => changeUser(request.ctx, request.params.id, request.body),
  );

  app.delete(
    '/users/:id',
    describe('admin', 'deleteUser', 'Delete a user and end their sessions; not the last owner', {
      params: IdParams,
      200: Deleted,
      problems: [409],
      config: { owners: 'theirs' },
    }),
    async (request) => {
      const { id } = request.params;
      await inTransaction(request.ctx, (ctx) => deleteUser(ctx, id));
      return deleted(id);
    },
  );

  app.get(
    '/users/:id/sessions',
    describe('admin', 'listUserSessions', 'List the sessions of a user', {
      params: IdParams,
      200: listOf(SessionSchema),
    }),
    async ({ ctx, params, sessionId }) => {
      const user = await findUser(ctx, params.id);
      const sessions = await listSessions(ctx, user.id);
      return completeList(sessions.map((session) => ({ ...session, current: session.id === sessionId })));
    },
  );

  app.delete(
    '/users/:id/sessions',
    describe('admin', 'endUserSessions', 'End all sessions of a user, but the one of this request', {
      params: IdParams,
      200: EndedSessions,
      config: { owners: 'theirs' },
    }),
    async ({ ctx, params, sessionId }) => {
      const { id } = await findForChange(ctx, params.id);
      return { ended: await inTransaction(ctx, (ctx) => endSessions(ctx, id, { except: sessionId ?? '' })) };
    },
  );

  app.delete(
    '/users/:id/sessions/:sessionId',
    describe('admin', 'endUserSession', 'End a session of a user', {
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
