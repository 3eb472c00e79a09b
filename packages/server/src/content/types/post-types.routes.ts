// Post types over HTTP.

import Type from 'typebox';
import { inTransaction } from '../../context.ts';
import { listOf, problemsOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import {
  createPostType,
  deletePostType,
  getPostType,
  listPostTypes,
  NewPostType,
  PostTypeChange,
  PostTypeSchema,
  updatePostType,
} from './post-types.ts';

const NameParams = Type.Object({ name: Type.String() });
const tags = ['Post types'];

export function postTypesRoutes(app: App): void {
  app.get(
    '/types',
    {
      config: { access: 'content:read' },
      schema: {
        tags,
        summary: 'List post types',
        operationId: 'listPostTypes',
        response: { 200: listOf(PostTypeSchema), ...problemsOf(401, 403) },
      },
    },
    async (request) => {
      const items = await listPostTypes(request.ctx);
      return { items, total: items.length };
    },
  );

  app.get(
    '/types/:name',
    {
      config: { access: 'content:read' },
      schema: {
        tags,
        summary: 'Read a post type by its singular or plural name',
        operationId: 'getPostType',
        params: NameParams,
        response: { 200: PostTypeSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => getPostType(request.ctx, request.params.name),
  );

  app.post(
    '/types',
    {
      config: { access: 'content:write' },
      schema: {
        tags,
        summary: 'Create a post type',
        operationId: 'createPostType',
        body: NewPostType,
        response: { 201: PostTypeSchema, ...problemsOf(401, 403, 409, 422) },
      },
    },
    async (request, reply) => {
      const type = await inTransaction(request.ctx, (ctx) => createPostType(ctx, request.body));
      return reply
        .status(201)
        .header('location', `${request.url.split('?')[0]}/${type.name}`)
        .send(type);
    },
  );

  app.patch(
    '/types/:name',
    {
      config: { access: 'content:write' },
      schema: {
        tags,
        summary: 'Update a post type; `fields` replaces all fields',
        operationId: 'updatePostType',
        params: NameParams,
        body: PostTypeChange,
        response: { 200: PostTypeSchema, ...problemsOf(401, 403, 404, 409, 422) },
      },
    },
    async (request) => inTransaction(request.ctx, (ctx) => updatePostType(ctx, request.params.name, request.body)),
  );

  app.delete(
    '/types/:name',
    {
      config: { access: 'content:write' },
      schema: {
        tags,
        summary: 'Delete a post type without items',
        operationId: 'deletePostType',
        params: NameParams,
        response: {
          200: Type.Object({ name: Type.String(), deleted: Type.Literal(true) }),
          ...problemsOf(401, 403, 404, 409),
        },
      },
    },
    async (request) => {
      const { name } = await inTransaction(request.ctx, (ctx) => deletePostType(ctx, request.params.name));
      return { name, deleted: true as const };
    },
  );
}
