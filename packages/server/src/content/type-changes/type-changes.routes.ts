// The changes of a content type over HTTP: those that are kept, and undoing the last.

import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { type Context, inTransaction, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { requireMatch } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { Id } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { fail } from '../../lib/errors.ts';
import { followType } from '../search/field-indexes.ts';
import { getPostType, lockPostType, type PostType, typeTag, updatePostType } from '../types/post-types.ts';
import { changedFieldsOf } from './converted-fields.ts';
import { beginChange, continueChange, followLater } from './run-type-change.ts';
import { type TypeChange, TypeChangeSchema, typeChangeList } from './type-changes.schemas.ts';
import {
  type Definition,
  definitionOf,
  findChange,
  findLastChange,
  getChange,
  keptDays,
  listChanges,
  type Result,
  requireSettled,
} from './type-changes.ts';

const NameParams = Type.Object({ name: Type.String({ description: 'Singular name of a content type' }) });
const describe = routesOf('Content types');

export function typeChangesRoutes(app: App): void {
  app.get(
    '/types/:name/changes',
    describe('content:write', 'listTypeChanges', 'List the changes of a content type, newest first', {
      description: `Changes are kept for ${keptDays} days.`,
      params: NameParams,
      querystring: typeChangeList.query,
      200: typeChangeList.page,
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
    describe('content:write', 'applyTypeChange', 'Try a failed change of a content type again', {
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
    describe('content:write', 'applyTypeUndo', 'Undo the last change of a content type', {
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

// Goes on with a change of a type that has failed.

/** Goes on from the item where it stopped. Throws 404, and 409 if it has not failed. */
async function retryTypeChange(
  ctx: Context,
  name: string,
  id: string,
  check: (type: PostType) => void,
): Promise<{ change: TypeChange; type: PostType }> {
  const type = await inTransaction(ctx, async (ctx) => {
    const type = await lockPostType(ctx, name);
    check(type);
    const change = await findChange(ctx, id);
    if (change?.type !== type.name) throw fail('type_change_not_found');
    const { stopped, ...result }: Result = JSON.parse(change.result);
    if (change.status !== 'failed' || !stopped) throw fail('conflict', 'This change has not failed');
    await ctx.db
      .updateTable('typeChanges')
      .set({ status: stopped.during, result: JSON.stringify(result), endedAt: null })
      .where('id', '=', id)
      .execute();
    await followLater(ctx, id);
    return type;
  });
  await continueChange(ctx, id);
  return { change: await getChange(ctx, type.name, id), type };
}

// Undoes the last change of a type: its definition, and the values that the change has converted.

/** Throws 404, and 409 if there is no change that can be undone. */
async function undoTypeChange(
  ctx: Context,
  name: string,
  check: (type: PostType) => void,
): Promise<{ change: TypeChange; type: PostType }> {
  const { id, type } = await inTransaction(ctx, async (ctx) => {
    const now = await lockPostType(ctx, name);
    check(now);
    await requireSettled(ctx, now.name, { mayHaveFailed: true });
    const last = await findLastChange(ctx, now.name);
    if (!last) throw fail('conflict', 'This type has no change that can be undone');
    if (!isDeepStrictEqual(definitionOf(now), JSON.parse(last.after)))
      throw fail('conflict', 'The type has been changed since in a way that cannot be undone, such as by an import');
    return { id: last.id, type: await goBack(ctx, now, last) };
  });
  await continueChange(ctx, id);
  return { change: await getChange(ctx, type.name, id), type };
}

async function goBack(ctx: WriteContext, now: PostType, change: Row<'typeChanges'>): Promise<PostType> {
  const { id } = change;
  const before: Definition = JSON.parse(change.before);
  const { stopped: _, ...result }: Result = JSON.parse(change.result);
  await ctx.db
    .updateTable('typeChanges')
    .set({ status: 'undoing', lastItem: '', readItems: 0, endedAt: null, result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute();
  const atOnce = changedFieldsOf(now.fields, before.fields).some(({ field, isReshaped }) => field.unique && isReshaped);
  // Values are unique again when they are what they were.
  if (atOnce) await beginChange(ctx, id, { atOnce });
  const type = await updatePostType(ctx, now.name, before);
  if (!atOnce) await beginChange(ctx, id, { atOnce });
  await followType(ctx, now, type);
  return type;
}
