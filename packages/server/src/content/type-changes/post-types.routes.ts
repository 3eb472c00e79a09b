// Content types over HTTP.

import Type from 'typebox';
import { may } from '../../context/access.ts';
import { inTransaction } from '../../context/context.ts';
import { pageOf } from '../../database/record-list.ts';
import { NotModified, requireMatch, sendTagged } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeListOf } from '../../http/list-of-records.ts';
import { created, deleted } from '../../http/responses.ts';
import { Deleted } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { followType } from '../search/field-indexes.ts';
import { typeFor } from '../types/hidden-fields.ts';
import {
  createPostType,
  deletePostType,
  getPostType,
  listPostTypes,
  NewPostType,
  type PostType,
  PostTypeChange,
  PostTypeSchema,
  typeTag,
} from '../types/post-types.ts';
import { changePostType } from './change-post-type.ts';
import { ChangedPostType, ChangeQuery } from './type-changes.schemas.ts';

const NameParams = Type.Object({ name: Type.String({ description: 'Singular name of a content type' }) });
const typeList = completeListOf({
  item: PostTypeSchema,
  key: 'name',
  filters: ['name', 'plural', 'strict', 'publicRead', 'builtIn', 'createdAt', 'updatedAt'],
  sort: ['name', 'createdAt', 'updatedAt'],
});
const describe = routesOf('Content types');

export function postTypesRoutes(app: App): void {
  app.get(
    '/types',
    describe('content:read', 'listPostTypes', 'List content types, all of them without limit', {
      description: 'A key that is limited to content types gets only those',
      querystring: typeList.query,
      200: typeList.page,
      config: { limited: 'rule' },
    }),
    async ({ ctx, query }) => {
      const types = await listPostTypes(ctx);
      return pageOf(
        types.filter(({ name }) => may(ctx.actor, 'content:read', name)).map((type) => typeFor(ctx, type)),
        typeList,
        query,
      );
    },
  );

  app.get(
    '/types/:name',
    describe('content:read', 'getPostType', 'Read a content type by its singular or plural name', {
      params: NameParams,
      200: PostTypeSchema,
      304: NotModified,
      config: { limited: 'type' },
    }),
    async (request, reply) => {
      const type = typeFor(request.ctx, await getPostType(request.ctx, request.params.name));
      return sendTagged(request, reply, JSON.stringify(type), typeTag(type));
    },
  );

  app.post(
    '/types',
    describe('content:write', 'createPostType', 'Create a content type', {
      body: NewPostType,
      201: PostTypeSchema,
      headers: ['ETag'],
    }),
    async (request, reply) => {
      const type = await inTransaction(request.ctx, async (ctx) => {
        const type = await createPostType(ctx, request.body);
        await followType(ctx, null, type);
        return type;
      });
      return created(request, reply.header('etag', typeTag(type)), type, type.name);
    },
  );

  app.patch(
    '/types/:name',
    describe('content:write', 'updatePostType', 'Update a content type; the fields are all that it then has', {
      params: NameParams,
      querystring: ChangeQuery,
      body: PostTypeChange,
      200: ChangedPostType,
      problems: [409, 412],
    }),
    async (request, reply) => {
      const { ctx, params, body, query } = request;
      const type = await changePostType(ctx, params.name, body, query, (type) => requireMatch(request, typeTag(type)));
      if (!query.dryRun) reply.header('etag', typeTag(type));
      return type;
    },
  );

  app.delete(
    '/types/:name',
    describe('content:write', 'deletePostType', 'Delete a content type without items', {
      params: NameParams,
      200: Deleted,
      problems: [409, 412],
    }),
    async (request) => {
      const check = (type: PostType) => requireMatch(request, typeTag(type));
      const { name } = await inTransaction(request.ctx, async (ctx) => {
        const type = await deletePostType(ctx, request.params.name, check);
        await followType(ctx, type, null);
        return type;
      });
      return deleted(name);
    },
  );
}
