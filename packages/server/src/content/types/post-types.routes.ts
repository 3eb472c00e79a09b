// Post types over HTTP.

import Type from 'typebox';
import { inTransaction } from '../../context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeList, created } from '../../http/responses.ts';
import { listOf, partQuery, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { ChangedPostType, ChangeQuery, changePostType } from './change-post-type.ts';
import {
  createPostType,
  deletePostType,
  getPostType,
  listPostTypes,
  NewPostType,
  PostTypeChange,
  PostTypeSchema,
} from './post-types.ts';

const NameParams = Type.Object({ name: Type.String() });
const describe = routesOf('Post types');

export function postTypesRoutes(app: App): void {
  app.get(
    '/types',
    describe('content:read', 'listPostTypes', 'List post types, all of them without `limit`', {
      querystring: queryOf(partQuery),
      200: listOf(PostTypeSchema),
    }),
    async (request) => completeList(await listPostTypes(request.ctx), request.query),
  );

  app.get(
    '/types/:name',
    describe('content:read', 'getPostType', 'Read a post type by its singular or plural name', {
      params: NameParams,
      200: PostTypeSchema,
    }),
    async (request) => getPostType(request.ctx, request.params.name),
  );

  app.post(
    '/types',
    describe('content:write', 'createPostType', 'Create a post type', { body: NewPostType, 201: PostTypeSchema }),
    async (request, reply) => {
      const type = await inTransaction(request.ctx, (ctx) => createPostType(ctx, request.body));
      return created(request, reply, type, type.name);
    },
  );

  app.patch(
    '/types/:name',
    describe('content:write', 'updatePostType', 'Update a post type; `fields` replaces all fields', {
      params: NameParams,
      querystring: ChangeQuery,
      body: PostTypeChange,
      200: ChangedPostType,
      problems: [409],
    }),
    async (request) => changePostType(request.ctx, request.params.name, request.body, request.query),
  );

  app.delete(
    '/types/:name',
    describe('content:write', 'deletePostType', 'Delete a post type without items', {
      params: NameParams,
      200: Type.Object({ name: Type.String(), deleted: Type.Literal(true) }),
      problems: [409],
    }),
    async (request) => {
      const { name } = await inTransaction(request.ctx, (ctx) => deletePostType(ctx, request.params.name));
      return { name, deleted: true as const };
    },
  );
}
