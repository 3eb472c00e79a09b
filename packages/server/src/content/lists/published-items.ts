// Published items by the conditions of a program, such as a form that sells them: the same ones for all who ask.

import { system } from '../../context/access.ts';
import { type ReadContext, timeOf } from '../../context/context.ts';
import { keptQueries } from '../../database/kept-queries.ts';
import type { Condition } from '../conditions/condition.ts';
import { type Conditions, readConditions } from '../conditions/read-conditions.ts';
import { isOfType, mayReadType } from '../model/visibility.ts';
import { typeFor } from '../types/hidden-fields.ts';
import { listPostTypes, type PostType } from '../types/post-types.ts';

/** As in the `where` of lists of items. */
type Where = Record<string, unknown>;

const queries = keptQueries();

/** With only the named fields, in the order of `menuOrder` and title. None if the conditions cannot be read any more, because types have changed. */
export async function readPublishedItems(
  ctx: ReadContext,
  type: string,
  { fields, where, limit }: { fields: readonly string[]; where: Where | undefined; limit: number },
): Promise<{ id: string; title: string; fields: string }[]> {
  const conditions = where ? await conditionsOf(ctx, type, where) : [];
  if (conditions === null) return [];
  const finding = conditions.find(({ index }) => index !== null && index !== 'sortDate');
  const values = Object.assign({}, ...conditions.map((condition) => condition.values));
  return queries.run(ctx, null, values, () =>
    ctx.db
      .selectFrom('items')
      .select((eb) => ['id', 'title', ctx.dialect.jsonMembers(eb.ref('fields'), fields).as('fields')])
      .where(isOfType(type))
      .where('status', '=', 'publish')
      .where('sortDate', '<=', timeOf(ctx))
      .where((eb) => eb.and(conditions.map((condition) => condition.where(condition === finding))))
      .orderBy('menuOrder')
      .orderBy('title')
      .orderBy('id')
      .limit(limit),
  );
}

async function conditionsOf(ctx: ReadContext, name: string, where: Where): Promise<Condition[] | null> {
  const types = await listPostTypes(ctx);
  const type = types.find((one) => one.name === name);
  if (!type) return null;
  // What the visitor may see of other types does not matter.
  const reader: ReadContext = { ...ctx, actor: { ...system, scopes: ['content:read'] } };
  const { conditions, faults } = read(reader, type, where, types);
  return faults.length === 0 ? conditions : null;
}

/** What is wrong with conditions, as lists answer the caller: those on what is hidden from her would show it. */
export async function findWhereFaults(ctx: ReadContext, type: PostType, where: Where): Promise<string[]> {
  const readable = (await listPostTypes(ctx)).filter((one) => mayReadType(ctx, one));
  const types = readable.map((one) => typeFor(ctx, one));
  return read(ctx, typeFor(ctx, type), where, types).faults.map(({ detail }) => detail);
}

function read(ctx: ReadContext, type: PostType, where: Where, types: readonly PostType[]): Conditions {
  const typeNamed = (name: string): PostType | null => types.find((one) => one.name === name) ?? null;
  return readConditions(ctx, type, { where: JSON.stringify(where) }, { status: 'publish', typeNamed });
}
