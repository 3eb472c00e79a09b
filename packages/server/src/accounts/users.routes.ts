// Users over HTTP (scope admin).

import { inTransaction } from '../context.ts';
import { Deleted, IdParams, listOf, problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { NewUser, UserChange, UserSchema } from './accounts.schemas.ts';
import { changeUser, createUser, deleteUser, findUser, listUsers } from './users.ts';

const tags = ['Users'];

export function usersRoutes(app: App): void {
  app.get(
    '/users',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'List users',
        operationId: 'listUsers',
        response: { 200: listOf(UserSchema), ...problemsOf(401, 403) },
      },
    },
    async (request) => {
      const items = await listUsers(request.ctx);
      return { items, total: items.length };
    },
  );

  app.post(
    '/users',
    {
      config: { access: 'admin', idempotency: 'none' },
      schema: {
        tags,
        summary: 'Create a user with an initial password',
        operationId: 'createUser',
        body: NewUser,
        response: { 201: UserSchema, ...problemsOf(401, 403, 409, 422) },
      },
    },
    async (request, reply) => {
      const user = await createUser(request.ctx, request.body);
      return reply.status(201).header('location', `${request.url}/${user.id}`).send(user);
    },
  );

  app.get(
    '/users/:id',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Read a user',
        operationId: 'getUser',
        params: IdParams,
        response: { 200: UserSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => findUser(request.ctx, request.params.id),
  );

  app.patch(
    '/users/:id',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Update the name or role of a user, or set a new password, which ends their sessions',
        operationId: 'updateUser',
        params: IdParams,
        body: UserChange,
        response: { 200: UserSchema, ...problemsOf(401, 403, 404, 409, 422) },
      },
    },
    async (request) => changeUser(request.ctx, request.params.id, request.body),
  );

  app.delete(
    '/users/:id',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Delete a user and end their sessions; not the last owner',
        operationId: 'deleteUser',
        params: IdParams,
        response: { 200: Deleted, ...problemsOf(401, 403, 404, 409) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await inTransaction(request.ctx, (ctx) => deleteUser(ctx, id));
      return { id, deleted: true as const };
    },
  );
}
