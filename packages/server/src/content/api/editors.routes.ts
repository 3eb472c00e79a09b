// Who is editing items now, over HTTP.

import Type from 'typebox';
import { type Context, inTransaction, type ReadContext, timeOf } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { pageOf } from '../../database/record-list.ts';
import { routesOf } from '../../http/describe-route.ts';
import { completeListOf } from '../../http/list-of-records.ts';
import { deleted } from '../../http/responses.ts';
import { bodyOf, Deleted, Id, nullable, Time } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { fail } from '../../lib/errors.ts';
import { noteOf } from '../lifecycle/drafts.ts';
import { ChangeMaker, lastChangeOf } from '../model/changes.ts';
import { getPostType } from '../types/post-types.ts';

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

const editorList = completeListOf({
  item: EditorSchema,
  filters: ['since', 'seenAt'],
  sort: ['since', 'seenAt'],
  own: {
    type: Type.Optional(Type.String({ maxLength: 200, description: 'Singular or plural name of a content type' })),
    itemId: Type.Optional(Id),
  },
});

const describe = routesOf('Content');

export function editorsRoutes(app: App): void {
  const editors = createEditors();

  app.get(
    '/editors',
    describe('content:write', 'listEditors', 'List who is editing items now', {
      querystring: editorList.query,
      200: editorList.page,
      problems: [404],
    }),
    async ({ ctx, query }) => {
      const type = query.type === undefined ? undefined : (await getPostType(ctx, query.type)).name;
      return pageOf((await editors.list(ctx, { itemId: query.itemId, type })).map(editorOf), editorList, query);
    },
  );

  app.post(
    '/editors',
    describe('content:write', 'createEditor', 'Say that you are editing an item, and get who else is', {
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
    describe('content:write', 'deleteEditor', 'Say that you are no longer editing in a window', {
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

// Who is editing an item now: each open window says so every few seconds, and counts until it has been silent for longer.
// This is kept in memory, because a commit would make the service read anew what it sends to visitors (decision 0005).
// Where several processes serve one database, it is kept in a table instead (decision 0045).

type Editor = Row<'editors'>;
type Place = { itemId?: string | undefined; type?: string | undefined };

/** A window says this every 15 seconds. Two may be lost. */
const silentMs = 45_000;
const maxInMemory = 10_000;

type Editors = {
  /** Stores that someone is editing, or still is. `since` stays while they are on the same item. */
  put(ctx: Context, editor: Editor): Promise<void>;
  remove(ctx: Context, key: string): Promise<void>;
  /** Those who were heard of lately, on one item or on all of a type. */
  list(ctx: ReadContext, place: Place): Promise<Editor[]>;
};

/** For the database of the context that each function gets; what is in memory belongs to these functions. */
function createEditors(): Editors {
  const inMemory = keepInMemory();
  const of = ({ dialect }: Pick<ReadContext, 'dialect'>): Editors => (dialect.isShared ? inTable : inMemory);
  return {
    put: (ctx, editor) => of(ctx).put(ctx, editor),
    remove: (ctx, key) => of(ctx).remove(ctx, key),
    list: async (ctx, place) =>
      (await of(ctx).list(ctx, place)).sort((a, b) => a.since.localeCompare(b.since) || a.key.localeCompare(b.key)),
  };
}

function keepInMemory(): Editors {
  /** By their key, those that were heard of last at the end. */
  const editors = new Map<string, Editor>();
  const dropSilent = (ctx: ReadContext): void => {
    const limit = timeOf(ctx, -silentMs);
    for (const { key, seenAt } of editors.values()) {
      if (seenAt >= limit && editors.size <= maxInMemory) break;
      editors.delete(key);
    }
  };
  return {
    async put(ctx, editor) {
      dropSilent(ctx);
      const before = editors.get(editor.key);
      editors.delete(editor.key);
      const since = before?.itemId === editor.itemId ? before.since : editor.since;
      editors.set(editor.key, { ...editor, since });
    },
    async remove(_, key) {
      editors.delete(key);
    },
    async list(ctx, { itemId, type }) {
      dropSilent(ctx);
      return [...editors.values()].filter(
        (editor) => (itemId === undefined || editor.itemId === itemId) && (type === undefined || editor.type === type),
      );
    },
  };
}

const inTable: Editors = {
  async put(ctx, editor) {
    await inTransaction(ctx, async (ctx) => {
      await ctx.db.deleteFrom('editors').where('seenAt', '<', timeOf(ctx, -silentMs)).execute();
      const { key: _, since, ...seen } = editor;
      await ctx.db
        .insertInto('editors')
        .values(editor)
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((eb) => ({
            ...seen,
            since: eb.case().when('editors.itemId', '=', editor.itemId).then(eb.ref('editors.since')).else(since).end(),
          })),
        )
        .execute();
    });
  },
  async remove(ctx, key) {
    await inTransaction(ctx, (ctx) => ctx.db.deleteFrom('editors').where('key', '=', key).execute());
  },
  async list(ctx, { itemId, type }) {
    let query = ctx.db.selectFrom('editors').selectAll().where('seenAt', '>=', timeOf(ctx, -silentMs));
    if (itemId !== undefined) query = query.where('itemId', '=', itemId);
    if (type !== undefined) query = query.where('type', '=', type);
    return query.execute();
  },
};
