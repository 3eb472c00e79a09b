// Users over HTTP (scope admin).

import { inTransaction } from '../context.ts';
import { routesOf } from '../http/describe-route.ts';
import { completeList, created, deleted } from '../http/responses.ts';
import { Deleted, IdParams, listOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { NewUser, UserChange, UserSchema } from './accounts.schemas.ts';
import { changeUser, createUser, deleteUser, findUser, listUsers } from './users.ts';

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
      config: { idempotency: 'none' },
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
      { params: IdParams, body: UserChange, 200: UserSchema, problems: [409] },
    ),
    async (request) => changeUser(request.ctx, request.params.id, request.body),
  );

  app.delete(
    '/users/:id',
    describe('admin', 'deleteUser', 'Delete a user and end their sessions; not the last owner', {
      params: IdParams,
      200: Deleted,
      problems: [409],
    }),
    async (request) => {
      const { id } = request.params;
      await inTransaction(request.ctx, (ctx) => deleteUser(ctx, id));
      return deleted(id);
    },
  );
}
