// The revisions of an item over HTTP.

import { isDeepStrictEqual } from 'node:util';
import { inTransaction, type ReadContext, type WriteContext } from '../../context/context.ts';
import { type ListRequest, pageOf, type RecordPage } from '../../database/record-list.ts';
import { routesOf } from '../../http/describe-route.ts';
import type { App } from '../../http/typed-app.ts';
import { fail } from '../../lib/errors.ts';
import { lockTypeForChange, updateItem } from '../lifecycle/change-item.ts';
import { readDraft, saveDraft, viewDraft } from '../lifecycle/drafts.ts';
import { readTermsOf, restoringChange } from '../lifecycle/keep-revision.ts';
import { type ItemState, stateOf, unpackState } from '../lifecycle/states.ts';
import { type Change, lastChangeOf } from '../model/changes.ts';
import { findItemId, lockItem, readItem } from '../model/find-item.ts';
import { readContent } from '../model/item-texts.ts';
import { getPostType } from '../types/post-types.ts';
import { ItemParams, lockNamedItem, sendItem } from './item-requests.ts';
import { ItemSchema } from './items.schemas.ts';
import {
  DifferenceQuery,
  Differences,
  RestoreQuery,
  type Revision,
  RevisionName,
  RevisionParams,
  RevisionSchema,
  revisionList,
  type WholeRevision,
  WholeRevisionSchema,
} from './revisions.schemas.ts';

const describe = routesOf('Content');
const revisionsPath = '/content/:type/:id/revisions';
const revisionPath = `${revisionsPath}/:number`;

export function revisionsRoutes(app: App): void {
  app.get(
    revisionsPath,
    describe('content:write', 'listRevisions', 'List the revisions of an item, the newest first', {
      params: ItemParams,
      config: { limited: 'type' },
      querystring: revisionList.query,
      200: revisionList.page,
    }),
    async ({ ctx, params, query }) => listRevisions(ctx, (await findNamedItem(ctx, params)).id, query),
  );

  app.get(
    revisionPath,
    describe('content:write', 'getRevision', 'Read a revision with what the item was', {
      params: RevisionParams,
      config: { limited: 'type' },
      200: WholeRevisionSchema,
      problems: [410],
    }),
    async ({ ctx, params }) => readRevision(ctx, (await findNamedItem(ctx, params)).id, params.number),
  );

  app.get(
    `${revisionPath}/diff`,
    describe('content:write', 'getRevisionDiff', 'Compare a revision with another one', {
      params: RevisionParams,
      config: { limited: 'type' },
      querystring: DifferenceQuery,
      200: Differences,
      problems: [410],
    }),
    async ({ ctx, params, query }) => {
      const { id } = await findNamedItem(ctx, params);
      const other = query.with ?? (await readNewest(ctx, id)).version;
      const numbers = [params.number, other].sort((a, b) => a - b) as [number, number];
      const [before, after] = [await readRevision(ctx, id, numbers[0]), await readRevision(ctx, id, numbers[1])];
      return { from: before.number, to: after.number, changes: findDifferences(before.item, after.item) };
    },
  );

  app.patch(
    revisionPath,
    describe('content:write', 'updateRevision', 'Name a revision, which is then always kept; null removes the name', {
      params: RevisionParams,
      config: { limited: 'type' },
      body: RevisionName,
      200: RevisionSchema,
      problems: [410],
    }),
    async ({ ctx, params, body }) => {
      const item = await findNamedItem(ctx, params);
      return inTransaction(ctx, (ctx) => nameRevision(ctx, item, params.number, body.name));
    },
  );

  app.post(
    `${revisionPath}/restore`,
    describe(
      'content:write',
      'applyRevision',
      'Give an item the texts, custom fields and terms of a revision; its slug, status, parent and author stay',
      {
        params: RevisionParams,
        config: { limited: 'type' },
        querystring: RestoreQuery,
        200: ItemSchema,
        problems: [409, 410, 412, 422],
      },
    ),
    async (request, reply) => {
      const { params } = request;
      const type = await getPostType(request.ctx, params.type);
      const { id } = await findNamedItem(request.ctx, params);
      const { state } = await readRevision(request.ctx, id, params.number);
      const read = await readContent(type.name, state.content);
      const item = await inTransaction(request.ctx, async (ctx) => {
        const locked = await lockTypeForChange(ctx, type, { fields: state.fields });
        const item = await lockNamedItem(ctx, request, type);
        const change = restoringChange(state, JSON.parse(item.fields), locked);
        if (request.query.to === 'draft') {
          const removed = Object.keys((await readDraft(ctx, item.id))?.fields ?? {});
          const fields = { ...Object.fromEntries(removed.map((name) => [name, null])), ...change.fields };
          await saveDraft(ctx, await lockItem(ctx, type.name, item.id), item, { ...change, fields });
          return viewDraft(ctx, await readItem(ctx, type.name, item.id));
        }
        await updateItem(ctx, item.id, { ...change, type: locked }, { read, terms: item, kind: { action: 'restore' } });
        return readItem(ctx, type.name, item.id);
      });
      return sendItem(reply, request.ctx, item);
    },
  );
}

/** The item in the URL. */
async function findNamedItem(
  ctx: ReadContext,
  params: { type: string; id: string },
): Promise<{ id: string; type: string }> {
  const { name: type } = await getPostType(ctx, params.type);
  return { id: await findItemId(ctx, type, params.id), type };
}

// The members that differ between two revisions of an item.
type Item = Record<string, unknown> & Pick<WholeRevision['item'], 'fields' | 'terms'>;

/** Title first, custom fields last. */
function findDifferences(before: Item, after: Item): Differences['changes'] {
  const [old, next] = [flatten(before), flatten(after)];
  const members = [...new Set([...old.keys(), ...next.keys()])];
  return members
    .map((member) => ({ member, before: old.get(member) ?? null, after: next.get(member) ?? null }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

function flatten({ fields, terms = {}, ...members }: Item): Map<string, unknown> {
  const named = Object.entries(fields).map(([name, value]): [string, unknown] => [`fields.${name}`, value]);
  const own = Object.entries(terms).map(([name, slugs]): [string, unknown] => [`terms.${name}`, slugs]);
  return new Map([...Object.entries(members), ...own, ...named]);
}

// Naming a revision, so that it is always kept.

/** Null removes the name. The name of the current revision is stored with the item. Throws 404, 410. */
async function nameRevision(
  ctx: WriteContext,
  { id, type }: { id: string; type: string },
  number: number,
  name: string | null,
): Promise<Revision> {
  const locked = await lockItem(ctx, type, id);
  const { item: _item, state: _state, ...revision } = await readRevision(ctx, id, number);
  if (number === locked.version) {
    const { name: _name, ...change } = lastChangeOf(locked);
    const lastChange = JSON.stringify(name === null ? change : { ...change, name });
    await ctx.db.updateTable('items').set({ lastChange }).where('id', '=', id).execute();
  } else {
    await ctx.db
      .updateTable('revisions')
      .set({ name, stage: name === null ? 'new' : 'named' })
      .where('itemId', '=', id)
      .where('number', '=', number)
      .execute();
  }
  return { ...revision, name };
}

// Reading the revisions of an item. The newest is the item itself; the others are stored (keep-revision.ts).

/** The revisions of an item, the newest first. */
async function listRevisions(ctx: ReadContext, id: string, query: ListRequest): Promise<RecordPage<Revision>> {
  const current = await readNewest(ctx, id);
  const rows = await ctx.db
    .selectFrom('revisions')
    .where('itemId', '=', id)
    .select(['number', 'change', 'name'])
    .orderBy('number', 'desc')
    .execute();
  const older = rows.map(({ number, change, name }) =>
    revisionOf(number, { ...(JSON.parse(change) as Change), ...(name === null ? {} : { name }) }, false),
  );
  const newest = revisionOf(current.version, lastChangeOf(current), true);
  return pageOf([newest, ...older], revisionList, { limit: 20, ...query });
}

/** A revision with what the item was. Throws 404, and 410 for one that is no longer kept. */
async function readRevision(
  ctx: ReadContext,
  itemId: string,
  number: number,
): Promise<WholeRevision & { state: ItemState }> {
  const current = await readNewest(ctx, itemId);
  if (number === current.version) {
    const item = await ctx.db.selectFrom('items').selectAll().where('id', '=', itemId).executeTakeFirstOrThrow();
    const state = stateOf(item, await readTermsOf(ctx, itemId));
    return { ...revisionOf(number, lastChangeOf(current), true), item: shownState(state), state };
  }
  const row = await ctx.db
    .selectFrom('revisions')
    .selectAll()
    .where('itemId', '=', itemId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) {
    const detail = `The item has the revisions 1 to ${current.version}`;
    throw number < current.version ? fail('revision_pruned') : fail('revision_not_found', { detail });
  }
  const change: Change = { ...JSON.parse(row.change), ...(row.name === null ? {} : { name: row.name }) };
  const state = unpackState(row.state);
  return { ...revisionOf(number, change, false), item: shownState(state), state };
}

/** The number of the newest revision, and its change. */
function readNewest(ctx: ReadContext, itemId: string) {
  return ctx.db
    .selectFrom('items')
    .select(['version', 'lastChange', 'createdAt', 'updatedAt'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
}

function revisionOf(number: number, { at, name, autosavedFrom: _, ...change }: Change, current: boolean): Revision {
  return { number, ...change, createdAt: at, name: name ?? null, current };
}

function shownState({ excerptIsMade: _, ...state }: ItemState): WholeRevision['item'] {
  return state;
}
