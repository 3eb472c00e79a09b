// Saved views of lists: a name for filters, an order and columns. They belong to a user, who can share them with all.

import Type, { type Static } from 'typebox';
import { may, requireScope, requireUser } from '../../context/access.ts';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { updateRow } from '../../database/update-row.ts';
import { mergePatch, mergePatchOf, requireWhole } from '../../http/merge-patch.ts';
import { bodyOf, Id, Time } from '../../http/schemas.ts';
import { fail } from '../../lib/errors.ts';

const maxViews = 200;
/** `status`, and `terms[brands]` or `fields[price][gte]` as in the API. */
const filterName = '^[A-Za-z]{1,50}(\\[[A-Za-z0-9._-]{1,100}\\]){0,2}$';

const members = {
  name: Type.String({
    description: 'What people see in the list of views',
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
  }),
  shared: Type.Boolean({ description: 'Whether all users see it' }),
  search: Type.Record(Type.String({ pattern: filterName }), Type.String({ maxLength: 1000 }), {
    maxProperties: 30,
    additionalProperties: false,
    description: 'The query of the list in the admin: filters, order, columns and size of a page',
  }),
};

export const SavedViewSchema = Type.Object(
  {
    id: Id,
    type: Type.String({ description: 'Singular name of the content type; `forms.inbox` for the inbox' }),
    ...members,
    by: Type.Object(
      { id: Id, name: Type.String({ description: 'Name of the user' }) },
      { description: 'Who saved it' },
    ),
    editable: Type.Boolean({
      description: 'Whether you can change and delete it: yours, and as an owner all shared ones',
    }),
    createdAt: Time,
    updatedAt: Time,
    version: Type.Integer({ description: 'Increases by 1 with every change' }),
  },
  { title: 'SavedView', description: 'Filters, order and columns of a list of items, under a name' },
);
export type SavedView = Static<typeof SavedViewSchema>;

export const NewSavedView = bodyOf(
  {
    type: Type.String({ maxLength: 200, description: 'Singular or plural name of a content type, or `forms.inbox`' }),
    ...members,
    shared: Type.Optional({ ...members.shared, default: false }),
  },
  { title: 'NewSavedView', description: 'A view to save' },
);
export type NewSavedView = Static<typeof NewSavedView>;

export const SavedViewChange = bodyOf(
  {
    name: Type.Optional(members.name),
    shared: Type.Optional(members.shared),
    search: Type.Optional(mergePatchOf(members.search)),
  },
  { title: 'SavedViewChange', description: 'Only the given members change; `search` merges by key' },
);
export type SavedViewChange = Static<typeof SavedViewChange>;

/** A content type, or the inbox. */
type ViewedList = { name: string };

/** Instead of a content type. None can have a dot in its name. */
export const inboxList: ViewedList = { name: 'forms.inbox' };

/** The user's own views of a list and those that are shared, by name. */
export async function listViews(ctx: ReadContext, list: ViewedList): Promise<SavedView[]> {
  const userId = requireUser(ctx);
  const rows = await ctx.db
    .selectFrom('savedViews')
    .selectAll()
    .where('type', '=', list.name)
    .where((eb) => eb.or([eb('shared', '=', 1), eb('userId', '=', userId)]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => describe(ctx, row));
}

/** Stores a view, or finds the one with the same `id` (a repeated request). */
export async function createView(
  ctx: WriteContext,
  list: ViewedList,
  { id, name, shared = false, search }: Omit<NewSavedView, 'type'> & { id: string },
): Promise<SavedView> {
  await forgetThoseOfNobody(ctx);
  const others = ctx.db.selectFrom('savedViews').select((eb) => eb.fn.countAll<number>().as('count'));
  const { count } = await others.where('type', '=', list.name).executeTakeFirstOrThrow();
  if (Number(count) >= maxViews) throw fail('conflict', `A list can have at most ${maxViews} saved views`);
  const now = timeOf(ctx);
  const row: Row<'savedViews'> = {
    ...{ id, type: list.name, userId: requireUser(ctx), userName: ctx.actor.name ?? '' },
    ...{ name, shared: shared ? 1 : 0, search: JSON.stringify(search), version: 1, createdAt: now, updatedAt: now },
  };
  const insert = ctx.db.insertInto('savedViews').values(row);
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
  return describe(ctx, await lockView(ctx, id));
}

/** `check` gets the row first and may throw. Throws 404, and 403 for the view of another user. */
export async function updateView(
  ctx: WriteContext,
  id: string,
  { name, shared, search }: SavedViewChange,
  check: (row: Row<'savedViews'>) => void,
): Promise<SavedView> {
  const row = await lockOwnView(ctx, id);
  check(row);
  const changes: Partial<Row<'savedViews'>> = {
    name: name ?? row.name,
    shared: shared === undefined ? row.shared : shared ? 1 : 0,
    search: search ? JSON.stringify(mergeSearch(JSON.parse(row.search), search)) : row.search,
  };
  const stamp = { version: row.version + 1, updatedAt: timeOf(ctx) };
  return describe(ctx, await updateRow(ctx, 'savedViews', row, changes, stamp));
}

/** Throws invalid_body. */
function mergeSearch(stored: object, change: object): object {
  const merged = mergePatch(stored, change);
  requireWhole(members.search, merged, '/search');
  return merged;
}

/** `check` gets the row first and may throw. Throws 404, and 403 for the view of another user. */
export async function deleteView(
  ctx: WriteContext,
  id: string,
  check: (row: Row<'savedViews'>) => void,
): Promise<string> {
  check(await lockOwnView(ctx, id));
  await ctx.db.deleteFrom('savedViews').where('id', '=', id).execute();
  return id;
}

async function lockOwnView(ctx: WriteContext, id: string): Promise<Row<'savedViews'>> {
  const row = await lockView(ctx, id);
  if (row.userId !== requireUser(ctx)) requireScope(ctx, 'admin');
  return row;
}

async function lockView(ctx: WriteContext, id: string): Promise<Row<'savedViews'>> {
  const row = ctx.db.selectFrom('savedViews').selectAll().where('id', '=', id);
  const view = await ctx.dialect.lockRows(row).executeTakeFirst();
  // Others do not learn that there is one.
  if (!view || (view.userId !== requireUser(ctx) && view.shared === 0)) {
    throw fail('view_not_found', { detail: `No saved view has the ID "${id.slice(0, 200)}"` });
  }
  return view;
}

/** The shared views of a user who was deleted stay. */
async function forgetThoseOfNobody(ctx: WriteContext): Promise<void> {
  await ctx.db
    .deleteFrom('savedViews')
    .where('shared', '=', 0)
    .where('userId', 'not in', (eb) => eb.selectFrom('users').select('users.id'))
    .execute();
}

function describe(ctx: ReadContext, { userId, userName, ...row }: Row<'savedViews'>): SavedView {
  return {
    ...row,
    shared: row.shared === 1,
    search: JSON.parse(row.search),
    by: { id: userId, name: userName },
    editable: userId === ctx.actor.id || may(ctx.actor, 'admin'),
  };
}
