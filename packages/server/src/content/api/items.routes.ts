// Single items over HTTP.

import type { FastifyError, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { inTransaction, type ReadContext, RunAgain, timeOf, type WriteContext } from '../../context/context.ts';
import { NotModified, requireMatch, sendTagged, shownTag } from '../../http/conditional.ts';
import { routesOf } from '../../http/describe-route.ts';
import { sendKept } from '../../http/kept-responses.ts';
import { bodyFaults } from '../../http/problem.ts';
import { created, deleted } from '../../http/responses.ts';
import { ExternalId, queryOf } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { type Fault, failBody, failQuery, Problem } from '../../lib/errors.ts';
import { idFrom } from '../../lib/ids.ts';
import { authorOfUser } from '../authors/author-of-item.ts';
import { expandItems } from '../expand/expand-items.ts';
import { readExpand } from '../expand/read-expand.ts';
import { deleteItem, lockTypeForChange, trashItem, updateItem } from '../lifecycle/change-item.ts';
import { createItem } from '../lifecycle/create-item.ts';
import { viewDraft } from '../lifecycle/drafts.ts';
import { Moved, MovedPermanently, movedFrom } from '../lifecycle/former-slugs.ts';
import { expandQuery } from '../model/expand.schemas.ts';
import { findIdByExternalId, findItem, findItemByExternalId, readItem } from '../model/find-item.ts';
import { itemJson, itemMembers, itemTag, type WholeItem } from '../model/item-json.ts';
import { readContent } from '../model/item-texts.ts';
import type { MakeResponse, Memo } from '../model/memo.ts';
import { checkSlug } from '../model/slugs.ts';
import { checkExpanded, readSelect, selectQuery } from '../select/read-select.ts';
import { selectedJson, withFields } from '../select/selected-members.ts';
import { hiddenIn, isScoped, typeFor, withoutFields } from '../types/hidden-fields.ts';
import { getPostType, getTypeFor, lockPostType, type PostType } from '../types/post-types.ts';
import {
  changeOf,
  ItemParams,
  lockNamedItem,
  lockUnchanged,
  placeFields,
  sendItem,
  sendJson,
  sendMoved,
} from './item-requests.ts';
import {
  clearQuery,
  ExternalItem,
  ItemChangeBody,
  ItemOrSelection,
  ItemSchema,
  NewItemBody,
  TrashedOrDeleted,
  TypeParams,
} from './items.schemas.ts';
import { readPreviewToken, viewPreview } from './view-preview.ts';

const DeleteQuery = queryOf({
  force: Type.Optional(Type.Boolean({ default: false, description: 'Delete permanently' })),
  ...clearQuery,
});
const ItemQuery = queryOf({
  version: Type.Optional(
    Type.Enum(['live', 'draft'], {
      default: 'live',
      description:
        '`draft`: as it will be when its draft is published, or as it is without one. Requires content:write',
    }),
  ),
  preview: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'The token of a preview (`POST /content/:type/:id/preview`): the item with its draft, without an API key',
    }),
  ),
  redirect: Type.Optional(
    Type.Enum(['308'], {
      description: 'At a slug that the item no longer has, respond with 308 and its present URL instead of the item',
    }),
  ),
  ...selectQuery,
  ...expandQuery,
});
const ExternalParams = Type.Object({ ...TypeParams.properties, externalId: ExternalId });
const SaveQuery = queryOf({
  autosave: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'For programs that save while a person is writing. The autosaves of one user or key within 10 minutes, and the save after them, are one revision',
    }),
  ),
});
const describe = routesOf('Content');

export function itemsRoutes(app: App, makeResponse: MakeResponse): void {
  app.get(
    '/content/:type/:id',
    {
      ...describe('rule', 'getItem', 'Read an item by slug or ID', {
        params: ItemParams,
        querystring: ItemQuery,
        200: ItemOrSelection,
        304: NotModified,
        308: MovedPermanently,
        headers: ['Last-Modified', 'Surrogate-Key', 'X-Robots-Tag'],
      }),
      errorHandler: (error, request, reply) => {
        if (!(error instanceof Moved)) throw error;
        sendMoved(request, reply, error.url);
      },
    },
    async (request, reply) => {
      const { ctx, params, query } = request;
      const readNamed = async ({ name }: PostType, slugOrId: string): Promise<WholeItem> => {
        const item = await findItem(ctx, name, slugOrId);
        const redirect = movedFrom(request.url, item, slugOrId);
        if (redirect !== null && query.redirect) throw new Moved(redirect);
        return redirect === null ? item : { ...item, redirect };
      };
      if (query.preview !== undefined) {
        // Before anything is said about the type, such as the names of its fields.
        readPreviewToken(ctx, query.preview);
        const type = typeFor(ctx, await getPostType(ctx, params.type));
        const item = await viewPreview(ctx, type.name, params.id, query.preview);
        const { json } = await showItem(ctx, type, query, async () => item);
        return sendJson(reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }), json);
      }
      if (query.version === 'draft') {
        const type = await getTypeFor(ctx, params.type, 'content:write');
        const read = async () => viewDraft(ctx, await readNamed(type, params.id));
        const { json, etag } = await showItem(ctx, type, query, read);
        return sendTagged(request, reply, json, etag);
      }
      const readOne = async (memo: Memo) => {
        const type = memo.type(params.type);
        const { json, etag, updatedAt, hidden } = await showItem(ctx, type, query, () => readNamed(type, params.id));
        return { json: [json], etag, shared: { keys: [type.name], hidden, lastModified: updatedAt } };
      };
      return sendKept(request, reply, await makeResponse(ctx, request.url, readOne));
    },
  );

  app.post(
    '/content/:type',
    {
      ...describe('content:write', 'createItem', 'Create an item', {
        params: TypeParams,
        body: NewItemBody,
        201: ItemSchema,
        config: { limited: 'type' },
        headers: ['ETag'],
      }),
      errorHandler: failPlaced,
    },
    async (request, reply) => {
      const { body } = request;
      const { type } = request.params;
      checkSlug(body.slug, 'item');
      const id = idFrom('item', request.operation);
      const read = await readContent(type, body.content ?? '');
      const create = async (ctx: WriteContext): Promise<WholeItem> => {
        const authorId = body.authorId === undefined ? await authorOfUser(ctx) : body.authorId;
        return createItem(ctx, { ...body, authorId, id, type }, read);
      };
      const item = await inTransaction(request.ctx, create);
      return sendItem(reply, request.ctx, created(request, reply, item, item.slug));
    },
  );

  app.get(
    '/content/:type/by-external-id/:externalId',
    describe('content:read', 'getItemByExternalId', 'Read an item by what another system calls it', {
      params: ExternalParams,
      querystring: queryOf({ ...selectQuery, ...expandQuery }),
      200: ItemOrSelection,
      304: NotModified,
      problems: [422],
      config: { limited: 'type' },
    }),
    async (request, reply) => {
      const { ctx, params, query } = request;
      const type = await getTypeFor(ctx, params.type, 'content:read');
      const read = () => findItemByExternalId(ctx, type.name, params.externalId);
      const { json, etag } = await showItem(ctx, type, query, read);
      return sendTagged(request, reply, json, etag);
    },
  );

  app.put(
    '/content/:type/by-external-id/:externalId',
    {
      ...describe(
        'content:write',
        'replaceItemByExternalId',
        'Create or update an item by what another system calls it',
        {
          params: ExternalParams,
          body: ExternalItem,
          200: ItemSchema,
          201: ItemSchema,
          problems: [409, 412],
          config: { limited: 'type' },
          headers: ['ETag'],
        },
      ),
      errorHandler: failPlaced,
    },
    async (request, reply) => {
      const { body, params, operation } = request;
      const { externalId } = params;
      const type = await getPostType(request.ctx, params.type);
      const read = body.content === undefined ? undefined : await readContent(type.name, body.content);
      const { item, isNew } = await inTransaction(request.ctx, async (ctx) => {
        const locked = await lockTypeForChange(ctx, type, body);
        const id = await findIdByExternalId(ctx, type.name, externalId);
        if (id === undefined) {
          requireMatch(request, null);
          const { authorId = await authorOfUser(ctx), ...rest } = newItemOf(body);
          const values = { ...rest, externalId, authorId, id: idFrom('item', operation), type: type.name };
          return { item: await createItem(ctx, values, read).catch(runAgainIfTaken), isNew: true };
        }
        const item = await lockUnchanged(ctx, request, type, id);
        const change = changeOf(body, [], itemMembers(item, timeOf(ctx)));
        await updateItem(ctx, id, { ...change, type: locked }, { read, terms: item });
        return { item: await readItem(ctx, type.name, id), isNew: false };
      });
      return sendItem(reply, request.ctx, isNew ? created(request, reply, item, item.slug) : item);
    },
  );

  app.patch(
    '/content/:type/:id',
    {
      ...describe(
        'content:write',
        'updateItem',
        'Update an item; custom fields merge key by key, and null removes a key',
        {
          params: ItemParams,
          querystring: SaveQuery,
          body: ItemChangeBody,
          200: ItemSchema,
          problems: [409, 412],
          config: { limited: 'type' },
        },
      ),
      // What the item has already is not at fault, so the handler decides.
      attachValidation: true,
    },
    async (request, reply) => {
      const { body } = request;
      const faults = bodyFaults(request);
      const type = await getPostType(request.ctx, request.params.type);
      const read =
        faults.length > 0 || body.content === undefined ? undefined : await readContent(type.name, body.content);
      const item = await inTransaction(request.ctx, async (ctx) => {
        const locked = await lockTypeForChange(ctx, type, body);
        const item = await lockNamedItem(ctx, request, type);
        const change = changeOf(body, placeFields(faults, locked), itemMembers(item, timeOf(ctx)));
        const kind = { isAutosave: request.query.autosave === true };
        await updateItem(ctx, item.id, { ...change, type: locked }, { read, terms: item, kind });
        return readItem(ctx, type.name, item.id);
      });
      return sendItem(reply, request.ctx, item);
    },
  );

  app.delete(
    '/content/:type/:id',
    describe('content:write', 'deleteItem', 'Move an item to the trash, or delete it permanently with force=true', {
      params: ItemParams,
      querystring: DeleteQuery,
      200: TrashedOrDeleted,
      headers: ['ETag'],
      problems: [409, 412],
      config: { limited: 'type' },
    }),
    async (request, reply) => {
      const { force, references } = request.query;
      if (references && !force) {
        throw failQuery([{ pointer: 'references', code: 'not_allowed', detail: 'requires `force=true`' }]);
      }
      const type = await getPostType(request.ctx, request.params.type);
      if (!force) {
        const item = await inTransaction(request.ctx, async (ctx) => {
          const { id } = await lockNamedItem(ctx, request, type);
          await trashItem(ctx, type.name, id);
          return readItem(ctx, type.name, id);
        });
        return sendItem(reply, request.ctx, item);
      }
      const id = await inTransaction(request.ctx, async (ctx) => {
        await lockPostType(ctx, type.name);
        const { id } = await lockNamedItem(ctx, request, type);
        await deleteItem(ctx, type.name, id, { clearReferences: references === 'clear' });
        return id;
      });
      return sendJson(reply, JSON.stringify(deleted(id)));
    },
  );
}

/** Says what is wrong with the body of an item, and what belongs in its fields. */
async function failPlaced(
  error: FastifyError,
  request: Pick<FastifyRequest<{ Params: { type: string } }>, 'ctx' | 'params'>,
): Promise<never> {
  if (error.validationContext !== 'body') throw error;
  const faults = bodyFaults({ validationError: error });
  throw failBody(placeFields(faults, await getPostType(request.ctx, request.params.type)));
}

/** Throws invalid_body for what a new item cannot do without. */
function newItemOf({ title, status, slug, ...rest }: Static<typeof ExternalItem>) {
  const faults: Fault[] = [];
  if (title === undefined) faults.push({ pointer: '/title', code: 'required', detail: 'is required for a new item' });
  if (status === 'trash') faults.push({ pointer: '/status', code: 'not_allowed', detail: 'must not be `trash`' });
  if (title === undefined || status === 'trash') throw failBody(faults);
  checkSlug(slug ?? undefined, 'item');
  return { ...rest, title, status, slug: slug ?? undefined };
}

/** Another request may have created the item since we looked. */
function runAgainIfTaken(error: unknown): never {
  throw error instanceof Problem && error.code === 'external_id_taken' ? new RunAgain() : error;
}

// An item as a response shows it, with what `select` and `expand` ask for.

/**
 * Reads the item, of a type as the caller sees it, and returns its JSON text, ETag and time, and the IDs of items that it has
 * null for. Throws invalid_query before it is read.
 */
async function showItem(
  ctx: ReadContext,
  type: PostType,
  { select, expand }: { select?: string | undefined; expand?: string | undefined },
  read: () => Promise<WholeItem>,
): Promise<{ json: string; etag: string; updatedAt: string; hidden: ReadonlySet<string> }> {
  const { selected, faults } = readSelect(type, select, 'item');
  const hasContent = selected === null || selected.members.has('content');
  const { expansion, faults: expandFaults } = await readExpand(ctx, type, expand, { hasContent });
  const all = [...faults, ...expandFaults, ...checkExpanded(selected, expand)];
  if (all.length > 0) throw failQuery(all);
  const item = withoutFields(await read(), hiddenIn(type));
  const now = timeOf(ctx);
  const trimmed = selected === null ? item : withFields(item, selected.fields);
  const [shown = item] = await expandItems(ctx, type.name, expansion, [trimmed]);
  const json = selected === null ? itemJson(shown, now) : selectedJson(shown, selected.members, now);
  const etag = itemTag(item, now);
  // Those who see fields that others do not see must not take one's response for the other's.
  const isForAll = expansion === null && selected === null && !type.fields.some(isScoped);
  const tag = isForAll ? etag : shownTag(etag, json);
  return { json, etag: tag, updatedAt: item.updatedAt, hidden: expansion?.hidden ?? new Set() };
}
