// What an item refers to must exist: its parent and author, and what its custom fields name. Parents must not form a circle.

import type { WriteContext } from '../../context/context.ts';
import type { Fault, FaultCode } from '../../lib/errors.ts';
import type { FieldValues } from '../model/item-fields.ts';
import { isOfType } from '../model/visibility.ts';
import type { PostType } from '../types/post-types.ts';
import { referencesIn } from './field-references.ts';

const maxDepth = 100;

export async function checkReferences(
  ctx: WriteContext,
  type: PostType,
  itemId: string,
  input: { parentId?: string | null | undefined; authorId?: string | null | undefined; fields: FieldValues },
  stored: FieldValues = {},
): Promise<Fault[]> {
  const faults: Fault[] = await checkFieldReferences(ctx, type, input.fields, stored);
  const add = (pointer: string, code: FaultCode, detail: string) => faults.push({ pointer, code, detail });
  if (input.parentId) {
    const ancestors = await ancestorsOf(ctx, type.name, input.parentId);
    if (ancestors.length === 0) add('/parentId', 'unknown', `no ${type.name} has this ID`);
    else if (ancestors.includes(itemId)) add('/parentId', 'circular', 'would make the item its own ancestor');
    else if (ancestors.length >= maxDepth)
      add('/parentId', 'too_deep', `would be nested more than ${maxDepth} levels deep`);
  }
  if (input.authorId) {
    // Authors are not deleted until the transaction ends.
    const author = ctx.db
      .selectFrom('authors')
      .select('id')
      .where((eb) => ctx.dialect.inTurn(eb('id', '=', input.authorId as string), eb.ref('id'), 'shared'));
    if (!(await ctx.dialect.lockKeyShare(author).executeTakeFirst()))
      add('/authorId', 'unknown', 'no author has this ID or slug');
  }
  return faults;
}

const names = { items: 'item', media: 'media record' };

const maxReferences = 1000;

/** `known` are values that the item has already: fields that keep the IDs of what was deleted may go on having them. */
async function checkFieldReferences(
  ctx: WriteContext,
  type: PostType,
  values: FieldValues,
  known: FieldValues,
): Promise<Fault[]> {
  const kept = new Set(
    referencesIn(type.fields, known)
      .filter(({ field }) => field.onDelete === 'keep')
      .map(({ name, id }) => `${name} ${id}`),
  );
  const references = referencesIn(type.fields, values).filter(({ name, id }) => !kept.has(`${name} ${id}`));
  if (references.length === 0) return [];
  if (references.length > maxReferences) {
    const detail = `must have at most ${maxReferences} references, those inside groups and lists included`;
    return [{ pointer: '/fields', code: 'too_many', detail }];
  }
  const ids = new Set(references.map(({ id }) => id));
  const existing = await lockTargets(ctx, [...ids]);
  return references.flatMap(({ pointer, refersTo, field: { to }, id }): Fault[] => {
    const target = existing.get(id);
    if (target?.is !== refersTo)
      return [{ pointer: `/fields${pointer}`, code: 'unknown', detail: `no ${names[refersTo]} has this ID` }];
    if (!to || to.includes(target.type)) return [];
    const detail = `must be the ID of ${to.join(' or ')}, but is that of ${target.type}`;
    return [{ pointer: `/fields${pointer}`, code: 'wrong_type', detail }];
  });
}

/** What exists, with the type of an item. */
export type Target = { is: 'items'; type: string } | { is: 'media'; type: '' };

/** The items and media records that exist among these IDs. They cannot be deleted until the transaction ends. */
export async function lockTargets(ctx: WriteContext, ids: readonly string[]): Promise<Map<string, Target>> {
  const items = ctx.db
    .selectFrom('items')
    .select(['id', 'type'])
    .where((eb) => ctx.dialect.inTurn(eb('id', 'in', ids), eb.ref('id'), 'shared'));
  const media = ctx.db
    .selectFrom('media')
    .select('id')
    .where((eb) => ctx.dialect.inTurn(eb('id', 'in', ids), eb.ref('id'), 'shared'));
  const found = new Map<string, Target>();
  for (const { id, type } of await ctx.dialect.lockKeyShare(items, { inOrder: true }).execute())
    found.set(id, { is: 'items', type });
  for (const { id } of await ctx.dialect.lockKeyShare(media, { inOrder: true }).execute())
    found.set(id, { is: 'media', type: '' });
  return found;
}

/** The item and its ancestors; empty if no item of the type has this ID. */
async function ancestorsOf(ctx: WriteContext, type: string, id: string): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = id;
  while (next !== null && ids.length < maxDepth && !ids.includes(next)) {
    const item: { id: string; parentId: string | null } | undefined = await ctx.db
      .selectFrom('items')
      .select(['id', 'parentId'])
      .where('id', '=', next)
      .where(isOfType(type))
      .executeTakeFirst();
    if (!item) break;
    ids.push(item.id);
    next = item.parentId;
  }
  return ids;
}
