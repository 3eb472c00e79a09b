// Who is editing an item now: each open window says so every few seconds, and counts until it has been silent for longer.
// This is kept in memory, because a commit would make the service read anew what it sends to visitors (decision 0005).
// Where several processes serve one database, it is kept in a table instead (decision 0045).

import { type Context, inTransaction, type ReadContext, timeOf } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';

export type Editor = Row<'editors'>;
type Place = { itemId?: string | undefined; type?: string | undefined };

/** A window says this every 15 seconds. Two may be lost. */
const silentMs = 45_000;
const maxInMemory = 10_000;

export type Editors = {
  /** Stores that someone is editing, or still is. `since` stays while they are on the same item. */
  put(ctx: Context, editor: Editor): Promise<void>;
  remove(ctx: Context, key: string): Promise<void>;
  /** Those who were heard of lately, on one item or on all of a type. */
  list(ctx: ReadContext, place: Place): Promise<Editor[]>;
};

/** For the database of the context that each function gets; what is in memory belongs to these functions. */
export function createEditors(): Editors {
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
