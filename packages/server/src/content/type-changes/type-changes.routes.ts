// The changes of a content type over HTTP: those that are kept, and undoing the last.

import Type from 'typebox';
import { requireMatch } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { Id, pageQuery, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { getPostType, typeTag } from '../types/post-types.ts';
import { retryTypeChange } from './retry-type-change.ts';
import { TypeChangeList, TypeChangeSchema } from './type-changes.schemas.ts';
import { getChange, keptDays, listChanges } from './type-changes.ts';
import { undoTypeChange } from './undo-type-change.ts';

const NameParams = Type.Object({ name: Type.String({ description: 'Singular name of a content type' }) });
const describe = routesOf('Content types');

export function typeChangesRoutes(app: App): void {
  app.get(
    '/types/:name/changes',
    describe('content:write', 'listTypeChanges', 'List the changes of a content type, newest first', {
      description: `Changes are kept for ${keptDays} days.`,
      params: NameParams,
      querystring: queryOf(pageQuery),
      200: TypeChangeList,
    }),
    async ({ ctx, params, query }) => listChanges(ctx, (await getPostType(ctx, params.name)).name, query),
  );

  app.get(
    '/types/:name/changes/:id',
    describe('content:write', 'getTypeChange', 'Read a change of a content type, with its progress', {
      params: Type.Object({ ...NameParams.properties, id: Id }),
      200: TypeChangeSchema,
    }),
    async ({ ctx, params }) => getChange(ctx, (await getPostType(ctx, params.name)).name, params.id),
  );

  app.post(
    '/types/:name/changes/:id/retry',
    describe('content:write', 'retryTypeChange', 'Try a failed change of a content type again', {
      description: 'Goes on with the items that have not followed.',
      params: Type.Object({ ...NameParams.properties, id: Id }),
      200: TypeChangeSchema,
      problems: [409, 412],
    }),
    async (request, reply) => {
      const { name, id } = request.params;
      const { change, type } = await retryTypeChange(request.ctx, name, id, (type) =>
        requireMatch(request, typeTag(type)),
      );
      reply.header('etag', typeTag(type));
      return change;
    },
  );

  app.post(
    '/types/:name/undo',
    describe('content:write', 'undoTypeChange', 'Undo the last change of a content type', {
      description:
        'The type is what it was before, and so are the values that the change has converted. Values that were edited since stay, and `leftItems` names their items. A second call undoes the change before.',
      params: NameParams,
      200: TypeChangeSchema,
      problems: [409, 412, 422],
    }),
    async (request, reply) => {
      const { change, type } = await undoTypeChange(request.ctx, request.params.name, (type) =>
        requireMatch(request, typeTag(type)),
      );
      reply.header('etag', typeTag(type));
      return change;
    },
  );
}
