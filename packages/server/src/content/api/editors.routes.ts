// Who is editing items now, over HTTP.

import Type from 'typebox';
import { type Context, type ReadContext, timeOf } from '../../context/context.ts';
import { routesOf } from '../../http/describe-route.ts';
import { deleted } from '../../http/responses.ts';
import { bodyOf, Deleted, Id, nullable, queryOf, Time } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { fail } from '../../lib/errors.ts';
import { noteOf } from '../lifecycle/drafts.ts';
import { ChangeMaker, lastChangeOf } from '../model/changes.ts';
import { getPostType } from '../types/post-types.ts';
import { createEditors, type Editor } from './editors.ts';

const Window = Type.String({
  pattern: '^[A-Za-z0-9_-]{8,64}$',
  description: 'Chosen by the caller at random for each window: 8 to 64 letters, digits, hyphens and underscores',
});

const EditorSchema = Type.Object(
  {
    itemId: Id,
    type: Type.String({ description: 'Singular name of the content type' }),
    by: ChangeMaker,
    since: Time,
    seenAt: Time,
  },
  { title: 'Editor', description: 'A user or API key that is editing an item now' },
);

const Editing = Type.Object(
  {
    others: Type.Array(EditorSchema, { description: 'The other windows with this item, the first opened first' }),
    saved: Type.Object(
      {
        version: Type.Integer({ description: 'The `version` of the item' }),
        draftVersion: nullable(Type.Integer({ description: 'Null without a draft' })),
        at: Time,
        by: nullable(ChangeMaker),
      },
      { description: 'When the item or its draft was saved last, and by whom' },
    ),
  },
  { title: 'Editing', description: 'Who else is editing an item, and when it was saved last' },
);

const describe = routesOf('Content');

export function editorsRoutes(app: App): void {
  const editors = createEditors();

  app.get(
    '/editors',
    describe('content:write', 'listEditors', 'List who is editing items now', {
      querystring: queryOf({
        type: Type.Optional(Type.String({ maxLength: 200, description: 'Singular or plural name of a content type' })),
        itemId: Type.Optional(Id),
      }),
      200: Type.Object({ items: Type.Array(EditorSchema, { description: 'The first opened first' }) }),
      problems: [404],
    }),
    async ({ ctx, query }) => {
      const type = query.type === undefined ? undefined : (await getPostType(ctx, query.type)).name;
      return { items: (await editors.list(ctx, { itemId: query.itemId, type })).map(editorOf) };
    },
  );

  app.post(
    '/editors',
    describe('content:write', 'editItem', 'Say that you are editing an item, and get who else is', {
      description:
        'Send it when an editor opens and every 15 seconds while it is open. Others see it for 45 seconds, or until it is deleted',
      body: bodyOf(
        { itemId: Id, window: Window },
        { title: 'OpenEditor', description: 'An item that is open in a window' },
      ),
      200: Editing,
      problems: [404],
      config: { audit: 'never' },
    }),
    async ({ ctx, body }) => {
      const { itemId, window } = body;
      const { type, saved } = await readSaved(ctx, itemId);
      const key = keyOf(ctx, window);
      const now = timeOf(ctx);
      const { id: userId, name = null } = ctx.actor;
      await editors.put(ctx, { key, itemId, type, userId, name, since: now, seenAt: now });
      const others = (await editors.list(ctx, { itemId })).filter((editor) => editor.key !== key);
      return { others: others.map(editorOf), saved };
    },
  );

  app.delete(
    '/editors/:window',
    describe('content:write', 'closeEditor', 'Say that you are no longer editing in a window', {
      params: Type.Object({ window: Id }),
      200: Deleted,
      config: { audit: 'never' },
    }),
    async ({ ctx, params }) => {
      await editors.remove(ctx, keyOf(ctx, params.window));
      return deleted(params.window);
    },
  );
}

function keyOf({ actor }: Context, window: string): string {
  return `${actor.id} ${window}`;
}

function editorOf({ itemId, type, userId, name, since, seenAt }: Editor) {
  return { itemId, type, by: { id: userId, name }, since, seenAt };
}

async function readSaved(ctx: ReadContext, id: string) {
  const item = await ctx.db
    .selectFrom('items')
    .select(['type', 'version', 'createdAt', 'updatedAt', 'lastChange', 'draft'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!item) throw fail('item_not_found', { detail: `No item has the ID "${id}"` });
  const note = noteOf(item);
  const change = lastChangeOf(item);
  const { at, by } = note && note.updatedAt > change.at ? { at: note.updatedAt, by: note.by } : change;
  return { type: item.type, saved: { version: item.version, draftVersion: note?.version ?? null, at, by } };
}
