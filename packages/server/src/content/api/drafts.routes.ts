// The draft of an item over HTTP. `GET …/:id?version=draft` reads it (items.routes.ts).

import Type from 'typebox';
import { inTransaction, timeOf, type WriteContext } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { bodyFaults } from '../../http/problem.ts';
import { bodyOf, ExternalId, nullable, Time } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { failBody } from '../../lib/errors.ts';
import { lockTypeForChange } from '../lifecycle/change-item.ts';
import { type DraftChange, deleteDraft, readDraft, saveDraft, viewDraft } from '../lifecycle/drafts.ts';
import { publishLater, publishNow, stopPublishing } from '../lifecycle/publish-item.ts';
import { findItemId, lockItem, readItem } from '../model/find-item.ts';
import { itemMembers, type WholeItem } from '../model/item-json.ts';
import { readContent } from '../model/item-texts.ts';
import { getPostType, type PostType } from '../types/post-types.ts';
import { changeOf, ItemParams, type ItemRequest, placeFields, requireUnchanged, sendItem } from './item-requests.ts';
import { asRead, changeable, ItemSchema, readOnly } from './items.schemas.ts';

const describe = routesOf('Content');

export function draftsRoutes(app: App): void {
  app.patch(
    '/content/:type/:id/draft',
    {
      ...describe('content:write', 'updateDraft', 'Change the draft of an item; what is live stays as it is', {
        params: ItemParams,
        config: { limited: 'type', audit: 'never' },
        body: DraftChangeBody,
        200: ItemSchema,
        problems: [412],
      }),
      // What the item has already is not at fault, so the handler decides.
      attachValidation: true,
    },
    async (request, reply) => {
      const { body } = request;
      const faults = bodyFaults(request);
      const type = await getPostType(request.ctx, request.params.type);
      const item = await inTransaction(request.ctx, async (ctx) => {
        const item = await lockWithDraft(ctx, request, type);
        const seen = itemMembers(await viewDraft(ctx, item), timeOf(ctx));
        const change = changeOf(body, placeFields(faults, type), seen, Object.keys(readOnlyInDrafts));
        await saveDraft(ctx, await lockItem(ctx, type.name, item.id), item, inUtc(change as DraftChange));
        return viewDraft(ctx, await readItem(ctx, type.name, item.id));
      });
      return sendItem(reply, request.ctx, item);
    },
  );

  app.delete(
    '/content/:type/:id/draft',
    describe('content:write', 'deleteDraft', 'Discard the draft of an item', {
      params: ItemParams,
      config: { limited: 'type' },
      200: ItemSchema,
      headers: ['ETag'],
      problems: [412],
    }),
    async (request, reply) => {
      const type = await getPostType(request.ctx, request.params.type);
      const item = await inTransaction(request.ctx, async (ctx) => {
        const { id, draft } = await lockWithDraft(ctx, request, type);
        if (draft !== null) await deleteDraft(ctx, id);
        return readItem(ctx, type.name, id);
      });
      return sendItem(reply, request.ctx, item);
    },
  );

  app.post(
    '/content/:type/:id/publish',
    describe(
      'content:write',
      'applyDraft',
      'Publish an item with its draft, now or at a time. All that is missing is named at once',
      { params: ItemParams, config: { limited: 'type' }, body: PublishBody, 200: ItemSchema, problems: [409, 412] },
    ),
    async (request, reply) => {
      const { params } = request;
      const at = request.body?.at;
      const type = await getPostType(request.ctx, params.type);
      const content = (await readDraft(request.ctx, await findItemId(request.ctx, type.name, params.id)))?.content;
      const read = content === undefined ? undefined : await readContent(type.name, content);
      const item = await inTransaction(request.ctx, async (ctx) => {
        const locked = await lockTypeForChange(ctx, type, { status: 'publish' });
        const { id } = await lockWithDraft(ctx, request, type);
        if (at === undefined) await publishNow(ctx, locked, id, { read });
        else if (at === null) await stopPublishing(ctx, await lockItem(ctx, type.name, id));
        else await publishLater(ctx, locked, id, { at: readTime(at), read });
        return readItem(ctx, type.name, id);
      });
      return sendItem(reply, request.ctx, item);
    },
  );
}

/** The item in the URL, locked if If-Match names it with its draft. */
async function lockWithDraft(ctx: WriteContext, request: ItemRequest, type: PostType): Promise<WholeItem> {
  const id = await findItemId(ctx, type.name, request.params.id);
  await lockItem(ctx, type.name, id);
  const item = await readItem(ctx, type.name, id);
  requireUnchanged(ctx, item, request.headers, { hasDraft: true });
  return item;
}

/** Times are compared as they are stored. */
function inUtc({ publishedAt, ...change }: DraftChange): DraftChange {
  if (publishedAt === undefined || publishedAt === null) return change;
  return { ...change, publishedAt: new Date(publishedAt).toISOString() };
}

function readTime(text: string): string {
  const date = new Date(text);
  const year = date.getUTCFullYear();
  if (year >= 1 && year <= 9999) return date.toISOString();
  throw failBody([{ pointer: '/at', code: 'invalid', detail: 'must be between the years 1 and 9999' }]);
}

// The shapes of drafts in requests.

/** What a draft cannot change: publishing sets the status. Accepted as it was read. */
const readOnlyInDrafts = {
  ...readOnly,
  status: Type.Optional(Type.String({ readOnly: true, description: 'Accepted only as it was read' })),
  unpublishAt: asRead(Time),
  externalId: asRead(ExternalId),
};

const DraftChangeBody = bodyOf(
  {
    title: Type.Optional(Type.String({ maxLength: 1000, description: 'May be empty until it is published' })),
    ...changeable,
    ...readOnlyInDrafts,
  },
  {
    title: 'DraftChange',
    examples: [{ title: 'Night tour by boat', fields: { price: 45 } }],
    description:
      'What will change when the draft is published. It is not checked before that, so it may be incomplete. `fields` merges key by key, and null removes a key',
  },
);

const PublishBody = nullable(
  bodyOf(
    {
      at: Type.Optional(
        nullable(
          Type.String({
            format: 'date-time',
            description: 'RFC 3339; now without it. Null: a draft that waits for its time does not any more',
          }),
        ),
      ),
    },
    { title: 'Publication', description: 'When to publish', examples: [{ at: '2031-05-01T08:00:00Z' }] },
  ),
);
