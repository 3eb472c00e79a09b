// Changes of content types as they are kept: the tables `typeChanges` and `convertedItems`. The last change of a type can be
// undone for some time (decision 0055).

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import {
  type Actor,
  type Context,
  inTransaction,
  type ReadContext,
  timeOf,
  type WriteContext,
} from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { listRecords, type RecordPage } from '../../database/record-list.ts';
import { type FieldDeclaration, shapeOf } from '../../fields/field.ts';
import { fail } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { makerOf } from '../model/changes.ts';
import type { PostType } from '../types/post-types.ts';
import { changedFieldsOf } from './converted-fields.ts';
import { type FieldConversion, type TypeChange, typeChangeList } from './type-changes.schemas.ts';

const dayMs = 86_400_000;
export const keptDays = 30;
const forgottenAtOnce = 500;

/** The members that a change can change, as the body of a change has them. */
export type Definition = Required<
  Pick<PostType, 'plural' | 'label' | 'strict' | 'publicRead' | 'fields'> & {
    url: string | null;
    previewUrl: string | null;
  }
>;

export type Left = TypeChange['leftItems'][number];
/** What became of items. */
export type Result = {
  conversions: FieldConversion[];
  left: number;
  leftItems: Left[];
  /** Of a change that failed: in which direction, and why. */
  stopped?: { during: 'converting' | 'undoing'; reason: string };
};

/** Some items of a type that follow a change. */
export type Step = { change: Row<'typeChanges'>; result: Result };

export function definitionOf(type: PostType): Definition {
  const { plural, label, strict, publicRead, fields, url = null, previewUrl = null } = type;
  return { plural, label, strict, publicRead, url, previewUrl, fields };
}

export type NewTypeChange = { before: PostType; after: PostType; converts: boolean };

/** Stores a change; null if nothing has changed. */
export async function recordChange(
  ctx: WriteContext,
  { before, after, converts }: NewTypeChange,
): Promise<Row<'typeChanges'> | null> {
  if (isDeepStrictEqual(definitionOf(before), definitionOf(after))) return null;
  const { kind, id, name } = ctx.actor;
  const now = timeOf(ctx);
  const names = concernedNames(before.fields, after.fields);
  const allItems = names.length === 0 ? 0 : await countConcerned(ctx, before.name, names);
  const hasWork = allItems > 0;
  const row: Row<'typeChanges'> = {
    id: newId('chg'),
    type: before.name,
    status: hasWork ? 'converting' : 'completed',
    converts: converts ? 1 : 0,
    before: JSON.stringify(definitionOf(before)),
    after: JSON.stringify(definitionOf(after)),
    lastItem: '',
    readItems: 0,
    allItems,
    result: JSON.stringify({ conversions: [], left: 0, leftItems: [] } satisfies Result),
    actor: JSON.stringify({ kind, id, ...(name === undefined ? {} : { name }) }),
    createdAt: now,
    endedAt: hasWork ? null : now,
  };
  await ctx.db.insertInto('typeChanges').values(row).execute();
  return row;
}

export function findChange(ctx: ReadContext, id: string): Promise<Row<'typeChanges'> | undefined> {
  return ctx.db.selectFrom('typeChanges').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The last change of a type that was not undone. */
export function findLastChange(ctx: ReadContext, type: string): Promise<Row<'typeChanges'> | undefined> {
  return ctx.db
    .selectFrom('typeChanges')
    .selectAll()
    .where('type', '=', type)
    .where('status', '!=', 'undone')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Throws 409 while items of the type follow an earlier change, perhaps not the last one, or have not all followed it. Lock the type first. */
export async function requireSettled(
  ctx: ReadContext,
  type: string,
  { mayHaveFailed = false }: { mayHaveFailed?: boolean } = {},
): Promise<void> {
  const unsettled = await findUnsettled(ctx, type);
  if (unsettled?.status === 'failed' && !mayHaveFailed)
    throw fail(
      'conflict',
      `A change of this type has failed. Try it again with POST /types/${type}/changes/${unsettled.id}/retry, or undo it with POST /types/${type}/undo`,
    );
  if (unsettled && unsettled.status !== 'failed')
    throw fail('conflict', 'Items of this type are still being converted. Try again when that has ended');
}

/** The change that items follow now or have not all followed: there is at most one of each type. */
function findUnsettled(ctx: ReadContext, type: string) {
  return ctx.db
    .selectFrom('typeChanges')
    .select(['id', 'status'])
    .where('type', '=', type)
    .where('status', 'in', ['converting', 'undoing', 'failed'])
    .limit(1)
    .executeTakeFirst();
}

type Running = { status: 'converting' | 'undoing' };

export function isRunning<Change extends Pick<Row<'typeChanges'>, 'status'>>(
  change: Change,
): change is Change & Running {
  return change.status === 'converting' || change.status === 'undoing';
}

/** The changes of a type, the newest first. */
export async function listChanges(
  ctx: ReadContext,
  type: string,
  query: Static<typeof typeChangeList.query>,
): Promise<RecordPage<TypeChange>> {
  const last = await findLastChange(ctx, type);
  const stored = ctx.db.selectFrom('typeChanges').selectAll().where('type', '=', type);
  return listRecords(stored, typeChangeList, query, (row) => describeChange(row, last?.id ?? null));
}

/** Throws 404. */
export async function getChange(ctx: ReadContext, type: string, id: string): Promise<TypeChange> {
  const row = await findChange(ctx, id);
  if (row?.type !== type) throw fail('type_change_not_found');
  const last = await findLastChange(ctx, type);
  return describeChange(row, last?.id ?? null);
}

/** `lastId`: of the last change of the type that was not undone. */
export function describeChange(row: Row<'typeChanges'>, lastId: string | null): TypeChange {
  const { id, type, status, createdAt, endedAt } = row;
  const { stopped, ...result }: Result = JSON.parse(row.result);
  const until = new Date(Date.parse(createdAt) + keptDays * dayMs).toISOString();
  return {
    ...{ id, type, status },
    members: membersOf(JSON.parse(row.before), JSON.parse(row.after)),
    valuesConverted: row.converts === 1,
    by: makerOf({ actor: actorOf(row) }),
    progress: { read: row.readItems, total: Math.max(row.allItems, row.readItems) },
    ...result,
    undoable: id === lastId && (status === 'completed' || status === 'failed'),
    problem: status === 'failed' ? (stopped?.reason ?? null) : null,
    ...{ createdAt, endedAt, keptUntil: status === 'undone' || status === 'failed' ? null : until },
  };
}

export function actorOf({ actor }: Row<'typeChanges'>): Actor {
  return { scopes: [], ...JSON.parse(actor) };
}

function membersOf(before: Definition, after: Definition): string[] {
  const names = (Object.keys(after) as (keyof Definition)[]).filter(
    (name) => name !== 'fields' && !isDeepStrictEqual(before[name], after[name]),
  );
  const fieldNames = [...new Set([...before.fields, ...after.fields].map(({ name }) => name))];
  const fieldOf = ({ fields }: Definition, name: string) => fields.find((field) => field.name === name);
  const changed = fieldNames.filter((name) => !isDeepStrictEqual(fieldOf(before, name), fieldOf(after, name)));
  const isReordered = changed.length === 0 && !isDeepStrictEqual(before.fields, after.fields);
  return [...names, ...changed.map((name) => `fields.${name}`), ...(isReordered ? ['fields'] : [])];
}

/** Forgets changes that can no longer be undone, some at a time. */
export async function forgetChanges(ctx: Context): Promise<void> {
  const until = timeOf(ctx, -keptDays * dayMs);
  while (await inTransaction(ctx, (ctx) => forgetSome(ctx, until)));
}

/** Returns whether there may be more. */
async function forgetSome(ctx: WriteContext, until: string): Promise<boolean> {
  const change = await ctx.db
    .selectFrom('typeChanges')
    .select('id')
    .where('createdAt', '<', until)
    .where('status', 'in', ['completed', 'undone'])
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  if (!change) return false;
  const items = ctx.db.selectFrom('convertedItems').select('itemId').where('changeId', '=', change.id);
  const rows = await items.orderBy('itemId').limit(forgottenAtOnce).execute();
  if (rows.length === 0) await ctx.db.deleteFrom('typeChanges').where('id', '=', change.id).execute();
  else {
    const ids = rows.map(({ itemId }) => itemId);
    const old = ctx.db.deleteFrom('convertedItems').where('changeId', '=', change.id);
    await old.where('itemId', 'in', ids).execute();
  }
  return true;
}

// Which items a change of a type's fields concerns.

/** The names of fields whose values are of another kind than before, or have lost or got their declaration. */
export function reshapedNames(before: readonly FieldDeclaration[], after: readonly FieldDeclaration[]): string[] {
  const [old, next] = [before, after].map((fields) => new Map(fields.map((field) => [field.name, shapeOf(field)]))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  return [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.get(name) !== next.get(name));
}

/** The same, and those that have other rules. */
export function concernedNames(before: readonly FieldDeclaration[], after: readonly FieldDeclaration[]): string[] {
  const changed = changedFieldsOf(before, after).map(({ field }) => field.name);
  return [...new Set([...changed, ...reshapedNames(before, after)])];
}

/**
 * Items that have a value of these names, perhaps one that an import keeps apart, or a draft that may have one; with the ID
 * of a change, also those that had one before it.
 */
export function concernedItems(
  ctx: ReadContext,
  { type, id }: { type: string; id: string | null },
  names: readonly string[],
) {
  return ctx.db
    .selectFrom('items')
    .leftJoin('importSources', 'importSources.recordId', 'items.id')
    .where('items.type', '=', type)
    .where((eb) =>
      eb.or([
        ...names.map((name) => ctx.dialect.jsonExists(sql.ref('items.fields'), [name])),
        eb('importSources.hiddenFields', 'is not', null),
        eb('items.draft', 'is not', null),
        ...(id === null
          ? []
          : [
              eb.exists(
                eb
                  .selectFrom('convertedItems')
                  .select('itemId')
                  .whereRef('itemId', '=', 'items.id')
                  .where('changeId', '=', id),
              ),
            ]),
      ]),
    );
}

async function countConcerned(ctx: ReadContext, type: string, names: readonly string[]): Promise<number> {
  const query = concernedItems(ctx, { type, id: null }, names).select((eb) => eb.fn.countAll<number>().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}
